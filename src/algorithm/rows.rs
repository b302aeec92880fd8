//! The rows of a tile of which some elements are outside: along one loop those inside come first.

use crate::layout::modes::Modes;

/// Room for the loops of most tiles.
const LOOPS: usize = 8;
/// A loop that is shorter is not worth to be the innermost one, where the order does not matter.
const SHORT: usize = 8;

/// A loop over several layouts: its extent, and the steps of each.
#[derive(Clone, Copy)]
struct Loop<const K: usize> {
    extent: usize,
    steps: [usize; K],
}

/// The loops over `K` layouts with the same coordinates, innermost first. The last layout tells which elements are inside.
#[derive(Clone, Copy)]
pub(crate) struct Loops<const K: usize> {
    loops: [Loop<K>; LOOPS],
    count: usize,
}

/// Elements one after another along the innermost loop.
#[derive(Clone, Copy)]
pub(crate) struct Row<const K: usize> {
    /// The offsets of the first element, and the steps from each to the next one.
    offsets: [usize; K],
    steps: [usize; K],
    /// How many elements from the first one on are inside, of how many.
    pub(crate) inside: usize,
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

    /// The loops over the layout `0`, nothing where they are too many.
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

    /// The loops over the layout `k` too; nothing where its extents and those of the others have no common refinement, as
    /// `(4,9)` and `(6,6)`, or too many loops.
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
                    // What is behind the last element may not fit, and is not used.
                    rest.steps.iter_mut().for_each(|step| *step = step.wrapping_mul(extent));
                }
            }
        });
        fits.then_some(all)
    }

    /// A loop more, or a longer one where it goes on in all layouts up to `k`.
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

    /// The loops in an order in which rows are long.
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

    /// Calls `f` with all rows. An element is inside where `holds` says so of its offset in the last layout; further along any
    /// loop nothing is inside again.
    #[inline(always)]
    pub(crate) fn for_each_row(self, holds: impl Fn(usize) -> bool, mut f: impl FnMut(Row<K>)) {
        let row = self.loops[0];
        let mut turns = [0; LOOPS];
        let (mut offsets, mut inside) = ([0; K], 0);
        loop {
            inside = first(row.extent, inside, |i| holds(offsets[K - 1] + i * row.steps[K - 1]));
            f(Row { offsets, steps: row.steps, inside, extent: row.extent });
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

/// Of `extent` elements, of which those inside come first, how many are: most often as many as in the row before.
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
