//! The gaps of a layout with integer strides, mode by mode in the order of strides.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Rounding, gap};
use tilework_algebra::{Error, Rule};
use typenum::{B0, B1, U0, U1, UInt, UTerm};

use super::broadcast::{Broadcasting, OrBroadcast};
use super::cover::CoverBy;
use super::span::{AnySpan, Divides, IntoSpan, Multiple, MultipleOf};
use super::{Ceil, Exact, Round};
use crate::layout::modes::{Mode, mode};
use crate::layout::{AnyLayout, Parts};
use crate::leaf::arithmetic::{FloorDiv, Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::operation::sort::{Placed, PushFront, SortModes, Unsorted};
use crate::verdict::{Bad, Place, rule};

/// The complement of a layout in `N`, a verdict where there is none. Its first leaf stands at
/// `J`; `O` are the operands that errors name.
pub trait Gaps<N, R, J, O>: AnyLayout {
    /// The complement, a layout.
    type Out: Parts;
    /// The complement.
    fn gaps(self, n: N, at: usize) -> Result<Self::Out, Error>;
}
// Each step has a name of its own, so that rustc computes it once.
impl<L, N, R, J, O, M, Sorted, Decided, GapModes, Merged, Kept> Gaps<N, R, J, O> for L
where
    L: AnyLayout<Modes = M>,
    M: SortModes<J, Out = Sorted>,
    Sorted: OrBroadcast<M, R, J, Out = Decided>,
    Decided: GapsFrom<Static<U1>, N, R, O, Out = GapModes>,
    GapModes: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn gaps(self, n: N, at: usize) -> Result<Kept::Out, Error> {
        let sorted = self.modes().sort_modes(at).or_broadcast();
        let gaps = sorted.gaps_from(Static::new(), n)?;
        Ok(gaps.coalesce_modes().drop_last_one().into_layout())
    }
}

/// The gaps between sorted modes, from `Span` up to `N`.
pub trait GapsFrom<Span, N, R, O> {
    /// The flat modes of the complement.
    type Out;
    /// The flat modes of the complement.
    fn gaps_from(self, span: Span, n: N) -> Result<Self::Out, Error>;
}
impl<Span: Copy, N: CoverBy<Span, R, O>, R, O> GapsFrom<Span, N, R, O> for HNil {
    type Out = N::Out;
    #[inline(always)]
    fn gaps_from(self, span: Span, n: N) -> Result<N::Out, Error> {
        n.cover_by(span)
    }
}
impl<S, D, J, T, Span, N, R, O> GapsFrom<Span, N, R, O> for HCons<Placed<S, D, J>, T>
where
    D: GapAfter<Span, S, J, T, N, R, O>,
{
    type Out = D::Out;
    #[inline(always)]
    fn gaps_from(self, span: Span, n: N) -> Result<D::Out, Error> {
        D::gap_after(self.head, self.tail, span, n)
    }
}
impl<J, Span, N, R, A, B, W> GapsFrom<Span, N, R, (A, B, W)> for Unsorted<J> {
    type Out = Bad<rule::KnownOrder, Place<A, B, J>, Static<U0>, Static<U0>>;
    fn gaps_from(self, _: Span, _: N) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

impl<S, J, Span, N, R, A, B, W> GapsFrom<Span, N, R, (A, B, W)> for Broadcasting<S, J> {
    type Out = Bad<rule::Broadcast, Place<A, B, J>, S, Static<U0>>;
    fn gaps_from(self, _: Span, _: N) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

/// The gap between `Span` and the stride `Self` of the next mode, whose extent is `S`, and those
/// that follow.
pub trait GapAfter<Span, S, J, T, N, R, O>: Sized {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn gap_after(next: Placed<S, Self, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error>;
}
// Stride 0: an error, or ignored.
impl<Span, S, J, T, N, A, B, W> GapAfter<Span, S, J, T, N, Exact, (A, B, W)> for Static<UTerm> {
    type Out = Bad<rule::Broadcast, Place<A, B, J>, S, Self>;
    fn gap_after(_: Placed<S, Self, J>, _: T, _: Span, _: N) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
impl<Span, S, J, T: GapsFrom<Span, N, Ceil, O>, N, O> GapAfter<Span, S, J, T, N, Ceil, O>
    for Static<UTerm>
{
    type Out = T::Out;
    #[inline(always)]
    fn gap_after(_: Placed<S, Self, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error> {
        tail.gaps_from(span, n)
    }
}
macro_rules! static_gap {
    ($($rounding:ident $division:ident;)*) => {$(
        impl<U, B, K, S, J, T, N, O> GapAfter<Static<K>, S, J, T, N, $rounding, O> for Static<UInt<U, B>>
        where
            UInt<U, B>: $division<K>,
            <UInt<U, B> as $division<K>>::Out: Gap<Static<K>, S, Self, J, T, N, $rounding, O>,
        {
            type Out = <<UInt<U, B> as $division<K>>::Out as Gap<Static<K>, S, Self, J, T, N, $rounding, O>>::Out;
            #[inline(always)]
            fn gap_after(next: Placed<S, Self, J>, tail: T, span: Static<K>, n: N) -> Result<Self::Out, Error> {
                <UInt<U, B> as $division<K>>::Out::gap(next, tail, span, n)
            }
        }
    )*};
}
static_gap! {
    Exact ExactDiv;
    Ceil FloorDiv;
}

/// `Self` is the extent of the gap, if there is one.
pub trait Gap<Span, S, D, J, T, N, R, O> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn gap(next: Placed<S, D, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error>;
}
impl<U, C, Span, S, D, J, T, N: End, R: Round, O, Reached> Gap<Span, S, D, J, T, N, R, O>
    for UInt<U, C>
where
    Static<Self>: Leaf,
    Span: Leaf,
    S: Mul<D>,
    Product<S, D>: IntoSpan<D, Out = Reached>,
    D: Leaf,
    T: Following + GapsFrom<Reached, N, R, O>,
    T::Out: PushFront<Mode<Static<Self>, Span>>,
{
    type Out = <T::Out as PushFront<Mode<Static<Self>, Span>>>::Out;
    #[inline(always)]
    fn gap(next: Placed<S, D, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error> {
        let Mode { shape, stride } = next.mode;
        let operation = R::ROUNDING.operation();
        let gap = Static::<Self>::new();
        if const { S::STATIC.is_none() && matches!(R::ROUNDING, Rounding::Ceil) }
            && shape.get() == 1
            && !skips(&tail, &n, gap.get(), stride.get(), span.get())
        {
            let rule = Rule::StaticGap { gap: gap.number(), stride: stride.number() };
            return Err(Error::new(operation, rule).at(next.at));
        }
        let overflow = Error::new(operation, Rule::Overflow).at(next.at);
        let reached = shape.checked_mul(stride).ok_or(overflow)?;
        Ok(tail.gaps_from(reached.into_span(), n)?.push_front(mode(Static::new(), span)))
    }
}
/// Whether gaps `gap` above `span` and from the stride `d` on are together the one that is there
/// without the mode of stride `d`, up to the next mode of `tail` or the end `n`. Exact gaps always are.
fn skips<T: Following, N: End>(tail: &T, n: &N, gap: usize, d: usize, span: usize) -> bool {
    let (up_to, by): (usize, fn(usize, usize) -> usize) = match (tail.next_stride(), n.end()) {
        (Some(stride), _) => (stride, |n, span| n / span),
        (None, Some(end)) => (end, usize::div_ceil),
        (None, None) => return gap.checked_mul(span) == Some(d),
    };
    let above = by(up_to, d);
    (above == 1 || gap.checked_mul(span) == Some(d))
        && gap.checked_mul(above) == Some(by(up_to, span))
}
/// Sorted modes.
pub trait Following {
    /// The first stride that counts: not 0, and of an extent above 1.
    fn next_stride(&self) -> Option<usize>;
}
impl Following for HNil {
    fn next_stride(&self) -> Option<usize> {
        None
    }
}
impl<S: Leaf, D: Leaf, J, T: Following> Following for HCons<Placed<S, D, J>, T> {
    fn next_stride(&self) -> Option<usize> {
        let Mode { shape, stride } = self.head.mode;
        let counts = shape.get() != 1 && stride.get() != 0;
        if counts { Some(stride.get()) } else { self.tail.next_stride() }
    }
}
impl<J> Following for Unsorted<J> {
    fn next_stride(&self) -> Option<usize> {
        None
    }
}
/// Where a complement ends.
pub trait End {
    /// The size, if there is an end.
    fn end(&self) -> Option<usize>;
}
impl<L: Leaf> End for L {
    fn end(&self) -> Option<usize> {
        Some(self.get())
    }
}

macro_rules! no_gap {
    ($($none:ident)*) => {$(
        impl<Span, S, D, J, T, N, R, A, B, W> Gap<Span, S, D, J, T, N, R, (A, B, W)> for $none {
            type Out = Bad<rule::Complementability, Place<A, B, J>, D, Span>;
            fn gap(_: Placed<S, D, J>, _: T, _: Span, _: N) -> Result<Self::Out, Error> {
                Ok(Bad::new())
            }
        }
    )*};
}
no_gap!(Inexact UTerm);

// A dynamic stride or span. A mode that turns out to be 1, or is ignored, leaves a gap of 1. With a static
// extent it is not, so the stride must be a multiple of the span.
impl<U, B, M, I: Index, K, J, T, N, R, O, F> GapAfter<Multiple<K, I>, Static<M>, J, T, N, R, O>
    for Static<UInt<U, B>>
where
    R: Divides<K, Self, Out = F>,
    F: GapIf<Self, M, K, I, J, T, N, R, O>,
{
    type Out = F::Out;
    #[inline(always)]
    fn gap_after(
        next: Placed<Static<M>, Self, J>,
        tail: T,
        span: Multiple<K, I>,
        n: N,
    ) -> Result<F::Out, Error> {
        F::gap_if(next, tail, span, n)
    }
}
/// The gap before a static mode if `Self` is true, else the verdict.
pub trait GapIf<D, M, K, I, J, T, N, R, O> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn gap_if(
        next: Placed<Static<M>, D, J>,
        tail: T,
        span: Multiple<K, I>,
        n: N,
    ) -> Result<Self::Out, Error>;
}
impl<D, M, K, I: Index, J, T, N, R: Round, O, P> GapIf<D, M, K, I, J, T, N, R, O> for B1
where
    D: LeafIn<I>,
    Static<M>: LeafIn<I> + Mul<D, Out = Static<P>>,
    T: GapsFrom<Static<P>, N, R, O>,
    T::Out: PushFront<Mode<Dyn<I>, Dyn<I>>>,
{
    type Out = <T::Out as PushFront<Mode<Dyn<I>, Dyn<I>>>>::Out;
    #[inline(always)]
    fn gap_if(
        next: Placed<Static<M>, D, J>,
        tail: T,
        span: Multiple<K, I>,
        n: N,
    ) -> Result<Self::Out, Error> {
        let (gap, _) = dynamic_gap::<R, I>(next.mode, span.leaf, next.at)?;
        Ok(tail.gaps_from(Static::new(), n)?.push_front(mode(Dyn(gap), span.leaf)))
    }
}
impl<D, M, K, I, J, T, N, R, A, B, W> GapIf<D, M, K, I, J, T, N, R, (A, B, W)> for B0 {
    type Out = Bad<rule::Complementability, Place<A, B, J>, D, K>;
    fn gap_if(
        _: Placed<Static<M>, D, J>,
        _: T,
        _: Multiple<K, I>,
        _: N,
    ) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
impl<U, B, E, I: Index, K, J, T, N, R: Round, O> GapAfter<Multiple<K, I>, Dyn<E>, J, T, N, R, O>
    for Static<UInt<U, B>>
where
    Self: LeafIn<I>,
    Dyn<E>: LeafIn<I>,
    T: GapsFrom<Multiple<K, I>, N, R, O>,
    T::Out: PushFront<Mode<Dyn<I>, Dyn<I>>>,
{
    type Out = <T::Out as PushFront<Mode<Dyn<I>, Dyn<I>>>>::Out;
    #[inline(always)]
    fn gap_after(
        next: Placed<Dyn<E>, Self, J>,
        tail: T,
        span: Multiple<K, I>,
        n: N,
    ) -> Result<Self::Out, Error> {
        let (gap, reached) = dynamic_gap::<R, I>(next.mode, span.leaf, next.at)?;
        Ok(tail.gaps_from(Multiple::new(reached), n)?.push_front(mode(Dyn(gap), span.leaf)))
    }
}
impl<Before, S, I: Index, J, T, N, R: Round, O, Leaf, Of> GapAfter<Before, S, J, T, N, R, O>
    for Dyn<I>
where
    Before: AnySpan<Leaf = Leaf, Of = Of>,
    Leaf: LeafIn<I>,
    S: LeafIn<I> + MultipleOf<Of>,
    T: GapsFrom<Multiple<S::Out, I>, N, R, O>,
    T::Out: PushFront<Mode<Dyn<I>, Leaf>>,
{
    type Out = <T::Out as PushFront<Mode<Dyn<I>, Leaf>>>::Out;
    #[inline(always)]
    fn gap_after(
        next: Placed<S, Self, J>,
        tail: T,
        span: Before,
        n: N,
    ) -> Result<Self::Out, Error> {
        let span = span.leaf();
        let (gap, reached) = dynamic_gap::<R, I>(next.mode, span, next.at)?;
        Ok(tail.gaps_from(Multiple::new(reached), n)?.push_front(mode(Dyn(gap), span)))
    }
}
/// The gap before a mode and the span after it.
#[inline(always)]
fn dynamic_gap<R: Round, I: Index>(
    next: Mode<impl LeafIn<I>, impl LeafIn<I>>,
    span: impl LeafIn<I>,
    at: usize,
) -> Result<(I, I), Error> {
    let operation = R::ROUNDING.operation();
    let error = |rule| Error::new(operation, rule).at(at);
    let s = next.shape.try_get_in().map_err(error)?;
    let d = next.stride.try_get_in().map_err(error)?;
    let span = span.try_get_in().map_err(error)?;
    if s == I::ONE || (d == I::ZERO && R::ROUNDING == Rounding::Ceil) {
        return Ok((I::ONE, span));
    }
    if d == I::ZERO {
        return Err(error(Rule::Broadcast { extent: s.number() }));
    }
    let gap = gap(R::ROUNDING, d, span).map_err(|error| error.at(at))?;
    let reached = s.checked_mul(d).ok_or(error(Rule::Overflow))?;
    Ok((gap, reached))
}

impl<M> PushFront<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        HCons { head: mode, tail: HNil }
    }
}
