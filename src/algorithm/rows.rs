//! The rows of a tile with some elements outside. Along a loop, the elements inside follow one another.

use crate::layout::modes::Modes;

/// Room for the loops of most tiles.
const LOOPS: usize = 8;
/// A shorter loop is not worth being the innermost one, if the order is free.
const SHORT: usize = 8;

/// A loop over several layouts: its extent, and its step in each.
#[derive(Clone, Copy)]
struct Loop<const K: usize> {
    extent: usize,
    steps: [usize; K],
}

/// The loops over `K` layouts with the same coordinates, innermost first. The last layout decides which elements are
/// inside.
#[derive(Clone, Copy)]
pub(crate) struct Loops<const K: usize> {
    loops: [Loop<K>; LOOPS],
    count: usize,
}

/// Consecutive elements along the innermost loop.
#[derive(Clone, Copy)]
pub(crate) struct Row<const K: usize> {
    /// The offsets of the first element, and the steps to the next one.
    offsets: [usize; K],
    steps: [usize; K],
    /// The elements that are inside: from the number `begin` on and before `end`.
    pub(crate) begin: usize,
    pub(crate) end: usize,
    /// The number of all elements.
    pub(crate) extent: usize,
}
impl<const K: usize> Row<K> {
    /// Calls `f` with the offset in the layout `k` of each element of the range.
    #[inline(always)]
    pub(crate) fn for_each(self, elements: core::ops::Range<usize>, mut f: impl FnMut([usize; K])) {
        let Row { offsets, steps, .. } = self;
        elements.for_each(|i| f(core::array::from_fn(|k| offsets[k] + i * steps[k])));
    }
}

impl<const K: usize> Loops<K> {
    const NONE: Self = Loops { loops: [Loop { extent: 1, steps: [0; K] }; LOOPS], count: 0 };

    /// The loops over the layout `0`, or `None` if there are too many.
    #[inline(always)]
    pub(crate) fn of<M: Modes>(modes: M) -> Option<Self> {
        if M::COUNT > LOOPS {
            return None;
        }
        let mut all = Self::NONE;
        modes.for_each_mode(0, &mut |_, mode| {
            let mut steps = [0; K];
            steps[0] = mode.stride as usize;
            all.loops[all.count] = Loop { extent: mode.shape as usize, steps };
            all.count += 1;
        });
        Some(all)
    }

    /// Adds the layout `k` to the loops. `None` if its extents and those of the other layouts have no common
    /// refinement, such as `(4,9)` and `(6,6)`, or if there are too many loops.
    #[inline(always)]
    pub(crate) fn and<M: Modes>(mut self, k: usize, modes: M) -> Option<Self> {
        let (mut at, mut same) = (0, M::COUNT == self.count);
        modes.for_each_mode(0, &mut |_, mode| {
            if same {
                let each = &mut self.loops[at];
                same = each.extent == mode.shape as usize;
                each.steps[k] = mode.stride as usize;
                at += 1;
            }
        });
        if same { Some(self) } else { self.refined(k, modes) }
    }

    #[inline(never)]
    fn refined<M: Modes>(self, k: usize, modes: M) -> Option<Self> {
        let mut all = Self::NONE;
        let (mut at, mut rest, mut fits) = (0, self.loops[0], true);
        modes.for_each_mode(0, &mut |_, mode| {
            let (mut left, mut stride) = (mode.shape as usize, mode.stride as usize);
            while left > 1 && fits {
                if rest.extent == 1 {
                    at += 1;
                    fits = at < self.count;
                    rest = self.loops[at % LOOPS];
                    continue;
                }
                let extent = left.min(rest.extent);
                fits = left % extent == 0 && rest.extent % extent == 0 && all.count < LOOPS;
                if fits {
                    rest.steps[k] = stride;
                    all.push(Loop { extent, ..rest }, k);
                    (left, stride) = (left / extent, stride.wrapping_mul(extent));
                    rest.extent /= extent;
                    // A step after the last element may not fit, and is not used.
                    rest.steps.iter_mut().for_each(|step| *step = step.wrapping_mul(extent));
                }
            }
        });
        fits.then_some(all)
    }

    /// Adds a loop, or extends the last one if the new loop continues it in all layouts up to `k`.
    #[inline(always)]
    fn push(&mut self, next: Loop<K>, k: usize) {
        if let Some(last) = self.count.checked_sub(1).map(|last| &mut self.loops[last])
            && (0..=k).all(|k| last.steps[k].wrapping_mul(last.extent) == next.steps[k])
        {
            last.extent *= next.extent;
            return;
        }
        self.loops[self.count] = next;
        self.count += 1;
    }

    /// The loops in an order with long rows.
    #[inline(always)]
    pub(crate) fn in_any_order(mut self) -> Self {
        if self.loops[0].extent < SHORT {
            let longest = (1..self.count).fold(0, |longest, at| {
                if self.loops[at].extent > self.loops[longest].extent { at } else { longest }
            });
            self.loops.swap(0, longest);
        }
        self
    }

    /// Calls `f` with all rows. An element is inside if `begun` and `holds` are true for its offset in the last layout.
    /// Along a loop `begun` does not become false, and `holds` does not become true.
    #[inline(always)]
    pub(crate) fn for_each_row(
        self,
        begun: impl Fn(usize) -> bool,
        holds: impl Fn(usize) -> bool,
        mut f: impl FnMut(Row<K>),
    ) {
        let row = self.loops[0];
        let mut turns = [0; LOOPS];
        let (mut offsets, mut before, mut inside) = ([0; K], 0, 0);
        loop {
            let at = |i| offsets[K - 1] + i * row.steps[K - 1];
            before = first(row.extent, before, |i| !begun(at(i)));
            inside = first(row.extent, inside, |i| holds(at(i)));
            let (begin, end) = if before < inside { (before, inside) } else { (0, 0) };
            f(Row { offsets, steps: row.steps, begin, end, extent: row.extent });
            let mut at = 1;
            loop {
                if at >= self.count {
                    return;
                }
                let Loop { extent, steps } = self.loops[at];
                turns[at] += 1;
                if turns[at] < extent {
                    (0..K).for_each(|k| offsets[k] += steps[k]);
                    break;
                }
                turns[at] = 0;
                (0..K).for_each(|k| offsets[k] -= (extent - 1) * steps[k]);
                at += 1;
            }
        }
    }
}

/// The number of elements for which `holds` is true, which come first among `extent` elements. It is usually the number
/// `before`, that of the previous row.
#[inline(always)]
fn first(extent: usize, before: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, extent);
    if before > 0 && !holds(before - 1) {
        high = before - 1;
    } else if before < extent && holds(before) {
        low = before + 1;
    } else {
        return before;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
