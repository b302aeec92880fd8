//! Flat modes as a layout.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::{Mode, cons};
use crate::layout::{Layout, Parts};

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
