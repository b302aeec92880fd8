//! Operands whose static leaves have become dynamic.

use tilework::{
    AnyLayout, ArithmeticTuple, Basis, Dyn, HCons, HNil, Keep, Layout, Leaf, Static, Xor,
};

/// The leaves of an operand that are dynamic.
pub trait RunTime {
    /// The layout with dynamic extents and static strides.
    type Extents;
    /// The layout with dynamic extents and strides.
    type Leaves;
    fn dynamic_extents(self) -> Self::Extents;
    fn leaves(self) -> Self::Leaves;
}

/// A leaf, a tuple of leaves, or a layout with them, made dynamic.
pub trait Dynamic {
    type Out;
    fn dynamic(self) -> Self::Out;
}
impl<N> Dynamic for Static<N>
where
    Static<N>: Leaf,
{
    type Out = Dyn;
    fn dynamic(self) -> Dyn {
        Dyn(self.get())
    }
}
impl<N: Copy + Dynamic, P> Dynamic for Basis<N, P> {
    type Out = Basis<N::Out, P>;
    fn dynamic(self) -> Self::Out {
        Basis::new(self.multiple().dynamic())
    }
}
impl<T: Copy + Dynamic> Dynamic for ArithmeticTuple<T> {
    type Out = ArithmeticTuple<T::Out>;
    fn dynamic(self) -> Self::Out {
        ArithmeticTuple::new(self.terms().dynamic())
    }
}
impl<N: Dynamic> Dynamic for Xor<N> {
    type Out = Xor<N::Out>;
    fn dynamic(self) -> Self::Out {
        Xor(self.0.dynamic())
    }
}
impl Dynamic for HNil {
    type Out = HNil;
    fn dynamic(self) -> HNil {
        HNil
    }
}
impl<H: Dynamic, T: Dynamic> Dynamic for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    fn dynamic(self) -> Self::Out {
        HCons { head: self.head.dynamic(), tail: self.tail.dynamic() }
    }
}

impl<S: Copy + Dynamic, D: Copy + Dynamic> RunTime for Layout<S, D>
where
    Layout<S::Out, D>: AnyLayout<Shape = S::Out, Stride = D>,
    Layout<S::Out, D::Out>: AnyLayout<Shape = S::Out, Stride = D::Out>,
{
    type Extents = Layout<S::Out, D>;
    type Leaves = Layout<S::Out, D::Out>;
    fn dynamic_extents(self) -> Self::Extents {
        Layout::new(self.shape().dynamic(), self.stride())
    }
    fn leaves(self) -> Self::Leaves {
        Layout::new(self.shape().dynamic(), self.stride().dynamic())
    }
}
// A tiler by mode, and the size of a complement, which has no stride.
impl RunTime for HNil {
    type Extents = HNil;
    type Leaves = HNil;
    fn dynamic_extents(self) -> HNil {
        HNil
    }
    fn leaves(self) -> HNil {
        HNil
    }
}
impl<H: RunTime, T: RunTime> RunTime for HCons<H, T> {
    type Extents = HCons<H::Extents, T::Extents>;
    type Leaves = HCons<H::Leaves, T::Leaves>;
    fn dynamic_extents(self) -> Self::Extents {
        HCons { head: self.head.dynamic_extents(), tail: self.tail.dynamic_extents() }
    }
    fn leaves(self) -> Self::Leaves {
        HCons { head: self.head.leaves(), tail: self.tail.leaves() }
    }
}
impl RunTime for Keep {
    type Extents = Keep;
    type Leaves = Keep;
    fn dynamic_extents(self) -> Keep {
        self
    }
    fn leaves(self) -> Keep {
        self
    }
}
impl<N> RunTime for Static<N>
where
    Self: Leaf,
{
    type Extents = Dyn;
    type Leaves = Dyn;
    fn dynamic_extents(self) -> Dyn {
        Dyn(self.get())
    }
    fn leaves(self) -> Dyn {
        Dyn(self.get())
    }
}
