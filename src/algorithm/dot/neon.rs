//! Dot by fused multiply-adds of NEON. LLVM 22 gives half registers to the chains of [`fold`](super::super::fold).

use core::any::TypeId;
use core::arch::aarch64::*;
use core::mem::transmute_copy;

/// The number of vectors that are summed independently: as many as hide that each addition waits for the last one.
const CHAINS: usize = 8;

/// The sum of the products of two runs of `n` elements, if they are `f32` or `f64`.
///
/// # Safety
/// These elements can be read.
#[inline(always)]
pub(super) unsafe fn dot<T>(n: usize, x: *const T, y: *const T) -> Option<T> {
    let of = typeid::of::<T>();
    // SAFETY: the caller promises the same. `T` is the type of the elements and of the sum.
    unsafe {
        if of == TypeId::of::<f32>() {
            Some(transmute_copy(&of_f32(n, x.cast(), y.cast())))
        } else if of == TypeId::of::<f64>() {
            Some(transmute_copy(&of_f64(n, x.cast(), y.cast())))
        } else {
            None
        }
    }
}

macro_rules! dot {
    ($name:ident $t:ident $lanes:literal: $splat:ident $load:ident $mul_add:ident $add:ident $total:ident) => {
        /// # Safety
        /// As [`dot`].
        #[target_feature(enable = "neon")]
        unsafe fn $name(n: usize, x: *const $t, y: *const $t) -> $t {
            let mut chains = [$splat(0.0); CHAINS];
            let mut i = 0;
            // SAFETY: the loops read elements below `n`.
            unsafe {
                while i + CHAINS * $lanes <= n {
                    for (k, chain) in chains.iter_mut().enumerate() {
                        let at = i + k * $lanes;
                        *chain = $mul_add(*chain, $load(x.add(at)), $load(y.add(at)));
                    }
                    i += CHAINS * $lanes;
                }
                while i + $lanes <= n {
                    chains[0] = $mul_add(chains[0], $load(x.add(i)), $load(y.add(i)));
                    i += $lanes;
                }
                // By halves, so that few additions wait for one another.
                let [a, b, c, d, e, f, g, h] = chains;
                let [a, b, c, d] = [$add(a, e), $add(b, f), $add(c, g), $add(d, h)];
                let mut sum = $total($add($add(a, c), $add(b, d)));
                while i < n {
                    sum += *x.add(i) * *y.add(i);
                    i += 1;
                }
                sum
            }
        }
    };
}
dot!(of_f32 f32 4: vdupq_n_f32 vld1q_f32 vfmaq_f32 vaddq_f32 vaddvq_f32);
dot!(of_f64 f64 2: vdupq_n_f64 vld1q_f64 vfmaq_f64 vaddq_f64 vaddvq_f64);
