//! Inverses of flat static modes.
//!
//! ```text
//! right(m) = from(weighed(m, 1), 1)
//! weighed(m, w) = match m {
//!     [] => [],
//!     [s:d, ..t] => if s = 1 or d = 0 { weighed(t, s w) } else { [s:d of w, ..weighed(t, s w)] },
//! }
//! from(m, d) = match find(m, d) {
//!     no mode => if some stride is below d { no answer } else { [] },
//!     s:d of w, others t => [s:w, ..from(t, s d)],
//! }
//!
//! left(m) = match sorted(weighed(coalesced(m), 1)) {
//!     [] => [],
//!     [s:d of w, ..t] => if d = 1 { digits(s:d of w, t) } else { [d:0, ..digits(s:d of w, t)] },
//! }
//! digits(s:d of w, m) = match m {
//!     [] => [s:w],
//!     [s1:d1 of w1, ..t] => if s <= d1 / d { [d1 / d : w, ..digits(s1:d1 of w1, t)] } else { no answer },
//! }
//! ```
//! The weight `w` of a mode is the product of the extents before it: what a step in it adds to the integral
//! coordinate. Where there is no answer, or a quotient is not exact, the general way decides or says why not.
//!
//! The right inverse looks for the mode whose stride is the offset that comes next, which takes no
//! sorting: numbers that differ mostly do so in their lowest bits. (papers: 004, sections 3.4.1 and
//! 3.4.2.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1, UInt, UTerm};

use super::answer::{Any, Unknown, above_zero};
use super::leaves::Leaves;
use super::list::{Last, List, Then};
use super::number::Number;
use super::stride::Stride;
use super::way::{Applied, IsStatic, Refuses};
use super::{Undecided, coalesce, complement};
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index};
use crate::operation::left_inverse::InvertingLeft;
use crate::operation::right_inverse::InvertingRight;

#[diagnostic::do_not_recommend]
impl Refuses for InvertingRight {}
#[diagnostic::do_not_recommend]
impl Refuses for InvertingLeft {}

/// The mode `S:D`, whose coordinate has the weight `W` in the integral coordinate, then `T`.
pub struct Weighted<S, D, W, T>(PhantomData<(S, D, W, T)>);

/// Functions of lists.
pub trait OnList {
    /// The right inverse of these modes, coalesced.
    type Right: List;
    /// The left inverse of these coalesced modes, coalesced.
    type Left: List;
    /// The modes that move the offset, the first of them of the weight `W`.
    type Weighed<W: Number>: Moving;
    /// The same behind a mode of extent `S` and weight `W`.
    type WeighedAfter<S: Number, W: Number>: Moving;
    /// `S:W` before these coalesced modes of extents above 1.
    type Link<S: Number, W: Number>: List;
}
impl OnList for HNil {
    type Right = HNil;
    type Left = HNil;
    type Weighed<W: Number> = HNil;
    type WeighedAfter<S: Number, W: Number> = HNil;
    type Link<S: Number, W: Number> = Last<S, W>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Right = <Self::Weighed<U1> as Moving>::From<U1>;
    type Left = <<Self::Weighed<U1> as Moving>::Sorted as Moving>::Digits;
    type Weighed<W: Number> = <S::IsOne as OnTruth>::Weigh<S, D::Integer, T, W>;
    type WeighedAfter<S0: Number, W: Number> = Self::Weighed<S0::Times<W>>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D::Integer> as coalesce::OnTruth>::Merge<S0, W, Self>;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Right = <Then<S, D, HNil> as OnList>::Right;
    type Left = <Then<S, D, HNil> as OnList>::Left;
    type Weighed<W: Number> = <Then<S, D, HNil> as OnList>::Weighed<W>;
    type WeighedAfter<S0: Number, W: Number> = Self::Weighed<S0::Times<W>>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D::Integer> as coalesce::OnTruth>::Merge<S0, W, Self>;
}
impl OnList for Undecided {
    type Right = Undecided;
    type Left = Undecided;
    type Weighed<W: Number> = Undecided;
    type WeighedAfter<S: Number, W: Number> = Undecided;
    type Link<S: Number, W: Number> = Undecided;
}

/// Modes that move the offset: [`Weighted`] up to `HNil`.
pub trait Moving {
    /// The modes of a right inverse from the offset `D` on.
    type From<D: Number>: List;
    /// The same behind a mode `S:D`.
    type After<S: Number, D: Number>: List;
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
    type Digits: List;
    /// The digit of the mode `S:D` of the weight `W`, and those of these sorted modes behind it.
    type DigitsAfter<S: Number, D: Number, W: Number>: List;
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
    type Find<D0: Number, R: Moving> = <D::Equals<D0> as OnTruth>::Find<D0, S, D, W, T, R>;
    type Above<D0: Number> = <D0::Compared<D, Equal> as OnOrder>::IfAbove<T::Above<D0>>;
    type Onto<T0: Moving> = T::Onto<Weighted<S, D, W, T0>>;

    type Sorted = <T::Sorted as Moving>::Insert<S, D, W>;
    type Insert<S0: Number, D0: Number, W0: Number> =
        <D0::Compared<D, Equal> as OnOrder>::InsertMoving<S0, D0, W0, S, D, W, T>;
    // Offsets below the first stride count for nothing.
    type Digits = <D::IsOne as complement::OnTruth>::Gap<D, U0, T::DigitsAfter<S, D, W>>;
    type DigitsAfter<S0: Number, D0: Number, W0: Number> =
        <D0::Divides<D> as OnQuotient>::Digit<S0, W0, T::DigitsAfter<S, D, W>>;
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
    type Right<D: Number>: List;
}
impl<S: Number, W: Number, T: Moving> Find for Found<S, W, T> {
    type Right<D: Number> = <T::After<S, D> as OnList>::Link<S, W>;
}
impl Find for HNil {
    type Right<D: Number> = HNil;
}
impl Find for Undecided {
    type Right<D: Number> = Undecided;
}
macro_rules! static_only {
    ($($inverting:ident $operation:ident = $out:ty;)*) => {$(
        impl Applied<()> for $inverting {
            const OPERATION: Operation = Operation::$operation;
            type Operands<S: Leaves<D>, D> = IsStatic<S, D>;
            type Of<S: Leaves<D>, D> = $out;
            #[inline(always)]
            fn of<S: Leaves<D>, D: Copy>(
                _: Layout<S, D>,
                _: (),
                _: usize,
            ) -> Result<Self::Of<S, D>, Error> {
                unreachable!("what is static is known")
            }
            #[inline(always)]
            fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
                false
            }
        }
    )*};
}
static_only! {
    InvertingRight RightInverse = <Right<S, D> as List>::IntoLayout;
    InvertingLeft LeftInverse = <Left<S, D> as List>::IntoLayout;
}
type Right<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Right;
type Left<S, D> =
    <<<S as Leaves<D>>::Flatten<HNil> as coalesce::OnList>::Coalesced as OnList>::Left;
/// Functions of orders.
pub trait OnOrder: Sized {
    /// The same of modes with the weights `W` and `W1`.
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    >: Moving;
    /// `S:W` before the digits `L`. `Self`: `S` with the radix `N`.
    type Digit<N: Number, W: Number, L: List>: List;
    /// The search `A` for `Less`.
    type IfAbove<A: Find>: Find;
}
impl OnOrder for Less {
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Weighted<S, D, W, Weighted<S1, D1, W1, T>>;
    type Digit<N: Number, W: Number, L: List> = L::Link<N, W>;
    type IfAbove<A: Find> = A;
}
impl OnOrder for Equal {
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Weighted<S, D, W, Weighted<S1, D1, W1, T>>;
    type Digit<N: Number, W: Number, L: List> = L::Link<N, W>;
    type IfAbove<A: Find> = Undecided;
}
impl OnOrder for Greater {
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Weighted<S1, D1, W1, T::Insert<S, D, W>>;
    type Digit<N: Number, W: Number, L: List> = Undecided;
    type IfAbove<A: Find> = Undecided;
}
impl OnOrder for Unknown {
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Undecided;
    type Digit<N: Number, W: Number, L: List> = Undecided;
    type IfAbove<A: Find> = Undecided;
}
/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The digit of a mode of extent `S` and weight `W` before the digits `L`. `Self`: its radix,
    /// the next stride divided by its own. Offsets below its own stride are below the next one if and
    /// only if `S` is at most the radix.
    type Digit<S: Number, W: Number, L: List>: List;
}
impl OnQuotient for Undecided {
    type Digit<S: Number, W: Number, L: List> = Undecided;
}
impl OnQuotient for UTerm {
    type Digit<S: Number, W: Number, L: List> = Undecided;
}
above_zero! { OnQuotient {
    type Digit<S: Number, W: Number, L: List> =
        <S::Compared<Self, Equal> as OnOrder>::Digit<Self, W, L>;
}
}
impl OnQuotient for Any {
    type Digit<S: Number, W: Number, L: List> = Undecided;
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Digit<S: Number, W: Number, L: List> = Undecided;
}
/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D` of the weight `W` before the modes `T`, which are weighed next. `Self`: `S = 1`.
    type Weigh<S: Number, D: Number, T: List, W: Number>: Moving;
    /// The same. `Self`: `D = 0`.
    type Move<S: Number, D: Number, T: Moving, W: Number>: Moving;
    /// The mode of the stride `D`. `Self`: whether it is `S:E` of the weight `W`, between the modes
    /// `R`, where it is not, and `T`.
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving>: Find;
}
impl OnTruth for B1 {
    type Weigh<S: Number, D: Number, T: List, W: Number> = T::Weighed<W>;
    type Move<S: Number, D: Number, T: Moving, W: Number> = T;
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving> =
        Found<S, W, R::Onto<T>>;
}
impl OnTruth for B0 {
    type Weigh<S: Number, D: Number, T: List, W: Number> =
        <D::IsZero as OnTruth>::Move<S, D, T::WeighedAfter<S, W>, W>;
    type Move<S: Number, D: Number, T: Moving, W: Number> = Weighted<S, D, W, T>;
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving> =
        T::Find<D, Weighted<S, E, W, R>>;
}
