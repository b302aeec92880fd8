//! Pictures of tensor memory: the lanes and columns that an instruction accesses.

use alloc::format;

use super::grid::{Content, Grid, written};
use super::scene::Scene;
use super::thread_value::{By, Owners};
use super::window::Window;
use crate::atom::Tmem;
use crate::error::Error;
use crate::layout::thread_value::ThreadValue;
use crate::tuple::int_tuple::IntTuple;

/// The lanes of tensor memory, as rows, and the columns of 32 bits that `repeats` repeats of a shape access, with the
/// thread and value of each. The 32 lanes of each warp are outlined.
///
/// # Errors
/// The errors of [`Tmem::thread_value`].
///
/// ```
/// use tilework_algebra::atom::TMEM;
/// use tilework_algebra::draw;
/// let shape = TMEM.iter().find(|shape| shape.name == "tcgen05.32x32b").unwrap();
/// let picture = draw::tmem(shape, 2, draw::By::Thread, &draw::Window::new(128, 64))?;
/// assert_eq!(picture.cells().len(), 128 * 2);
/// // Thread 127 has both columns of its lane.
/// assert_eq!((&*picture.cells()[254].label, &*picture.cells()[255].label), ("T127\nV0", "T127\nV1"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tmem(shape: &Tmem, repeats: i64, by: By, window: &Window) -> Result<Scene, Error> {
    let accesses = if shape.halves.is_some() { 2 } else { 1 };
    let columns = shape.columns.saturating_mul(repeats).saturating_mul(accesses);
    // If lanes are contiguous, addresses are integral coordinates of columns and lanes.
    let in_tile = Tmem { lane: columns, ..*shape };
    let lanes = IntTuple::tuple([32, 4].map(IntTuple::leaf));
    let tile = IntTuple::tuple([IntTuple::leaf(columns), lanes]);
    let tv = ThreadValue::new(&tile, in_tile.thread_value(repeats)?)?;
    let (owners, part) = Owners::new(&tv, by);
    let title =
        format!("{}, x{repeats}, lanes by columns: {}", shape.name, shape.thread_value(repeats)?);
    let grid = Grid::new(title, tile.clone()).transposed();
    let mut scene = grid.draw(window, &mut |i| {
        let content = Content::default().fact("lane", i / columns).fact("column", i % columns);
        owners.content(i, content.fact("coordinate", written(&tile, i)), None)
    });
    if let Some(note) = part.note() {
        scene.note(&note);
    } else if scene.cells().iter().any(|cell| cell.label.is_empty()) {
        scene.note("what has no thread is not accessed");
    }
    Ok(scene)
}
