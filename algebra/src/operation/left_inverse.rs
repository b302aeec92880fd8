//! Left inverse: the coordinate of an offset.

use alloc::vec::Vec;

use smallvec::{SmallVec, smallvec};

use crate::budget::{Budget, LEFT_INVERSE};
use crate::error::{Error, Operation, Rule};
use crate::int::ceil_div;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::{coalesce, coalesced, coalesced_extended};
use crate::operation::euclidean::Euclidean;
use crate::operation::interpolation::{Point, interpolated, linear};
use crate::operation::right_inverse::{Term, weighted_modes};
use crate::partly_known::digits;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;

/// The largest number of coordinates of a layout whose offsets are tried one by one.
const POINTS: i64 = 1 << 12;

/// A left inverse of `layout`: a layout `l` with `layout(l(layout(k))) = layout(k)` for all `k` below the size
/// ([004](crate::papers),
/// section 3.4.3, equation 26). It is not unique; this one reads digits.
///
/// The modes are sorted by stride. The function looks for radices `p_0 | p_1 | ...`, as close below the strides
/// `d_0 < d_1 < ...` as possible, such that `floor(x / p_k) mod (p_{k+1} / p_k)` is the coordinate of mode `k` at the
/// offset `x`. Such radices exist if and only if for all `k` the reach of the modes before `k`, plus the part that the
/// radices from `k` on leave out, is less than `p_k`. Then `l(layout(k)) = k`, apart from modes of stride 0. Radices
/// equal to the strides are used if they satisfy this.
///
/// Otherwise, modes overlap. Strides that divide one another may then have all offsets between them: each mode holds
/// the digits up to the next one, and the last mode, perhaps on the extended domain, holds all offsets. In that case
/// `l` reads these digits.
///
/// Otherwise, the function searches for a layout with `l(layout(k)) = k`, one chain of extents after another. The
/// strides of each chain are the solution of linear equations. If several `k` have the same offset, the first of them
/// counts. So a layout that is injective, apart from modes of stride 0, gets an inverse onto its coordinates if there
/// is one, within the bounds. Other layouts may have an inverse that is not found.
///
/// If the strides are coordinates, `l` takes coordinates and is found place by place (004, table 6). If a stride is a
/// sum of basis elements, such equations are solved for all places at once. If the strides are XOR strides, `l` is
/// linear over F2. It maps bits that are not the leading bit of any value to 0, and is no larger than the cosize,
/// rounded up to a multiple of the extents before the last. If an extent before the last is not a power of 2, the
/// equations are those of products without carries.
///
/// The inverse of a layout with XOR strides has XOR strides. If there is none, the equal layout with integer strides,
/// [`Layout::to_integers`], can have an inverse: that of `(3,4):(f1,f4)` is `(4,4):(1,3)`. Expressions and literals,
/// whose results may have any kind of stride, try that too; the type level refuses both.
///
/// # Errors
/// [`Rule::Digits`] if there is no such inverse, [`Rule::ScaledBasis`] for strides that are sums, [`Rule::PowerOfTwo`]
/// for XOR strides; [`Rule::NaturalStride`] for a negative stride, [`Rule::Overflow`]. If the search would take too
/// long, the error is [`Rule::UndecidedSize`] for layouts of more than 2^12 coordinates, if no layout is linear at each
/// place, or [`Rule::Undecided`] after 2^23 steps of the search for radices and of operations on integers.
///
/// ```
/// use tilework_algebra::{Layout, Xor, left_inverse};
/// let layout: Layout = "(4,8):(1,5)".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(5,8):(1,4)");
/// // 4 does not divide 37, but all offsets have the digits of (4,36).
/// let layout: Layout = "(2,4):(4,37)".parse()?;
/// assert_eq!(left_inverse(&layout)?.to_string(), "(4,9,4):(0,1,2)");
/// let layout: Layout<Xor> = "(3,4):(f1,f4)".parse()?;
/// assert!(left_inverse(&layout).is_err());
/// assert_eq!(left_inverse(&layout.to_integers()?)?.to_string(), "(4,4):(1,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn left_inverse<D: Stride>(layout: &Layout<D>) -> Result<Layout<D::Inverse>, Error> {
    left_inverse_within(layout, &Budget::new(Operation::LeftInverse, LEFT_INVERSE))
}

/// [`left_inverse`] within the budget of the calling operation.
pub(crate) fn left_inverse_within<D: Stride>(
    layout: &Layout<D>,
    budget: &Budget<'_>,
) -> Result<Layout<D::Inverse>, Error> {
    layout.positive(Operation::LeftInverse)?;
    D::left_inverse(layout, budget)
}

/// The left inverse of a layout with integer strides.
#[inline]
pub(crate) fn integer_left_inverse(layout: &Layout, budget: &Budget<'_>) -> Result<Layout, Error> {
    // The coordinates of the coalesced layout are the coordinates of the layout.
    let merged = Layout::of_flat(coalesced_extended(layout.flat_modes()));
    let mut terms = weighted_modes(Operation::LeftInverse, &merged)?;
    terms.retain(|term| term.stride > 0);
    terms.sort_by_key(|term| term.stride);
    let last = merged.flat_modes().last();
    // The last mode of the layout is unbounded.
    let unbounded = |term: &Term| {
        term.weight * term.shape == merged.size()
            && last.is_some_and(|last| last.shape == term.shape && last.stride == term.stride)
    };
    inverse_of_terms(&terms, unbounded, budget)
}

/// The layout that maps the offsets of these modes, sorted by stride, to their coordinates or to others with the same
/// offset, if it is found.
pub(crate) fn inverse_of_terms(
    terms: &[Term],
    unbounded: impl Fn(&Term) -> bool,
    budget: &Budget<'_>,
) -> Result<Layout, Error> {
    if terms.is_empty() {
        return Ok(Layout::unit());
    }
    let mut modes: Modes = smallvec![Mode { shape: 1, stride: 0 }; terms.len() + 1];
    if let Ok(count) = digits(terms.iter().map(Term::moving), i64::MAX, &mut modes) {
        modes.truncate(count);
        return sized(modes);
    }
    if let Some(digits) = other_digits(terms, unbounded, budget)? {
        return digit_layout(&digits);
    }
    let modes = terms.iter().map(|&Term { shape, stride, .. }| Mode { shape, stride });
    let weights: SmallVec<[i64; 8]> = terms.iter().map(|term| term.weight).collect();
    let points = first_preimages(&Layout::of_flat(modes.collect()), &weights, |&x| smallvec![x])?;
    let inverse = interpolated::<i128>(&points, budget)?;
    let inverse = inverse.as_ref().and_then(|places| places.first());
    inverse.map(coalesce).ok_or_else(|| no_digits(terms))
}

/// The layouts that map offsets, which are coordinates of one or more places, to the first integral coordinate with
/// that offset, if there are any with strides of a ring.
pub(crate) fn interpolated_inverse<D: Stride, R: Euclidean<Stride: Stride>>(
    layout: &Layout<D>,
    coordinate: impl Fn(&D::Offset) -> SmallVec<[i64; 1]>,
    budget: &Budget<'_>,
) -> Result<Option<Vec<Layout<R::Stride>>>, Error> {
    let (moving, weights) = moving(layout);
    let points = first_preimages(&moving, &weights, coordinate)?;
    let inverse = interpolated::<R>(&points, budget)?;
    Ok(inverse.map(|places| places.iter().map(coalesce).collect()))
}

/// The same for a layout that is too large to try its offsets one by one. The layouts have one mode each, and they are
/// right everywhere if they are right at one step of each mode.
#[inline]
pub(crate) fn linear_inverse(
    layout: &Layout<ArithmeticTuple>,
) -> Result<Option<Vec<Layout>>, Error> {
    if layout.size() <= POINTS {
        return Ok(None);
    }
    let (moving, weights) = moving(layout);
    let at = |i| {
        let offset = moving.offset(i).map_err(|error| error.during(Operation::LeftInverse))?;
        Ok::<SmallVec<[i64; 1]>, Error>(offset.leaves().into())
    };
    let (mut steps, mut before) = (Vec::new(), 1);
    for (mode, &weight) in moving.flat_modes().iter().zip(&weights) {
        if mode.shape > 1 {
            steps.push((at(before)?, weight));
        }
        before *= mode.shape;
    }
    Ok(linear(&steps, &at(before - 1)?))
}

/// The modes whose strides are not 0, and the weights of their coordinates in the integral coordinate.
fn moving<D: Stride>(layout: &Layout<D>) -> (Layout<D>, SmallVec<[i64; 8]>) {
    let (mut modes, mut weights) = (Modes::new(), SmallVec::new());
    let mut weight = 1;
    for mode in layout.flat_modes() {
        if !mode.stride.is_zero() {
            modes.push(mode.clone());
            weights.push(weight);
        }
        weight *= mode.shape;
    }
    (Layout::of_flat(modes), weights)
}

/// The radices of digits, and the modes whose coordinates these digits are.
type Digits = SmallVec<[(i64, Term); 8]>;

/// The digits of the offsets that are the coordinates of one or more modes, sorted by stride, or, if modes overlap,
/// that represent these coordinates. Their radices need not be the strides.
fn other_digits(
    terms: &[Term],
    unbounded: impl Fn(&Term) -> bool,
    budget: &Budget<'_>,
) -> Result<Option<Digits>, Error> {
    let reach = reach(terms);
    let sum = reach[terms.len()];
    if i64::try_from(sum).is_err() {
        return Err(Error::new(Operation::LeftInverse, Rule::Overflow));
    }
    let mut radices = Radices { terms, reach: &reach, chosen: SmallVec::new(), budget };
    if radices.choose(terms.len(), 0)? {
        return Ok(Some(radices.chosen.iter().rev().copied().zip(terms.iter().copied()).collect()));
    }
    let holds_all =
        |term: &Term| unbounded(term) || sum / i128::from(term.stride) < i128::from(term.shape);
    let chain = covering_chain(terms, holds_all);
    Ok(chain.map(|chain| chain.iter().map(|&k| (terms[k].stride, terms[k])).collect()))
}

/// The reach of the modes before each one, and of all modes.
#[inline]
fn reach(terms: &[Term]) -> SmallVec<[i128; 8]> {
    let mut reach = SmallVec::new();
    let mut sum = 0;
    for term in terms {
        reach.push(sum);
        sum += i128::from(term.shape - 1) * i128::from(term.stride);
    }
    reach.push(sum);
    reach
}

#[inline]
fn no_digits(terms: &[Term]) -> Error {
    let reach = reach(terms);
    // The first mode that the modes before it reach, or else the largest mode.
    let at = (1..terms.len()).find(|&k| reach[k] >= i128::from(terms[k].stride));
    let at = at.unwrap_or(terms.len() - 1);
    // This fits, because the sum does.
    let rule = Rule::Digits { stride: terms[at].stride, reach: reach[at] as i64 };
    Error::new(Operation::LeftInverse, rule)
}

/// The offsets in increasing order, as coordinates, each with the first integral coordinate that has that offset. All
/// modes move, and they have these weights.
///
/// # Errors
/// [`Rule::UndecidedSize`] for modes with more than [`POINTS`] coordinates, [`Rule::Overflow`].
fn first_preimages<D: Stride>(
    layout: &Layout<D>,
    weights: &[i64],
    coordinate: impl Fn(&D::Offset) -> SmallVec<[i64; 1]>,
) -> Result<Vec<Point>, Error> {
    if layout.size() > POINTS {
        let rule = Rule::UndecidedSize { size: layout.size(), limit: POINTS };
        return Err(Error::new(Operation::LeftInverse, rule));
    }
    let weighted = layout.flat_modes().iter().zip(weights);
    let weighted = weighted.map(|(mode, &stride)| Mode { shape: mode.shape, stride });
    let weighted = Layout::of_flat(weighted.collect());
    let point = |i| Ok((layout.offset(i)?, weighted.offset(i)?));
    let points = (0..layout.size()).map(point).collect::<Result<Vec<_>, Error>>();
    let mut points = points.map_err(|error| error.during(Operation::LeftInverse))?;
    points.sort_unstable_by(|(x, i), (y, j)| D::order(x, y).then(i.cmp(j)));
    points.dedup_by(|(x, _), (y, _)| x == y);
    Ok(points.iter().map(|(offset, i)| (coordinate(offset), *i)).collect())
}

/// The layout that reads, for each radix, the digit up to the next radix and gives it the weight of the term.
#[inline]
fn digit_layout(digits: &[(i64, Term)]) -> Result<Layout, Error> {
    let mut modes = Modes::new();
    modes.push(Mode { shape: digits[0].0, stride: 0 });
    for (k, &(radix, term)) in digits.iter().enumerate() {
        let extent = digits.get(k + 1).map_or(term.shape, |&(next, _)| next / radix);
        modes.push(Mode { shape: extent, stride: term.weight });
    }
    sized(coalesced(&modes))
}
/// The layout of these modes, if its size fits.
fn sized(modes: Modes) -> Result<Layout, Error> {
    Layout::of_flat_checked(modes).map_err(|error| error.during(Operation::LeftInverse))
}

/// The search for the radices, starting from the radix of the largest stride.
struct Radices<'a> {
    terms: &'a [Term],
    reach: &'a [i128],
    chosen: SmallVec<[i64; 8]>,
    budget: &'a Budget<'a>,
}

impl Radices<'_> {
    /// Chooses the radices of `terms[..at]`. The other radices leave out at most `slack`.
    fn choose(&mut self, at: usize, slack: i128) -> Result<bool, Error> {
        let Some(k) = at.checked_sub(1) else { return Ok(true) };
        let Term { shape, stride, .. } = self.terms[k];
        let (s, d) = (i128::from(shape), i128::from(stride));
        // reach + slack + (s - 1) (d - p) < p
        let least = (self.reach[k] + slack + (s - 1) * d) / s + 1;
        // The largest stride may have any radix. The others have divisors of the radix above.
        let above = self.chosen.last().copied();
        let mut next = above.map_or(stride, |above| ceil_div(above, stride));
        loop {
            let radix = above.map_or(next, |above| above / next);
            if i128::from(radix) < least {
                return Ok(false);
            }
            self.budget.spend(1)?;
            if above.is_none_or(|above| above % next == 0) {
                self.chosen.push(radix);
                if self.choose(k, slack + (s - 1) * (d - i128::from(radix)))? {
                    return Ok(true);
                }
                self.chosen.pop();
            }
            next = if above.is_some() { next + 1 } else { next - 1 };
        }
    }
}

/// Terms whose strides divide one another, from a term whose stride divides all strides up to a term that `holds_all`
/// offsets. The extent of each covers all digits up to the next.
fn covering_chain(
    terms: &[Term],
    holds_all: impl Fn(&Term) -> bool,
) -> Option<SmallVec<[usize; 8]>> {
    let smallest = terms[0].stride;
    if terms.iter().any(|term| term.stride % smallest != 0) {
        return None;
    }
    // The term from which each term is reached, if any; terms of the smallest stride refer to themselves.
    let mut before: SmallVec<[Option<usize>; 8]> = SmallVec::from_elem(None, terms.len());
    for k in 0..terms.len() {
        if terms[k].stride == smallest {
            before[k] = Some(k);
            continue;
        }
        before[k] = (0..k).find(|&j| {
            let (low, high) = (terms[j], terms[k].stride);
            before[j].is_some()
                && high > low.stride
                && high % low.stride == 0
                && high / low.stride <= low.shape
        });
    }
    let mut at = (0..terms.len()).find(|&k| before[k].is_some() && holds_all(&terms[k]))?;
    let mut chain: SmallVec<[usize; 8]> = SmallVec::from_slice(&[at]);
    while let Some(previous) = before[at].filter(|&previous| previous != at) {
        chain.push(previous);
        at = previous;
    }
    chain.reverse();
    Some(chain)
}
