//! Reads the columns of square tiles, in registers.

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

/// AVX: squares of 32 bytes, turned in registers. The code that compilers generate for the loops of [`Portable`] takes
/// more than twice as long if the data is in the cache (`cargo run --release transpose` in `benches/report`, f32, 64 x
/// 64).
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(super) mod avx {
    use core::any::TypeId;
    use core::arch::x86_64::*;
    use core::mem::transmute_copy;

    use super::Turn;
    use crate::processor::has;

    /// Returns whether [`Avx`] can be used for elements `S`: the processor has the instructions, and the elements are
    /// numbers of 4 or 8 bytes.
    #[inline(always)]
    pub(in super::super) fn turns<S>() -> bool {
        size_of::<S>() >= 4 && is_number::<S>() && has!("avx")
    }

    /// Returns whether elements `S` are numbers of at most 8 bytes without padding bits.
    #[inline(always)]
    pub(in super::super) fn is_number<S>() -> bool {
        macro_rules! among {
            ($($t:ident)*) => {{
                let of = typeid::of::<S>();
                [$(TypeId::of::<$t>()),*].contains(&of)
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

    /// Squares of 32 bytes. Elements are numbers of `32 / ACROSS` bytes, as [`turns`] has checked.
    pub(in super::super) struct Avx;
    macro_rules! turn {
        ($across:literal $square:ident) => {
            impl Turn<$across> for Avx {
                #[inline]
                #[target_feature(enable = "avx")]
                unsafe fn turn<S: Copy, const N: usize>(
                    step: usize,
                    from: *const S,
                    mut column: impl FnMut(usize, usize, [S; $across]),
                ) {
                    for j in (0..N).step_by($across) {
                        for i in (0..N).step_by($across) {
                            // SAFETY: it is a square of the tile. The bits of numbers are valid for numbers of the same
                            // width, and 32 bytes are so many elements.
                            unsafe {
                                let columns = $square(step, from.add(j * step + i).cast());
                                for (k, x) in columns.iter().enumerate() {
                                    column(i + k, j, transmute_copy(x));
                                }
                            }
                        }
                    }
                }
            }
        };
    }
    turn!(8 of_8);
    turn!(4 of_4);

    /// The columns of a square of 8 by 8, whose rows are `step` apart.
    ///
    /// # Safety
    /// The square can be read.
    #[target_feature(enable = "avx")]
    #[inline]
    pub(in super::super) unsafe fn of_8(step: usize, from: *const f32) -> [__m256; 8] {
        // SAFETY: the caller promises the same.
        let rows: [__m256; 8] =
            core::array::from_fn(|l| unsafe { _mm256_loadu_ps(from.add(l * step)) });
        // First pairs of rows, then pairs of pairs, within each half of a register; then the halves.
        let pairs: [__m256; 8] = core::array::from_fn(|i| {
            let (a, b) = (rows[i / 2 * 2], rows[i / 2 * 2 + 1]);
            if i % 2 == 0 { _mm256_unpacklo_ps(a, b) } else { _mm256_unpackhi_ps(a, b) }
        });
        let quads: [__m256; 8] = core::array::from_fn(|i| {
            let (a, b) = (pairs[i / 4 * 4 + i % 4 / 2], pairs[i / 4 * 4 + i % 4 / 2 + 2]);
            if i % 2 == 0 {
                _mm256_shuffle_ps::<0x44>(a, b)
            } else {
                _mm256_shuffle_ps::<0xEE>(a, b)
            }
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
    ///
    /// # Safety
    /// As [`of_8`].
    #[target_feature(enable = "avx")]
    #[inline]
    pub(in super::super) unsafe fn of_4(step: usize, from: *const f64) -> [__m256d; 4] {
        // SAFETY: the caller promises the same.
        let rows: [__m256d; 4] =
            core::array::from_fn(|l| unsafe { _mm256_loadu_pd(from.add(l * step)) });
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
}
