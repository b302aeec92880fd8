//! Arithmetic of leaves. The result of static operands is static. If an operand is dynamic, the result is dynamic
//! unless the static operand alone decides it.
//!
//! typenum computes static products and sums. Division tries [`crate::exact_division`] first, and uses long division
//! only where it must round.

use core::ops;

use typenum::{B1, Cmp, Compare, Prod, Sub1, Sum, UInt, UTerm};

use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};

/// The comparison of two leaves if one of them is dynamic. The other answers are typenum's `Less`, `Equal` and
/// `Greater`.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;

/// The comparison of `Self` with `B`: `Less`, `Equal`, `Greater` or [`Unknown`].
pub trait Versus<B> {
    /// The answer.
    type Out;
}
// The other operand is `Self` of the next trait. While its type is not inferred yet, rustc must not search typenum's
// impls for it, because that search would not end.
impl<N, B: AgainstStatic<N>> Versus<B> for Static<N> {
    type Out = B::Out;
}
/// The comparison of the static leaf `N` with `Self`.
pub trait AgainstStatic<N> {
    /// The answer.
    type Out;
}
impl<N: Cmp<M>, M> AgainstStatic<N> for Static<M> {
    type Out = Compare<N, M>;
}
impl<N, I> AgainstStatic<N> for Dyn<I> {
    type Out = Unknown;
}
impl<I, B> Versus<B> for Dyn<I> {
    type Out = Unknown;
}

/// `Self * B`.
pub trait Mul<B>: Leaf {
    /// The product.
    type Out: Leaf;
    /// The product, or `None` if it does not fit.
    fn checked_mul(self, b: B) -> Option<Self::Out>;
}
/// `A * B`
pub type Product<A, B> = <A as Mul<B>>::Out;

impl<N, B: TimesStatic<N>> Mul<B> for Static<N>
where
    Self: Leaf,
{
    type Out = B::Out;
    #[inline(always)]
    fn checked_mul(self, b: B) -> Option<B::Out> {
        b.checked_times(self)
    }
}
impl<I: Index, B: TimesDyn<I>> Mul<B> for Dyn<I> {
    type Out = B::Out;
    #[inline(always)]
    fn checked_mul(self, b: B) -> Option<B::Out> {
        b.checked_times(self)
    }
}

/// The static leaf `N` times `Self`.
pub trait TimesStatic<N> {
    /// The product.
    type Out: Leaf;
    /// The product, or `None` if it does not fit.
    fn checked_times(self, n: Static<N>) -> Option<Self::Out>;
}
impl<N: ops::Mul<M>, M> TimesStatic<N> for Static<M>
where
    Static<Prod<N, M>>: Leaf,
{
    type Out = Static<Prod<N, M>>;
    #[inline(always)]
    fn checked_times(self, _: Static<N>) -> Option<Self::Out> {
        Some(Static::new())
    }
}
// 0 * n = 0 for every n.
impl<I: Index> TimesStatic<UTerm> for Dyn<I> {
    type Out = Static<UTerm>;
    #[inline(always)]
    fn checked_times(self, zero: Static<UTerm>) -> Option<Static<UTerm>> {
        Some(zero)
    }
}
impl<I: Index, U, B> TimesStatic<UInt<U, B>> for Dyn<I>
where
    Static<UInt<U, B>>: LeafIn<I>,
{
    type Out = Dyn<I>;
    #[inline(always)]
    fn checked_times(self, n: Static<UInt<U, B>>) -> Option<Dyn<I>> {
        n.try_get_in().ok()?.checked_mul(self.0).map(Dyn)
    }
}

/// A dynamic leaf times `Self`.
#[diagnostic::on_unimplemented(
    message = "dynamic leaves of two widths: `Dyn<{I}>` and `{Self}`",
    note = "the dynamic leaves of the operands of one operation are all `usize` or all `u32`"
)]
pub trait TimesDyn<I> {
    /// The product.
    type Out: Leaf;
    /// The product, or `None` if it does not fit.
    fn checked_times(self, n: Dyn<I>) -> Option<Self::Out>;
}
impl<I: Index, N> TimesDyn<I> for Static<N>
where
    Dyn<I>: TimesStatic<N>,
{
    type Out = <Dyn<I> as TimesStatic<N>>::Out;
    #[inline(always)]
    fn checked_times(self, n: Dyn<I>) -> Option<Self::Out> {
        TimesStatic::checked_times(n, self)
    }
}
impl<I: Index> TimesDyn<I> for Dyn<I> {
    type Out = Dyn<I>;
    #[inline(always)]
    fn checked_times(self, n: Dyn<I>) -> Option<Dyn<I>> {
        n.0.checked_mul(self.0).map(Dyn)
    }
}

/// The largest offset of a mode plus the reach `R` of the other modes: `(Self - 1) * D + R`, where `Self` is the
/// extent. Only its type is needed; the value level's arithmetic computes it at run time.
pub trait Reach<D, R>: Leaf {
    /// The sum.
    type Out;
}
impl<N, D: ReachBy<Static<N>, R>, R> Reach<D, R> for Static<N>
where
    Self: Leaf,
{
    type Out = D::Out;
}
impl<I: Index, D, R> Reach<D, R> for Dyn<I> {
    type Out = Self;
}
/// [`Reach`] of the extent `S` with the stride `Self`.
pub trait ReachBy<S, R> {
    /// The sum.
    type Out;
}
impl<N, D, R: ReachBeyond<N, D>> ReachBy<Static<N>, R> for Static<D> {
    type Out = R::Out;
}
impl<S, I, R> ReachBy<S, R> for Dyn<I> {
    type Out = Self;
}
/// [`Reach`] of the extent `N` with the stride `D` beyond `Self`.
pub trait ReachBeyond<N, D> {
    /// The sum.
    type Out;
}
impl<N, D, R> ReachBeyond<N, D> for Static<R>
where
    N: ops::Sub<B1>,
    Sub1<N>: ops::Mul<D>,
    Prod<Sub1<N>, D>: ops::Add<R>,
{
    type Out = Static<Sum<Prod<Sub1<N>, D>, R>>;
}
impl<N, D, I> ReachBeyond<N, D> for Dyn<I> {
    type Out = Self;
}
