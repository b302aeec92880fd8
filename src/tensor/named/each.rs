//! Slices with names.

use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::Named;

/// The tensors of an iterator, each with the names `N`: [`Named::slices`].
pub struct EachNamed<N, I> {
    tensors: I,
    names: PhantomData<N>,
}
impl<N, I> EachNamed<N, I> {
    /// The tensors, which have these names.
    #[inline(always)]
    pub(super) fn of(tensors: I) -> Self {
        EachNamed { tensors, names: PhantomData }
    }
}
impl<N, I: Iterator> Iterator for EachNamed<N, I> {
    type Item = Named<N, I::Item>;
    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.tensors.next().map(Named::of)
    }
    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.tensors.size_hint()
    }
}
impl<N, I: DoubleEndedIterator> DoubleEndedIterator for EachNamed<N, I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.tensors.next_back().map(Named::of)
    }
}
impl<N, I: ExactSizeIterator> ExactSizeIterator for EachNamed<N, I> {}
impl<N, I: FusedIterator> FusedIterator for EachNamed<N, I> {}
