//! All elements folded, in the order that memory likes.

use core::hint::black_box;

use super::plan::{Axis, Plan};
use super::strided::outer;

/// All elements folded, in several chains: as many as registers hold.
///
/// # Safety
/// For all coordinates, `from` plus the offset of what is read can be read.
#[inline(always)]
pub(super) unsafe fn fold<T: Copy, const P: usize>(
    plan: &Plan<P>,
    from: *const T,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    // SAFETY: as promised.
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
        // SAFETY: as promised.
        chains = unsafe { fold_row(extent, step, from.add(far), chains, f) };
    });
    // By halves, so that few wait for one another.
    for half in [16, 8, 4, 2, 1] {
        if 2 * half <= CHAINS {
            for k in 0..half {
                chains[k] = f(chains[k], chains[k + half]);
            }
        }
    }
    chains[0]
}

/// A row, folded into the chains; their numbers are constants, so that they stay in registers.
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
    // SAFETY: below the extent.
    unsafe {
        if step == 1 {
            while i + CHAINS <= extent {
                // Nothing, but with AVX-512 LLVM would vectorize chains of integers across the turns
                // of this loop, with gathers, at a tenth of the speed.
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
