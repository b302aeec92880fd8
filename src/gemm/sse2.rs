//! SSE2, which every x86-64 processor has: squares transposed in registers. The code that compilers generate for loops
//! takes twice as long.

use core::arch::x86_64::*;
use core::mem::transmute;

use super::element::sealed::Square;

#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn transposed_f32(square: Square<f32>) -> Square<f32> {
    // SAFETY: four registers of four numbers have the representation of the square.
    let [a, b, c, d]: [__m128; 4] = unsafe { transmute(square) };
    let (ab, cd) = (_mm_unpacklo_ps(a, b), _mm_unpacklo_ps(c, d));
    let (ef, gh) = (_mm_unpackhi_ps(a, b), _mm_unpackhi_ps(c, d));
    let columns = [
        _mm_movelh_ps(ab, cd),
        _mm_movehl_ps(cd, ab),
        _mm_movelh_ps(ef, gh),
        _mm_movehl_ps(gh, ef),
    ];
    // SAFETY: as above.
    unsafe { transmute(columns) }
}

#[target_feature(enable = "sse2")]
#[inline]
pub(super) fn transposed_f64(square: Square<f64>) -> Square<f64> {
    // SAFETY: registers of two numbers, two for each row, have the representation of the square.
    let [[a, e], [b, f], [c, g], [d, h]]: [[__m128d; 2]; 4] = unsafe { transmute(square) };
    let columns = [
        [_mm_unpacklo_pd(a, b), _mm_unpacklo_pd(c, d)],
        [_mm_unpackhi_pd(a, b), _mm_unpackhi_pd(c, d)],
        [_mm_unpacklo_pd(e, f), _mm_unpacklo_pd(g, h)],
        [_mm_unpackhi_pd(e, f), _mm_unpackhi_pd(g, h)],
    ];
    // SAFETY: as above.
    unsafe { transmute(columns) }
}
