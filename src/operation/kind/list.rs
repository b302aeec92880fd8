//! The kind of lists of flat modes. The functions of each algorithm are in its file and are supertraits here.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{Known, Leaf};
use typenum::{Bit, U0, U1, UTerm};

use super::Undecided;
use super::dynamic::least;
use super::nat::Number;
use super::stride::Stride;
use super::tree::Tree;
use crate::layout::Layout;
use crate::leaf::int::Static;
use crate::operation::composition::segregation;
use crate::operation::max_common;
use crate::operation::ordered;
use crate::operation::{coalesce, composition};
use crate::operation::{complement, inverse};
use crate::operation::{flatten, sort};

/// The mode `S:D`, then `T`.
pub struct Then<S, D, T>(PhantomData<(S, D, T)>);
/// The mode `S:D`, the last one of coalesced modes.
pub struct Last<S, D>(PhantomData<(S, D)>);

/// Modes: [`Then`] up to `HNil`, coalesced ones up to [`Last`], or `HNil` alone. A [`Refused`](super::refusal::Refused)
/// replaces the last one, and [`Undecided`] one whose stride is no integer.
pub trait List:
    coalesce::OnList
    + sort::OnList
    + segregation::OnList
    + composition::OnList
    + complement::OnList
    + inverse::OnList
    + flatten::OnList
    + max_common::OnList
    + ordered::OnList
{
    /// The number of modes.
    const COUNT: usize;
    /// The numbers of these modes that are known.
    const KNOWN: Known;
    /// True if all numbers are known.
    const IS_STATIC: bool;
    /// The largest number in the integer type of the dynamic leaves.
    const LIMIT: i64;
    /// The largest number of numbers in a stride; 0 if all are integers.
    const TERMS: usize = 0;
    /// True if strides are bits.
    const IS_BITS: bool = false;
    /// The modes whose stride is 0: one bit for each, from the lowest.
    const ZEROS: u128 = 0;
    /// The mode `S:D`, then these.
    type Cons<S: Number, D: Stride>: List;
    /// The product of the extents.
    type Size: Number;
    /// The largest value. A dynamic stride counts only if its extent is not 1.
    type Largest: Number;
    /// Coalesced modes as a layout: none is `1:0`, one is a leaf, several are a tuple.
    type IntoLayout: Tree;
    /// Coalesced modes as a tuple of any length.
    type IntoTuple: Tree;
}

impl List for Undecided {
    const COUNT: usize = 0;
    const KNOWN: Known = Known::None;
    const IS_STATIC: bool = true;
    const LIMIT: i64 = i64::MAX;
    type Cons<S: Number, D: Stride> = Undecided;
    type Size = U1;
    type Largest = UTerm;
    type IntoLayout = Undecided;
    type IntoTuple = Undecided;
}

impl List for HNil {
    const COUNT: usize = 0;
    const KNOWN: Known = Known::None;
    const IS_STATIC: bool = true;
    const LIMIT: i64 = i64::MAX;
    type Cons<S: Number, D: Stride> = Then<S, D, HNil>;
    type Size = U1;
    type Largest = UTerm;
    type IntoLayout = Layout<Static<U1>, Static<U0>>;
    type IntoTuple = Layout<HNil, HNil>;
}

impl<S: Number, D: Stride> List for Last<S, D> {
    const COUNT: usize = 1;
    const KNOWN: Known = Known::Then(Leaf { shape: S::STATIC, stride: D::NUMBER }, &Known::None);
    const IS_STATIC: bool = S::STATIC.is_some() && D::IS_STATIC;
    const LIMIT: i64 = least(S::LIMIT, D::LARGEST);
    const TERMS: usize = D::TERMS;
    const IS_BITS: bool = D::IS_BITS;
    type Cons<S0: Number, D0: Stride> = Then<S0, D0, Self>;
    type Size = S;
    type Largest = <S::Previous as Number>::Times<D::Integer>;
    type IntoLayout = S::WithStride<D>;
    type IntoTuple = <Then<S, D, HNil> as List>::IntoTuple;
}

impl<S: Number, D: Stride, T: List> List for Then<S, D, T> {
    const COUNT: usize = 1 + T::COUNT;
    const KNOWN: Known = Known::Then(Leaf { shape: S::STATIC, stride: D::NUMBER }, &T::KNOWN);
    const IS_STATIC: bool = S::STATIC.is_some() && D::IS_STATIC && T::IS_STATIC;
    const LIMIT: i64 = least(least(S::LIMIT, D::LARGEST), T::LIMIT);
    const TERMS: usize = if D::TERMS > T::TERMS { D::TERMS } else { T::TERMS };
    const IS_BITS: bool = D::IS_BITS || T::IS_BITS;
    const ZEROS: u128 = T::ZEROS << 1 | <D::IsZeroStride as Bit>::BOOL as u128;
    type Cons<S0: Number, D0: Stride> = Then<S0, D0, Self>;
    type Size = S::Times<T::Size>;
    type Largest = <<S::Previous as Number>::Times<D::Integer> as Number>::Plus<T::Largest>;
    type IntoLayout = Self::IntoTuple;
    type IntoTuple = <S::WithStride<D> as Tree>::Before<T::IntoTuple, HNil>;
}
