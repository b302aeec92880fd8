//! The exact criterion of composition: it finds a result if and only if there is one.
//!
//! `docs/rules/composition.md` has the proof. In its terms, `A` is the left side, `P_r` is the product of its
//! extents before mode `r`, and `E_r` is the bend of its function at `P_r`. The criterion holds for strides that are
//! integers or coordinates, since it needs only addition and subtraction as for integers.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::AddAssign;

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::injectivity::gcd;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::partly_known::largest_value;
use crate::stride::Stride;

/// `A o b`, or `None` if no layout whose shape refines that of `b` has the same function. `A` is coalesced except for
/// its last mode.
///
/// # Errors
/// [`Rule::NaturalStride`] if `b` has negative strides, [`Rule::Overflow`] if its largest value does not fit;
/// [`Rule::Undecided`].
pub(crate) fn exact<D: Stride>(
    left: &[Mode<D>],
    b: &Layout,
    budget: &Budget<'_>,
) -> Result<Option<Layout<D>>, Error>
where
    D::Sum: Bend,
{
    let overflow = Error::new(Operation::Composition, Rule::Overflow);
    let boundaries = boundaries(left).ok_or(overflow)?;
    // Divides have not checked the largest value, and a complement that is rounded up may reach beyond `i64`.
    let largest = largest_value(b.flat_modes())?;
    let mut pieces = Modes::new();
    let mut widths = SmallVec::<[usize; 6]>::new();
    for &leaf in b.flat_modes() {
        let before = pieces.len();
        if !split(&boundaries, leaf, &mut pieces, budget)? {
            return Ok(None);
        }
        widths.push(pieces.len() - before);
    }
    if !adds_up(left, &boundaries, (&pieces, largest), budget)? {
        return Ok(None);
    }
    let mut modes = Modes::new();
    for Mode { shape, stride } in pieces {
        let value = D::evaluate(left, stride, D::Sum::default()).and_then(D::of_sum);
        modes.push(Mode { shape, stride: value.ok_or(overflow)? });
    }
    let profile = b.profile().widened(|at| Ok::<_, Error>(widths[at]))?;
    Ok(Some(Layout::trusted(modes, profile)))
}

/// Sums of strides, some of which cancel. A sum that cancels compares equal to 0.
pub(crate) trait Bend: Default + Clone + PartialEq + for<'a> AddAssign<&'a Self> {}

impl<S: Default + Clone + PartialEq + for<'a> AddAssign<&'a S>> Bend for S {}

/// The point at which a mode of `A` ends and the next one begins. The function gains
/// `bend = E_r = D_r - S_{r-1} D_{r-1}` at each multiple of `at = P_r` that is passed.
///
/// Sums of different bends fit: the extents multiply to less than 2^63.
#[derive(Clone)]
struct Boundary<S> {
    at: i64,
    bend: S,
}

type Boundaries<S> = SmallVec<[Boundary<S>; 4]>;

fn boundaries<D: Stride>(left: &[Mode<D>]) -> Option<Boundaries<D::Sum>> {
    let mut at = 1;
    let ends = left.windows(2).map(|pair| {
        at *= pair[0].shape;
        let back = pair[0].stride.accumulate(-pair[0].shape, D::Sum::default())?;
        Some(Boundary { at, bend: pair[1].stride.accumulate(1, back)? })
    });
    ends.collect()
}

/// Splits the leaf `s:d` into pieces on each of which `A` is linear: first `c:d`, then `s/c:cd` in the same way. No
/// other split can give a layout. Returns `false` if `c` does not divide `s`.
fn split<S: Bend>(
    boundaries: &[Boundary<S>],
    leaf: Mode,
    pieces: &mut Modes,
    budget: &Budget<'_>,
) -> Result<bool, Error> {
    let mut rest = leaf;
    if rest.shape == 1 {
        rest.stride = 0;
    }
    loop {
        let carrying = carrying(boundaries, &[rest]);
        let Some(c) = first_bend(&carrying, 0, rest, budget)? else {
            pieces.push(rest);
            return Ok(true);
        };
        if rest.shape % c != 0 {
            return Ok(false);
        }
        pieces.push(Mode { shape: c, ..rest });
        rest = Mode { shape: rest.shape / c, stride: rest.stride * c };
    }
}

/// Returns whether `A` adds up over the pieces, which have this largest value. `A` is linear on each piece.
fn adds_up<D: Stride>(
    left: &[Mode<D>],
    boundaries: &[Boundary<D::Sum>],
    (pieces, largest): (&[Mode], i64),
    budget: &Budget<'_>,
) -> Result<bool, Error>
where
    D::Sum: Bend,
{
    let carrying = carrying(boundaries, pieces);
    let Some(widest) = carrying.iter().map(|boundary| boundary.at).max() else {
        return Ok(true);
    };
    // There are carries, and they must cancel. If they do not, this usually shows at the largest coordinate.
    let excess = excess_at_largest(left, pieces, largest);
    if excess.ok_or(Error::new(Operation::Composition, Rule::Overflow))? != D::Sum::default() {
        return Ok(false);
    }
    // Follow all carries, piece by piece, with the longest piece last. Only the residue of a sum counts.
    let residues = pieces.iter().map(|&piece| one_period(piece, widest));
    let mut pieces: Modes = residues.filter(|piece| piece.stride != 0).collect();
    pieces.sort_unstable_by_key(|piece| piece.shape);
    let mut sums = vec![0];
    for (k, &piece) in pieces.iter().enumerate() {
        for &sum in &sums {
            if first_bend(&carrying, sum, piece, budget)?.is_some() {
                return Ok(false);
            }
        }
        if k + 1 < pieces.len() {
            sums = sums_with(&sums, piece, widest, budget)?;
        }
    }
    Ok(true)
}

/// `A(x) - sum c_j A(e_j)` at the largest coordinate `c` of the pieces, where `x = sum c_j e_j` is their largest value.
fn excess_at_largest<D: Stride>(left: &[Mode<D>], pieces: &[Mode], largest: i64) -> Option<D::Sum> {
    // Integral coordinates, with the factors of their values.
    let subtracted = pieces.iter().map(|piece| (1 - piece.shape, piece.stride));
    let mut rests: SmallVec<[(i64, i64); 6]> = subtracted.collect();
    rests.push((1, largest));
    let mut excess = D::Sum::default();
    for (at, mode) in left.iter().enumerate() {
        let last = at + 1 == left.len();
        let digit = |rest: i64| if last { rest } else { rest % mode.shape };
        // The absolute value is at most the largest value of the right side.
        let coordinate = rests.iter().map(|&(factor, rest)| factor * digit(rest)).sum();
        excess = mode.stride.accumulate(coordinate, excess)?;
        if !last {
            rests.iter_mut().for_each(|(_, rest)| *rest /= mode.shape);
        }
    }
    Some(excess)
}

/// The piece modulo `modulus`, up to the point at which its residues repeat, and one step more.
#[inline]
fn one_period(piece: Mode, modulus: i64) -> Mode {
    let stride = piece.stride % modulus;
    // At most the modulus.
    let period = i128::from(modulus) / gcd(i128::from(modulus), i128::from(stride));
    let shape = i128::from(piece.shape).min(period + 1);
    Mode { shape: shape as i64, stride }
}

/// All residues modulo `modulus` of a sum plus a value of the piece.
#[inline]
fn sums_with(
    sums: &[i64],
    piece: Mode,
    modulus: i64,
    budget: &Budget<'_>,
) -> Result<Vec<i64>, Error> {
    // The product of the sizes may not fit even a `u64`.
    let count = u64::try_from(sums.len() as u128 * piece.shape as u128).unwrap_or(u64::MAX);
    budget.spend(count)?;
    let mut all = Vec::with_capacity(count as usize);
    for &sum in sums {
        // These are below the largest value of the right side.
        all.extend((0..piece.shape).map(|c| (sum + c * piece.stride) % modulus));
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

/// The boundaries over which the residues of the pieces carry somewhere: `sum (s_j - 1) (d_j mod P) >= P`. Boundaries
/// that always carry together are merged into one.
fn carrying<S: Bend>(boundaries: &[Boundary<S>], pieces: &[Mode]) -> Boundaries<S> {
    let mut out = Boundaries::new();
    for boundary in boundaries {
        let carried: i64 = pieces.iter().map(|p| (p.shape - 1) * (p.stride % boundary.at)).sum();
        if carried < boundary.at {
            continue;
        }
        match out.iter_mut().find(|other| carry_together(other.at, boundary.at, pieces)) {
            Some(other) => other.bend += &boundary.bend,
            None => out.push(boundary.clone()),
        }
    }
    out.retain(|boundary| boundary.bend != S::default());
    out
}

/// Returns whether the strides of the pieces have the same residues relative to `p` and to `q`.
#[inline]
fn carry_together(p: i64, q: i64, pieces: &[Mode]) -> bool {
    let part = |d: i64, of: i64, other: i64| i128::from(d % of) * i128::from(other);
    pieces.iter().all(|piece| part(piece.stride, p, q) == part(piece.stride, q, p))
}

/// The least `i` in `1..s` for which the carries from `start + (i - 1) d` to `start + i d`, other than those of `d`
/// alone, do not cancel.
fn first_bend<S: Bend>(
    carrying: &[Boundary<S>],
    start: i64,
    Mode { shape: s, stride: d }: Mode,
    budget: &Budget<'_>,
) -> Result<Option<i64>, Error> {
    /// The next carry over a boundary.
    struct Carry<'a, S> {
        boundary: &'a Boundary<S>,
        /// The sum of the residues at the carry, a multiple of the boundary.
        to: i128,
        /// The `i` at which the carry occurs.
        next: i128,
    }
    let (start, s) = (i128::from(start), i128::from(s));
    let next = |boundary: &Boundary<S>, to: i128| {
        let at = i128::from(boundary.at);
        let (first, step) = (start % at, i128::from(d) % at);
        // Rounded up.
        if step == 0 { s } else { (to - first + step - 1) / step }
    };
    let carries = carrying.iter().map(|boundary| {
        let to = i128::from(boundary.at);
        Carry { boundary, to, next: next(boundary, to) }
    });
    let mut carries: SmallVec<[Carry<'_, S>; 4]> = carries.collect();
    loop {
        let i = carries.iter().map(|carry| carry.next).min().unwrap_or(s);
        if i >= s {
            return Ok(None);
        }
        budget.spend(carries.len() as u64)?;
        let mut bend = S::default();
        for carry in carries.iter_mut().filter(|carry| carry.next == i) {
            bend += &carry.boundary.bend;
            carry.to += i128::from(carry.boundary.at);
            carry.next = next(carry.boundary, carry.to);
        }
        if bend != S::default() {
            // This is below `s`.
            return Ok(Some(i as i64));
        }
    }
}
