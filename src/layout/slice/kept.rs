//! Lists of modes at the top of a layout, such as those that a slice keeps.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};

use crate::layout::Layout;
use crate::layout::modes::{Mode, cons, mode};
use crate::leaf::int::Leaf;
use crate::verdict::Bad;

/// The kind of lists of [`Mode`], whose shapes and strides may be tuples.
pub trait Kept: Sized {
    /// The shapes as a tuple.
    type Shapes;
    /// The strides as a tuple.
    type Strides;
    /// The modes as a tuple.
    fn tuple(self) -> Layout<Self::Shapes, Self::Strides>;
    /// The shape `S` if there is no mode, else the tuple of it and the shapes.
    type WithShape<S>;
    /// The stride `D` if there is no mode, else the tuple of it and the strides.
    type WithStride<D>;
    /// The mode `first` and these as one mode; alone it stays as it is.
    fn with<S, D>(self, first: Mode<S, D>) -> Layout<Self::WithShape<S>, Self::WithStride<D>>;
    /// These modes, then those of `L`.
    type Then<L: Kept>: Kept;
    /// These modes, then `others`.
    fn then<L: Kept>(self, others: L) -> Self::Then<L>;
    /// These modes as one mode, if there are any.
    type Grouped: Kept;
    /// These modes as one mode, if there are any.
    fn grouped(self) -> Self::Grouped;
    /// The layout of these modes, where a single one is not wrapped, or `O` if there is none.
    type Layout<O>;
    /// The layout of these modes, or `none`.
    fn layout<O>(self, none: O) -> Self::Layout<O>;
}
impl Kept for HNil {
    type Shapes = HNil;
    type Strides = HNil;
    #[inline(always)]
    fn tuple(self) -> Layout<HNil, HNil> {
        Layout::sound(HNil, HNil)
    }
    type WithShape<S> = S;
    type WithStride<D> = D;
    #[inline(always)]
    fn with<S, D>(self, first: Mode<S, D>) -> Layout<S, D> {
        Layout::sound(first.shape, first.stride)
    }
    type Then<L: Kept> = L;
    #[inline(always)]
    fn then<L: Kept>(self, others: L) -> L {
        others
    }
    type Grouped = HNil;
    #[inline(always)]
    fn grouped(self) -> HNil {
        HNil
    }
    type Layout<O> = O;
    #[inline(always)]
    fn layout<O>(self, none: O) -> O {
        none
    }
}
impl<S, D, T: Kept> Kept for HCons<Mode<S, D>, T> {
    type Shapes = HCons<S, T::Shapes>;
    type Strides = HCons<D, T::Strides>;
    #[inline(always)]
    fn tuple(self) -> Layout<Self::Shapes, Self::Strides> {
        Layout::sound(self.head.shape, self.head.stride).followed_by(self.tail.tuple())
    }
    type WithShape<S0> = HCons<S0, Self::Shapes>;
    type WithStride<D0> = HCons<D0, Self::Strides>;
    #[inline(always)]
    fn with<S0, D0>(
        self,
        first: Mode<S0, D0>,
    ) -> Layout<HCons<S0, Self::Shapes>, HCons<D0, Self::Strides>> {
        Layout::sound(first.shape, first.stride).followed_by(self.tuple())
    }
    type Then<L: Kept> = HCons<Mode<S, D>, T::Then<L>>;
    #[inline(always)]
    fn then<L: Kept>(self, others: L) -> Self::Then<L> {
        cons(self.head, self.tail.then(others))
    }
    type Grouped = HList![Mode<T::WithShape<S>, T::WithStride<D>>];
    #[inline(always)]
    fn grouped(self) -> Self::Grouped {
        let (shape, stride) = self.tail.with(self.head).into_parts();
        cons(mode(shape, stride), HNil)
    }
    type Layout<O> = Layout<T::WithShape<S>, T::WithStride<D>>;
    #[inline(always)]
    fn layout<O>(self, _: O) -> Self::Layout<O> {
        self.tail.with(self.head)
    }
}

/// A shape with the congruent stride `D`, as the list of its modes at the top. A leaf is its own only mode.
pub trait Nested<D> {
    /// The modes.
    type Out;
    /// The modes.
    fn parts(self, stride: D) -> Self::Out;
}
impl<S: Leaf, D> Nested<D> for S {
    type Out = HList![Mode<S, D>];
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
impl<S, ST: Nested<DT>, D, DT> Nested<HCons<D, DT>> for HCons<S, ST> {
    type Out = HCons<Mode<S, D>, ST::Out>;
    #[inline(always)]
    fn parts(self, stride: HCons<D, DT>) -> Self::Out {
        cons(mode(self.head, stride.head), self.tail.parts(stride.tail))
    }
}
// A verdict has reported the error already.
impl<R, At, X, Y> Nested<Self> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn parts(self, _: Self) -> Self {
        self
    }
}
