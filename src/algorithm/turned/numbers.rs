//! Copies of numbers, turned by squares of the processor's registers.
//!
//! Other than where elements are computed, an element may be written twice: tiles at the ends reach back over
//! those before them, and no tile is written in part.

#[cfg(all(test, feature = "std"))]
mod tests;

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};
use core::ops::Range;

use super::super::assign::{assign, initialize};
use super::super::plan::{Axis, Plan};
use super::super::square::avx::is_number;
use super::super::strided::LINE;
use super::squares::{Avx, Avx512, Square, Sse2};
use super::{Loops, TILES, pairs};
use crate::processor::{has, writes_few_pages};

/// How many bytes are read and written, from which on they are not in the caches of a core before or after.
const MEMORY: usize = 32 << 20;
/// The same of the second cache, and of the first one with most of the second.
const SECOND: usize = 4 << 20;
const FIRST: usize = 512 << 10;
/// Bytes of rows that are a page or longer: shorter ones are not written past the caches, as the lines of a page
/// should come soon after one another.
const PAGE: usize = 4096;

/// [`turned`](super::turned) if `f` does nothing but to write numbers, and there are instructions for them; whether
/// it did.
///
/// # Safety
/// As there.
#[inline(always)]
pub(super) unsafe fn copied<S: Copy, D, F, const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const S,
    to: *mut D,
) -> bool {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    let least = loops.least();
    if !is_number::<S>() || !(is::<F, _>(assign::<S>) || is::<F, _>(initialize::<S>)) {
        return false;
    }
    // SAFETY: as promised; numbers of the same width are read and written, all bits of which are there.
    unsafe {
        match size_of::<S>() {
            1 if least >= 16 => u8::copied(plan, along, from.cast(), to.cast()),
            2 if least >= 8 => u16::copied(plan, along, from.cast(), to.cast()),
            4 if least >= 8 => u32::copied(plan, along, from.cast(), to.cast()),
            8 if least >= 4 => u64::copied(plan, along, from.cast(), to.cast()),
            _ => false,
        }
    }
}

/// Whether the type is that of `G`, the function.
#[inline(always)]
fn is<F, G>(_: G) -> bool {
    typeid::of::<F>() == typeid::of::<G>()
}

/// Numbers by their width.
trait Word: Copy {
    /// [`copied`] of these.
    ///
    /// # Safety
    /// As there; both loops are at least as long as the smallest square of the width.
    unsafe fn copied<const P: usize>(
        plan: &Plan<P>,
        along: usize,
        from: *const Self,
        to: *mut Self,
    ) -> bool;
}
macro_rules! word {
    ($t:ident, $feature:tt $small:ident $side:literal, $line:literal $(, $large:ident $wide:tt)?) => {
        impl Word for $t {
            #[inline(never)]
            unsafe fn copied<const P: usize>(
                plan: &Plan<P>,
                along: usize,
                from: *const $t,
                to: *mut $t,
            ) -> bool {
                let order = Order::of::<$t, P>(plan);
                let least = plan.axis(0).extent.min(plan.axis(along).extent);
                // In the first caches squares of 8 numbers of 8 bytes across take longer than of 4 on Intel's processors, where no
                // row begins at a line.
                let wide = None::<Run<$t>>$(.or_else(|| {
                    let pays = const { size_of::<$t>() == 4 } || order != Order::Near;
                    (pays && has!($wide)).then(|| match order {
                        Order::Written => $large::<$t, $line, AHEAD> as _,
                        Order::PastCaches => $large::<$t, $line, PAST> as _,
                        _ => $large::<$t, $line, PLAIN> as _,
                    })
                }))?;
                let (side, run): (_, Run<$t>) = match order {
                    _ if least < $line => ($side, $small::<$t, $side, PLAIN>),
                    Order::Written => {
                        ($line, wide.unwrap_or($small::<$t, $line, AHEAD>))
                    }
                    _ => ($line, wide.unwrap_or($small::<$t, $line, PLAIN>)),
                };
                // SAFETY: as promised, and the processor has the instructions.
                has!($feature) && unsafe {
                    all(plan, along, from, to, order, side, run);
                    true
                }
            }
        }
    };
}
word!(u8, "sse2" by_sse2 16, 64);
word!(u16, "sse2" by_sse2 8, 32);
word!(u32, "avx" by_avx 8, 16, by_avx512 "avx512f");
word!(u64, "avx" by_avx 4, 8, by_avx512 "avx512f");

/// Turns a number of tiles that follow one another: how many, where the first one is read and written, how far apart its rows
/// are, and how far the next tile is.
///
/// # Safety
/// The tiles can be read and written, and the processor has the instructions.
type Run<W> = unsafe fn(usize, *const W, *mut W, Steps, Steps);

/// From one to the next, where they are read and where they are written.
#[derive(Clone, Copy)]
struct Steps {
    from: usize,
    to: usize,
}

/// What else a [`Run`] does: nothing, ask for the lines that the tile after the next one writes, or write past the caches.
const PLAIN: u8 = 0;
const AHEAD: u8 = 1;
const PAST: u8 = 2;

macro_rules! by {
    ($($name:ident $feature:literal $square:ident;)*) => {$(
        /// A [`Run`] of tiles of `N` by `N`.
        ///
        /// # Safety
        /// As there.
        #[target_feature(enable = $feature)]
        unsafe fn $name<W: Copy, const N: usize, const ALSO: u8>(
            count: usize,
            mut from: *const W,
            mut to: *mut W,
            row: Steps,
            next: Steps,
        ) where
            $square: Square<W>,
        {
            let side = <$square as Square<W>>::SIDE;
            for _ in 0..count {
                // SAFETY: as promised.
                unsafe {
                    for j in (0..N).step_by(side) {
                        let from = from.add(j * row.from);
                        for i in (0..N).step_by(side) {
                            let (from, to) = (from.add(i), to.add(i * row.to));
                            if const { ALSO == AHEAD } && j == 0 {
                                for l in 0..side {
                                    let line = to.wrapping_add(l * row.to + 2 * N);
                                    _mm_prefetch::<_MM_HINT_T0>(line.cast());
                                }
                            }
                            if const { ALSO == PAST } {
                                $square::turn::<true>(from, row.from, to.add(j), row.to);
                            } else {
                                $square::turn::<false>(from, row.from, to.add(j), row.to);
                            }
                        }
                    }
                }
                (from, to) = (from.wrapping_add(next.from), to.wrapping_add(next.to));
            }
        }
    )*};
}
by! {
    by_sse2 "sse2" Sse2;
    by_avx "avx" Avx;
    by_avx512 "avx512f" Avx512;
}

/// In which order tiles come, by where the data lies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    /// In the first caches: along rows that are read.
    Near,
    /// Along rows that are written: these are few pages at a time. A tile waits for the lines that it writes more than for
    /// those that it reads, so the lines after the next ones are asked for.
    Written,
    /// Along rows that are read, where many pages can be written at a time.
    Read,
    /// The same past the caches, if squares are whole lines.
    PastCaches,
}
impl Order {
    #[inline(always)]
    fn of<W, const P: usize>(plan: &Plan<P>) -> Self {
        let extents = (0..plan.count()).map(|i| plan.axis(i).extent);
        let bytes = extents.fold(2 * size_of::<W>(), usize::saturating_mul);
        let is_lines = |i| plan.axis(i).to.wrapping_mul(size_of::<W>()).is_multiple_of(LINE);
        let row = plan.axis(0).extent.saturating_mul(size_of::<W>());
        if bytes < FIRST {
            Order::Near
        } else if bytes >= MEMORY && row >= PAGE && (1..plan.count()).all(is_lines) {
            Order::PastCaches
        } else if bytes >= SECOND && !writes_few_pages() {
            Order::Read
        } else {
            Order::Written
        }
    }
}

/// All pairs of loops, by tiles of `side` by `side`.
///
/// # Safety
/// As [`Word::copied`]; both loops have `side` turns, and the processor has the instructions of `run`.
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
        // SAFETY: as promised.
        unsafe { tiles(loops, order, side, run, from.add(far), to.add(away)) }
    });
    if order == Order::PastCaches {
        // What was written past the caches is there before anything that is written from now on.
        // SAFETY: every x86-64 has the instruction.
        unsafe { _mm_sfence() };
    }
}

/// Where tiles begin along a loop: all but the first two and the last one `side` after another, the second one where
/// lines begin.
#[derive(Clone, Copy)]
struct Tiles {
    side: usize,
    extent: usize,
    second: usize,
    /// From one element to the next.
    step: Steps,
}
impl Tiles {
    /// Along a loop of at least `side` turns; after `head` of them a line begins.
    #[inline(always)]
    fn new(side: usize, Axis { extent, from, to }: Axis, head: usize) -> Self {
        let second = if head == 0 { side } else { head };
        Tiles { side, extent, second, step: Steps { from, to } }
    }

    /// Of the tiles that begin from `block.start` and before `block.end`, those that are `side` apart: where the first of them begins,
    /// and how many these are.
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

/// Two loops in an order.
///
/// # Safety
/// As those above.
#[inline(never)]
unsafe fn tiles<W: Copy>(
    Loops { across, down }: Loops,
    order: Order,
    side: usize,
    run: Run<W>,
    from: *const W,
    to: *mut W,
) {
    // If there are so many tiles that one more does not count.
    let head = if across.extent >= 16 * side { to.align_offset(LINE) % side } else { 0 };
    let (rows, columns) = (Tiles::new(side, down, 0), Tiles::new(side, across, head));
    let row = Steps { from: across.from, to: down.to };
    // The tiles of blocks of two loops: those of the outer one, and of each of them all of the inner one.
    let block = |outer: &Tiles, among: &Range<usize>, inner: &Tiles, along: &Range<usize>| {
        let next = Steps { from: side * inner.step.from, to: side * inner.step.to };
        let runs = inner.runs(along);
        for (first, count) in outer.runs(among) {
            for i in (first..).step_by(side).take(count) {
                for (j, count) in runs.into_iter().filter(|run| run.1 > 0) {
                    // SAFETY: tiles of the two loops.
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
