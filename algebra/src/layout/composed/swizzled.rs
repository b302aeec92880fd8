//! A layout with XOR strides as a swizzle after a layout with integer strides.

use super::Composed;
use crate::layout::Layout;
use crate::layout::swizzle::Swizzle;
use crate::stride::xor::{Xor, columns};

impl Composed {
    /// `layout` as a swizzle after a layout with integer strides, if it is one. It is one if each bit of a coordinate
    /// sets one bit of the offset, and some set a second bit, always at the same distance from the first. The swizzle
    /// has no more bits than necessary.
    pub(crate) fn of_swizzled(layout: &Layout<Xor>) -> Option<Self> {
        let values = || layout.flat_modes().iter().flat_map(columns);
        let pairs = || values().filter(|value| value.count_ones() == 2);
        let (low, high) = (|pair: i64| pair.trailing_zeros(), |pair: i64| pair.ilog2());
        let first = pairs().next()?;
        let shift = i64::from(high(first) - low(first));
        let base = pairs().map(low).min()?;
        let bits = pairs().map(low).max()? - base + 1;
        [shift, -shift].into_iter().find_map(|shift| {
            let swizzle = Swizzle::new(bits.into(), base.into(), shift).ok()?;
            let one_bit = |value| swizzle.apply(value).count_ones() == 1;
            let inner = swizzle.compose(layout).ok()?.to_integers().ok()?;
            values().all(one_bit).then(|| Composed::of(swizzle, inner))
        })
    }
}
