//! The one layout of a static type.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::leaf::int::Known;

impl<S: Known, D: Known> Known for Layout<S, D>
where
    Self: AnyLayout,
{
    const VALUE: Self = {
        assert!(<ModesOf<Self> as Modes>::STATIC.is_some(), "a static layout has static leaves");
        Layout { shape: S::VALUE, stride: D::VALUE }
    };
}
/// The one layout of a static type.
impl<S: Known, D: Known> Default for Layout<S, D>
where
    Self: AnyLayout,
{
    #[inline(always)]
    fn default() -> Self {
        Self::VALUE
    }
}
impl Known for HNil {
    const VALUE: Self = HNil;
}
impl<H: Known, T: Known> Known for HCons<H, T> {
    const VALUE: Self = HCons { head: H::VALUE, tail: T::VALUE };
}
