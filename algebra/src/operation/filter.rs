//! Filter: a layout without the modes that move nothing.

use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::stride::Stride;
use crate::tuple::profile::Profile;

/// The coalesced layout without the modes of stride 0. It has the same offsets, without the repetitions that these
/// modes cause (CuTe's `filter`).
///
/// ```
/// use tilework_algebra::{Layout, filter};
/// let layout: Layout = "(2,(12,3),4):(0,(1,0),12)".parse()?;
/// assert_eq!(filter(&layout).to_string(), "48:1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn filter<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    Layout::of_flat(coalesced(&kept(layout, moves)))
}

/// The layout with the extents of leaves of stride 0 replaced by 1, except extents of 0. The profile stays the same,
/// and so do the offsets at coordinates that are 0 in these leaves.
///
/// ```
/// use tilework_algebra::{Layout, filter_zeros};
/// let layout: Layout = "(2,(12,3),4):(0,(1,0),12)".parse()?;
/// assert_eq!(filter_zeros(&layout).to_string(), "(1,(12,1),4):(0,(1,0),12)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn filter_zeros<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    let one = |mode: &Mode<D>| {
        let shape = if mode.stride.is_zero() { mode.shape.min(1) } else { mode.shape };
        Mode { shape, stride: mode.stride.clone() }
    };
    Layout::trusted(layout.flat_modes().iter().map(one).collect(), layout.profile().clone())
}

/// The flat layout without the modes of extent 1, which has the same function ([003](crate::papers), construction
/// 2.1.3.6). Modes do not
/// merge, and the result stays a tuple.
///
/// ```
/// use tilework_algebra::{Layout, squeeze};
/// let layout: Layout = "(64,(64,1),32,1):(2048,(32,0),1,0)".parse()?;
/// assert_eq!(squeeze(&layout).to_string(), "(64,64,32):(2048,32,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn squeeze<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    flat(kept(layout, |mode| mode.shape != 1))
}

/// The flat layout without the modes of stride 0. Modes do not merge, as in [`squeeze`] ([003](crate::papers),
/// definition 2.1.3.12,
/// which calls it filter).
///
/// ```
/// use tilework_algebra::{Layout, squeeze_zeros};
/// let layout: Layout = "(64,8,8,128):(8,1,0,512)".parse()?;
/// assert_eq!(squeeze_zeros(&layout).to_string(), "(64,8,128):(8,1,512)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn squeeze_zeros<D: Stride>(layout: &Layout<D>) -> Layout<D> {
    flat(kept(layout, moves))
}

fn moves<D: Stride>(mode: &Mode<D>) -> bool {
    mode.shape == 0 || !mode.stride.is_zero()
}

fn kept<D: Stride>(layout: &Layout<D>, keep: impl Fn(&Mode<D>) -> bool) -> Modes<D> {
    layout.flat_modes().iter().filter(|mode| keep(mode)).cloned().collect()
}

fn flat<D: Stride>(modes: Modes<D>) -> Layout<D> {
    let rank = modes.len();
    Layout::trusted(modes, Profile::flat(rank))
}
