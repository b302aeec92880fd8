//! The vectors of x86-64.

use core::arch::x86_64::*;

use super::vector::vector;

/// AVX2 with FMA: 16 registers of 32 bytes. 12 of them hold sums.
pub mod avx2 {
    use super::*;
    vector!("avx2,fma" [1 2 3 4 5 6] F32 run_f32: __m256, f32, 8,
        _mm256_set1_ps _mm256_loadu_ps _mm256_storeu_ps _mm256_mul_ps
        [a * b + c = _mm256_fmadd_ps(a, b, c)]);
    vector!("avx2,fma" [1 2 3 4 5 6] F64 run_f64: __m256d, f64, 4,
        _mm256_set1_pd _mm256_loadu_pd _mm256_storeu_pd _mm256_mul_pd
        [a * b + c = _mm256_fmadd_pd(a, b, c)]);
    vector!("avx2" [1 2 3 4 5 6] I32 run_i32: __m256i, i32, 8,
        _mm256_set1_epi32 _mm256_loadu_si256 _mm256_storeu_si256 _mm256_mullo_epi32
        [a * b + c = _mm256_add_epi32(_mm256_mullo_epi32(a, b), c)]);
}

/// AVX-512: 32 registers of 64 bytes. 24 of them hold sums.
pub mod avx512 {
    use super::*;
    vector!("avx512f" [1 2 3 4 5 6 7 8 9 10 11 12] F32 run_f32: __m512, f32, 16,
        _mm512_set1_ps _mm512_loadu_ps _mm512_storeu_ps _mm512_mul_ps
        [a * b + c = _mm512_fmadd_ps(a, b, c)]);
    vector!("avx512f" [1 2 3 4 5 6 7 8 9 10 11 12] F64 run_f64: __m512d, f64, 8,
        _mm512_set1_pd _mm512_loadu_pd _mm512_storeu_pd _mm512_mul_pd
        [a * b + c = _mm512_fmadd_pd(a, b, c)]);
    vector!("avx512f" [1 2 3 4 5 6 7 8 9 10 11 12] I32 run_i32: __m512i, i32, 16,
        _mm512_set1_epi32 _mm512_loadu_si512 _mm512_storeu_si512 _mm512_mullo_epi32
        [a * b + c = _mm512_add_epi32(_mm512_mullo_epi32(a, b), c)]);
}
