//! Pictures of slices: the part that an incomplete coordinate leaves open, marked in its layout.

use alloc::format;

use super::composition::chosen;
use super::grid::{Content, Grid};
use super::palette::Background;
use super::parent::Part;
use super::scene::Scene;
use super::window::Window;
use crate::atom::DataLayout;
use crate::error::Error;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::operation::compact::identity;
use crate::operation::slice::{Slicer, slice as sliced};

/// A layout with a slice of it marked, and the slice with its offsets in the layout.
///
/// # Errors
/// The errors of [`slice`](crate::slice()).
///
/// ```
/// use tilework_algebra::{Layout, draw};
/// let layout: Layout = "(4,8):(8,1)".parse()?;
/// let picture = draw::slice(&layout, &"(2,_)".parse()?, &draw::Window::default())?;
/// let marked = picture.cells().iter().filter(|cell| cell.mark == draw::Mark::Selected);
/// assert!(marked.map(|cell| cell.label.parse::<i64>().unwrap()).eq(16..24));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn slice<L: DataLayout>(layout: &L, slicer: &Slicer, window: &Window) -> Result<Scene, Error> {
    let (rest, _) = sliced(layout.inner(), slicer)?;
    let shape = layout.inner().shape();
    // The same slice of the integral coordinates.
    let (open, first) = sliced(&identity(&shape)?, slicer)?;
    let modes = open.flat_modes().iter().copied();
    let modes = [Mode { shape: 1, stride: 0 }].into_iter().chain(modes);
    let open = Layout::of_flat(modes.collect());
    let part = Part::of_integers(&shape, open, first);
    let whole = chosen(layout, layout.written(), &part, window);
    let title = format!("slice {slicer}: {rest}");
    let slice = Grid::new(title, rest.shape()).draw(window, &mut |i| {
        let place = part.place(i);
        let content = place.map_or_else(Content::default, |i| Content::of_offset(layout, i));
        content.filled(Background::Tint(i.unsigned_abs())).linked([i.unsigned_abs()])
    });
    Ok(Scene::beside([whole, slice], window.width()))
}
