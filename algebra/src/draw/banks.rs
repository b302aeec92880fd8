//! Pictures of banks: layouts in the colors of the memory banks, and the effect of a swizzle.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::grid::{Content, Grid};
use super::palette::Background;
use super::scene::{Mark, Scene};
use super::window::Window;
use crate::atom::DataLayout;
use crate::error::Error;
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::operation::compact::identity;
use crate::search::bank_conflicts::Access;
use crate::search::shared_layout::{Placed, SharedAccess, SharedLayout, SharedMemory, shared_uses};
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;

/// The offsets of threads, which are the integral coordinates of the layout, in the colors of the banks in which they
/// begin. The bank is below the offset, for example `b3`. A cell is marked, and has a `!`, if its bank is asked for
/// another word in the same phase. A phase has such a cell if and only if [`bank_conflicts`](crate::bank_conflicts())
/// counts a conflict in it.
///
/// ```
/// use tilework_algebra::{Access, Layout, draw};
/// let (row, column): (Layout, Layout) = ("32:1".parse()?, "32:32".parse()?);
/// let conflicts = |layout| {
///     let picture = draw::banks(layout, &Access::new(4)?, &draw::Window::default());
///     let marked = picture.cells().iter().filter(|cell| cell.mark == draw::Mark::Conflict).count();
///     Ok::<_, tilework_algebra::Error>(marked)
/// };
/// assert_eq!((conflicts(&row)?, conflicts(&column)?), (0, 32));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn banks<L: DataLayout<Stride: Stride<Offset = i64>>>(
    layout: &L,
    access: &Access,
    window: &Window,
) -> Scene {
    let size = layout.inner().size();
    let threads = i64::try_from(access.threads()).unwrap_or(i64::MAX);
    let shape = layout.inner().shape();
    // The last phase that was looked at.
    let mut phase: (i64, Vec<Option<i64>>) = (-1, Vec::new());
    let title = format!("{} in {}", layout.written(), access);
    let mut conflicts = 0;
    let mut scene = Grid::new(title, shape).draw(window, &mut |i| {
        let content = Content::of_offset(layout, i);
        let Ok(offset) = layout.offset_at(i) else { return content };
        let number = access.phase(i);
        if phase.0 != number {
            let [of, count] = [number, size].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
            let offset = |thread: usize| layout.offset_at(thread as i64).ok();
            phase = (number, access.threads_in(of, count).map(offset).collect());
        }
        let together = phase.1.iter().flatten();
        let conflict = together.copied().any(|other| access.asks_twice(offset, other));
        conflicts += usize::from(conflict);
        let bank = access.bank(offset);
        let label = format!("{}\nb{bank}", content.label);
        let mark = if conflict { Mark::Conflict } else { Mark::Unmarked };
        (content.labelled(label).filled(Background::Tint(bank.unsigned_abs())).marked(mark))
            .fact("bank", bank)
            .fact("thread", i)
            .fact("phase", number)
            .linked([i.unsigned_abs()])
    });
    let together = match size > threads {
        true if access.in_order() => format!("{threads} threads after {threads} threads: "),
        true => format!("{threads} threads at once: "),
        false => "all threads at once: ".to_string(),
    };
    scene.note(&match conflicts {
        0 => format!("{together}no bank is asked for two words"),
        _ => format!("{together}! is asked for with another word of its bank"),
    });
    scene
}

/// For each access to a tile that threads carry out, its beginning in the colors of the banks, under the compact
/// column-major layout and under the layout that was found. The beginning is the first element or vector of the threads
/// of a warp, or the rows of a matrix.
///
/// ```
/// use tilework_algebra::{Layout, SharedAccess, SharedMemory, draw, shared_layout};
/// let (columns, rows): (Layout, Layout) = ("(32,32):(1,32)".parse()?, "(32,32):(32,1)".parse()?);
/// let accesses = [SharedAccess::vectors(&columns, 4)?, SharedAccess::vectors(&rows, 4)?];
/// let tile = "(32,32)".parse()?;
/// let found = shared_layout(&tile, 4, &accesses, &SharedMemory::default())?;
/// let picture = draw::shared(&tile, 4, &accesses, &found, &draw::Window::default())?;
/// assert_eq!(picture.panels().len(), 4);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// # Errors
/// The errors of [`shared_uses`](crate::shared_uses()).
pub fn shared(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    found: &SharedLayout,
    window: &Window,
) -> Result<Scene, Error> {
    let compact = Placed::Integers(identity(tile)?);
    let (memory, all) = (SharedMemory::default(), 0..tile.size()?);
    let offsets = all.map(|i| compact.offset(i)).collect::<Result<Vec<i64>, Error>>()?;
    let mut panels = Vec::new();
    let mut panel = |access: &SharedAccess, placed: &Placed, vector| {
        let Some(begins) = access.begins(tile, element, placed) else { return Ok(()) };
        let access = Access::new(element)?.vector(vector)?;
        panels.push(match &begins {
            Placed::Integers(layout) => banks(layout, &access, window),
            Placed::Bits(layout) => banks(layout, &access, window),
            Placed::Composed(layout) => banks(layout, &access, window),
        });
        Ok::<_, Error>(())
    };
    for (access, of) in accesses.iter().zip(&found.uses) {
        let Some(of) = of else { continue };
        let before = shared_uses(tile, element, core::slice::from_ref(access), &offsets, &memory)?;
        panel(access, &compact, before.first().copied().flatten().map_or(1, |of| of.vector))?;
        panel(access, &found.layout, of.vector)?;
    }
    Ok(Scene::beside(panels, window.width()))
}

/// A layout and the same layout after a swizzle, in the colors of the blocks that the swizzle moves: `offset / 2^M`
/// modulo `2^B`.
///
/// ```
/// use tilework_algebra::{Layout, Swizzle, draw};
/// let rows: Layout = "(8,8):(8,1)".parse()?;
/// let picture = draw::swizzle(Swizzle::new(3, 0, 3)?, 0, &rows, &draw::Window::default());
/// let row: Vec<&str> = picture.cells()[64 + 8..64 + 16].iter().map(|cell| &cell.label[..]).collect();
/// assert_eq!(row, ["9", "8", "11", "10", "13", "12", "15", "14"]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn swizzle<D: Stride<Offset = i64>>(
    swizzle: Swizzle,
    added: i64,
    layout: &Layout<D>,
    window: &Window,
) -> Scene {
    let blocks = (1i64 << swizzle.bits().min(3)) - 1;
    let block = |offset: i64| ((offset >> swizzle.base()) & blocks).unsigned_abs();
    let before = Composed::of(Swizzle::identity(), layout.clone()).with_added(added);
    let after = Composed::of(swizzle, layout.clone()).with_added(added);
    let panel = |title, composed: &Composed<D>| {
        Grid::new(title, layout.shape()).draw(window, &mut |i| {
            let content = Content::of_offset(composed, i).linked([i.unsigned_abs()]);
            match composed.offset(i) {
                Ok(offset) => content.filled(Background::Tint(block(offset))),
                Err(_) => content,
            }
        })
    };
    let inner = if added == 0 { layout.written() } else { format!("{added} + {layout}") };
    let after = panel(format!("{swizzle} o {inner}"), &after);
    Scene::beside([panel(inner, &before), after], window.width())
}
