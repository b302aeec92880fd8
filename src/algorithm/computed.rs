//! The loops of the algorithms over elements that do not lie at their offsets in memory, such as computed ones.

use super::plan::{Axis, Leaves, MOST, Plan};
use super::strided::outer;
use crate::tensor::accessor::{Reader, Writer};

/// Calls `f` with every written element and the element that is read at the same coordinate, in the order of the
/// written offsets. The leaves are those of the layouts of the tensors of `read` and `written`.
#[inline(never)]
pub(crate) fn computed<R: Reader<Item: Copy>, W: Writer, const N: usize>(
    (from, to): &(Leaves<N>, Leaves<N>),
    size: usize,
    read: R,
    mut written: W,
    f: &mut impl FnMut(&mut W::Item, R::Item),
) {
    match Plan::new(from, to) {
        Some(plan) => by_plan(&plan, (0, 0), read, written, f),
        None => (0..size).for_each(|i| f(written.at(to.offset(i)), read.value(from.offset(i)))),
    }
}

/// [`computed`] with a known plan, which begins at these offsets in source and destination.
#[inline(always)]
pub(crate) fn by_plan<R: Reader<Item: Copy>, W: Writer, const P: usize>(
    plan: &Plan<P>,
    (from, to): (usize, usize),
    read: R,
    mut written: W,
    f: &mut impl FnMut(&mut W::Item, R::Item),
) {
    let along = if const { R::IN_ROWS } { plan.along(0) } else { 0 };
    let Axis { extent, from: step, to: stride } = plan.axis(along);
    // The compiler then sees that both steps are 1.
    if const { R::IN_WORDS } && step == 1 && stride == 1 {
        return outer(plan, 0, [along], |far, away| {
            let (far, away) = (from + far, to + away);
            read.each_of_row(far, 1, extent, &mut |i, x| f(written.at(away + i), x));
        });
    }
    outer(plan, 0, [along], |far, away| {
        let (far, away) = (from + far, to + away);
        read.each_of_row(far, step, extent, &mut |i, x| f(written.at(away + i * stride), x));
    });
}

/// Folds all elements of a reader that computes rows or words of elements together.
pub(crate) fn folded<R: Reader<Item: Copy>>(
    leaves: &Leaves<MOST>,
    read: R,
    init: R::Item,
    f: &mut impl FnMut(R::Item, R::Item) -> R::Item,
) -> R::Item {
    match Plan::new(leaves, leaves) {
        Some(plan) => folded_from(&plan, 0, read, init, f),
        None => init,
    }
}

/// [`folded`] of a plan that begins at an offset.
#[inline(always)]
pub(crate) fn folded_from<R: Reader<Item: Copy>, const N: usize>(
    plan: &Plan<N>,
    from: usize,
    read: R,
    init: R::Item,
    f: &mut impl FnMut(R::Item, R::Item) -> R::Item,
) -> R::Item {
    let Axis { extent, from: step, .. } = plan.axis(0);
    let mut folded = init;
    outer(plan, 1, [], |far, _| {
        read.each_of_row(from + far, step, extent, &mut |_, x| folded = f(folded, x));
    });
    folded
}
