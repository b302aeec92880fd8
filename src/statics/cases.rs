//! What follows a comparison, a division and a question.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, Greater, Less, U1, UInt, UTerm};

use super::Undecided;
use super::flat::Flat;
use super::number::Number;
use crate::layout::modes::Mode;
use crate::leaf::int::Static;

/// How two numbers compare: `Less`, `Equal` or `Greater`.
pub trait Order {
    /// A leaf `S:D` takes from a mode of stride `AD`. `Self`: `S` with what the mode offers, which
    /// does not divide it.
    type Take<AD: Number, S: Number, D: Number>: Flat;
    /// `S:D` into the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat>: Flat;
    /// `A`, if the sorted modes are segregated. `Self`: a span with the stride after it, the first
    /// of `L`.
    type IfFits<L: Flat, A: Flat>: Flat;
}
macro_rules! at_most {
    ($($order:ident)*) => {$(
        impl Order for $order {
            type Take<AD: Number, S: Number, D: Number> =
                HCons<Mode<Static<S>, Static<D::Times<AD>>>, HNil>;
            type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
                HCons<Mode<Static<S>, Static<D>>, HCons<Mode<Static<S1>, Static<D1>>, T>>;
            type IfFits<L: Flat, A: Flat> = L::IfSegregated<A>;
        }
    )*};
}
at_most!(Less Equal);
impl Order for Greater {
    type Take<AD: Number, S: Number, D: Number> = Undecided;
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        <T::Insert<S, D> as Flat>::Cons<S1, D1>;
    type IfFits<L: Flat, A: Flat> = Undecided;
}

/// What a division gives: a number, or [`Undecided`] where it is not exact.
pub trait Quotient {
    /// A leaf `S:D` at a mode `AS:AD`, `T` behind it. `Self`: `D / AS`.
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number>: Flat;
    /// A leaf `S:D` takes from a mode of stride `AD`, `T` behind it. `Self`: the extent of the mode
    /// divided by `D`, what it offers.
    type Offer<AD: Number, T: Flat, S: Number, D: Number>: Flat;
    /// The same, with the offer `N`. `Self`: `S / N`.
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number>: Flat;
    /// `S:D` before the coalesced modes `S1:D1` and `T`. `Self`: `D1 / D`.
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat>: Flat;
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent.
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number>: Flat;
    /// The last mode of a complement. `Self`: its extent.
    type Cover<Span: Number>: Flat;

    /// `2 Self`
    type Push0: Quotient;
    /// `2 Self + 1`
    type Push1: Quotient;
    /// `2 Self` with leading zeros
    type Low0: Quotient;
    /// `2 Self + 1` with leading zeros
    type Low1: Quotient;
    /// `Self / (2 M + 1)`
    type OverOdd<M: Number>: Quotient;
}
impl Quotient for Undecided {
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number> =
        <D::Divides<AS> as Quotient>::Offer<AD, T, S, D>;
    type Offer<AD: Number, T: Flat, S: Number, D: Number> = Undecided;
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number> =
        <S::Compared<N, Equal> as Order>::Take<AD, S, D>;
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        HCons<Mode<Static<S>, Static<D>>, HCons<Mode<Static<S1>, Static<D1>>, T>>;
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;

    type Push0 = Undecided;
    type Push1 = Undecided;
    type Low0 = Undecided;
    type Low1 = Undecided;
    type OverOdd<M: Number> = Undecided;
}
// 0 is divided only where it is left over.
impl Quotient for UTerm {
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number> = Undecided;
    type Offer<AD: Number, T: Flat, S: Number, D: Number> = Undecided;
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number> = Undecided;
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        HCons<Mode<Static<S>, Static<D>>, HCons<Mode<Static<S1>, Static<D1>>, T>>;
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;

    type Push0 = UTerm;
    type Push1 = U1;
    type Low0 = UInt<UTerm, B0>;
    type Low1 = U1;
    type OverOdd<M: Number> = UTerm;
}
macro_rules! quotient {
    ($($bit:ident $over_odd:ty;)*) => {$(
        impl<U: Number> Quotient for UInt<U, $bit> {
            // The stride covers the mode: step over it.
            type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number> =
                T::Compose<S, Self>;
            type Offer<AD: Number, T: Flat, S: Number, D: Number> =
                <<Self as Number>::Divides<S> as Quotient>::Take<Self, AD, T, S, D>;
            type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number> =
                <<Self as Number>::IsOne as Truth>::GoOn<Self, N, AD, T, D>;
            type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
                <<Self as Number>::Equals<S> as Truth>::Merge<S, D, S1, D1, T>;
            type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> =
                <T::Gaps<S::Times<D>, N> as Flat>::Cons<Self, Span>;
            type Cover<Span: Number> = HCons<Mode<Static<Self>, Static<Span>>, HNil>;

            type Push0 = UInt<Self, B0>;
            type Push1 = UInt<Self, B1>;
            type Low0 = UInt<Self, B0>;
            type Low1 = UInt<Self, B1>;
            type OverOdd<M: Number> = $over_odd;
        }
    )*};
}
quotient! {
    B0 <U::OverOdd<M> as Quotient>::Push0;
    // 2 U + 1 is 2 M + 1 times an odd number, so U - M is a multiple of it.
    B1 <<U::Minus<M> as Quotient>::OverOdd<M> as Quotient>::Push1;
}

/// Whether a number is 0 or 1.
pub trait Truth {
    /// A leaf composed. `Self`: `S = 1`.
    type UnlessOne<S: Number, D: Number, A: Flat>: Flat;
    /// A leaf of an extent above 1 composed. `Self`: `D = 0`.
    type UnlessZero<S: Number, D: Number, A: Flat>: Flat;
    /// A leaf takes `N` elements of a mode, and goes on with the extent `Q`. `Self`: `Q = 1`.
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number>: Flat;
    /// `S:D` before coalesced modes `T`. `Self`: `S = 1`.
    type Push<S: Number, D: Number, T: Flat>: Flat;
    /// `S:D` before the coalesced modes `S1:D1` and `T`. `Self`: `D = 0`.
    type PushBefore<S: Number, D: Number, S1: Number, D1: Number, T: Flat>: Flat;
    /// The same. `Self`: whether the first two merge.
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat>: Flat;
    /// `S:D` into sorted modes `T`. `Self`: `S = 1`.
    type Insert<S: Number, D: Number, T: Flat>: Flat;
    /// `S:D` alone. `Self`: `S = 1`.
    type Only<S: Number, D: Number>: Flat;
}
impl Truth for B1 {
    type UnlessOne<S: Number, D: Number, A: Flat> = HNil;
    type UnlessZero<S: Number, D: Number, A: Flat> = HCons<Mode<Static<S>, Static<D>>, HNil>;
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number> =
        HCons<Mode<Static<N>, Static<D::Times<AD>>>, HNil>;
    type Push<S: Number, D: Number, T: Flat> = T;
    type PushBefore<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        <D1::IsZero as Truth>::Merge<S, D, S1, D1, T>;
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        HCons<Mode<Static<S::Times<S1>>, Static<D>>, T>;
    type Insert<S: Number, D: Number, T: Flat> = T;
    type Only<S: Number, D: Number> = HNil;
}
impl Truth for B0 {
    type UnlessOne<S: Number, D: Number, A: Flat> = <D::IsZero as Truth>::UnlessZero<S, D, A>;
    type UnlessZero<S: Number, D: Number, A: Flat> = A::Compose<S, D>;
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number> =
        <T::Compose<Q, U1> as Flat>::Cons<N, D::Times<AD>>;
    type Push<S: Number, D: Number, T: Flat> = T::Push<S, D>;
    type PushBefore<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        <D::Divides<D1> as Quotient>::Merge<S, D, S1, D1, T>;
    type Merge<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        HCons<Mode<Static<S>, Static<D>>, HCons<Mode<Static<S1>, Static<D1>>, T>>;
    type Insert<S: Number, D: Number, T: Flat> = T::Insert<S, D>;
    type Only<S: Number, D: Number> = HCons<Mode<Static<S>, Static<D>>, HNil>;
}
