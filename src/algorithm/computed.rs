//! The loops of the algorithms over elements that are computed where they are read.

use super::plan::{Axis, Leaves, MOST, Plan};
use super::strided::outer;
use crate::tensor::accessor::Reader;

/// `f` of every element that is written and the one that is read at the same coordinate, in the
/// order of what is written.
///
/// # Safety
/// For all coordinates, `read` has the offset of what is read, and `to` plus the offset of what is
/// written can be written.
#[inline(never)]
pub(super) unsafe fn computed<R: Reader<Item: Copy>, D, F: FnMut(&mut D, R::Item)>(
    (from, to): &(Leaves<MOST>, Leaves<MOST>),
    size: usize,
    read: R,
    written: *mut D,
    f: &mut F,
) {
    let Some(plan) = Plan::new(from, to) else {
        for i in 0..size {
            // SAFETY: as promised.
            f(unsafe { &mut *written.add(to.offset(i)) }, read.value(from.offset(i)));
        }
        return;
    };
    let Axis { extent, from: step, to: stride } = plan.axis(0);
    outer(&plan, 1, 0, |far, away| {
        for i in 0..extent {
            // SAFETY: as promised.
            f(unsafe { &mut *written.add(away + i * stride) }, read.value(far + i * step));
        }
    });
}

/// All elements folded.
pub(super) fn folded<R: Reader<Item: Copy>>(
    leaves: &Leaves<MOST>,
    read: R,
    init: R::Item,
    f: &mut impl FnMut(R::Item, R::Item) -> R::Item,
) -> R::Item {
    let Some(plan) = Plan::new(leaves, leaves) else { return init };
    let Axis { extent, from: step, .. } = plan.axis(0);
    let mut folded = init;
    outer(&plan, 1, 0, |far, _| {
        for i in 0..extent {
            folded = f(folded, read.value(far + i * step));
        }
    });
    folded
}
