//! Right inverse: where the offsets `0, 1, 2, ...` are.

use smallvec::SmallVec;

use crate::coalesce::coalesced;
use crate::error::{Error, Operation, Rule};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;

/// The steps after which the search for a right inverse of a layout whose modes overlap gives
/// up, with [`Rule::Undecided`].
pub const STEPS: u64 = 1 << 16;

/// The right inverse of `layout`: the coalesced layout `r` into its coordinates with
/// `layout(r(i)) = i`, of the largest size that there is (004, section 3.4.1).
///
/// Sorted by stride, modes belong to `r` as long as each stride is the span of the modes
/// before it: mode `s:d` whose coordinate has the weight `w` in the integral coordinate becomes
/// `s:w`. Modes of stride 0 count for nothing. The first offset that these modes do not reach
/// is no offset of the layout, unless modes overlap; then `r` is sought among the sums of
/// several modes too.
///
/// # Errors
/// [`Rule::NaturalStride`] for a negative stride, [`Rule::Undecided`] after [`STEPS`] steps where
/// modes overlap.
///
/// ```
/// use tilework_algebra::{Layout, right_inverse};
/// let layout: Layout = "(3,7,5):(5,15,1)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "(5,21):(21,1)");
/// // 4 is no offset.
/// let layout: Layout = "(4,8):(1,5)".parse()?;
/// assert_eq!(right_inverse(&layout)?.to_string(), "4:1");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn right_inverse(layout: &Layout) -> Result<Layout, Error> {
    let terms = weighted_modes(Operation::RightInverse, layout)?;
    let mut chain = Modes::new();
    let mut span = 1;
    for term in &terms {
        if term.stride == span {
            chain.push(Mode { shape: term.shape, stride: term.weight });
            // No larger than the size.
            span *= term.shape;
        }
    }
    let reach = contiguous(&terms);
    if i128::from(span) <= reach {
        // Overlapping modes reach further than the chain of spans.
        let mut search = Search { best: (span, chain), reach, steps: 0 };
        let mut left: SmallVec<[i64; 8]> = terms.iter().map(|term| term.shape - 1).collect();
        search.extend(&terms, &mut left, 1, &mut Modes::new())?;
        chain = search.best.1;
    }
    Ok(Layout::of_flat(coalesced(&chain)))
}

/// A mode of extent above 1 and stride above 0, with the weight of its coordinate in the
/// integral coordinate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub shape: i64,
    pub stride: i64,
    pub weight: i64,
}

/// The modes that move the offset, sorted by stride.
///
/// # Errors
/// [`Rule::NaturalStride`]
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
        if shape > 1 && stride > 0 {
            terms.push(Term { shape, stride, weight });
        }
        weight *= shape;
    }
    terms.sort_by_key(|term| term.stride);
    Ok(terms)
}

/// The largest `n` such that all of `0..=n` are offsets: of modes sorted by stride each adds
/// its reach, up to the first whose stride leaves a gap.
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

/// The search for modes of the inverse, each of which moves several modes of the layout at
/// once: `s` steps from the offset `span` to the next, through coordinates that stay in their
/// extents whatever the other modes do.
struct Search {
    best: (i64, Modes),
    reach: i128,
    steps: u64,
}

impl Search {
    /// Appends modes to `chain`, which covers `0..span`; `left` is how far each coordinate may
    /// still go. At most 63 modes of extent 2 and more fit, so it is no deep recursion.
    fn extend(
        &mut self,
        terms: &[Term],
        left: &mut [i64],
        span: i64,
        chain: &mut Modes,
    ) -> Result<(), Error> {
        if span > self.best.0 {
            self.best = (span, chain.clone());
        }
        if i128::from(self.best.0) > self.reach || i128::from(span) > self.reach {
            return Ok(());
        }
        let mut step: SmallVec<[i64; 8]> = SmallVec::from_elem(0, terms.len());
        self.choose(terms, left, span, chain, &mut step, terms.len(), span)
    }

    /// Chooses the coordinates of one step, from the largest stride down: those of `terms[at..]`
    /// have been chosen, and `rest` of the offset is left.
    #[allow(clippy::too_many_arguments)]
    fn choose(
        &mut self,
        terms: &[Term],
        left: &mut [i64],
        span: i64,
        chain: &mut Modes,
        step: &mut [i64],
        at: usize,
        rest: i64,
    ) -> Result<(), Error> {
        self.steps += 1;
        if self.steps > STEPS {
            let rule = Rule::Undecided { steps: STEPS };
            return Err(Error::new(Operation::RightInverse, rule));
        }
        if rest == 0 {
            step[..at].fill(0);
            return self.repeat(terms, left, span, chain, step);
        }
        if at == 0 {
            return Ok(());
        }
        for coordinate in (0..=left[at - 1].min(rest / terms[at - 1].stride)).rev() {
            step[at - 1] = coordinate;
            let rest = rest - coordinate * terms[at - 1].stride;
            self.choose(terms, left, span, chain, step, at - 1, rest)?;
        }
        Ok(())
    }

    /// Takes the step as often as the extents allow, then less often.
    fn repeat(
        &mut self,
        terms: &[Term],
        left: &mut [i64],
        span: i64,
        chain: &mut Modes,
        step: &[i64],
    ) -> Result<(), Error> {
        let moved = || step.iter().enumerate().filter(|&(_, &coordinate)| coordinate > 0);
        let times = moved().map(|(k, coordinate)| left[k] / coordinate).min().unwrap_or(0);
        let weights = moved().map(|(k, coordinate)| terms[k].weight * coordinate);
        let stride = weights.sum();
        for times in (1..=times).rev() {
            moved().for_each(|(k, coordinate)| left[k] -= times * coordinate);
            chain.push(Mode { shape: times + 1, stride });
            let result = self.extend(terms, left, span * (times + 1), chain);
            chain.pop();
            moved().for_each(|(k, coordinate)| left[k] += times * coordinate);
            result?;
        }
        Ok(())
    }
}
