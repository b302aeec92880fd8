//! Squares by the registers of x86-64.

use core::arch::x86_64::*;
use core::array::from_fn;

use super::{Square, square};
use crate::algorithm::square::{of_4, of_8};

/// Registers of 16 bytes, which every x86-64 processor has.
pub struct Sse2;
/// Registers of 32 bytes.
pub struct Avx;
/// Registers of 64 bytes, a cache line.
pub struct Avx512;

/// A square by the intrinsics that interleave the lower halves of two registers, and the upper ones. It is not a function
/// for [`square`], which would be too long for the compiler to inline it.
macro_rules! interleaved {
    ($word:ident $side:literal $low:ident $high:ident) => {
        impl Square<$word> for Sse2 {
            const SIDE: usize = $side;
            #[inline]
            #[target_feature(enable = "sse2")]
            unsafe fn turn<const STREAM: bool>(
                from: *const $word,
                step: usize,
                to: *mut $word,
                stride: usize,
            ) {
                // SAFETY: it is a square of the elements that the caller promises.
                unsafe {
                    let mut rows: [__m128i; $side] =
                        from_fn(|l| _mm_loadu_si128(from.add(l * step).cast()));
                    // A perfect shuffle of all rows, once for each bit of the side: rows are then columns.
                    for _ in 0..usize::ilog2($side) {
                        // The rows `i` and `i + side / 2` become the rows `2 i` and `2 i + 1`.
                        let last = rows;
                        rows = from_fn(|i| {
                            let (a, b) = (last[i / 2], last[i / 2 + $side / 2]);
                            if i % 2 == 0 { $low(a, b) } else { $high(a, b) }
                        });
                    }
                    for (i, x) in rows.into_iter().enumerate() {
                        _mm_storeu_si128(to.add(i * stride).cast(), x);
                    }
                }
            }
        }
    };
}
interleaved!(u8 16 _mm_unpacklo_epi8 _mm_unpackhi_epi8);
interleaved!(u16 8 _mm_unpacklo_epi16 _mm_unpackhi_epi16);

square!(Avx "avx": u32 8 _mm256_loadu_ps of_8 _mm256_storeu_ps);
square!(Avx "avx": u64 4 _mm256_loadu_pd of_4 _mm256_storeu_pd);

impl Square<u32> for Avx512 {
    const SIDE: usize = 16;
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn turn<const STREAM: bool>(from: *const u32, step: usize, to: *mut u32, stride: usize) {
        // SAFETY: it is a square of the elements that the caller promises.
        unsafe {
            let rows: [__m512i; 16] = from_fn(|l| _mm512_loadu_si512(from.add(l * step).cast()));
            // Turns squares of 4 by 4 within the quarters of registers.
            let pairs: [__m512i; 16] = from_fn(|i| {
                let (a, b) = (rows[i / 4 * 4 + i / 2 % 2 * 2], rows[i / 4 * 4 + i / 2 % 2 * 2 + 1]);
                if i % 2 == 0 { _mm512_unpacklo_epi32(a, b) } else { _mm512_unpackhi_epi32(a, b) }
            });
            let fours: [__m512i; 16] = from_fn(|i| {
                let (a, b) = (pairs[i / 4 * 4 + i % 4 / 2], pairs[i / 4 * 4 + i % 4 / 2 + 2]);
                if i % 2 == 0 { _mm512_unpacklo_epi64(a, b) } else { _mm512_unpackhi_epi64(a, b) }
            });
            // The quarter `q` of the register `4 g + c` belongs to the column `4 q + c` and the rows from `4 g` on.
            for c in 0..4 {
                let quarters = quarters([fours[c], fours[4 + c], fours[8 + c], fours[12 + c]]);
                for (q, x) in quarters.into_iter().enumerate() {
                    store::<STREAM>(to.add((4 * q + c) * stride).cast(), x);
                }
            }
        }
    }
}

impl Square<u64> for Avx512 {
    const SIDE: usize = 8;
    #[inline]
    #[target_feature(enable = "avx512f")]
    unsafe fn turn<const STREAM: bool>(from: *const u64, step: usize, to: *mut u64, stride: usize) {
        // SAFETY: as above.
        unsafe {
            let rows: [__m512i; 8] = from_fn(|l| _mm512_loadu_si512(from.add(l * step).cast()));
            let pairs: [__m512i; 8] = from_fn(|i| {
                let (a, b) = (rows[i / 2 * 2], rows[i / 2 * 2 + 1]);
                if i % 2 == 0 { _mm512_unpacklo_epi64(a, b) } else { _mm512_unpackhi_epi64(a, b) }
            });
            // The quarter `q` of the register `2 g + c` belongs to the column `2 q + c` and the rows from `2 g` on.
            for c in 0..2 {
                let quarters = quarters([pairs[c], pairs[2 + c], pairs[4 + c], pairs[6 + c]]);
                for (q, x) in quarters.into_iter().enumerate() {
                    store::<STREAM>(to.add((2 * q + c) * stride).cast(), x);
                }
            }
        }
    }
}

/// Turns a square of 4 by 4 quarters.
#[inline]
#[target_feature(enable = "avx512f")]
fn quarters([a, b, c, d]: [__m512i; 4]) -> [__m512i; 4] {
    let (low_ab, high_ab) =
        (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0xEE>(a, b));
    let (low_cd, high_cd) =
        (_mm512_shuffle_i64x2::<0x44>(c, d), _mm512_shuffle_i64x2::<0xEE>(c, d));
    [
        _mm512_shuffle_i64x2::<0x88>(low_ab, low_cd),
        _mm512_shuffle_i64x2::<0xDD>(low_ab, low_cd),
        _mm512_shuffle_i64x2::<0x88>(high_ab, high_cd),
        _mm512_shuffle_i64x2::<0xDD>(high_ab, high_cd),
    ]
}

/// Writes a register. If `STREAM` and it fills a cache line, past the caches.
///
/// # Safety
/// 64 bytes can be written.
#[inline]
#[target_feature(enable = "avx512f")]
unsafe fn store<const STREAM: bool>(to: *mut __m512i, x: __m512i) {
    // SAFETY: the caller promises the same; a stream needs whole lines.
    unsafe {
        if STREAM && to.addr().is_multiple_of(64) {
            _mm512_stream_si512(to, x);
        } else {
            _mm512_storeu_si512(to, x);
        }
    }
}
