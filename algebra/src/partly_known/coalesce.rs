//! Coalesce, of numbers that are known in part.

use super::facts::Facts;
use crate::mode::Mode;

/// Merges the modes of a layout as its [`Facts`] say, in place. How many there are then.
///
/// ```
/// use tilework_algebra::{Mode, partly_known::{Facts, coalesce}};
/// let mode = |shape, stride| Mode { shape, stride };
/// let mut modes = [mode(2, 1), mode(4, 2), mode(3, 9)];
/// // The first two are known to merge, the last has an extent of run time.
/// let facts = Facts { shapes: 0b011, strides: 0b111, starts: 0b101, extents: 0b01, plain: false };
/// assert_eq!(coalesce(&mut modes, &facts), 2);
/// assert_eq!(modes[..2], [mode(8, 1), mode(3, 9)]);
/// ```
#[inline(always)]
pub fn coalesce(modes: &mut [Mode], facts: &Facts) -> usize {
    if facts.plain {
        return modes.len();
    }
    let (mut starts, mut count) = (facts.starts, 0_usize);
    for at in 0..modes.len() {
        let mode = modes[at];
        if starts & 1 == 1 {
            modes[count] = mode;
            count += 1;
        } else if count > 0 {
            // An extent of 1, or one that the mode goes on with; the size of a layout fits.
            modes[count - 1].shape = modes[count - 1].shape.wrapping_mul(mode.shape);
        }
        starts >>= 1;
    }
    count
}
