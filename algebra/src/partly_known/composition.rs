//! Composition, of numbers that are known in part: each leaf of the right side walks through the modes of the left.
//!
//! What is known of a leaf and of a mode decides which modes a result has, the numbers what stands in them:
//!
//! ```text
//! onto(s:d, m) = if s is known to be 1 { 1:0 }
//!     else if d and the extents of m are known { restrict: a mode where something is taken }
//!     else { walk: each mode takes something, which may be 1:0 }
//! ```

use super::coalesce::coalesce;
use super::complement::positive;
use super::facts::Facts;
use crate::composition::segregated;
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;

/// The right side of a composition.
#[derive(Clone, Copy, Debug)]
pub struct Right<'a> {
    /// Its leaves.
    pub leaves: &'a [Mode],
    /// What is known of them.
    pub facts: &'a Facts,
    /// The first leaves, which errors name.
    pub named: usize,
    /// The position of the first one.
    pub at: usize,
    /// The largest number there is in the integers of run time.
    pub limit: i64,
}

/// `a o b` for the modes `left` of a layout: the leaves of the result in `out`. The modes are used up.
///
/// # Errors
/// The rules of [`admissible`](crate::admissible), and [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Mode, partly_known::{Facts, Right, composition}};
/// let mode = |shape, stride| Mode { shape, stride };
/// // (4,6):(6,1) o 4:2, of which nothing is known: a mode for each of the left side.
/// let nothing = Facts { shapes: 0, strides: 0, starts: 0b11, extents: 0, plain: true };
/// let right = Right { leaves: &[mode(4, 2)], facts: &nothing, named: 1, at: 0, limit: i64::MAX };
/// let mut out = [mode(0, 0); 2];
/// composition(&mut [mode(4, 6), mode(6, 1)], &nothing, right, &mut out)?;
/// assert_eq!(out, [mode(2, 12), mode(2, 1)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn composition(
    left: &mut [Mode],
    facts: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    composition_here(left, facts, right, out)
}
/// [`composition`] where it is called: for few leaves.
///
/// # Errors
/// As [`composition`].
#[inline(always)]
pub fn composition_here(
    left: &mut [Mode],
    facts: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    no_extent_but_last(left)?;
    let count = coalesce(left, facts);
    compose::<true, false>(&left[..count], facts.extents, right, out)
}
/// [`composition`] for strides of the left side that are bits, numbers of which stand for 1: multiples of these are shifts,
/// by powers of 2, and no leaf of the right side carries into another.
///
/// # Errors
/// As [`composition`], and [`Rule::PowerOfTwo`].
#[inline(never)]
pub fn composition_of_bits(
    left: &mut [Mode],
    facts: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    no_extent_but_last(left)?;
    let count = coalesce(left, facts);
    compose::<true, true>(&left[..count], facts.extents, right, out)
}
/// Whether `a o b` has no more elements than `a`, and only offsets of it.
#[inline(always)]
pub fn stays_within(a: &[Mode], b: &[Mode]) -> bool {
    // The sizes of layouts fit.
    let size = |modes: &[Mode]| modes.iter().fold(1, |n: i64, mode| n.wrapping_mul(mode.shape));
    let all = size(a);
    (reach_of(b).0 as i64) < all && size(b) <= all
}

pub(super) const ONE: Mode = Mode { shape: 1, stride: 0 };

/// The leaves of `right`, which may carry into each other if `CARRIES`, composed on the coalesced modes `left`, whose strides
/// are to be shifted if `SHIFTS`. `extents` says which of these are known.
#[inline(always)]
pub(super) fn compose<const CARRIES: bool, const SHIFTS: bool>(
    left: &[Mode],
    extents: u128,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    let Some((last, others)) = left.split_last() else {
        at_nothing(right.leaves, out);
        return Ok(());
    };
    let mut reach = None;
    if CARRIES && SHIFTS {
        check_segregated(right.leaves)?;
    }
    if CARRIES && let Some(first) = others.first() {
        let (most, ascending) = reach_of(right.leaves);
        if !ascending && most >= first.shape as u64 {
            check_segregated(right.leaves)?;
        }
        reach = Some(most);
    }
    let (mut shapes, mut strides) = (right.facts.shapes, right.facts.strides);
    let mut rest = out;
    for (at, leaf) in right.leaves.iter().enumerate() {
        let (s, d) = (leaf.shape as u64, leaf.stride as u64);
        // Whether something on the right side leaves a mode of extent `n`, which the leaf meets with the stride `to`: the
        // product of the extents before that is `d / to`. Few leaves ask for it.
        let leaves =
            |n: u64, to: u64| reach.unwrap_or_else(|| reach_of(right.leaves).0) / (d / to) >= n;
        let taken = if shapes & 1 == 1 && s == 1 {
            rest[0] = ONE;
            Ok(1)
        } else if strides & 1 == 0 && !others.is_empty() {
            walk(others, last, (s, d), leaves, &mut rest[..left.len()]).map(|()| left.len())
        } else {
            restrict(others, last, extents, (s, d), shapes & 1 == 1, leaves, rest)
        };
        let taken = match taken {
            Ok(taken) => taken,
            Err(rule) => return Err(at_leaf(rule, &right, at)),
        };
        let (modes, others) = rest.split_at_mut(taken);
        let fits = |mode: &Mode| mode.shape <= right.limit && mode.stride <= right.limit;
        if right.limit != i64::MAX && !modes.iter().all(fits) {
            return Err(at_leaf(Rule::Overflow, &right, at));
        }
        if SHIFTS && let Some(mode) = modes.iter().find(|mode| mode.stride.count_ones() > 1) {
            return Err(at_leaf(Rule::PowerOfTwo { extent: mode.stride }, &right, at));
        }
        rest = others;
        (shapes, strides) = (shapes >> 1, strides >> 1);
    }
    Ok(())
}
/// The largest value of these leaves, and whether each begins where those before it end.
#[inline(always)]
fn reach_of(leaves: &[Mode]) -> (u64, bool) {
    let (mut reach, mut end, mut ascending) = (0_u64, 0_u64, true);
    for leaf in leaves {
        let (s, d) = (leaf.shape as u64, leaf.stride as u64);
        if s > 1 && d > 0 {
            ascending &= end <= d;
            // The largest value of a layout fits `i64`, so that these do not wrap.
            let last = (s - 1).wrapping_mul(d);
            end = last.wrapping_add(d);
            reach = reach.wrapping_add(last);
        }
    }
    (reach, ascending)
}
#[cold]
fn at_nothing(leaves: &[Mode], out: &mut [Mode]) {
    for (leaf, to) in leaves.iter().zip(out) {
        *to = Mode { shape: leaf.shape, stride: 0 };
    }
}
/// That no extent is 0 but for the last, whose mode goes on without end.
#[inline(always)]
pub(super) fn no_extent_but_last(left: &[Mode]) -> Result<(), Error> {
    match left.split_last() {
        Some((_, others)) => positive(Operation::Composition, others),
        None => Ok(()),
    }
}
#[cold]
fn at_leaf(rule: Rule, right: &Right<'_>, at: usize) -> Error {
    let error = Error::new(Operation::Composition, rule);
    if at < right.named { error.at(right.at + at) } else { error }
}

/// The modes of `A o s:d` for a stride that is known, the first ones of `out`; how many there are. Of extents that are
/// known no more modes are there than something is taken of.
#[inline(always)]
fn restrict(
    others: &[Mode],
    last: &Mode,
    mut extents: u128,
    (mut s, mut d): (u64, u64),
    is_known: bool,
    leaves: impl Fn(u64, u64) -> bool,
    out: &mut [Mode],
) -> Result<usize, Rule> {
    let mut count = 0;
    for (at, mode) in others.iter().enumerate() {
        if d == 0 {
            out[count] = Mode { shape: s as i64, stride: 0 };
            return Ok(count + 1);
        }
        if extents & 1 == 0 {
            let modes = count + others.len() - at + 1;
            walk(&others[at..], last, (s, d), leaves, &mut out[count..modes])?;
            return Ok(modes);
        }
        extents >>= 1;
        let n = mode.shape as u64;
        if d >= n && d % n == 0 {
            d /= n;
            continue;
        }
        if !n.is_multiple_of(d) {
            if s > 1 && leaves(n, d) {
                return Err(stride_divisibility(d, n));
            }
            return end(out, count, (s, d), mode);
        }
        let offered = n / d;
        if s <= offered {
            if is_known {
                return end(out, count, (s, d), mode);
            }
            out[count] = Mode { shape: s as i64, stride: times(d, mode.stride)? };
            s = 1;
        } else {
            if s % offered != 0 {
                return Err(shape_divisibility(s, offered));
            }
            out[count] = Mode { shape: offered as i64, stride: times(d, mode.stride)? };
            s /= offered;
        }
        count += 1;
        d = 1;
    }
    end(out, count, (s, d), last)
}
#[inline(always)]
fn end(out: &mut [Mode], count: usize, (s, d): (u64, u64), mode: &Mode) -> Result<usize, Rule> {
    out[count] = Mode { shape: s as i64, stride: times(d, mode.stride)? };
    Ok(count + 1)
}
/// The same of numbers of run time: each mode takes something, which may be `1:0`, and `out` has a place for each.
#[inline(always)]
fn walk(
    others: &[Mode],
    last: &Mode,
    (mut s, mut d): (u64, u64),
    leaves: impl Fn(u64, u64) -> bool,
    out: &mut [Mode],
) -> Result<(), Rule> {
    for (mode, out) in others.iter().zip(&mut *out) {
        if s == 1 || d == 0 {
            // All is taken. (A loop of its own for the modes that follow would not be unrolled: a fifth more instructions.)
            *out = Mode { shape: s as i64, stride: 0 };
            (s, d) = (1, 0);
            continue;
        }
        let n = mode.shape as u64;
        if n <= d {
            // The leaf steps over the mode.
            if d % n != 0 {
                return Err(stride_divisibility(d, n));
            }
            *out = ONE;
            d /= n;
            continue;
        }
        let stride = times(d, mode.stride)?;
        let offered = n / d;
        let rest = n % d;
        if rest != 0 && leaves(n, d) {
            return Err(stride_divisibility(d, n));
        }
        if rest != 0 || s <= offered {
            *out = Mode { shape: s as i64, stride };
            (s, d) = (1, 0);
            continue;
        }
        if s % offered != 0 {
            return Err(shape_divisibility(s, offered));
        }
        *out = Mode { shape: offered as i64, stride };
        (s, d) = (s / offered, 1);
    }
    let stride = if d == 0 { 0 } else { times(d, last.stride)? };
    out[others.len()] = Mode { shape: s as i64, stride };
    Ok(())
}
#[inline(always)]
fn times(d: u64, e: i64) -> Result<i64, Rule> {
    match (d as i64).checked_mul(e) {
        Some(product) => Ok(product),
        None => Err(Rule::Overflow),
    }
}
#[cold]
fn stride_divisibility(d: u64, n: u64) -> Rule {
    Rule::StrideDivisibility { stride: d as i64, extent: n as i64 }
}
#[cold]
fn shape_divisibility(s: u64, factor: u64) -> Rule {
    Rule::ShapeDivisibility { extent: s as i64, factor: factor as i64 }
}

/// That no leaf carries into another.
#[cold]
fn check_segregated(leaves: &[Mode]) -> Result<(), Error> {
    // Of a sound layout at most 63 extents are above 1.
    let mut moving = [(0, ONE); 63];
    let mut count = 0;
    for (at, &leaf) in leaves.iter().enumerate() {
        if leaf.shape > 1 && leaf.stride > 0 && count < moving.len() {
            moving[count] = (at, leaf);
            count += 1;
        }
    }
    segregated(&mut moving[..count])
}
