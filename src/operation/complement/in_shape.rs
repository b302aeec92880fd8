//! The complement of a layout in a shape, which stands for its size.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use super::{LeaveOf, LeftBy, Round};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Integers, Kind, Zero};
use crate::layout::modes::StaticSize;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Known;
use crate::operation::identity::HasIdentity;

macro_rules! shapes {
    ($([$($g:ident)*] $shape:ty;)*) => {$(
        impl<$($g,)* L, R, D, K> LeftBy<L, R> for $shape
        where
            L: AnyLayout<Stride = D>,
            D: Kind<Out = K>,
            K: LeaveOf<L, Self, R>,
        {
            type Out = K::Out;
            #[inline(always)]
            fn left_by(self, layout: L) -> Result<K::Out, Error> {
                K::leave_of(layout, self)
            }
        }
    )*};
}
shapes! {
    [] HNil;
    [H T] HCons<H, T>;
}

macro_rules! in_size {
    ($([$($g:ident)*] $shape:ty, $kind:ident;)*) => {$(
        impl<$($g,)* L: AnyLayout, R: Round, I: Known, M, N> LeaveOf<L, $shape, R> for $kind
        where
            $shape: HasIdentity<Stride = I>,
            Layout<$shape, I>: AnyLayout<Modes = M>,
            M: StaticSize<Size = N>,
            N: LeftBy<L, R>,
        {
            type Out = N::Out;
            #[inline(always)]
            fn leave_of(layout: L, n: $shape) -> Result<N::Out, Error> {
                let shape = Layout::sound(n, I::VALUE).validated(R::ROUNDING.operation())?;
                shape.modes().size_leaf().left_by(layout)
            }
        }
    )*};
}
in_size! {
    [] HNil, Zero;
    [] HNil, Integers;
    [H T] HCons<H, T>, Zero;
    [H T] HCons<H, T>, Integers;
}
