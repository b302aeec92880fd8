//! The functions of the bits of the offset that XOR the fewest bits.

use alloc::vec::Vec;

use super::asked::Problem;
use super::banks::{Found, Phase};
use super::span::{Span, value};
use super::steps::Steps;
use super::vectors::Flag;

/// The number of bits that functions XOR, in addition to one each.
pub(super) fn added(functions: &[u64]) -> u32 {
    functions.iter().map(|function| function.count_ones().saturating_sub(1)).sum()
}

/// The functions of a whole layout with no more conflicts than `found` and as few XORed bits as the search finds, and
/// whether no layout has fewer.
pub(super) fn simplest(
    problem: &Problem,
    flag: &Flag<'_>,
    phases: &[Phase],
    found: &Found,
    steps: &mut Steps,
) -> Option<(Vec<u64>, bool)> {
    let mut best = completed(problem, flag, found.functions.clone())?;
    let rows = problem.banks.row.min(problem.bits as usize);
    let mut search = Search {
        problem,
        flag,
        rows,
        most: found.conflicts,
        functions: Vec::new(),
        // No function adds nothing at all.
        fitting: alloc::vec![alloc::vec![Vec::new()]; flag.coordinates.len() + 1],
    };
    // Search even if there is none with fewer: the functions that come first are in the order of the coordinates.
    for bits in 0..=added(&best) {
        search.functions.clear();
        if search.go_on(phases.to_vec(), Span::default(), bits, steps)
            && let Some(layout) = completed(problem, flag, search.functions.clone())
        {
            let fewest = added(&layout) <= bits;
            if added(&layout) <= added(&best) {
                best = layout;
            }
            if fewest {
                return Some((best, true));
            }
        }
        if steps.ended() {
            return Some((best, false));
        }
    }
    Some((best, true))
}

/// All functions that XOR `ones` of `bits` bits, in the order of their masks.
fn masks(bits: u32, ones: u32) -> impl Iterator<Item = u64> {
    let end = 1u64 << bits;
    let first = if ones <= bits { (1u64 << ones) - 1 } else { end };
    core::iter::successors(Some(first), |&mask| {
        // The next larger mask with the same number of ones.
        let low = mask & mask.wrapping_neg();
        let ripple = mask.checked_add(low)?;
        Some(ripple | (((mask ^ ripple) >> 2) / low))
    })
    .take_while(move |&mask| mask < end)
}

/// Completes the functions with those of the bits above the banks, which are 0 on elements that are contiguous.
fn completed(problem: &Problem, flag: &Flag<'_>, mut functions: Vec<u64>) -> Option<Vec<u64>> {
    let rows = problem.banks.row.min(problem.bits as usize);
    let mut spanned = Span::of(functions.iter().copied());
    if spanned.dimension() < functions.len() {
        return None;
    }
    let together = |function: u64| flag.coordinates.iter().any(|&vector| value(function, vector));
    for ones in 1..=problem.bits {
        for mask in masks(problem.bits, ones) {
            if functions.len() == problem.bits as usize {
                break;
            }
            if !together(mask) && spanned.insert(mask) {
                functions.push(mask);
            }
        }
    }
    // The bits of the bank and the bits above, in the order of the coordinates that they begin with.
    let vectors = flag.coordinates.len().min(rows);
    functions[vectors..rows].sort_by_key(|function| function.trailing_zeros());
    (functions.len() == problem.bits as usize).then_some(functions)
}

struct Search<'a> {
    problem: &'a Problem,
    flag: &'a Flag<'a>,
    rows: usize,
    most: u64,
    functions: Vec<u64>,
    /// For each bit of a vector, and for the bits above, the functions that fit, in order, by the number of bits that
    /// they add.
    fitting: Vec<Vec<Vec<u64>>>,
}

impl Search<'_> {
    /// Returns whether there are functions for all remaining bits that add at most `bits` bits. It recurses once for
    /// each bit of a bank.
    fn go_on(&mut self, phases: Vec<Phase>, spanned: Span, bits: u32, steps: &mut Steps) -> bool {
        let at = self.functions.len();
        if at == self.rows {
            return true;
        }
        let vectors = self.flag.coordinates.len();
        // The order of functions above the vectors does not matter, so each adds at least as many bits as the one
        // before.
        let after = match at > vectors {
            true => self.functions[at - 1],
            false => 0,
        };
        let left = (self.rows - at) as u32;
        let free = at >= vectors;
        let least = if free { after.count_ones().max(1) } else { 1 };
        for ones in least..=bits + 1 {
            if free && (ones - 1) * left > bits {
                return false;
            }
            let place = at.min(vectors);
            self.fit(place, ones as usize, steps);
            let all = &self.fitting[place][ones as usize];
            let begin = match free && ones == after.count_ones() {
                true => all.partition_point(|&mask| mask <= after),
                false => 0,
            };
            for next in begin..all.len() {
                if !steps.take(1) {
                    return false;
                }
                let mask = self.fitting[place][ones as usize][next];
                if spanned.contains(mask) {
                    continue;
                }
                // Bits within one word separate nothing.
                let tells = if at >= self.problem.banks.word { mask } else { 0 };
                let rest = self.rows - at - 1;
                if phases.iter().map(|phase| phase.least_with(tells, rest)).sum::<u64>() > self.most
                {
                    continue;
                }
                let mut spanned = spanned.clone();
                spanned.insert(mask);
                let phases = phases.iter().map(|phase| phase.restricted(tells)).collect();
                self.functions.push(mask);
                if self.go_on(phases, spanned, bits + 1 - ones, steps) {
                    return true;
                }
                self.functions.pop();
            }
        }
        false
    }

    /// Looks up the functions that add up to `ones` bits and fit a position.
    fn fit(&mut self, place: usize, ones: usize, steps: &mut Steps) {
        for ones in self.fitting[place].len()..=ones {
            let fits = |&mask: &u64| steps.take(1) && self.fits(place, mask);
            let fitting = masks(self.problem.bits, ones as u32).filter(fits).collect();
            self.fitting[place].push(fitting);
        }
    }

    /// Returns whether elements are contiguous as required if this is the function of a bit of the offset.
    fn fits(&self, at: usize, function: u64) -> bool {
        let mut vectors = self.flag.coordinates.iter().enumerate();
        let unit = vectors.all(|(of, &vector)| value(function, vector) == (of == at));
        let apart = self.flag.apart.get(at);
        unit && apart.is_none_or(|apart| apart.vectors().iter().all(|&of| !value(function, of)))
    }
}
