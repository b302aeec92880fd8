//! AVX2 with FMA: 16 registers of 32 bytes. 12 hold sums.

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

        #[target_feature(enable = "avx2,fma")]
        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: this function has the instructions.
            unsafe { dispatch!($vector, tile, vectors, columns, [1 2 3 4 5 6]) }
        }
    };
}
vector!(
    __m256,
    f32,
    8,
    _mm256_set1_ps,
    _mm256_loadu_ps,
    _mm256_storeu_ps,
    _mm256_mul_ps,
    _mm256_fmadd_ps,
    run_f32
);
vector!(
    __m256d,
    f64,
    4,
    _mm256_set1_pd,
    _mm256_loadu_pd,
    _mm256_storeu_pd,
    _mm256_mul_pd,
    _mm256_fmadd_pd,
    run_f64
);

pub(super) const F32: Kernel<f32> = Kernel { lanes: 8, vectors: 2, columns: 6, run: run_f32 };
pub(super) const F64: Kernel<f64> = Kernel { lanes: 4, vectors: 2, columns: 6, run: run_f64 };
