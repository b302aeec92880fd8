//! Tiles and accesses that are linear in the bits of coordinates.

use alloc::vec::Vec;

use super::asked::{Asked, Banks, Problem};
use super::banks::{self, Found};
use super::exclusive_or::{added, simplest};
use super::fixed;
use super::span::{Span, Vectors};
use super::steps::Steps;
use super::vectors::{Flag, flags};
use super::{ACCESS_BITS, Certificate, Coordinates, InTile, Instruction, Placed, SharedAccess};
use super::{SharedLayout, SharedMemory, Use, VECTOR, error};
use crate::budget::Budget;
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::stride::xor::{Xor, columns};
use crate::tuple::int_tuple::IntTuple;

/// The steps of the search for vectors and banks, and those for the fewest XORed bits.
const STEPS: u64 = 1 << 21;
const XOR_STEPS: u64 = 1 << 19;

/// The exponent of a power of 2.
fn log2(n: i64) -> usize {
    n.trailing_zeros() as usize
}

/// The requirements of the accesses, if everything is linear.
pub(super) fn problem(
    tile: &IntTuple,
    element: i64,
    accesses: &[InTile],
    memory: &SharedMemory,
) -> Result<Option<Problem>, Error> {
    if tile.leaves().iter().any(|extent| !extent.unsigned_abs().is_power_of_two()) {
        return Ok(None);
    }
    let all = memory.banks * memory.bank_width;
    let banks = Banks {
        word: log2((memory.bank_width / element).max(1)),
        row: log2((all / element).max(1)),
        threads: log2(memory.banks),
    };
    let mut asked = Vec::new();
    for access in accesses {
        match of_access(access, element, all, &banks)? {
            Some(access) => asked.push(access),
            None => return Ok(None),
        }
    }
    let bits = log2(tile.size()?) as u32;
    Ok(Some(Problem { bits, banks, accesses: asked }))
}

/// The columns of the bits of threads and of values.
fn bits(of: &Coordinates) -> Result<Option<(Vectors, Vectors)>, Error> {
    let layout = match of {
        Coordinates::Bits(tv) => tv.clone(),
        Coordinates::Integers(tv) => match Layout::<Xor>::of_integers(tv) {
            Ok(tv) => tv,
            Err(_) => return Ok(None),
        },
    };
    if layout.flat_modes().iter().any(|mode| !mode.shape.unsigned_abs().is_power_of_two()) {
        return Ok(None);
    }
    let size = layout.size();
    if size > 1 << ACCESS_BITS {
        return Err(error(Rule::UndecidedSize { size, limit: 1 << ACCESS_BITS }));
    }
    let part = |at| -> Vectors {
        let mode: Option<Layout<Xor>> = layout.mode(at);
        let modes = mode.iter().flat_map(|mode| mode.flat_modes());
        modes.flat_map(columns).map(i64::unsigned_abs).collect()
    };
    Ok(Some((part(0), part(1))))
}

fn of_access(
    access: &InTile,
    element: i64,
    all: i64,
    banks: &Banks,
) -> Result<Option<Asked>, Error> {
    let Some((threads, values)) = bits(&access.of)? else { return Ok(None) };
    let bits = threads.len() + values.len();
    let (count, transposed) = match access.instruction {
        Instruction::Matrices { count, transposed, .. } => (count, transposed),
        Instruction::Vectors { bytes } => {
            let widest = log2((bytes.min(all) / element).max(1));
            let apart = Span::of(threads.iter().copied());
            let (vector, lanes) = (values, threads);
            return Ok(Some(Asked {
                at: access.at,
                vector,
                is_row: false,
                widest,
                apart,
                lanes,
                bits,
            }));
        }
        Instruction::Fixed(_) => return Ok(None),
    };
    // The elements of one thread in 4 bytes of a row.
    let piece = log2((4 / element).max(1));
    let fits = element <= 4
        && threads.len() >= 5
        && values.len() >= piece + log2(count)
        && all >= VECTOR
        && banks.row >= log2(VECTOR / element);
    if !fits {
        return Err(error(Rule::RowsApart { access: access.at }));
    }
    let (vector, lanes): (Vectors, Vectors) = match transposed {
        // Four threads share a row.
        false => {
            (values[..piece].iter().chain(&threads[..2]).copied().collect(), threads[2..5].into())
        }
        // A row is a column of threads: the elements in 2 bytes of each of eight threads.
        true => {
            let half = piece - 1;
            let row = values[..half].iter().chain(&threads[2..5]).copied().collect();
            (row, [values[half], threads[0], threads[1]].into_iter().collect())
        }
    };
    let others = threads.iter().chain(&values).copied().filter(|bit| !vector.contains(bit));
    let apart = Span::of(others);
    let widest = vector.len();
    if Span::of(vector.iter().copied()).dimension() < widest {
        return Err(error(Rule::RowsApart { access: access.at }));
    }
    Ok(Some(Asked { at: access.at, vector, is_row: true, widest, apart, lanes, bits }))
}

/// The cost of an access under the functions of a layout.
fn used(access: &Asked, layout: &[u64], banks: &Banks) -> Option<Use> {
    let (width, rows) = access.measure(layout, banks)?;
    let least = access.phases(width, banks) as i64;
    Some(Use { vector: 1 << width, wavefronts: least << rows, least })
}

/// The best choice so far.
struct Best {
    coordinates: Vec<u64>,
    apart: Vec<Span>,
    widths: Vec<usize>,
    found: Found,
}

/// The best of all linear layouts.
pub(super) fn found(
    tile: &IntTuple,
    problem: &Problem,
    budget: &Budget<'_>,
) -> Result<SharedLayout, Error> {
    let mut steps = Steps::of(budget, STEPS);
    let mut best = None;
    let all = widths(problem);
    let common = Common::new(problem);
    for same in
        all.chunk_by(|one, other| instructions(problem, one) == instructions(problem, other))
    {
        let same: Vec<&Vec<usize>> = same.iter().filter(|widths| common.fits(widths)).collect();
        // Try each choice of contiguous elements as far as a short search goes; then complete the choices that have not
        // ended.
        let undone: Vec<Undone> = steps.within(STEPS / 2, |steps| {
            let soon = |widths: &&Vec<usize>| {
                search(problem, widths, steps, Until::Soon, &Undone::ALL, &mut best)
            };
            same.iter().map(soon).collect()
        });
        for (widths, undone) in same.iter().zip(&undone).filter(|(_, undone)| !undone.is_none()) {
            if best.as_ref().is_none_or(|best| best.found.conflicts > 0) {
                search(problem, widths, &mut steps, Until::Least, undone, &mut best);
            }
        }
        if best.is_some() || steps.ended() {
            break;
        }
    }
    let ended = steps.ended();
    steps.spend(budget)?;
    if best.is_none() && ended {
        // Use single elements, or a row of a matrix, for which any layout will do.
        let narrow = |access: &Asked| if access.is_row { access.widest } else { 0 };
        let widths: Vec<usize> = problem.accesses.iter().map(narrow).collect();
        let mut steps = Steps::of(budget, STEPS);
        search(problem, &widths, &mut steps, Until::Any, &Undone::ALL, &mut best);
        steps.spend(budget)?;
    }
    let Some(best) = best else {
        let access = problem.accesses.iter().find(|access| access.is_row).map(|access| access.at);
        return Err(error(match access {
            Some(access) if !ended => Rule::RowsApart { access },
            _ => Rule::Undecided { steps: STEPS },
        }));
    };
    let flag = Flag { coordinates: &best.coordinates, apart: &best.apart };
    let phases = banks::phases(problem, &best.widths, &flag);
    let mut steps = Steps::of(budget, XOR_STEPS);
    let (functions, fewest) = simplest(problem, &flag, &phases, &best.found, &mut steps)
        .ok_or(error(Rule::Undecided { steps: STEPS }))?;
    steps.spend(budget)?;
    let uses = problem.accesses.iter().map(|access| used(access, &functions, &problem.banks));
    let uses: Vec<Option<Use>> = uses.collect();
    let widest = problem.accesses.iter().zip(&best.widths).all(|(of, &width)| of.most() == width);
    let certificate = match best.found.conflicts {
        0 if widest || !ended => Certificate::LowerBound,
        _ if ended => Certificate::Ended { steps: STEPS },
        _ => Certificate::Searched,
    };
    Ok(SharedLayout {
        layout: Placed::of_functions(tile, &functions)?,
        uses,
        xor_bits: added(&functions),
        fewest_xor_bits: fewest,
        certificate,
    })
}

/// For each subset of the accesses, the dimension of the common part of their values that none of their threads moves.
/// Contiguous elements are independent vectors of this part.
struct Common(Vec<usize>);

impl Common {
    fn new(problem: &Problem) -> Self {
        let mut spans: Vec<Option<(Span, Span)>> = alloc::vec![None];
        for access in &problem.accesses {
            let own = Span::of(access.vector.iter().copied());
            for subset in 0..spans.len() {
                spans.push(Some(match &spans[subset] {
                    None => (own.clone(), access.apart.clone()),
                    Some((common, apart)) => {
                        let mut apart = apart.clone();
                        apart.extend(access.apart.vectors().iter().copied());
                        (common.meet(&own), apart)
                    }
                }));
            }
        }
        let independent = |(common, apart): &(Span, Span)| {
            let mut all = apart.clone();
            all.extend(common.vectors().iter().copied());
            all.dimension() - apart.dimension()
        };
        Common(spans.iter().map(|of| of.as_ref().map_or(usize::MAX, independent)).collect())
    }

    /// Returns whether accesses have as much in common as vectors of these widths need.
    fn fits(&self, widths: &[usize]) -> bool {
        widths.iter().all(|&width| {
            let as_wide = widths.iter().enumerate().filter(|(_, other)| **other >= width);
            self.0[as_wide.map(|(access, _)| 1usize << access).sum::<usize>()] >= width
        })
    }
}

/// The extent of a search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Stop after a few steps for each choice of the contiguous elements.
    Soon,
    /// Find the fewest conflicts.
    Least,
    /// Stop at the first layout, since any will do.
    Any,
}

/// The steps for one choice of the contiguous elements in a search that ends [soon](Until::Soon).
const SOON: u64 = 1 << 12;

/// The choices of contiguous elements that a search has not completed: `some`, and all from `from` on.
struct Undone {
    some: Vec<u64>,
    from: u64,
}

impl Undone {
    const ALL: Self = Undone { some: Vec::new(), from: 0 };

    fn is_none(&self) -> bool {
        self.some.is_empty() && self.from == u64::MAX
    }

    fn has(&self, choice: u64) -> bool {
        choice >= self.from || self.some.binary_search(&choice).is_ok()
    }
}

/// Searches for the layouts with the fewest conflicts for vectors of these widths, and keeps a better one in `best`.
/// Returns the part of `choices` that is left.
fn search(
    problem: &Problem,
    widths: &[usize],
    steps: &mut Steps,
    until: Until,
    choices: &Undone,
    best: &mut Option<Best>,
) -> Undone {
    let quick = until == Until::Soon;
    let (mut some, mut choice) = (Vec::new(), 0);
    flags(problem, widths, steps, &mut |flag, steps| {
        choice += 1;
        if !choices.has(choice - 1) {
            return true;
        }
        let phases = banks::phases(problem, widths, flag);
        let below = best.as_ref().map_or(u64::MAX, |best| best.found.conflicts);
        let most = if quick { SOON } else { u64::MAX };
        let (found, whole) = steps.within(most, |steps| {
            let found = banks::fewest(problem, flag, &phases, (below, quick), steps);
            (found, !steps.ended() && !steps.short())
        });
        if !whole {
            some.push(choice - 1);
        }
        if let Some(found) = found {
            *best = Some(Best {
                coordinates: flag.coordinates.into(),
                apart: flag.apart.into(),
                widths: widths.into(),
                found,
            });
        }
        !steps.ended()
            && best.as_ref().is_none_or(|best| until != Until::Any && best.found.conflicts > 0)
    });
    Undone { some, from: if steps.ended() { choice } else { u64::MAX } }
}

/// The number of instructions of all accesses.
fn instructions(problem: &Problem, widths: &[usize]) -> u64 {
    let all = problem.accesses.iter().zip(widths);
    all.map(|(access, &width)| 1u64 << access.instructions(width)).sum()
}

/// The widths of the vectors of all accesses, those with the fewest instructions first.
fn widths(problem: &Problem) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = alloc::vec![Vec::new()];
    for access in &problem.accesses {
        let most = access.most();
        let each = if access.is_row { most } else { 0 }..=most;
        let next = all.iter().flat_map(|before| {
            each.clone().rev().map(move |width| {
                let mut widths = before.clone();
                widths.push(width);
                widths
            })
        });
        all = next.collect();
    }
    all.sort_by_key(|widths| instructions(problem, widths));
    all
}

/// The best of the layouts that instructions accept.
pub(super) fn fixed(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    problem: &Problem,
) -> Result<SharedLayout, Error> {
    let uses = |layout: &Placed| {
        let functions = functions(layout, problem.bits)?;
        let uses = problem.accesses.iter().map(|of| used(of, &functions, &problem.banks));
        Ok(uses.collect())
    };
    let all = |uses: &[Use]| {
        instructions(problem, &uses.iter().map(|of| log2(of.vector)).collect::<Vec<_>>())
    };
    fixed::found(tile, element, accesses, uses, all)
}

/// The functions of the bits of the offset of a layout.
fn functions(layout: &Placed, bits: u32) -> Result<Vec<u64>, Error> {
    let columns = (0..bits).map(|place| layout.offset(1 << place));
    let columns = columns.collect::<Result<Vec<i64>, Error>>()?;
    let function = |place: u32| {
        let ones = columns.iter().enumerate().filter(|(_, column)| **column >> place & 1 == 1);
        ones.map(|(bit, _)| 1u64 << bit).sum()
    };
    Ok((0..bits).map(function).collect())
}
