//! One leaf of a layout, for wider or narrower elements.

use crate::error::Rule;
use crate::int::Int;

/// The leaf `s:d`, `d >= 0`, for elements `n` times as wide, `n >= 1`: one step of [`upcast`](crate::upcast).
///
/// ```
/// use tilework_algebra::steps::upcast_leaf;
/// assert_eq!(upcast_leaf((8_i64, 1), 4), Ok((2, 1)));
/// assert_eq!(upcast_leaf((8_i64, 12), 4), Ok((8, 3)));
/// assert!(upcast_leaf((8_i64, 3), 4).is_err());
/// ```
///
/// # Errors
/// [`Rule::Divisibility`]
#[inline(always)]
pub fn upcast_leaf<I: Int>((s, d): (I, I), n: I) -> Result<(I, I), Rule> {
    let divisibility =
        |left: I, right: I| Rule::Divisibility { left: left.number(), right: right.number() };
    if d.rem(n) == I::ZERO {
        return Ok((s, d.div(n)));
    }
    if n.rem(d) != I::ZERO {
        return Err(divisibility(d, n));
    }
    let steps = n.div(d);
    if s.rem(steps) == I::ZERO {
        let extent = s.div(steps);
        return Ok((extent, if extent > I::ONE { I::ONE } else { I::ZERO }));
    }
    if steps.rem(s) == I::ZERO { Ok((I::ONE, I::ZERO)) } else { Err(divisibility(s, steps)) }
}

/// The leaf `s:d`, `d >= 0`, for elements of `1/n` the width, `n >= 1`, if no leaf before it has stride 1: one step of
/// [`downcast`](crate::downcast).
///
/// ```
/// use tilework_algebra::steps::downcast_leaf;
/// assert_eq!(downcast_leaf((2_i64, 1), 4), Ok((8, 1)));
/// assert_eq!(downcast_leaf((2_i64, 3), 4), Ok((2, 12)));
/// ```
///
/// # Errors
/// [`Rule::Overflow`]
#[inline(always)]
pub fn downcast_leaf<I: Int>((s, d): (I, I), n: I) -> Result<(I, I), Rule> {
    if d == I::ONE {
        return Ok((s.checked_mul(n).ok_or(Rule::Overflow)?, d));
    }
    scale_leaf((s, d), n)
}

/// The leaf `s:d` with its stride counted in elements of `1/n` the width, `n >= 1`: `s:(n d)`. A leaf that moves
/// nothing and whose stride does not fit becomes `1:0`.
///
/// # Errors
/// [`Rule::Overflow`]
#[inline(always)]
pub(crate) fn scale_leaf<I: Int>((s, d): (I, I), n: I) -> Result<(I, I), Rule> {
    match d.checked_mul(n) {
        Some(stride) => Ok((s, stride)),
        None if s == I::ONE => Ok((s, I::ZERO)),
        None => Err(Rule::Overflow),
    }
}
