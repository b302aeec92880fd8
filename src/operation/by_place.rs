//! Layouts into coordinates: what they do at a place of the codomain (004, section 3.3.2).

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UTerm};

use crate::layout::modes::{Mode, cons, mode};
use crate::leaf::arithmetic_tuple::{ArithmeticTuple, MultipleAt};
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::int::Static;

/// Flat modes with their multiples at the place `P` for strides, and 0 for those that do not move
/// it.
pub trait Project<P> {
    /// The modes.
    type Out;
    /// The modes.
    fn project(self) -> Self::Out;
}
impl<P> Project<P> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn project(self) -> HNil {
        HNil
    }
}
impl<S, T: Project<P>, P> Project<P> for HCons<Mode<S, Static<UTerm>>, T> {
    type Out = HCons<Mode<S, Static<UTerm>>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        cons(self.head, self.tail.project())
    }
}
impl<S, N: Copy, Q: SamePlace<P, Out = F>, T: Project<P>, P, F: OrZero<N>> Project<P>
    for HCons<Mode<S, Basis<N, Q>>, T>
{
    type Out = HCons<Mode<S, F::Out>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(mode(shape, F::or_zero(stride.multiple())), self.tail.project())
    }
}
impl<S, U: Copy + MultipleAt<P>, T: Project<P>, P> Project<P>
    for HCons<Mode<S, ArithmeticTuple<U>>, T>
{
    type Out = HCons<Mode<S, U::Out>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(mode(shape, stride.terms().multiple_at()), self.tail.project())
    }
}
/// `N` if `Self` is true, else 0.
pub trait OrZero<N> {
    /// A leaf.
    type Out;
    /// The leaf.
    fn or_zero(n: N) -> Self::Out;
}
impl<N> OrZero<N> for B1 {
    type Out = N;
    #[inline(always)]
    fn or_zero(n: N) -> N {
        n
    }
}
impl<N> OrZero<N> for B0 {
    type Out = Static<UTerm>;
    #[inline(always)]
    fn or_zero(_: N) -> Static<UTerm> {
        Static::new()
    }
}
