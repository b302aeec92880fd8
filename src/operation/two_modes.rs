//! Layouts of two modes, such as the tile and the rest of a divide.

use frunk_core::HList;

use crate::layout::{AnyLayout, Layout};
use crate::verdict::Bad;

/// A layout of two modes, each with any nesting, that can be split into them: the bound of [`Tensor::split_mut`](crate::Tensor::split_mut). Each
/// [`ZippedDivide`](crate::result::ZippedDivide) satisfies it.
#[diagnostic::on_unimplemented(
    message = "transpose, split_mut: not a layout of two modes, as a zipped divide is, or in generic code one without the bound `TwoModes`; of any number of modes the slices along one are `t.slices_mut::<2>()`"
)]
pub trait TwoModes: AnyLayout {
    /// The first mode.
    type First: AnyLayout;
    /// The second mode.
    type Second: AnyLayout;
    /// Both modes.
    fn two_modes(self) -> (Self::First, Self::Second);
}
#[diagnostic::do_not_recommend]
impl<L, S0: Copy, S1: Copy, D0: Copy, D1: Copy> TwoModes for L
where
    L: AnyLayout<Shape = HList![S0, S1], Stride = HList![D0, D1]>,
    Layout<S0, D0>: AnyLayout,
    Layout<S1, D1>: AnyLayout,
{
    type First = Layout<S0, D0>;
    type Second = Layout<S1, D1>;
    #[inline(always)]
    fn two_modes(self) -> (Layout<S0, D0>, Layout<S1, D1>) {
        let (shape, stride) = AnyLayout::parts(self);
        let (first, others) = Layout::sound(shape, stride).split_first();
        (first, others.split_first().0)
    }
}

// This lets an operation without a result report its own error.
#[diagnostic::do_not_recommend]
impl<R, At, X, Y> TwoModes for Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>> {
    type First = Self;
    type Second = Self;
    fn two_modes(self) -> (Self, Self) {
        (self, self)
    }
}
