//! Nested tuples as lists of their modes at the top, on which operations that rearrange modes work.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::{Mode, cons, mode};
use crate::leaf::int::Leaf;
use crate::verdict::Bad;

/// A shape with the congruent stride `D`, as the list of its modes at the top. A leaf is its own only mode.
pub trait Nested<D> {
    /// An hlist of [`Mode`], whose shapes and strides may be tuples.
    type Out;
    /// The modes.
    fn parts(self, stride: D) -> Self::Out;
}
impl<S: Leaf, D> Nested<D> for S {
    type Out = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn parts(self, stride: D) -> Self::Out {
        cons(mode(self, stride), HNil)
    }
}
impl Nested<HNil> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn parts(self, _: HNil) -> HNil {
        HNil
    }
}
impl<S, ST, D, DT> Nested<HCons<D, DT>> for HCons<S, ST>
where
    ST: Nested<DT>,
{
    type Out = HCons<Mode<S, D>, ST::Out>;
    #[inline(always)]
    fn parts(self, stride: HCons<D, DT>) -> Self::Out {
        cons(mode(self.head, stride.head), self.tail.parts(stride.tail))
    }
}
// A verdict has reported the error already; the operations that follow find every mode that they ask for.
impl<R, At, X, Y> Nested<Self> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn parts(self, _: Self) -> Self {
        self
    }
}

/// A list of modes to which the mode `M` is appended.
pub trait PushBack<M> {
    /// The list.
    type Out;
    /// The list.
    fn push_back(self, mode: M) -> Self::Out;
}
impl<M> PushBack<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn push_back(self, mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}
impl<M, H, T: PushBack<M>> PushBack<M> for HCons<H, T> {
    type Out = HCons<H, T::Out>;
    #[inline(always)]
    fn push_back(self, mode: M) -> Self::Out {
        cons(self.head, self.tail.push_back(mode))
    }
}
impl<M, R, At, X, Y> PushBack<M> for Bad<R, At, X, Y> {
    type Out = HNil;
    #[inline(always)]
    fn push_back(self, _: M) -> HNil {
        HNil
    }
}

/// The number of modes of a list, for errors.
pub struct RankOf<L>(core::marker::PhantomData<L>);
/// The last of the positions `B`, ..., `E - 1`, or `B` if there is none, for errors.
pub struct LastOf<B, E>(core::marker::PhantomData<(B, E)>);
