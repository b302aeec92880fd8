//! Pictures of the loops of a processor that copies: the time at which each element is copied.

use alloc::vec::Vec;

use super::grid::layout;
use super::scene::Scene;
use super::window::Window;
use crate::error::Error;
use crate::layout::Layout;
use crate::mode::Mode;
use crate::search::copy_plan::CopyLoops;

/// The first block of a copy, with the time at which each element is copied, counted from 0.
///
/// ```
/// use tilework_algebra::{Cache, Layout, copy_loops, draw};
/// let (columns, rows): (Layout, Layout) = ("(64,64):(1,64)".parse()?, "(64,64):(64,1)".parse()?);
/// let plan = copy_loops(&columns, &rows, 4, &Cache::new(1024, 64)?)?;
/// let scene = draw::copy_loops(&plan, &draw::Window::default())?;
/// // The next column comes after 8 elements of the first one.
/// assert_eq!(scene.cells()[1].label, "8");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// # Errors
/// [`Rule::Overflow`](crate::Rule::Overflow).
pub fn copy_loops(plan: &CopyLoops, window: &Window) -> Result<Scene, Error> {
    let mut blocks: Vec<Mode> =
        plan.from.flat_modes().iter().map(|_| Mode { shape: 1, stride: 0 }).collect();
    let mut elements = 1i64;
    let mut ended = Vec::new();
    for one in &plan.loops {
        // Loops around the block come later.
        if ended.contains(&one.mode) {
            continue;
        }
        ended.push(one.mode);
        blocks[one.mode] = Mode { shape: one.end, stride: elements };
        elements = elements.saturating_mul(one.end);
    }
    let order = Layout::of_flat_checked(blocks.into_iter().collect())?;
    Ok(layout(&order, window))
}
