//! The elements that are contiguous: the coordinates of the lowest bits of the offset.

use super::asked::Problem;
use super::span::{Span, Vectors};
use super::steps::Steps;

/// Elements that are contiguous: `coordinates[i]` is the coordinate with the offset `2^i`.
pub(super) struct Flag<'a> {
    pub coordinates: &'a [u64],
    /// The vectors on which bit `i` of the offset must not depend.
    pub apart: &'a [Span],
}

/// Calls `visit` with all choices, as spans, of the coordinates of the lowest bits for which each access has vectors of
/// its width, until `visit` returns that it has seen enough.
pub(super) fn flags(
    problem: &Problem,
    widths: &[usize],
    steps: &mut Steps,
    visit: &mut dyn FnMut(&Flag<'_>, &mut Steps) -> bool,
) {
    let widest = widths.iter().copied().max().unwrap_or(0);
    let count = widest.max(problem.banks.word).min(problem.bits as usize);
    let places: alloc::vec::Vec<Place> =
        (0..count).map(|place| Place::of(problem, widths, place)).collect();
    let apart: alloc::vec::Vec<Span> = places.iter().map(|place| place.apart.clone()).collect();
    let mut search = Search { problem, places: &places, apart: &apart, chosen: Vectors::new() };
    search.go_on(Block { basis: Vectors::new(), leads: 0, from: 0 }, steps, visit);
}

/// The possible coordinates of a bit of the offset.
struct Place {
    /// The accesses whose vectors contain this bit.
    active: u64,
    /// One vector, for a row of a matrix; otherwise any vector of a basis, preferably one of the first.
    only: Option<u64>,
    basis: Vectors,
    apart: Span,
}

impl Place {
    fn of(problem: &Problem, widths: &[usize], place: usize) -> Place {
        let all = || problem.accesses.iter().zip(widths).enumerate();
        let active =
            || all().filter(move |(_, (_, width))| **width > place).map(|(at, (of, _))| (at, of));
        let mut apart = Span::default();
        let mut common: Option<(Span, Vectors)> = None;
        let mut only = None;
        let mut bits = 0;
        for (at, access) in active() {
            bits |= 1 << at;
            apart.extend(access.apart.vectors().iter().copied());
            if access.is_row {
                only = only.or(access.vector.get(place).copied());
                continue;
            }
            let own = Span::of(access.vector.iter().copied());
            common = Some(match common {
                None => (own, access.vector.clone()),
                Some((span, first)) => (span.meet(&own), first),
            });
        }
        // All bits in order, if a word is wider than the vectors.
        let all = || (0..problem.bits).map(|place| 1u64 << place).collect::<Vectors>();
        let (span, first) = common.unwrap_or_else(|| (Span::of(all()), all()));
        let mut basis = Vectors::new();
        let mut spanned = Span::default();
        let preferred = first.iter().copied().filter(|&vector| span.contains(vector));
        for vector in preferred.chain(span.vectors().iter().copied()) {
            if spanned.insert(vector) {
                basis.push(vector);
            }
        }
        Place { active: bits, only, basis, apart }
    }
}

/// Positions that are in the vectors of the same accesses. Only the span of their coordinates matters.
#[derive(Clone)]
struct Block {
    /// A basis of the possible choices, without the vectors chosen before the block.
    basis: Vectors,
    /// The leading bits, relative to the basis, of the chosen vectors.
    leads: u64,
    from: usize,
}

struct Search<'a> {
    problem: &'a Problem,
    places: &'a [Place],
    apart: &'a [Span],
    chosen: Vectors,
}

impl Search<'_> {
    /// Tries all choices for the remaining positions and returns whether to continue. It recurses once for each bit of
    /// a vector or word.
    fn go_on(
        &mut self,
        block: Block,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Flag<'_>, &mut Steps) -> bool,
    ) -> bool {
        let at = self.chosen.len();
        let Some(place) = self.places.get(at) else {
            return !self.is_apart()
                || visit(&Flag { coordinates: &self.chosen, apart: self.apart }, steps);
        };
        let before = Span::of(self.chosen.iter().copied());
        if let Some(only) = place.only {
            let rows = self.problem.accesses.iter().enumerate();
            let mut rows = rows.filter(|(access, of)| place.active >> access & 1 == 1 && of.is_row);
            let fits = rows.all(|(_, of)| of.vector.get(at) == Some(&only))
                && Span::of(place.basis.iter().copied()).contains(only)
                && !before.contains(only);
            return !fits || self.with(only, Block { leads: 0, ..block }, steps, visit);
        }
        let same = at > block.from
            && self.places[at - 1].only.is_none()
            && self.places[at - 1].active == place.active
            && at != self.problem.banks.word;
        let block = if same {
            block
        } else {
            let mut spanned = before.clone();
            let basis = place.basis.iter().copied().filter(|&vector| spanned.insert(vector));
            Block { basis: basis.collect(), leads: 0, from: at }
        };
        // Each span has a basis in echelon form: the leading bits increase, and each occurs in no other vector.
        for lead in 64 - block.leads.leading_zeros()..block.basis.len() as u32 {
            let free = ((1u64 << lead) - 1) & !block.leads;
            let mut rest = 0u64;
            loop {
                if !steps.take(1) {
                    return false;
                }
                let sum = rest | 1 << lead;
                let vectors = block.basis.iter().enumerate();
                let vectors = vectors.filter(|(bit, _)| sum >> bit & 1 == 1);
                let vector = vectors.fold(0, |vector, (_, of)| vector ^ of);
                if !place.apart.contains(vector) {
                    let next = Block { leads: block.leads | 1 << lead, ..block.clone() };
                    if !self.with(vector, next, steps, visit) {
                        return false;
                    }
                }
                rest = rest.wrapping_sub(free) & free;
                if rest == 0 {
                    break;
                }
            }
        }
        true
    }

    fn with(
        &mut self,
        vector: u64,
        block: Block,
        steps: &mut Steps,
        visit: &mut dyn FnMut(&Flag<'_>, &mut Steps) -> bool,
    ) -> bool {
        self.chosen.push(vector);
        let goes_on = self.go_on(block, steps, visit);
        self.chosen.pop();
        goes_on
    }

    /// Returns whether there are functions that are 1 at their own coordinate, 0 at the others, and 0 on the vectors on
    /// which they must not depend.
    fn is_apart(&self) -> bool {
        self.chosen.iter().enumerate().all(|(at, &vector)| {
            let mut others = self.apart[at].clone();
            others
                .extend(self.chosen.iter().enumerate().filter(|(of, _)| *of != at).map(|of| *of.1));
            !others.contains(vector)
        })
    }
}
