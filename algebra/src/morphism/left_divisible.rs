//! Left divisibility: division of a shape from the left, with an unbounded last extent.

use crate::error::{Error, Operation, Rule};
use crate::int::ceil_div;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// The factors `M_0, M_1, ..., M_a` of `shape` that are left after dividing them by `d` from the left. The result is
/// the flat tuple `r = (M_i / c, M_{i+1}, ..., M_a)` where `d = M_0 ... M_{i-1} c` and `c` divides `M_i`
/// ([000](crate::papers),
/// definition 2.11, the *induced factorization*). The last factor is unbounded, so any number divides it; its extent in
/// `r` is then rounded up and has no meaning.
///
/// If `x` has the digits `x_0, x_1, ...` in the extents of `r`, then `d x` has the digits `0, ..., 0, c x_0, x_1, ...`
/// in the extents of `shape`. So the [`composition`](crate::composition()) of a layout of this shape with `n:d` goes
/// through its modes as the composition of `r` with `n:1` does. It has a result if `r` is [weakly left
/// divisible](weakly_left_divisible) by `n` (000, definitions 2.12 and 2.13). In contrast,
/// [`shape_div`](crate::shape_div()) takes the last extent as bounded and keeps the profile. Extents of 1 before `M_i`
/// are skipped.
///
/// # Errors
/// [`Rule::Divisibility`] at the first leaf such that it and the part of `d` that is left do not divide one another,
/// [`Rule::Extent`] for an extent or `d` below 1.
///
/// ```
/// use tilework_algebra::left_divide;
/// assert_eq!(left_divide(&"(4,6,8)".parse()?, 12)?.to_string(), "(2,8)");
/// assert_eq!(left_divide(&"(4,6,8)".parse()?, 120)?.to_string(), "(2)");
/// assert_eq!(left_divide(&"(4,6,8)".parse()?, 16).unwrap_err().to_string(),
///     "left_divide: divisibility, mode 1: 6 and 4 do not divide each other");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn left_divide(shape: &IntTuple, d: i64) -> Result<IntTuple, Error> {
    let operation = Operation::LeftDivide;
    let leaves = factors(operation, shape, d)?;
    let (at, c) = match index(leaves, d) {
        Ok((at, c)) if at + 1 == leaves.len() || leaves[at] % c == 0 => (at, c),
        Ok((at, c)) | Err((at, c)) => {
            let rule = Rule::Divisibility { left: leaves[at], right: c };
            return Err(Error::new(operation, rule).at(at));
        }
    };
    let first = ceil_div(leaves[at], c);
    let rest = leaves[at + 1..].iter().copied();
    let profile = Profile::flat(leaves.len() - at);
    IntTuple::new(core::iter::once(first).chain(rest), profile)
}

/// Returns whether there is a [`left_divide`] of `shape` by `d`, that is, whether for some `i` and `c`,
/// `d = M_0 ... M_{i-1} c` where `c < M_i` and `c` divides `M_i`. Both conditions on `c` are dropped if `i` is the last
/// index ([000](crate::papers), definition 2.11).
///
/// # Errors
/// [`Rule::Extent`] for an extent or `d` below 1.
///
/// ```
/// use tilework_algebra::left_divisible;
/// assert!(left_divisible(&"(4,6,8)".parse()?, 12)?);
/// assert!(!left_divisible(&"(4,6,8)".parse()?, 16)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn left_divisible(shape: &IntTuple, d: i64) -> Result<bool, Error> {
    let leaves = factors(Operation::LeftDivisible, shape, d)?;
    Ok(index(leaves, d).is_ok_and(|(at, c)| at + 1 == leaves.len() || leaves[at] % c == 0))
}

/// Returns whether for some `i` and `c`, `d = M_0 ... M_{i-1} c` where `c < M_i`, unless `i` is the last index
/// ([000](crate::papers),
/// definition 2.11). In contrast to [`left_divisible`], `c` need not divide `M_i`.
///
/// # Errors
/// [`Rule::Extent`] for an extent or `d` below 1.
///
/// ```
/// use tilework_algebra::weakly_left_divisible;
/// assert!(weakly_left_divisible(&"(4,6,8)".parse()?, 16)?);
/// assert!(!weakly_left_divisible(&"(4,6,8)".parse()?, 5)?);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn weakly_left_divisible(shape: &IntTuple, d: i64) -> Result<bool, Error> {
    let leaves = factors(Operation::WeaklyLeftDivisible, shape, d)?;
    Ok(index(leaves, d).is_ok())
}

/// The extents of `shape`. `()` has the extent of a layout without modes.
///
/// # Errors
/// [`Rule::Extent`]
#[inline]
fn factors(operation: Operation, shape: &IntTuple, d: i64) -> Result<&[i64], Error> {
    let error = |extent| Error::new(operation, Rule::Extent { extent });
    if d < 1 {
        return Err(error(d));
    }
    let leaves = shape.leaves();
    match leaves.iter().position(|&extent| extent < 1) {
        Some(at) => Err(error(leaves[at]).at(at)),
        None if leaves.is_empty() => Ok(&[1]),
        None => Ok(leaves),
    }
}

/// The division index `i`, of which there is at most one, and `c`. The error has the factor that does not divide the
/// part of `d` that is left, and that part.
#[inline]
fn index(leaves: &[i64], d: i64) -> Result<(usize, i64), (usize, i64)> {
    let mut rest = d;
    for (at, &extent) in leaves.iter().enumerate() {
        if at + 1 == leaves.len() || rest < extent {
            return Ok((at, rest));
        }
        if rest % extent != 0 {
            return Err((at, rest));
        }
        rest /= extent;
    }
    Ok((0, rest))
}
