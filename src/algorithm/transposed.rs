//! Turned data: elements that are contiguous in the source are far apart in the destination, and vice versa.
//!
//! Square tiles with the side of a cache line are transposed in registers. If rows are a multiple of 4096 bytes apart, the
//! tiles go through a buffer, so that source and destination touch every line of memory once.

#[cfg(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
))]
mod by_squares;
#[cfg(all(test, feature = "std"))]
mod tests;

pub(super) use by_squares::is_narrow;
pub(crate) use by_squares::panel;

use core::mem::MaybeUninit;

use super::plan::{Axis, Plan};
use super::square::{self, SQUARE, Turn};
use super::strided::{LINE, group, outer};

/// [`apply`](super::strided::apply) if the loop `along` reads contiguous elements and the first loop writes contiguous
/// elements.
///
/// # Safety
/// As [`apply`](super::strided::apply).
#[inline(always)]
pub(super) unsafe fn transposed<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    // SAFETY: the caller promises the same.
    if unsafe { by_squares::copied::<S, D, F, P>(plan, along, from, to) } {
        return;
    }
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    // SAFETY: the caller promises the same. `turns` has checked that the elements are numbers and that the processor
    // has the instructions.
    pairs::<S, P>(plan, along, |far, away| unsafe {
        let (from, to) = (from.add(far), to.add(away));
        #[cfg(any(
            all(target_arch = "x86_64", target_feature = "sse2"),
            all(target_arch = "aarch64", target_feature = "neon")
        ))]
        if const { size_of::<S>() == 4 } && loops.least() >= 8 && square::turns::<S>() {
            return loops.by_registers::<_, _, _, 16, 8>(from, to, f);
        } else if const { size_of::<S>() == 8 } && loops.least() >= 4 && square::turns::<S>() {
            return loops.by_registers::<_, _, _, 8, 4>(from, to, f);
        }
        if const { size_of::<S>() <= 2 } {
            loops.portable::<_, _, _, 32>(from, to, f);
        } else if const { size_of::<S>() <= 4 } {
            loops.portable::<_, _, _, 16>(from, to, f);
        } else {
            loops.portable::<_, _, _, 8>(from, to, f);
        }
    });
}

/// No squares of numbers, where there are no intrinsics for them.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
#[allow(clippy::extra_unused_type_parameters)]
mod by_squares {
    use super::Plan;

    #[inline(always)]
    pub(in super::super) fn is_narrow<S: Copy, F, const P: usize>(_: &Plan<P>, _: usize) -> bool {
        false
    }

    #[inline(always)]
    pub(super) unsafe fn copied<S: Copy, D, F, const P: usize>(
        _: &Plan<P>,
        _: usize,
        _: *const S,
        _: *mut D,
    ) -> bool {
        false
    }

    #[inline(always)]
    pub(crate) fn panel<T: Copy>(
        _: (&[T], usize),
        _: (&mut [T], usize),
        _: (usize, usize),
    ) -> bool {
        false
    }
}

/// Calls `pair` with the offsets in source and destination where each pair of the loop `along` and the first loop
/// begins.
///
/// The next loop is the one with the smallest step in the destination. But rows of the source should be as long as
/// possible, because each of them is in a page of its own. If they are short, a few iterations of the loop that
/// continues them come first.
#[inline(always)]
fn pairs<S, const P: usize>(plan: &Plan<P>, along: usize, mut pair: impl FnMut(usize, usize)) {
    /// The number of bytes from which a row is long.
    const LONG: usize = 8 * LINE;
    let second = if along == 1 { 2 } else { 1 };
    let next = plan.along_but(second, along);
    let row = plan.axis(along).extent.saturating_mul(size_of::<S>()).max(1);
    if next == second || row >= LONG {
        return outer(plan, 1, [along], pair);
    }
    let (skip, most) = ([along.min(next), along.max(next)], LONG.div_ceil(row));
    let (second, third) = (plan.axis(second), plan.axis(next));
    outer(plan, if along == 1 { 3 } else { 2 }, skip, |far, away| {
        let mut block = 0;
        while block < third.extent {
            let end = third.extent.min(block + most);
            for j in 0..second.extent {
                for k in block..end {
                    let far = far + j * second.from + k * third.from;
                    pair(far, away + j * second.to + k * third.to);
                }
            }
            block = end;
        }
    });
}

/// The loop that writes contiguous elements, and the one that reads contiguous elements.
#[derive(Clone, Copy)]
struct Loops {
    across: Axis,
    down: Axis,
}

/// The number of tiles across a block: as many written rows as pages stay in the TLB while a block is processed.
const TILES: usize = 16;

impl Loops {
    /// The smaller extent if both loops step by 1, otherwise 0.
    #[inline(always)]
    fn least(self) -> usize {
        let in_rows = self.down.from == 1 && self.across.to == 1;
        if in_rows { self.across.extent.min(self.down.extent) } else { 0 }
    }

    /// Tiles of `N`, or with the side `ACROSS` if there are not enough elements.
    ///
    /// # Safety
    /// As [`transposed`]. Also, [`square::turns`] is true, and the smaller extent is at least `ACROSS`.
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon")
    ))]
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx"))]
    unsafe fn by_registers<S: Copy, D, F: FnMut(&mut D, S), const N: usize, const ACROSS: usize>(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) where
        square::Registers: Turn<ACROSS>,
    {
        // SAFETY: the caller promises the same.
        unsafe {
            match self.least() >= N {
                true => self.tiles::<_, _, _, N, ACROSS, square::Registers>(from, to, f),
                false => self.tiles::<_, _, _, ACROSS, ACROSS, square::Registers>(from, to, f),
            }
        }
    }

    /// Uses no special instructions.
    ///
    /// # Safety
    /// As [`transposed`].
    #[inline(always)]
    unsafe fn portable<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) {
        // SAFETY: the caller promises the same.
        unsafe {
            match self.least() >= N {
                true => self.tiles::<_, _, _, N, SQUARE, square::Portable>(from, to, f),
                false => self.crosswise::<_, _, _, N>(from, to, f),
            }
        }
    }

    /// Tiles of `N` by `N`, which `T` reads. If rows are a multiple of 4096 bytes apart, they map to few places of a
    /// cache. Then a tile is first read completely into a buffer, and then written line by line. Otherwise columns are
    /// written from registers. At an end, or before the first line, a whole tile is read and a part of it is written.
    ///
    /// # Safety
    /// As [`transposed`]. Also, the smaller extent is at least `N`.
    #[inline(always)]
    unsafe fn tiles<
        S: Copy,
        D,
        F: FnMut(&mut D, S),
        const N: usize,
        const ACROSS: usize,
        T: Turn<ACROSS>,
    >(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) {
        const CROWDED: usize = 4096;
        let Loops { across, down } = self;
        let crowded = |stride: usize, size| stride.wrapping_mul(size).is_multiple_of(CROWDED);
        let crowded = crowded(across.from, size_of::<S>()) || crowded(down.to, size_of::<D>());
        // The tiles begin where lines begin, if there are so many of them that two further partial tiles do not matter.
        let head = match crowded && across.extent >= 16 * N {
            true => to.align_offset(LINE) % N,
            false => 0,
        };
        for block in (0..down.extent).step_by(TILES * N) {
            let end = down.extent.min(block + TILES * N);
            let (mut j, mut height) = (0, if head == 0 { N } else { head });
            while j < across.extent {
                let top = j.min(across.extent - N);
                let mut i = block;
                while i < end {
                    let (width, first) = (N.min(end - i), i.min(down.extent - N));
                    let whole = width == N && height == N;
                    // SAFETY: the tile is one of the two loops, all of the buffer is written before it is read, and the
                    // elements written are those of coordinates, each once.
                    unsafe {
                        let from = from.add(first + top * across.from);
                        let to = to.add(i * down.to + j);
                        if whole && !crowded {
                            T::turn::<S, N>(across.from, from, |i, j, column| {
                                written(column, to.add(i * down.to + j), f);
                            });
                        } else {
                            let mut buffer = [[MaybeUninit::<S>::uninit(); N]; N];
                            T::turn::<S, N>(across.from, from, |i, j, column| {
                                *buffer[i].as_mut_ptr().add(j).cast() = column;
                            });
                            let rows = buffer.each_ref().map(|row| &*row.as_ptr().cast::<[S; N]>());
                            if whole {
                                for (i, row) in rows.into_iter().enumerate() {
                                    written(*row, to.add(i * down.to), f);
                                }
                            } else {
                                for (i, row) in rows[i - first..][..width].iter().enumerate() {
                                    part(&row[j - top..][..height], to.add(i * down.to), f);
                                }
                            }
                        }
                    }
                    i += N;
                }
                j += height;
                height = N.min(across.extent - j);
            }
        }
    }

    /// Tiles without a buffer, if one of the loops has few iterations or does not step by 1.
    ///
    /// # Safety
    /// As [`transposed`].
    #[inline(always)]
    unsafe fn crosswise<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) {
        let Loops { across, down } = self;
        let unit = down.from == 1 && across.to == 1;
        for block in (0..down.extent).step_by(TILES * N) {
            let end = down.extent.min(block + TILES * N);
            for j in (0..across.extent).step_by(N) {
                let height = N.min(across.extent - j);
                for i in (block..end).step_by(N) {
                    let width = N.min(end - i);
                    // SAFETY: these are the offsets of a coordinate, and those of the tile there.
                    unsafe {
                        let from = from.add(i * down.from + j * across.from);
                        let to = to.add(i * down.to + j * across.to);
                        if unit && height == N {
                            for i in 0..width {
                                let (from, to) = (from.add(i), to.add(i * down.to));
                                group::<_, _, _, N>(across.from, 1, from, to, f);
                            }
                        } else {
                            edge((height, across), (width, down), from, to, f);
                        }
                    }
                }
            }
        }
    }
}

/// Writes a row. It is a separate function, because the compiler does not know that source and destination are
/// different.
///
/// # Safety
/// `N` elements can be written.
#[inline(always)]
unsafe fn written<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    row: [S; N],
    to: *mut D,
    f: &mut F,
) {
    for (j, x) in row.into_iter().enumerate() {
        // SAFETY: the caller promises the same.
        unsafe { f(&mut *to.add(j), x) };
    }
}

/// A part of a row.
///
/// # Safety
/// As many elements can be written.
#[inline(always)]
unsafe fn part<S: Copy, D, F: FnMut(&mut D, S)>(row: &[S], to: *mut D, f: &mut F) {
    let (groups, others) = row.as_chunks::<4>();
    // SAFETY: the caller promises the same.
    unsafe {
        for (j, group) in groups.iter().enumerate() {
            written(*group, to.add(4 * j), f);
        }
        for (j, &x) in others.iter().enumerate() {
            f(&mut *to.add(4 * groups.len() + j), x);
        }
    }
}

/// The rest at the edges.
///
/// # Safety
/// As [`apply`].
#[inline(always)]
unsafe fn edge<S: Copy, D, F: FnMut(&mut D, S)>(
    (height, across): (usize, Axis),
    (width, along): (usize, Axis),
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    for i in 0..width {
        for j in 0..height {
            // SAFETY: these are elements of the tile.
            unsafe {
                f(
                    &mut *to.add(i * along.to + j * across.to),
                    *from.add(i * along.from + j * across.from),
                );
            }
        }
    }
}
