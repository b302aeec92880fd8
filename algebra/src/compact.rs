//! Compact strides: the orders in which a shape fills `0..size` without gaps.

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::int_tuple::IntTuple;

/// The stride for which the first leaf of `shape` is the fastest: leaf `k` gets
/// `s_0 ... s_{k-1}`, or 0 where its extent is 1 (004, section 2.4.2; 003, definition 2.1.2.9).
///
/// With it the layout function is the identity on `0..size`.
///
/// # Errors
/// [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`] if the size does not fit.
///
/// ```
/// use tilework_algebra::compact_col_major;
/// assert_eq!(compact_col_major(&"((2,3),1,4)".parse()?)?.to_string(), "((1,2),0,6)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn compact_col_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    let mut strides: SmallVec<[i64; 8]> = SmallVec::from_elem(0, shape.leaves().len());
    compact(shape.leaves().iter().zip(&mut strides).enumerate())?;
    Ok(IntTuple::of_parts(strides, shape.profile().clone()))
}

/// The stride for which the last leaf of `shape` is the fastest: leaf `k` gets
/// `s_{k+1} s_{k+2} ...`, or 0 where its extent is 1.
///
/// # Errors
/// [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`] if the size does not fit.
///
/// ```
/// use tilework_algebra::compact_row_major;
/// assert_eq!(compact_row_major(&"((2,3),1,4)".parse()?)?.to_string(), "((12,4),0,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn compact_row_major(shape: &IntTuple) -> Result<IntTuple, Error> {
    let mut strides: SmallVec<[i64; 8]> = SmallVec::from_elem(0, shape.leaves().len());
    compact(shape.leaves().iter().zip(&mut strides).enumerate().rev())?;
    Ok(IntTuple::of_parts(strides, shape.profile().clone()))
}

/// Gives each leaf, from the fastest to the slowest, the product of the extents before it.
fn compact<'a>(leaves: impl Iterator<Item = (usize, (&'a i64, &'a mut i64))>) -> Result<(), Error> {
    let mut size = 1i64;
    for (at, (&extent, stride)) in leaves {
        if extent < 1 {
            return Err(Error::new(Operation::Layout, Rule::Extent { extent }).at(at));
        }
        if extent > 1 {
            *stride = size;
        }
        let overflow = Error::new(Operation::Layout, Rule::Overflow);
        size = size.checked_mul(extent).ok_or(overflow)?;
    }
    Ok(())
}
