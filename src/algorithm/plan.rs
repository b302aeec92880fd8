//! The loops of an algorithm: the leaves of two layouts, cut to common extents and ordered.

#[cfg(feature = "rayon")]
use core::ops::Range;

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::injectivity::StaticModes;
use crate::layout::modes::Modes;

/// The largest number of leaves with extents above 1 in a sound layout.
pub(crate) const MOST: usize = 63;
/// Room for most layouts. Initializing more than they need takes time.
pub(crate) const FEW: usize = 8;

/// Returns whether the common extents of two layouts with so many modes are at most [`FEW`].
pub(crate) const fn few(from: usize, to: usize) -> bool {
    from + to <= FEW
}

/// The leaves of a layout except those of extent 1, leftmost first.
#[derive(Clone, Copy)]
pub(crate) struct Leaves<const N: usize = MOST> {
    leaves: [(usize, usize); N],
    count: usize,
}
impl<const N: usize> Leaves<N> {
    const NONE: Self = Leaves { leaves: [(1, 0); N], count: 0 };

    #[inline]
    pub(crate) fn of<M: Modes>(modes: M) -> Self {
        Self::NONE.and(modes)
    }

    /// These leaves, and those of further modes.
    #[inline]
    pub(crate) fn and<M: Modes>(mut self, modes: M) -> Self {
        modes.for_each_mode(0, &mut |_, mode| {
            if mode.shape > 1 {
                self.leaves[self.count] = (mode.shape as usize, mode.stride as usize);
                self.count += 1;
            }
        });
        self
    }

    /// The leaves of static modes.
    pub(crate) const fn of_static(list: &StaticModes) -> Self {
        Self::NONE.and_static(list)
    }

    /// These leaves, and those of further static modes.
    pub(crate) const fn and_static(mut self, list: &StaticModes) -> Self {
        let mut i = 0;
        while i < list.count() {
            let (extent, stride) = list.leaf(i);
            self.leaves[self.count] = (extent as usize, stride as usize);
            self.count += 1;
            i += 1;
        }
        self
    }

    /// The same extents with strides of 0.
    pub(crate) const fn still(mut self) -> Self {
        let mut i = 0;
        while i < self.count {
            self.leaves[i].1 = 0;
            i += 1;
        }
        self
    }

    /// The same extents with the strides of a compact layout, with the leftmost leaf fastest, or the rightmost one.
    #[cfg(feature = "alloc")]
    pub(crate) fn compact(mut self, by_rows: bool) -> Self {
        let mut span = 1;
        for i in 0..self.count {
            let leaf = &mut self.leaves[if by_rows { self.count - 1 - i } else { i }];
            leaf.1 = span;
            span *= leaf.0;
        }
        self
    }

    /// The leaves in the order of the places of a compact layout, with the leftmost leaf fastest, or the rightmost one.
    /// Those that continue one another are merged. [`Leaves::offset`] of a place is the offset of its element.
    #[cfg(feature = "alloc")]
    pub(crate) fn by_places(self, by_rows: bool) -> Self {
        let mut places = Self::NONE;
        for i in 0..self.count {
            let (extent, stride) = self.leaves[if by_rows { self.count - 1 - i } else { i }];
            match places.count.checked_sub(1).map(|last| &mut places.leaves[last]) {
                Some(last) if last.0 * last.1 == stride => last.0 *= extent,
                _ => {
                    places.leaves[places.count] = (extent, stride);
                    places.count += 1;
                }
            }
        }
        places
    }

    /// The leaves without the last one.
    #[cfg(feature = "alloc")]
    pub(crate) fn without_last(mut self) -> Self {
        self.count -= 1;
        self
    }

    /// The extents and strides.
    #[cfg(feature = "alloc")]
    pub(crate) fn leaves(&self) -> &[(usize, usize)] {
        &self.leaves[..self.count]
    }

    /// Returns whether extents and strides are the same.
    #[cfg(feature = "alloc")]
    pub(crate) fn is(&self, other: &Self) -> bool {
        self.leaves[..self.count] == other.leaves[..other.count]
    }

    /// The offset of an integral coordinate.
    #[inline]
    pub(crate) fn offset(&self, mut coordinate: usize) -> usize {
        let mut offset = 0;
        for &(extent, stride) in &self.leaves[..self.count] {
            offset += coordinate % extent * stride;
            coordinate /= extent;
        }
        offset
    }
}

/// A loop: its extent, and its steps in the source and in the destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
}
impl Axis {
    const ONCE: Self = Axis { extent: 1, from: 0, to: 0 };

    /// The loop over a run of elements.
    #[inline(always)]
    pub(crate) const fn run(extent: usize) -> Self {
        Axis { extent, from: 1, to: 1 }
    }

    /// Returns whether `next` continues where this loop ends, so that both are one loop.
    const fn meets(self, next: Self) -> bool {
        self.from * self.extent == next.from && self.to * self.extent == next.to
    }
}

/// The loops over two layouts of two leaves each: one for each leaf, if the extents are the same.
#[inline(always)]
pub(crate) fn matrix<L: Modes, M: Modes>(from: L, to: M) -> Option<[Axis; 2]> {
    let mut axes = [Axis::ONCE; 2];
    from.for_each_mode(0, &mut |i, mode| {
        axes[i] = Axis { extent: mode.shape as usize, from: mode.stride as usize, to: 0 };
    });
    let mut is_same = true;
    to.for_each_mode(0, &mut |i, mode| {
        is_same &= axes[i].extent == mode.shape as usize;
        axes[i].to = mode.stride as usize;
    });
    is_same.then_some(axes)
}

/// The distance of a step. A negative step is `2^32 - d`, in tensors that are [`reversed`](crate::Tensor::reversed). If
/// a positive step is as large, the order of loops does not matter.
const fn far(step: usize) -> usize {
    if step as u64 >> 31 == 0 { step } else { (step as u32 as i32).unsigned_abs() as usize }
}

/// Loops over all pairs of offsets that two layouts have at the same coordinate. The loop with the smallest step in the
/// destination comes first.
#[derive(Clone, Copy)]
pub(crate) struct Plan<const N: usize = MOST> {
    axes: [Axis; N],
    count: usize,
    /// If these loops are a part of others: the number of iterations of all parts. Otherwise 0.
    whole: usize,
}
impl<const N: usize> Plan<N> {
    /// The loops for two layouts of the same size, or `None` if their extents have no common refinement, such as
    /// `(4,9)` and `(6,6)`.
    pub(crate) const fn new(from: &Leaves<N>, to: &Leaves<N>) -> Option<Self> {
        let mut plan = Plan { axes: [Axis::ONCE; N], count: 0, whole: 0 };
        let (mut i, mut j) = (0, 0);
        let ((mut left, mut from_step), (mut right, mut to_step)) = (from.leaves[0], to.leaves[0]);
        while i < from.count && j < to.count {
            let extent = if left < right { left } else { right };
            if left % extent != 0 || right % extent != 0 {
                return None;
            }
            plan.push(Axis { extent, from: from_step, to: to_step });
            if left == extent {
                i += 1;
                if i < from.count {
                    (left, from_step) = from.leaves[i];
                }
            } else {
                left /= extent;
                from_step *= extent;
            }
            if right == extent {
                j += 1;
                if j < to.count {
                    (right, to_step) = to.leaves[j];
                }
            } else {
                right /= extent;
                to_step *= extent;
            }
        }
        Some(plan.sorted())
    }

    /// The plan of these loops.
    #[inline]
    pub(crate) fn of(axes: [Axis; 2]) -> Self {
        let mut plan = Plan { axes: [Axis::ONCE; N], count: 0, whole: 0 };
        for axis in axes {
            if axis.extent > 1 {
                plan.push(axis);
            }
        }
        plan.sorted()
    }

    const fn push(&mut self, axis: Axis) {
        if self.count > 0 && self.axes[self.count - 1].meets(axis) {
            self.axes[self.count - 1].extent *= axis.extent;
        } else {
            self.axes[self.count] = axis;
            self.count += 1;
        }
    }

    /// Sorts by the distance of the step in the destination, then by that in the source, and merges neighbors.
    const fn sorted(mut self) -> Self {
        let mut i = 1;
        while i < self.count {
            let axis = self.axes[i];
            let mut j = i;
            while j > 0 && {
                let before = self.axes[j - 1];
                let (left, right) = (far(before.to), far(axis.to));
                left > right || (left == right && far(before.from) > far(axis.from))
            } {
                self.axes[j] = self.axes[j - 1];
                j -= 1;
            }
            self.axes[j] = axis;
            i += 1;
        }
        let count = self.count;
        self.count = 0;
        let mut i = 0;
        while i < count {
            let axis = self.axes[i];
            self.axes[i] = Axis::ONCE;
            self.push(axis);
            i += 1;
        }
        self
    }

    /// The loop `at`. Past the last one, a loop of one iteration.
    #[inline(always)]
    pub(crate) const fn axis(&self, at: usize) -> Axis {
        self.axes[at]
    }

    #[inline(always)]
    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    /// The number of iterations, of all parts if these loops are a part of others.
    #[inline(always)]
    pub(crate) fn iterations(&self) -> usize {
        let own = self.axes[..self.count].iter().map(|axis| axis.extent);
        self.whole.max(own.fold(1, usize::saturating_mul))
    }

    /// The number of parts of the whole, of which these loops are one.
    #[cfg(any(
        all(target_arch = "x86_64", target_feature = "sse2"),
        all(target_arch = "aarch64", target_feature = "neon")
    ))]
    #[inline(always)]
    pub(crate) fn parts(&self) -> usize {
        let own = self.axes[..self.count].iter().map(|axis| axis.extent);
        self.whole / own.fold(1, usize::saturating_mul).max(1)
    }

    /// The part of these loops with `range(k)` of the iterations of the loop `k`, and the offsets in source and
    /// destination where it begins.
    #[cfg(feature = "rayon")]
    pub(crate) fn part(&self, range: impl Fn(usize) -> Range<usize>) -> (Self, usize, usize) {
        let whole = self.iterations();
        let mut part = Plan { axes: [Axis::ONCE; N], count: 0, whole };
        let (mut from, mut to) = (0, 0);
        for (k, axis) in self.axes[..self.count].iter().enumerate() {
            let range = range(k);
            from += range.start * axis.from;
            to += range.start * axis.to;
            if range.len() > 1 {
                part.push(Axis { extent: range.len(), ..*axis });
            }
        }
        (part, from, to)
    }

    /// The loop from `first` on with the smallest step other than 0 in the source, or `first` if there is none.
    #[inline(always)]
    pub(crate) const fn along(&self, first: usize) -> usize {
        self.along_but(first, MOST)
    }

    /// The same without the loop `other`.
    #[inline(always)]
    pub(crate) const fn along_but(&self, first: usize, other: usize) -> usize {
        let (mut best, mut i) = (first, first + 1);
        while i < self.count {
            let (step, least) = (far(self.axes[i].from), far(self.axes[best].from));
            if i != other && step > 0 && (least == 0 || step < least) {
                best = i;
            }
            i += 1;
        }
        best
    }
}

/// Checks that two sizes agree.
#[inline(always)]
pub(crate) fn check(operation: Operation, left: usize, right: usize) -> Result<(), Error> {
    if left == right {
        return Ok(());
    }
    let rule = Rule::EqualExtents { left: left as i64, right: right as i64 };
    Err(Error::new(operation, rule))
}
