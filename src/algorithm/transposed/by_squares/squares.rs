//! Squares of numbers, transposed in registers: rows are read, and columns are written.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub(super) use neon::*;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::*;

/// A square of `SIDE` by `SIDE` numbers of the width of `W`.
pub(super) trait Square<W> {
    /// The number of elements in a row.
    const SIDE: usize;
    /// `to(j + i stride) = from(i + j step)` for all `i` and `j` below `SIDE`. If `STREAM`, whole lines are written
    /// past the caches.
    ///
    /// # Safety
    /// The processor has the instructions, and these elements can be read and written.
    unsafe fn turn<const STREAM: bool>(from: *const W, step: usize, to: *mut W, stride: usize);
}

/// A square by the intrinsics that read and write a register, and a function from rows to columns in between.
macro_rules! square {
    ($registers:ident $feature:literal: $word:ident $side:literal $load:ident $columns:ident $store:ident) => {
        impl super::Square<$word> for $registers {
            const SIDE: usize = $side;
            #[inline]
            #[target_feature(enable = $feature)]
            unsafe fn turn<const STREAM: bool>(
                from: *const $word,
                step: usize,
                to: *mut $word,
                stride: usize,
            ) {
                // SAFETY: it is a square of the elements that the caller promises.
                unsafe {
                    let columns = $columns(|l| $load(from.add(l * step).cast()));
                    for (i, x) in columns.into_iter().enumerate() {
                        $store(to.add(i * stride).cast(), x);
                    }
                }
            }
        }
    };
}
use square;
