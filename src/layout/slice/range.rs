//! Ranges in slices: a part of a mode.

use core::iter::StepBy;
use core::marker::PhantomData;
use core::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive, Sub};

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Const, Diff, Unsigned};

use super::incomplete::{Slice, sealed};
use crate::layout::modes::{Mode, cons, mode};
use crate::leaf::basis::Basis;
use crate::leaf::constant::ToStatic;
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::leaf::stride::{Codomain, StrideLeaf, StrideLeafIn};
use crate::plain::plain;

/// The coordinates `begin, begin + 1, .., end - 1` of a mode, in a slice. The numbers are in the type, so the extent of
/// the kept part is too: [`range`].
pub struct StaticRange<B, E>(PhantomData<(B, E)>);

impl<B, E> Clone for StaticRange<B, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<B, E> Copy for StaticRange<B, E> {}

/// The coordinates `B, B + 1, .., E - 1` of a mode, in a slice: `B..E` with the extent `E - B` in the type of the
/// result.
///
/// A range that does not lie in a static extent does not build.
///
/// ```
/// use tilework::{Layout, Tensor, layout, range};
/// let h = 5;
/// let data: Vec<usize> = (0..8 * h).collect();
/// let image = Tensor::new(&data[..], layout!((8,h)))?;
/// let inner = image.slice((range::<1, 7>(), 1..h - 1));
/// let layout: Layout!((6,_):(1,8)) = inner.layout();
/// assert_eq!((layout.to_string().as_str(), inner[(0, 0)]), ("(6,3):(1,8)", 9));
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// ```compile_fail
/// use tilework::{layout, range};
/// layout!((8,5)).slice((range::<1, 9>(), ..)).0.size();
/// ```
#[inline(always)]
pub const fn range<const B: usize, const E: usize>()
-> StaticRange<<Const<B> as ToStatic>::Number, <Const<E> as ToStatic>::Number>
where
    Const<B>: ToStatic,
    Const<E>: ToStatic,
{
    StaticRange(PhantomData)
}

/// The part of a mode that a range keeps: `count` coordinates, `begin, begin + step, ..`
#[derive(Clone, Copy)]
pub struct Progression {
    begin: usize,
    count: usize,
    step: usize,
}
impl Progression {
    /// Returns whether all coordinates are below the extent. An empty range must begin there at the latest.
    #[inline(always)]
    fn is_within(self, extent: usize) -> bool {
        if self.count == 0 {
            return self.begin <= extent;
        }
        self.begin < extent && self.count - 1 <= (extent - 1 - self.begin) / self.step
    }

    #[cold]
    fn outside(self, extent: usize) -> Rule {
        let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
        let last =
            self.count.saturating_sub(1).saturating_mul(self.step).saturating_add(self.begin);
        Rule::CoordinateRange { coordinate: number(last), extent: number(extent) }
    }
}

/// Ranges of coordinates.
pub trait Bounds: Clone {
    /// The coordinates in a mode of this extent.
    fn of(&self, extent: usize) -> Progression;
}
macro_rules! bounds {
    ($($t:ty: |$range:ident, $extent:ident| $begin:expr, $end:expr;)*) => {$(
        impl Bounds for $t {
            #[inline(always)]
            fn of(&self, $extent: usize) -> Progression {
                let $range = self;
                let begin = $begin;
                Progression { begin, count: ($end).saturating_sub(begin), step: 1 }
            }
        }
    )*};
}
bounds! {
    Range<usize>: |range, _extent| range.start, range.end;
    // A range that has been iterated is empty, but it still has its end.
    RangeInclusive<usize>: |range, _extent| *range.start(), match range.is_empty() {
        true => *range.start(),
        false => range.end().saturating_add(1),
    };
    RangeFrom<usize>: |range, extent| range.start, extent;
    RangeTo<usize>: |range, _extent| 0_usize, range.end;
    RangeToInclusive<usize>: |range, _extent| 0_usize, range.end.saturating_add(1);
}

/// The kept part of a mode with an extent `Self`: a dynamic integer of the same type.
pub trait Part: Leaf {
    /// The leaf.
    type Out: Leaf;
    /// The leaf of an integer that is at most the extent.
    fn part(count: usize) -> Self::Out;
}
impl<N> Part for Static<N>
where
    Self: Leaf,
{
    type Out = Dyn;
    #[inline(always)]
    fn part(count: usize) -> Dyn {
        Dyn(count)
    }
}
impl<I: Index> Part for Dyn<I> {
    type Out = Self;
    #[inline(always)]
    fn part(count: usize) -> Self {
        Dyn(I::of(count as u64))
    }
}

/// Bits are added by XOR, so a part of such a mode has no stride.
const fn not_bits<D: StrideLeaf>() {
    assert!(
        !matches!(D::CODOMAIN, Codomain::Bits),
        "slice: codomain: a range of a mode with an XOR stride has no layout; divide the mode and slice that"
    );
}

/// Panics unless the kept part lies in its mode.
#[inline(always)]
#[track_caller]
fn demand(kept: Progression, extent: usize) {
    if !kept.is_within(extent) {
        plain(Err(Error::new(Operation::Slice, kept.outside(extent))))
    }
}

/// The coordinates that each range keeps of a mode, `|range, extent|`.
macro_rules! of_a_part {
    (|$range:ident, $extent:ident| $part:expr) => {
        #[inline(always)]
        fn accumulate(&self, shape: S, stride: D, from: O) -> O {
            let ($range, $extent) = (self, shape.get());
            stride.accumulate($part.begin, from)
        }
        #[inline(always)]
        fn accumulate_u32(&self, shape: S, stride: D, from: u32) -> u32 {
            let ($range, $extent) = (self, shape.get());
            from + $part.begin as u32 * stride.multiple() as u32
        }
        #[inline(always)]
        fn is_natural(&self) -> bool {
            true
        }
        #[inline(always)]
        fn within(&self, shape: S) -> bool {
            let ($range, $extent) = (self, shape.get());
            $part.is_within($extent)
        }
        #[cold]
        fn outside(&self, shape: S, at: usize) -> (Rule, usize) {
            let ($range, $extent) = (self, shape.get());
            ($part.outside($extent), at)
        }
    };
}

/// Ranges, which keep the stride.
macro_rules! ranges {
    ($($t:ty;)*) => {$(
        impl sealed::Sealed for $t {}
        #[diagnostic::do_not_recommend]
        impl<S: Part, D: StrideLeafIn<usize, O>, O> Slice<S, D, O> for $t {
            const BITS: u32 = 64;
            type Kept = HList![Mode<S::Out, D>];
            #[inline(always)]
            #[track_caller]
            fn kept(&self, shape: S, stride: D) -> Self::Kept {
                const { not_bits::<D>() }
                let kept = self.of(shape.get());
                demand(kept, shape.get());
                cons(mode(S::part(kept.count), stride), HNil)
            }
            of_a_part!(|range, extent| range.of(extent));
        }
    )*};
}
ranges! {
    Range<usize>;
    RangeInclusive<usize>;
    RangeFrom<usize>;
    RangeTo<usize>;
    RangeToInclusive<usize>;
}

/// The stride of every `step`-th coordinate.
pub trait Stretch: StrideLeaf {
    /// A dynamic stride.
    type Out;
    /// `step * self`, which is at most the reach of a mode.
    fn stretch(self, step: usize) -> Self::Out;
}
impl<N> Stretch for Static<N>
where
    Self: Leaf,
{
    type Out = Dyn;
    #[inline(always)]
    fn stretch(self, step: usize) -> Dyn {
        Dyn(step * self.get())
    }
}
impl<I: Index> Stretch for Dyn<I> {
    type Out = Self;
    #[inline(always)]
    fn stretch(self, step: usize) -> Self {
        Dyn(I::of((step * self.get()) as u64))
    }
}
impl<N: Leaf + Stretch, P> Stretch for Basis<N, P>
where
    Self: StrideLeaf,
{
    type Out = Basis<N::Out, P>;
    #[inline(always)]
    fn stretch(self, step: usize) -> Self::Out {
        Basis::new(self.multiple().stretch(step))
    }
}

/// The coordinates of a range with a step. They follow from its first two coordinates and its length.
///
/// An `endless` range is not asked for a coordinate that the mode does not have, because coordinates beyond `usize`
/// overflow.
#[inline(always)]
fn stepped(
    mut coordinates: impl Iterator<Item = usize>,
    endless: bool,
    extent: usize,
) -> Progression {
    // The length of an endless range is the number of steps from 0 to the largest number, or one more.
    let (count, exactly) = coordinates.size_hint();
    let Some(begin) = coordinates.next() else {
        return Progression { begin: 0, count: 0, step: 1 };
    };
    if endless && begin >= extent {
        return Progression { begin, count: 0, step: 1 };
    }
    let one_step_leaves = endless && count < 3 && extent <= usize::MAX / 3;
    let second = if one_step_leaves { None } else { coordinates.next() };
    // `None` also if an endless range has begun again at 0.
    match second.and_then(|second| second.checked_sub(begin)) {
        None => Progression { begin, count: 1, step: 1 },
        Some(step) if endless => {
            Progression { begin, count: (extent - begin).div_ceil(step), step }
        }
        // `0..=usize::MAX` has more coordinates than can be counted.
        Some(step) => Progression { begin, count: exactly.unwrap_or(usize::MAX), step },
    }
}

/// Ranges of `usize` with a step. Other iterators have no impl: each call may return something else, and tensors rely
/// on it.
macro_rules! with_a_step {
    ($($t:ty: $endless:literal;)*) => {$(
        impl Bounds for StepBy<$t> {
            #[inline(always)]
            fn of(&self, extent: usize) -> Progression {
                stepped(self.clone(), $endless, extent)
            }
        }
        impl sealed::Sealed for StepBy<$t> {}
        #[diagnostic::do_not_recommend]
        impl<S: Part, D: StrideLeafIn<usize, O> + Stretch, O> Slice<S, D, O> for StepBy<$t> {
            const BITS: u32 = 64;
            type Kept = HList![Mode<S::Out, D::Out>];
            #[inline(always)]
            #[track_caller]
            fn kept(&self, shape: S, stride: D) -> Self::Kept {
                const { not_bits::<D>() }
                let kept = self.of(shape.get());
                demand(kept, shape.get());
                // The step of a single coordinate is not a step of the mode.
                let step = if kept.count == 1 { 1 } else { kept.step };
                cons(mode(S::part(kept.count), stride.stretch(step)), HNil)
            }
            of_a_part!(|range, extent| range.of(extent));
        }
    )*};
}
with_a_step! {
    Range<usize>: false;
    RangeInclusive<usize>: false;
    RangeFrom<usize>: true;
}

impl<B, E> sealed::Sealed for StaticRange<B, E> {}
#[diagnostic::do_not_recommend]
impl<S: Leaf, D: StrideLeafIn<usize, O>, O, B: Unsigned, E: Unsigned + Sub<B>> Slice<S, D, O>
    for StaticRange<B, E>
where
    Static<Diff<E, B>>: Leaf,
{
    const BITS: u32 = 0;
    type Kept = HList![Mode<Static<Diff<E, B>>, D>];
    #[inline(always)]
    #[track_caller]
    fn kept(&self, shape: S, stride: D) -> Self::Kept {
        const {
            not_bits::<D>();
            assert!(B::USIZE < E::USIZE, "slice: positive extent: a range of no coordinates");
            if let Some(extent) = S::STATIC {
                assert!(
                    E::U64 <= extent,
                    "slice: coordinate range: a range ends outside of its mode"
                );
            }
        }
        demand((B::USIZE..E::USIZE).of(shape.get()), shape.get());
        cons(mode(Static::new(), stride), HNil)
    }
    of_a_part!(|_range, extent| (B::USIZE..E::USIZE).of(extent));
}
