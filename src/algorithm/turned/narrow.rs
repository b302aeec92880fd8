//! Few planes to many rows of as many elements, or back: a matrix of few columns turned, channels of pixels put side by side.
//!
//! Squares of registers do not fit there.

use super::super::plan::Axis;
use super::Loops;

/// The elements of each plane that are at hand at a time: some lines, so that each line of memory is touched once from
/// either side, however far the planes are apart.
const BLOCK: usize = 64;
/// The most planes, and one more.
const MOST: usize = 16;
/// Bytes of a copy whose lines are not in the caches of a core.
const FAR: usize = 4 << 20;

/// Whether one of the loops has few turns and the other many, and both step by 1. So many planes that they fill a square of
/// `side` are turned by squares, unless memory is what takes the time.
pub(super) fn fits<W>(loops: Loops, side: usize) -> bool {
    let (least, most) = (loops.least(), loops.across.extent.max(loops.down.extent));
    (2..MOST).contains(&least)
        && most >= BLOCK
        && (least < side || least.saturating_mul(most).saturating_mul(size_of::<W>()) >= FAR)
}

/// Numbers by their width. The loops are compiled here, once.
pub(super) trait Word: Copy + Default {
    /// `to = from` in both loops, which fit.
    ///
    /// # Safety
    /// As [`turned`](super::turned) of these two loops.
    unsafe fn narrow(loops: Loops, from: *const Self, to: *mut Self);
}
macro_rules! words {
    ($($t:ident as $moved:ident: $($k:literal)*;)*) => {$(
        impl Word for $t {
            #[inline(never)]
            unsafe fn narrow(loops: Loops, from: *const $t, to: *mut $t) {
                let Loops { across, down } = loops;
                // SAFETY: as promised.
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
        }
    )*};
}
// Compilers have shuffles for lanes that are floats, which keep all bits.
words! {
    u8 as u8: 2 3 4 5 6 7 8;
    u16 as u16: 2 3 4 5 6 7 8;
    u32 as f32: 2 3 4 5 6 7 8;
    u64 as f64: 2 3 4 5 6 7 8;
}

/// `to(i K + k) = from(i + k plane)` for `i < count` and `k < K`.
///
/// # Safety
/// These can be read and written.
unsafe fn gathered<W: Copy, const K: usize>(
    count: usize,
    from: *const W,
    plane: usize,
    to: *mut W,
) {
    // SAFETY: as promised; what is written is borrowed exclusively.
    unsafe {
        let planes = core::array::from_fn(|k| core::slice::from_raw_parts(from.add(k * plane), count));
        rows_of::<W, K>(planes, core::slice::from_raw_parts_mut(to.cast(), count));
    }
}
/// The compiler knows of arguments that they are apart.
#[inline(never)]
fn rows_of<W: Copy, const K: usize>(planes: [&[W]; K], rows: &mut [[W; K]]) {
    let n = rows.len();
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
/// These can be read and written.
unsafe fn scattered<W: Copy + Default, const K: usize>(
    count: usize,
    from: *const W,
    to: *mut W,
    plane: usize,
) {
    let whole = count / BLOCK * BLOCK;
    let mut planes = [[W::default(); BLOCK]; K];
    // SAFETY: as promised.
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

/// Any number of planes below [`MOST`], and rows that need not touch.
///
/// # Safety
/// As [`Word::narrow`].
unsafe fn apart<W: Word>(across: Axis, down: Axis, from: *const W, to: *mut W) {
    let mut block = [[W::default(); BLOCK]; MOST];
    // SAFETY: as promised.
    unsafe {
        if across.extent < down.extent {
            let (planes, count) = (across.extent, down.extent);
            for i in (0..count).step_by(BLOCK) {
                let width = BLOCK.min(count - i);
                for (k, elements) in block.iter_mut().enumerate().take(planes) {
                    from.add(i + k * across.from)
                        .copy_to_nonoverlapping(elements.as_mut_ptr(), width);
                }
                for j in 0..width {
                    let row = to.add((i + j) * down.to);
                    for (k, elements) in block.iter().enumerate().take(planes) {
                        *row.add(k) = elements[j];
                    }
                }
            }
        } else {
            let (planes, count) = (down.extent, across.extent);
            for i in (0..count).step_by(BLOCK) {
                let width = BLOCK.min(count - i);
                for j in 0..width {
                    let row = from.add((i + j) * across.from);
                    for (k, elements) in block.iter_mut().enumerate().take(planes) {
                        elements[j] = *row.add(k);
                    }
                }
                for (k, elements) in block.iter().enumerate().take(planes) {
                    to.add(i + k * down.to).copy_from_nonoverlapping(elements.as_ptr(), width);
                }
            }
        }
    }
}
