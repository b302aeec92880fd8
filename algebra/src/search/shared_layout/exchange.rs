//! Functions that separate phases, found by exchanging one function for another, for problems with too many functions
//! to try them all.

use super::banks::Phase;
use super::span::{Span, Vectors, with_values};
use super::steps::Steps;

/// The number of exchanges.
const ROUNDS: usize = 1 << 7;
/// The number of functions that are tried in place of one.
const TRIED: usize = 4;

/// Finds `count` independent functions of `width` bits with fewer conflicts than `below`, if it finds any.
///
/// A new function is chosen to be 1 at a vector of each phase that the others leave, for as many phases as possible;
/// phases with the most conflicts come first. A function that is as good replaces the one before, so that the search
/// continues from it.
pub(super) fn exchanged(
    phases: &[Phase],
    count: usize,
    width: usize,
    below: u64,
    steps: &mut Steps,
) -> Option<(Vectors, u64)> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut functions = Vectors::new();
    for _ in 0..count {
        let left = left(phases, &functions, usize::MAX);
        functions.push(function(&left, &functions, width, &mut random)?);
    }
    let mut conflicts = left(phases, &functions, usize::MAX).iter().map(|of| of.least(0)).sum();
    for round in 0..ROUNDS {
        if conflicts == 0 || !steps.take((TRIED * phases.len()) as u64) {
            break;
        }
        let at = round % count;
        let left = left(phases, &functions, at);
        let mut others = functions.clone();
        others.remove(at);
        for _ in 0..TRIED {
            let Some(other) = function(&left, &others, width, &mut random) else { continue };
            let of = left.iter().map(|phase| phase.least_with(other, 0)).sum();
            if of <= conflicts {
                (functions[at], conflicts) = (other, of);
            }
        }
    }
    (conflicts < below).then_some((functions, conflicts))
}

/// The phases that all functions except one leave.
fn left(phases: &[Phase], functions: &[u64], but: usize) -> alloc::vec::Vec<Phase> {
    let mut left = phases.to_vec();
    for (_, &function) in functions.iter().enumerate().filter(|(at, _)| *at != but) {
        for phase in &mut left {
            phase.restrict(function);
        }
    }
    left
}

/// A function that is 1 at a vector of as many phases as it finds, and is therefore not a sum of the functions that
/// left these phases.
fn function(left: &[Phase], others: &[u64], width: usize, random: &mut Random) -> Option<u64> {
    let mut order: alloc::vec::Vec<(u64, &Phase)> = left
        .iter()
        .filter(|phase| !phase.left.is_empty())
        .map(|phase| (phase.least(0) - phase.least(1), phase))
        .collect();
    if order.is_empty() {
        // If nothing is left, any function that is not a sum of the others will do.
        let others = Span::of(others.iter().copied());
        return (0..width).map(|place| 1u64 << place).find(|&unit| !others.contains(unit));
    }
    // Vary the order of phases with equal numbers of conflicts.
    let turn = random.next() as usize % order.len();
    order.rotate_left(turn);
    order.sort_by_key(|of| core::cmp::Reverse(of.0));
    let mut conditions: alloc::vec::Vec<(u64, bool)> = alloc::vec::Vec::new();
    let mut found = None;
    for (_, phase) in order {
        for _ in 0..2 {
            let of = random.next();
            let one = phase.left[(of >> 32) as usize % phase.left.len()];
            let chosen = phase.left.iter().enumerate().filter(|(at, _)| of >> at & 1 == 1);
            let sum = chosen.fold(0, |sum, (_, vector)| sum ^ vector);
            conditions.push((if sum == 0 { one } else { sum }, true));
            if let Some(function) = with_values(conditions.iter().copied()) {
                found = Some(function);
                break;
            }
            conditions.pop();
        }
    }
    found
}

/// Pseudo-random numbers, always the same sequence.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
