//! Reads the columns of square tiles, in registers.

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) use avx::*;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) use neon::*;

/// The side of squares that are turned without special instructions.
pub(super) const SQUARE: usize = 4;

/// A way to read the columns of tiles, `ACROSS` elements at a time.
pub(super) trait Turn<const ACROSS: usize> {
    /// Calls `column` with `i`, `j` and the `ACROSS` elements from `i + j * step` on with the distance `step`, for all
    /// `i` of a tile of `N` by `N` and all `j` that are multiples of `ACROSS`.
    ///
    /// # Safety
    /// These elements can be read, and `N` is a multiple of `ACROSS`.
    unsafe fn turn<S: Copy, const N: usize>(
        step: usize,
        from: *const S,
        column: impl FnMut(usize, usize, [S; ACROSS]),
    );
}

/// Uses no special instructions.
pub(super) struct Portable;
impl Turn<SQUARE> for Portable {
    #[inline(always)]
    unsafe fn turn<S: Copy, const N: usize>(
        step: usize,
        from: *const S,
        mut column: impl FnMut(usize, usize, [S; SQUARE]),
    ) {
        for j in (0..N).step_by(SQUARE) {
            for i in (0..N).step_by(SQUARE) {
                // SAFETY: these are elements of the tile.
                let square: [[S; SQUARE]; SQUARE] = core::array::from_fn(|l| unsafe {
                    from.add((j + l) * step + i).cast::<[S; SQUARE]>().read()
                });
                for k in 0..SQUARE {
                    column(i + k, j, square.map(|row| row[k]));
                }
            }
        }
    }
}

/// Returns whether elements `S` are numbers of at most 8 bytes without padding bits.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
#[inline(always)]
pub(super) fn is_number<S>() -> bool {
    macro_rules! among {
        ($($t:ident)*) => {{
            let of = typeid::of::<S>();
            [$(core::any::TypeId::of::<$t>()),*].contains(&of)
        }};
    }
    match size_of::<S>() {
        1 => among!(u8 i8),
        2 => among!(u16 i16),
        4 => among!(f32 u32 i32),
        8 => among!(f64 u64 i64 usize isize),
        _ => false,
    }
}

/// [`Turn`] by the intrinsic that reads a row into a register, and a function from rows to columns.
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
macro_rules! turn {
    ($feature:literal $across:literal: $load:ident $columns:ident) => {
        impl super::Turn<$across> for Registers {
            #[inline]
            #[target_feature(enable = $feature)]
            unsafe fn turn<S: Copy, const N: usize>(
                step: usize,
                from: *const S,
                mut column: impl FnMut(usize, usize, [S; $across]),
            ) {
                for j in (0..N).step_by($across) {
                    for i in (0..N).step_by($across) {
                        // SAFETY: it is a square of the tile. The bits of numbers are valid for numbers of the same
                        // width, and a row is so many elements.
                        unsafe {
                            let from = from.add(j * step + i);
                            let columns = $columns(|l| $load(from.add(l * step).cast()));
                            for (k, x) in columns.iter().enumerate() {
                                column(i + k, j, core::mem::transmute_copy(x));
                            }
                        }
                    }
                }
            }
        }
    };
}
#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
use turn;
