//! Pictures of divides: the layout in the colors of its tiles, and the tiles next to one another.

use alloc::format;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::parent::Part;
use super::scene::{Mark, Scene};
use super::window::Window;
use crate::atom::DataLayout;
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::tiler::TilerRef;
use crate::operation::divide::{
    logical_divide, logical_divide_ceil, zipped_divide, zipped_divide_ceil,
};
use crate::operation::rounding::Rounding;
use crate::stride::Stride;
use crate::stride::axes::make_identity_layout;

/// `a`, in which each tile has a color and the first tile is marked, and `zipped_divide(a, tiler)`, with the
/// coordinates of a tile downward and the tiles across. Elements that padding adds are gray.
///
/// # Errors
/// The errors of [`zipped_divide`](crate::zipped_divide()), or of [`zipped_divide_ceil`](crate::zipped_divide_ceil())
/// if it is rounded up.
///
/// ```
/// use tilework_algebra::{Layout, Tiler, draw, steps::Rounding};
/// let (a, tiler): (Layout, Tiler) = ("(4,8):(8,1)".parse()?, "<2,4>".parse()?);
/// let picture = draw::divide(&a, &tiler, Rounding::Exact, &draw::Window::default())?;
/// let first = picture.cells().iter().filter(|cell| cell.mark == draw::Mark::Selected);
/// assert!(first.map(|cell| cell.label.parse::<i64>().unwrap()).eq([0, 1, 2, 3, 8, 9, 10, 11]));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn divide<'a, L: DataLayout>(
    a: &L,
    tiler: impl Into<TilerRef<'a>>,
    rounding: Rounding,
    window: &Window,
) -> Result<Scene, Error> {
    fn zipped<D: Stride>(
        a: &Layout<D>,
        tiler: TilerRef<'_>,
        rounding: Rounding,
    ) -> Result<Layout<D>, Error> {
        match rounding {
            Rounding::Exact => zipped_divide(a, tiler),
            Rounding::Ceil => zipped_divide_ceil(a, tiler),
        }
    }
    let (tiler, shape) = (tiler.into(), a.inner().shape());
    let divided = a.with_inner(zipped(a.inner(), tiler, rounding)?);
    let part = match tiler {
        // Use integral coordinates, whatever the modes are.
        TilerRef::Layout(_) | TilerRef::Xor(_) => {
            let column = Layout::leaf(a.inner().size(), 1)?;
            let places = match rounding {
                Rounding::Exact => logical_divide(&column, tiler)?,
                Rounding::Ceil => logical_divide_ceil(&column, tiler)?,
            };
            Part::of_integers(&shape, places, 0)
        }
        _ => Part::of_coordinates(&shape, zipped(&make_identity_layout(&shape)?, tiler, rounding)?),
    };
    let tile = divided.inner().mode(0).map_or(1, |tile| tile.size());
    let colour = |element: i64| Background::Tint((element / tile).unsigned_abs());
    let places = part.by_place();
    let mut whole = Grid::new(format!("A = {}", a.written()), shape).draw(window, &mut |i| {
        let content = Content::of_offset(a, i).linked([i.unsigned_abs()]);
        match places.get(&i).and_then(|elements| elements.first()) {
            Some(&element) => content
                .filled(colour(element))
                .marked(if element < tile { Mark::Selected } else { Mark::Unmarked })
                .fact("tile", element / tile),
            None => content,
        }
    });
    if let Some(note) = part.note() {
        whole.note(&note);
    }
    let title = format!("(tile, rest) = {}", divided.written());
    let tiles = Grid::new(title, divided.inner().shape()).draw(window, &mut |element| {
        let content = Content::of_offset(&divided, element).fact("tile", element / tile);
        match part.place(element) {
            Some(place) => content.filled(colour(element)).linked([place.unsigned_abs()]),
            None => content.filled(Background::Faint),
        }
    });
    Ok(Scene::beside([whole, tiles], window.width()))
}
