//! Sort: the modes in the order of their strides.

use crate::layout::{Layout, Modes};
use crate::profile::Profile;

/// The flat layout with the modes in the order of their strides, and where these are equal of
/// their extents (003, construction 2.1.3.31). It has the same offsets at other coordinates.
///
/// ```
/// use tilework_algebra::{Layout, sort};
/// let layout: Layout = "(5,(32,16)):(1,(5,5))".parse()?;
/// assert_eq!(sort(&layout).to_string(), "(5,16,32):(1,5,5)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn sort(layout: &Layout) -> Layout {
    let mut modes = Modes::from_slice(layout.flat_modes());
    modes.sort_by_key(|mode| (mode.stride, mode.shape));
    let rank = modes.len();
    Layout::trusted(modes, Profile::flat(rank))
}

/// Whether the flat modes are in the order of [`sort`] (003, definition 2.1.3.25).
///
/// ```
/// use tilework_algebra::is_sorted;
/// assert!(is_sorted(&"(4,2):(1,4)".parse()?));
/// assert!(!is_sorted(&"(2,4):(4,1)".parse()?));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn is_sorted(layout: &Layout) -> bool {
    layout.flat_modes().is_sorted_by_key(|mode| (mode.stride, mode.shape))
}
