//! Data turned: what lies together where it is read is far apart where it is written, and the other
//! way round.
//!
//! Square tiles of a cache line across are turned in registers. Where rows are a multiple of 4096 bytes
//! apart that goes through a buffer, so that every line of memory is touched once from either side.

mod narrow;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod numbers;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod squares;
#[cfg(all(test, feature = "std"))]
mod tests;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use numbers::panel;

use core::mem::MaybeUninit;

use super::plan::{Axis, Plan};
use super::square::{self, SQUARE, Turn};
use super::strided::{LINE, group, outer};

/// Whether some elements are put side by side, or taken apart, by loops for so many.
#[inline(always)]
pub(super) fn is_narrow<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    along: usize,
) -> bool {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    return numbers::is_narrow::<S, F, P>(plan, along);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    false
}

/// [`apply`](super::strided::apply) where the loop `along` reads what lies together, and the first one
/// writes what lies together.
///
/// # Safety
/// As there.
#[inline(always)]
pub(super) unsafe fn turned<S: Copy, D, F: FnMut(&mut D, S), const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const S,
    to: *mut D,
    f: &mut F,
) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    // SAFETY: as promised.
    if unsafe { numbers::copied::<S, D, F, P>(plan, along, from, to) } {
        return;
    }
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    // SAFETY: as promised; `turns` has seen that the elements are numbers and that there are the instructions.
    pairs::<S, P>(plan, along, |far, away| unsafe {
        let (from, to) = (from.add(far), to.add(away));
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        if const { size_of::<S>() == 4 } && loops.least() >= 8 && square::avx::turns::<S>() {
            return loops.with_avx::<_, _, _, 16, 8>(from, to, f);
        } else if const { size_of::<S>() == 8 } && loops.least() >= 4 && square::avx::turns::<S>() {
            return loops.with_avx::<_, _, _, 8, 4>(from, to, f);
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

/// Calls `pair` with where what the loop `along` and the first one do begins to be read and written.
///
/// The loop that steps least in what is written comes next. But rows that are read should be as long as they
/// can be, because each is in a page of its own: where they are short, a few turns of the loop that goes on
/// with them come before it.
#[inline(always)]
fn pairs<S, const P: usize>(plan: &Plan<P>, along: usize, mut pair: impl FnMut(usize, usize)) {
    /// Bytes of rows that are long.
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

/// The loop that writes what lies together, and the one that reads what does.
#[derive(Clone, Copy)]
struct Loops {
    across: Axis,
    down: Axis,
}

/// Tiles from one end of a block to the other: as many rows that are written as pages stay at hand while a
/// block is gone through.
const TILES: usize = 16;

impl Loops {
    /// The lesser extent if both step by 1, else 0.
    #[inline(always)]
    fn least(self) -> usize {
        let in_rows = self.down.from == 1 && self.across.to == 1;
        if in_rows { self.across.extent.min(self.down.extent) } else { 0 }
    }

    /// Tiles of `N`, or of `ACROSS` elements across if there are no more.
    ///
    /// # Safety
    /// As [`turned`]; [`square::avx::turns`] holds, and the least extent is `ACROSS`.
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[target_feature(enable = "avx")]
    unsafe fn with_avx<S: Copy, D, F: FnMut(&mut D, S), const N: usize, const ACROSS: usize>(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) where
        square::avx::Avx: Turn<ACROSS>,
    {
        // SAFETY: as promised.
        unsafe {
            match self.least() >= N {
                true => self.tiles::<_, _, _, N, ACROSS, square::avx::Avx>(from, to, f),
                false => self.tiles::<_, _, _, ACROSS, ACROSS, square::avx::Avx>(from, to, f),
            }
        }
    }

    /// Without instructions of a processor.
    ///
    /// # Safety
    /// As [`turned`].
    #[inline(always)]
    unsafe fn portable<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
        self,
        from: *const S,
        to: *mut D,
        f: &mut F,
    ) {
        // SAFETY: as promised.
        unsafe {
            match self.least() >= N {
                true => self.tiles::<_, _, _, N, SQUARE, square::Portable>(from, to, f),
                false => self.crosswise::<_, _, _, N>(from, to, f),
            }
        }
    }

    /// Tiles of `N` by `N`, which `T` reads. Where rows are a multiple of 4096 bytes apart they are few places
    /// of a cache, so that a tile is read whole, into a buffer, before it is written line by line; elsewhere
    /// columns are written from registers. Of a tile at an end, or before the first line, a whole one is read
    /// and a part is written.
    ///
    /// # Safety
    /// As [`turned`]; the least extent is `N`.
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
        // Up to where lines begin, if there are so many tiles that parts of two more do not count.
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
                    // SAFETY: the tile is one of the two loops, all of the buffer is written before it is
                    // read, and what is written are elements of coordinates, each once.
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

    /// Tiles without a buffer, where one of the loops has few turns or does not step by 1.
    ///
    /// # Safety
    /// As [`turned`].
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
                    // SAFETY: the offsets of a coordinate, and those of the tile at it.
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

/// A row, which is here because the compiler does not know that what is written is not what is read.
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
        // SAFETY: as promised.
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
    // SAFETY: as promised.
    unsafe {
        for (j, group) in groups.iter().enumerate() {
            written(*group, to.add(4 * j), f);
        }
        for (j, &x) in others.iter().enumerate() {
            f(&mut *to.add(4 * groups.len() + j), x);
        }
    }
}

/// What is left at the edges.
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
            // SAFETY: elements of the tile.
            unsafe {
                f(
                    &mut *to.add(i * along.to + j * across.to),
                    *from.add(i * along.from + j * across.from),
                );
            }
        }
    }
}
