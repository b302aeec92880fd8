//! Loops cut into parts, and the work on the parts by threads.
//!
//! A part is a box: a range of the iterations of each loop. The outermost loops are cut first, so that a part of the
//! destination is long stretches of memory.

use core::ops::Range;

use crate::algorithm::plan::{Leaves, Plan};
use crate::algorithm::strided::LINE;
use crate::layout::AnyLayout;
use crate::tensor::Tensor;
use crate::tensor::accessor::Accessor;

/// The number of bytes from which threads share the work. Waking a thread takes some microseconds. A caller that is no
/// thread of the pool is woken too, when they have ended: then a copy of 2 MiB takes longer by two threads than by one.
const SHARED: usize = if cfg!(test) { 1 } else { 512 << 10 };
const SHARED_FROM_OUTSIDE: usize = if cfg!(test) { 1 } else { 4 << 20 };
/// The least number of bytes of a task, and the number of tasks for each thread.
const TASK: usize = if cfg!(test) { 1 } else { 128 << 10 };
const TASKS: usize = 4;

/// The number of bytes of a chunk of a reduction.
pub(super) const CHUNK: usize = if cfg!(test) { 64 } else { 256 << 10 };

/// The number of tasks that share the work on so many bytes; 1 if the calling thread does all of it.
pub(super) fn tasks(bytes: usize) -> usize {
    if bytes < SHARED || bytes < SHARED_FROM_OUTSIDE && rayon::current_thread_index().is_none() {
        return 1;
    }
    match rayon::current_num_threads() {
        1 => 1,
        threads => (bytes / TASK).clamp(1, TASKS * threads),
    }
}

/// `combine` of `part` of each number of a range that is not empty, in a tree whose form depends on the range only.
/// At most `tasks` parts of the tree go to other threads.
pub(super) fn combined<R: Send>(
    range: Range<usize>,
    tasks: usize,
    part: &(impl Fn(usize) -> R + Sync),
    combine: &(impl Fn(R, R) -> R + Sync),
) -> R {
    if range.len() <= 1 {
        return part(range.start);
    }
    let middle = range.start + range.len() / 2;
    let (left, right) = (range.start..middle, middle..range.end);
    let (left, right) = match tasks {
        0 | 1 => (combined(left, 1, part, combine), combined(right, 1, part, combine)),
        _ => rayon::join(
            || combined(left, tasks.div_ceil(2), part, combine),
            || combined(right, tasks / 2, part, combine),
        ),
    };
    combine(left, right)
}

/// Calls `f` with each number below `parts`, each in a task of its own.
pub(super) fn each(parts: usize, f: &(impl Fn(usize) + Sync)) {
    if parts > 0 {
        combined(0..parts, parts, f, &|(), ()| ());
    }
}

/// A loop that is cut: into `pieces` pieces, each of which has a multiple of `unit` iterations, except the last one.
#[derive(Clone, Copy)]
struct Cut {
    extent: usize,
    unit: usize,
    pieces: usize,
}
impl Cut {
    const NONE: Self = Cut { extent: 1, unit: 1, pieces: 1 };

    /// The iterations of a piece.
    fn range(self, piece: usize) -> Range<usize> {
        let Cut { extent, unit, pieces } = self;
        let units = extent / unit;
        let start = |piece: usize| unit * (units / pieces * piece + piece.min(units % pieces));
        start(piece)..if piece + 1 == pieces { extent } else { start(piece + 1) }
    }
}

/// Loops cut into parts. They are a function of the extents, the units and the number of parts that is asked for.
pub(super) struct Cuts<const N: usize> {
    cuts: [Cut; N],
    count: usize,
}
impl<const N: usize> Cuts<N> {
    /// Cuts loops, given by their extents and units, innermost first, into `parts` parts or slightly more; into fewer if
    /// there are not so many units.
    pub(super) fn new(loops: impl Iterator<Item = (usize, usize)>, parts: usize) -> Self {
        let mut cuts = Cuts { cuts: [Cut::NONE; N], count: 0 };
        for (extent, unit) in loops {
            cuts.cuts[cuts.count] = Cut { extent, unit, pieces: 1 };
            cuts.count += 1;
        }
        let mut rest = parts;
        for cut in cuts.cuts[..cuts.count].iter_mut().rev() {
            cut.pieces = (cut.extent / cut.unit).min(rest).max(1);
            rest = rest.div_ceil(cut.pieces);
        }
        cuts
    }

    /// The number of parts.
    pub(super) fn parts(&self) -> usize {
        self.cuts[..self.count].iter().map(|cut| cut.pieces).product()
    }

    /// The iterations of the loop `k` in a part. The pieces of the innermost loop are next to one another.
    pub(super) fn range(&self, part: usize, k: usize) -> Range<usize> {
        let inner: usize = self.cuts[..k].iter().map(|cut| cut.pieces).product();
        let cut = self.cuts[k];
        cut.range(part / inner % cut.pieces)
    }
}

/// The number of elements that fill a line.
pub(super) const fn line<T>() -> usize {
    let size = if size_of::<T>() == 0 { LINE } else { size_of::<T>() };
    if size < LINE { LINE / size } else { 1 }
}

/// The coordinates of two layouts, cut into parts.
pub(super) struct Parts<'l, const N: usize> {
    leaves: &'l (Leaves<N>, Leaves<N>),
    plan: Option<Plan<N>>,
    cuts: Cuts<N>,
}
/// A part of the coordinates of two layouts.
pub(super) enum Part<'l, const N: usize> {
    /// Loops, and the offsets in source and destination where they begin.
    Loops(Plan<N>, (usize, usize)),
    /// Integral coordinates of layouts whose extents have no common refinement.
    Coordinates(Range<usize>, &'l (Leaves<N>, Leaves<N>)),
}
impl<'l, const N: usize> Parts<'l, N> {
    /// Cuts the coordinates of two layouts of the same size. Along contiguous elements of the source and of the
    /// destination, parts have multiples of these units: of a [`line`], which is the side of whole squares too.
    pub(super) fn new(
        leaves: &'l (Leaves<N>, Leaves<N>),
        size: usize,
        parts: usize,
        (read, written): (usize, usize),
    ) -> Self {
        let plan = Plan::new(&leaves.0, &leaves.1);
        let cuts = match &plan {
            Some(plan) => {
                let unit = |step, line| if step == 1 { line } else { 1 };
                let loops = (0..plan.count()).map(|k| {
                    let axis = plan.axis(k);
                    (axis.extent, unit(axis.from, read).max(unit(axis.to, written)))
                });
                Cuts::new(loops, parts)
            }
            None => Cuts::new([(size, 1)].into_iter(), parts),
        };
        Parts { leaves, plan, cuts }
    }

    /// The number of parts.
    pub(super) fn count(&self) -> usize {
        self.cuts.parts()
    }

    /// The part `i`.
    pub(super) fn part(&self, i: usize) -> Part<'l, N> {
        match &self.plan {
            Some(plan) => {
                let (loops, from, to) = plan.part(|k| self.cuts.range(i, k));
                Part::Loops(loops, (from, to))
            }
            None => Part::Coordinates(self.cuts.range(i, 0), self.leaves),
        }
    }
}

/// The elements of a tensor that several threads read.
pub(super) struct Source<'s, A>(&'s A);
impl<'s, A: Accessor + Sync> Source<'s, A> {
    pub(super) fn of<L: AnyLayout>(tensor: &'s Tensor<A, L>) -> Self {
        Source(tensor.parts().0)
    }

    /// The elements that are used at the offsets of a layout for which they are sound.
    pub(super) fn new(elements: &'s A) -> Self {
        Source(elements)
    }

    /// A reader of the elements at offsets of the layout of the tensor.
    pub(super) fn reader(&self) -> A::Reader<'s> {
        // SAFETY: as for `Tensor::reader`: it is called with offsets of the layout.
        unsafe { self.0.reader() }
    }
}

/// What threads write at the same time, each at places of its own: an address, or a writer of elements.
pub(super) struct Divided<W>(W);
// SAFETY: `Divided::new` has the conditions.
unsafe impl<W> Sync for Divided<W> {}
impl<W> Divided<W> {
    /// # Safety
    /// These conditions together make it safe to share:
    /// - A thread writes only to the places of its own part's coordinates, and no two parts have a coordinate in common.
    ///   All that is read at these places is read by the same thread.
    /// - Different coordinates have different places. The layout, with the function of its offsets, is injective, which
    ///   was checked when the tensor was made that is written through, or is compact.
    /// - The places are borrowed exclusively, until all threads have ended.
    /// - Elements may be written by another thread than that which owns them: the tensors are `Send`. Accessors are
    ///   sealed, and each that is `Send` has elements that are `Send`.
    /// - A shared writer has no state but addresses and functions of offsets, which are `Copy` and so do not change.
    pub(super) unsafe fn new(written: W) -> Self {
        Divided(written)
    }

    pub(super) fn get(&self) -> &W {
        &self.0
    }
}
