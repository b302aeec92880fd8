//! The bits of the offset that select the bank: functions that separate the elements of a phase.

use alloc::vec::Vec;

use super::asked::Problem;
use super::exchange::exchanged;
use super::span::{Span, Vectors, annihilator, restrict, with_values};
use super::steps::Steps;
use super::vectors::Flag;

/// The steps in which functions are found soon, for one choice of the functions of the vectors.
const SOON: u64 = 1 << 10;

/// The elements that are asked for in one phase and that no function has separated so far.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    /// A basis of these, without the elements in one word.
    pub left: Vectors,
    /// The number of such phases in an access.
    pub count: u64,
}

impl Phase {
    /// The number of conflicts, if each of `functions` functions removes one bit of what is left.
    pub fn least(&self, functions: usize) -> u64 {
        self.conflicts(self.left.len().saturating_sub(functions))
    }

    /// The same, if `function` first removes one bit of what is left.
    pub fn least_with(&self, function: u64, functions: usize) -> u64 {
        let taken = self.left.iter().any(|&vector| super::span::value(function, vector));
        self.conflicts(self.left.len().saturating_sub(functions + usize::from(taken)))
    }

    /// Keeps only what this function does not separate either.
    pub fn restrict(&mut self, function: u64) {
        restrict(&mut self.left, function);
    }

    /// The part that this function does not separate either.
    pub fn restricted(&self, function: u64) -> Phase {
        let mut left = self.left.clone();
        restrict(&mut left, function);
        Phase { left, count: self.count }
    }

    fn conflicts(&self, bits: usize) -> u64 {
        self.count.saturating_mul((1u64 << bits.min(62)) - 1)
    }
}

/// Functions of the lowest bits of the offset, up to those of the bank, and the conflicts of all accesses.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub functions: Vec<u64>,
    pub conflicts: u64,
}

/// The phases of the accesses with vectors of these widths.
pub(super) fn phases(problem: &Problem, widths: &[usize], flag: &Flag<'_>) -> Vec<Phase> {
    let banks = &problem.banks;
    let word = Span::of(flag.coordinates.iter().take(banks.word).copied());
    let of = problem.accesses.iter().zip(widths).map(|(access, &width)| {
        let mut left = Span::default();
        let all = access.phase(flag.coordinates, width, banks);
        left.extend(all.vectors().iter().map(|&vector| word.reduced(vector)));
        Phase { left: left.vectors().into(), count: access.phases(width, banks) }
    });
    of.collect()
}

/// The functions with the fewest conflicts, fewer than `below`, if elements are contiguous as `flag` says. If `quick`,
/// only functions that are found soon.
pub(super) fn fewest(
    problem: &Problem,
    flag: &Flag<'_>,
    phases: &[Phase],
    (below, quick): (u64, bool),
    steps: &mut Steps,
) -> Option<Found> {
    let mut search = Search {
        problem,
        flag,
        options: options(problem, flag, phases),
        best: None,
        below,
        quick,
        functions: Vec::new(),
    };
    search.go_on(phases.to_vec(), steps);
    search.best
}

/// A function for each bit of a vector, and the functions that may be added to it and change what the phases see.
fn options(problem: &Problem, flag: &Flag<'_>, phases: &[Phase]) -> Vec<(u64, Vectors)> {
    let seen = Span::of(phases.iter().flat_map(|phase| phase.left.iter().copied()));
    let all = flag.coordinates.iter().enumerate().map(|(at, _)| {
        let apart = flag.apart[at].vectors().iter().map(|&vector| (vector, false));
        let unit = flag.coordinates.iter().enumerate().map(|(of, &vector)| (vector, of == at));
        // The function exists, since the flag is valid.
        let function = with_values(apart.chain(unit)).unwrap_or(0);
        let mut fixed = flag.apart[at].clone();
        fixed.extend(flag.coordinates.iter().copied());
        let mut added = Vectors::new();
        if at >= problem.banks.word {
            // Keep functions that are independent on the vectors that the phases see.
            let mut left: Vectors = seen.vectors().into();
            for free in annihilator(&fixed, problem.bits) {
                if restrict(&mut left, free) {
                    added.push(free);
                }
            }
        }
        (function, added)
    });
    all.collect()
}

struct Search<'a> {
    problem: &'a Problem,
    flag: &'a Flag<'a>,
    options: Vec<(u64, Vectors)>,
    best: Option<Found>,
    below: u64,
    quick: bool,
    functions: Vec<u64>,
}

impl Search<'_> {
    /// Chooses the functions of the bits of a vector, one after the other, then those of the bits above. It recurses
    /// once for each bit of a vector or word.
    fn go_on(&mut self, phases: Vec<Phase>, steps: &mut Steps) {
        let at = self.functions.len();
        let rows = self.problem.banks.row.min(self.problem.bits as usize);
        let Some((function, added)) = self.options.get(at) else {
            return self.above(&phases, rows - at.min(rows), steps);
        };
        let (function, added) = (*function, added.clone());
        for sum in 0..1u64 << added.len() {
            let functions = added.iter().enumerate().filter(|(bit, _)| sum >> bit & 1 == 1);
            let function = functions.fold(function, |function, (_, free)| function ^ free);
            let tells = if at >= self.problem.banks.word { function } else { 0 };
            let rest = rows - at.min(rows - 1) - 1;
            let least: u64 = phases.iter().map(|phase| phase.least_with(tells, rest)).sum();
            if !steps.take(phases.len() as u64) {
                return;
            }
            if least >= self.below {
                continue;
            }
            let phases = phases.iter().map(|phase| phase.restricted(tells)).collect();
            self.functions.push(function);
            self.go_on(phases, steps);
            self.functions.pop();
        }
    }

    /// Chooses the functions of the bits above the vectors, which may be any that are independent.
    fn above(&mut self, phases: &[Phase], rows: usize, steps: &mut Steps) {
        let vectors = Span::of(self.flag.coordinates.iter().copied());
        let spaces: Vec<Phase> = phases
            .iter()
            .map(|phase| {
                let left = Span::of(phase.left.iter().map(|&vector| vectors.reduced(vector)));
                Phase { left: left.vectors().into(), count: phase.count }
            })
            .collect();
        let Some((functions, conflicts)) =
            complement(&spaces, rows, (self.below, self.quick), steps)
        else {
            return;
        };
        // These functions do not depend on the bits of the vectors, and are independent of the functions of those bits.
        let mut all = self.functions.clone();
        for &function in &functions {
            all.push(lifted(function, &vectors));
        }
        self.below = conflicts;
        self.best = Some(Found { functions: all, conflicts });
    }
}

/// The function that is 0 on the span, and unchanged on vectors without the leading bits of the span.
fn lifted(function: u64, span: &Span) -> u64 {
    let leads =
        span.vectors().iter().map(|&vector| (1u64 << (63 - vector.leading_zeros()), vector));
    let outside = leads.clone().fold(function, |function, (lead, _)| function & !lead);
    leads.fold(
        outside,
        |all, (lead, vector)| {
            if super::span::value(outside, vector) { all | lead } else { all }
        },
    )
}

/// At most `rows` functions with the fewest conflicts, fewer than `below`. Their common zeros meet each space in as
/// small a space as possible, which is 0 if they are a common complement.
fn complement(
    spaces: &[Phase],
    rows: usize,
    (below, quick): (u64, bool),
    steps: &mut Steps,
) -> Option<(Vectors, u64)> {
    // Use coordinates in which the largest space comes first: if all its vectors are separated, each function has
    // exactly one of these coordinates.
    let mut order: Vec<&Phase> = spaces.iter().collect();
    order.sort_by_key(|space| core::cmp::Reverse(space.left.len()));
    let mut spanned = Span::default();
    let mut basis = Vectors::new();
    for &vector in order.iter().flat_map(|space| &space.left) {
        if spanned.insert(vector) {
            basis.push(vector);
        }
    }
    let coordinates = |vector: u64| {
        let functions = (0..basis.len()).map(|at| (at, coordinate(&basis, at)));
        let ones = functions.filter(|&(_, function)| super::span::value(function, vector));
        ones.map(|(at, _)| 1u64 << at).sum::<u64>()
    };
    let spaces = spaces.iter().map(|space| Phase {
        left: space.left.iter().map(|&vector| coordinates(vector)).collect(),
        count: space.count,
    });
    let mut search = Echelon { width: basis.len() as u32, rows: Vectors::new(), best: None, below };
    let rows = rows.min(basis.len());
    let spaces: Vec<Phase> = spaces.collect();
    if spaces.iter().map(|space| space.least(rows)).sum::<u64>() < below {
        let width = search.width;
        if quick {
            let whole = steps.within(SOON, |steps| {
                search.go_on(spaces.clone(), rows, width, 0, steps);
                !steps.ended()
            });
            if !whole
                && let Some(found) = exchanged(&spaces, rows, basis.len(), search.below, steps)
            {
                search.best = Some(found);
            }
        } else {
            search.go_on(spaces, rows, width, 0, steps);
        }
    }
    let (rows, conflicts) = search.best?;
    let functions = rows.iter().map(|&row| {
        let places = (0..basis.len()).filter(|place| row >> place & 1 == 1);
        places.fold(0, |function, place| function ^ coordinate(&basis, place))
    });
    Some((functions.collect(), conflicts))
}

/// The function that is 1 at one vector of a basis and 0 at the others.
fn coordinate(basis: &[u64], at: usize) -> u64 {
    // A basis is independent.
    with_values(basis.iter().enumerate().map(|(of, &vector)| (vector, of == at))).unwrap_or(0)
}

/// Enumerates all spans of functions, each by its basis in reduced echelon form, from the last function to the first.
struct Echelon {
    width: u32,
    rows: Vectors,
    best: Option<(Vectors, u64)>,
    below: u64,
}

impl Echelon {
    /// It recurses once for each function, that is, for each bit of a bank.
    fn go_on(
        &mut self,
        spaces: Vec<Phase>,
        missing: usize,
        before: u32,
        pivots: u64,
        steps: &mut Steps,
    ) {
        if missing == 0 {
            self.below = spaces.iter().map(|space| space.least(0)).sum();
            self.best = Some((self.rows.clone(), self.below));
            return;
        }
        let all = u64::MAX >> (64 - self.width.max(1));
        for pivot in (missing as u32 - 1..before).rev() {
            // The bits after the pivot, except for the pivots of the functions after it.
            let free = all & !((1u64 << pivot) | ((1u64 << pivot) - 1)) & !pivots;
            let mut rest = 0u64;
            loop {
                let function = rest | 1 << pivot;
                let of = || spaces.iter();
                let least: u64 = of().map(|space| space.least_with(function, missing - 1)).sum();
                if steps.take(spaces.len() as u64 + 1) && least < self.below {
                    let spaces = of().map(|space| space.restricted(function)).collect();
                    self.rows.push(function);
                    self.go_on(spaces, missing - 1, pivot, pivots | 1 << pivot, steps);
                    self.rows.pop();
                }
                // No count is below 0.
                if steps.ended() || self.below == 0 {
                    return;
                }
                rest = rest.wrapping_sub(free) & free;
                if rest == 0 {
                    break;
                }
            }
        }
    }
}
