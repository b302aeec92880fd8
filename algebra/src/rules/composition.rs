//! Composition with partly known numbers: each leaf of the right side walks through the modes of the left side.
//!
//! The known numbers of a leaf and a mode decide which modes a result has. The numbers decide the contents of these
//! modes:
//!
//! ```text
//! onto(s:d, m) = if s is known to be 1 { 1:0 }
//!     else if d and the extents of m are known { restrict: a mode where something is taken }
//!     else { walk: each mode takes something, which may be 1:0 }
//! ```

use super::coalesce::coalesce;
use super::complement::positive;
use super::facts::Facts;
use super::known::{Bits, Out, Places, Scale};
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
use crate::operation::composition::{Stay, segregated, stay, step_over};

/// The right side of a composition.
#[derive(Clone, Copy, Debug)]
pub struct Right<'a> {
    /// The leaves.
    pub leaves: &'a [Mode],
    /// The known numbers of the leaves.
    pub facts: &'a Facts,
    /// The number of leading leaves that errors may name.
    pub named: usize,
    /// The position of the first leaf.
    pub at: usize,
    /// The largest number of the integer type of dynamic leaves.
    pub limit: i64,
}

impl<'a> Right<'a> {
    /// The leaves, and masks of their known numbers.
    #[inline(always)]
    pub(super) fn leaves(&self) -> Leaves<'a, u128> {
        let &Right { leaves, facts, named, at, .. } = self;
        Leaves { leaves, shapes: facts.shapes, strides: facts.strides, named, at }
    }
}
/// The leaves of the right side of a composition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaves<'a, B> {
    /// The leaves.
    pub leaves: &'a [Mode],
    /// The leaves whose extent is known.
    pub shapes: B,
    /// The leaves whose stride is known.
    pub strides: B,
    /// The number of leading leaves that errors may name.
    pub named: usize,
    /// The position of the first leaf.
    pub at: usize,
}

/// Writes the leaves of `a o b` to `out`, where `left` has the modes of `a`. The function overwrites `left`.
///
/// # Errors
/// The rules of [`admissible`](crate::admissible), and [`Rule::Overflow`].
///
/// ```
/// use tilework_algebra::{Mode, rules::{Facts, Right, composition}};
/// let mode = |shape, stride| Mode { shape, stride };
/// // (4,6):(6,1) o 4:2, where nothing is known: the result has one mode for each mode of the left side.
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
/// [`composition`], inlined at the call: for few leaves.
///
/// # Errors
/// The errors of [`composition`].
#[inline(always)]
pub fn composition_here(
    left: &mut [Mode],
    facts: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    no_extent_but_last(left)?;
    let count = coalesce(left, facts);
    let mut out = Places::<false>::new(out, right.limit);
    compose::<_, _, true>(&left[..count], facts.extents, right.leaves(), &mut out)
}
/// [`composition`] for strides of the left side that are bit vectors. Multiples of these are shifts by powers of 2, and
/// no leaf of the right side may carry into another.
///
/// # Errors
/// The errors of [`composition`], and [`Rule::PowerOfTwo`].
#[inline(never)]
pub fn composition_of_bits(
    left: &mut [Mode],
    facts: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    no_extent_but_last(left)?;
    let count = coalesce(left, facts);
    let mut out = Places::<true>::new(out, right.limit);
    compose::<_, _, true>(&left[..count], facts.extents, right.leaves(), &mut out)
}
/// Returns whether `a o b` has no more elements than `a` and only offsets of `a`.
#[inline(always)]
pub fn stays_within(a: &[Mode], b: &[Mode]) -> bool {
    // The sizes of layouts fit.
    let size = |modes: &[Mode]| modes.iter().fold(1, |n: i64, mode| n.wrapping_mul(mode.shape));
    let all = size(a);
    reach_of::<false>(b).is_ok_and(|(reach, _)| (reach as i64) < all) && size(b) <= all
}

pub(super) const ONE: Mode = Mode { shape: 1, stride: 0 };

/// Composes the leaves of `right` with the coalesced modes `left`. The leaves may carry into one another if `CARRIES`.
/// `extents` says which extents of `left` are known. If all numbers are known, this is the composition of values by
/// rules.
#[inline(always)]
pub(crate) fn compose<D: Scale, B: Bits, const CARRIES: bool>(
    left: &[Mode<D>],
    extents: B,
    right: Leaves<'_, B>,
    out: &mut impl Out<D>,
) -> Result<(), Error> {
    let Some((last, others)) = left.split_last() else {
        return at_nothing(&right, out);
    };
    let mut reach = None;
    if CARRIES && out.takes_bits() {
        check_segregated(right.leaves)?;
    }
    if CARRIES && let Some(first) = others.first() {
        let (most, ascending) = right.reach()?;
        if !ascending && most >= first.shape as u64 {
            check_segregated(right.leaves)?;
        }
        reach = Some(most);
    }
    let (mut shapes, mut strides) = (right.shapes, right.strides);
    for (at, leaf) in right.leaves.iter().enumerate() {
        let (s, d) = (leaf.shape as u64, leaf.stride as u64);
        // True if something on the right side leaves a mode of extent `n`, which the leaf meets with the stride `to`.
        // The product of the extents before that mode is `d / to`. Few leaves need this.
        let leaves = |n: u64, to: u64| match reach {
            Some(reach) => reach / (d / to) >= n,
            // A reach that does not fit leaves every mode.
            None => right.reach().map_or(true, |(reach, _)| reach / (d / to) >= n),
        };
        let taken = if shapes.first() && s == 1 {
            out.put(Mode { shape: 1, stride: D::nothing() });
            Ok(())
        } else if !strides.first() && !others.is_empty() {
            walk(others, last, (s, d), leaves, out.places(left.len()))
        } else {
            restrict(others, last, extents, (s, d), shapes.first(), leaves, out)
        };
        if let Err(rule) = taken {
            return Err(at_leaf(rule, &right, at));
        }
        if let Err(rule) = out.end_leaf() {
            return Err(at_leaf(rule, &right, at));
        }
        (shapes, strides) = (shapes.others(), strides.others());
    }
    Ok(())
}
impl<B: Bits> Leaves<'_, B> {
    /// [`reach_of`] for these leaves.
    #[inline(always)]
    fn reach(&self) -> Result<(u64, bool), Error> {
        match B::ALL {
            true => reach_of::<true>(self.leaves),
            false => reach_of::<false>(self.leaves),
        }
    }
}
/// The largest value of these leaves, and whether each leaf begins where those before it end. At the type level,
/// strides are at least 0 and the value fits. At the value level, this is checked if `ASKED`.
///
/// # Errors
/// [`Rule::NaturalStride`] and [`Rule::Overflow`], if `ASKED`.
#[inline(always)]
fn reach_of<const ASKED: bool>(leaves: &[Mode]) -> Result<(u64, bool), Error> {
    let (mut reach, mut end, mut ascending) = (0_u64, 0_u64, true);
    for (at, leaf) in leaves.iter().enumerate() {
        if ASKED && leaf.stride < 0 && leaf.shape != 1 {
            return Err(negative(leaf.stride, at));
        }
        let (s, d) = (leaf.shape as u64, leaf.stride as u64);
        if s > 1 && d > 0 {
            ascending &= end <= d;
            let (last, sum);
            if ASKED {
                let product = (leaf.shape - 1).checked_mul(leaf.stride);
                let largest = product.and_then(|last| last.checked_add(reach as i64));
                let Some(largest) = largest else {
                    return Err(Error::new(Operation::Composition, Rule::Overflow));
                };
                (last, sum) = ((largest as u64) - reach, largest as u64);
            } else {
                last = (s - 1).wrapping_mul(d);
                sum = reach.wrapping_add(last);
            }
            end = last.wrapping_add(d);
            reach = sum;
        }
    }
    Ok((reach, ascending))
}
/// The largest value of a layout of these leaves.
///
/// # Errors
/// [`Rule::NaturalStride`] and [`Rule::Overflow`]
#[cfg(feature = "alloc")]
pub(crate) fn largest_value(leaves: &[Mode]) -> Result<i64, Error> {
    reach_of::<true>(leaves).map(|(reach, _)| reach as i64)
}
#[cold]
fn negative(stride: i64, at: usize) -> Error {
    Error::new(Operation::Composition, Rule::NaturalStride { stride }).at(at)
}
#[cold]
fn at_nothing<D: Scale, B: Bits>(
    right: &Leaves<'_, B>,
    out: &mut impl Out<D>,
) -> Result<(), Error> {
    for (at, leaf) in right.leaves.iter().enumerate() {
        out.put(Mode { shape: leaf.shape, stride: D::nothing() });
        out.end_leaf().map_err(|rule| at_leaf(rule, right, at))?;
    }
    Ok(())
}
/// Checks that no extent is 0, except that of the last mode, which is unbounded.
#[inline(always)]
pub(super) fn no_extent_but_last(left: &[Mode]) -> Result<(), Error> {
    match left.split_last() {
        Some((_, others)) => positive(Operation::Composition, others),
        None => Ok(()),
    }
}
#[cold]
fn at_leaf<B: Bits>(rule: Rule, right: &Leaves<'_, B>, at: usize) -> Error {
    let error = Error::new(Operation::Composition, rule);
    if at < right.named { error.at(right.at + at) } else { error }
}

/// The modes of `A o s:d` for a known stride. While the extents of `A` are known, the result has only modes from which
/// something is taken.
#[inline(always)]
fn restrict<D: Scale, B: Bits>(
    others: &[Mode<D>],
    last: &Mode<D>,
    mut extents: B,
    (mut s, mut d): (u64, u64),
    is_known: bool,
    leaves: impl Fn(u64, u64) -> bool,
    out: &mut impl Out<D>,
) -> Result<(), Rule> {
    for (at, mode) in others.iter().enumerate() {
        if d == 0 {
            out.put(Mode { shape: s as i64, stride: D::nothing() });
            return Ok(());
        }
        if !extents.first() {
            let places = out.places(others.len() - at + 1);
            return walk(&others[at..], last, (s, d), leaves, places);
        }
        extents = extents.others();
        let n = mode.shape as u64;
        if n <= d {
            match step_over(n, d) {
                Ok(rest) => d = rest,
                // The extent is dynamic and turns out to be 1, so nothing has to divide.
                Err(_) if s == 1 => return out.take(s, d, at, mode),
                Err(rule) => return Err(rule),
            }
            continue;
        }
        match stay(n, (s, d), || s != 1 && leaves(n, d))? {
            Stay::Uneven => return out.take(s, d, at, mode),
            Stay::Whole if is_known => return out.take(s, d, at, mode),
            Stay::Whole => {
                out.take(s, d, at, mode)?;
                s = 1;
            }
            Stay::Part(offered) => {
                out.take(offered, d, at, mode)?;
                s /= offered;
            }
        }
        d = 1;
    }
    out.take(s, d, others.len(), last)
}
/// The same for dynamic numbers: something, possibly `1:0`, is taken from each mode, and `out` has an element for each
/// mode.
#[inline(always)]
fn walk<D: Scale>(
    others: &[Mode<D>],
    last: &Mode<D>,
    (mut s, mut d): (u64, u64),
    leaves: impl Fn(u64, u64) -> bool,
    out: &mut [Mode<D>],
) -> Result<(), Rule> {
    for (mode, out) in others.iter().zip(&mut *out) {
        if s == 1 || d == 0 {
            // Everything has been taken. (A separate loop for the following modes would not be unrolled and would take
            // a fifth more instructions.)
            *out = Mode { shape: s as i64, stride: D::nothing() };
            (s, d) = (1, 0);
            continue;
        }
        let n = mode.shape as u64;
        if n <= d {
            *out = Mode { shape: 1, stride: D::nothing() };
            d = step_over(n, d)?;
            continue;
        }
        let stride = times(d, &mode.stride)?;
        match stay(n, (s, d), || leaves(n, d))? {
            Stay::Uneven | Stay::Whole => {
                *out = Mode { shape: s as i64, stride };
                (s, d) = (1, 0);
            }
            Stay::Part(offered) => {
                *out = Mode { shape: offered as i64, stride };
                (s, d) = (s / offered, 1);
            }
        }
    }
    let stride = if d == 0 { D::nothing() } else { times(d, &last.stride)? };
    out[others.len()] = Mode { shape: s as i64, stride };
    Ok(())
}
#[inline(always)]
pub(super) fn taken<D: Scale>(s: u64, d: u64, mode: &Mode<D>) -> Result<Mode<D>, Rule> {
    let stride = match times(d, &mode.stride) {
        // The stride of an extent of 1 moves nothing.
        Err(_) if s == 1 => D::nothing(),
        stride => stride?,
    };
    Ok(Mode { shape: s as i64, stride })
}
#[inline(always)]
fn times<D: Scale>(d: u64, e: &D) -> Result<D, Rule> {
    match e.scaled(d as i64) {
        Some(product) => Ok(product),
        None => Err(Rule::Overflow),
    }
}

/// Checks that no leaf carries into another.
#[cold]
fn check_segregated(leaves: &[Mode]) -> Result<(), Error> {
    match leaves.len() {
        ..=8 => segregated_of::<8>(leaves),
        // In a valid layout at most 63 extents are above 1.
        _ => segregated_of::<63>(leaves),
    }
}
fn segregated_of<const N: usize>(leaves: &[Mode]) -> Result<(), Error> {
    let mut moving = [(0, Mode { shape: 0, stride: 0 }); N];
    let mut count = 0;
    for (at, &leaf) in leaves.iter().enumerate() {
        if leaf.shape > 1 && leaf.stride > 0 && count < moving.len() {
            moving[count] = (at, leaf);
            count += 1;
        }
    }
    segregated(&mut moving[..count])
}
