//! Counts how often copies load lines and pages. The tiles go, in their order, through caches and TLBs of the sizes of
//! two processors. Each line and each page must be loaded once. Further loads mean that it was evicted in between; the
//! tests limit them.
//!
//! Times have other causes too. But an order that returns to evicted lines is slower on any processor, and no count of
//! instructions shows it.

use core::cell::RefCell;
use std::string::String;
use std::vec::Vec;

use super::super::super::plan::{FEW, Leaves};
use super::*;
use crate::layout;
use crate::layout::AnyLayout;

/// An LRU cache: the most recent addresses, with a limit for each set.
struct Lru {
    /// The unit of addresses: a line, or a page.
    unit: usize,
    ways: usize,
    sets: Vec<Vec<usize>>,
    misses: usize,
}
impl Lru {
    fn new(unit: usize, ways: usize, entries: usize) -> Self {
        Lru { unit, ways, sets: std::vec![Vec::new(); entries / ways], misses: 0 }
    }

    /// Returns whether the address was not in the cache and had to be loaded.
    fn miss(&mut self, address: usize) -> bool {
        let unit = address / self.unit;
        let at = unit % self.sets.len();
        let set = &mut self.sets[at];
        let found = set.iter().rposition(|&other| other == unit);
        match found {
            Some(i) => _ = set.remove(i),
            None if set.len() == self.ways => _ = set.remove(0),
            None => {}
        }
        set.push(unit);
        self.misses += usize::from(found.is_none());
        found.is_none()
    }
}

/// The caches and TLBs of a core. The sizes are from the makers' optimization manuals; all of them are modeled as LRU.
struct Core {
    first: Lru,
    second: Lru,
    pages_read: Lru,
    pages_written: Option<Lru>,
    pages: Lru,
}
impl Core {
    /// Golden Cove, of Intel's Xeons of the 4th and 5th generation: 48 KB and 2 MB; 96 pages to load from, 16 to store
    /// to, 2048.
    fn xeon() -> Self {
        Core {
            first: Lru::new(LINE, 12, 48 * 1024 / LINE),
            second: Lru::new(LINE, 16, 2048 * 1024 / LINE),
            pages_read: Lru::new(PAGE, 6, 96),
            pages_written: Some(Lru::new(PAGE, 16, 16)),
            pages: Lru::new(PAGE, 16, 2048),
        }
    }

    /// Zen 4, of AMD's EPYCs of the 4th generation: 32 KB and 1 MB; 72 pages, 3072.
    fn epyc() -> Self {
        Core {
            first: Lru::new(LINE, 8, 32 * 1024 / LINE),
            second: Lru::new(LINE, 8, 1024 * 1024 / LINE),
            pages_read: Lru::new(PAGE, 72, 72),
            pages_written: None,
            pages: Lru::new(PAGE, 24, 3072),
        }
    }

    fn touch(&mut self, address: usize, is_written: bool, past_caches: bool) {
        let pages = match &mut self.pages_written {
            Some(pages) if is_written => pages,
            _ => &mut self.pages_read,
        };
        if pages.miss(address) {
            self.pages.miss(address);
        }
        if !past_caches && self.first.miss(address) {
            self.second.miss(address);
        }
    }
}

/// The arguments of a call of a [`Run`].
type Called = (usize, usize, usize, Steps, Steps);
std::thread_local! {
    static CALLED: RefCell<Vec<Called>> = const { RefCell::new(Vec::new()) };
}

/// A [`Run`] that only records that it was called.
unsafe fn noted<W>(count: usize, from: *const W, to: *mut W, row: Steps, next: Steps) {
    CALLED.with_borrow_mut(|called| called.push((count, from.addr(), to.addr(), row, next)));
}

/// The average number of loads of each existing line and page: into the first-level and second-level cache, and into
/// the first-level and second-level TLB.
fn touched<W: Copy>(extents: [usize; 4], order: [usize; 4], core: Core, few: bool) -> [f64; 4] {
    // Row-major strides of the extents, and of the extents in another order.
    let (mut read, mut written) = ([1; 4], [1; 4]);
    for i in (0..3).rev() {
        read[i] = read[i + 1] * extents[i + 1];
        written[order[i]] = written[order[i + 1]] * extents[order[i + 1]];
    }
    let ([a, b, c, d], [p, q, r, s], [t, u, v, w]) = (extents, read, written);
    let leaves = (
        Leaves::<FEW>::of(layout!((a,b,c,d):(p,q,r,s)).modes()),
        Leaves::of(layout!((a,b,c,d):(t,u,v,w)).modes()),
    );
    let plan = Plan::new(&leaves.0, &leaves.1).unwrap();
    let along = plan.along(0);
    assert_ne!(along, 0, "transposed");
    let side = LINE / size_of::<W>();
    let order = Order::of::<W, FEW>(&plan, if few { || true } else { || false });

    // Nothing is read or written there. Only the addresses matter, which begin at a page.
    let size: usize = extents.iter().product();
    let room = Vec::<W>::with_capacity(size + PAGE);
    let first = room.as_ptr().wrapping_add(room.as_ptr().align_offset(PAGE)).cast_mut();
    CALLED.take();
    // SAFETY: only `noted` is called, and the addresses are within the room.
    unsafe { all(&plan, along, first.cast_const(), first, order, side, noted::<W>) };

    let (mut core, base, bytes) = (core, first.addr(), size * size_of::<W>());
    // The destination: some pages after the end of the source.
    let away = bytes.next_multiple_of(PAGE) + 5 * PAGE;
    let past_caches = order == Order::PastCaches;
    for (count, from, to, row, next) in CALLED.take() {
        for tile in 0..count {
            for (first, row, next, is_written) in [
                (from - base, row.from, next.from, false),
                (to - base + away, row.to, next.to, true),
            ] {
                for i in 0..side {
                    let begin = first + (tile * next + i * row) * size_of::<W>();
                    for line in begin / LINE..(begin + LINE).div_ceil(LINE) {
                        core.touch(line * LINE, is_written, is_written && past_caches);
                    }
                }
            }
        }
    }
    let lines = (if past_caches { bytes } else { 2 * bytes }) / LINE;
    let pages = 2 * bytes / PAGE;
    let first_pages = core.pages_read.misses + core.pages_written.map_or(0, |pages| pages.misses);
    [
        core.first.misses as f64 / lines as f64,
        core.second.misses as f64 / lines as f64,
        first_pages as f64 / pages as f64,
        core.pages.misses as f64 / pages as f64,
    ]
}

/// Extents and an order of modes, the bytes of an element, and the limits of [`touched`] on both processors.
type Row = ([usize; 4], [usize; 4], usize, [[f64; 4]; 2]);

#[rustfmt::skip]
const ROWS: [Row; 14] = [
    ([1, 1, 200, 200], [0, 1, 3, 2], 4, [[1.06, 1.03, 7.3, 1.07], [1.16, 1.03, 1.07, 1.07]]),
    ([1, 1, 511, 513], [0, 1, 3, 2], 4, [[1.63, 1.03, 18.1, 1.03], [1.63, 1.06, 18.1, 1.03]]),
    ([1, 1, 1000, 1000], [0, 1, 3, 2], 4, [[1.13, 1.03, 34.6, 1.03], [1.23, 1.06, 34.6, 1.03]]),
    ([1, 1, 2048, 2048], [0, 1, 3, 2], 4, [[1.03, 1.03, 35.1, 2.6], [1.03, 1.03, 35.1, 2.6]]),
    ([1, 1, 511, 513], [0, 1, 3, 2], 8, [[1.54, 1.05, 35.6, 1.03], [1.54, 1.06, 35.6, 1.03]]),
    ([1, 1, 1000, 1000], [0, 1, 3, 2], 8, [[1.03, 1.03, 33.6, 1.29], [1.03, 1.03, 35.6, 1.15]]),
    ([1, 128, 96, 200], [0, 3, 2, 1], 4, [[1.32, 1.03, 38.7, 1.06], [1.07, 1.03, 36.1, 1.06]]),
    ([1, 128, 96, 200], [0, 1, 3, 2], 4, [[1.06, 1.03, 1.03, 1.03], [1.05, 1.03, 1.03, 1.03]]),
    ([1, 128, 96, 200], [0, 2, 3, 1], 4, [[1.03, 1.03, 33.5, 1.06], [1.03, 1.03, 2.6, 1.06]]),
    ([1, 128, 96, 200], [0, 3, 1, 2], 4, [[1.14, 1.03, 2.6, 1.03], [1.05, 1.03, 33.5, 1.03]]),
    ([64, 48, 100, 16], [3, 2, 1, 0], 4, [[1.03, 1.03, 12.8, 5.1], [1.03, 1.03, 41.2, 5.1]]),
    ([64, 48, 100, 16], [0, 3, 2, 1], 4, [[1.03, 1.03, 1.14, 1.03], [1.03, 1.03, 1.45, 1.03]]),
    ([64, 48, 100, 16], [2, 3, 0, 1], 4, [[1.03, 1.03, 35.7, 3.2], [1.03, 1.03, 35.7, 3.2]]),
    ([64, 48, 100, 16], [1, 3, 0, 2], 4, [[1.1, 1.03, 8.8, 1.03], [1.1, 1.03, 6.4, 1.03]]),
];

#[test]
fn lines_and_pages() {
    let mut worse = String::new();
    for (extents, order, bytes, limits) in ROWS {
        let touched = match bytes {
            4 => touched::<u32>,
            _ => touched::<u64>,
        };
        let counts = [
            touched(extents, order, Core::xeon(), true),
            touched(extents, order, Core::epyc(), false),
        ];
        let text = std::format!("{extents:?} by {order:?}, {bytes} bytes: {counts:.2?}\n");
        std::print!("{text}");
        let is_within = |(count, limit): (&f64, &f64)| count <= limit;
        if !counts.as_flattened().iter().zip(limits.as_flattened()).all(is_within) {
            worse += &text;
        }
    }
    assert!(worse.is_empty(), "past the limits, Xeon and EPYC:\n{worse}");
}
