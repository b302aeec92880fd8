//! AVX: squares of 32 bytes, turned in registers. The code that compilers generate for the loops of
//! [`Portable`](super::Portable) takes more than twice as long if the data is in the cache (`cargo run --release transpose`
//! in `benches/report`, f32, 64 x 64).

use core::arch::x86_64::*;

use super::{is_number, turn};
use crate::processor::has;

/// Squares of 32 bytes. Elements are numbers of 4 or 8 bytes, as [`turns`] has checked.
pub struct Registers;

/// Returns whether [`Registers`] can be used for elements `S`: the processor has the instructions, and the elements are
/// numbers of 4 or 8 bytes.
#[inline(always)]
pub fn turns<S>() -> bool {
    size_of::<S>() >= 4 && is_number::<S>() && has!("avx")
}

turn!("avx" 8: _mm256_loadu_ps of_8);
turn!("avx" 4: _mm256_loadu_pd of_4);

/// The columns of a square of 8 by 8.
#[inline]
#[target_feature(enable = "avx")]
pub fn of_8(row: impl Fn(usize) -> __m256) -> [__m256; 8] {
    let rows: [__m256; 8] = core::array::from_fn(row);
    // First pairs of rows, then pairs of pairs, within each half of a register; then the halves.
    let pairs: [__m256; 8] = core::array::from_fn(|i| {
        let (a, b) = (rows[i / 2 * 2], rows[i / 2 * 2 + 1]);
        if i % 2 == 0 { _mm256_unpacklo_ps(a, b) } else { _mm256_unpackhi_ps(a, b) }
    });
    let quads: [__m256; 8] = core::array::from_fn(|i| {
        let (a, b) = (pairs[i / 4 * 4 + i % 4 / 2], pairs[i / 4 * 4 + i % 4 / 2 + 2]);
        if i % 2 == 0 { _mm256_shuffle_ps::<0x44>(a, b) } else { _mm256_shuffle_ps::<0xEE>(a, b) }
    });
    core::array::from_fn(|i| {
        let (a, b) = (quads[i % 4], quads[i % 4 + 4]);
        match i < 4 {
            true => _mm256_permute2f128_ps::<0x20>(a, b),
            false => _mm256_permute2f128_ps::<0x31>(a, b),
        }
    })
}

/// The same for a square of 4 by 4.
#[inline]
#[target_feature(enable = "avx")]
pub fn of_4(row: impl Fn(usize) -> __m256d) -> [__m256d; 4] {
    let rows: [__m256d; 4] = core::array::from_fn(row);
    let pairs: [__m256d; 4] = core::array::from_fn(|i| {
        let (a, b) = (rows[i / 2 * 2], rows[i / 2 * 2 + 1]);
        if i % 2 == 0 { _mm256_unpacklo_pd(a, b) } else { _mm256_unpackhi_pd(a, b) }
    });
    core::array::from_fn(|i| {
        let (a, b) = (pairs[i % 2], pairs[i % 2 + 2]);
        match i < 2 {
            true => _mm256_permute2f128_pd::<0x20>(a, b),
            false => _mm256_permute2f128_pd::<0x31>(a, b),
        }
    })
}
