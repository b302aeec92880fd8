//! Sort: the modes in the order of their strides.

use crate::layout::{Layout, Modes};
use crate::stride::Stride;
use crate::tuple::profile::Profile;

/// The flat layout with the modes in the order of their strides. Modes with equal strides are in the order of their
/// extents ([003](crate::papers), construction 2.1.3.31). It has the same offsets at other coordinates. XOR strides are
/// ordered as the
/// integers with the same bits. Strides that are coordinates have no order.
///
/// ```
/// use tilework_algebra::{Layout, sort};
/// let layout: Layout = "(5,(32,16)):(1,(5,5))".parse()?;
/// assert_eq!(sort(&layout).to_string(), "(5,16,32):(1,5,5)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn sort<D: Stride + Ord>(layout: &Layout<D>) -> Layout<D> {
    let mut modes: Modes<D> = layout.flat_modes().iter().cloned().collect();
    modes.sort_by(|a, b| (&a.stride, a.shape).cmp(&(&b.stride, b.shape)));
    let rank = modes.len();
    Layout::trusted(modes, Profile::flat(rank))
}

/// Returns whether the flat modes are in the order of [`sort`] ([003](crate::papers), definition 2.1.3.25).
///
/// ```
/// use tilework_algebra::{Layout, is_sorted};
/// let (a, b): (Layout, Layout) = ("(4,2):(1,4)".parse()?, "(2,4):(4,1)".parse()?);
/// assert!(is_sorted(&a) && !is_sorted(&b));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn is_sorted<D: Stride + Ord>(layout: &Layout<D>) -> bool {
    layout.flat_modes().is_sorted_by(|a, b| (&a.stride, a.shape) <= (&b.stride, b.shape))
}
