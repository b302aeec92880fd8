//! Layouts of matrices, and of batches of them.

use frunk_core::HList;
use frunk_core::hlist::HNil;

use crate::layout::modes::{Flatten, Modes};
use crate::layout::{AnyLayout, Layout};

/// A layout of two modes, each of them of any nesting.
#[diagnostic::on_unimplemented(
    message = "gemm: not a layout of two modes, or in generic code one without the bound `MatrixLayout`"
)]
pub trait MatrixLayout: AnyLayout {
    /// The leaves of the first mode.
    type Rows: Modes + Sync;
    /// The leaves of the second mode.
    type Columns: Modes + Sync;
    /// The leaves of both modes.
    fn rows_and_columns(self) -> (Self::Rows, Self::Columns);
}
#[diagnostic::do_not_recommend]
impl<S0: Copy, S1: Copy, D0: Copy, D1: Copy, M0, M1> MatrixLayout
    for Layout<HList![S0, S1], HList![D0, D1]>
where
    Self: AnyLayout<Shape = HList![S0, S1], Stride = HList![D0, D1]>,
    S0: Flatten<D0, Before<HNil> = M0>,
    S1: Flatten<D1, Before<HNil> = M1>,
    M0: Modes + Sync,
    M1: Modes + Sync,
{
    type Rows = M0;
    type Columns = M1;
    #[inline(always)]
    fn rows_and_columns(self) -> (M0, M1) {
        let (shape, stride) = self.parts();
        (shape.head.flatten(stride.head, HNil), shape.tail.head.flatten(stride.tail.head, HNil))
    }
}

/// A layout of three modes, each of them of any nesting: matrices, and which of them.
#[diagnostic::on_unimplemented(
    message = "batched_gemm: not a layout of three modes, or in generic code one without the bound `BatchLayout`"
)]
pub trait BatchLayout: AnyLayout {
    /// The layout of one matrix.
    type Matrix: MatrixLayout;
    /// The leaves of the third mode.
    type Batch: Modes + Sync;
    /// The layout of one matrix, and which of them.
    fn matrix_and_batch(self) -> (Self::Matrix, Self::Batch);
}
#[diagnostic::do_not_recommend]
impl<S0: Copy, S1: Copy, S2: Copy, D0: Copy, D1: Copy, D2: Copy, M> BatchLayout
    for Layout<HList![S0, S1, S2], HList![D0, D1, D2]>
where
    Self: AnyLayout<Shape = HList![S0, S1, S2], Stride = HList![D0, D1, D2]>,
    Layout<HList![S0, S1], HList![D0, D1]>: MatrixLayout,
    S2: Flatten<D2, Before<HNil> = M>,
    M: Modes + Sync,
{
    type Matrix = Layout<HList![S0, S1], HList![D0, D1]>;
    type Batch = M;
    #[inline(always)]
    fn matrix_and_batch(self) -> (Self::Matrix, M) {
        let (shape, stride) = self.parts();
        let matrix = Layout::sound(
            frunk_core::hlist![shape.head, shape.tail.head],
            frunk_core::hlist![stride.head, stride.tail.head],
        );
        (matrix, shape.tail.tail.head.flatten(stride.tail.tail.head, HNil))
    }
}
