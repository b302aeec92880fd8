//! Strides between the types and the value level.

use alloc::vec::Vec;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{self as algebra, ArithmeticTuple, Error, Operation, Rule, Stride};

use super::FromIntTuple;
use crate::leaf::arithmetic_tuple::ArithmeticTuple as StrideSum;
use crate::leaf::basis::{Basis, Place};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::leaf::xor::Xor;

/// Strides of the value level, of which some are integers: 0 at least.
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

/// Strides as strides `V` of the value level.
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
/// Terms as those of the value level.
pub trait AddTo: Copy {
    /// `sum` and these.
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

/// Strides of the strides `V` of the value level.
pub trait FromStrides<V>: Sized {
    /// The next ones, if they have these places and static leaves; the first stands at `at`.
    fn from_strides(strides: &mut dyn Iterator<Item = V>, at: &mut usize) -> Result<Self, Error>;
}
const PROFILE: Error = Error::new(Operation::Layout, Rule::Profile);
/// The next stride, its position, and the number in it that `number` finds.
fn next<V: Stride>(
    strides: &mut dyn Iterator<Item = V>,
    at: &mut usize,
    number: impl FnOnce(&V) -> Option<i64>,
) -> Result<(i64, usize), Error> {
    let place = *at;
    *at += 1;
    let stride = strides.next().ok_or(PROFILE)?;
    let number = if stride.is_zero() { Some(0) } else { number(&stride) };
    Ok((number.ok_or(Error::new(Operation::Layout, Rule::Codomain).at(place))?, place))
}
/// The leaf of a number at a position.
fn leaf<N: FromIntTuple>((number, place): (i64, usize)) -> Result<N, Error> {
    N::from_int_tuple(&number.into(), &mut { place })
}
macro_rules! integers {
    ($([$n:ident] $leaf:ty;)*) => {$(
        impl<V: Integral, $n> FromStrides<V> for $leaf
        where
            Self: FromIntTuple,
        {
            fn from_strides(strides: &mut dyn Iterator<Item = V>, at: &mut usize) -> Result<Self, Error>
            {
                leaf(next(strides, at, V::to_integer)?)
            }
        }
    )*};
}
integers! {
    [N] Static<N>;
    [I] Dyn<I>;
}
impl<N: FromIntTuple, P: Place> FromStrides<ArithmeticTuple> for Basis<N, P> {
    fn from_strides(
        strides: &mut dyn Iterator<Item = ArithmeticTuple>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        let multiple = |stride: &ArithmeticTuple| {
            let (_, multiple) = stride.terms().next()?;
            (*stride == arithmetic_tuple::<P>(multiple)).then_some(multiple)
        };
        leaf(next(strides, at, multiple)?).map(Basis::new)
    }
}
impl<T: FromTerms> FromStrides<ArithmeticTuple> for StrideSum<T> {
    fn from_strides(
        strides: &mut dyn Iterator<Item = ArithmeticTuple>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        let place = *at;
        *at += 1;
        let stride = strides.next().ok_or(PROFILE)?;
        let (terms, found) = T::from_terms(&stride, place)?;
        if found < stride.terms().count() {
            return Err(Error::new(Operation::Layout, Rule::Codomain).at(place));
        }
        Ok(StrideSum::new(terms))
    }
}
/// Terms of those of the value level.
pub trait FromTerms: Copy {
    /// The terms, and how many there are in the sum.
    fn from_terms(sum: &ArithmeticTuple, at: usize) -> Result<(Self, usize), Error>;
}
impl FromTerms for HNil {
    fn from_terms(_: &ArithmeticTuple, _: usize) -> Result<(Self, usize), Error> {
        Ok((HNil, 0))
    }
}
impl<N: Copy + FromIntTuple, P: Place, T: FromTerms> FromTerms for HCons<Basis<N, P>, T> {
    fn from_terms(sum: &ArithmeticTuple, at: usize) -> Result<(Self, usize), Error> {
        let mut place = Vec::new();
        P::for_each_position(&mut |position| place.push(position));
        let here = |term: &[u8]| term.iter().copied().map(usize::from).eq(place.iter().copied());
        let multiple = sum.terms().find(|(term, _)| here(term)).map_or(0, |(_, multiple)| multiple);
        let head = Basis::new(leaf((multiple, at))?);
        let (tail, found) = T::from_terms(sum, at)?;
        Ok((HCons { head, tail }, found + usize::from(multiple != 0)))
    }
}
impl<N: FromIntTuple> FromStrides<algebra::Xor> for Xor<N> {
    fn from_strides(
        strides: &mut dyn Iterator<Item = algebra::Xor>,
        at: &mut usize,
    ) -> Result<Self, Error> {
        leaf(next(strides, at, |stride| Some(stride.bits()))?).map(Xor)
    }
}
impl<V> FromStrides<V> for HNil {
    fn from_strides(_: &mut dyn Iterator<Item = V>, _: &mut usize) -> Result<Self, Error> {
        Ok(HNil)
    }
}
impl<V, H: FromStrides<V>, T: FromStrides<V>> FromStrides<V> for HCons<H, T> {
    fn from_strides(strides: &mut dyn Iterator<Item = V>, at: &mut usize) -> Result<Self, Error> {
        let head = H::from_strides(strides, at)?;
        Ok(HCons { head, tail: T::from_strides(strides, at)? })
    }
}
