//! Spans of complements: how far modes reach, and what static numbers say of one of run time.

use core::marker::PhantomData;

use typenum::{B0, B1, UInt, UTerm};

use super::{Ceil, Exact};
use crate::leaf::arithmetic::{Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Static};

/// A span of run time that is a multiple of the static leaf `K`, whatever it is: what comes out even has to
/// be one, too. Of gaps that are rounded nothing follows.
pub struct Multiple<K, I> {
    pub(super) leaf: Dyn<I>,
    of: PhantomData<K>,
}
impl<K, I: Copy> Clone for Multiple<K, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K, I: Copy> Copy for Multiple<K, I> {}
impl<K, I> Multiple<K, I> {
    #[inline(always)]
    pub(super) fn new(span: I) -> Self {
        Multiple { leaf: Dyn(span), of: PhantomData }
    }
}
/// Whether a multiple of `K` may divide `N`, rounded as `Self` says: `B1` or `B0`.
pub trait Divides<K, N> {
    /// The answer.
    type Out;
}
impl<K, N> Divides<K, N> for Ceil {
    type Out = B1;
}
impl<K, N: ExactDiv<K, Out = Q>, Q: IsExact> Divides<Static<K>, Static<N>> for Exact {
    type Out = Q::Out;
}
/// Whether a quotient is exact: `B1` or `B0`.
pub trait IsExact {
    /// The answer.
    type Out;
}
impl IsExact for UTerm {
    type Out = B1;
}
impl<U, B> IsExact for UInt<U, B> {
    type Out = B1;
}
impl IsExact for Inexact {
    type Out = B0;
}
/// A span, static or of run time.
pub trait AnySpan: Copy {
    /// The span as a leaf.
    type Leaf;
    /// What it is a multiple of.
    type Of;
    /// The leaf.
    fn leaf(self) -> Self::Leaf;
}
impl<K> AnySpan for Static<K> {
    type Leaf = Self;
    type Of = Self;
    #[inline(always)]
    fn leaf(self) -> Self {
        self
    }
}
impl<K, I: Copy> AnySpan for Multiple<K, I> {
    type Leaf = Dyn<I>;
    type Of = K;
    #[inline(always)]
    fn leaf(self) -> Dyn<I> {
        self.leaf
    }
}
/// A product of the static leaf `D` and others as the span.
pub trait IntoSpan<D> {
    /// The span.
    type Out;
    /// The span.
    fn into_span(self) -> Self::Out;
}
impl<K, D> IntoSpan<D> for Static<K> {
    type Out = Self;
    #[inline(always)]
    fn into_span(self) -> Self {
        self
    }
}
impl<I, D> IntoSpan<D> for Dyn<I> {
    type Out = Multiple<D, I>;
    #[inline(always)]
    fn into_span(self) -> Self::Out {
        Multiple::new(self.0)
    }
}

/// What the span of a mode of extent `Self` is a multiple of, where its stride is one of `K`.
pub trait MultipleOf<K> {
    /// A static leaf.
    type Out;
}
impl<M, K> MultipleOf<K> for Static<M>
where
    Self: Mul<K>,
{
    type Out = Product<Self, K>;
}
impl<I, K> MultipleOf<K> for Dyn<I> {
    type Out = K;
}
