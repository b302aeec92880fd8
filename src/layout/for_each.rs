//! Nested loops over the offsets of a layout, or of several layouts in lockstep.
//!
//! The recursion over the modes makes one loop for each, the leftmost mode innermost. If extents are static, the
//! compiler sees the same as in hand-written loops, and unrolls them in the same way. A loop over `offset(i)` would
//! cost a division and a remainder for each mode and element instead.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::{Mode, Modes};
use crate::leaf::int::Leaf;
use crate::leaf::stride::StrideLeafIn;

/// The sums of strides: integers, coordinates, and pairs of offsets of two layouts.
pub trait Offset: Copy {
    /// 0
    const ZERO: Self;
}
impl Offset for usize {
    const ZERO: Self = 0;
}
impl Offset for u32 {
    const ZERO: Self = 0;
}
impl Offset for HNil {
    const ZERO: Self = HNil;
}
impl<H: Offset, T: Offset> Offset for HCons<H, T> {
    const ZERO: Self = HCons { head: H::ZERO, tail: T::ZERO };
}
impl<A: Offset, B: Offset> Offset for (A, B) {
    const ZERO: Self = (A::ZERO, B::ZERO);
}

/// A step that moves offsets `O` along a mode: a stride, or the strides of several layouts.
pub trait Step<O>: Copy {
    /// `from + coordinate * self`
    fn step(self, coordinate: usize, from: O) -> O;
}
impl<O, D: StrideLeafIn<usize, O>> Step<O> for D {
    #[inline(always)]
    fn step(self, coordinate: usize, from: O) -> O {
        self.accumulate(coordinate, from)
    }
}

/// Flat modes whose offsets can be visited.
pub trait ForEach<O: Offset>: Copy {
    /// Folds `f` over `base` plus the offset of each coordinate, leftmost mode fastest.
    ///
    /// The accumulator is passed by value: state behind a reference would stay in memory while the compiler unrolls,
    /// and prevent it from using SIMD.
    fn fold_from<B, F: FnMut(B, O) -> B>(self, base: O, init: B, f: &mut F) -> B;
    /// [`ForEach::fold_from`], rightmost mode fastest.
    fn fold_by_rows_from<B, F: FnMut(B, O) -> B>(self, base: O, init: B, f: &mut F) -> B;
    /// Calls `f` for each row with its extent, its beginning and the step along it. A row is the leftmost mode; of the
    /// others the leftmost one varies fastest.
    fn rows_from(self, base: O, f: &mut impl FnMut(usize, O, O));
    /// [`ForEach::rows_from`], where a row is the rightmost mode.
    fn rows_by_rows_from(self, base: O, f: &mut impl FnMut(usize, O, O));
    /// True if there is no mode.
    const IS_EMPTY: bool;
    /// Calls `f` with the extent and the step of each mode, leftmost first.
    fn for_each_axis(self, f: &mut impl FnMut(usize, O));
}
impl<O: Offset> ForEach<O> for HNil {
    #[inline(always)]
    fn fold_from<B, F: FnMut(B, O) -> B>(self, base: O, init: B, f: &mut F) -> B {
        f(init, base)
    }
    #[inline(always)]
    fn fold_by_rows_from<B, F: FnMut(B, O) -> B>(self, base: O, init: B, f: &mut F) -> B {
        f(init, base)
    }
    #[inline(always)]
    fn rows_from(self, base: O, f: &mut impl FnMut(usize, O, O)) {
        f(1, base, O::ZERO);
    }
    #[inline(always)]
    fn rows_by_rows_from(self, base: O, f: &mut impl FnMut(usize, O, O)) {
        f(1, base, O::ZERO);
    }
    const IS_EMPTY: bool = true;
    #[inline(always)]
    fn for_each_axis(self, _: &mut impl FnMut(usize, O)) {}
}
impl<S: Leaf, D: Step<O>, T: ForEach<O>, O: Offset> ForEach<O> for HCons<Mode<S, D>, T> {
    #[inline(always)]
    fn fold_from<B, F: FnMut(B, O) -> B>(self, base: O, init: B, f: &mut F) -> B {
        let Mode { shape, stride } = self.head;
        self.tail.fold_from(base, init, &mut |mut folded, base| {
            for c in 0..shape.get() {
                folded = f(folded, stride.step(c, base));
            }
            folded
        })
    }
    #[inline(always)]
    fn fold_by_rows_from<B, F: FnMut(B, O) -> B>(self, base: O, mut folded: B, f: &mut F) -> B {
        let Mode { shape, stride } = self.head;
        for c in 0..shape.get() {
            folded = self.tail.fold_by_rows_from(stride.step(c, base), folded, f);
        }
        folded
    }
    #[inline(always)]
    fn rows_from(self, base: O, f: &mut impl FnMut(usize, O, O)) {
        let Mode { shape, stride } = self.head;
        self.tail
            .fold_from(base, (), &mut |(), base| f(shape.get(), base, stride.step(1, O::ZERO)));
    }
    #[inline(always)]
    fn rows_by_rows_from(self, base: O, f: &mut impl FnMut(usize, O, O)) {
        let Mode { shape, stride } = self.head;
        if const { T::IS_EMPTY } {
            return f(shape.get(), base, stride.step(1, O::ZERO));
        }
        for c in 0..shape.get() {
            self.tail.rows_by_rows_from(stride.step(c, base), f);
        }
    }
    const IS_EMPTY: bool = false;
    #[inline(always)]
    fn for_each_axis(self, f: &mut impl FnMut(usize, O)) {
        let Mode { shape, stride } = self.head;
        f(shape.get(), stride.step(1, O::ZERO));
        self.tail.for_each_axis(f);
    }
}

/// Returns whether the offsets are `0, 1, 2, ..` in the order of the coordinates.
#[inline(always)]
pub(crate) fn is_run<M: Modes>(modes: M) -> bool {
    let (mut is_run, mut span) = (true, 1);
    modes.for_each_mode(0, &mut |_, mode| {
        is_run &= mode.shape == 1 || mode.stride == span;
        span *= mode.shape;
    });
    is_run
}

/// Returns whether the offsets are `0, 1, 2, ..` with the rightmost mode fastest.
#[cfg(feature = "alloc")]
#[inline(always)]
pub(crate) fn is_run_by_rows<M: Modes>(modes: M) -> bool {
    let (mut is_run, mut span) = (true, modes.size() as i64);
    modes.for_each_mode(0, &mut |_, mode| {
        // An extent of 0 leaves no coordinates.
        span /= mode.shape.max(1);
        is_run &= mode.shape == 1 || mode.stride == span;
    });
    is_run
}

/// Folds `f` over the offset of each coordinate, leftmost mode fastest, by nested loops over the modes.
///
/// Consecutive offsets are one loop. LLVM (22) unrolls an inner loop of a static extent before it looks for SIMD. It
/// then vectorizes sums of integers across the outer loop for AVX-512, at a tenth of the speed.
#[inline(always)]
pub(crate) fn fold_offsets<M: Modes, B>(modes: M, init: B, f: &mut impl FnMut(B, usize) -> B) -> B {
    if const { M::UNROLLS && M::COUNT > 1 } && is_run(modes) {
        let mut folded = init;
        for offset in 0..modes.size() {
            folded = f(folded, offset);
        }
        return folded;
    }
    modes.nested_loops(0, init, f)
}
