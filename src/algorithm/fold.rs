//! Folds of all elements, in memory order.

use core::hint::black_box;

use super::plan::{Axis, Plan};
use super::strided::outer;

/// Folds all elements, in as many chains as registers hold.
///
/// # Safety
/// `from` plus the offset of each coordinate can be read.
#[inline(always)]
pub(super) unsafe fn fold<T: Copy, const P: usize>(
    plan: &Plan<P>,
    from: *const T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    // SAFETY: the caller promises the same.
    unsafe {
        if size_of::<T>() <= 4 {
            folded::<_, P, 32>(plan, from, init, f)
        } else if size_of::<T>() <= 8 {
            folded::<_, P, 16>(plan, from, init, f)
        } else {
            folded::<_, P, 4>(plan, from, init, f)
        }
    }
}

/// # Safety
/// As [`fold`].
#[inline(always)]
unsafe fn folded<T: Copy, const P: usize, const CHAINS: usize>(
    plan: &Plan<P>,
    from: *const T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    let Axis { extent, from: step, .. } = plan.axis(0);
    let mut chains = [init; CHAINS];
    outer(plan, 1, [], |far, _| {
        // SAFETY: the caller promises the same.
        chains = unsafe { fold_row(extent, step, from.add(far), chains, f) };
    });
    // By halves, so that few operations wait for one another.
    for half in [16, 8, 4, 2, 1] {
        if 2 * half <= CHAINS {
            for k in 0..half {
                chains[k] = f(chains[k], chains[k + half]);
            }
        }
    }
    chains[0]
}

/// Folds a row into the chains. Their indices are constants, so that they stay in registers.
///
/// # Safety
/// As [`fold`].
#[inline(always)]
unsafe fn fold_row<T: Copy, const CHAINS: usize>(
    extent: usize,
    step: usize,
    from: *const T,
    mut chains: [T; CHAINS],
    f: &mut impl FnMut(T, T) -> T,
) -> [T; CHAINS] {
    const FEW: usize = 4;
    let mut i = 0;
    // SAFETY: the index is below the extent.
    unsafe {
        if step == 1 {
            while i + CHAINS <= extent {
                // It has no effect. Without it, LLVM with AVX-512 would vectorize chains of integers across the
                // iterations of this loop, with gathers, which takes ten times as long.
                black_box(());
                for (k, chain) in chains.iter_mut().enumerate() {
                    *chain = f(*chain, *from.add(i + k));
                }
                i += CHAINS;
            }
        }
        while i + FEW <= extent {
            for (k, chain) in chains[..FEW].iter_mut().enumerate() {
                *chain = f(*chain, *from.add((i + k) * step));
            }
            i += FEW;
        }
        while i < extent {
            chains[0] = f(chains[0], *from.add(i * step));
            i += 1;
        }
    }
    chains
}
