//! Lists of modes one after another.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::cons;

/// The modes `L` after those of `Self`.
pub trait Concatenate<L> {
    /// The list.
    type Out;
    /// The list.
    fn concatenate(self, others: L) -> Self::Out;
}
impl<L> Concatenate<L> for HNil {
    type Out = L;
    #[inline(always)]
    fn concatenate(self, others: L) -> L {
        others
    }
}
impl<L, H, T: Concatenate<L>> Concatenate<L> for HCons<H, T> {
    type Out = HCons<H, T::Out>;
    #[inline(always)]
    fn concatenate(self, others: L) -> Self::Out {
        cons(self.head, self.tail.concatenate(others))
    }
}
