//! NEON: registers of 16 bytes. From the loops of [`Portable`](super::Portable) LLVM makes copies of one element after
//! another.

use core::arch::aarch64::*;
use core::array::from_fn;

use super::{is_number, turn};

/// Squares of 32 bytes, whose rows are two registers. Elements are numbers of 4 or 8 bytes, as [`turns`] has checked.
pub struct Registers;

/// Returns whether [`Registers`] can be used for elements `S`: they are numbers of 4 or 8 bytes.
#[inline(always)]
pub fn turns<S>() -> bool {
    size_of::<S>() >= 4 && is_number::<S>()
}

turn!("neon" 8: load_32 of_8);
turn!("neon" 4: load_64 of_4);

/// Rows of 32 bytes, and squares of them by their quarters.
macro_rules! pairs {
    ($word:ident $register:ident $side:literal, $load:ident $read:ident, $store:ident $write:ident,
     $columns:ident $of_quarter:ident $half:literal) => {
        /// Reads a row.
        ///
        /// # Safety
        /// 32 bytes can be read.
        #[inline]
        #[target_feature(enable = "neon")]
        pub unsafe fn $load(from: *const $word) -> [$register; 2] {
            // SAFETY: the caller promises the same.
            unsafe { [$read(from), $read(from.add($half))] }
        }
        /// Writes a row.
        ///
        /// # Safety
        /// 32 bytes can be written.
        #[inline]
        #[target_feature(enable = "neon")]
        pub unsafe fn $store(to: *mut $word, row: [$register; 2]) {
            // SAFETY: the caller promises the same.
            unsafe {
                $write(to, row[0]);
                $write(to.add($half), row[1]);
            }
        }
        /// The columns of a square.
        #[inline]
        #[target_feature(enable = "neon")]
        pub fn $columns(row: impl Fn(usize) -> [$register; 2]) -> [[$register; 2]; $side] {
            let rows: [[$register; 2]; $side] = from_fn(row);
            let quarter =
                |down: usize, across: usize| $of_quarter(|l| rows[$half * down + l][across]);
            let (left, right) = ([quarter(0, 0), quarter(1, 0)], [quarter(0, 1), quarter(1, 1)]);
            from_fn(|i| if i < $half { left } else { right }.map(|column| column[i % $half]))
        }
    };
}
pairs!(u32 uint32x4_t 8, load_32 vld1q_u32, store_32 vst1q_u32, of_8 quarter_of_8 4);
pairs!(u64 uint64x2_t 4, load_64 vld1q_u64, store_64 vst1q_u64, of_4 quarter_of_4 2);

/// The columns of a square, by the intrinsics that take the even numbers of two registers, and the odd ones. Of those that
/// interleave numbers, and a store, LLVM makes `st2`, which needs a further instruction for its address.
macro_rules! separated {
    ($side:literal: $columns:ident $register:ident $even:ident $odd:ident) => {
        #[inline]
        #[target_feature(enable = "neon")]
        pub fn $columns(row: impl Fn(usize) -> $register) -> [$register; $side] {
            let mut rows: [$register; $side] = from_fn(row);
            // A perfect shuffle of all rows, once for each bit of the side: rows are then columns.
            for _ in 0..const { usize::ilog2($side) } {
                // The rows `2 i` and `2 i + 1` become the rows `i` and `i + side / 2`.
                rows = from_fn(|i| {
                    let at = 2 * i % $side;
                    let (a, b) = (rows[at], rows[at + 1]);
                    if i < $side / 2 { $even(a, b) } else { $odd(a, b) }
                });
            }
            rows
        }
    };
}
separated!(16: of_16_bytes uint8x16_t vuzp1q_u8 vuzp2q_u8);
separated!(8: of_8_halves uint16x8_t vuzp1q_u16 vuzp2q_u16);
separated!(4: quarter_of_8 uint32x4_t vuzp1q_u32 vuzp2q_u32);
separated!(2: quarter_of_4 uint64x2_t vuzp1q_u64 vuzp2q_u64);
