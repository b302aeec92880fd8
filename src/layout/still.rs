//! Shapes with strides of 0: all coordinates have the same element.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B1, U0};

use crate::layout::Shape;
use crate::layout::flatten::Flatten;
use crate::layout::modes::cons;
use crate::leaf::int::{Dyn, Static};

/// Shapes with strides of 0.
pub trait Still: Flatten<Self::Strides, IsCongruent = B1> {
    /// The strides.
    type Strides: Shape;
    /// The strides.
    const STRIDES: Self::Strides;
}
impl<N> Still for Static<N>
where
    Self: Flatten<Static<U0>, IsCongruent = B1>,
{
    type Strides = Static<U0>;
    const STRIDES: Static<U0> = Static::new();
}
impl<I> Still for Dyn<I>
where
    Self: Flatten<Static<U0>, IsCongruent = B1>,
{
    type Strides = Static<U0>;
    const STRIDES: Static<U0> = Static::new();
}
impl Still for HNil {
    type Strides = HNil;
    const STRIDES: HNil = HNil;
}
impl<H: Still, T: Still> Still for HCons<H, T>
where
    Self: Flatten<HCons<H::Strides, T::Strides>, IsCongruent = B1>,
{
    type Strides = HCons<H::Strides, T::Strides>;
    const STRIDES: Self::Strides = cons(H::STRIDES, T::STRIDES);
}
