//! Sums of strides.

use core::ops;

use frunk_core::hlist::{HCons, HNil};
use typenum::{Equal, Greater, Less, Sum, UInt, UTerm};

use crate::leaf::arithmetic_tuple::{ArithmeticTuple, Terms};
use crate::leaf::basis::{Basis, ComparePlace, Place};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::leaf::stride::StrideLeaf;
use crate::leaf::xor::Xor;

/// `Self + D`, for strides of one semimodule.
pub trait Plus<D>: StrideLeaf {
    /// The stride.
    type Out: StrideLeaf;
    /// The stride, or `None` where it does not fit.
    fn checked_plus(self, other: D) -> Option<Self::Out>;
}
/// `D + E`
pub type Added<D, E> = <D as Plus<E>>::Out;

impl<D: StrideLeaf> Plus<D> for Static<UTerm> {
    type Out = D;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<D> {
        Some(other)
    }
}
impl<U, B, D: ToStatic<UInt<U, B>>> Plus<D> for Static<UInt<U, B>>
where
    Self: Leaf,
{
    type Out = D::Out;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<D::Out> {
        other.checked_to(self)
    }
}
impl<I: Index, D: ToDyn<I>> Plus<D> for Dyn<I> {
    type Out = Self;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<Self> {
        other.checked_to(self)
    }
}

/// `Self` added to the static leaf `N`, which is not 0.
pub trait ToStatic<N> {
    /// The sum.
    type Out: Leaf;
    /// The sum, or `None` where it does not fit.
    fn checked_to(self, n: Static<N>) -> Option<Self::Out>;
}
impl<N: ops::Add<M>, M> ToStatic<N> for Static<M>
where
    Static<Sum<N, M>>: Leaf,
{
    type Out = Static<Sum<N, M>>;
    #[inline(always)]
    fn checked_to(self, _: Static<N>) -> Option<Self::Out> {
        Some(Static::new())
    }
}
impl<N, I: Index> ToStatic<N> for Dyn<I>
where
    Static<N>: LeafIn<I>,
{
    type Out = Self;
    #[inline(always)]
    fn checked_to(self, n: Static<N>) -> Option<Self> {
        self.0.checked_add(n.try_get_in().ok()?).map(Dyn)
    }
}
/// `Self` added to a dynamic leaf.
pub trait ToDyn<I> {
    /// The sum, or `None` where it does not fit.
    fn checked_to(self, n: Dyn<I>) -> Option<Dyn<I>>;
}
impl<I: Index, L: LeafIn<I>> ToDyn<I> for L {
    #[inline(always)]
    fn checked_to(self, n: Dyn<I>) -> Option<Dyn<I>> {
        n.0.checked_add(self.try_get_in().ok()?).map(Dyn)
    }
}

impl<N: Leaf, P: Place, D, U, R> Plus<D> for Basis<N, P>
where
    D: IntoTerms<Out = U>,
    HCons<Self, HNil>: Merge<U, Out = R>,
    R: IntoStride,
{
    type Out = R::Out;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<R::Out> {
        Some(HCons { head: self, tail: HNil }.merge(other.into_terms())?.into_stride())
    }
}
impl<T: Terms, D, U, R> Plus<D> for ArithmeticTuple<T>
where
    D: IntoTerms<Out = U>,
    T: Merge<U, Out = R>,
    R: IntoStride,
{
    type Out = R::Out;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<R::Out> {
        Some(self.terms().merge(other.into_terms())?.into_stride())
    }
}
/// A stride as terms.
pub trait IntoTerms {
    /// An hlist of [`Basis`].
    type Out;
    /// The terms.
    fn into_terms(self) -> Self::Out;
}
impl IntoTerms for Static<UTerm> {
    type Out = HNil;
    #[inline(always)]
    fn into_terms(self) -> HNil {
        HNil
    }
}
impl<N, P> IntoTerms for Basis<N, P> {
    type Out = HCons<Self, HNil>;
    #[inline(always)]
    fn into_terms(self) -> Self::Out {
        HCons { head: self, tail: HNil }
    }
}
impl<T: Copy> IntoTerms for ArithmeticTuple<T> {
    type Out = T;
    #[inline(always)]
    fn into_terms(self) -> T {
        self.terms()
    }
}
/// Terms as a stride.
pub trait IntoStride {
    /// A multiple of one basis element, or a sum.
    type Out: StrideLeaf;
    /// The stride.
    fn into_stride(self) -> Self::Out;
}
impl<N: Leaf, P: Place> IntoStride for HCons<Basis<N, P>, HNil> {
    type Out = Basis<N, P>;
    #[inline(always)]
    fn into_stride(self) -> Basis<N, P> {
        self.head
    }
}
impl<B, C, T> IntoStride for HCons<B, HCons<C, T>>
where
    Self: Terms,
{
    type Out = ArithmeticTuple<Self>;
    #[inline(always)]
    fn into_stride(self) -> Self::Out {
        ArithmeticTuple::new(self)
    }
}

/// The terms `Self` and `U`, by place.
pub trait Merge<U>: Sized {
    /// The terms.
    type Out;
    /// The terms, or `None` where a multiple does not fit.
    fn merge(self, others: U) -> Option<Self::Out>;
}
impl<U> Merge<U> for HNil {
    type Out = U;
    #[inline(always)]
    fn merge(self, others: U) -> Option<U> {
        Some(others)
    }
}
impl<B, T> Merge<HNil> for HCons<B, T> {
    type Out = Self;
    #[inline(always)]
    fn merge(self, _: HNil) -> Option<Self> {
        Some(self)
    }
}
impl<N, P, T, M, Q, U, F> Merge<HCons<Basis<M, Q>, U>> for HCons<Basis<N, P>, T>
where
    P: ComparePlace<Q, Out = F>,
    F: MergeAt<Self, HCons<Basis<M, Q>, U>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn merge(self, others: HCons<Basis<M, Q>, U>) -> Option<F::Out> {
        F::merge_at(self, others)
    }
}
/// Merges terms `T` and `U`. `Self` says how the places of the first of them compare.
pub trait MergeAt<T, U> {
    /// The terms.
    type Out;
    /// The terms.
    fn merge_at(terms: T, others: U) -> Option<Self::Out>;
}
impl<B, T: Merge<U>, U> MergeAt<HCons<B, T>, U> for Less {
    type Out = HCons<B, T::Out>;
    #[inline(always)]
    fn merge_at(terms: HCons<B, T>, others: U) -> Option<Self::Out> {
        Some(HCons { head: terms.head, tail: terms.tail.merge(others)? })
    }
}
impl<C, T: Merge<U>, U> MergeAt<T, HCons<C, U>> for Greater {
    type Out = HCons<C, T::Out>;
    #[inline(always)]
    fn merge_at(terms: T, others: HCons<C, U>) -> Option<Self::Out> {
        Some(HCons { head: others.head, tail: terms.merge(others.tail)? })
    }
}
impl<N: Copy + Plus<M>, P, T: Merge<U>, M: Copy, Q, U>
    MergeAt<HCons<Basis<N, P>, T>, HCons<Basis<M, Q>, U>> for Equal
{
    type Out = HCons<Basis<Added<N, M>, P>, T::Out>;
    #[inline(always)]
    fn merge_at(terms: HCons<Basis<N, P>, T>, others: HCons<Basis<M, Q>, U>) -> Option<Self::Out> {
        let multiple = terms.head.multiple().checked_plus(others.head.multiple())?;
        Some(HCons { head: Basis::new(multiple), tail: terms.tail.merge(others.tail)? })
    }
}

impl<N: Leaf, D: ToBits<N>> Plus<D> for Xor<N> {
    type Out = D::Out;
    #[inline(always)]
    fn checked_plus(self, other: D) -> Option<D::Out> {
        Some(other.to_bits(self))
    }
}
/// The XOR of the vector of the bits of `N` and `Self`.
pub trait ToBits<N> {
    /// The sum.
    type Out: StrideLeaf;
    /// The sum.
    fn to_bits(self, bits: Xor<N>) -> Self::Out;
}
impl<N: Leaf> ToBits<N> for Static<UTerm> {
    type Out = Xor<N>;
    #[inline(always)]
    fn to_bits(self, bits: Xor<N>) -> Xor<N> {
        bits
    }
}
impl<N: ops::BitXor<M, Output = B>, M, B: BitsOrZero> ToBits<Static<N>> for Xor<Static<M>> {
    type Out = B::Out;
    #[inline(always)]
    fn to_bits(self, _: Xor<Static<N>>) -> B::Out {
        B::bits_or_zero()
    }
}
/// The vector of the bits of a typenum integer, 0 if there are none.
pub trait BitsOrZero {
    /// The stride.
    type Out: StrideLeaf;
    /// The stride.
    fn bits_or_zero() -> Self::Out;
}
impl BitsOrZero for UTerm {
    type Out = Static<UTerm>;
    #[inline(always)]
    fn bits_or_zero() -> Self::Out {
        Static::new()
    }
}
impl<U, B> BitsOrZero for UInt<U, B>
where
    Static<Self>: Leaf,
{
    type Out = Xor<Static<Self>>;
    #[inline(always)]
    fn bits_or_zero() -> Self::Out {
        Xor(Static::new())
    }
}
