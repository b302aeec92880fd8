//! Division of shapes.

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::int::ceil_div as ceil;
use crate::tuple::congruence::aligned;
use crate::tuple::int_tuple::{IntTuple, product};
use crate::tuple::profile::{leaves, parts};

/// `a` divided by `b`. At each leaf, the extent and its divisor must divide one another. The quotient is the extent
/// divided by the divisor if the extent is the larger one, otherwise 1.
///
/// A tuple divided by an integer is divided from the left, leaf by leaf, by the part of the integer that is left. An
/// integer divided by a tuple is divided by the size of the tuple. Tuples of the same rank are divided mode by mode.
/// The result has the profile of `a`.
///
/// # Errors
/// [`Rule::Divisibility`] at the leaf of `a`, [`Rule::Profile`] if ranks differ,
/// [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::shape_div;
/// assert_eq!(shape_div(&"((3,4),6)".parse()?, &36.into())?.to_string(), "((1,1),2)");
/// assert!(shape_div(&"(3,4)".parse()?, &2.into()).is_err());
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn shape_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    divided(Operation::ShapeDiv, a, b, |extent, by| {
        if extent % by != 0 && by % extent != 0 {
            return Err(Rule::Divisibility { left: extent, right: by });
        }
        Ok((ceil(extent, by), ceil(by, extent)))
    })
}

/// `a` divided by `b` as in [`shape_div`], with each quotient rounded up, so that copies of `b` cover `a`.
///
/// # Errors
/// [`Rule::Profile`] if ranks differ, [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::ceil_div;
/// assert_eq!(ceil_div(&"(10,7)".parse()?, &"(4,4)".parse()?)?.to_string(), "(3,2)");
/// assert_eq!(ceil_div(&"(4,7)".parse()?, &6.into())?.to_string(), "(1,4)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn ceil_div(a: &IntTuple, b: &IntTuple) -> Result<IntTuple, Error> {
    divided(Operation::CeilDiv, a, b, |extent, by| Ok((ceil(extent, by), ceil(by, extent))))
}

/// Returns whether copies of `b` make up `a` mode by mode. An integer `b` must divide the size of `a`. A tuple `b` must
/// have the rank of `a`, and each mode of `b` must divide the mode of `a`. An integer `a` counts as a tuple of one
/// mode.
///
/// # Errors
/// [`Rule::Extent`] for an extent below 1, [`Rule::Overflow`] if a size does not fit.
///
/// ```
/// use tilework_algebra::evenly_divides;
/// assert!(evenly_divides(&"(32,64)".parse()?, &128.into())?);
/// assert!(!evenly_divides(&"(2,8)".parse()?, &"(2,(2,4))".parse()?)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn evenly_divides(a: &IntTuple, b: &IntTuple) -> Result<bool, Error> {
    let operation = Operation::EvenlyDivides;
    positive(operation, a)?;
    positive(operation, b)?;
    let (mut rest_a, mut rest_b) = (a.leaves(), b.leaves());
    let mut overflow = false;
    let fits = aligned(a.profile().tokens(), b.profile().tokens(), |part_a, part_b| {
        let (these_a, others_a) = rest_a.split_at(leaves(part_a));
        let (these_b, others_b) = rest_b.split_at(leaves(part_b));
        (rest_a, rest_b) = (others_a, others_b);
        // A tuple in `b` that meets a leaf of `a` must be a tuple of one mode, at every level.
        let mut single = part_b;
        while single.len() > 1 {
            let mut modes = parts(single);
            match (modes.next(), modes.next()) {
                (Some(mode), None) => single = mode,
                _ => return false,
            }
        }
        let Some(size) = product(these_a) else {
            overflow = true;
            return false;
        };
        size % these_b[0] == 0
    });
    if overflow {
        return Err(Error::new(operation, Rule::Overflow));
    }
    Ok(fits)
}

/// Divides each leaf of `a` by its part of `b`. `divide` returns the quotient and the part of the divisor that is left
/// for the next leaves.
fn divided(
    operation: Operation,
    a: &IntTuple,
    b: &IntTuple,
    divide: impl Fn(i64, i64) -> Result<(i64, i64), Rule>,
) -> Result<IntTuple, Error> {
    positive(operation, a)?;
    positive(operation, b)?;
    let mut quotients: SmallVec<[i64; 8]> = SmallVec::with_capacity(a.leaves().len());
    let (mut rest_a, mut rest_b) = (a.leaves(), b.leaves());
    let mut failed = None;
    let fits = aligned(a.profile().tokens(), b.profile().tokens(), |part_a, part_b| {
        let (these_a, others_a) = rest_a.split_at(leaves(part_a));
        let (these_b, others_b) = rest_b.split_at(leaves(part_b));
        (rest_a, rest_b) = (others_a, others_b);
        let Some(mut by) = product(these_b) else {
            failed = Some(Error::new(operation, Rule::Overflow));
            return false;
        };
        for &extent in these_a {
            match divide(extent, by) {
                Ok((quotient, rest)) => {
                    quotients.push(quotient);
                    by = rest;
                }
                Err(rule) => {
                    failed = Some(Error::new(operation, rule).at(quotients.len()));
                    return false;
                }
            }
        }
        true
    });
    if let Some(error) = failed {
        return Err(error);
    }
    if !fits {
        return Err(Error::new(operation, Rule::Profile));
    }
    Ok(IntTuple::of_parts(quotients, a.profile().clone()))
}

/// Checks that all extents are at least 1.
#[inline]
pub(crate) fn positive(operation: Operation, tuple: &IntTuple) -> Result<(), Error> {
    match tuple.leaves().iter().position(|&extent| extent < 1) {
        Some(at) => {
            let rule = Rule::Extent { extent: tuple.leaves()[at] };
            Err(Error::new(operation, rule).at(at))
        }
        None => Ok(()),
    }
}
