//! Views of mdarray, with any number of axes.

use alloc::vec::Vec;

use mdarray::mapping::StridedMapping;
use mdarray::{DynRank, Shape, Slice, Strided, View, ViewMut};
use tilework_algebra::{self as algebra, Error};

use super::axes::{Axis, axes, tensor, tensor_mut};
use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut, Memory, MemoryMut};

fn mapping(
    layout: impl AnyLayout + Into<algebra::Layout>,
) -> Result<StridedMapping<DynRank>, Error> {
    let axes = axes(layout)?;
    let extents: Vec<usize> = axes.iter().map(|axis| axis.extent).collect();
    let strides: Vec<isize> = axes.iter().map(|axis| axis.stride).collect();
    Ok(StridedMapping::new(DynRank::from_dims(&extents), &strides))
}

fn axes_of<T, S: Shape, M: mdarray::Layout>(slice: &Slice<T, S, M>) -> Vec<Axis> {
    let axis = |at| Axis { extent: slice.dim(at), stride: slice.stride(at) };
    (0..slice.rank()).map(axis).collect()
}

impl<A: Memory, L: AnyLayout + Into<algebra::Layout>> Tensor<A, L> {
    /// The same elements as a view of mdarray (feature `mdarray`), with an axis for each mode.
    ///
    /// # Errors
    /// [`Rule::OneStride`](crate::Rule) at a mode with several strides.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let matrix = Tensor::new(&data[..], layout!((2,3)))?;
    /// assert_eq!(matrix.as_mdarray()?[&[1, 2][..]], 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn as_mdarray(&self) -> Result<View<'_, A::Item, DynRank, Strided>, Error> {
        let (elements, layout) = self.parts();
        let mapping = mapping(layout)?;
        // SAFETY: the offsets of the view are those of the layout. Its elements are in memory, as `Tensor::new` has
        // checked, and borrowed with `self`.
        Ok(unsafe { View::new_unchecked(elements.as_ptr(), mapping) })
    }

    /// [`Tensor::as_mdarray`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::as_mdarray`].
    pub fn as_mdarray_mut(&mut self) -> Result<ViewMut<'_, A::Item, DynRank, Strided>, Error>
    where
        A: MemoryMut,
    {
        let (elements, layout) = self.parts_mut();
        let mapping = mapping(layout)?;
        // SAFETY: as in `as_mdarray`. The layout is injective and the borrow exclusive.
        Ok(unsafe { ViewMut::new_unchecked(elements.as_mut_ptr(), mapping) })
    }
}

impl<'a, T, L> Tensor<Disjoint<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// The elements of an array of mdarray or a view of one (feature `mdarray`), with a mode for each axis, through the
    /// layout of the annotated type.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`](crate::Rule) at an axis with a negative stride, [`Rule::Profile`](crate::Rule) unless
    /// the type has as many modes, and [`Rule::StaticLeaf`](crate::Rule) if it has another integer.
    ///
    /// ```
    /// use tilework::{Layout, Tensor};
    /// let array = mdarray::tensor![[1, 2, 3], [4, 5, 6]];
    /// let matrix: Tensor<_, Layout!((_,_):(_,1))> = Tensor::from_mdarray(&array)?;
    /// assert_eq!(matrix[(1, 2)], 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_mdarray<S: Shape, M: mdarray::Layout>(
        slice: &'a Slice<T, S, M>,
    ) -> Result<Self, Error> {
        // SAFETY: a view of mdarray guarantees this for its elements, which are borrowed for `'a`.
        unsafe { tensor(slice.as_ptr(), &axes_of(slice)) }
    }
}

impl<'a, T, L> Tensor<DisjointMut<'a, T>, L>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    /// [`Tensor::from_mdarray`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::from_mdarray`].
    pub fn from_mdarray_mut<S: Shape, M: mdarray::Layout>(
        slice: &'a mut Slice<T, S, M>,
    ) -> Result<Self, Error> {
        let axes = axes_of(slice);
        // SAFETY: a view of mdarray guarantees this for its elements, which are borrowed exclusively for `'a`.
        unsafe { tensor_mut(slice.as_mut_ptr(), &axes) }
    }
}
