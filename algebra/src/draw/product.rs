//! Pictures of products: the tile, the layout of its copies, and all copies.

use alloc::format;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::scene::{Mark, Scene};
use super::window::Window;
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::tiler::TilerRef;
use crate::operation::compact::identity;
use crate::operation::product::{blocked_product, logical_product, raked_product, zipped_product};
use crate::stride::Stride;

/// The arrangement of the copies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// The tile downward and the copies across: [`logical_product`](crate::logical_product()).
    #[default]
    Logical,
    /// In blocks: [`blocked_product`](crate::blocked_product()).
    InBlocks,
    /// Interleaved: [`raked_product`](crate::raked_product()).
    Interleaved,
}

impl Arrangement {
    fn product<D: Stride>(self, a: &Layout<D>, b: &Layout) -> Result<Layout<D>, Error> {
        match self {
            Arrangement::Logical => logical_product(a, b),
            Arrangement::InBlocks => blocked_product(a, b),
            Arrangement::Interleaved => raked_product(a, b),
        }
    }
}

/// `a`, `b` and their product. Each copy of `a` has the color of its number in `b`, and the first copy is marked.
///
/// # Errors
/// The errors of the product.
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let (a, b): (Layout, Layout) = ("(2,2):(1,2)".parse()?, "(1,3):(0,1)".parse()?);
/// let picture = draw::product(&a, &b, draw::Arrangement::InBlocks, &draw::Window::default())?;
/// let copies = picture.cells().iter().filter(|cell| cell.panel == 2);
/// let offsets: Vec<&str> = copies.map(|cell| &cell.label[..]).collect();
/// assert_eq!(offsets[..6], ["0", "2", "4", "6", "8", "10"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn product<D: Stride>(
    a: &Layout<D>,
    b: &Layout,
    arrangement: Arrangement,
    window: &Window,
) -> Result<Scene, Error> {
    let result = arrangement.product(a, b)?;
    // For compact layouts, the product has the offset `x + size(a) y` in copy `y`.
    let numbers = arrangement.product(&identity(&a.shape())?, &identity(&b.shape())?)?;
    let size = a.size();
    let tile = Grid::new(format!("A = {a}"), a.shape())
        .draw(window, &mut |x| Content::of_offset(a, x).linked([of_tile(x)]));
    let copies = Grid::new(format!("B = {b}"), b.shape()).draw(window, &mut |y| {
        Content::of_offset(b, y).filled(Background::Tint(y.unsigned_abs())).linked([of_copy(y)])
    });
    let name = match arrangement {
        Arrangement::Logical => "(A, A* o B)",
        Arrangement::InBlocks => "A in blocks",
        Arrangement::Interleaved => "A interleaved",
    };
    let all = Grid::new(format!("{name} = {result}"), result.shape()).draw(window, &mut |i| {
        let content = Content::of_offset(&result, i);
        match numbers.offset(i) {
            Ok(number) => coloured(content, number % size, number / size),
            Err(_) => content,
        }
    });
    Ok(Scene::beside([tile, copies, all], window.width()))
}

/// `a` and its product with a tiler by mode: the tile downward and the copies across.
///
/// # Errors
/// The errors of [`zipped_product`](crate::zipped_product()).
///
/// ```
/// use tilework_algebra::{Layout, Tiler, draw};
/// let (a, tiler): (Layout, Tiler) = ("(2,4):(4,1)".parse()?, "<3,2>".parse()?);
/// let picture = draw::product_by_mode(&a, &tiler, &draw::Window::default())?;
/// assert_eq!(picture.cells().len(), 8 + 48);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn product_by_mode<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
    window: &Window,
) -> Result<Scene, Error> {
    let result = zipped_product(a, tiler)?;
    let size = a.size();
    let tile = Grid::new(format!("A = {a}"), a.shape())
        .draw(window, &mut |x| Content::of_offset(a, x).linked([of_tile(x)]));
    let all = Grid::new(format!("(tile, copies) = {result}"), result.shape())
        .draw(window, &mut |i| coloured(Content::of_offset(&result, i), i % size, i / size));
    Ok(Scene::beside([tile, all], window.width()))
}

/// The content of element `x` of copy `y`, in the color of the copy.
fn coloured(content: Content, x: i64, y: i64) -> Content {
    content
        .filled(Background::Tint(y.unsigned_abs()))
        .marked(if y == 0 { Mark::Selected } else { Mark::Unmarked })
        .fact("tile", y)
        .linked([of_tile(x), of_copy(y)])
}

fn of_tile(x: i64) -> u64 {
    x.unsigned_abs().saturating_mul(2)
}

fn of_copy(y: i64) -> u64 {
    y.unsigned_abs().saturating_mul(2).saturating_add(1)
}
