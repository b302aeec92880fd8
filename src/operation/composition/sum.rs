//! A leaf of the right side that moves several places: what it does at each of them, added up.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Equal, Greater, Less, U0, UInt};

use super::by_coordinates::OntoPlace;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::addition::{Added, Plus};
use crate::leaf::arithmetic::{Scale, Scaled, Unknown, Versus};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Leaf, Static};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::verdict::{Bad, Place, Verdict, failed, rule};

impl<S, A, W, J, T: OntoTerms<S, A, W, J>> OntoPlace<S, A, W, J> for ArithmeticTuple<T>
where
    T: Copy,
{
    type Out = T::Out;
    #[inline(always)]
    fn onto_place(self, extent: S, a: A, whole: W, at: usize) -> Result<T::Out, Error> {
        self.terms().onto_terms(extent, a, whole, at)
    }
}

/// The leaf of extent `S`, composed with what `A` has at the places of the terms `Self`.
pub trait OntoTerms<S, A, W, J> {
    /// The sum, a layout.
    type Out;
    /// The sum.
    fn onto_terms(self, extent: S, a: A, whole: W, at: usize) -> Result<Self::Out, Error>;
}
impl<S, A, W, J, B: OntoPlace<S, A, W, J>> OntoTerms<S, A, W, J> for HCons<B, HNil> {
    type Out = B::Out;
    #[inline(always)]
    fn onto_terms(self, extent: S, a: A, whole: W, at: usize) -> Result<B::Out, Error> {
        self.head.onto_place(extent, a, whole, at)
    }
}
impl<S: Copy, A: Copy, W: Copy, J, B, C, T, L, M, V> OntoTerms<S, A, W, J> for HCons<B, HCons<C, T>>
where
    B: OntoPlace<S, A, W, J, Out = L>,
    HCons<C, T>: OntoTerms<S, A, W, J, Out = M>,
    HList![L, M]: Verdict<Out = V>,
    V: SumUnless<L, M, (A, W, J)>,
{
    type Out = V::Out;
    #[inline(always)]
    fn onto_terms(self, extent: S, a: A, whole: W, at: usize) -> Result<V::Out, Error> {
        let one = self.head.onto_place(extent, a, whole, at)?;
        let others = self.tail.onto_terms(extent, a, whole, at)?;
        V::sum_unless(one, others, at)
    }
}

/// The sum of two layouts of one size, unless `Self` is a verdict on them.
pub trait SumUnless<L, M, O> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn sum_unless(one: L, other: M, at: usize) -> Result<Self::Out, Error>;
}
impl<L, M, O, X, Y, Modes, Merged, Kept> SumUnless<L, M, O> for HNil
where
    L: AnyLayout<Modes = X>,
    M: AnyLayout<Modes = Y>,
    X: SumModes<Y, O, Out = Modes>,
    Modes: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn sum_unless(one: L, other: M, at: usize) -> Result<Kept::Out, Error> {
        let modes = one.modes().sum_modes(other.modes(), at)?;
        Ok(modes.coalesce_modes().drop_last_one().into_layout())
    }
}
impl<L, M, O, R, At, X, Y> SumUnless<L, M, O> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn sum_unless(_: L, _: M, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}

/// The sum of the functions of the flat modes `Self` and `M`, of one size: with the extents that
/// refine both. Where one comes to its last mode, the extents are those that the other has left.
pub trait SumModes<M, O>: Sized {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn sum_modes(self, other: M, at: usize) -> Result<Self::Out, Error>;
}
// The extent is that of `Self`: the other mode may be what is left of a larger one.
impl<S, D: Plus<E>, R, E, O> SumModes<HCons<Mode<R, E>, HNil>, O> for HCons<Mode<S, D>, HNil> {
    type Out = HCons<Mode<S, Added<D, E>>, HNil>;
    #[inline(always)]
    fn sum_modes(self, other: HCons<Mode<R, E>, HNil>, at: usize) -> Result<Self::Out, Error> {
        Ok(cons(mode(self.head.shape, plus(self.head.stride, other.head.stride, at)?), HNil))
    }
}
impl<S: Copy, D, R, E, N, T, O, Rest> SumModes<HCons<Mode<R, E>, HCons<N, T>>, O>
    for HCons<Mode<S, D>, HNil>
where
    D: Copy + Plus<E>,
    R: Copy + Scale<D>,
    HCons<N, T>: SumModes<HCons<Mode<S, Scaled<R, D>>, HNil>, O, Out = Rest>,
    Rest: PushFront<Mode<R, Added<D, E>>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn sum_modes(
        self,
        other: HCons<Mode<R, E>, HCons<N, T>>,
        at: usize,
    ) -> Result<Rest::Out, Error> {
        let (Mode { shape, stride }, first) = (self.head, other.head);
        let rest = cons(mode(shape, scaled(first.shape, stride, at)?), HNil);
        let sum = mode(first.shape, plus(stride, first.stride, at)?);
        Ok(other.tail.sum_modes(rest, at)?.push_front(sum))
    }
}
impl<S, D, N, T, R: Copy, E, O, Rest> SumModes<HCons<Mode<R, E>, HNil>, O>
    for HCons<Mode<S, D>, HCons<N, T>>
where
    D: Plus<E>,
    E: Copy,
    S: Copy + Scale<E>,
    HCons<N, T>: SumModes<HCons<Mode<R, Scaled<S, E>>, HNil>, O, Out = Rest>,
    Rest: PushFront<Mode<S, Added<D, E>>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn sum_modes(self, other: HCons<Mode<R, E>, HNil>, at: usize) -> Result<Rest::Out, Error> {
        let (first, Mode { shape, stride }) = (self.head, other.head);
        let rest = cons(mode(shape, scaled(first.shape, stride, at)?), HNil);
        let sum = mode(first.shape, plus(first.stride, stride, at)?);
        Ok(self.tail.sum_modes(rest, at)?.push_front(sum))
    }
}
impl<S, D, N, T, R, E, M, U, O, F> SumModes<HCons<Mode<R, E>, HCons<M, U>>, O>
    for HCons<Mode<S, D>, HCons<N, T>>
where
    S: Versus<R, Out = F>,
    F: Refine<Mode<S, D>, HCons<N, T>, Mode<R, E>, HCons<M, U>, O>,
{
    type Out = F::Out;
    #[inline(always)]
    fn sum_modes(self, other: HCons<Mode<R, E>, HCons<M, U>>, at: usize) -> Result<F::Out, Error> {
        F::refine(cons(self.head, self.tail), cons(other.head, other.tail), at)
    }
}

/// The sum of the modes `M` and `T`, and `N` and `U`. `Self` says how the extents of the first
/// compare.
pub trait Refine<M, T, N, U, O> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn refine(one: HCons<M, T>, other: HCons<N, U>, at: usize) -> Result<Self::Out, Error>;
}
impl<S, D: Plus<E>, T, R, E, U, O, Rest> Refine<Mode<S, D>, T, Mode<R, E>, U, O> for Equal
where
    T: SumModes<U, O, Out = Rest>,
    Rest: PushFront<Mode<S, Added<D, E>>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn refine(
        one: HCons<Mode<S, D>, T>,
        other: HCons<Mode<R, E>, U>,
        at: usize,
    ) -> Result<Rest::Out, Error> {
        let sum = mode(one.head.shape, plus(one.head.stride, other.head.stride, at)?);
        Ok(one.tail.sum_modes(other.tail, at)?.push_front(sum))
    }
}
impl<S, D, T, R, E, U, O, Q> Refine<Mode<Static<S>, D>, T, Mode<Static<R>, E>, U, O> for Less
where
    R: ExactDiv<S, Out = Q>,
    Q: Split<Mode<Static<S>, D>, T, Mode<Static<R>, E>, U, O>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn refine(
        one: HCons<Mode<Static<S>, D>, T>,
        other: HCons<Mode<Static<R>, E>, U>,
        at: usize,
    ) -> Result<Q::Out, Error> {
        Q::split(one, other, at)
    }
}
// The sum is the same the other way round.
impl<M, T, N, U, O> Refine<M, T, N, U, O> for Greater
where
    Less: Refine<N, U, M, T, O>,
{
    type Out = <Less as Refine<N, U, M, T, O>>::Out;
    #[inline(always)]
    fn refine(one: HCons<M, T>, other: HCons<N, U>, at: usize) -> Result<Self::Out, Error> {
        Less::refine(other, one, at)
    }
}
impl<M, T, N, U, A, W, J> Refine<M, T, N, U, (A, W, J)> for Unknown {
    type Out = Bad<rule::KnownOrder, Place<A, W, J>, Static<U0>, Static<U0>>;
    fn refine(_: HCons<M, T>, _: HCons<N, U>, _: usize) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
/// Splits the mode `N` by the extent of `M`, which is less. `Self` is the quotient.
pub trait Split<M, T, N, U, O> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn split(one: HCons<M, T>, other: HCons<N, U>, at: usize) -> Result<Self::Out, Error>;
}
impl<K, B, S, D, T, R, E, U, O, Rest> Split<Mode<S, D>, T, Mode<R, E>, U, O> for UInt<K, B>
where
    D: Plus<E>,
    E: Copy,
    S: Copy + Scale<E>,
    T: SumModes<HCons<Mode<Static<Self>, Scaled<S, E>>, U>, O, Out = Rest>,
    Rest: PushFront<Mode<S, Added<D, E>>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn split(
        one: HCons<Mode<S, D>, T>,
        other: HCons<Mode<R, E>, U>,
        at: usize,
    ) -> Result<Rest::Out, Error> {
        let Mode { shape, stride } = one.head;
        let left = mode(Static::new(), scaled(shape, other.head.stride, at)?);
        let sum = mode(shape, plus(stride, other.head.stride, at)?);
        Ok(one.tail.sum_modes(cons(left, other.tail), at)?.push_front(sum))
    }
}
impl<S: Leaf, D, T, R: Leaf, E, U, A, W, J> Split<Mode<S, D>, T, Mode<R, E>, U, (A, W, J)>
    for Inexact
{
    type Out = Bad<rule::ShapeDivisibility, Place<A, W, J>, R, S>;
    fn split(
        one: HCons<Mode<S, D>, T>,
        other: HCons<Mode<R, E>, U>,
        at: usize,
    ) -> Result<Self::Out, Error> {
        let (extent, factor) = (other.head.shape.number(), one.head.shape.number());
        let rule = Rule::ShapeDivisibility { extent, factor };
        failed(Error::new(Operation::Composition, rule).at(at))
    }
}

#[inline(always)]
fn plus<D: Plus<E>, E>(one: D, other: E, at: usize) -> Result<Added<D, E>, Error> {
    one.checked_plus(other).ok_or(Error::new(Operation::Composition, Rule::Overflow).at(at))
}
#[inline(always)]
fn scaled<N: Scale<D>, D>(n: N, stride: D, at: usize) -> Result<Scaled<N, D>, Error> {
    n.checked_scale(stride).map_err(|rule| Error::new(Operation::Composition, rule).at(at))
}

/// Puts a mode in front; a verdict stays.
pub trait PushFront<M> {
    /// The list.
    type Out;
    /// The list.
    fn push_front(self, mode: M) -> Self::Out;
}
impl<M> PushFront<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}
impl<M, H, T> PushFront<M> for HCons<H, T> {
    type Out = HCons<M, Self>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        cons(mode, self)
    }
}
