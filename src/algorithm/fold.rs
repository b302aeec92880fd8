//! Folds of all elements, in memory order.

use core::hint::black_box;

use super::plan::{Axis, Plan};
use super::strided::outer;

/// Folds all elements, in as many chains as registers hold. `element` is the element at the offsets in both layouts of the
/// plan.
#[inline(always)]
pub(crate) fn fold<T: Copy, const P: usize>(
    plan: &Plan<P>,
    element: impl Fn(usize, usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    if size_of::<T>() <= 4 {
        folded::<_, P, 32>(plan, element, init, f)
    } else if size_of::<T>() <= 8 {
        folded::<_, P, 16>(plan, element, init, f)
    } else {
        folded::<_, P, 4>(plan, element, init, f)
    }
}

/// [`fold`] of a run of elements.
#[inline(always)]
pub(crate) fn fold_run<T: Copy>(
    extent: usize,
    element: impl Fn(usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    if size_of::<T>() <= 4 {
        run::<_, 32>(extent, element, init, f)
    } else if size_of::<T>() <= 8 {
        run::<_, 16>(extent, element, init, f)
    } else {
        run::<_, 4>(extent, element, init, f)
    }
}

#[inline(always)]
fn folded<T: Copy, const P: usize, const CHAINS: usize>(
    plan: &Plan<P>,
    element: impl Fn(usize, usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    let row = plan.axis(0);
    let mut chains = [init; CHAINS];
    outer(plan, 1, [], |far, away| {
        chains = fold_row(row, |i, j| element(far + i, away + j), chains, f);
    });
    together(chains, f)
}

#[inline(always)]
fn run<T: Copy, const CHAINS: usize>(
    extent: usize,
    element: impl Fn(usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    together(fold_row(Axis::run(extent), |i, _| element(i), [init; CHAINS], f), f)
}

/// [`fold_run`] of many elements.
///
/// LLVM chooses the vectors of a loop by what becomes of the chains behind it. If they are added to one another, it takes
/// halves of vectors, or none, and a sum takes 3 to 7 times as long. If they are stored, it takes whole vectors. For few
/// elements the stores cost more than that.
#[cfg(feature = "rayon")]
#[inline(always)]
pub(crate) fn fold_long_run<T: Copy>(
    extent: usize,
    element: impl Fn(usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    if size_of::<T>() <= 4 {
        long_run::<_, 32>(extent, element, init, f)
    } else if size_of::<T>() <= 8 {
        long_run::<_, 16>(extent, element, init, f)
    } else {
        long_run::<_, 4>(extent, element, init, f)
    }
}

#[cfg(feature = "rayon")]
#[inline(always)]
fn long_run<T: Copy, const CHAINS: usize>(
    extent: usize,
    element: impl Fn(usize) -> T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    let mut chains = [init; CHAINS];
    let whole = extent - extent % CHAINS;
    for i in (0..whole).step_by(CHAINS) {
        // As in `fold_row`.
        black_box(());
        for (k, chain) in chains.iter_mut().enumerate() {
            *chain = f(*chain, element(i + k));
        }
    }
    chains = black_box(chains);
    for i in whole..extent {
        chains[0] = f(chains[0], element(i));
    }
    together(chains, f)
}

/// The chains folded by halves, so that few wait for one another.
#[inline(always)]
fn together<T: Copy, const CHAINS: usize>(
    mut chains: [T; CHAINS],
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    for half in [16, 8, 4, 2, 1] {
        if 2 * half <= CHAINS {
            for k in 0..half {
                chains[k] = f(chains[k], chains[k + half]);
            }
        }
    }
    chains[0]
}

/// Folds a row into the chains. Their number is a constant, so that they stay in registers.
#[inline(always)]
fn fold_row<T: Copy, const CHAINS: usize>(
    Axis { extent, from, to }: Axis,
    element: impl Fn(usize, usize) -> T,
    mut chains: [T; CHAINS],
    f: &mut impl FnMut(T, T) -> T,
) -> [T; CHAINS] {
    const FEW: usize = 4;
    let mut i = 0;
    if (from, to) == (1, 1) {
        while i + CHAINS <= extent {
            // This does nothing. Without it, LLVM with AVX-512 vectorizes chains of integers across the iterations of
            // this loop, by gathers, at a tenth of the speed.
            black_box(());
            for (k, chain) in chains.iter_mut().enumerate() {
                *chain = f(*chain, element(i + k, i + k));
            }
            i += CHAINS;
        }
    }
    while i + FEW <= extent {
        for (k, chain) in chains[..FEW].iter_mut().enumerate() {
            *chain = f(*chain, element((i + k) * from, (i + k) * to));
        }
        i += FEW;
    }
    while i < extent {
        chains[0] = f(chains[0], element(i * from, i * to));
        i += 1;
    }
    chains
}
