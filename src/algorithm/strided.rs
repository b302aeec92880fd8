//! The loops of the algorithms over memory.
//!
//! There are two cases. If the loop with the smallest step in the destination has a small step in the source too, it is
//! the innermost one, and rows are read and written in their order. Otherwise the data is [`transposed`].

use super::plan::{Axis, Leaves, Plan};
use super::transposed::{is_narrow, transposed};
use crate::tensor::row::along;

/// Bytes of a cache line.
pub(crate) const LINE: usize = 64;

/// Calls `f` with every written element and the element that is read at the same coordinate.
///
/// # Safety
/// For all coordinates, `from` plus the offset in the source can be read, and `to` plus the offset in the destination
/// can be written. They do not overlap.
#[inline(always)]
pub(crate) unsafe fn apply<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let along = plan.along(0);
    // SAFETY: the caller promises the same, and each case visits every coordinate once.
    unsafe {
        if along == 0
            || plan.axis(0).from.saturating_mul(size_of::<S>()) < LINE
                && !is_narrow::<S, F, P>(plan, along)
        {
            rows(plan, from, to, f);
        } else {
            transposed(plan, along, from, to, f);
        }
    }
}

/// [`apply`] for extents without a common refinement: coordinate by coordinate.
///
/// # Safety
/// As [`apply`].
#[inline(never)]
pub(crate) unsafe fn one_by_one<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    (from_leaves, to_leaves): (&Leaves<P>, &Leaves<P>),
    size: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in 0..size {
        // SAFETY: the caller promises the same.
        unsafe { f(&mut *to.add(to_leaves.offset(i)), *from.add(from_leaves.offset(i))) };
    }
}

/// Calls `f` with the offsets of all coordinates of the loops from `at` on except those in `skip`, in ascending order.
#[inline(always)]
pub(crate) fn outer<const P: usize, const SKIP: usize>(
    plan: &Plan<P>,
    at: usize,
    skip: [usize; SKIP],
    mut f: impl FnMut(usize, usize),
) {
    if plan.count() <= at {
        return f(0, 0);
    }
    let mut coordinate = [0; P];
    let (mut from, mut to) = (0, 0);
    loop {
        f(from, to);
        let mut level = at;
        loop {
            for skip in skip {
                if level == skip {
                    level += 1;
                }
            }
            if level >= plan.count() {
                return;
            }
            let axis = plan.axis(level);
            coordinate[level] += 1;
            from += axis.from;
            to += axis.to;
            if coordinate[level] < axis.extent {
                break;
            }
            coordinate[level] = 0;
            from -= axis.extent * axis.from;
            to -= axis.extent * axis.to;
            level += 1;
        }
    }
}

/// [`apply`] row by row, in the order of the source and the destination.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
pub(crate) unsafe fn rows<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let Axis { extent, from: step, to: stride } = plan.axis(0);
    // Rows whose length is a constant are copied in registers.
    // SAFETY: the caller promises the same.
    unsafe {
        match (step, stride, extent) {
            (1, 1, 3) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 3>(1, 1, from, to, f))
            }
            (1, 1, 4) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 4>(1, 1, from, to, f))
            }
            (1, 1, 8) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 8>(1, 1, from, to, f))
            }
            (1, 1, 16) => {
                nest::<S, _, P>(plan, from, to, |to, from| group::<_, _, _, 16>(1, 1, from, to, f))
            }
            // For long rows the compiler checks once whether they overlap.
            (1, 1, _) => nest::<S, _, P>(plan, from, to, |to, from| run(extent, from, to, f)),
            (0, 1, _) => nest::<S, _, P>(plan, from, to, |to, from| row(extent, 0, 1, from, to, f)),
            _ => nest::<S, _, P>(plan, from, to, |to, from| row(extent, step, stride, from, to, f)),
        }
    }
}

/// [`apply`] for contiguous elements in source and destination.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
pub(crate) unsafe fn run<S: Copy, D, F: FnMut(&mut D, S)>(
    extent: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    // SAFETY: the elements lie together, and are borrowed exclusively, as promised.
    let row = unsafe { core::slice::from_raw_parts_mut(to, extent) };
    // SAFETY: as promised.
    along(row, |i, to| f(to, unsafe { *from.add(i) }));
}

/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn row<S: Copy, D, F: FnMut(&mut D, S)>(
    extent: usize,
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    const GROUP: usize = 16;
    let whole = extent / GROUP * GROUP;
    let mut i = 0;
    while i < whole {
        // SAFETY: the caller promises the same.
        unsafe { group::<_, _, _, GROUP>(step, stride, from.add(i * step), to.add(i * stride), f) };
        i += GROUP;
    }
    while i < extent {
        // SAFETY: the caller promises the same.
        unsafe { f(&mut *to.add(i * stride), *from.add(i * step)) };
        i += 1;
    }
}

/// [`apply`] for two loops without a plan. The one with the smaller step in the destination is innermost.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
pub(crate) unsafe fn small_matrix<S: Copy, D, F: FnMut(&mut D, S)>(
    [a, b]: [Axis; 2],
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    let (inner, outer) = if b.to < a.to { (b, a) } else { (a, b) };
    for j in 0..outer.extent {
        // SAFETY: the caller promises the same.
        unsafe {
            let (from, to) = (from.add(j * outer.from), to.add(j * outer.to));
            row(inner.extent, inner.from, inner.to, from, to, f);
        }
    }
}

/// `N` elements. All of them are read before the first one is written, since the compiler does not know that source and
/// destination are different.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
pub(crate) unsafe fn group<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    step: usize,
    stride: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    // SAFETY: the caller promises the same.
    let elements: [S; N] = core::array::from_fn(|i| unsafe { *from.add(i * step) });
    for (i, x) in elements.into_iter().enumerate() {
        // SAFETY: the caller promises the same.
        unsafe { f(&mut *to.add(i * stride), x) };
    }
}

/// The loops except the first one.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn nest<S, D, const P: usize>(
    plan: &Plan<P>,
    from: *const S,
    to: *mut D,
    mut row: impl FnMut(*mut D, *const S),
) {
    /// The largest number of rows that are read one after another although they are far apart.
    const STREAMS: usize = 32;
    let (second, along) = (plan.axis(1), plan.along(1));
    if along > 1 && second.extent > STREAMS && second.from.saturating_mul(size_of::<S>()) >= LINE {
        let third = plan.axis(along);
        outer(plan, 2, [along], |far, away| {
            let mut block = 0;
            while block < third.extent {
                let end = third.extent.min(block + STREAMS);
                for j in 0..second.extent {
                    for k in block..end {
                        let read = far + k * third.from + j * second.from;
                        let written = away + k * third.to + j * second.to;
                        // SAFETY: these are offsets of a coordinate.
                        unsafe { row(to.add(written), from.add(read)) };
                    }
                }
                block = end;
            }
        });
        return;
    }
    let third = plan.axis(2);
    outer(plan, 3, [], |far, away| {
        for k in 0..third.extent {
            for j in 0..second.extent {
                let read = far + k * third.from + j * second.from;
                let written = away + k * third.to + j * second.to;
                // SAFETY: these are offsets of a coordinate.
                unsafe { row(to.add(written), from.add(read)) };
            }
        }
    });
}
