//! Arithmetic of leaves: static with static stays static, with a dynamic operand the result is
//! dynamic unless the static one decides.
//!
//! Static products and sums are typenum's. Division follows [`crate::exact_division`] first,
//! long division only where it must round.

use core::ops;

use typenum::{B1, Cmp, Compare, Prod, Quot, Sub1, Sum, UInt, UTerm};

use crate::exact_division::ExactDiv;
use crate::exact_division::Inexact;
use crate::int::{Dyn, Index, Leaf, LeafIn, Static};

/// How two leaves compare where a dynamic one is among them. The other answers are typenum's
/// `Less`, `Equal` and `Greater`.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

/// How `Self` compares with `B`: `Less`, `Equal`, `Greater` or [`Unknown`].
pub trait Versus<B> {
    /// The answer.
    type Out;
}
impl<N: Cmp<M>, M> Versus<Static<M>> for Static<N> {
    type Out = Compare<N, M>;
}
impl<N, I> Versus<Dyn<I>> for Static<N> {
    type Out = Unknown;
}
impl<I, B> Versus<B> for Dyn<I> {
    type Out = Unknown;
}

/// `Self * B`.
#[diagnostic::on_unimplemented(
    message = "dynamic leaves of two widths: `{Self}` and `{B}`",
    note = "the dynamic leaves of the operands of one operation are all `usize` or all `u32`"
)]
pub trait Mul<B>: Leaf {
    /// The product.
    type Out: Leaf;
    /// The product, or `None` where it does not fit.
    fn checked_mul(self, b: B) -> Option<Self::Out>;
}
/// `A * B`
pub type Product<A, B> = <A as Mul<B>>::Out;

impl<N: ops::Mul<M>, M> Mul<Static<M>> for Static<N>
where
    Static<N>: Leaf,
    Static<Prod<N, M>>: Leaf,
{
    type Out = Static<Prod<N, M>>;
    #[inline(always)]
    fn checked_mul(self, _: Static<M>) -> Option<Self::Out> {
        Some(Static::new())
    }
}
// 0 * n = 0 whatever n is.
impl<I: Index> Mul<Dyn<I>> for Static<UTerm> {
    type Out = Self;
    #[inline(always)]
    fn checked_mul(self, _: Dyn<I>) -> Option<Self> {
        Some(self)
    }
}
impl<I: Index> Mul<Static<UTerm>> for Dyn<I> {
    type Out = Static<UTerm>;
    #[inline(always)]
    fn checked_mul(self, zero: Static<UTerm>) -> Option<Static<UTerm>> {
        Some(zero)
    }
}
impl<I: Index, U, B> Mul<Dyn<I>> for Static<UInt<U, B>>
where
    Self: LeafIn<I>,
{
    type Out = Dyn<I>;
    #[inline(always)]
    fn checked_mul(self, b: Dyn<I>) -> Option<Dyn<I>> {
        self.get_in().checked_mul(b.0).map(Dyn)
    }
}
impl<I: Index, U, B> Mul<Static<UInt<U, B>>> for Dyn<I>
where
    Static<UInt<U, B>>: LeafIn<I>,
{
    type Out = Dyn<I>;
    #[inline(always)]
    fn checked_mul(self, b: Static<UInt<U, B>>) -> Option<Dyn<I>> {
        self.0.checked_mul(b.get_in()).map(Dyn)
    }
}
impl<I: Index> Mul<Dyn<I>> for Dyn<I> {
    type Out = Dyn<I>;
    #[inline(always)]
    fn checked_mul(self, b: Dyn<I>) -> Option<Dyn<I>> {
        self.0.checked_mul(b.0).map(Dyn)
    }
}

/// The largest offset of a mode plus what the other modes reach: `(Self - 1) * D + R`, where
/// `Self` is the extent. Only its type is needed; run time uses the value level's arithmetic.
pub trait Reach<D, R>: Leaf {
    /// The sum.
    type Out;
}
impl<N, D, R> Reach<Static<D>, Static<R>> for Static<N>
where
    Static<N>: Leaf,
    N: ops::Sub<B1>,
    Sub1<N>: ops::Mul<D>,
    Prod<Sub1<N>, D>: ops::Add<R>,
{
    type Out = Static<Sum<Prod<Sub1<N>, D>, R>>;
}
impl<N, D, I> Reach<Static<D>, Dyn<I>> for Static<N>
where
    Static<N>: Leaf,
{
    type Out = Dyn<I>;
}
impl<N, I, R> Reach<Dyn<I>, R> for Static<N>
where
    Static<N>: Leaf,
{
    type Out = Dyn<I>;
}
impl<I: Index, D, R> Reach<D, R> for Dyn<I> {
    type Out = Dyn<I>;
}

/// `floor(Self / B)` of typenum integers, by long division only where it is not exact.
pub trait FloorDiv<B> {
    /// The quotient.
    type Out;
}
impl<N: ExactDiv<M>, M> FloorDiv<M> for N
where
    N::Out: OrFloor<N, M>,
{
    type Out = <N::Out as OrFloor<N, M>>::Out;
}
/// `Self`, or the floor of `N / M` where `Self` is [`Inexact`].
pub trait OrFloor<N, M> {
    /// The quotient.
    type Out;
}
impl<N, M> OrFloor<N, M> for UTerm {
    type Out = UTerm;
}
impl<U, B, N, M> OrFloor<N, M> for UInt<U, B> {
    type Out = Self;
}
impl<N: ops::Div<M>, M> OrFloor<N, M> for Inexact {
    type Out = Quot<N, M>;
}

/// `ceil(Self / B)` of typenum integers, by long division only where it is not exact.
pub trait CeilDiv<B> {
    /// The quotient.
    type Out;
}
impl<N: ExactDiv<M>, M> CeilDiv<M> for N
where
    N::Out: OrCeil<N, M>,
{
    type Out = <N::Out as OrCeil<N, M>>::Out;
}
/// `Self`, or the ceiling of `N / M` where `Self` is [`Inexact`].
pub trait OrCeil<N, M> {
    /// The quotient.
    type Out;
}
impl<N, M> OrCeil<N, M> for UTerm {
    type Out = UTerm;
}
impl<U, B, N, M> OrCeil<N, M> for UInt<U, B> {
    type Out = Self;
}
impl<N: ops::Div<M>, M> OrCeil<N, M> for Inexact
where
    Quot<N, M>: ops::Add<B1>,
{
    type Out = typenum::Add1<Quot<N, M>>;
}
