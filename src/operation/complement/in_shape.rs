//! The complement of a layout in a shape, which means its size.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;

use super::{ComplementTotalIn, Round};
use crate::layout::any_result::AnyResult;
use crate::layout::{AnyLayout, HasSize, Layout};
use crate::leaf::int::Known;
use crate::operation::identity::HasIdentity;

macro_rules! shapes {
    ($([$($g:ident)*] $shape:ty;)*) => {$(
        impl<$($g,)* L, R: Round, I: Known, N> ComplementTotalIn<L, R> for $shape
        where
            $shape: HasIdentity<Stride = I>,
            Layout<$shape, I>: AnyLayout + HasSize<Size = N>,
            N: ComplementTotalIn<L, R>,
        {
            type Out = N::Out;
            #[inline(always)]
            fn left_by<O: AnyResult>(self, layout: L) -> Result<O, Error> {
                match Layout::sound(self, I::VALUE).validated(R::ROUNDING.operation()) {
                    Ok(shape) => shape.size_leaf().left_by(layout),
                    Err(error) => Err(error),
                }
            }
        }
    )*};
}
shapes! {
    [] HNil;
    [H T] HCons<H, T>;
}
