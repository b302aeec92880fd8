//! Nullspace: the coordinates that do not change the offset.

use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::Stride;

/// The layout of the coordinates of `layout` along its modes of stride 0. It satisfies `layout(r(i)) = 0`, and also
/// `layout(c + r(i)) = layout(c)` for every `c` that is 0 along these modes. Its size is the product of their extents;
/// it is `1:0` if there are none. An empty layout has `0:0`.
///
/// Coordinates of several modes whose offsets cancel are not included. The strides of `layout` may be of any kind. The
/// strides of `r` are integers, since coordinates are integers.
///
/// ```
/// use tilework_algebra::{Layout, nullspace};
/// let layout: Layout = "(2,(7,10),3):(1,(0,2),0)".parse()?;
/// assert_eq!(nullspace(&layout).to_string(), "(7,3):(2,140)");
/// let layout: Layout<tilework_algebra::Xor> = "(8,4):(f9,0)".parse()?;
/// assert_eq!(nullspace(&layout).to_string(), "4:8");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn nullspace<D: Stride>(layout: &Layout<D>) -> Layout {
    if layout.is_empty() {
        return Layout::of_flat([Mode { shape: 0, stride: 0 }].into_iter().collect());
    }
    let mut modes = Modes::new();
    let mut weight = 1;
    for Mode { shape, stride } in layout.flat_modes() {
        if *shape > 1 && stride.is_zero() {
            modes.push(Mode { shape: *shape, stride: weight });
        }
        weight *= shape;
    }
    Layout::of_flat(modes)
}
