//! Right inverse: the coordinates of the offsets `0, 1, 2, ...`.

use smallvec::{SmallVec, smallvec};

use crate::budget::{Budget, RIGHT_INVERSE};
use crate::error::{Error, Operation, Rule};
use crate::int::ceil_div;
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::composition::compose;
use crate::partly_known::{Moving, links};
use crate::stride::Stride;

/// The steps of a composition in addition to those that the composition counts itself.
const OF_COMPOSITION: u64 = 8;

/// The right inverse of `layout`: the largest coalesced layout `r` into the coordinates of `layout` with
/// `layout(r(i)) = i` ([004](crate::papers), section 3.4.1).
///
/// The modes are sorted by stride. A mode belongs to `r` as long as its stride is the span of the modes before it: a
/// mode `s:d` whose coordinate has the weight `w` in the integral coordinate becomes `s:w`. Modes of stride 0 are
/// ignored. The first offset that these modes do not reach is not an offset of the layout, unless modes overlap. If
/// they overlap, the search tries all coordinates of an offset for the next mode of `r`, with the extents that can
/// still make `r` larger.
///
/// If the strides are coordinates, `r` takes coordinates and maps each place to the coordinates of its own modes, so
/// that `layout(r(k)) = k` for coordinates `k` (004, equation 24 and table 5). A mode whose stride is a sum of basis
/// elements belongs to no single place and stays at 0, since no other mode could undo its effect on the other places.
/// If the strides are XOR strides, `r` has XOR strides, and it takes the least of all coordinates of an offset.
///
/// # Errors
/// [`Rule::NaturalStride`] for a negative stride; [`Rule::Undecided`] after 2^23 steps, if modes overlap;
/// [`Rule::Overflow`]. XOR strides give [`Rule::UndecidedSize`] or [`Rule::Undecided`] if a layout of more than 2^12
/// coordinates has to be searched. A layout has to be searched if an extent before the last has an odd part, or if the
/// last extent has one and bits overlap.
///
/// ```
/// use tilework_algebra::{Layout, right_inverse};
/// let layout: Layout = "(3,7,5):(5,15,1)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(5,21):(21,1)");
/// // 4 is not an offset.
/// let layout: Layout = "(4,8):(1,5)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "4:1");
/// let layout: Layout<tilework_algebra::ArithmeticTuple> = "(4,(4,2)):(e1,(e0,6e1))".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(4,4):(4,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn right_inverse<D: Stride>(layout: &Layout<D>) -> Result<Layout<D::Inverse>, Error> {
    right_inverse_within(layout, &Budget::new(Operation::RightInverse, RIGHT_INVERSE))
}

/// [`right_inverse`] within the budget of the calling operation.
pub(crate) fn right_inverse_within<D: Stride>(
    layout: &Layout<D>,
    budget: &Budget<'_>,
) -> Result<Layout<D::Inverse>, Error> {
    layout.positive(Operation::RightInverse)?;
    D::right_inverse(layout, budget)
}

/// The right inverse of a layout with integer strides.
#[inline]
pub(crate) fn integer_right_inverse(layout: &Layout, budget: &Budget<'_>) -> Result<Layout, Error> {
    longest(layout, &1, weighted_modes(Operation::RightInverse, layout)?, budget)
}

/// The longest `r` with `layout(r(i)) = i * unit` that moves only these modes. Their strides are multiples of the unit.
pub(crate) fn longest<D: Stride>(
    layout: &Layout<D>,
    unit: &D,
    mut terms: SmallVec<[Term; 8]>,
    budget: &Budget<'_>,
) -> Result<Layout, Error> {
    // Coordinates after the last mode that moves change nothing and carry nowhere.
    let end = weight_of_last(layout);
    terms.retain(|term| term.weight < end);
    terms.sort_by_key(|term| term.stride);
    let mut overlaps = false;
    let overlap = |_| {
        overlaps = true;
        Ok(())
    };
    let mut chain: Modes = smallvec![Mode { shape: 1, stride: 0 }; terms.len()];
    let moving = terms.iter().filter(|term| term.stride > 0).map(Term::moving);
    let count = links(moving, i64::MAX, overlap, &mut chain)?;
    chain.truncate(count);
    if overlaps {
        // This is at most the size.
        let span = chain.iter().map(|mode| mode.shape).product();
        let reach = contiguous(&terms);
        if i128::from(span) <= reach {
            // Overlapping modes reach further than the chain of spans.
            let mut search = Search::new((layout, unit), &terms, (span, chain), reach, budget);
            search.extend(1, 0, &mut Modes::new())?;
            chain = coalesced(&search.best.1);
        }
    }
    Ok(Layout::of_flat(chain))
}

/// The weight after the last mode that moves.
fn weight_of_last<D: Stride>(layout: &Layout<D>) -> i64 {
    let modes = layout.flat_modes();
    let still = |mode: &Mode<D>| mode.shape == 1 || mode.stride.is_zero();
    let moving = modes.iter().rposition(|mode| !still(mode)).map_or(0, |last| last + 1);
    modes[..moving].iter().map(|mode| mode.shape).product()
}

/// A mode of extent above 1 and stride of at least 0, with the weight of its coordinate in the integral coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub shape: i64,
    pub stride: i64,
    pub weight: i64,
}
impl Term {
    /// The same mode, with all numbers known.
    #[inline]
    pub fn moving(&self) -> Moving {
        let Term { shape, stride, weight } = *self;
        Moving { mode: Mode { shape, stride }, weight, known: [true; 3], at: 0 }
    }
}

/// The modes of extents above 1.
///
/// # Errors
/// [`Rule::NaturalStride`]
#[inline]
pub(crate) fn weighted_modes(
    operation: Operation,
    layout: &Layout,
) -> Result<SmallVec<[Term; 8]>, Error> {
    let mut terms: SmallVec<[Term; 8]> = SmallVec::new();
    let mut weight = 1;
    for (at, &Mode { shape, stride }) in layout.flat_modes().iter().enumerate() {
        if shape > 1 && stride < 0 {
            return Err(Error::new(operation, Rule::NaturalStride { stride }).at(at));
        }
        if shape > 1 {
            terms.push(Term { shape, stride, weight });
        }
        weight *= shape;
    }
    Ok(terms)
}

/// The largest `n` such that all of `0..=n` are offsets. The modes are sorted by stride; each adds its reach, up to the
/// first mode whose stride leaves a gap.
#[inline]
fn contiguous(terms: &[Term]) -> i128 {
    let mut reach = 0i128;
    for term in terms {
        if i128::from(term.stride) > reach + 1 {
            break;
        }
        reach += i128::from(term.shape - 1) * i128::from(term.stride);
    }
    reach
}

/// The search for modes of the inverse. Each of them moves several modes of the layout at once and may carry from one
/// into the next.
struct Search<'a, D> {
    layout: &'a Layout<D>,
    unit: &'a D,
    /// The modes that may move, from the largest stride down. Each comes with the reach of all modes from there on.
    terms: SmallVec<[(Term, i128); 8]>,
    /// The largest size found, and its modes.
    best: (i64, Modes),
    /// No right inverse is larger than `reach + 1`.
    reach: i128,
    budget: &'a Budget<'a>,
}

impl<'a, D: Stride> Search<'a, D> {
    /// Takes modes that are sorted by stride.
    fn new(
        (layout, unit): (&'a Layout<D>, &'a D),
        terms: &[Term],
        best: (i64, Modes),
        reach: i128,
        budget: &'a Budget<'a>,
    ) -> Self {
        let mut sum = 0;
        let with_reach = |&term: &Term| {
            sum += i128::from(term.shape - 1) * i128::from(term.stride);
            (term, sum)
        };
        let mut terms: SmallVec<[(Term, i128); 8]> = terms.iter().map(with_reach).collect();
        terms.reverse();
        Search { layout, unit, terms, best, reach, budget }
    }

    /// Searches for modes to append to `chain`, which has the offsets `0..span` and coordinates up to `last`. A chain
    /// has at most 62 modes, so the recursion is not deep.
    fn extend(&mut self, span: i64, last: i64, chain: &mut Modes) -> Result<(), Error> {
        if span > self.best.0 {
            self.best = (span, chain.clone());
        }
        // The sizes of longer chains are multiples of the span.
        let bound = self.reach + 1;
        if bound - bound % i128::from(span) <= i128::from(self.best.0) {
            return Ok(());
        }
        self.choose(span, last, chain, 0, (span, 0))
    }

    /// Chooses the coordinates of one step of the offset `span`. The modes before `at` have been chosen, `rest` is the
    /// part of the offset that is left, and `coordinate` is the integral coordinate so far.
    fn choose(
        &mut self,
        span: i64,
        last: i64,
        chain: &mut Modes,
        at: usize,
        (rest, coordinate): (i64, i64),
    ) -> Result<(), Error> {
        self.budget.spend(1)?;
        let Some(&(term, reached)) = self.terms.get(at) else {
            // Nothing is left of the offset; the test below ensured it.
            return self.repeat(span, last, chain, coordinate);
        };
        if i128::from(rest) > reached {
            return Ok(());
        }
        // The modes that follow must reach the part that is left, which is not negative.
        let beyond = self.terms.get(at + 1).map_or(0, |&(_, reached)| reached);
        let (least, most) = if term.stride == 0 {
            (0, term.shape - 1)
        } else {
            let excess = (i128::from(rest) - beyond).max(0);
            // This is at most `rest`.
            let least = ceil_div(excess as i64, term.stride);
            (least, (rest / term.stride).min(term.shape - 1))
        };
        // Try the largest coordinate of a stride first, but the smallest of a mode that moves nothing.
        let order = |i: i64| if term.stride == 0 { i } else { most - (i - least) };
        for i in (least..=most).map(order) {
            // Each round spends a step, until nothing longer is possible.
            if i128::from(self.best.0) > self.reach {
                break;
            }
            let left = (rest - i * term.stride, coordinate + i * term.weight);
            self.choose(span, last, chain, at + 1, left)?;
        }
        Ok(())
    }

    /// Repeats the step as often as possible, then less often.
    fn repeat(
        &mut self,
        span: i64,
        last: i64,
        chain: &mut Modes,
        stride: i64,
    ) -> Result<(), Error> {
        // The coordinates stay within the layout.
        let (mut fits, mut fails) = (1, (self.layout.size() - 1 - last) / stride + 2);
        while fits + 1 < fails {
            // Double the number, then bisect.
            let shape = if fits * 2 < fails { fits * 2 } else { fits + (fails - fits) / 2 };
            self.budget.spend(1)?;
            chain.push(Mode { shape, stride });
            let composed = self.identity(chain, span);
            chain.pop();
            if composed? { fits = shape } else { fails = shape }
        }
        let mut shape = fits;
        while shape > 1 && i128::from(self.best.0) <= self.reach {
            chain.push(Mode { shape, stride });
            let result = self.extend(span * shape, last + (shape - 1) * stride, chain);
            chain.pop();
            result?;
            shape = self.next_shape(span, shape)?;
        }
        Ok(())
    }

    /// The largest extent below `shape` with which a chain of this span can still become the best one, because some
    /// multiple of its size is possible and larger than the best. The result is 1 or less if there is no such extent.
    fn next_shape(&mut self, span: i64, shape: i64) -> Result<i64, Error> {
        let (bound, mut next) = (self.reach + 1, shape - 1);
        while next > 1 {
            self.budget.spend(1)?;
            let size = i128::from(span) * i128::from(next);
            let times = bound / size;
            if times * size > i128::from(self.best.0) {
                break;
            }
            // The extents between fit into the bound equally often, but are smaller. This is below `next`.
            next = (bound / (times + 1) / i128::from(span)) as i64;
        }
        Ok(next)
    }

    /// Returns whether the layout maps the coordinates of the chain to `0, 1, 2, ...` units.
    fn identity(&mut self, chain: &Modes, span: i64) -> Result<bool, Error> {
        let shape = chain.last().map_or(1, |mode| mode.shape);
        if span.checked_mul(shape).is_none_or(|size| i128::from(size) > self.reach + 1) {
            return Ok(false);
        }
        self.budget.spend(OF_COMPOSITION)?;
        match compose(self.layout, &Layout::of_flat(chain.clone()), self.budget) {
            Ok(r) => Ok(coalesced(r.flat_modes())[..]
                == [Mode { shape: span * shape, stride: self.unit.clone() }]),
            Err(error) if matches!(error.rule, Rule::Undecided { .. }) => {
                Err(error.during(Operation::RightInverse))
            }
            Err(_) => Ok(false),
        }
    }
}
