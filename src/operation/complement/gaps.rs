//! The gaps of a layout with integer strides, mode by mode in the order of strides.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Rounding, cover, gap};
use tilework_algebra::{Error, Rule};
use typenum::{B0, B1, U0, U1, UInt, UTerm};

use super::span::{AnySpan, Divides, IntoSpan, Multiple, MultipleOf};
use super::{Ceil, Exact, Round};
use crate::layout::modes::{Mode, mode};
use crate::layout::{AnyLayout, Parts};
use crate::leaf::arithmetic::{CeilDiv, FloorDiv, Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::operation::sort::{Placed, PushFront, SortModes, Unsorted};
use crate::verdict::{Bad, Place, Position, rule};

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

/// Sorted modes. Where the order is not known, but a stride of the modes `M` is statically 0, that decides
/// if it counts.
pub trait OrBroadcast<M, R, J> {
    /// `Self`, or [`Broadcasting`].
    type Out;
    /// `Self`, or [`Broadcasting`].
    fn or_broadcast(self) -> Self::Out;
}
macro_rules! sorted {
    ($([$($g:ident)*] $sorted:ty, $rounding:ty;)*) => {$(
        impl<$($g,)* M, J> OrBroadcast<M, $rounding, J> for $sorted {
            type Out = Self;
            #[inline(always)]
            fn or_broadcast(self) -> Self {
                self
            }
        }
    )*};
}
sorted! {
    [R] HNil, R;
    [P T R] HCons<P, T>, R;
    [K] Unsorted<K>, Ceil;
}
impl<M: FirstZero<J, Self>, J, K> OrBroadcast<M, Exact, J> for Unsorted<K> {
    type Out = M::Out;
    fn or_broadcast(self) -> M::Out {
        M::first_zero(self)
    }
}
/// Modes of which that of extent `S` at `J` has the stride 0.
pub struct Broadcasting<S, J>(PhantomData<(S, J)>);
/// The first of the modes `Self` whose stride is statically 0 and whose extent is not 1, else `L`.
pub trait FirstZero<J, L> {
    /// [`Broadcasting`] or `L`.
    type Out;
    /// [`Broadcasting`] or `L`.
    fn first_zero(list: L) -> Self::Out;
}
impl<J, L> FirstZero<J, L> for HNil {
    type Out = L;
    fn first_zero(list: L) -> L {
        list
    }
}
impl<S, T, J: Position, L, F> FirstZero<J, L> for HCons<Mode<S, Static<UTerm>>, T>
where
    S: Leaf<IsOne = F>,
    F: FirstZeroUnless<S, T, J, L>,
{
    type Out = F::Out;
    fn first_zero(list: L) -> F::Out {
        F::first_zero_unless(list)
    }
}
macro_rules! not_zero {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<$($g,)* S, T: FirstZero<J::After, L>, J: Position, L> FirstZero<J, L>
            for HCons<Mode<S, $stride>, T>
        {
            type Out = T::Out;
            fn first_zero(list: L) -> T::Out {
                T::first_zero(list)
            }
        }
    )*};
}
not_zero! {
    [U B] Static<UInt<U, B>>;
    [I] Dyn<I>;
}
/// The mode of extent `S` at `J` if `Self` is false, else the first such mode of `T`.
pub trait FirstZeroUnless<S, T, J, L> {
    /// [`Broadcasting`] or `L`.
    type Out;
    /// [`Broadcasting`] or `L`.
    fn first_zero_unless(list: L) -> Self::Out;
}
impl<S, T, J, L> FirstZeroUnless<S, T, J, L> for B0 {
    type Out = Broadcasting<S, J>;
    fn first_zero_unless(_: L) -> Self::Out {
        Broadcasting(PhantomData)
    }
}
impl<S, T: FirstZero<J::After, L>, J: Position, L> FirstZeroUnless<S, T, J, L> for B1 {
    type Out = T::Out;
    fn first_zero_unless(list: L) -> T::Out {
        T::first_zero(list)
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

/// The last mode: copies of `Span` up to `Self`.
pub trait CoverBy<Span, R, O>: Sized {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn cover_by(self, span: Span) -> Result<Self::Out, Error>;
}
macro_rules! static_cover {
    ($($rounding:ident $division:ident;)*) => {$(
        impl<N, M, O, Q> CoverBy<Static<M>, $rounding, O> for Static<N>
        where
            N: $division<M, Out = Q>,
            Q: LastMode<Self, Static<M>, O>,
        {
            type Out = Q::Out;
            #[inline(always)]
            fn cover_by(self, span: Static<M>) -> Result<Self::Out, Error> {
                Ok(Q::last_mode(span))
            }
        }
    )*};
}
static_cover! {
    Exact ExactDiv;
    Ceil CeilDiv;
}
impl<N, I: Index, R: Round, O> CoverBy<Dyn<I>, R, O> for Static<N>
where
    Self: LeafIn<I>,
{
    type Out = HCons<Mode<Dyn<I>, Dyn<I>>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Dyn<I>) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover::<R, I>(self, span)?, span), tail: HNil })
    }
}
impl<Span: LeafIn<I>, I: Index, R: Round, O> CoverBy<Span, R, O> for Dyn<I> {
    type Out = HCons<Mode<Dyn<I>, Span>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Span) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover::<R, I>(self, span)?, span), tail: HNil })
    }
}
/// How often `span` covers `n`.
#[inline(always)]
fn dynamic_cover<R: Round, I: Index>(
    n: impl LeafIn<I>,
    span: impl LeafIn<I>,
) -> Result<Dyn<I>, Error> {
    if let (Ok(n), Ok(span)) = (n.try_get_in(), span.try_get_in()) {
        return cover(R::ROUNDING, n, span).map(Dyn);
    }
    // The quotient may fit the integers although a static number does not.
    let wide = cover(R::ROUNDING, n.get(), span.get())?;
    let narrow = I::try_of(wide as u64).map(Dyn);
    narrow.map_err(|rule| Error::new(R::ROUNDING.operation(), rule))
}
impl<I: Index, K, R, O, C> CoverBy<Multiple<K, I>, R, O> for Dyn<I>
where
    Self: CoverBy<Dyn<I>, R, O, Out = C>,
{
    type Out = C;
    #[inline(always)]
    fn cover_by(self, span: Multiple<K, I>) -> Result<C, Error> {
        self.cover_by(span.leaf)
    }
}
impl<N, K, I, R, A, B, J, F> CoverBy<Multiple<K, I>, R, (A, B, J)> for Static<N>
where
    R: Divides<K, Self, Out = F>,
    F: IfEven<Self, Dyn<I>, R, (A, B, J), Bad<rule::Evenness, Place<A, B, J>, Self, K>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn cover_by(self, span: Multiple<K, I>) -> Result<F::Out, Error> {
        F::if_even(self, span.leaf)
    }
}
/// `N` covered by `Span` if `Self` is true, else the verdict `V`.
pub trait IfEven<N, Span, R, O, V> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn if_even(n: N, span: Span) -> Result<Self::Out, Error>;
}
impl<N: CoverBy<Span, R, O>, Span, R, O, V> IfEven<N, Span, R, O, V> for B1 {
    type Out = N::Out;
    #[inline(always)]
    fn if_even(n: N, span: Span) -> Result<N::Out, Error> {
        n.cover_by(span)
    }
}
impl<N, Span, R, O, Rule, At, X, Y> IfEven<N, Span, R, O, Bad<Rule, At, X, Y>> for B0 {
    type Out = Bad<Rule, At, X, Y>;
    fn if_even(_: N, _: Span) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

/// `Self` is the extent of the last mode, if there is one.
pub trait LastMode<N, Span, O> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn last_mode(span: Span) -> Self::Out;
}
impl<U, B, N, Span, O> LastMode<N, Span, O> for UInt<U, B> {
    type Out = HCons<Mode<Static<Self>, Span>, HNil>;
    #[inline(always)]
    fn last_mode(span: Span) -> Self::Out {
        HCons { head: mode(Static::new(), span), tail: HNil }
    }
}
impl<N, Span, A, B, J> LastMode<N, Span, (A, B, J)> for Inexact {
    type Out = Bad<rule::Evenness, Place<A, B, J>, N, Span>;
    fn last_mode(_: Span) -> Self::Out {
        Bad::new()
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
