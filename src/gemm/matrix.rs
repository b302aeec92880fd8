//! Layouts of matrices, and of batches of them.

use frunk_core::hlist::HNil;
use frunk_core::{HList, hlist};
use tilework_algebra::{Error, Operation, Rule};
use typenum::U1;

use crate::generic::RankLayout;
use crate::layout::codomain::IntegerStrides;
use crate::layout::flatten::{Flat, Flatten};
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Static};

/// A layout of integers with two modes, each with any nesting: the one bound for tensors with rows and columns. With
/// it, generic code has elements `t[(i, j)]`, slices `t.slice((i, ..))`, `t.slices::<0>()`, `t.split()` and
/// `t.transposed()` of its tensors, and the operations of [`IntegerLayout`](crate::generic::IntegerLayout). Each
/// [`RankLayout<2>`](RankLayout) is one, and each such layout is a `RankLayout<2>`. Sealed.
///
/// ```
/// use tilework::{Tensor, View, algorithm::MatrixLayout, layout};
/// fn trace<L: MatrixLayout>(t: &View<f64, L>) -> f64 {
///     (0..t.extent::<0>()).map(|i| t[(i, i)] / t.slice((i, ..)).iter().sum::<f64>()).sum()
/// }
/// let data = [1.0, 3.0, 2.0, 2.0];
/// assert_eq!(trace(&Tensor::new(&data[..], layout!((2,2):row_major))?), 0.25 + 0.5);
/// # Ok::<(), tilework::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "gemm: not a layout of two modes, or in generic code one without the bound `MatrixLayout`"
)]
pub trait MatrixLayout: RankLayout<2> {
    /// The leaves of the first mode.
    type Rows: Modes;
    /// The leaves of the second mode.
    type Columns: Modes;
    /// The leaves of both modes.
    fn rows_and_columns(self) -> (Self::Rows, Self::Columns);
}
#[diagnostic::do_not_recommend]
impl<L: RankLayout<2>> MatrixLayout for L {
    type Rows = Flat<L::Shape0, L::Stride0>;
    type Columns = Flat<L::Shape1, L::Stride1>;
    #[inline(always)]
    fn rows_and_columns(self) -> (Self::Rows, Self::Columns) {
        let (shape, stride) = self.parts();
        let rows = Flatten::flatten(shape.head, stride.head, HNil);
        (rows, Flatten::flatten(shape.tail.head, stride.tail.head, HNil))
    }
}

/// A layout of a matrix, or of several matrices along a third mode. Modes have any nesting. A single matrix is used for
/// all matrices of the other factor.
#[diagnostic::on_unimplemented(
    message = "gemm: not a layout of a matrix, or of matrices in a third mode, or in generic code one without the bound `BatchLayout`; a vector `x` is the column `x.compose(layout!((k,1)))`"
)]
pub trait BatchLayout: AnyLayout {
    /// True if there is no third mode.
    #[doc(hidden)]
    const IS_MATRIX: bool;
    /// The layout of one matrix.
    type Matrix: MatrixLayout;
    /// The leaves of the third mode.
    type Batch: Modes;
    /// The layout of the product of this and `B` as an owned tensor; if this is a single matrix, that of `B`.
    #[doc(hidden)]
    type With<B: Compact>: Compact;
    /// The layout of an owned result with the same modes.
    #[doc(hidden)]
    type Own: Compact;
    /// The layout of one matrix, and the mode of the batch.
    fn matrix_and_batch(self) -> (Self::Matrix, Self::Batch);
}
#[diagnostic::do_not_recommend]
impl<S0: Copy, S1: Copy, S2: Copy, D0: Copy, D1: Copy, D2: Copy, M> BatchLayout
    for Layout<HList![S0, S1, S2], HList![D0, D1, D2]>
where
    Self: AnyLayout<Shape = HList![S0, S1, S2], Stride = HList![D0, D1, D2]>,
    Layout<HList![S0, S1], HList![D0, D1]>: MatrixLayout,
    S2: Flatten<D2, Before<HNil> = M>,
    M: Modes,
{
    const IS_MATRIX: bool = false;
    type Matrix = Layout<HList![S0, S1], HList![D0, D1]>;
    type Batch = M;
    type With<B: Compact> = CompactBatch;
    type Own = CompactBatch;
    #[inline(always)]
    fn matrix_and_batch(self) -> (Self::Matrix, M) {
        let (shape, stride) = self.parts();
        let matrix = Layout::sound(
            hlist![shape.head, shape.tail.head],
            hlist![stride.head, stride.tail.head],
        );
        (matrix, shape.tail.tail.head.flatten(stride.tail.tail.head, HNil))
    }
}
#[diagnostic::do_not_recommend]
impl<S0, S1, D0, D1> BatchLayout for Layout<HList![S0, S1], HList![D0, D1]>
where
    Self: MatrixLayout,
{
    const IS_MATRIX: bool = true;
    type Matrix = Self;
    type Batch = HNil;
    type With<B: Compact> = B;
    type Own = CompactMatrix;
    #[inline(always)]
    fn matrix_and_batch(self) -> (Self, HNil) {
        (self, HNil)
    }
}

/// A column-major matrix with dynamic extents, as [`Tensor::matmul`](crate::Tensor::matmul) makes it.
pub type CompactMatrix = Layout<HList![Dyn, Dyn], HList![Static<U1>, Dyn]>;
/// Column-major matrices with dynamic extents, one after another.
pub type CompactBatch = Layout<HList![Dyn, Dyn, Dyn], HList![Static<U1>, Dyn, Dyn]>;

/// The layouts of owned products.
pub trait Compact: BatchLayout + IntegerStrides {
    /// The layout of `batch` products of `(m,n)`.
    ///
    /// # Errors
    /// [`Rule::Overflow`](crate::Rule).
    fn compact(m: usize, n: usize, batch: usize) -> Result<Self, Error>;
}
impl Compact for CompactMatrix {
    #[inline]
    fn compact(m: usize, n: usize, _: usize) -> Result<Self, Error> {
        Layout::try_new(hlist![Dyn(m), Dyn(n)], hlist![Static::new(), Dyn(m)])
    }
}
impl Compact for CompactBatch {
    #[inline]
    fn compact(m: usize, n: usize, batch: usize) -> Result<Self, Error> {
        let matrix = m.checked_mul(n).ok_or(Error::new(Operation::Matmul, Rule::Overflow))?;
        let (shape, stride) =
            (hlist![Dyn(m), Dyn(n), Dyn(batch)], hlist![Static::new(), Dyn(m), Dyn(matrix)]);
        Layout::try_new(shape, stride)
    }
}
