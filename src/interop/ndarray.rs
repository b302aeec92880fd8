//! Views of ndarray, with any number of axes.

use alloc::vec::Vec;

use ndarray::{ArrayView, ArrayViewMut, Dimension, IxDyn, ShapeBuilder, StrideShape};
use tilework_algebra::{self as algebra, Error, Operation, Rule};

use super::axes::{Axis, axes, tensor, tensor_mut};
use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut, Memory, MemoryMut};

/// The modes of a layout as axes of ndarray, as many as `D` has.
fn shape<D: Dimension>(
    layout: impl AnyLayout + Into<algebra::Layout>,
) -> Result<StrideShape<IxDyn>, Error> {
    let modes = layout.rank();
    let axes = axes(layout)?;
    if let Some(axes) = D::NDIM.filter(|&axes| axes != modes) {
        return Err(Error::new(Operation::View, Rule::Axes { modes, axes }));
    }
    let extents: Vec<usize> = axes.iter().map(|axis| axis.extent).collect();
    let strides: Vec<usize> = axes.iter().map(|axis| axis.stride.unsigned_abs()).collect();
    Ok(IxDyn(&extents).strides(IxDyn(&strides)))
}

fn axes_of(extents: &[usize], strides: &[isize]) -> Vec<Axis> {
    let axes = extents.iter().zip(strides);
    axes.map(|(&extent, &stride)| Axis { extent, stride }).collect()
}

impl<A: Memory, L: AnyLayout + Into<algebra::Layout>> Tensor<A, L> {
    /// The same elements as a view of ndarray (feature `ndarray`), with an axis for each mode.
    ///
    /// # Errors
    /// [`Rule::OneStride`] at a mode with several strides, and [`Rule::Axes`] unless there are as many modes as `D` has
    /// axes.
    ///
    /// ```
    /// use ndarray::{ArrayView2, ArrayViewD};
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6, 7, 8];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// let view: ArrayView2<i32> = matrix.as_ndarray()?;
    /// assert_eq!(view, ndarray::array![[1, 2, 3], [4, 5, 6]]);
    /// let tiled = Tensor::new(&data[..], layout!((2,(2,2)):(2,(1,4))))?;
    /// assert_eq!(
    ///     tiled.as_ndarray::<ndarray::IxDyn>().unwrap_err().to_string(),
    ///     "view: one stride, mode 1: the mode has 2 strides, an axis of a view has one",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn as_ndarray<D: Dimension>(&self) -> Result<ArrayView<'_, A::Item, D>, Error> {
        let (elements, layout) = self.parts();
        let shape = shape::<D>(layout)?;
        // SAFETY: the offsets of the view are those of the layout. Its elements are in memory, as `Tensor::new` has
        // checked, and borrowed with `self`.
        let view = unsafe { ArrayView::from_shape_ptr(shape, elements.as_ptr()) };
        view.into_dimensionality().map_err(|_| UNREACHED)
    }

    /// [`Tensor::as_ndarray`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::as_ndarray`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut columns = Tensor::new(vec![0; 6], layout!((2,3)))?;
    /// columns.as_ndarray_mut::<ndarray::Ix2>()?.row_mut(1).fill(7);
    /// assert_eq!(columns.data(), [0, 7, 0, 7, 0, 7]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn as_ndarray_mut<D: Dimension>(&mut self) -> Result<ArrayViewMut<'_, A::Item, D>, Error>
    where
        A: MemoryMut,
    {
        let (elements, layout) = self.parts_mut();
        let shape = shape::<D>(layout)?;
        // SAFETY: as in `as_ndarray`. The layout is injective and the borrow exclusive.
        let view = unsafe { ArrayViewMut::from_shape_ptr(shape, elements.as_mut_ptr()) };
        view.into_dimensionality().map_err(|_| UNREACHED)
    }
}

/// The number of axes has been checked before.
const UNREACHED: Error = Error::new(Operation::View, Rule::Profile);

impl<'a, T, L> Tensor<Disjoint<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// The elements of a view of ndarray (feature `ndarray`), with a mode for each axis, through the layout of the
    /// annotated type.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] at an axis with a negative stride, [`Rule::Profile`] unless the type has as many modes,
    /// and [`Rule::StaticLeaf`] if it has another integer.
    ///
    /// ```
    /// use tilework::{Layout, Tensor};
    /// let array = ndarray::array![[1, 2, 3], [4, 5, 6]];
    /// let matrix: Tensor<_, Layout!((_,_):(_,_))> = Tensor::from_ndarray(array.t())?;
    /// assert_eq!((matrix[(2, 1)], matrix.layout().to_string()), (6, "(3,2):(1,3)".into()));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_ndarray<D: Dimension>(view: ArrayView<'a, T, D>) -> Result<Self, Error> {
        let axes = axes_of(view.shape(), view.strides());
        // SAFETY: a view of ndarray guarantees this for its elements, which it borrows for `'a`.
        unsafe { tensor(view.as_ptr(), &axes) }
    }
}

impl<'a, T, L> Tensor<DisjointMut<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// [`Tensor::from_ndarray`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::from_ndarray`].
    ///
    /// ```
    /// use tilework::{Layout, Tensor};
    /// let mut array = ndarray::Array2::zeros((4, 6));
    /// // Every other column.
    /// let half = array.slice_mut(ndarray::s![.., ..;2]);
    /// let mut half: Tensor<_, Layout!((_,_):(_,2))> = Tensor::from_ndarray_mut(half)?;
    /// half[(3, 2)] = 1;
    /// assert_eq!(array[(3, 4)], 1);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_ndarray_mut<D: Dimension>(mut view: ArrayViewMut<'a, T, D>) -> Result<Self, Error> {
        let axes = axes_of(view.shape(), view.strides());
        // SAFETY: a view of ndarray guarantees this for its elements, which it borrows exclusively for `'a`.
        unsafe { tensor_mut(view.as_mut_ptr(), &axes) }
    }
}
