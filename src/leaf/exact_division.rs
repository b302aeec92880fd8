//! Exact division of typenum integers, from the lowest bit upwards.
//!
//! `N / M` for odd `M` fixes the quotient bit by bit from the right. If the lowest bit of the remainder is set, so is
//! the quotient's, and `M` is subtracted. The division ends at 0, or underflows if `M` does not divide `N`. Factors of
//! 2 are removed first. This costs one ripple subtraction for each set bit of the quotient, several times less than
//! typenum's long division, and most divisions of the algebra are exact.

use typenum::{B0, B1, UInt, UTerm};

/// There is no exact quotient.
#[derive(Clone, Copy, Debug)]
pub struct Inexact;

/// `Self / M` as a typenum integer, or [`Inexact`]; `M` is at least 1.
pub trait ExactDiv<M> {
    /// The quotient or [`Inexact`].
    type Out;
}
impl<N> ExactDiv<UInt<UTerm, B1>> for N {
    type Out = N;
}
impl<B, C, D> ExactDiv<UInt<UInt<B, C>, D>> for UTerm {
    type Out = UTerm;
}
impl<N: ExactDiv<UInt<B, C>>, B, C> ExactDiv<UInt<UInt<B, C>, B0>> for UInt<N, B0> {
    type Out = N::Out;
}
impl<N, B, C> ExactDiv<UInt<UInt<B, C>, B0>> for UInt<N, B1> {
    type Out = Inexact;
}
impl<N, E, B, C> ExactDiv<UInt<UInt<B, C>, B1>> for UInt<N, E>
where
    UInt<N, E>: OddDiv<UInt<UInt<B, C>, B1>>,
{
    type Out = <UInt<N, E> as OddDiv<UInt<UInt<B, C>, B1>>>::Out;
}

/// `Self / M` for odd `M`, or [`Inexact`].
pub trait OddDiv<M> {
    /// The quotient or [`Inexact`].
    type Out;
}
impl<M> OddDiv<M> for UTerm {
    type Out = UTerm;
}
impl<M> OddDiv<M> for Inexact {
    type Out = Inexact;
}
impl<N: OddDiv<M, Out = Q>, M, Q: PushBit<B0>> OddDiv<M> for UInt<N, B0> {
    type Out = Q::Out;
}
impl<N, M, Rest, Q> OddDiv<UInt<M, B1>> for UInt<N, B1>
where
    M: SubFrom<N, B0, Out = Rest>,
    Rest: OddDiv<UInt<M, B1>, Out = Q>,
    Q: PushBit<B1>,
{
    type Out = Q::Out;
}

/// `N - Self - Borrow`, or [`Inexact`] if that is negative. Leading zeros may stay.
pub trait SubFrom<N, Borrow> {
    /// The difference or [`Inexact`].
    type Out;
}
impl<N> SubFrom<N, B0> for UTerm {
    type Out = N;
}
impl SubFrom<UTerm, B1> for UTerm {
    type Out = Inexact;
}
impl<N> SubFrom<UInt<N, B1>, B1> for UTerm {
    type Out = UInt<N, B0>;
}
impl<N> SubFrom<UInt<N, B0>, B1> for UTerm
where
    UTerm: SubFrom<N, B1>,
    <UTerm as SubFrom<N, B1>>::Out: LowBit<B1>,
{
    type Out = <<UTerm as SubFrom<N, B1>>::Out as LowBit<B1>>::Out;
}
// The minuend is shorter, and the highest bit of a typenum integer is set.
impl<M, B, Borrow> SubFrom<UTerm, Borrow> for UInt<M, B> {
    type Out = Inexact;
}
macro_rules! full_subtractor {
    ($($subtrahend:ident $minuend:ident $borrow:ident => $difference:ident $next:ident;)*) => {$(
        impl<M, N, High> SubFrom<UInt<N, $minuend>, $borrow> for UInt<M, $subtrahend>
        where
            M: SubFrom<N, $next, Out = High>,
            High: LowBit<$difference>,
        {
            type Out = High::Out;
        }
    )*};
}
full_subtractor! {
    B0 B0 B0 => B0 B0;
    B0 B0 B1 => B1 B1;
    B0 B1 B0 => B1 B0;
    B0 B1 B1 => B0 B0;
    B1 B0 B0 => B1 B1;
    B1 B0 B1 => B0 B1;
    B1 B1 B0 => B0 B0;
    B1 B1 B1 => B1 B1;
}

/// `2 * Self + B` without normalising; [`Inexact`] stays.
pub trait LowBit<B> {
    /// The longer number.
    type Out;
}
impl<B> LowBit<B> for UTerm {
    type Out = UInt<UTerm, B>;
}
impl<U, C, B> LowBit<B> for UInt<U, C> {
    type Out = UInt<Self, B>;
}
impl<B> LowBit<B> for Inexact {
    type Out = Inexact;
}

/// `2 * Self + B` without leading zeros; [`Inexact`] stays.
pub trait PushBit<B> {
    /// The longer number.
    type Out;
}
impl PushBit<B0> for UTerm {
    type Out = UTerm;
}
impl PushBit<B1> for UTerm {
    type Out = UInt<UTerm, B1>;
}
impl<U, C, B> PushBit<B> for UInt<U, C> {
    type Out = UInt<Self, B>;
}
impl<B> PushBit<B> for Inexact {
    type Out = Inexact;
}
