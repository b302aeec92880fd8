//! The kinds of answers: truths, orders and quotients, the answers to questions, comparisons and divisions. The
//! functions of each algorithm, which say what follows an answer, are in its file and are supertraits here.

use typenum::{B0, B1, Bit, Equal, Greater, Less, U1, UInt, UTerm};

use super::Undecided;
use super::floor::Remainder;
use super::nat::Number;
use super::stride;
use crate::layout::codomain;
use crate::leaf::int::{Dyn, Index};
use crate::operation::composed;
use crate::operation::composition::segregation;
use crate::operation::mode;
use crate::operation::ordered;
use crate::operation::recast;
use crate::operation::sort;
use crate::operation::take;
use crate::operation::{coalesce, composition};
use crate::operation::{complement, inverse};

/// Tells whether a statement is known to hold: `B1` or `B0`.
pub trait Truth:
    Bit
    + coalesce::CoalesceIf
    + sort::SortIf
    + composition::ComposeIf
    + complement::GapIf
    + inverse::InvertIf
    + mode::ModeIf
    + take::TakeIf
    + ordered::OrderIf
    + recast::RecastIf
    + composed::recast::OnTruth
    + stride::Shifting
    + codomain::PlaceIf
{
    /// A number divided by 0. `Self`: whether that number is 0.
    type OverZero: Quotient;
    /// True if both this and `T` hold.
    type And<T: Truth>: Truth;
    /// True if this or `T` holds.
    type Or<T: Truth>: Truth;
    /// `A` if this holds, else `B`.
    type Either<A: Number, B: Number>: Number;
}
impl Truth for B1 {
    type OverZero = Any;
    type And<T: Truth> = T;
    type Or<T: Truth> = B1;
    type Either<A: Number, B: Number> = A;
}
impl Truth for B0 {
    type OverZero = Undecided;
    type And<T: Truth> = B0;
    type Or<T: Truth> = T;
    type Either<A: Number, B: Number> = B;
}

/// The answer if a dynamic number decides.
#[derive(Clone, Copy, Debug)]
pub struct Unknown;
/// The comparison of two numbers: `Less`, `Equal`, `Greater`, or [`Unknown`].
pub trait Order:
    sort::OnOrder
    + segregation::OnOrder
    + composition::OnOrder
    + inverse::OnOrder
    + ordered::OnOrder
    + take::OnOrder
{
    /// `A` if the numbers are known to differ, else `B`.
    type IfUnequal<A, B>;
    /// The larger one of the numbers.
    type Larger<A: Number, B: Number>: Number;
}
impl Order for Less {
    type IfUnequal<A, B> = A;
    type Larger<A: Number, B: Number> = B;
}
impl Order for Equal {
    type IfUnequal<A, B> = B;
    type Larger<A: Number, B: Number> = A;
}
impl Order for Greater {
    type IfUnequal<A, B> = A;
    type Larger<A: Number, B: Number> = A;
}
impl Order for Unknown {
    type IfUnequal<A, B> = B;
    type Larger<A: Number, B: Number> = A;
}

/// The result of a division: a number, [`Undecided`] if it is not exact, [`Any`] for `0 / 0`, or [`Dyn`] if it is
/// dynamic.
pub trait Quotient:
    Remainder
    + coalesce::OnQuotient
    + composition::OnQuotient
    + complement::OnQuotient
    + inverse::OnQuotient
    + recast::OnQuotient
    + composed::recast::OnQuotient
{
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
/// `0 / 0`, with which a mode of stride 0 merges.
pub struct Any;
macro_rules! no_number {
    ($([$($g:tt)*] $answer:ty => $out:ty;)*) => {$(
        impl<$($g)*> Quotient for $answer {
            type Push0 = $out;
            type Push1 = $out;
            type Low0 = $out;
            type Low1 = $out;
            type OverOdd<M: Number> = $out;
        }
    )*};
}
no_number! {
    [] Undecided => Undecided;
    [] Any => Undecided;
    [I: Index] Dyn<I> => Self;
}
impl Quotient for UTerm {
    type Push0 = UTerm;
    type Push1 = U1;
    type Low0 = UInt<UTerm, B0>;
    type Low1 = U1;
    type OverOdd<M: Number> = UTerm;
}
macro_rules! quotient {
    ($($bit:ident $over_odd:ty;)*) => {$(
        impl<U: Number> Quotient for UInt<U, $bit> {
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

/// Functions of the numbers above 0, with either lowest bit.
macro_rules! above_zero {
    ($trait:ident { $($functions:tt)* }) => {
        impl<U: $crate::operation::kind::nat::Number> $trait for typenum::UInt<U, typenum::B0> {
            $($functions)*
        }
        impl<U: $crate::operation::kind::nat::Number> $trait for typenum::UInt<U, typenum::B1> {
            $($functions)*
        }
    };
}
pub(in crate::operation) use above_zero;
