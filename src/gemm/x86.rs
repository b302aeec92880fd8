//! The vectors of x86-64.

use core::arch::x86_64::*;

use super::kernel::{Kernel, Tile, Vector, dispatch};

/// A vector type by its intrinsics, and the kernel with tiles of up to the given number of columns.
macro_rules! vector {
    ($features:literal [$($columns:literal)*] $kernel:ident $run:ident: $vector:ty, $t:ty, $lanes:literal,
     $splat:ident $load:ident $store:ident $times:ident $mul_add:ident) => {
        // SAFETY: the intrinsics read and write one register.
        unsafe impl Vector for $vector {
            type Element = $t;
            const LANES: usize = $lanes;
            const ZERO: $t = 0.0;
            #[inline(always)]
            unsafe fn splat(x: $t) -> Self {
                // SAFETY: the caller promises the same, here and in the other functions.
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
            unsafe fn ask_for(at: *const $t) {
                // SAFETY: as above.
                unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
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

        #[target_feature(enable = $features)]
        fn $run(tile: &Tile<'_, $t>, vectors: usize, columns: usize) {
            // SAFETY: this function is compiled with the instructions.
            unsafe { dispatch!($vector, tile, vectors, columns, [$($columns)*]) }
        }
        pub const $kernel: Kernel<$t> =
            Kernel { lanes: $lanes, vectors: 2, columns: [$($columns),*].len(), run: $run };
    };
}

/// AVX2 with FMA: 16 registers of 32 bytes. 12 of them hold sums.
pub mod avx2 {
    use super::*;
    vector!("avx2,fma" [1 2 3 4 5 6] F32 run_f32: __m256, f32, 8,
        _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_mul_ps _mm256_fmadd_ps);
    vector!("avx2,fma" [1 2 3 4 5 6] F64 run_f64: __m256d, f64, 4,
        _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_mul_pd _mm256_fmadd_pd);
}

/// AVX-512: 32 registers of 64 bytes. 24 of them hold sums.
pub mod avx512 {
    use super::*;
    vector!("avx512f" [1 2 3 4 5 6 7 8 9 10 11 12] F32 run_f32: __m512, f32, 16,
        _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_mul_ps _mm512_fmadd_ps);
    vector!("avx512f" [1 2 3 4 5 6 7 8 9 10 11 12] F64 run_f64: __m512d, f64, 8,
        _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_mul_pd _mm512_fmadd_pd);
}
