//! Flat modes as a layout.

use frunk_core::hlist::{HCons, HNil};
use typenum::{U0, U1};

use crate::layout::modes::{Mode, cons};
use crate::layout::{Layout, Parts};
use crate::leaf::int::Static;

/// Flat modes as a layout: no mode is `1:0`, one is a leaf, several are a tuple.
///
/// A list that ends in a verdict ([`Bad`](crate::verdict::Bad)) instead of `HNil` becomes that verdict.
pub trait IntoLayout {
    /// The layout.
    type Out: Parts;
    /// The layout.
    fn into_layout(self) -> Self::Out;
}
impl IntoLayout for HNil {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        Layout::sound(Static::new(), Static::new())
    }
}
impl<S, D> IntoLayout for HCons<Mode<S, D>, HNil> {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn into_layout(self) -> Layout<S, D> {
        Layout::sound(self.head.shape, self.head.stride)
    }
}
impl<M0, M1, T> IntoLayout for HCons<M0, HCons<M1, T>>
where
    Self: IntoTuple,
{
    type Out = <Self as IntoTuple>::Out;
    #[inline(always)]
    fn into_layout(self) -> Self::Out {
        self.into_tuple()
    }
}

/// Modes as the layout whose tuple they are, also if there is none or one.
pub trait IntoTuple {
    /// The layout.
    type Out: Parts;
    /// The layout.
    fn into_tuple(self) -> Self::Out;
}
impl IntoTuple for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn into_tuple(self) -> Self::Out {
        Layout::sound(HNil, HNil)
    }
}
impl<S, D, T, TS, TD> IntoTuple for HCons<Mode<S, D>, T>
where
    T: IntoTuple<Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<S, TS>, HCons<D, TD>>;
    #[inline(always)]
    fn into_tuple(self) -> Self::Out {
        let (shapes, strides) = self.tail.into_tuple().into_parts();
        Layout::sound(cons(self.head.shape, shapes), cons(self.head.stride, strides))
    }
}
