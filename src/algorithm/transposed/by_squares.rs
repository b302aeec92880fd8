//! Copies of numbers, transposed by squares in the processor's registers.
//!
//! Unlike in the loops over computed elements, an element may be written twice. Tiles at the ends overlap those before
//! them, so that every tile is written completely.

mod narrow;
mod squares;
#[cfg(all(test, feature = "std"))]
mod tests;
#[cfg(all(test, feature = "std", target_arch = "x86_64", not(miri)))]
mod touched;

#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::_mm_sfence;
use core::ops::Range;

use super::super::assign::{assign, initialize};
use super::super::plan::{Axis, Plan};
use super::super::square::is_number;
use super::super::strided::LINE;
use super::{Loops, TILES, pairs};
use crate::processor::{WRITES_PAST_CACHES, ask_for, has, writes_few_pages};
use squares::Square;

/// The number of bytes, read and written, from which they are not in the caches of a core before or after the copy.
const MEMORY: usize = 32 << 20;
/// The same for the second-level cache, and for the first-level one.
const SECOND: usize = 4 << 20;
const FIRST: usize = 48 << 10;
/// The number of bytes from which a row is as long as a page. Shorter rows are not written past the caches, since the
/// lines of a page should follow soon after one another.
const PAGE: usize = 4096;

/// [`transposed`](super::transposed) if `f` only writes numbers and the processor has instructions for them. Returns whether it
/// did so.
///
/// # Safety
/// As [`transposed`](super::transposed).
#[inline(always)]
pub(super) unsafe fn copied<S: Copy, D, F, const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const S,
    to: *mut D,
) -> bool {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    let least = loops.least();
    if !are_assigned::<S, F>() {
        return false;
    }
    // SAFETY: the caller promises the same. Numbers of the same width are read and written, and all their bits are
    // initialized.
    unsafe {
        match size_of::<S>() {
            1 => by_plan::<u8, P>(plan, along, least, from.cast(), to.cast()),
            2 => by_plan::<u16, P>(plan, along, least, from.cast(), to.cast()),
            4 => by_plan::<u32, P>(plan, along, least, from.cast(), to.cast()),
            _ => by_plan::<u64, P>(plan, along, least, from.cast(), to.cast()),
        }
    }
}

/// Returns whether `F` only writes numbers `S`.
#[inline(always)]
fn are_assigned<S: Copy, F>() -> bool {
    is_number::<S>() && (is::<F, _>(assign::<S>) || is::<F, _>(initialize::<S>))
}

/// Returns whether the loops are [`narrow`], or fill squares.
#[inline(always)]
pub(in super::super) fn is_narrow<S: Copy, F, const P: usize>(
    plan: &Plan<P>,
    along: usize,
) -> bool {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    are_assigned::<S, F>()
        && match size_of::<S>() {
            1 => is_turned::<u8>(loops),
            2 => is_turned::<u16>(loops),
            4 => is_turned::<u32>(loops),
            _ => is_turned::<u64>(loops),
        }
}

/// A separate function, so that loops that do not need it are compiled as without it.
#[inline(never)]
fn is_turned<W: Word>(loops: Loops) -> bool {
    narrow::fits(loops, W::SIDE) || narrow::is_small(loops, W::SIDE) || loops.least() >= W::SIDE
}

/// [`copied`] as words, if the smaller extent is at least that of a tile.
///
/// # Safety
/// As [`copied`].
#[inline(never)]
unsafe fn by_plan<W: Word, const P: usize>(
    plan: &Plan<P>,
    along: usize,
    least: usize,
    from: *const W,
    to: *mut W,
) -> bool {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    if narrow::fits(loops, W::SIDE) {
        pairs::<W, P>(plan, along, |far, away| {
            // SAFETY: the caller promises the same.
            unsafe { W::narrow(loops, from.add(far), to.add(away)) };
        });
        return true;
    }
    if narrow::is_small(loops, W::SIDE) {
        pairs::<W, P>(plan, along, |far, away| {
            // SAFETY: the caller promises the same.
            unsafe { W::small(loops, from.add(far), to.add(away)) };
        });
        return true;
    }
    let order = Order::of::<W, P>(plan, writes_few_pages);
    let Some((side, run)) = W::run(order, least) else { return false };
    if narrow::is_far::<W>(loops, plan.parts()) {
        pairs::<W, P>(plan, along, |far, away| {
            // SAFETY: the caller promises the same.
            unsafe {
                narrow::buffered(loops, from.add(far), to.add(away), |loops, from, to| {
                    tiles(loops, Order::Near, side, run, from, to)
                })
            };
        });
        return true;
    }
    // SAFETY: the caller promises the same.
    unsafe { all(plan, along, from, to, order, side, run) };
    true
}

/// `to(i + j width) = from(j + i stride)` for all `i < across` and `j < len`, if the elements are numbers and the
/// processor has instructions for so many of them. Returns whether it did so.
#[inline]
pub(crate) fn panel<T: Copy>(
    (from, stride): (&[T], usize),
    (to, width): (&mut [T], usize),
    (across, len): (usize, usize),
) -> bool {
    let least = across.min(len);
    // The smallest squares, for 4 and 8 bytes, have a side of 32 bytes.
    if least * size_of::<T>() < 32 || !is_number::<T>() {
        return false;
    }
    assert!((across - 1) * stride + len <= from.len() && (len - 1) * width + across <= to.len());
    let loops = Loops {
        across: Axis { extent: across, from: stride, to: 1 },
        down: Axis { extent: len, from: 1, to: width },
    };
    #[inline(never)]
    fn as_words<W: Word>(loops: Loops, least: usize, from: *const W, to: *mut W) -> bool {
        let Some((side, run)) = W::run(Order::Near, least) else { return false };
        // SAFETY: both loops are in bounds, and have at least as many iterations as the tiles.
        unsafe { tiles(loops, Order::Near, side, run, from, to) };
        true
    }
    let (from, to) = (from.as_ptr(), to.as_mut_ptr());
    match size_of::<T>() {
        4 => as_words::<u32>(loops, least, from.cast(), to.cast()),
        8 => as_words::<u64>(loops, least, from.cast(), to.cast()),
        _ => false,
    }
}

/// Returns whether `F` is the type of the function.
#[inline(always)]
fn is<F, G>(_: G) -> bool {
    typeid::of::<F>() == typeid::of::<G>()
}

/// Numbers by their width.
trait Word: narrow::Word {
    /// The side of the smallest tiles.
    const SIDE: usize;
    /// The side of the tiles of loops that have at least `least` iterations, and the function that turns the tiles, if
    /// the processor has the instructions.
    fn run(order: Order, least: usize) -> Option<(usize, Run<Self>)>;
}
macro_rules! words {
    ($($t:ident: $small:ident $feature:tt $side:literal, $line:literal $(, $large:ident $wide:tt)?;)*) => {$(
        impl Word for $t {
            const SIDE: usize = $side;
            fn run(order: Order, least: usize) -> Option<(usize, Run<$t>)> {
                if least < $side || !has!($feature) {
                    return None;
                }
                if least < $line {
                    return Some(($side, $small::<$t, $side, PLAIN>));
                }
                let wide = None::<Run<$t>>$(.or_else(|| {
                    has!($wide).then(|| match order {
                        Order::Written => $large::<$t, $line, AHEAD> as _,
                        Order::PastCaches => $large::<$t, $line, PAST> as _,
                        _ => $large::<$t, $line, PLAIN> as _,
                    })
                }))?;
                let run = wide.unwrap_or(match order {
                    Order::Written => $small::<$t, $line, AHEAD>,
                    _ => $small::<$t, $line, PLAIN>,
                });
                Some(($line, run))
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
words! {
    u8: by_sse2 "sse2" 16, 64;
    u16: by_sse2 "sse2" 8, 32;
    u32: by_avx "avx" 8, 16, by_avx512 "avx512f";
    u64: by_avx "avx" 4, 8, by_avx512 "avx512f";
}
#[cfg(target_arch = "aarch64")]
words! {
    u8: by_neon "neon" 16, 64;
    u16: by_neon "neon" 8, 32;
    u32: by_neon "neon" 8, 16;
    u64: by_neon "neon" 4, 8;
}

/// Turns a number of consecutive tiles: their number, the source and the destination of the first one, the distance of
/// its rows, and the distance of the next tile.
///
/// # Safety
/// The tiles can be read and written, and the processor has the instructions.
type Run<W> = unsafe fn(usize, *const W, *mut W, Steps, Steps);

/// The distances to the next one, in source and destination.
#[derive(Clone, Copy)]
struct Steps {
    from: usize,
    to: usize,
}

/// The further action of a [`Run`]: nothing, a prefetch of the lines that the tile after the next one writes, or writes
/// past the caches.
const PLAIN: u8 = 0;
const AHEAD: u8 = 1;
const PAST: u8 = 2;

macro_rules! by {
    ($($name:ident $feature:literal $square:ident;)*) => {$(
        /// A [`Run`] of tiles of `N` by `N`.
        ///
        /// # Safety
        /// As [`Run`].
        #[target_feature(enable = $feature)]
        unsafe fn $name<W: Copy, const N: usize, const ALSO: u8>(
            count: usize,
            mut from: *const W,
            mut to: *mut W,
            row: Steps,
            next: Steps,
        ) where
            squares::$square: Square<W>,
        {
            let side = <squares::$square as Square<W>>::SIDE;
            for _ in 0..count {
                // SAFETY: the caller promises the same.
                unsafe {
                    for j in (0..N).step_by(side) {
                        let from = from.add(j * row.from);
                        for i in (0..N).step_by(side) {
                            let (from, to) = (from.add(i), to.add(i * row.to));
                            if const { ALSO == AHEAD } && j == 0 {
                                for l in 0..side {
                                    let line = to.wrapping_add(l * row.to + 2 * N);
                                    ask_for(line);
                                }
                            }
                            if const { ALSO == PAST } {
                                squares::$square::turn::<true>(from, row.from, to.add(j), row.to);
                            } else {
                                squares::$square::turn::<false>(from, row.from, to.add(j), row.to);
                            }
                        }
                    }
                }
                (from, to) = (from.wrapping_add(next.from), to.wrapping_add(next.to));
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
by! {
    by_sse2 "sse2" Sse2;
    by_avx "avx" Avx;
    by_avx512 "avx512f" Avx512;
}
#[cfg(target_arch = "aarch64")]
by! {
    by_neon "neon" Neon;
}

/// The order of the tiles, by the place of the data.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    /// In the first-level cache: along rows of the source.
    Near,
    /// Along rows of the destination, which are few pages at a time. A tile waits for the lines that it writes more
    /// than for those that it reads, so the lines of the tile after the next one are prefetched.
    Written,
    /// Along rows of the source, if many pages can be written at a time.
    Read,
    /// The same, with writes past the caches if squares are whole lines.
    PastCaches,
}
impl Order {
    /// The order for a plan, on a processor that can or cannot write many pages at a time.
    #[inline(always)]
    fn of<W, const P: usize>(plan: &Plan<P>, few_pages: fn() -> bool) -> Self {
        let bytes = plan.iterations().saturating_mul(2 * size_of::<W>());
        let is_lines = |i| plan.axis(i).to.wrapping_mul(size_of::<W>()).is_multiple_of(LINE);
        let row = plan.axis(0).extent.saturating_mul(size_of::<W>());
        if bytes < FIRST {
            Order::Near
        } else if WRITES_PAST_CACHES
            && bytes >= MEMORY
            && row >= PAGE
            && (1..plan.count()).all(is_lines)
        {
            Order::PastCaches
        } else if bytes >= SECOND && !few_pages() {
            Order::Read
        } else {
            Order::Written
        }
    }
}

/// All pairs of loops, in tiles of `side` by `side`.
///
/// # Safety
/// As [`copied`]. Also, both loops step by 1 and have at least `side` iterations, and the processor has the
/// instructions of `run`.
#[inline(always)]
unsafe fn all<W: Copy, const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const W,
    to: *mut W,
    order: Order,
    side: usize,
    run: Run<W>,
) {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    pairs::<W, P>(plan, along, |far, away| {
        // SAFETY: the caller promises the same.
        unsafe { tiles(loops, order, side, run, from.add(far), to.add(away)) }
    });
    #[cfg(target_arch = "x86_64")]
    if order == Order::PastCaches {
        // The writes past the caches are complete before any later write.
        // SAFETY: every x86-64 has the instruction.
        unsafe { _mm_sfence() };
    }
}

/// Where tiles begin along a loop. They are `side` apart, except the first two and the last one. The second one begins
/// at a line.
#[derive(Clone, Copy)]
struct Tiles {
    side: usize,
    extent: usize,
    second: usize,
    /// The distances from one element to the next.
    step: Steps,
}
impl Tiles {
    /// Along a loop of at least `side` iterations. A line begins after `head` of them.
    #[inline(always)]
    fn new(side: usize, Axis { extent, from, to }: Axis, head: usize) -> Self {
        let second = if head == 0 { side } else { head };
        Tiles { side, extent, second, step: Steps { from, to } }
    }

    /// The tiles that begin in `block`, in groups with the distance `side`: where the first tile of each group begins,
    /// and the number of its tiles.
    #[inline(always)]
    fn runs(&self, block: &Range<usize>) -> [(usize, usize); 3] {
        let &Tiles { side, extent, second, .. } = self;
        let is_first = block.start == 0 && second != side;
        let at = if is_first { second } else { block.start };
        let end = block.end.min(extent);
        let count = (end - at) >> side.ilog2();
        let is_last = end == extent && at + count * side < extent;
        [(0, is_first.into()), (at, count), (extent - side, is_last.into())]
    }

    /// Blocks of [`TILES`] tiles.
    #[inline(always)]
    fn blocks(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (extent, long) = (self.extent, TILES * self.side);
        let first = (self.second % self.side) + long;
        let mut start = 0;
        core::iter::from_fn(move || {
            let end = if start == 0 { first } else { start + long };
            let block = start..end.min(extent);
            start = end;
            (block.start < extent).then_some(block)
        })
    }
}

/// Two loops in the given order.
///
/// # Safety
/// As above.
#[inline(never)]
unsafe fn tiles<W: Copy>(
    Loops { across, down }: Loops,
    order: Order,
    side: usize,
    run: Run<W>,
    from: *const W,
    to: *mut W,
) {
    // If there are so many tiles that a further one does not matter.
    let head = if across.extent >= 16 * side { to.align_offset(LINE) % side } else { 0 };
    let (rows, columns) = (Tiles::new(side, down, 0), Tiles::new(side, across, head));
    let row = Steps { from: across.from, to: down.to };
    // The tiles of blocks of two loops: for each tile of the outer one, all tiles of the inner one.
    let block = |outer: &Tiles, among: &Range<usize>, inner: &Tiles, along: &Range<usize>| {
        let next = Steps { from: side * inner.step.from, to: side * inner.step.to };
        let runs = inner.runs(along);
        for (first, count) in outer.runs(among) {
            for i in (first..).step_by(side).take(count) {
                for (j, count) in runs.into_iter().filter(|run| run.1 > 0) {
                    // SAFETY: these are tiles of the two loops.
                    unsafe {
                        let from = from.add(i * outer.step.from + j * inner.step.from);
                        let to = to.add(i * outer.step.to + j * inner.step.to);
                        run(count, from, to, row, next);
                    }
                }
            }
        }
    };
    for among in rows.blocks() {
        match order {
            Order::Written => {
                columns.blocks().for_each(|along| block(&rows, &among, &columns, &along));
            }
            Order::Near | Order::Read | Order::PastCaches => {
                block(&columns, &(0..across.extent), &rows, &among);
            }
        }
    }
}
