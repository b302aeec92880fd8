//! AVX-512: 32 registers of 64 bytes. 24 hold sums.

use core::arch::x86_64::*;

use super::kernel::{Kernel, Tile, Vector, dispatch};

macro_rules! vector {
    ($vector:ty, $t:ty, $lanes:literal, $splat:ident, $load:ident, $store:ident, $times:ident,
     $mul_add:ident, $run:ident) => {
        // SAFETY: the intrinsics read and write one register.
        unsafe impl Vector for $vector {
            type Element = $t;
            const LANES: usize = $lanes;
            const ZERO: $t = 0.0;
            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                // SAFETY: as promised; so for the others.
                unsafe { $splat(x) }
            }
            #[inline(always)]
            unsafe fn load(from: *const $t) -> Self {
                // SAFETY: as above.
                unsafe { $load(from) }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $t) {
                // SAFETY: as above.
                unsafe { $store(to, self) }
            }
            #[inline(always)]
            unsafe fn times(self, factor: Self) -> Self {
                // SAFETY: as above.
                unsafe { $times(self, factor) }
            }
            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                // SAFETY: as above.
                unsafe { $mul_add(self, factor, summand) }
            }
        }

        #[target_feature(enable = "avx512f")]
        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: this function has the instructions.
            unsafe { dispatch!($vector, tile, vectors, columns, [1 2 3 4 5 6 7 8 9 10 11 12]) }
        }
    };
}
vector!(
    __m512,
    f32,
    16,
    _mm512_set1_ps,
    _mm512_loadu_ps,
    _mm512_storeu_ps,
    _mm512_mul_ps,
    _mm512_fmadd_ps,
    run_f32
);
vector!(
    __m512d,
    f64,
    8,
    _mm512_set1_pd,
    _mm512_loadu_pd,
    _mm512_storeu_pd,
    _mm512_mul_pd,
    _mm512_fmadd_pd,
    run_f64
);

pub(super) const F32: Kernel<f32> = Kernel { lanes: 16, vectors: 2, columns: 12, run: run_f32 };
pub(super) const F64: Kernel<f64> = Kernel { lanes: 8, vectors: 2, columns: 12, run: run_f64 };
