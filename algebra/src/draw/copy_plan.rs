//! Pictures of copy plans: the threads that read and write each element of a tile.

use alloc::format;

use super::banks::shared;
use super::scene::Scene;
use super::thread_value::{By, tile};
use super::window::Window;
use crate::copy_plan::CopyPlan;
use crate::error::Error;
use crate::layout::thread_value::ThreadValue;
use crate::shared_layout::SharedAccess;

/// The tile of a plan twice: with the threads and values that read its elements, and with those that write them. If the
/// plan goes through shared memory, the banks of the stores and loads follow, before and after, drawn as in [`shared`].
///
/// ```
/// use tilework_algebra::{Copier, CopySide, Layout, copy_plan, draw};
/// let (columns, rows): (Layout, Layout) = ("(64,64):(1,64)".parse()?, "(64,64):(64,1)".parse()?);
/// let [columns, rows] = [&columns, &rows].map(CopySide::global);
/// let panels = |bytes| {
///     let plan = copy_plan(&columns, &rows, &Copier::new(64, bytes)?)?;
///     Ok::<_, tilework_algebra::Error>(draw::copy_plan(&plan, draw::By::Thread, &draw::Window::default())?.panels().len())
/// };
/// // Floats stay with their threads, bytes go through shared memory.
/// assert_eq!((panels(4)?, panels(1)?), (2, 6));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
///
/// # Errors
/// The errors of [`shared_uses`](crate::shared_uses()).
pub fn copy_plan(plan: &CopyPlan, by: By, window: &Window) -> Result<Scene, Error> {
    let (read, write) = plan.bytes();
    let panel = |name, access: &crate::copy_plan::CopyAccess, bytes| {
        let tv = ThreadValue::new(&plan.tile, access.tv.clone())?;
        Ok::<_, Error>(tile(&tv, by, format!("{name} by {bytes} bytes"), window))
    };
    let mut panels =
        alloc::vec![panel("read", &plan.read, read)?, panel("write", &plan.write, write)?];
    if let Some(found) = &plan.shared {
        let access = |tv, bytes: i64| SharedAccess::vectors(tv, bytes);
        let accesses = [access(&plan.read.tv, read)?, access(&plan.write.tv, write)?];
        panels.push(shared(&plan.tile, plan.element, &accesses, found, window)?);
    }
    Ok(Scene::beside(panels, window.width()))
}
