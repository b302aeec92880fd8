//! Copies of numbers, turned by squares of the processor's registers.
//!
//! Other than where elements are computed, an element may be written twice: tiles at the ends reach back over
//! those before them, and no tile is written in part.

use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch, _mm_sfence};

use super::super::assign::{assign, initialize};
use super::super::plan::Plan;
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
                let least = plan.axis(0).extent.min(plan.axis(along).extent);
                // SAFETY: as promised, and the processor has the instructions.
                unsafe {
                    $(if least >= $line && has!($wide) {
                        $large::<$t, $line, P>(plan, along, from, to);
                        return true;
                    })?
                    if !has!($feature) {
                        return false;
                    }
                    match least >= $line {
                        true => $small::<$t, $line, P>(plan, along, from, to),
                        false => $small::<$t, $side, P>(plan, along, from, to),
                    }
                }
                true
            }
        }
    };
}
word!(u8, "sse2" by_sse2 16, 64);
word!(u16, "sse2" by_sse2 8, 32);
word!(u32, "avx" by_avx 8, 16, by_avx512 "avx512f");
word!(u64, "avx" by_avx 4, 8, by_avx512 "avx512f");

macro_rules! by {
    ($($name:ident $feature:literal $square:ident;)*) => {$(
        /// All pairs of loops by tiles of `N` by `N`.
        ///
        /// # Safety
        /// As [`Word::copied`]; both loops have `N` turns, and the processor has the instructions.
        #[target_feature(enable = $feature)]
        unsafe fn $name<W: Copy, const N: usize, const P: usize>(
            plan: &Plan<P>,
            along: usize,
            from: *const W,
            to: *mut W,
        ) where
            $square: Square<W>,
        {
            // SAFETY: as promised.
            unsafe { all::<W, $square, N, P>(plan, along, from, to) }
        }
    )*};
}
by! {
    by_sse2 "sse2" Sse2;
    by_avx "avx" Avx;
    by_avx512 "avx512f" Avx512;
}

/// In which order tiles come, by where the data lies.
#[derive(Clone, Copy, PartialEq)]
enum Order {
    /// Along rows that are written: these are few pages at a time. A tile waits for the lines that it writes more than for
    /// those that it reads, so the lines after the next ones are asked for, if they are not in the first cache.
    Written { ahead: bool },
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
        if bytes >= MEMORY && row >= PAGE && (1..plan.count()).all(is_lines) {
            Order::PastCaches
        } else if bytes >= SECOND && !writes_few_pages() {
            Order::Read
        } else {
            Order::Written { ahead: bytes >= FIRST }
        }
    }
}

/// # Safety
/// As those above.
#[inline(always)]
unsafe fn all<W: Copy, Q: Square<W>, const N: usize, const P: usize>(
    plan: &Plan<P>,
    along: usize,
    from: *const W,
    to: *mut W,
) {
    let loops = Loops { across: plan.axis(0), down: plan.axis(along) };
    let order = Order::of::<W, P>(plan);
    pairs::<W, P>(plan, along, |far, away| {
        // SAFETY: as promised.
        unsafe { tiles::<W, Q, N>(loops, order, from.add(far), to.add(away)) }
    });
    if order == Order::PastCaches {
        // What was written past the caches is there before anything that is written from now on.
        // SAFETY: every x86-64 has the instruction.
        unsafe { _mm_sfence() };
    }
}

/// Where tiles of `N` begin along a loop: all but the first two and the last one `N` after another, the second one where
/// lines begin.
struct Tiles<const N: usize> {
    second: usize,
    last: usize,
    count: usize,
}
impl<const N: usize> Tiles<N> {
    /// Of `extent` elements, at least `N`; after `head` of them a line begins.
    #[inline(always)]
    fn new(extent: usize, head: usize) -> Self {
        let second = if head == 0 { N } else { head };
        Tiles { second, last: extent - N, count: 1 + (extent - second).div_ceil(N) }
    }

    #[inline(always)]
    fn at(&self, i: usize) -> usize {
        match i.checked_sub(1) {
            None => 0,
            Some(i) => self.last.min(self.second + i * N),
        }
    }

    /// Blocks of [`TILES`] tiles.
    #[inline(always)]
    fn blocks(&self) -> impl Iterator<Item = core::ops::Range<usize>> + use<N> {
        let count = self.count;
        (0..count).step_by(TILES).map(move |i| i..count.min(i + TILES))
    }
}

/// Two loops in an order.
///
/// # Safety
/// As those above.
#[inline(always)]
unsafe fn tiles<W: Copy, Q: Square<W>, const N: usize>(
    Loops { across, down }: Loops,
    order: Order,
    from: *const W,
    to: *mut W,
) {
    // If there are so many tiles that one more does not count.
    let head = if across.extent >= 16 * N { to.align_offset(LINE) % N } else { 0 };
    let (rows, columns) = (Tiles::<N>::new(down.extent, 0), Tiles::<N>::new(across.extent, head));
    // SAFETY: tiles of the two loops.
    let tile = |i: usize, j: usize, ahead: bool| unsafe {
        let (i, j) = (rows.at(i), columns.at(j));
        let (from, to) = (from.add(i + j * across.from), to.add(i * down.to + j));
        if ahead {
            for l in 0..N {
                _mm_prefetch::<_MM_HINT_T0>(to.add(l * down.to).wrapping_add(2 * N).cast());
            }
        }
        for i in (0..N).step_by(Q::SIDE) {
            for j in (0..N).step_by(Q::SIDE) {
                let (from, to) = (from.add(i + j * across.from), to.add(i * down.to + j));
                if Q::SIDE * size_of::<W>() == LINE && order == Order::PastCaches {
                    Q::turn::<true>(from, across.from, to, down.to);
                } else {
                    Q::turn::<false>(from, across.from, to, down.to);
                }
            }
        }
    };
    for block in rows.blocks() {
        match order {
            Order::Written { ahead } => {
                for along in columns.blocks() {
                    block.clone().for_each(|i| along.clone().for_each(|j| tile(i, j, ahead)));
                }
            }
            Order::Read | Order::PastCaches => {
                (0..columns.count).for_each(|j| block.clone().for_each(|i| tile(i, j, false)));
            }
        }
    }
}
