//! The contiguous mode of a layout.

use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::same_extents::TopModes;
use crate::layout::shape::Shape;

/// See [`Layout::is_contiguous`](crate::Layout::is_contiguous).
#[inline(always)]
pub(crate) fn is_contiguous<L: AnyLayout, const K: usize>(layout: L) -> bool {
    let (first, end) = const { leaves::<L>(K) };
    let (mut is_contiguous, mut span) = (L::Modes::CODOMAIN.is_integers(), 1);
    layout.modes().for_each_mode(0, &mut |at, mode| {
        if first <= at && at < end {
            is_contiguous &= mode.shape == 1 || mode.stride == span;
            span *= mode.shape;
        }
    });
    is_contiguous
}

/// The first leaf of the mode `k`, and the first one after the mode.
const fn leaves<L: AnyLayout>(mut k: usize) -> (usize, usize) {
    let (mut first, mut modes) = (0, <L::Shape as Shape>::TOP);
    loop {
        match modes {
            TopModes::Mode { leaves, .. } if k == 0 => return (first, first + *leaves),
            TopModes::Mode { leaves, others, .. } => {
                (first, modes, k) = (first + *leaves, others, k - 1);
            }
            TopModes::End => {
                panic!("is_contiguous: mode range: the layout has not as many modes")
            }
        }
    }
}
