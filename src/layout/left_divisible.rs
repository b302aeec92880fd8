//! Left divisibility: whether a number divides a shape from the left, its last extent unbounded.

use tilework_algebra::{Error, Operation, Rule};

use crate::layout::shape_div::{Extents, positive};
use crate::leaf::int::Leaf;
use crate::leaf::into_leaf::IntoLeaf;
use crate::plain::plain;

/// Whether for some `i` and `c`, `d = M_0 ... M_{i-1} c` where `c < M_i` and `c` divides `M_i`, unless `i`
/// is the last, of the extents `M_0, M_1, ...` of `shape`: whether the value level has a
/// [`left_divide`](tilework_algebra::left_divide). (000, definition 2.11.)
///
/// `d` is an integer or a leaf, from 1: also of a static 0 it is run time that says that it is none.
///
/// ```
/// use tilework::{layout, left_divisible};
/// let m = 6;
/// assert!(left_divisible(layout!((4,m,8)).shape(), 12));
/// assert!(!left_divisible(layout!((4,m,8)).shape(), 16));
/// ```
///
/// # Panics
/// Where [`try_left_divisible`] is an error.
#[inline(always)]
#[track_caller]
pub fn left_divisible(shape: impl Extents, d: impl IntoLeaf) -> bool {
    plain(try_left_divisible(shape, d))
}

/// [`left_divisible`] with the errors returned.
///
/// # Errors
/// [`Rule::Extent`] for an extent or `d` below 1, static ones as well.
#[inline(always)]
pub fn try_left_divisible(shape: impl Extents, d: impl IntoLeaf) -> Result<bool, Error> {
    Ok(index(Operation::LeftDivisible, shape, d)?.is_some_and(|whole| whole))
}

/// Whether for some `i` and `c`, `d = M_0 ... M_{i-1} c` where `c < M_i`, unless `i` is the last: as
/// [`left_divisible`], but `c` need not divide `M_i`. (000, definition 2.11.)
///
/// ```
/// use tilework::{layout, weakly_left_divisible};
/// let m = 6;
/// assert!(weakly_left_divisible(layout!((4,m,8)).shape(), 16));
/// assert!(!weakly_left_divisible(layout!((4,m,8)).shape(), 5));
/// ```
///
/// # Panics
/// Where [`try_weakly_left_divisible`] is an error.
#[inline(always)]
#[track_caller]
pub fn weakly_left_divisible(shape: impl Extents, d: impl IntoLeaf) -> bool {
    plain(try_weakly_left_divisible(shape, d))
}

/// [`weakly_left_divisible`] with the errors returned.
///
/// # Errors
/// Those of [`try_left_divisible`].
#[inline(always)]
pub fn try_weakly_left_divisible(shape: impl Extents, d: impl IntoLeaf) -> Result<bool, Error> {
    Ok(index(Operation::WeaklyLeftDivisible, shape, d)?.is_some())
}

/// Whether at the division index, of which there is at most one, `c` divides the extent.
#[inline(always)]
fn index(
    operation: Operation,
    shape: impl Extents,
    d: impl IntoLeaf,
) -> Result<Option<bool>, Error> {
    let not_positive = |extent| Error::new(operation, Rule::Extent { extent });
    let mut rest = match d.try_into_leaf() {
        Ok(d) if d.get() > 0 => d.get(),
        Err(Error { rule: Rule::NaturalStride { stride }, .. }) => {
            return Err(not_positive(stride));
        }
        _ => return Err(not_positive(0)),
    };
    positive(operation, shape)?;
    // An answer holds unless the extent is the last.
    let (mut answer, mut before) = (None, None);
    shape.for_each_extent(&mut |extent| {
        before = answer;
        if answer.is_none() {
            answer = match rest {
                _ if rest < extent => Some(Some(extent.is_multiple_of(rest))),
                _ if rest.is_multiple_of(extent) => None,
                _ => Some(None),
            };
            rest /= extent;
        }
    });
    Ok(before.unwrap_or(Some(true)))
}
