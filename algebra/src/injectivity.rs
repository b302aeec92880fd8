//! Injectivity: whether two coordinates have the same offset.

use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::int;
use crate::mode::Mode;

/// The number of steps after which [`collision`] gives up with [`Rule::Undecided`].
pub const STEPS: u64 = 1 << 16;

/// Two integral coordinates with the same offset, the smaller one first; `None` if the layout with these flat modes,
/// from the fastest to the slowest, is injective.
///
/// Two coordinates `b` and `c` collide if and only if `x = b - c` is a nonzero solution of `sum x_k d_k = 0` with
/// `|x_k| < s_k`. There is no such solution if, sorted by magnitude, each stride exceeds the reach
/// `sum (s_k - 1) |d_k|` of the strides before it. Otherwise the search chooses each `x_k`, from the largest stride
/// down, among the values that the smaller strides can still bring back to 0. These values are within the reach of the
/// smaller strides, and in their residue class modulo the greatest common divisor. If there are two modes, the first
/// such value decides.
///
/// The strides may have either sign.
///
/// # Errors
/// [`Rule::Undecided`] after [`STEPS`] values; [`Rule::Extent`] for an extent below 0,
/// [`Rule::Overflow`] if the size does not fit `i64`.
///
/// ```
/// use tilework_algebra::{Mode, injectivity::collision};
/// let modes = |strides: [i64; 2]| strides.map(|stride| Mode { shape: 4, stride });
/// assert_eq!(collision(&modes([3, 4]))?, None);
/// // 3 * 2 = 2 * 3
/// assert_eq!(collision(&modes([3, 2]))?, Some((2, 12)));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline]
pub fn collision(modes: &[Mode]) -> Result<Option<(i64, i64)>, Error> {
    found(modes, |terms| vanishing_combination(terms, &Budget::new(Operation::Collision, STEPS)))
}

/// [`collision`] within the budget of the calling operation.
#[cfg(feature = "alloc")]
pub(crate) fn collision_within(
    modes: &[Mode],
    budget: &Budget<'_>,
) -> Result<Option<(i64, i64)>, Error> {
    found(modes, |terms| vanishing_combination(terms, &budget.part(Operation::Collision, STEPS)))
}

/// Two coordinates with the same offset. `search` looks for a combination of the terms, sorted by stride, that is 0.
#[inline]
fn found(
    modes: &[Mode],
    search: impl FnOnce(&mut [Term]) -> Result<bool, Error>,
) -> Result<Option<(i64, i64)>, Error> {
    let mut terms = [Term::default(); MAX_TERMS];
    let mut used = 0;
    let mut size = 1i64;
    if modes.iter().any(|mode| mode.shape == 0) {
        return Ok(None);
    }
    for (at, mode) in modes.iter().enumerate() {
        if mode.shape < 0 {
            let rule = Rule::NaturalExtent { extent: mode.shape };
            return Err(Error::new(Operation::Collision, rule).at(at));
        }
        let weight = size;
        size = int::mul(Operation::Collision, size, mode.shape)?;
        if mode.shape == 1 {
            continue;
        }
        if mode.stride == 0 {
            return Ok(Some((0, weight)));
        }
        terms[used] = Term::of(*mode, weight);
        used += 1;
    }
    let terms = &mut terms[..used];
    terms.sort_unstable_by_key(|term| term.stride);

    // The reach of the terms before each one, and the greatest common divisor of their strides.
    let (mut sorted, mut before) = (true, None::<Below>);
    for term in terms.iter_mut() {
        term.below = before;
        let Below { reach, divisor } = before.unwrap_or(Below { reach: 0, divisor: term.stride });
        sorted &= term.stride > reach;
        let reach = reach + (term.extent - 1) * term.stride;
        before = Some(Below { reach, divisor: gcd(divisor, term.stride) });
    }
    if sorted || !search(terms)? {
        return Ok(None);
    }
    let (mut first, mut second) = (0, 0);
    for term in terms.iter() {
        // This is below the extent, which is an `i64`.
        let steps = term.chosen.unsigned_abs() as i64 * term.weight;
        if (term.chosen < 0) == term.negative {
            first += steps;
        } else {
            second += steps;
        }
    }
    Ok(Some((first.min(second), first.max(second))))
}

/// The largest number of modes with an extent above 1 whose size is below 2^63.
const MAX_TERMS: usize = 62;

/// A mode with an extent above 1 and a nonzero stride. The size is below 2^63, so sums of `x_k d_k` over the modes are
/// below 2^126.
#[derive(Clone, Copy, Default)]
struct Term {
    extent: i128,
    /// The magnitude of the stride.
    stride: i128,
    /// True if the stride is negative.
    negative: bool,
    /// The integral coordinate of one step in this mode.
    weight: i64,
    /// The sums that the terms of smaller strides can produce, if there are such terms.
    below: Option<Below>,
    /// The value `x_k` that is being tried.
    chosen: i128,
}

#[derive(Clone, Copy, Default)]
struct Below {
    /// The sums lie in `-reach..=reach`.
    reach: i128,
    /// The sums are multiples of this divisor.
    divisor: i128,
}

impl Term {
    #[inline]
    fn of(mode: Mode, weight: i64) -> Self {
        Term {
            extent: i128::from(mode.shape),
            stride: i128::from(mode.stride.unsigned_abs()),
            negative: mode.stride < 0,
            weight,
            ..Term::default()
        }
    }

    /// The values `x` of this term, from `first` to `last` in steps of `step`, for which the terms below may bring
    /// `sum + x d` back to 0. If no nonzero value has been chosen yet, `x` and `-x` are equivalent, and only values of
    /// at least 0 are tried.
    #[inline]
    fn candidates(&self, sum: i128, chosen_yet: bool) -> Candidates {
        let reach = self.below.map_or(0, |below| below.reach);
        let d = self.stride;
        let mut first = (-((reach + sum).div_euclid(d))).max(1 - self.extent);
        let last = (reach - sum).div_euclid(d).min(self.extent - 1);
        if !chosen_yet {
            // If there are no terms below, choosing 0 would leave all values at 0.
            first = first.max(if self.below.is_none() { 1 } else { 0 });
        }
        let Some(Below { divisor, .. }) = self.below else {
            return Candidates { next: first, last, step: 1 };
        };
        // sum + x d is a multiple of the divisor.
        let common = gcd(divisor, d);
        if sum % common != 0 {
            return Candidates { next: 1, last: 0, step: 1 };
        }
        let step = divisor / common;
        let class = (-sum / common).rem_euclid(step) * inverse(d / common, step);
        Candidates { next: first + (class - first).rem_euclid(step), last, step }
    }
}

#[derive(Clone, Copy, Default)]
struct Candidates {
    next: i128,
    last: i128,
    step: i128,
}

/// Chooses values for the terms, sorted by stride, that are not all 0 and for which the sum of `x d` is 0. Returns
/// whether there are such values.
#[inline]
fn vanishing_combination(terms: &mut [Term], budget: &Budget<'_>) -> Result<bool, Error> {
    #[derive(Clone, Copy, Default)]
    struct Level {
        /// The sum over the terms above, and whether one of their values is not 0.
        sum: i128,
        chosen_yet: bool,
        candidates: Candidates,
    }
    let Some(top) = terms.len().checked_sub(1) else { return Ok(false) };
    let mut levels = [Level::default(); MAX_TERMS];
    levels[top].candidates = terms[top].candidates(0, false);
    let mut at = top;
    loop {
        let Level { sum, chosen_yet, ref mut candidates } = levels[at];
        if candidates.next > candidates.last {
            if at == top {
                return Ok(false);
            }
            at += 1;
            continue;
        }
        budget.spend(1)?;
        let x = candidates.next;
        candidates.next += candidates.step;
        terms[at].chosen = x;
        if at == 0 {
            return Ok(true);
        }
        let (sum, chosen_yet) = (sum + x * terms[at].stride, chosen_yet || x != 0);
        at -= 1;
        levels[at] = Level { sum, chosen_yet, candidates: terms[at].candidates(sum, chosen_yet) };
    }
}

pub(crate) fn gcd(mut a: i128, mut b: i128) -> i128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The inverse of `a` modulo `m`, which is at least 1 and coprime to `a`, by Euclid's algorithm.
#[inline]
fn inverse(a: i128, m: i128) -> i128 {
    let (mut r, mut next_r) = (m, a % m);
    let (mut t, mut next_t) = (0, 1);
    while next_r != 0 {
        let quotient = r / next_r;
        (r, next_r) = (next_r, r - quotient * next_r);
        (t, next_t) = (next_t, t - quotient * next_t);
    }
    t.rem_euclid(m)
}

#[cfg(feature = "alloc")]
impl<D: crate::Stride> crate::Layout<D> {
    /// Two integral coordinates with the same offset, or `None` if the layout is injective; see [`collision`]. For XOR
    /// strides, linear algebra over F2 finds them. For strides that are coordinates, the coordinates are numbered.
    ///
    /// # Errors
    /// [`Rule::Undecided`], but not for XOR strides; [`Rule::Overflow`] if the numbers of coordinates do not fit.
    ///
    /// ```
    /// use tilework_algebra::Layout;
    /// assert_eq!("(4,3):(1,4)".parse::<Layout>()?.collision()?, None);
    /// assert_eq!("(4,3):(1,2)".parse::<Layout>()?.collision()?, Some((2, 4)));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    #[inline]
    pub fn collision(&self) -> Result<Option<(i64, i64)>, Error> {
        self.collision_within(&Budget::new(Operation::Collision, STEPS))
    }

    /// [`Layout::collision`](crate::Layout::collision) within the budget of the calling operation.
    pub(crate) fn collision_within(
        &self,
        budget: &Budget<'_>,
    ) -> Result<Option<(i64, i64)>, Error> {
        if self.is_empty() {
            return Ok(None);
        }
        D::collision(self.flat_modes(), budget)
    }
}
