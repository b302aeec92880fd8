//! The kind of strides: numbers, and elements of other semimodules, which are coordinates and bits.
//!
//! Composition walks over the extents of the left side. It takes a multiple of the stride of a mode, so all it asks of
//! a stride is multiples. Coalesce asks whether one stride is a multiple of another. A kind of stride is an impl of
//! [`Stride`] and one of [`Element`].

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt, UTerm};

use super::Undecided;
use super::answer::{Quotient, Truth, Unknown};
use super::list::{self, List};
use super::nat::{Integral, Number};
use super::refusal::{GivenVerdict, Refused, Whole};
use super::tree::Tree;
use crate::layout::{Layout, Shape};
use crate::leaf::arithmetic_tuple::{ArithmeticTuple, Terms};
use crate::leaf::basis::{Basis, Place};
use crate::leaf::int::{Dyn, Index, Known, Static};
use crate::leaf::integers::Integers;
use crate::leaf::stride::StrideLeaf;
use crate::leaf::xor::Xor;
use crate::operation::coalesce;
use crate::operation::composition::segregation::Gate;
use crate::operation::recast::CastNumbers;
use crate::operation::sort::Ascending;
use crate::verdict::{Bad, rule};

/// A stride: a [`Number`], or an [`Element`].
pub trait Stride: Copy {
    /// The number; it is 0 for elements, for which it is not used.
    type Integer: Number;
    /// The number, if it is known.
    const NUMBER: Option<u64>;
    /// True if the stride is known.
    const IS_STATIC: bool;
    /// The largest number in the integer type of the dynamic numbers.
    const LARGEST: i64;
    /// The number of numbers in an element; 0 for a stride that is a number.
    const TERMS: usize = 0;
    /// True if the stride is bits.
    const IS_BITS: bool = false;
    /// The leaf of the extent `S` and this stride, a layout.
    type OfStatic<S: Number>: Tree;
    /// The leaf of a dynamic extent and this stride, a layout.
    type OfDyn<I: Index>: Tree;

    /// True if the stride is known to be 0.
    type IsZeroStride: Truth;
    /// The cast `F` of the leaf of extent `S` and this stride.
    type Cast<S: Number, F: CastNumbers>: Tree;
    /// The mode `S:(N Self)`, the last one.
    type Last<S: Number, N: Number>: List;
    /// The mode `S:(N Self)`, then `T`.
    type Then<S: Number, N: Number, T: List>: List;
    /// `S:Self`, of extent above 1, before the coalesced modes `L`, whose first stride is `E`.
    type Merge<S: Number, E: Stride, L: List>: List;
    /// `Self / D`
    type OverNumber<D: Number>: Quotient;
    /// True if `Self = N e_P`.
    type IsAt<N: Number, P: Place>: Truth;
    /// True if `Self = f_N`.
    type IsBits<N: Number>: Truth;
    /// True if `Self` is `S` times the sum of `T`.
    type IsSum<S: Number, T: Sum>: Truth;
    /// `HNil` if multiples of this stride alone distribute over the leaves `W` of a right side. `B` are these leaves
    /// sorted.
    type Alone<A: List, B: Ascending, W: List>: Gate;
    /// `E`, which excuses a right side that stays in the first mode, if strides of this kind allow that; else `V`.
    type Excused<E: Gate, V: Gate>: Gate;
}
/// There are four impls, not one for all numbers, because rustc would search for the numbers in each function.
macro_rules! numbers {
    ($([$($g:tt)*] $number:ty: $leaf:ty;)*) => {$(
        impl<$($g)*> Stride for $number {
            type Integer = Self;
            const NUMBER: Option<u64> = <Self as Number>::STATIC;
            const IS_STATIC: bool = <Self as Number>::STATIC.is_some();
            const LARGEST: i64 = <Self as Number>::LIMIT;
            type OfStatic<S: Number> = Layout<Static<S>, $leaf>;
            type OfDyn<I: Index> = Layout<Dyn<I>, $leaf>;
            type IsZeroStride = <Self as Number>::IsZero;
            type Cast<S: Number, F: CastNumbers> = F::Cast<S, Self>;
            type Last<S: Number, N: Number> = list::Last<S, N::Times<Self>>;
            type Then<S: Number, N: Number, T: List> = list::Then<S, N::Times<Self>, T>;
            type Merge<S: Number, E: Stride, L: List> =
                <E::OverNumber<Self> as coalesce::OnQuotient>::Merge<S, Self, L>;
            type OverNumber<N: Number> = N::Divides<Self>;
            type IsAt<N: Number, P: Place> = B0;
            type IsBits<N: Number> = B0;
            type IsSum<S: Number, T: Sum> = B0;
            type Alone<A: List, B: Ascending, W: List> = HNil;
            type Excused<E: Gate, V: Gate> = E;
        }
    )*};
}
numbers! {
    [] UTerm: Static<Self>;
    [U: Number] UInt<U, B0>: Static<Self>;
    [U: Number] UInt<U, B1>: Static<Self>;
    [J: Index] Dyn<J>: Self;
}

/// A stride that is no integer, as a leaf.
pub trait Element: Stride + StrideLeaf + Shape {
    /// A composed layout as a tiler of such strides: `V`, unless they are coordinates.
    type ByComposed<V: Known>: Known;
    /// The verdict on operations whose strides must be integers.
    type Verdict: Known;
    /// The dynamic integers in this stride and in `I`.
    type Among<I: Integers>: Integers;
    /// Number `k` of this stride.
    fn term(self, k: usize) -> i64;
}
/// Functions of multiples, for strides that are not compared with numbers.
macro_rules! multiples {
    () => {
        type Integer = UTerm;
        const NUMBER: Option<u64> = None;
        const IS_STATIC: bool = <Self as StrideLeaf>::KNOWN.is_some();
        const LARGEST: i64 = match <Self as StrideLeaf>::LIMIT {
            limit if limit < i64::MAX as u64 => limit as i64,
            _ => i64::MAX,
        };
        type OverNumber<D: Number> = Undecided;
    };
}
macro_rules! no_bits {
    () => {
        type Alone<A: List, B: Ascending, W: List> = HNil;
        type Excused<E: Gate, V: Gate> = E;
    };
}
/// Coordinates are no places in memory.
macro_rules! no_places {
    () => {
        type Cast<S: Number, F: CastNumbers> = Refused<rule::NoElements, UTerm, UTerm, Whole>;
    };
}
type OfPoints = Bad<rule::OfPoints, (), (), ()>;
type OfBits = Bad<rule::OfBits, (), (), ()>;

impl<M: Integral, P: Place> Stride for Basis<M, P> {
    multiples!();
    type IsZeroStride = <M::Number as Number>::IsZero;
    no_places!();
    no_bits!();
    const TERMS: usize = 1;
    type OfStatic<S: Number> = Layout<Static<S>, Self>;
    type OfDyn<I: Index> = Layout<Dyn<I>, Self>;
    type Last<S: Number, N: Number> =
        list::Last<S, Basis<<N::Times<M::Number> as Number>::Leaf, P>>;
    type Then<S: Number, N: Number, T: List> =
        list::Then<S, Basis<<N::Times<M::Number> as Number>::Leaf, P>, T>;
    type Merge<S: Number, E: Stride, L: List> =
        <E::IsAt<S::Times<M::Number>, P> as coalesce::CoalesceIf>::Merge<S, Self, L>;
    type IsAt<N: Number, Q: Place> = <P::Same<Q> as Truth>::And<<M::Number as Number>::Equals<N>>;
    type IsBits<N: Number> = B0;
    type IsSum<S: Number, T: Sum> = B0;
}
impl<M: Integral, P: Place> Element for Basis<M, P> {
    type ByComposed<V: Known> = Bad<rule::ComposedOfPoints, (), (), ()>;
    type Verdict = OfPoints;
    type Among<I: Integers> = M::Among<I>;
    #[inline(always)]
    fn term(self, _: usize) -> i64 {
        self.multiple().get() as i64
    }
}

/// The terms of a sum.
pub trait Sum: Terms {
    /// The number of terms.
    const COUNT: usize;
    /// `N` times these terms.
    type Times<N: Number>: Sum;
    /// True if `S` times these terms are `T`.
    type Spans<S: Number, T: Sum>: Truth;
    /// True if these terms are `S` times `N e_P` and `T`.
    type IsSpan<S: Number, N: Number, P: Place, T: Sum>: Truth;
    /// True if there are none.
    type IsEmpty: Truth;
    /// The dynamic integers among these terms and in `I`.
    type AmongTerms<I: Integers>: Integers;
    /// The multiple of term `k`.
    fn multiple(self, k: usize) -> i64;
}
impl Sum for HNil {
    const COUNT: usize = 0;
    type Times<N: Number> = HNil;
    type Spans<S: Number, T: Sum> = T::IsEmpty;
    type IsSpan<S: Number, N: Number, P: Place, T: Sum> = B0;
    type IsEmpty = B1;
    type AmongTerms<I: Integers> = I;
    #[inline(always)]
    fn multiple(self, _: usize) -> i64 {
        0
    }
}
impl<M: Integral, P: Place, T: Sum> Sum for HCons<Basis<M, P>, T> {
    const COUNT: usize = 1 + T::COUNT;
    type Times<N: Number> = HCons<Basis<<N::Times<M::Number> as Number>::Leaf, P>, T::Times<N>>;
    type Spans<S: Number, U: Sum> = U::IsSpan<S, M::Number, P, T>;
    type IsSpan<S: Number, N: Number, Q: Place, U: Sum> = <<P::Same<Q> as Truth>::And<
        <S::Times<N> as Number>::Equals<M::Number>,
    > as Truth>::And<U::Spans<S, T>>;
    type IsEmpty = B0;
    type AmongTerms<I: Integers> = M::Among<T::AmongTerms<I>>;
    #[inline(always)]
    fn multiple(self, k: usize) -> i64 {
        if k == 0 { self.head.multiple().get() as i64 } else { self.tail.multiple(k - 1) }
    }
}

impl<T: Sum> Stride for ArithmeticTuple<T> {
    multiples!();
    type IsZeroStride = B0;
    no_places!();
    no_bits!();
    const TERMS: usize = T::COUNT;
    type OfStatic<S: Number> = Layout<Static<S>, Self>;
    type OfDyn<I: Index> = Layout<Dyn<I>, Self>;
    type Last<S: Number, N: Number> = list::Last<S, ArithmeticTuple<T::Times<N>>>;
    type Then<S: Number, N: Number, L: List> = list::Then<S, ArithmeticTuple<T::Times<N>>, L>;
    type Merge<S: Number, E: Stride, L: List> =
        <E::IsSum<S, T> as coalesce::CoalesceIf>::Merge<S, Self, L>;
    type IsAt<N: Number, P: Place> = B0;
    type IsBits<N: Number> = B0;
    type IsSum<S: Number, U: Sum> = U::Spans<S, T>;
}
impl<T: Sum> Element for ArithmeticTuple<T> {
    type ByComposed<V: Known> = Bad<rule::ComposedOfPoints, (), (), ()>;
    type Verdict = OfPoints;
    type Among<I: Integers> = T::AmongTerms<I>;
    #[inline(always)]
    fn term(self, k: usize) -> i64 {
        self.terms().multiple(k)
    }
}

// A power of 2 shifts bits, as it does integers. Other factors make sums of coordinates that are no XOR. Multiples of
// bits must not overlap: those of segregated leaves whose strides are powers of 2 do not.
impl<M: Integral> Stride for Xor<M> {
    multiples!();
    type IsZeroStride = <M::Number as Number>::IsZero;
    type Cast<S: Number, F: CastNumbers> = GivenVerdict<OfBits>;
    // The first number is the factor of the bits.
    const TERMS: usize = 2;
    const IS_BITS: bool = true;
    type OfStatic<S: Number> = Layout<Static<S>, Self>;
    type OfDyn<I: Index> = Layout<Dyn<I>, Self>;
    type Last<S: Number, N: Number> = <N::Shifts as Shifting>::IfShifts<
        N,
        list::Last<S, Xor<<N::Times<M::Number> as Number>::Leaf>>,
    >;
    type Then<S: Number, N: Number, T: List> = <N::Shifts as Shifting>::IfShifts<
        N,
        list::Then<S, Xor<<N::Times<M::Number> as Number>::Leaf>, T>,
    >;
    type Merge<S: Number, E: Stride, L: List> = <<<S::Shifts as Shifting>::IsKnown as Truth>::And<
        E::IsBits<S::Times<M::Number>>,
    > as coalesce::CoalesceIf>::Merge<S, Self, L>;
    type IsAt<N: Number, P: Place> = B0;
    type IsBits<N: Number> = <M::Number as Number>::Equals<N>;
    type IsSum<S: Number, T: Sum> = B0;
    type Alone<A: List, B: Ascending, W: List> = B::Segregated<A, W>;
    type Excused<E: Gate, V: Gate> = V;
}
impl<M: Integral> Element for Xor<M> {
    type ByComposed<V: Known> = V;
    type Verdict = OfBits;
    type Among<I: Integers> = M::Among<I>;
    #[inline(always)]
    fn term(self, k: usize) -> i64 {
        if k == 0 { 1 } else { self.0.get() as i64 }
    }
}

/// Functions of numbers.
pub trait OnNumber {
    /// True if the number is a power of 2.
    type Shifts: Shifting;
    /// The number of its bits.
    type Length: Number;
}
impl OnNumber for UTerm {
    type Shifts = B0;
    type Length = UTerm;
}
impl<U: Number> OnNumber for UInt<U, B0> {
    type Shifts = U::Shifts;
    type Length = <U::Length as Number>::Next;
}
impl<U: Number> OnNumber for UInt<U, B1> {
    type Shifts = U::IsZero;
    type Length = <U::Length as Number>::Next;
}
impl<I: Index> OnNumber for Dyn<I> {
    type Shifts = Unknown;
    type Length = Self;
}
/// Tells whether a number is a power of 2, which shifts bits.
pub trait Shifting {
    /// True if the answer is known.
    type IsKnown: Truth;
    /// `L`, unless `N` is known to be no power of 2.
    type IfShifts<N: Number, L: List>: List;
}
impl Shifting for B1 {
    type IsKnown = B1;
    type IfShifts<N: Number, L: List> = L;
}
impl Shifting for B0 {
    type IsKnown = B0;
    type IfShifts<N: Number, L: List> = Refused<rule::Shift, N, UTerm>;
}
impl Shifting for Unknown {
    type IsKnown = B0;
    type IfShifts<N: Number, L: List> = L;
}
