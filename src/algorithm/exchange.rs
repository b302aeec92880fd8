//! A square matrix in memory, transposed where it lies.
//!
//! A tile and the one on the other side of the diagonal are read, each turned, into two buffers, and written to one
//! another's places. Rows of a tile are as long as a line of memory.

use core::mem::MaybeUninit;

use super::square::{self, SQUARE, Turn};
use super::strided::LINE;

/// The number of tiles across a block. Of 1, 2, 4, 8, 16 and all, it is fastest for `f32` and `f64` of 1000, 1024 and
/// 2048 rows.
const TILES: usize = 4;

/// Exchanges the elements at `i * first + j * second` and at `j * first + i * second`, for all `i` and `j` below `extent`.
///
/// # Safety
/// The elements at `start` plus these offsets are borrowed exclusively, and no two have the same offset.
pub(super) unsafe fn exchange<T>(extent: usize, first: usize, second: usize, start: *mut T) {
    // The matrix and its transpose are the same here, so the mode with the smaller step is the inner one.
    let (unit, step) = (first.min(second), first.max(second));
    let square = Square { extent, step };
    // SAFETY: the caller promises the same. Elements are moved as words of their size and alignment.
    unsafe {
        match (size_of::<T>(), align_of::<T>()) {
            (0, _) => {}
            (1, 1) if unit == 1 => square.portable::<MaybeUninit<u8>, 32>(start.cast()),
            (2, 2) if unit == 1 => square.portable::<MaybeUninit<u16>, 32>(start.cast()),
            (4, 4) if unit == 1 => {
                #[cfg(any(
                    all(target_arch = "x86_64", target_feature = "sse2"),
                    all(target_arch = "aarch64", target_feature = "neon")
                ))]
                if square::turns::<T>() {
                    return square.by_registers::<u32, 16, 8>(start.cast());
                }
                square.portable::<MaybeUninit<u32>, 16>(start.cast());
            }
            (8, 8) if unit == 1 => {
                #[cfg(any(
                    all(target_arch = "x86_64", target_feature = "sse2"),
                    all(target_arch = "aarch64", target_feature = "neon")
                ))]
                if square::turns::<T>() {
                    return square.by_registers::<u64, 8, 4>(start.cast());
                }
                square.portable::<MaybeUninit<u64>, 8>(start.cast());
            }
            _ => square.each_tile::<8>(&mut |i, j, height, width| {
                swapped((unit, step), (i, j), (height, width), start);
            }),
        }
    }
}

/// The number of rows and of columns, and the distance of rows.
#[derive(Clone, Copy)]
struct Square {
    extent: usize,
    step: usize,
}
impl Square {
    /// Calls `f` for each tile of `N` by `N` on the diagonal and on one side of it: with its first row and its first
    /// column, then with its height and width. These are smaller at the ends.
    #[inline(always)]
    fn each_tile<const N: usize>(self, f: &mut impl FnMut(usize, usize, usize, usize)) {
        let Square { extent, .. } = self;
        let side = TILES * N;
        for top in (0..extent).step_by(side) {
            for left in (top..extent).step_by(side) {
                for i in (top..extent.min(top + side)).step_by(N) {
                    for j in (left.max(i)..extent.min(left + side)).step_by(N) {
                        f(i, j, N.min(extent - i), N.min(extent - j));
                    }
                }
            }
        }
    }

    /// [`exchange`] by special instructions, for contiguous rows.
    ///
    /// # Safety
    /// As [`exchange`], with the inner step 1. Also, [`square::turns`] is true.
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon")
    ))]
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx"))]
    unsafe fn by_registers<S: Copy, const N: usize, const ACROSS: usize>(self, start: *mut S)
    where
        square::Registers: Turn<ACROSS>,
    {
        // SAFETY: the caller promises the same.
        unsafe { self.tiles::<S, N, ACROSS, square::Registers>(start) }
    }

    /// The same without special instructions.
    ///
    /// # Safety
    /// As [`exchange`], with the inner step 1.
    unsafe fn portable<S: Copy, const N: usize>(self, start: *mut S) {
        // SAFETY: the caller promises the same.
        unsafe { self.tiles::<S, N, SQUARE, square::Portable>(start) }
    }

    /// # Safety
    /// As [`exchange`], with the inner step 1, and `T` can read the elements.
    #[inline(always)]
    unsafe fn tiles<S: Copy, const N: usize, const ACROSS: usize, T: Turn<ACROSS>>(
        self,
        start: *mut S,
    ) {
        /// Rows that are a multiple of so many bytes apart lie in few places of a cache.
        const CROWDED: usize = 4096;
        let Square { extent, step } = self;
        let crowded = step.wrapping_mul(size_of::<S>()).is_multiple_of(CROWDED);
        // Then tiles begin where lines begin, if there are so many of them that a head does not matter.
        let head = if crowded && extent >= 16 * N { start.align_offset(LINE) % N } else { 0 };
        // SAFETY: the head and the rest are parts of the matrix.
        let start = unsafe {
            swapped((1, step), (0, 0), (head, extent), start);
            start.add(head * step + head)
        };
        let rest = Square { extent: extent - head, step };
        rest.each_tile::<N>(&mut |i, j, height, width| {
            // SAFETY: these are tiles of the matrix, and either the same one or without a common element. Both have
            // been read when they are written.
            unsafe {
                if width < N || height < N {
                    return swapped((1, step), (i, j), (height, width), start);
                }
                let (tile, other) = (start.add(i * step + j), start.add(j * step + i));
                let turned = Tile::<S, N>::turned::<ACROSS, T>(tile, step);
                if i < j {
                    Tile::<S, N>::turned::<ACROSS, T>(other, step).write(tile, step);
                }
                turned.write(other, step);
            }
        });
    }
}

/// The elements of a tile.
struct Tile<S, const N: usize>([[MaybeUninit<S>; N]; N]);
impl<S: Copy, const N: usize> Tile<S, N> {
    /// The tile at `from`, transposed.
    ///
    /// # Safety
    /// Its elements can be read, by `T`.
    #[inline(always)]
    unsafe fn turned<const ACROSS: usize, T: Turn<ACROSS>>(from: *const S, step: usize) -> Self {
        let mut rows = [[MaybeUninit::uninit(); N]; N];
        // SAFETY: the caller promises the same, and each group of elements lies in a row.
        unsafe {
            T::turn::<S, N>(step, from, |i, j, column| {
                rows[i].as_mut_ptr().add(j).cast::<[S; ACROSS]>().write(column);
            });
        }
        Tile(rows)
    }

    /// Writes the rows to the tile at `to`.
    ///
    /// # Safety
    /// Its elements can be written, and all elements of this one have been.
    #[inline(always)]
    unsafe fn write(&self, to: *mut S, step: usize) {
        for (i, row) in self.0.iter().enumerate() {
            // SAFETY: the caller promises the same.
            unsafe {
                to.add(i * step).cast::<[S; N]>().write(row.as_ptr().cast::<[S; N]>().read())
            };
        }
    }
}

/// Exchanges the elements of a tile of one side of the diagonal, or on it, with those on the other side, one by one.
///
/// # Safety
/// As [`exchange`].
#[inline(always)]
unsafe fn swapped<T>(
    (unit, step): (usize, usize),
    (top, left): (usize, usize),
    (height, width): (usize, usize),
    start: *mut T,
) {
    for i in top..top + height {
        for j in left.max(i + 1)..left + width {
            // SAFETY: these are elements of the matrix, and as `i < j` they are two.
            unsafe {
                core::ptr::swap(start.add(i * step + j * unit), start.add(j * step + i * unit));
            }
        }
    }
}
