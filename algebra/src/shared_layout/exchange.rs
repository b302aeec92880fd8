//! Functions that tell phases apart, found by exchanging one for another: where there are too many to try them all.

use super::banks::Phase;
use super::span::{Span, Vectors, with_values};
use super::steps::Steps;

/// How often a function is exchanged.
const ROUNDS: usize = 1 << 7;
/// How many are tried in its place.
const TRIED: usize = 4;

/// So many independent functions of so many bits, with fewer conflicts than `below`, if some are found.
///
/// A function is chosen to be 1 at a vector of each phase that is left by the others, of as many as have one; those with the most
/// conflicts first. As good a one takes the place of the one before, so that the search goes on from there.
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

/// What the functions but one leave.
fn left(phases: &[Phase], functions: &[u64], but: usize) -> alloc::vec::Vec<Phase> {
    let mut left = phases.to_vec();
    for (_, &function) in functions.iter().enumerate().filter(|(at, _)| *at != but) {
        for phase in &mut left {
            phase.restrict(function);
        }
    }
    left
}

/// A function that is 1 at a vector of as many phases as is found, and so is no sum of those that left these.
fn function(left: &[Phase], others: &[u64], width: usize, random: &mut Random) -> Option<u64> {
    let mut order: alloc::vec::Vec<(u64, &Phase)> = left
        .iter()
        .filter(|phase| !phase.left.is_empty())
        .map(|phase| (phase.least(0) - phase.least(1), phase))
        .collect();
    if order.is_empty() {
        // Nothing is left: any that is none of their sums.
        let others = Span::of(others.iter().copied());
        return (0..width).map(|place| 1u64 << place).find(|&unit| !others.contains(unit));
    }
    // Of as many conflicts now the one, now the other.
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

/// Numbers that look random, always the same ones.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}
