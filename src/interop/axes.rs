//! The axes of views. Each has an extent and a stride.

use alloc::vec::Vec;

use tilework_algebra::{self as algebra, Error, Mode, Operation, Profile, Rule, coalesce};

use crate::layout::AnyLayout;
use crate::layout::codomain::IntegerStrides;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Disjoint, DisjointMut};

const fn error(rule: Rule) -> Error {
    Error::new(Operation::View, rule)
}

/// An axis: the number of elements, and their distance.
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "not all friends need all of it")]
pub struct Axis {
    pub extent: usize,
    pub stride: isize,
}

/// The top-level modes as axes.
///
/// # Errors
/// [`Rule::OneStride`] at a mode with several strides, and [`Rule::Overflow`].
pub fn axes(layout: impl AnyLayout + Into<algebra::Layout>) -> Result<Vec<Axis>, Error> {
    let layout: algebra::Layout = layout.into();
    let is_empty = layout.size() == 0;
    let axis = |(at, mode): (usize, algebra::Layout)| match *coalesce(&mode).flat_modes() {
        // No coordinate moves by a stride.
        _ if is_empty => {
            let extent = usize::try_from(mode.size()).map_err(|_| error(Rule::Overflow).at(at))?;
            Ok(Axis { extent, stride: 0 })
        }
        [Mode { shape, stride }] => {
            let overflow = error(Rule::Overflow).at(at);
            let extent = shape.try_into().map_err(|_| overflow)?;
            Ok(Axis { extent, stride: stride.try_into().map_err(|_| overflow)? })
        }
        ref modes => Err(error(Rule::OneStride { strides: modes.len() }).at(at)),
    };
    layout.modes().enumerate().map(axis).collect()
}

/// The two modes of a matrix as axes.
///
/// # Errors
/// Those of [`axes`], and [`Rule::Axes`] for another rank.
#[cfg(any(feature = "faer", feature = "nalgebra"))]
pub fn matrix_axes(layout: impl AnyLayout + Into<algebra::Layout>) -> Result<[Axis; 2], Error> {
    let modes = layout.rank();
    let axes = axes(layout)?;
    axes.try_into().map_err(|_| error(Rule::Axes { modes, axes: 2 }))
}

/// The layout of the type `L` with these axes. The stride of an axis with one element is meaningless, and so are all
/// strides if there are no elements. In these cases the layout has the static stride of the type.
///
/// # Errors
/// Those of [`value_of`] and of `L::try_from`.
pub fn layout_of<L>(axes: &[Axis]) -> Result<L, Error>
where
    L: TryFrom<algebra::Layout, Error = Error>,
{
    L::try_from(value_of(axes)?)
}

/// The layout with these axes, as a value. Negative strides that are meaningless become 0.
///
/// # Errors
/// [`Rule::NaturalStride`] for a negative stride, and [`Rule::Overflow`].
pub fn value_of(axes: &[Axis]) -> Result<algebra::Layout, Error> {
    let is_empty = axes.iter().any(|axis| axis.extent == 0);
    let mode = |(at, &Axis { extent, stride }): (usize, &Axis)| {
        let stride = if extent == 1 || is_empty { stride.max(0) } else { stride };
        let overflow = error(Rule::Overflow).at(at);
        let shape = i64::try_from(extent).map_err(|_| overflow)?;
        let stride = i64::try_from(stride).map_err(|_| overflow)?;
        if stride < 0 {
            return Err(error(Rule::NaturalStride { stride }).at(at));
        }
        Ok(Mode { shape, stride })
    };
    let modes = axes.iter().enumerate().map(mode).collect::<Result<Vec<Mode>, _>>()?;
    let profile = Profile::flat(modes.len());
    let layout = algebra::Layout::of_modes(modes, profile);
    layout.map_err(|error| error.during(Operation::View))
}

/// The tensor of the elements of a view.
///
/// # Errors
/// See [`layout_of`].
///
/// # Safety
/// For `'a`, the elements at `start` plus the multiples of the strides below the extents are alive, and nobody writes
/// to them.
pub unsafe fn tensor<'a, T, L>(
    start: *const T,
    axes: &[Axis],
) -> Result<Tensor<Disjoint<'a, T>, L>, Error>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    let layout: L = layout_of(axes)?;
    // SAFETY: the offsets of the layout are these multiples. It has the strides of the axes, except for axes without a
    // coordinate above 0.
    let elements = unsafe { Disjoint::new(start, layout.cosize()) };
    Tensor::new(elements, layout)
}

/// [`tensor`] for writing.
///
/// # Errors
/// See [`layout_of`]. Also [`Rule::Injectivity`] if two coordinates have the same element, and [`Rule::Undecided`].
///
/// # Safety
/// For `'a`, the elements at `start` plus the multiples of the strides below the extents are alive, and nobody else
/// accesses them.
pub unsafe fn tensor_mut<'a, T, L>(
    start: *mut T,
    axes: &[Axis],
) -> Result<Tensor<DisjointMut<'a, T>, L>, Error>
where
    L: IntegerStrides + TryFrom<algebra::Layout, Error = Error>,
{
    let layout: L = layout_of(axes)?;
    // SAFETY: as in `tensor`.
    let elements = unsafe { DisjointMut::new(start, layout.cosize()) };
    Tensor::new(elements, layout)
}
