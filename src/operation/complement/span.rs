//! Spans of complements: how far modes reach, and what static numbers say of one of run time.

use core::marker::PhantomData;

use typenum::{B0, B1, UInt, UTerm};

use crate::leaf::exact_division::Inexact;
use crate::leaf::int::{Dyn, Static};

/// A span of run time that is a multiple of the static leaf `K`, whatever it is: what comes out even has to
/// be one, too.
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
