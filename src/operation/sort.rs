//! Flat modes sorted by stride, with their positions.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, Greater, Less};

use crate::layout::modes::{Mode, cons};
use crate::leaf::arithmetic::{Unknown, Versus};

/// A mode and where it stood.
pub struct Placed<S, D, J> {
    pub(crate) mode: Mode<S, D>,
    pub(crate) at: usize,
    position: PhantomData<J>,
}

impl<S, D, J> Placed<S, D, J> {
    #[inline(always)]
    pub(crate) fn new(mode: Mode<S, D>, at: usize) -> Self {
        Placed { mode, at, position: PhantomData }
    }
}

/// The order of the modes is not known to the types: dynamic strides are among them, at `J`.
pub struct Unsorted<J>(PhantomData<J>);

/// Inserts a mode unless `Self` is true.
pub trait InsertUnless<M, L> {
    /// The list.
    type Out;
    /// The list.
    fn insert_unless(mode: M, list: L) -> Self::Out;
}
impl<M, L> InsertUnless<M, L> for B1 {
    type Out = L;
    #[inline(always)]
    fn insert_unless(_: M, list: L) -> L {
        list
    }
}
impl<M, L: Insert<M>> InsertUnless<M, L> for B0 {
    type Out = L::Out;
    #[inline(always)]
    fn insert_unless(mode: M, list: L) -> L::Out {
        list.insert(mode)
    }
}

/// Inserts a mode into sorted ones, before those of equal stride.
pub trait Insert<M> {
    /// The list.
    type Out;
    /// The list.
    fn insert(self, mode: M) -> Self::Out;
}
impl<M> Insert<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn insert(self, mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}
impl<M, J> Insert<M> for Unsorted<J> {
    type Out = Self;
    #[inline(always)]
    fn insert(self, _: M) -> Self {
        self
    }
}
impl<S, D, J, S1, D1, J1, T, F> Insert<Placed<S, D, J>> for HCons<Placed<S1, D1, J1>, T>
where
    D: Versus<D1, Out = F>,
    F: InsertAt<Placed<S, D, J>, Placed<S1, D1, J1>, T>,
{
    type Out = F::Out;
    #[inline(always)]
    fn insert(self, mode: Placed<S, D, J>) -> Self::Out {
        F::insert_at(mode, self.head, self.tail)
    }
}

/// Inserts `M` before or behind `First`. `Self` says how their strides compare.
pub trait InsertAt<M, First, T> {
    /// The list.
    type Out;
    /// The list.
    fn insert_at(mode: M, first: First, tail: T) -> Self::Out;
}
macro_rules! before {
    ($($answer:ident)*) => {$(
        impl<M, First, T> InsertAt<M, First, T> for $answer {
            type Out = HCons<M, HCons<First, T>>;
            #[inline(always)]
            fn insert_at(mode: M, first: First, tail: T) -> Self::Out {
                cons(mode, cons(first, tail))
            }
        }
    )*};
}
before!(Less Equal);
impl<M, First, T, L> InsertAt<M, First, T> for Greater
where
    T: Insert<M, Out = L>,
    L: PushFront<First>,
{
    type Out = L::Out;
    #[inline(always)]
    fn insert_at(mode: M, first: First, tail: T) -> Self::Out {
        tail.insert(mode).push_front(first)
    }
}
impl<S, D, J, First, T> InsertAt<Placed<S, D, J>, First, T> for Unknown {
    type Out = Unsorted<J>;
    #[inline(always)]
    fn insert_at(_: Placed<S, D, J>, _: First, _: T) -> Self::Out {
        Unsorted(PhantomData)
    }
}

/// Puts a mode in front; what is unsorted stays so.
pub trait PushFront<M> {
    /// The list.
    type Out;
    /// The list.
    fn push_front(self, mode: M) -> Self::Out;
}
impl<M> PushFront<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}
impl<M, H, T> PushFront<M> for HCons<H, T> {
    type Out = HCons<M, Self>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        cons(mode, self)
    }
}
impl<M, J> PushFront<M> for Unsorted<J> {
    type Out = Self;
    #[inline(always)]
    fn push_front(self, _: M) -> Self {
        self
    }
}
