//! Views of nalgebra: matrices.

use nalgebra::{
    Dim, Dyn, MatrixView, MatrixViewMut, RawStorage, RawStorageMut, Scalar, U1, ViewStorage,
    ViewStorageMut,
};
use tilework_algebra::{self as algebra, Error, Operation, Rule};

use super::axes::{Axis, matrix_axes, tensor, tensor_mut};
use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut, Memory, MemoryMut};

/// A view of nalgebra whose columns have no gaps, `DMatrixView`.
type View<'a, T> = MatrixView<'a, T, Dyn, Dyn, U1, Dyn>;
/// [`View`] for writing.
type ViewMut<'a, T> = MatrixViewMut<'a, T, Dyn, Dyn, U1, Dyn>;

/// The extents and strides of a view. (nalgebra has views whose columns have gaps. But its products of such a matrix
/// and a vector, in version 0.35, write past the end of their result: nalgebra issue 1616.)
fn dims(axes: [Axis; 2]) -> Result<((Dyn, Dyn), (U1, Dyn)), Error> {
    let [rows, columns] = axes;
    if rows.extent > 1 && columns.extent > 0 && rows.stride != 1 {
        let rule = Rule::StaticLeaf { value: rows.stride as i64, expected: 1 };
        return Err(Error::new(Operation::View, rule).at(0));
    }
    let extents = (Dyn(rows.extent), Dyn(columns.extent));
    Ok((extents, (U1, Dyn(columns.stride.unsigned_abs()))))
}

fn axes_of(extents: (usize, usize), strides: (usize, usize)) -> [Axis; 2] {
    // The strides of elements in memory, and of a single element, are far below 2^63.
    let axis = |extent, stride| Axis { extent, stride: isize::try_from(stride).unwrap_or(0) };
    [axis(extents.0, strides.0), axis(extents.1, strides.1)]
}

impl<A: Memory<Item: Scalar>, L: AnyLayout + Into<algebra::Layout>> Tensor<A, L> {
    /// The same elements as a view of nalgebra (feature `nalgebra`), for a tensor of two modes whose first one has the
    /// stride 1: a column-major matrix. (A row-major matrix is the transpose of one.)
    ///
    /// # Errors
    /// [`Rule::OneStride`] at a mode with several strides, [`Rule::Axes`] unless there are two modes, and
    /// [`Rule::StaticLeaf`] for another stride of the first mode.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let matrix = Tensor::new(&data[..], layout!((2,3)))?;
    /// let product = matrix.as_nalgebra()? * nalgebra::Vector3::new(1.0, 0.0, 1.0);
    /// assert_eq!(product.as_slice(), [6.0, 8.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn as_nalgebra(&self) -> Result<View<'_, A::Item>, Error> {
        let (elements, layout) = self.parts();
        let (shape, strides) = dims(matrix_axes(layout)?)?;
        // SAFETY: the offsets of the view are those of the layout. Its elements are in memory, as `Tensor::new` has
        // checked, and borrowed with `self`.
        let storage = unsafe { ViewStorage::from_raw_parts(elements.as_ptr(), shape, strides) };
        Ok(View::from_data(storage))
    }

    /// [`Tensor::as_nalgebra`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::as_nalgebra`].
    pub fn as_nalgebra_mut(&mut self) -> Result<ViewMut<'_, A::Item>, Error>
    where
        A: MemoryMut,
    {
        let (elements, layout) = self.parts_mut();
        let (shape, strides) = dims(matrix_axes(layout)?)?;
        let start = elements.as_mut_ptr();
        // SAFETY: as in `as_nalgebra`. The layout is injective and the borrow exclusive.
        let storage = unsafe { ViewStorageMut::from_raw_parts(start, shape, strides) };
        Ok(ViewMut::from_data(storage))
    }
}

impl<'a, T: Scalar, L> Tensor<Disjoint<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// The elements of a matrix of nalgebra or a view of one (feature `nalgebra`), through the layout of the
    /// annotated type.
    ///
    /// # Errors
    /// [`Rule::Profile`] unless the type has two modes, and [`Rule::StaticLeaf`] if it has another integer.
    ///
    /// ```
    /// use tilework::{Layout, Tensor};
    /// let matrix = nalgebra::Matrix2x3::new(1, 2, 3, 4, 5, 6);
    /// let tensor: Tensor<_, Layout!((2,3))> = Tensor::from_nalgebra(&matrix)?;
    /// assert_eq!(tensor[(1, 2)], 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_nalgebra<R: Dim, C: Dim, S: RawStorage<T, R, C>>(
        matrix: &'a nalgebra::Matrix<T, R, C, S>,
    ) -> Result<Self, Error> {
        let axes = axes_of(matrix.shape(), matrix.strides());
        // SAFETY: a matrix of nalgebra guarantees this for its elements, which are borrowed for `'a`.
        unsafe { tensor(matrix.as_ptr(), &axes) }
    }
}

impl<'a, T: Scalar, L> Tensor<DisjointMut<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// [`Tensor::from_nalgebra`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::from_nalgebra`].
    pub fn from_nalgebra_mut<R: Dim, C: Dim, S: RawStorageMut<T, R, C>>(
        matrix: &'a mut nalgebra::Matrix<T, R, C, S>,
    ) -> Result<Self, Error> {
        let axes = axes_of(matrix.shape(), matrix.strides());
        // SAFETY: a matrix of nalgebra guarantees this for its elements, which are borrowed exclusively for `'a`.
        unsafe { tensor_mut(matrix.as_mut_ptr(), &axes) }
    }
}
