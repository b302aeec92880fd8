//! From shape and stride to flat modes.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Operation;
use typenum::{B0, B1};

use crate::layout::modes::{Mode, Modes, cons, mode};
use crate::layout::soundness::{Soundness, after, fixed, of_leaf};
use crate::layout::{Shape, Staticness};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::leaf::stride::StrideLeaf;
use crate::{ArithmeticTuple, Basis, Xor};

/// The leaves of a shape paired with those of a congruent stride `D`.
#[diagnostic::on_unimplemented(
    message = "layout: congruence: shape and stride do not have the same profile",
    label = "this stride is not congruent with the shape"
)]
pub trait Flatten<D>: Shape {
    /// True if they have the same profile.
    type IsCongruent: Staticness;
    /// An hlist of [`Mode`] before `T`; without meaning if the profiles differ.
    type Before<T: Modes>: Modes;
    /// The flat modes.
    fn flatten<T: Modes>(self, stride: D, tail: T) -> Self::Before<T>;
    /// Size and reach of these leaves, the first of them at `at`, together with those `behind` them; `operation` made
    /// them.
    #[doc(hidden)]
    fn soundness(self, stride: D, behind: Soundness, operation: Operation, at: usize) -> Soundness;
}
impl<S: Leaf, D: StrideLeaf> Flatten<D> for S {
    type IsCongruent = B1;
    type Before<T: Modes> = HCons<Mode<Self, D>, T>;
    #[inline(always)]
    fn flatten<T: Modes>(self, stride: D, tail: T) -> Self::Before<T> {
        cons(mode(self, stride), tail)
    }
    #[inline(always)]
    fn soundness(self, stride: D, behind: Soundness, operation: Operation, at: usize) -> Soundness {
        let extent =
            if const { S::STATIC.is_some() } { const { fixed(S::STATIC) } } else { self.get() };
        let step = if const { D::STATIC.is_some() } {
            const { fixed(D::STATIC) }
        } else {
            stride.multiple()
        };
        after(const { of_leaf::<S, D>() }, (extent, step), behind, operation, at)
    }
}
impl Flatten<HNil> for HNil {
    type IsCongruent = B1;
    type Before<T: Modes> = T;
    #[inline(always)]
    fn flatten<T: Modes>(self, _: HNil, tail: T) -> T {
        tail
    }
    #[inline(always)]
    fn soundness(self, _: HNil, behind: Soundness, _: Operation, _: usize) -> Soundness {
        behind
    }
}
impl<S: Flatten<D>, ST: Flatten<DT>, D, DT> Flatten<HCons<D, DT>> for HCons<S, ST> {
    type IsCongruent = <S::IsCongruent as Staticness>::And<ST::IsCongruent>;
    type Before<T: Modes> = S::Before<ST::Before<T>>;
    #[inline(always)]
    fn flatten<T: Modes>(self, stride: HCons<D, DT>, tail: T) -> Self::Before<T> {
        self.head.flatten(stride.head, self.tail.flatten(stride.tail, tail))
    }
    #[inline(always)]
    fn soundness(
        self,
        stride: HCons<D, DT>,
        behind: Soundness,
        operation: Operation,
        at: usize,
    ) -> Soundness {
        let behind = self.tail.soundness(stride.tail, behind, operation, at + S::LEAVES);
        self.head.soundness(stride.head, behind, operation, at)
    }
}
// Without these impls the compiler would infer the profile of a stride from that of the shape, and report a type
// mismatch.
macro_rules! incongruent {
    ($([$($g:tt)*] $shape:ty, $stride:ty;)*) => {$(
        impl<$($g)*> Flatten<$stride> for $shape
        where
            Self: Shape,
        {
            type IsCongruent = B0;
            type Before<Rest: Modes> = Rest;
            fn flatten<Rest: Modes>(self, _: $stride, tail: Rest) -> Rest {
                tail
            }
            fn soundness(self, _: $stride, behind: Soundness, _: Operation, _: usize) -> Soundness {
                behind
            }
        }
    )*};
}
incongruent! {
    [H, T] HCons<H, T>, HNil;
    [H, T] HNil, HCons<H, T>;
    [N, H, T] Static<N>, HCons<H, T>;
    [I, H, T] Dyn<I>, HCons<H, T>;
    [N, H, T] HCons<H, T>, Static<N>;
    [I, H, T] HCons<H, T>, Dyn<I>;
    [N, P, H, T] HCons<H, T>, Basis<N, P>;
    [N, H, T] HCons<H, T>, Xor<N>;
    [N, H, T] HCons<H, T>, ArithmeticTuple<N>;
}

/// The flat modes of the shape `S` with the stride `D`.
pub type Flat<S, D> = <S as Flatten<D>>::Before<HNil>;
