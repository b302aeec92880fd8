//! The PTX of the kernels, and which of them a GPU takes.

use std::borrow::Cow;

/// The kernels as PTX, as `kernels/build` writes it: for GPUs of compute capability 9.0.
pub const KERNELS: &str = include_str!("../ptx/kernels.ptx");

/// What only those have: `wgmma`, and the copy engine.
const OF_90: [&str; 2] = ["wgmma.", "cp.async.bulk."];

/// The kernels that a GPU of this compute capability takes: all of 9.0, and of other GPUs from 8.0 on those whose instructions they
/// have. `None` for older ones.
///
/// ```
/// let names = |capability| tilework_device::kernels_for(capability).map(|text| text.matches(".entry").count());
/// assert!(names((8, 6)) < names((9, 0)) && names((8, 6)) > Some(5));
/// assert_eq!(names((7, 5)), None);
/// ```
pub fn kernels_for(capability: (i32, i32)) -> Option<Cow<'static, str>> {
    if capability == (9, 0) {
        return Some(Cow::Borrowed(KERNELS));
    }
    if capability < (8, 0) {
        return None;
    }
    // PTX for 8.0 is taken by all later GPUs, that for 9.0 with its own instructions by no other.
    let mut entries = KERNELS.split(".visible .entry ");
    let head = entries.next()?.replace(".target sm_90a", ".target sm_80");
    let entries =
        entries.filter(|entry| !OF_90.iter().any(|instruction| entry.contains(instruction)));
    let entries = entries.map(|entry| format!(".visible .entry {entry}"));
    Some(Cow::Owned(head + &entries.collect::<String>()))
}
