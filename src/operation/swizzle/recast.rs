//! Swizzles recast to elements of another width.

use core::ops::{Add, Shl, Sub};

use typenum::{
    B0, B1, Diff, IsGreaterOrEqual, Log2, Logarithm2, Max, Maximum, Shleft, Sum, U0, U1, UInt,
    UTerm,
};

use crate::layout::swizzle::Swizzle;
use crate::leaf::arithmetic::PowerOfTwo;
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::Static;
use crate::verdict::{Bad, Of, rule};

/// The recast of a swizzle, before the verdict is checked.
pub trait CastSwizzle<Old, New> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<B, M, S, Old, New, Smaller, Larger, R> CastSwizzle<Old, New> for Swizzle<B, M, S>
where
    Old: ExactDiv<New, Out = Smaller>,
    New: ExactDiv<Old, Out = Larger>,
    Smaller: Widths<Larger, B, M, S, (Old, New), Self, Out = R>,
{
    type Out = R;
}
/// The cast to elements that are `Self` times as small, or `Larger` times as large; `W` are the widths.
pub trait Widths<Larger, B, M, S, W, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<U, C, Larger, B, M, S, W, L, F> Widths<Larger, B, M, S, W, L> for UInt<U, C>
where
    Static<Self>: PowerOfTwo<Out = F>,
    Self: Logarithm2,
    M: Add<Log2<Self>>,
    F: AtBase<B, Sum<M, Log2<Self>>, S, Self, L>,
{
    type Out = F::Out;
}
impl<Larger: LargerBy<B, M, S, W, L>, B, M, S, W, L> Widths<Larger, B, M, S, W, L> for Inexact {
    type Out = Larger::Out;
}
/// The cast to elements that are `Self` times as large. (The factor is `Self` because it is known last: while it is
/// unknown, rustc would try all impls.)
pub trait LargerBy<B, M, S, W, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<U, C, B, M, S, W, L, F, G> LargerBy<B, M, S, W, L> for UInt<U, C>
where
    Static<Self>: PowerOfTwo<Out = F>,
    Self: Logarithm2,
    M: IsGreaterOrEqual<Log2<Self>, Output = G>,
    (F, B, G): Raised<B, M, S, Self, L>,
{
    type Out = <(F, B, G) as Raised<B, M, S, Self, L>>::Out;
}
impl<B, M, S, Old: Max<New>, New, L> LargerBy<B, M, S, (Old, New), L> for Inexact {
    type Out = NotPower<L, Maximum<Old, New>>;
}
type NotPower<L, N> = Bad<rule::FactorPowerOfTwo, Of<L>, Static<N>, Static<UTerm>>;
/// The swizzle at the base `M`, if `Self` is true.
pub trait AtBase<B, M, S, N, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<U, C, M, S, N, L> AtBase<UInt<U, C>, M, S, N, L> for B1 {
    type Out = Swizzle<UInt<U, C>, M, S>;
}
// If nothing is XORed, the base does not matter.
impl<M, S, N, L> AtBase<UTerm, M, S, N, L> for B1 {
    type Out = Swizzle<U0, U0, S>;
}
impl<B, M, S, N, L> AtBase<B, M, S, N, L> for B0 {
    type Out = NotPower<L, N>;
}
/// The swizzle of elements `N` times as large. `Self`: whether `N` is a power of 2, how many bits it has, and whether
/// blocks of `N` stay together.
pub trait Raised<B, M, S, N, L> {
    /// The swizzle, or the verdict.
    type Out;
}
impl<B, G, M, S, N, L> Raised<B, M, S, N, L> for (B0, B, G) {
    type Out = NotPower<L, N>;
}
impl<G, M, S, N, L> Raised<UTerm, M, S, N, L> for (B1, UTerm, G) {
    type Out = Swizzle<U0, U0, S>;
}
impl<U, C, M: Sub<Log2<N>>, S, N: Logarithm2, L> Raised<UInt<U, C>, M, S, N, L>
    for (B1, UInt<U, C>, B1)
{
    type Out = Swizzle<UInt<U, C>, Diff<M, Log2<N>>, S>;
}
impl<U, C, M, S, N, L> Raised<UInt<U, C>, M, S, N, L> for (B1, UInt<U, C>, B0)
where
    U1: Shl<M>,
{
    type Out = Bad<rule::Alignment, Of<L>, Static<Shleft<U1, M>>, Static<N>>;
}
