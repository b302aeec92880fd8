//! Accesses as lists of elements, or as sums of steps of threads and values, and their costs for given offsets.

use alloc::vec::Vec;
use smallvec::SmallVec;

use super::{Coordinates, InTile, Instruction, SharedMemory, Use, VECTOR, error};
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::search::bank_conflicts::{Access, bank_conflicts};

/// The largest number of elements of an access that is listed.
const ELEMENTS: i64 = 1 << 22;

/// The coordinates of an access.
pub(super) struct Listed<'a> {
    access: &'a InTile,
    /// The number of elements of all threads.
    pub(super) size: i64,
    of: Of,
}

enum Of {
    /// All values of each thread, thread after thread, with `values` values each.
    Each { coordinates: Vec<usize>, values: usize },
    /// No sum carries from one leaf of the tile to another, so if the layout has integer strides, offsets are sums too.
    Sums { threads: Vec<Step>, values: Vec<Step> },
}

/// An extent, and the steps along the leaves of the tile.
struct Step {
    extent: i64,
    along: SmallVec<[i64; 4]>,
}

/// The offsets of the elements of a tile.
pub(super) struct Offsets<'a> {
    /// The strides of the leaves, if they are integers.
    pub(super) strides: &'a [i64],
    /// The offsets by integral coordinate, if an access needs them.
    pub(super) each: &'a [i64],
}

impl Listed<'_> {
    pub(super) fn new<'a>(access: &'a InTile, leaves: &[i64]) -> Result<Listed<'a>, Error> {
        let (threads, values) = access.of.sizes();
        let size = threads.saturating_mul(values);
        if let Instruction::Matrices { .. } = access.instruction
            && threads % 32 != 0
        {
            return Err(error(Rule::RowsApart { access: access.at }));
        }
        if size > ELEMENTS {
            return Err(error(Rule::UndecidedSize { size, limit: ELEMENTS }));
        }
        if let (Coordinates::Integers(tv), Instruction::Vectors { .. }) =
            (&access.of, access.instruction)
            && let Some([threads, values]) = sums(tv, leaves)
        {
            return Ok(Listed { access, size, of: Of::Sums { threads, values } });
        }
        Listed::each(access)
    }

    /// Lists the access element by element.
    pub(super) fn each(access: &InTile) -> Result<Listed<'_>, Error> {
        let of = &access.of;
        let (threads, values) = of.sizes();
        let size = threads.saturating_mul(values);
        if size > ELEMENTS {
            return Err(error(Rule::UndecidedSize { size, limit: ELEMENTS }));
        }
        // There are at most 2^22 elements. List sums of steps, with all threads of one value after another, or else
        // each element by itself.
        let by_value = match of {
            Coordinates::Integers(tv) => {
                let modes = tv.flat_modes().iter().map(|mode| (mode.shape, mode.stride));
                all_sums(&modes.collect::<Vec<_>>())
            }
            Coordinates::Bits(_) => (0..size).map(|i| of.at(i)).collect::<Result<_, Error>>()?,
        };
        let mut coordinates = Vec::with_capacity(by_value.len());
        for thread in 0..threads as usize {
            let mut at = thread;
            while at < by_value.len() {
                coordinates.push(usize::try_from(by_value[at]).unwrap_or(usize::MAX));
                at += threads as usize;
            }
        }
        let values = usize::try_from(values).unwrap_or(usize::MAX).max(1);
        Ok(Listed { access, size, of: Of::Each { coordinates, values } })
    }

    /// Returns whether the access needs the offset of each element.
    pub(super) fn is_each(&self) -> bool {
        matches!(self.of, Of::Each { .. })
    }

    /// The number of offsets that are looked at for one layout.
    pub(super) fn looked_at(&self) -> i64 {
        let (threads, values) = self.access.of.sizes();
        if self.is_each() { self.size } else { threads + values }
    }

    /// The number of elements of the widest possible vectors.
    pub(super) fn widest(&self, element: i64, memory: &SharedMemory) -> i64 {
        let Instruction::Vectors { bytes } = self.access.instruction else {
            return VECTOR / element;
        };
        let (_, values) = self.access.of.sizes();
        most(bytes, element, memory).min(1 << values.trailing_zeros().min(62))
    }

    /// The offsets at which the access begins; `None` if rows of matrices lie apart.
    pub(super) fn placed(
        &self,
        offsets: &Offsets<'_>,
        element: i64,
        memory: &SharedMemory,
    ) -> Option<Placement> {
        match (&self.of, &self.access.instruction) {
            (_, Instruction::Fixed(_)) => None,
            (Of::Each { coordinates, values }, instruction) => {
                let mut placed = Vec::with_capacity(coordinates.len());
                for &coordinate in coordinates {
                    placed.push(offsets.each.get(coordinate).copied().unwrap_or(0));
                }
                match instruction {
                    Instruction::Vectors { bytes } => {
                        let mut vector = most(*bytes, element, memory);
                        let starts = loop {
                            if let Some(starts) = starts(&placed, *values, vector) {
                                break starts;
                            }
                            vector /= 2;
                        };
                        let mut begins = Vec::with_capacity(placed.len() / vector as usize);
                        for start in starts {
                            let mut at = start;
                            while at < placed.len() {
                                begins.push(placed[at]);
                                at += values;
                            }
                        }
                        let threads = placed.len().div_ceil(*values).max(1);
                        Some(Placement { vector, begins, threads, times: SmallVec::new() })
                    }
                    Instruction::Matrices { transposed, .. } => {
                        let begins = rows(&placed, *values, element, *transposed)?;
                        let vector = VECTOR / element;
                        Some(Placement { vector, begins, threads: 8, times: SmallVec::new() })
                    }
                    Instruction::Fixed(_) => None,
                }
            }
            (Of::Sums { threads, values }, Instruction::Vectors { bytes }) => {
                let most = most(*bytes, element, memory);
                let [threads, values] = [threads, values].map(|of| strides(of, offsets.strides));
                Some(of_sums(&threads, &values, most, (memory.bank_width / element).max(1)))
            }
            (Of::Sums { .. }, _) => None,
        }
    }
}

/// The largest number of elements of a vector of at most `bytes` bytes.
fn most(bytes: i64, element: i64, memory: &SharedMemory) -> i64 {
    (bytes.min(memory.banks * memory.bank_width) / element).max(1)
}

/// The steps of threads and values along the leaves of the tile, if no sum of them carries.
fn sums(tv: &Layout, leaves: &[i64]) -> Option<[Vec<Step>; 2]> {
    let mut reach: SmallVec<[i64; 4]> = leaves.iter().map(|_| 0).collect();
    let mut of = |part: usize| {
        let mut steps = Vec::new();
        for mode in tv.mode(part)?.flat_modes() {
            let (mut extent, mut stride) = (mode.shape, mode.stride);
            while extent > 1 {
                let along = along(stride, leaves)?;
                let mut leaf = along.iter().zip(leaves).filter(|(step, _)| **step != 0);
                let turns = match (leaf.next(), leaf.next()) {
                    // Use the part within one leaf, if the next leaf continues.
                    (Some((step, size)), None) if size % step == 0 => size / step,
                    _ => extent,
                };
                let part = if extent > turns && extent % turns == 0 { turns } else { extent };
                for (reach, step) in reach.iter_mut().zip(&along) {
                    *reach = reach.checked_add(step.checked_mul(part - 1)?)?;
                }
                steps.push(Step { extent: part, along });
                extent /= part;
                stride = stride.checked_mul(part)?;
            }
        }
        Some(steps)
    };
    let both = [of(0)?, of(1)?];
    reach.iter().zip(leaves).all(|(reach, extent)| reach < extent).then_some(both)
}

/// An integral coordinate as coordinates of the leaves of the tile.
fn along(mut coordinate: i64, leaves: &[i64]) -> Option<SmallVec<[i64; 4]>> {
    if coordinate < 0 {
        return None;
    }
    let each = leaves.iter().map(|extent| {
        let at = coordinate % extent;
        coordinate /= extent;
        at
    });
    let each = each.collect();
    (coordinate == 0).then_some(each)
}

/// The extents of steps, and the amount by which each moves an offset.
fn strides(steps: &[Step], leaves: &[i64]) -> SmallVec<[(i64, i64); 8]> {
    let stride = |step: &Step| step.along.iter().zip(leaves).map(|(by, stride)| by * stride).sum();
    steps.iter().map(|step| (step.extent, stride(step))).collect()
}

/// All sums of these steps; the first step is fastest.
pub(super) fn all_sums(steps: &[(i64, i64)]) -> Vec<i64> {
    let mut all = Vec::with_capacity(steps.iter().map(|step| step.0 as usize).product());
    all.push(0);
    for &(extent, stride) in steps {
        let before = all.len();
        let mut by = 0;
        for _ in 1..extent {
            by += stride;
            for at in 0..before {
                all.push(all[at] + by);
            }
        }
    }
    all
}

/// The offsets at which the vectors of all threads begin, modulo whole words, which do not change how threads conflict.
fn of_sums(threads: &[(i64, i64)], values: &[(i64, i64)], most: i64, word: i64) -> Placement {
    let of_thread = all_sums(values);
    let aligned = threads.iter().fold(0, |all, step| all | step.1);
    let mut vector = most;
    let run = run(values);
    let starts: Vec<i64> = loop {
        // Vectors begin at multiples of their length.
        if vector == 1 || aligned % vector == 0 {
            match run {
                Some((run, others)) if run % vector == 0 && others % vector == 0 => {
                    break of_thread.iter().copied().filter(|of| of % vector == 0).collect();
                }
                None => {
                    if let Some(starts) = starts(&of_thread, of_thread.len(), vector) {
                        break starts.into_iter().map(|value| of_thread[value]).collect();
                    }
                }
                // Single elements may be anywhere: 1 divides every number.
                Some(_) => {}
            }
        }
        vector /= 2;
    };
    let begins = all_sums(threads);
    let mut times: SmallVec<[(i64, i64); 4]> = SmallVec::new();
    for start in starts {
        let within = start.rem_euclid(word.max(vector));
        match times.iter_mut().find(|of| of.0 == within) {
            Some(of) => of.1 += 1,
            None => times.push((within, 1)),
        }
    }
    Placement { vector, threads: begins.len(), begins, times }
}

/// The number of values that are contiguous, and the strides of the other values combined by OR, if each value step
/// goes past those before.
fn run(values: &[(i64, i64)]) -> Option<(i64, i64)> {
    let mut by_stride: SmallVec<[(i64, i64); 8]> = values.into();
    by_stride.sort_unstable_by_key(|step| step.1);
    let (mut run, mut others, mut end) = (1, 0, 1);
    for (extent, stride) in by_stride {
        if stride < end {
            return None;
        }
        if stride == run && others == 0 {
            run *= extent;
        } else {
            others |= stride;
        }
        end = stride * extent;
    }
    Some((run, others))
}

/// The offsets at which an access begins: `threads` offsets for each of its instructions.
pub(super) struct Placement {
    /// The number of elements of a vector, or of a row of a matrix.
    pub(super) vector: i64,
    begins: Vec<i64>,
    threads: usize,
    /// The amounts by which all offsets move, and how often. If empty, they are used once, unmoved.
    times: SmallVec<[(i64, i64); 4]>,
}

impl Placement {
    /// The cost of the access. Conflicts are counted only up to a limit.
    pub(super) fn used(
        &self,
        element: i64,
        memory: &SharedMemory,
        most: i64,
    ) -> Result<Use, Error> {
        let access = memory.access(element, self.vector)?;
        let once: &[(i64, i64)] = &[(0, 1)];
        let times = if self.times.is_empty() { once } else { &self.times };
        let mut banks = Banks::new(self.vector, element, memory);
        let mut conflicts = 0;
        'all: for &(by, times) in times {
            for of in self.begins.chunks(self.threads) {
                for of in of.chunks(access.threads()) {
                    conflicts += times * banks.conflicts(of, by, &access);
                    if conflicts > most {
                        break 'all;
                    }
                }
            }
        }
        let each = self.threads.div_ceil(access.threads());
        let all: i64 = times.iter().map(|of| of.1).sum();
        let least = (self.begins.len() / self.threads * each) as i64 * all;
        Ok(Use { vector: self.vector, wavefronts: least + conflicts, least })
    }
}

/// The words that are asked of the banks in a phase.
struct Banks {
    /// The size of a unit. Vectors begin at multiples of their length, so each vector is one unit or lies in one. Banks
    /// have units in turn.
    unit: u32,
    /// The number of banks, or of groups of banks, less 1; `None` if one vector goes to all banks more than once.
    mask: Option<u64>,
    /// For each bank, the position in `asked` of the unit asked for last in this phase.
    last: SmallVec<[u16; 32]>,
    /// The units of a phase, each with the position of the previous unit of the same bank and the number of units of
    /// that bank so far.
    asked: SmallVec<[(u64, u16, u16); 33]>,
}

impl Banks {
    fn new(vector: i64, element: i64, memory: &SharedMemory) -> Self {
        let unit = vector.max(memory.bank_width / element);
        let units = memory.banks * memory.bank_width / element / unit;
        let last = (0..units).map(|_| 0).collect();
        let mask = (units > 0).then(|| units as u64 - 1);
        Banks { unit: unit.trailing_zeros(), mask, last, asked: SmallVec::new() }
    }

    /// The number of deliveries of the busiest bank beyond one, for these offsets, all moved by `by`.
    fn conflicts(&mut self, of: &[i64], by: i64, access: &Access) -> i64 {
        let Some(mask) = self.mask else {
            let moved: Vec<i64> = of.iter().map(|begin| begin + by).collect();
            return bank_conflicts(&moved, access);
        };
        // Position 0 means no unit.
        self.asked.clear();
        self.asked.push((0, 0, 0));
        let mut most = 1;
        for begin in of {
            let unit = ((begin + by) >> self.unit) as u64;
            let bank = (unit & mask) as usize;
            let before = self.last[bank];
            let mut at = before;
            while at != 0 && self.asked[at as usize].0 != unit {
                at = self.asked[at as usize].1;
            }
            if at == 0 {
                let count = self.asked[before as usize].2 + 1;
                most = most.max(count);
                self.last[bank] = self.asked.len() as u16;
                self.asked.push((unit, before, count));
            }
        }
        for &(unit, ..) in &self.asked[1..] {
            self.last[(unit & mask) as usize] = 0;
        }
        i64::from(most) - 1
    }
}

/// The values with which vectors begin, if the values of every thread lie in such vectors and these are the same for
/// all threads. Single elements always do.
fn starts(placed: &[i64], values: usize, vector: i64) -> Option<Vec<usize>> {
    let first = placed.get(..values)?;
    let mut order: Vec<usize> = (0..values).collect();
    order.sort_by_key(|&value| first[value]);
    let together = |values: &[i64], vectors: &[usize]| {
        let begin = values[vectors[0]];
        let mut next = begin..;
        begin % vector == 0 && vectors.iter().all(|&value| next.next() == Some(values[value]))
    };
    let whole = order.len().is_multiple_of(vector as usize);
    let mut vectors = order.chunks(vector as usize);
    let mut all =
        || vectors.all(|vector| placed.chunks(values).all(|values| together(values, vector)));
    let begin = || order.chunks(vector as usize).map(|vector| vector[0]).collect();
    (vector == 1 || whole && all()).then(begin)
}

/// The offsets of the rows of all matrices, eight rows each, if the elements of each row are contiguous.
fn rows(placed: &[i64], values: usize, element: i64, transposed: bool) -> Option<Vec<i64>> {
    let piece = usize::try_from(4 / element).ok().filter(|&piece| piece > 0)?;
    // The elements in 2 bytes, which stay together when rows and columns are exchanged.
    let half = piece / 2;
    if transposed && half == 0 {
        return None;
    }
    let vector = VECTOR / element;
    let mut rows = Vec::new();
    for warp in placed.chunks(32 * values) {
        let of = |thread: usize, value: usize| warp.get(values * thread + value).copied();
        for matrix in (0..values).step_by(piece) {
            for row in 0..8 {
                let element = |at: usize| match transposed {
                    false => of(4 * row + at / piece, matrix + at % piece),
                    true => of(row / 2 + 4 * (at / half), matrix + row % 2 * half + at % half),
                };
                let begin = element(0)?;
                let mut together = (0..vector).map(|at| element(at as usize) == Some(begin + at));
                if begin % vector != 0 || !together.all(|is| is) {
                    return None;
                }
                rows.push(begin);
            }
        }
    }
    Some(rows)
}
