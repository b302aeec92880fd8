//! Pictures of copies: the reads and the writes, side by side.

use alloc::format;
use alloc::string::String;

use super::grid::{Content, Grid, written};
use super::scene::Scene;
use super::thread_value::{By, Owners, tile};
use super::window::Window;
use crate::atom::{CopyAtom, Load, TiledCopy};
use crate::error::{Error, Operation};
use crate::layout::Layout;
use crate::layout::thread_value::ThreadValue;
use crate::operation::composition::composition;
use crate::tuple::int_tuple::IntTuple;

/// A tiled copy, arranged as in CuTe's `print_latex`: the tile with the thread and value that read each element, and
/// the tile with those that write it.
///
/// # Errors
/// The errors of [`TiledCopy::source`] and [`TiledCopy::destination`].
///
/// ```
/// use tilework_algebra::atom::{CopyAtom, TiledCopy};
/// use tilework_algebra::{Layout, draw};
/// let (threads, values): (Layout, Layout) = ("(2,2):(2,1)".parse()?, "(1,4):(0,1)".parse()?);
/// let copy = TiledCopy::new(CopyAtom::vector(4)?, &threads, &values)?;
/// let picture = draw::tiled_copy(&copy, draw::By::Thread, &draw::Window::default())?;
/// assert_eq!(picture.panels().len(), 2);
/// // Thread 3 has the second half of row 1, to read and to write.
/// assert_eq!((&*picture.cells()[15].label, &*picture.cells()[31].label), ("T3\nV3", "T3\nV3"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tiled_copy(copy: &TiledCopy, by: By, window: &Window) -> Result<Scene, Error> {
    let panels = [("source", copy.source()?), ("destination", copy.destination()?)];
    let panels = panels
        .map(|(side, tv)| tile(&tv, by, format!("{side} {}: {}", tv.tile(), tv.layout()), window));
    Ok(Scene::beside(panels, window.width()))
}

/// A load of matrices, as by `ldmatrix`, with elements of `bits` bits. The left panel shows memory: each row of 16
/// bytes, with the thread that has its address. The right panel shows the same elements with the thread and value that
/// receive them. The matrices, of 8 rows each, are arranged vertically and outlined.
///
/// # Errors
/// The errors of [`CopyAtom::load`], if elements would be torn apart.
///
/// ```
/// use tilework_algebra::atom::LDMATRIX;
/// use tilework_algebra::draw;
/// let load = LDMATRIX.iter().find(|load| load.name == "ldmatrix.x4").unwrap();
/// let picture = draw::load(load, 16, draw::By::Thread, &draw::Window::default())?;
/// // Row 1: thread 1 has its address, and thread 4 gets the first two elements.
/// assert_eq!((&*picture.cells()[8].label, &*picture.cells()[256 + 8].label), ("T1\nV0", "T4\nV0"));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn load(load: &Load, bits: i64, by: By, window: &Window) -> Result<Scene, Error> {
    copied(load.name.into(), &CopyAtom::load(load, bits)?, by, window)
}

/// The store that is the reverse of a load, as `stmatrix` is the reverse of `ldmatrix`: registers on the left and
/// memory on the right, drawn as in [`load()`].
///
/// # Errors
/// The errors of [`load()`].
pub fn store(load: &Load, bits: i64, by: By, window: &Window) -> Result<Scene, Error> {
    let name = load.name.replacen("ldmatrix", "stmatrix", 1);
    copied(name, &CopyAtom::store(load, bits)?, by, window)
}

fn copied(name: String, atom: &CopyAtom, by: By, window: &Window) -> Result<Scene, Error> {
    let columns = atom.reads().max(atom.writes());
    let rows = atom.reference().size() / columns;
    let shape = IntTuple::tuple([
        IntTuple::tuple([8, rows / 8].map(IntTuple::leaf)),
        IntTuple::leaf(columns),
    ]);
    // From the number of an element, along the rows, to its position.
    let places = Layout::concatenate([Layout::leaf(columns, rows)?, Layout::leaf(rows, 1)?])?;
    let panel = |side: &str, of: &Layout| {
        let tv = composition(&places, of).map_err(|error| error.during(Operation::Partition))?;
        let tv = ThreadValue::new(&shape, tv)?;
        let (owners, _) = Owners::new(&tv, by);
        let title = format!("{name}, {side}: {of}");
        Ok(Grid::new(title, shape.clone()).draw(window, &mut |i| {
            owners.content(i, Content::default().fact("coordinate", written(&shape, i)), None)
        }))
    };
    let panels = [panel("source", atom.source())?, panel("destination", atom.destination())?];
    Ok(Scene::beside(panels, window.width()))
}
