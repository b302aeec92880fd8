//! Compact strides: the orders in which a shape fills `0..size` without gaps.

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::Stride;
use crate::tuple::congruence::refined_leaves;
use crate::tuple::int_tuple::IntTuple;

/// The column-major stride of `shape`, in which the first leaf is the fastest: leaf `k` gets `s_0 ... s_{k-1}`, or 0 if
/// its extent is 1 ([004](crate::papers), section 2.4.2; [003](crate::papers), definition 2.1.2.9).
///
/// The layout with this stride is the identity on `0..size`.
///
/// # Errors
/// [`Rule::Extent`] for an extent below 0, [`Rule::Overflow`] if the size does not fit.
///
/// ```
/// use tilework_algebra::compact_col_major;
/// assert_eq!(compact_col_major(&"((2,3),1,4)".parse()?)?.to_string(), "((1,2),0,6)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn compact_col_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    products(Operation::CompactColMajor, shape, 1)
}

/// The row-major stride of `shape`, in which the last leaf is the fastest: leaf `k` gets `s_{k+1} s_{k+2} ...`, or 0 if
/// its extent is 1.
///
/// # Errors
/// [`Rule::Extent`] for an extent below 0, [`Rule::Overflow`] if the size does not fit.
///
/// ```
/// use tilework_algebra::compact_row_major;
/// assert_eq!(compact_row_major(&"((2,3),1,4)".parse()?)?.to_string(), "((12,4),0,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn compact_row_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    let operation = Operation::CompactRowMajor;
    not_negative(operation, shape)?;
    let mut strides: SmallVec<[i64; 8]> = SmallVec::from_elem(0, shape.leaves().len());
    compact(operation, 1, shape.leaves().iter().zip(&mut strides).enumerate().rev())?;
    Ok(IntTuple::of_parts(strides, shape.profile().clone()))
}

/// For each leaf, the product of the leaves before it, times `start`: the stride of [`compact_col_major`] with `start`
/// in place of 1, and 0 if the extent is 1 ([003](crate::papers), definition 2.1.2.9).
///
/// # Errors
/// The errors of [`compact_col_major`].
///
/// ```
/// use tilework_algebra::prefix_product;
/// assert_eq!(prefix_product(&"((2,3),4)".parse()?, 1)?.to_string(), "((1,2),6)");
/// assert_eq!(prefix_product(&"(8,4)".parse()?, 3)?.to_string(), "(3,24)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn prefix_product(shape: &IntTuple, start: i64) -> Result<IntTuple, Error> {
    products(Operation::PrefixProduct, shape, start)
}

#[inline]
fn products(operation: Operation, shape: &IntTuple, start: i64) -> Result<IntTuple, Error> {
    let mut strides: SmallVec<[i64; 8]> = SmallVec::from_elem(0, shape.leaves().len());
    compact(operation, start, shape.leaves().iter().zip(&mut strides).enumerate())?;
    Ok(IntTuple::of_parts(strides, shape.profile().clone()))
}

/// The compact stride of `shape` in a given order. A leaf with a smaller number in `order` is faster: leaf `k` gets the
/// product of the extents with smaller numbers, or 0 if its extent is 1. If two numbers are equal, the first leaf is
/// faster. A number at the position of a tuple applies to all leaves of that tuple.
///
/// # Errors
/// [`Rule::Profile`] unless `order` is weakly congruent to the shape, and the errors of [`compact_col_major`].
///
/// ```
/// use tilework_algebra::compact_order;
/// assert_eq!(compact_order(&"(2,3,(5,7))".parse()?, &"(3,1,2)".parse()?)?.to_string(),
///     "(105,1,(3,15))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn compact_order(shape: &IntTuple, order: &IntTuple) -> Result<IntTuple, Error> {
    let mut numbers: SmallVec<[i64; 8]> = SmallVec::new();
    let words = (order.profile().tokens(), shape.profile().tokens());
    let fits = refined_leaves(words.0, words.1, |leaf, leaves| {
        numbers.extend(core::iter::repeat_n(order.leaves()[leaf], leaves));
        true
    });
    if !fits {
        return Err(Error::new(Operation::CompactOrder, Rule::Profile));
    }
    not_negative(Operation::CompactOrder, shape)?;
    let mut strides: SmallVec<[i64; 8]> = SmallVec::from_elem(0, shape.leaves().len());
    let mut sorted: SmallVec<[_; 8]> =
        shape.leaves().iter().zip(&mut strides).enumerate().collect();
    sorted.sort_by_key(|&(at, _)| numbers[at]);
    compact(Operation::CompactOrder, 1, sorted.into_iter())?;
    Ok(IntTuple::of_parts(strides, shape.profile().clone()))
}

/// The identity on `0..size`: the layout of `shape` with its compact column-major stride
/// ([004](crate::papers), section 3.3.1).
///
/// # Errors
/// The errors of [`compact_col_major`].
///
/// ```
/// use tilework_algebra::identity;
/// assert_eq!(identity(&"(3,(4,2))".parse()?)?.to_string(), "(3,(4,2)):(1,(3,12))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn identity(shape: &IntTuple) -> Result<Layout, Error> {
    compact_col_major(shape)
        .and_then(|stride| Layout::new(shape, &stride))
        .map_err(|error| error.during(Operation::Identity))
}

/// The compact layout of `shape` in the order of [`compact_order`].
///
/// # Errors
/// The errors of [`compact_order`].
///
/// ```
/// use tilework_algebra::make_ordered_layout;
/// let layout = make_ordered_layout(&"(2,3,5)".parse()?, &"(2,0,1)".parse()?)?;
/// assert_eq!(layout.to_string(), "(2,3,5):(15,1,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn make_ordered_layout(shape: &IntTuple, order: &IntTuple) -> Result<Layout, Error> {
    let of_shape = |stride| Layout::new(shape, &stride);
    compact_order(shape, order)
        .and_then(of_shape)
        .map_err(|error| error.during(Operation::MakeOrderedLayout))
}

/// The compact layout of the same shape whose strides are in the order of the strides of `layout`, by magnitude. Modes
/// of stride 0 keep that stride and are ignored. If `layout` has no overlap and its strides are at least 0, its
/// elements are in the same order in both layouts. The result has integer strides. XOR strides are ordered as the
/// integers with the same bits.
///
/// ```
/// use tilework_algebra::{Layout, make_layout_like};
/// let layout: Layout = "(4,(2,3),5):(30,(0,4),1)".parse()?;
/// assert_eq!(make_layout_like(&layout).to_string(), "(4,(2,3),5):(15,(0,5),1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn make_layout_like<D: Stride<Offset = i64>>(layout: &Layout<D>) -> Layout {
    // With elements of width 1 this is the integer itself.
    let integer = |mode: &Mode<D>| Mode {
        shape: mode.shape,
        stride: mode.stride.to_elements(1).unwrap_or(0),
    };
    let mut modes: Modes = layout.flat_modes().iter().map(integer).collect();
    let mut sorted: SmallVec<[&mut Mode; 8]> =
        modes.iter_mut().filter(|mode| mode.stride != 0).collect();
    sorted.sort_by_key(|mode| mode.stride.unsigned_abs());
    let mut size = 1;
    for mode in sorted {
        mode.stride = if mode.shape == 1 { 0 } else { size };
        // This is at most the size of the layout.
        size *= mode.shape;
    }
    Layout::trusted(modes, layout.profile().clone())
}

/// Checks that no extent is negative. The error names the first negative extent, whatever the order of the strides.
#[inline]
fn not_negative(operation: Operation, shape: &IntTuple) -> Result<(), Error> {
    match shape.leaves().iter().position(|&extent| extent < 0) {
        Some(at) => {
            let rule = Rule::NaturalExtent { extent: shape.leaves()[at] };
            Err(Error::new(operation, rule).at(at))
        }
        None => Ok(()),
    }
}

/// Gives each leaf `start` times the product of the extents before it, from the fastest leaf to the slowest.
fn compact<'a>(
    operation: Operation,
    start: i64,
    leaves: impl Iterator<Item = (usize, (&'a i64, &'a mut i64))>,
) -> Result<(), Error> {
    let mut size = start;
    for (at, (&extent, stride)) in leaves {
        if extent < 0 {
            return Err(Error::new(operation, Rule::NaturalExtent { extent }).at(at));
        }
        if extent != 1 {
            *stride = size;
        }
        let overflow = Error::new(operation, Rule::Overflow);
        size = size.checked_mul(extent).ok_or(overflow)?;
    }
    Ok(())
}
