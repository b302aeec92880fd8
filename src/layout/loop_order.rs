//! Chooses the innermost loop when no order of the coordinates is promised.
//!
//! Static strides decide at compile time. Otherwise strides are compared at run time. Loops that continue one another
//! are merged, and the loop with the smallest steps in all tensors is the innermost.

#[cfg(feature = "rayon")]
use core::ops::Range;

use crate::layout::for_each::{ForEach, Offset};
use crate::layout::modes::Modes;
use crate::layout::row::Row;

/// Offsets of several layouts at the same coordinate, as nested pairs with the written layout innermost. Steps have the
/// same type.
pub trait Offsets: Offset + Sync {
    /// `self + coordinate * step`
    fn along(self, coordinate: usize, step: Self) -> Self;
    /// `self + coordinate` in each layout.
    fn further(self, coordinate: usize) -> Self;
    /// Returns whether all steps are 1.
    fn are_ones(self) -> bool;
    /// Returns whether `extent` of these steps add up to `next`.
    fn meet(self, extent: usize, next: Self) -> bool;
    /// The sum of the steps, or the largest number if it does not fit.
    fn sum(self) -> usize;
    /// The offset, or the step, in the layout that is written.
    fn written(self) -> usize;
}
impl Offsets for usize {
    #[inline(always)]
    fn along(self, coordinate: usize, step: usize) -> usize {
        self.wrapping_add(coordinate.wrapping_mul(step))
    }
    #[inline(always)]
    fn further(self, coordinate: usize) -> usize {
        self + coordinate
    }
    #[inline(always)]
    fn are_ones(self) -> bool {
        self == 1
    }
    #[inline(always)]
    fn meet(self, extent: usize, next: usize) -> bool {
        self.wrapping_mul(extent) == next
    }
    #[inline(always)]
    fn sum(self) -> usize {
        self
    }
    #[inline(always)]
    fn written(self) -> usize {
        self
    }
}
impl<A: Offsets, B: Offsets> Offsets for (A, B) {
    #[inline(always)]
    fn along(self, coordinate: usize, step: Self) -> Self {
        (self.0.along(coordinate, step.0), self.1.along(coordinate, step.1))
    }
    #[inline(always)]
    fn further(self, coordinate: usize) -> Self {
        (self.0.further(coordinate), self.1.further(coordinate))
    }
    #[inline(always)]
    fn are_ones(self) -> bool {
        self.0.are_ones() & self.1.are_ones()
    }
    #[inline(always)]
    fn meet(self, extent: usize, next: Self) -> bool {
        self.0.meet(extent, next.0) & self.1.meet(extent, next.1)
    }
    #[inline(always)]
    fn sum(self) -> usize {
        self.0.sum().saturating_add(self.1.sum())
    }
    #[inline(always)]
    fn written(self) -> usize {
        self.0.written()
    }
}

/// The most loops that are sorted, and a number that suffices for most layouts.
const MOST: usize = 8;
const FEW: usize = 4;

/// The action at the offsets of a coordinate, or of all coordinates of a row.
pub trait Visit<O> {
    /// At one coordinate.
    fn each(&mut self, offsets: O);
    /// At the coordinates of a row that begins at `start`. The step in the written layout is 1. `is_only` says that
    /// there is no other row.
    fn row(&mut self, extent: usize, start: O, step: O, is_only: bool);
}

/// Visits the offsets of all coordinates of `modes` in the order that suits the strides. `M` are the modes of the
/// layout that is written, with the same extents.
#[inline(always)]
pub(crate) fn in_any_order<M: Modes, Z: ForEach<O>, O: Offsets>(
    modes: Z,
    visit: &mut impl Visit<O>,
) {
    if const { M::COUNT < 2 || M::COUNT > MOST || M::STATIC.is_some() || M::FEW } {
        return by_type::<M, Z, O>(modes, visit);
    }
    if const { M::COUNT <= FEW } {
        by_strides::<M, Z, O, FEW>(modes, visit);
    } else {
        by_strides::<M, Z, O, MOST>(modes, visit);
    }
}

/// [`in_any_order`], where the types choose the innermost loop.
#[inline(always)]
fn by_type<M: Modes, Z: ForEach<O>, O: Offsets>(modes: Z, visit: &mut impl Visit<O>) {
    let start = O::ZERO;
    match const { (Row::by_type::<M>(), M::FIRST_STRIDE, M::LAST_STRIDE) } {
        (Some(Row::Rightmost), _, Some(1)) => {
            modes.rows_by_rows_from(start, &mut |extent, at, step| {
                visit.row(extent, at, step, const { M::COUNT < 2 });
            });
        }
        (Some(Row::Rightmost), ..) => {
            modes.fold_by_rows_from(start, (), &mut |(), at| visit.each(at));
        }
        (_, Some(1), _) => {
            modes.rows_from(start, &mut |extent, at, step| {
                visit.row(extent, at, step, const { M::COUNT < 2 });
            });
        }
        _ => modes.fold_from(start, (), &mut |(), at| visit.each(at)),
    }
}

/// [`in_any_order`] for at most `N` loops, where the strides are compared at run time.
#[inline(always)]
fn by_strides<M: Modes, Z: ForEach<O>, O: Offsets, const N: usize>(
    modes: Z,
    visit: &mut impl Visit<O>,
) {
    let Some(loops) = Loops::<O, N>::of(modes) else { return };
    match const { Row::by_type::<M>() } {
        None if const { M::COUNT > 2 } => loops.run(visit),
        _ if loops.count < 2 && loops.axes[0].1.are_ones() => {
            visit.row(loops.axes[0].0, O::ZERO, loops.axes[0].1, true);
        }
        Some(_) => by_type::<M, Z, O>(modes, visit),
        None if loops.transposed => {
            modes.fold_by_rows_from(O::ZERO, (), &mut |(), at| visit.each(at));
        }
        None => modes.fold_from(O::ZERO, (), &mut |(), at| visit.each(at)),
    }
}

/// Loops, the innermost one first: extents, and steps in all layouts.
pub(crate) struct Loops<O, const N: usize> {
    axes: [(usize, O); N],
    count: usize,
    /// True if the innermost loop was not the leftmost one.
    transposed: bool,
}
impl<O: Offsets, const N: usize> Loops<O, N> {
    /// The loops of at most `N` modes; `None` if an extent is 0.
    #[inline(always)]
    pub(crate) fn of<Z: ForEach<O>>(modes: Z) -> Option<Self> {
        let mut loops = Loops { axes: [(1, O::ZERO); N], count: 0, transposed: false };
        let mut is_empty = false;
        modes.for_each_axis(&mut |extent, step| {
            is_empty |= extent == 0;
            if extent != 1 {
                loops.insert(extent, step);
            }
        });
        if is_empty {
            return None;
        }
        loops.merge();
        Some(loops)
    }

    /// Inserts a loop after those with smaller steps.
    #[inline(always)]
    fn insert(&mut self, extent: usize, step: O) {
        let key = |step: O| (step.sum(), step.written());
        let mut at = self.count;
        while at > 0 && key(step) < key(self.axes[at - 1].1) {
            self.axes[at] = self.axes[at - 1];
            at -= 1;
        }
        self.transposed |= at == 0 && self.count > 0;
        self.axes[at] = (extent, step);
        self.count += 1;
    }

    /// Merges loops that continue one another.
    #[inline(always)]
    fn merge(&mut self) {
        let mut last = 0;
        for at in 1..self.count {
            let ((extent, step), next) = (self.axes[last], self.axes[at]);
            if step.meet(extent, next.1) {
                self.axes[last].0 *= next.0;
            } else {
                last += 1;
                self.axes[last] = next;
            }
        }
        let count = self.count.min(last + 1);
        self.axes[count..self.count].fill((1, O::ZERO));
        self.count = count;
    }

    /// The extents, and the steps in the written layout, the innermost loop first.
    #[cfg(feature = "rayon")]
    pub(crate) fn written(&self) -> impl Iterator<Item = (usize, usize)> {
        self.axes[..self.count].iter().map(|(extent, step)| (*extent, step.written()))
    }

    /// The part of these loops with `range(k)` of the iterations of the loop `k`.
    #[cfg(feature = "rayon")]
    pub(crate) fn part(&self, range: impl Fn(usize) -> Range<usize>) -> Part<O, N> {
        let mut part = Loops { axes: [(1, O::ZERO); N], count: 0, transposed: self.transposed };
        let mut start = O::ZERO;
        for (k, (_, step)) in self.axes[..self.count].iter().enumerate() {
            let range = range(k);
            start = start.along(range.start, *step);
            if range.len() > 1 {
                part.axes[part.count] = (range.len(), *step);
                part.count += 1;
            }
        }
        part.merge();
        Part { loops: part, start }
    }

    /// Visits the offsets of all coordinates.
    #[inline(always)]
    fn run(&self, visit: &mut impl Visit<O>) {
        self.run_from(O::ZERO, false, visit);
    }

    #[inline(always)]
    fn run_from(&self, start: O, is_only: bool, visit: &mut impl Visit<O>) {
        let (extent, step) = self.axes[0];
        if step.are_ones() {
            self.outer(start, |offsets| visit.row(extent, offsets, step, is_only));
        } else {
            self.outer(start, |offsets| {
                for c in 0..extent {
                    visit.each(offsets.along(c, step));
                }
            });
        }
    }

    /// Visits all loops except the innermost one.
    #[inline(always)]
    fn outer(&self, start: O, mut f: impl FnMut(O)) {
        let ((second, step), (third, far)) = (self.axes[1], self.axes[2]);
        let mut coordinate = [0; N];
        loop {
            let mut offsets = start;
            for (c, (_, step)) in coordinate.iter().zip(&self.axes).take(self.count).skip(3) {
                offsets = offsets.along(*c, *step);
            }
            for k in 0..third {
                for j in 0..second {
                    f(offsets.along(k, far).along(j, step));
                }
            }
            let mut level = 3;
            loop {
                if level >= self.count {
                    return;
                }
                coordinate[level] += 1;
                if coordinate[level] < self.axes[level].0 {
                    break;
                }
                coordinate[level] = 0;
                level += 1;
            }
        }
    }
}

/// A part of loops, and the offsets where it begins.
#[cfg(feature = "rayon")]
pub(crate) struct Part<O, const N: usize> {
    loops: Loops<O, N>,
    start: O,
}
#[cfg(feature = "rayon")]
impl<O: Offsets, const N: usize> Part<O, N> {
    /// Visits the offsets of all coordinates of the part.
    #[inline(always)]
    pub(crate) fn run(&self, visit: &mut impl Visit<O>) {
        self.loops.run_from(self.start, self.loops.count < 2, visit);
    }
}
