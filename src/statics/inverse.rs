//! Inverses of flat static modes.
//!
//! The right inverse looks for the mode whose stride is the offset that comes next, which takes no
//! sorting: numbers that differ mostly do so in their lowest bits.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{Equal, U0, U1};

use super::Undecided;
use super::cases::{Order, Quotient, Truth};
use super::flat::{Flat, Last, Then};
use super::number::Number;

/// The mode `S:D`, whose coordinate has the weight `W` in the integral coordinate, then `T`.
pub struct Weighted<S, D, W, T>(PhantomData<(S, D, W, T)>);

/// What inverses ask of flat modes.
pub trait Inverse {
    /// The right inverse of these modes, coalesced.
    type Right: Flat;
    /// The left inverse of these coalesced modes, coalesced.
    type Left: Flat;
    /// The modes that move the offset, the first of them of the weight `W`.
    type Weighed<W: Number>: Moving;
    /// The same behind a mode of extent `S` and weight `W`.
    type WeighedAfter<S: Number, W: Number>: Moving;
    /// `S:W` before these coalesced modes of extents above 1.
    type Link<S: Number, W: Number>: Flat;
}
impl Inverse for HNil {
    type Right = HNil;
    type Left = HNil;
    type Weighed<W: Number> = HNil;
    type WeighedAfter<S: Number, W: Number> = HNil;
    type Link<S: Number, W: Number> = Last<S, W>;
}
impl<S: Number, D: Number, T: Flat> Inverse for Then<S, D, T> {
    type Right = <Self::Weighed<U1> as Moving>::From<U1>;
    type Left = <<Self::Weighed<U1> as Moving>::Sorted as Moving>::Digits;
    type Weighed<W: Number> = <S::IsOne as Truth>::Weigh<S, D, T, W>;
    type WeighedAfter<S0: Number, W: Number> = Self::Weighed<S0::Times<W>>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D> as Truth>::Merge<S0, W, Self>;
}
impl<S: Number, D: Number> Inverse for Last<S, D> {
    type Right = <Then<S, D, HNil> as Inverse>::Right;
    type Left = <Then<S, D, HNil> as Inverse>::Left;
    type Weighed<W: Number> = <Then<S, D, HNil> as Inverse>::Weighed<W>;
    type WeighedAfter<S0: Number, W: Number> = Self::Weighed<S0::Times<W>>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D> as Truth>::Merge<S0, W, Self>;
}
impl Inverse for Undecided {
    type Right = Undecided;
    type Left = Undecided;
    type Weighed<W: Number> = Undecided;
    type WeighedAfter<S: Number, W: Number> = Undecided;
    type Link<S: Number, W: Number> = Undecided;
}

/// Modes that move the offset: [`Weighted`] up to `HNil`.
pub trait Moving {
    /// The modes of a right inverse from the offset `D` on.
    type From<D: Number>: Flat;
    /// The same behind a mode `S:D`.
    type After<S: Number, D: Number>: Flat;
    /// The mode of the stride `D` among these modes and `R`, of which none has it.
    type Find<D: Number, R: Moving>: Find;
    /// No mode, if all strides here are above the offset `D`: nothing has it.
    type Above<D: Number>: Find;
    /// These modes, reversed, before `T`.
    type Onto<T: Moving>: Moving;

    /// Sorted by stride.
    type Sorted: Moving;
    /// `S:D` of the weight `W` in these sorted modes.
    type Insert<S: Number, D: Number, W: Number>: Moving;
    /// The digits of these sorted modes, and what is below their strides.
    type Digits: Flat;
    /// The digit of the mode `S:D` of the weight `W`, and those of these sorted modes behind it.
    type DigitsAfter<S: Number, D: Number, W: Number>: Flat;
}
impl Moving for HNil {
    type From<D: Number> = HNil;
    type After<S: Number, D: Number> = HNil;
    type Find<D: Number, R: Moving> = R::Above<D>;
    type Above<D: Number> = HNil;
    type Onto<T: Moving> = T;

    type Sorted = HNil;
    type Insert<S: Number, D: Number, W: Number> = Weighted<S, D, W, HNil>;
    type Digits = HNil;
    type DigitsAfter<S: Number, D: Number, W: Number> = Last<S, W>;
}
impl<S: Number, D: Number, W: Number, T: Moving> Moving for Weighted<S, D, W, T> {
    type From<D0: Number> = <Self::Find<D0, HNil> as Find>::Right<D0>;
    type After<S0: Number, D0: Number> = Self::From<S0::Times<D0>>;
    type Find<D0: Number, R: Moving> = <D::Equals<D0> as Truth>::Find<D0, S, D, W, T, R>;
    type Above<D0: Number> = <D0::Compared<D, Equal> as Order>::IfAbove<T::Above<D0>>;
    type Onto<T0: Moving> = T::Onto<Weighted<S, D, W, T0>>;

    type Sorted = <T::Sorted as Moving>::Insert<S, D, W>;
    type Insert<S0: Number, D0: Number, W0: Number> =
        <D0::Compared<D, Equal> as Order>::InsertMoving<S0, D0, W0, S, D, W, T>;
    // Offsets below the first stride count for nothing.
    type Digits = <D::IsOne as Truth>::Gap<D, U0, T::DigitsAfter<S, D, W>>;
    type DigitsAfter<S0: Number, D0: Number, W0: Number> =
        <D0::Divides<D> as Quotient>::Digit<S0, W0, T::DigitsAfter<S, D, W>>;
}
impl Moving for Undecided {
    type From<D: Number> = Undecided;
    type After<S: Number, D: Number> = Undecided;
    type Find<D: Number, R: Moving> = Undecided;
    type Above<D: Number> = Undecided;
    type Onto<T: Moving> = Undecided;

    type Sorted = Undecided;
    type Insert<S: Number, D: Number, W: Number> = Undecided;
    type Digits = Undecided;
    type DigitsAfter<S: Number, D: Number, W: Number> = Undecided;
}

/// A search among modes that move the offset: the mode `S` of the weight `W` is found, and `T` are the others.
pub struct Found<S, W, T>(PhantomData<(S, W, T)>);
/// What a search gives: [`Found`], `HNil` where the right inverse ends, or [`Undecided`]. It ends before the right
/// inverse goes on, so that the depth of the recursion is not that of all searches together.
pub trait Find {
    /// The modes of a right inverse from the offset `D` on, which has been looked for.
    type Right<D: Number>: Flat;
}
impl<S: Number, W: Number, T: Moving> Find for Found<S, W, T> {
    type Right<D: Number> = <T::After<S, D> as Inverse>::Link<S, W>;
}
impl Find for HNil {
    type Right<D: Number> = HNil;
}
impl Find for Undecided {
    type Right<D: Number> = Undecided;
}
