//! Conversion of strides between the types and the value level.

use alloc::vec::Vec;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, ArithmeticTuple, Error, Operation, Rule, Stride};

use super::FromNumber;
use crate::layout::Shape;
use crate::leaf::arithmetic_tuple::{ArithmeticTuple as StrideSum, Terms};
use crate::leaf::basis::{Basis, Place};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::leaf::stride::StrideLeaf;
use crate::leaf::xor::Xor;

/// Strides of the value level, some of which are integers of at least 0.
pub trait Integral: Stride {
    /// The stride that is this integer.
    fn of_integer(n: i64) -> Option<Self>;
    /// The integer that the stride is.
    fn to_integer(&self) -> Option<i64>;
}
impl Integral for i64 {
    fn of_integer(n: i64) -> Option<i64> {
        Some(n)
    }
    fn to_integer(&self) -> Option<i64> {
        Some(*self)
    }
}
macro_rules! only_zero {
    ($($stride:ty)*) => {$(
        impl Integral for $stride {
            fn of_integer(n: i64) -> Option<Self> {
                (n == 0).then(Self::zero)
            }
            fn to_integer(&self) -> Option<i64> {
                self.is_zero().then_some(0)
            }
        }
    )*};
}
only_zero!(ArithmeticTuple algebra::Xor);

/// Strides that convert to strides `V` of the value level.
pub trait ToStrides<V> {
    /// Appends them.
    fn to_strides(self, strides: &mut Vec<V>);
}
impl<N: Leaf, V: Integral> ToStrides<V> for N {
    fn to_strides(self, strides: &mut Vec<V>) {
        match V::of_integer(self.number()) {
            Some(stride) => strides.push(stride),
            None => unreachable!("codomain: strides of a layout go together"),
        }
    }
}
impl<N: Leaf, P: Place> ToStrides<ArithmeticTuple> for Basis<N, P> {
    fn to_strides(self, strides: &mut Vec<ArithmeticTuple>) {
        strides.push(arithmetic_tuple::<P>(self.multiple().number()));
    }
}
impl<T: AddTo> ToStrides<ArithmeticTuple> for StrideSum<T> {
    fn to_strides(self, strides: &mut Vec<ArithmeticTuple>) {
        strides.push(self.terms().add_to(ArithmeticTuple::zero()));
    }
}
/// Terms that convert to those of the value level.
pub trait AddTo: Copy {
    /// The sum of `sum` and these.
    fn add_to(self, sum: ArithmeticTuple) -> ArithmeticTuple;
}
impl AddTo for HNil {
    fn add_to(self, sum: ArithmeticTuple) -> ArithmeticTuple {
        sum
    }
}
impl<N: Leaf, P: Place, T: AddTo> AddTo for HCons<Basis<N, P>, T> {
    fn add_to(self, sum: ArithmeticTuple) -> ArithmeticTuple {
        let term = arithmetic_tuple::<P>(self.head.multiple().number());
        let sum = sum.plus(&term).unwrap_or_else(|| panic!("codomain: {sum} and {term}"));
        self.tail.add_to(sum)
    }
}
fn arithmetic_tuple<P: Place>(multiple: i64) -> ArithmeticTuple {
    const { P::POSITIONS.check() };
    let mut place = Vec::new();
    P::for_each_position(&mut |position| place.push(position));
    let scaled = ArithmeticTuple::basis(&place).ok().and_then(|basis| basis.times(multiple));
    scaled.unwrap_or_else(|| panic!("codomain: the value level has no basis element {place:?}"))
}
impl<N: Leaf> ToStrides<algebra::Xor> for Xor<N> {
    fn to_strides(self, strides: &mut Vec<algebra::Xor>) {
        // A sound layout has strides up to 2^63 - 1.
        strides.push(algebra::Xor::new(self.0.number()).unwrap_or(algebra::Xor::zero()));
    }
}
impl<V> ToStrides<V> for HNil {
    fn to_strides(self, _: &mut Vec<V>) {}
}
impl<V, H: ToStrides<V>, T: ToStrides<V>> ToStrides<V> for HCons<H, T> {
    fn to_strides(self, strides: &mut Vec<V>) {
        self.head.to_strides(strides);
        self.tail.to_strides(strides);
    }
}

/// A stride of the value level.
pub struct StrideOf<V> {
    pub stride: V,
    /// True if a coordinate moves by it. An extent of 1 has only the coordinate 0, and an empty layout has none.
    pub moves: bool,
}

/// Strides that convert from strides `V` of the value level.
pub trait FromStrides<V>: Sized {
    /// The next strides, if they have these places and static leaves; the first is at `at`. A stride that moves nothing
    /// may have any value. If it is not of the type, it is replaced by the static leaves of the type, and 0 for dynamic
    /// ones.
    fn from_strides(
        strides: &mut dyn Iterator<Item = StrideOf<V>>,
        at: &mut usize,
    ) -> Result<Self, Error>;
}
impl<V> FromStrides<V> for HNil {
    fn from_strides(
        _: &mut dyn Iterator<Item = StrideOf<V>>,
        _: &mut usize,
    ) -> Result<Self, Error> {
        Ok(HNil)
    }
}
impl<V, H: FromStrides<V>, T: FromStrides<V>> FromStrides<V> for HCons<H, T> {
    fn from_strides(
        strides: &mut dyn Iterator<Item = StrideOf<V>>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        let head = H::from_strides(strides, at)?;
        Ok(HCons { head, tail: T::from_strides(strides, at)? })
    }
}
impl<V, D: StrideLeaf + Shape + FromStride<V>> FromStrides<V> for D {
    fn from_strides(
        strides: &mut dyn Iterator<Item = StrideOf<V>>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        let place = *at;
        *at += 1;
        let next = strides.next().ok_or(Error::new(Operation::Layout, Rule::Profile))?;
        match D::from_stride(&next.stride) {
            Err(_) if !next.moves => Ok(D::BLANK),
            leaf => leaf.map_err(|rule| Error::new(Operation::Layout, rule).at(place)),
        }
    }
}

/// A leaf that converts from strides `V` of the value level.
pub trait FromStride<V>: Sized {
    /// The leaf, if the stride is at its places and has its static integers.
    fn from_stride(stride: &V) -> Result<Self, Rule>;
}
macro_rules! integers {
    ($([$n:ident] $leaf:ty;)*) => {$(
        impl<V: Integral, $n> FromStride<V> for $leaf
        where
            Self: Shape + FromNumber,
        {
            fn from_stride(stride: &V) -> Result<Self, Rule> {
                Self::from_number(stride.to_integer().ok_or(Rule::Codomain)?)
            }
        }
    )*};
}
integers! {
    [N] Static<N>;
    [I] Dyn<I>;
}
impl<N: Leaf + FromNumber, P: Place> FromStride<ArithmeticTuple> for Basis<N, P> {
    fn from_stride(stride: &ArithmeticTuple) -> Result<Self, Rule> {
        let multiple = stride.terms().next().map_or(0, |(_, multiple)| multiple);
        if !stride.is_zero() && *stride != arithmetic_tuple::<P>(multiple) {
            return Err(Rule::Codomain);
        }
        N::from_number(multiple).map(Basis::new)
    }
}
impl<T: Terms + FromTerms> FromStride<ArithmeticTuple> for StrideSum<T> {
    fn from_stride(stride: &ArithmeticTuple) -> Result<Self, Rule> {
        let (terms, found) = T::from_terms(stride)?;
        if found < stride.terms().count() {
            return Err(Rule::Codomain);
        }
        Ok(StrideSum::new(terms))
    }
}
/// Terms that convert from those of the value level.
pub trait FromTerms: Copy {
    /// The terms, and how many there are in the sum.
    fn from_terms(sum: &ArithmeticTuple) -> Result<(Self, usize), Rule>;
}
impl FromTerms for HNil {
    fn from_terms(_: &ArithmeticTuple) -> Result<(Self, usize), Rule> {
        Ok((HNil, 0))
    }
}
impl<N: Copy + FromNumber, P: Place, T: FromTerms> FromTerms for HCons<Basis<N, P>, T> {
    fn from_terms(sum: &ArithmeticTuple) -> Result<(Self, usize), Rule> {
        let mut place = Vec::new();
        P::for_each_position(&mut |position| place.push(position));
        let here = |term: &[u8]| term.iter().copied().map(usize::from).eq(place.iter().copied());
        let multiple = sum.terms().find(|(term, _)| here(term)).map_or(0, |(_, multiple)| multiple);
        let head = Basis::new(N::from_number(multiple)?);
        let (tail, found) = T::from_terms(sum)?;
        Ok((HCons { head, tail }, found + usize::from(multiple != 0)))
    }
}
impl<N: Leaf + FromNumber> FromStride<algebra::Xor> for Xor<N> {
    fn from_stride(stride: &algebra::Xor) -> Result<Self, Rule> {
        N::from_number(stride.bits()).map(Xor)
    }
}
