//! Views of faer: matrices with any strides.

use faer::{MatMut, MatRef};
use tilework_algebra::{self as algebra, Error};

use super::axes::{Axis, matrix_axes, tensor, tensor_mut};
use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut, Memory, MemoryMut};

fn axes_of<T>(matrix: MatRef<'_, T>) -> [Axis; 2] {
    [
        Axis { extent: matrix.nrows(), stride: matrix.row_stride() },
        Axis { extent: matrix.ncols(), stride: matrix.col_stride() },
    ]
}

impl<A: Memory, L: AnyLayout + Into<algebra::Layout>> Tensor<A, L> {
    /// The same elements as a view of faer (feature `faer`), for a tensor of two modes.
    ///
    /// # Errors
    /// [`Rule::OneStride`](crate::Rule) at a mode with several strides, and [`Rule::Axes`](crate::Rule) unless there
    /// are two modes.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// assert_eq!(matrix.as_faer()?.transpose()[(2, 1)], 6.0);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn as_faer(&self) -> Result<MatRef<'_, A::Item>, Error> {
        let (elements, layout) = self.parts();
        let [rows, columns] = matrix_axes(layout)?;
        let start = elements.as_ptr();
        // SAFETY: the offsets of the view are those of the layout. Its elements are in memory, as `Tensor::new` has
        // checked, and borrowed with `self`.
        Ok(unsafe {
            MatRef::from_raw_parts(start, rows.extent, columns.extent, rows.stride, columns.stride)
        })
    }

    /// [`Tensor::as_faer`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::as_faer`].
    pub fn as_faer_mut(&mut self) -> Result<MatMut<'_, A::Item>, Error>
    where
        A: MemoryMut,
    {
        let (elements, layout) = self.parts_mut();
        let [rows, columns] = matrix_axes(layout)?;
        let (start, extents) = (elements.as_mut_ptr(), (rows.extent, columns.extent));
        // SAFETY: as in `as_faer`. The layout is injective and the borrow exclusive.
        Ok(unsafe {
            MatMut::from_raw_parts_mut(start, extents.0, extents.1, rows.stride, columns.stride)
        })
    }
}

impl<'a, T, L> Tensor<Disjoint<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// The elements of a view of faer (feature `faer`), through the layout of the annotated type.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`](crate::Rule) at an axis with a negative stride, [`Rule::Profile`](crate::Rule) unless
    /// the type has two modes, and [`Rule::StaticLeaf`](crate::Rule) if it has another integer.
    ///
    /// ```
    /// use tilework::{Layout, Tensor};
    /// let matrix = faer::Mat::from_fn(2, 3, |i, j| 10 * i + j);
    /// let tensor: Tensor<_, Layout!((2,_):(1,_))> = Tensor::from_faer(matrix.as_ref())?;
    /// assert_eq!(tensor[(1, 2)], 12);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_faer(matrix: MatRef<'a, T>) -> Result<Self, Error> {
        // SAFETY: a view of faer guarantees this for its elements, which it borrows for `'a`.
        unsafe { tensor(matrix.as_ptr(), &axes_of(matrix)) }
    }
}

impl<'a, T, L> Tensor<DisjointMut<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// [`Tensor::from_faer`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::from_faer`].
    pub fn from_faer_mut(matrix: MatMut<'a, T>) -> Result<Self, Error> {
        let axes = axes_of(matrix.as_ref());
        // SAFETY: a view of faer guarantees this for its elements, which it borrows exclusively for `'a`.
        unsafe { tensor_mut(matrix.as_ptr_mut(), &axes) }
    }
}
