//! The kind of numbers: typenum's integers, and [`Dyn`], a dynamic one. Arithmetic consists of functions whose results
//! are numbers again, so it needs no bounds. If an operand is dynamic, so is the result, and an answer is unknown.
//!
//! `M::Compared0<U, _>` and the like are the cases of a function of two numbers by their lowest bits: `Self` is the
//! second number, and `2 U` or `2 U + 1` is the first. Numbers inside a recursion may have leading zeros; results have
//! none.

use typenum::{B0, B1, Greater, Less, U1, UInt, UTerm};

use super::Undecided;
use super::answer::{Order, Quotient, Truth, Unknown};
use super::floor::Floor;
use super::range::Binary;
use super::stride;
use super::stride::Stride;
use super::tree::Tree;
pub use crate::leaf::int::Leaf as Integral;
use crate::leaf::int::{Dyn, Index, Static};
use crate::operation::{complement, inverse};

/// A typenum integer, or [`Dyn`].
pub trait Number:
    Quotient
    + Stride
    + complement::OnNumber
    + inverse::OnNumber
    + stride::OnNumber
    + Floor
    + Binary
    + Copy
    + Default
    + Send
    + Sync
    + 'static
{
    /// The value of a static number that fits `i64`.
    const STATIC: Option<u64>;
    /// The largest number of its integer type, if it is dynamic.
    const LIMIT: i64 = i64::MAX;
    /// The number as a leaf.
    type Leaf: Integral;
    /// The leaf of this extent and the stride `D`, a layout.
    type WithStride<D: Stride>: Tree;

    /// `Self = 0`
    type IsZero: Truth;
    /// `Self = 1`
    type IsOne: Truth;

    /// `Self = M`
    type Equals<M: Number>: Truth;
    /// `2 U = Self`
    type Equals0<U: Number>: Truth;
    /// `2 U + 1 = Self`
    type Equals1<U: Number>: Truth;

    /// The comparison of `Self` with `M`; `Low` is the comparison of the bits below.
    type Compared<M: Number, Low: Order>: Order;
    /// The comparison of `2 U` with `Self`.
    type Compared0<U: Number, Low: Order>: Order;
    /// The comparison of `2 U + 1` with `Self`.
    type Compared1<U: Number, Low: Order>: Order;
    /// The comparison of 0 with `Self`.
    type ComparedZero<Low: Order>: Order;

    /// `Self + M`
    type Plus<M: Number>: Number;
    /// `2 U + Self`
    type Plus0<U: Number>: Number;
    /// `2 U + 1 + Self`
    type Plus1<U: Number>: Number;
    /// `Self + 1`
    type Next: Number;
    /// `Self - 1`; 0 for 0.
    type Previous: Number;
    /// `Self + M + 1`
    type PlusNext<M: Number>: Number;
    /// `2 U + Self + 1`
    type PlusNext0<U: Number>: Number;
    /// `2 U + 1 + Self + 1`
    type PlusNext1<U: Number>: Number;

    /// `2 Self`
    type Twice: Number;
    /// `Self M`
    type Times<M: Number>: Number;
    /// `Self M` for an odd `M` above 1.
    type TimesOdd<M: Number>: Number;
    /// `(2 Self + 1) M`
    type OddTimes<M: Number>: Number;
    /// `(2 Self + 1) M` for an odd `M` above 1.
    type OddTimesOdd<M: Number>: Number;

    /// `Self` times a dynamic number.
    type TimesDyn<I: Index>: Number;

    /// `N / Self`
    type Divides<N: Number>: Quotient;
    /// `Self` divided by a dynamic number.
    type OverDyn<I: Index>: Quotient;
    /// `Self / 2 M`
    type OverTwice<M: Number>: Quotient;
    /// `N / (2 Self + 1)`
    type OddDivides<N: Number>: Quotient;

    /// `Self - M`, inexact if it is negative; leading zeros may stay.
    type Minus<M: Number>: Quotient;
    /// `2 U - Self`
    type From0<U: Number>: Quotient;
    /// `2 U + 1 - Self`
    type From1<U: Number>: Quotient;
    /// `0 - Self`
    type FromZero: Quotient;
    /// `Self - M - 1`
    type MinusNext<M: Number>: Quotient;
    /// `2 U - Self - 1`
    type FromNext0<U: Number>: Quotient;
    /// `2 U + 1 - Self - 1`
    type FromNext1<U: Number>: Quotient;
}

/// `2 n + bit`, if it fits `i64`.
const fn twice(n: Option<u64>, bit: u64) -> Option<u64> {
    match n {
        Some(n) if n < 1 << 62 => Some(2 * n + bit),
        _ => None,
    }
}

impl Number for UTerm {
    const STATIC: Option<u64> = Some(0);
    type WithStride<D: Stride> = D::OfStatic<Self>;
    type Leaf = Static<Self>;
    type IsZero = B1;
    type IsOne = B0;

    type Equals<M: Number> = M::IsZero;
    type Equals0<U: Number> = U::IsZero;
    type Equals1<U: Number> = B0;

    type Compared<M: Number, Low: Order> = M::ComparedZero<Low>;
    type Compared0<U: Number, Low: Order> = Greater;
    type Compared1<U: Number, Low: Order> = Greater;
    type ComparedZero<Low: Order> = Low;

    type Plus<M: Number> = M;
    type Plus0<U: Number> = UInt<U, B0>;
    type Plus1<U: Number> = UInt<U, B1>;
    type Next = U1;
    type Previous = UTerm;
    type PlusNext<M: Number> = M::Next;
    type PlusNext0<U: Number> = UInt<U, B1>;
    type PlusNext1<U: Number> = UInt<U::Next, B0>;

    type Twice = UTerm;
    type Times<M: Number> = UTerm;
    type TimesOdd<M: Number> = UTerm;
    type OddTimes<M: Number> = M;
    type OddTimesOdd<M: Number> = M;

    type TimesDyn<I: Index> = UTerm;

    type Divides<N: Number> = <N::IsZero as Truth>::OverZero;
    type OverDyn<I: Index> = UTerm;
    type OverTwice<M: Number> = UTerm;
    type OddDivides<N: Number> = N;

    type Minus<M: Number> = M::FromZero;
    type From0<U: Number> = UInt<U, B0>;
    type From1<U: Number> = UInt<U, B1>;
    type FromZero = UTerm;
    type MinusNext<M: Number> = Undecided;
    type FromNext0<U: Number> = <U::MinusNext<UTerm> as Quotient>::Low1;
    type FromNext1<U: Number> = UInt<U, B0>;
}

impl<V: Number> Number for UInt<V, B0> {
    const STATIC: Option<u64> = twice(V::STATIC, 0);
    type WithStride<D: Stride> = D::OfStatic<Self>;
    type Leaf = Static<Self>;
    type IsZero = B0;
    type IsOne = B0;

    type Equals<M: Number> = M::Equals0<V>;
    type Equals0<U: Number> = U::Equals<V>;
    type Equals1<U: Number> = B0;

    type Compared<M: Number, Low: Order> = M::Compared0<V, Low>;
    type Compared0<U: Number, Low: Order> = U::Compared<V, Low>;
    type Compared1<U: Number, Low: Order> = U::Compared<V, Greater>;
    type ComparedZero<Low: Order> = Less;

    type Plus<M: Number> = M::Plus0<V>;
    type Plus0<U: Number> = UInt<U::Plus<V>, B0>;
    type Plus1<U: Number> = UInt<U::Plus<V>, B1>;
    type Next = UInt<V, B1>;
    type Previous = UInt<V::Previous, B1>;
    type PlusNext<M: Number> = M::PlusNext0<V>;
    type PlusNext0<U: Number> = UInt<U::Plus<V>, B1>;
    type PlusNext1<U: Number> = UInt<U::PlusNext<V>, B0>;

    type Twice = UInt<Self, B0>;
    type Times<M: Number> = <V::Times<M> as Number>::Twice;
    type TimesOdd<M: Number> = UInt<V::TimesOdd<M>, B0>;
    type OddTimes<M: Number> = M::TimesOdd<UInt<Self, B1>>;
    type OddTimesOdd<M: Number> = <UInt<Self::TimesOdd<M>, B0> as Number>::Plus<M>;

    type TimesDyn<I: Index> = Dyn<I>;

    type Divides<N: Number> = N::OverTwice<V>;
    type OverDyn<I: Index> = Dyn<I>;
    type OverTwice<M: Number> = M::Divides<V>;
    type OddDivides<N: Number> = N::OverOdd<Self>;

    type Minus<M: Number> = M::From0<V>;
    type From0<U: Number> = <U::Minus<V> as Quotient>::Low0;
    type From1<U: Number> = <U::Minus<V> as Quotient>::Low1;
    type FromZero = Undecided;
    type MinusNext<M: Number> = M::FromNext0<V>;
    type FromNext0<U: Number> = <U::MinusNext<V> as Quotient>::Low1;
    type FromNext1<U: Number> = <U::Minus<V> as Quotient>::Low0;
}

impl<V: Number> Number for UInt<V, B1> {
    const STATIC: Option<u64> = twice(V::STATIC, 1);
    type WithStride<D: Stride> = D::OfStatic<Self>;
    type Leaf = Static<Self>;
    type IsZero = B0;
    type IsOne = V::IsZero;

    type Equals<M: Number> = M::Equals1<V>;
    type Equals0<U: Number> = B0;
    type Equals1<U: Number> = U::Equals<V>;

    type Compared<M: Number, Low: Order> = M::Compared1<V, Low>;
    type Compared0<U: Number, Low: Order> = U::Compared<V, Less>;
    type Compared1<U: Number, Low: Order> = U::Compared<V, Low>;
    type ComparedZero<Low: Order> = Less;

    type Plus<M: Number> = M::Plus1<V>;
    type Plus0<U: Number> = UInt<U::Plus<V>, B1>;
    type Plus1<U: Number> = UInt<U::PlusNext<V>, B0>;
    type Next = UInt<V::Next, B0>;
    type Previous = V::Twice;
    type PlusNext<M: Number> = M::PlusNext1<V>;
    type PlusNext0<U: Number> = UInt<U::PlusNext<V>, B0>;
    type PlusNext1<U: Number> = UInt<U::PlusNext<V>, B1>;

    type Twice = UInt<Self, B0>;
    type Times<M: Number> = V::OddTimes<M>;
    type TimesOdd<M: Number> = V::OddTimesOdd<M>;
    type OddTimes<M: Number> = M::TimesOdd<UInt<Self, B1>>;
    type OddTimesOdd<M: Number> = <UInt<Self::TimesOdd<M>, B0> as Number>::Plus<M>;

    type TimesDyn<I: Index> = Dyn<I>;

    type Divides<N: Number> = V::OddDivides<N>;
    type OverDyn<I: Index> = Dyn<I>;
    type OverTwice<M: Number> = Undecided;
    type OddDivides<N: Number> = N::OverOdd<Self>;

    type Minus<M: Number> = M::From1<V>;
    type From0<U: Number> = <U::MinusNext<V> as Quotient>::Low1;
    type From1<U: Number> = <U::Minus<V> as Quotient>::Low0;
    type FromZero = Undecided;
    type MinusNext<M: Number> = M::FromNext1<V>;
    type FromNext0<U: Number> = <U::MinusNext<V> as Quotient>::Low0;
    type FromNext1<U: Number> = <U::MinusNext<V> as Quotient>::Low1;
}

// If there are two integer types, a result here has one of them: an operation on both is refused before.
impl<I: Index> Number for Dyn<I> {
    const STATIC: Option<u64> = None;
    const LIMIT: i64 = if I::MAX < i64::MAX as u64 { I::MAX as i64 } else { i64::MAX };
    type WithStride<D: Stride> = D::OfDyn<I>;
    type Leaf = Self;
    type IsZero = B0;
    type IsOne = B0;

    type Equals<M: Number> = B0;
    type Equals0<U: Number> = B0;
    type Equals1<U: Number> = B0;

    type Compared<M: Number, Low: Order> = Unknown;
    type Compared0<U: Number, Low: Order> = Unknown;
    type Compared1<U: Number, Low: Order> = Unknown;
    type ComparedZero<Low: Order> = Unknown;

    type Plus<M: Number> = Self;
    type Plus0<U: Number> = Self;
    type Plus1<U: Number> = Self;
    type Next = Self;
    type Previous = Self;
    type PlusNext<M: Number> = Self;
    type PlusNext0<U: Number> = Self;
    type PlusNext1<U: Number> = Self;

    type Twice = Self;
    type Times<M: Number> = M::TimesDyn<I>;
    type TimesOdd<M: Number> = Self;
    type OddTimes<M: Number> = Self;
    type OddTimesOdd<M: Number> = Self;
    type TimesDyn<J: Index> = Self;

    type Divides<N: Number> = N::OverDyn<I>;
    type OverDyn<J: Index> = Self;
    type OverTwice<M: Number> = Self;
    type OddDivides<N: Number> = N::OverDyn<I>;

    type Minus<M: Number> = Self;
    type From0<U: Number> = Self;
    type From1<U: Number> = Self;
    type FromZero = Self;
    type MinusNext<M: Number> = Self;
    type FromNext0<U: Number> = Self;
    type FromNext1<U: Number> = Self;
}
