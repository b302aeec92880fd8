//! A few planes interleaved to many short rows, or the reverse: a matrix of few columns transposed, or the channels of
//! pixels interleaved.
//!
//! Squares of registers do not fit such data.

use super::super::super::plan::Axis;
use super::Loops;

/// The number of elements of each plane that are processed at a time. They fill whole lines, so that source and
/// destination touch each line of memory once, at any distance between the planes.
const BLOCK: usize = 64;
/// One more than the largest number of planes.
const MOST: usize = 16;
/// Returns whether one of the loops has too few iterations for squares of `side`, the other one has many, and both step
/// by 1.
pub(super) fn fits(loops: Loops, side: usize) -> bool {
    let (least, most) = (loops.least(), loops.across.extent.max(loops.down.extent));
    (2..side).contains(&least) && most >= BLOCK
}

/// Returns whether both loops step by 1 and have fewer iterations than squares of `side` need, in multiples of 4.
pub(super) fn is_small(loops: Loops, side: usize) -> bool {
    let (least, most) = (loops.least(), loops.across.extent.max(loops.down.extent));
    least >= 4 && least < side && most < BLOCK && least.is_multiple_of(4) && most.is_multiple_of(4)
}

/// Numbers by their width. The loops are compiled once, here.
pub(super) trait Word: Copy + Default {
    /// `to = from` in both loops, which fit.
    ///
    /// # Safety
    /// As [`transposed`](super::super::transposed) of these two loops.
    unsafe fn narrow(loops: Loops, from: *const Self, to: *mut Self);
    /// `to = from` in both loops, which [are small](is_small).
    ///
    /// # Safety
    /// As [`transposed`](super::super::transposed) of these two loops.
    unsafe fn small(loops: Loops, from: *const Self, to: *mut Self);
}
macro_rules! words {
    ($($t:ident as $moved:ident: $($k:literal)*;)*) => {$(
        impl Word for $t {
            #[inline(never)]
            unsafe fn narrow(loops: Loops, from: *const $t, to: *mut $t) {
                let Loops { across, down } = loops;
                // SAFETY: the caller promises the same.
                unsafe {
                    match (across.extent, down.extent) {
                        $(
                            ($k, count) if down.to == $k => {
                                gathered::<$moved, $k>(count, from.cast(), across.from, to.cast());
                            }
                            (count, $k) if across.from == $k => {
                                scattered::<$moved, $k>(count, from.cast(), to.cast(), down.to);
                            }
                        )*
                        _ => apart(across, down, from, to),
                    }
                }
            }
            #[inline(always)]
            unsafe fn small(Loops { across, down }: Loops, from: *const $t, to: *mut $t) {
                for j in (0..across.extent).step_by(4) {
                    for i in (0..down.extent).step_by(4) {
                        // SAFETY: the caller promises the same.
                        unsafe {
                            let (from, to) = (from.add(i + j * across.from), to.add(j + i * down.to));
                            square::<$moved>(from.cast(), across.from, to.cast(), down.to);
                        }
                    }
                }
            }
        }
    )*};
}
// Compilers have shuffles for float lanes, which preserve all bits.
words! {
    u8 as u8: 2 3 4 5 6 7 8;
    u16 as u16: 2 3 4 5 6 7 8;
    u32 as f32: 2 3 4 5 6 7 8;
    u64 as f64: 2 3 4 5 6 7 8;
}

/// `to(j + i step) = from(i + j stride)` for `i` and `j` below 4.
///
/// # Safety
/// These elements can be read and written.
#[inline(always)]
unsafe fn square<W: Copy>(from: *const W, stride: usize, to: *mut W, step: usize) {
    // SAFETY: the caller promises the same.
    unsafe {
        let rows: [[W; 4]; 4] =
            core::array::from_fn(|j| from.add(j * stride).cast::<[W; 4]>().read());
        for i in 0..4 {
            let column = rows.map(|row| row[i]);
            to.add(i * step).cast::<[W; 4]>().write(column);
        }
    }
}

/// `to(i K + k) = from(i + k plane)` for `i < count` and `k < K`.
///
/// # Safety
/// These elements can be read and written.
unsafe fn gathered<W: Copy, const K: usize>(
    count: usize,
    from: *const W,
    plane: usize,
    to: *mut W,
) {
    // SAFETY: the caller promises the same, and the destination is borrowed exclusively.
    unsafe {
        let planes =
            core::array::from_fn(|k| core::slice::from_raw_parts(from.add(k * plane), count));
        rows_of::<W, K>(planes, count, core::slice::from_raw_parts_mut(to.cast(), count));
    }
}
/// For arguments, the compiler knows that they do not overlap. `n` is the number of rows: if LLVM 21 knows it, it does
/// not vectorize the loop for 5 planes.
#[inline(never)]
fn rows_of<W: Copy, const K: usize>(planes: [&[W]; K], n: usize, rows: &mut [[W; K]]) {
    let planes: [&[W]; K] = core::array::from_fn(|k| &planes[k][..n]);
    for i in 0..n {
        for k in 0..K {
            rows[i][k] = planes[k][i];
        }
    }
}

/// `to(i + k plane) = from(i K + k)` for `i < count` and `k < K`.
///
/// # Safety
/// These elements can be read and written.
unsafe fn scattered<W: Copy + Default, const K: usize>(
    count: usize,
    from: *const W,
    to: *mut W,
    plane: usize,
) {
    let whole = count / BLOCK * BLOCK;
    let mut planes = [[W::default(); BLOCK]; K];
    // SAFETY: the caller promises the same.
    unsafe {
        for i in (0..whole).step_by(BLOCK) {
            planes_of(&*from.add(i * K).cast(), &mut planes);
            for (k, elements) in planes.iter().enumerate() {
                to.add(i + k * plane).cast::<[W; BLOCK]>().write(*elements);
            }
        }
        for i in whole..count {
            for k in 0..K {
                *to.add(i + k * plane) = *from.add(i * K + k);
            }
        }
    }
}
/// As [`rows_of`].
#[inline(never)]
fn planes_of<W: Copy, const K: usize>(rows: &[[W; K]; BLOCK], planes: &mut [[W; BLOCK]; K]) {
    for i in 0..BLOCK {
        for k in 0..K {
            planes[k][i] = rows[i][k];
        }
    }
}

/// Rows that are not adjacent.
///
/// # Safety
/// As [`Word::narrow`].
unsafe fn apart<W: Word>(across: Axis, down: Axis, from: *const W, to: *mut W) {
    for i in 0..down.extent {
        for j in 0..across.extent {
            // SAFETY: the caller promises the same.
            unsafe { *to.add(i * down.to + j) = *from.add(i + j * across.from) };
        }
    }
}

/// The number of bytes from which the lines of a copy are not in the caches of a core.
const FAR: usize = 4 << 20;
/// The number of elements of each plane that are transposed at a time.
const RUN: usize = 128;

/// Returns whether so many planes come from memory that their lines would evict one another from a cache. The loops are
/// one of so many parts, if not 0.
pub(super) fn is_far<W>(loops: Loops, parts: usize) -> bool {
    let (least, most) = (loops.least(), loops.across.extent.max(loops.down.extent));
    let size = size_of::<W>().saturating_mul(parts.max(1));
    least < MOST && most >= RUN && least.saturating_mul(most).saturating_mul(size) >= FAR
}

/// `to = from` by `turn`, through a buffer that has some lines of each plane.
///
/// # Safety
/// As [`transposed`](super::super::transposed) of these two loops, which [are far](is_far). `turn` does the same for two loops.
pub(super) unsafe fn buffered<W: Word>(
    Loops { across, down }: Loops,
    from: *const W,
    to: *mut W,
    turn: impl Fn(Loops, *const W, *mut W),
) {
    let mut buffer = [[W::default(); RUN]; MOST];
    let (few, count) = (across.extent.min(down.extent), across.extent.max(down.extent));
    // The last one overlaps the one before it.
    for i in (0..count).step_by(RUN).map(|i| i.min(count - RUN)) {
        // SAFETY: the caller promises the same.
        unsafe {
            if across.extent == few {
                for (k, plane) in buffer.iter_mut().enumerate().take(few) {
                    *plane = from.add(i + k * across.from).cast::<[W; RUN]>().read();
                }
                let loops = Loops {
                    across: Axis { from: RUN, ..across },
                    down: Axis { extent: RUN, ..down },
                };
                turn(loops, buffer.as_ptr().cast(), to.add(i * down.to));
            } else {
                let loops = Loops {
                    across: Axis { extent: RUN, ..across },
                    down: Axis { to: RUN, ..down },
                };
                turn(loops, from.add(i * across.from), buffer.as_mut_ptr().cast());
                for (k, plane) in buffer.iter().enumerate().take(few) {
                    to.add(i + k * down.to).cast::<[W; RUN]>().write(*plane);
                }
            }
        }
    }
}
