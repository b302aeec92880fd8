//! Tiles of any extents, with padded strides, tried one after another.

use alloc::vec::Vec;
use smallvec::SmallVec;

use super::{Certificate, InTile, Instruction, Placed};
use super::{SharedLayout, SharedMemory, Use, VECTOR, error};
use crate::bank_conflicts::bank_conflicts;
use crate::error::{Error, Rule};
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::mode::Mode;

/// The most elements of accesses, all layouts together, that are looked at.
const ELEMENTS: i64 = 1 << 22;

/// The best of the layouts with padded strides, and of `other`.
pub(super) fn found(
    tile: &IntTuple,
    element: i64,
    accesses: &[InTile],
    memory: &SharedMemory,
    other: Option<SharedLayout>,
) -> Result<SharedLayout, Error> {
    let mut best: Option<(Key, SharedLayout)> = None;
    if let Some(mut other) = other {
        let key = key(accesses, &other, element)?;
        if key.1 == 0
            && accesses
                .iter()
                .zip(&other.uses)
                .all(|(of, each)| is_widest(of, each, element, memory))
        {
            other.certificate = Certificate::LowerBound;
            return Ok(other);
        }
        best = Some((key, other));
    }
    let listed = accesses.iter().map(list);
    let listed = listed.collect::<Result<Vec<Listed<'_>>, Error>>()?;
    let elements: i64 = listed.iter().map(|of| of.coordinates.len() as i64).sum();
    let size = elements.max(tile.size()?);
    let paddings = memory.banks * memory.bank_width / element;
    let orders = orders(tile.leaves().len());
    let layouts = paddings.max(1) * orders.len() as i64;
    // A layout at least is looked at.
    let looked = (ELEMENTS / size.max(1)).clamp(1, layouts);
    let all = (0..paddings.max(1)).flat_map(|padding| orders.iter().map(move |of| (padding, of)));
    for (padding, order) in all.take(looked as usize) {
        let layout = padded(tile, order, padding)?;
        let bytes = layout.cosize()?.saturating_mul(element);
        if bytes > memory.space {
            continue;
        }
        let offsets = crate::image::offsets(&layout)?;
        let most = best.as_ref().map(|(key, _)| *key);
        let Some((instructions, uses)) = all_used(&listed, &offsets, element, memory, most)? else {
            continue;
        };
        let conflicts = uses.iter().map(|of| of.wavefronts - of.least).sum();
        let key = (instructions, conflicts, bytes);
        if best.as_ref().is_none_or(|(other, _)| key < *other) {
            let found = SharedLayout {
                layout: Placed::Integers(layout),
                uses: uses.into_iter().map(Some).collect(),
                xor_bits: 0,
                fewest_xor_bits: true,
                certificate: match looked < layouts {
                    true => Certificate::Ended { steps: looked as u64 },
                    false => Certificate::Padded { layouts: layouts as usize },
                },
            };
            best = Some((key, found));
        }
    }
    // Not all padded ones were looked at.
    if let Some((_, found)) = &mut best
        && found.certificate == Certificate::Repeated
        && looked < layouts
    {
        found.certificate = Certificate::Ended { steps: looked as u64 };
    }
    let rows = |access: &&InTile| matches!(access.instruction, Instruction::Matrices { .. });
    let access = accesses.iter().find(rows).map_or(0, |access| access.at);
    best.map(|(_, found)| found).ok_or(error(Rule::RowsApart { access }))
}

/// Instructions, conflicts, and bytes.
type Key = (i64, i64, i64);

fn key(accesses: &[InTile], of: &SharedLayout, element: i64) -> Result<Key, Error> {
    let mut key = (0, 0, of.layout.cosize()?.saturating_mul(element));
    for (access, of) in accesses.iter().zip(of.uses.iter().flatten()) {
        let (threads, values) = access.of.sizes();
        key.0 += threads.saturating_mul(values) / of.vector;
        key.1 += of.wavefronts - of.least;
    }
    Ok(key)
}

/// Whether no vectors of an access are wider, whatever the layout is.
fn is_widest(access: &InTile, of: &Option<Use>, element: i64, memory: &SharedMemory) -> bool {
    let Instruction::Vectors { bytes } = access.instruction else { return true };
    let (all, (_, values)) = (memory.banks * memory.bank_width, access.of.sizes());
    let most = (bytes.min(all) / element).max(1);
    of.is_some_and(|of| of.vector >= most.min(1 << values.trailing_zeros()))
}

/// The orders of the leaves: all of up to three, else the first one fastest, or the last.
fn orders(leaves: usize) -> Vec<Vec<usize>> {
    let forward: Vec<usize> = (0..leaves).collect();
    let backward: Vec<usize> = (0..leaves).rev().collect();
    match leaves {
        3 => {
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map(Vec::from).into()
        }
        0 | 1 => alloc::vec![forward],
        _ => alloc::vec![forward, backward],
    }
}

/// The leaves one after another in this order, the stride of the second one padded.
fn padded(tile: &IntTuple, order: &[usize], padding: i64) -> Result<Layout, Error> {
    let extents = tile.leaves();
    let mut strides = alloc::vec![0; extents.len()];
    let mut stride = 1i64;
    for (place, &leaf) in order.iter().enumerate() {
        strides[leaf] = if extents[leaf] == 1 { 0 } else { stride };
        stride = stride.checked_mul(extents[leaf]).ok_or(error(Rule::Overflow))?;
        if place == 0 {
            stride += padding;
        }
    }
    let modes = extents.iter().zip(strides).map(|(&shape, stride)| Mode { shape, stride });
    Layout::of_modes(modes, tile.profile().clone())
}

/// The coordinates of an access, value after value of thread after thread.
struct Listed<'a> {
    access: &'a InTile,
    coordinates: Vec<usize>,
    /// How many values each thread has.
    values: usize,
}

fn list(access: &InTile) -> Result<Listed<'_>, Error> {
    let of = &access.of;
    let (threads, values) = of.sizes();
    let size = threads.saturating_mul(values);
    if size > ELEMENTS {
        return Err(error(Rule::UndecidedSize { size, limit: ELEMENTS }));
    }
    if let Instruction::Matrices { .. } = access.instruction
        && (threads % 32 != 0)
    {
        return Err(error(Rule::RowsApart { access: access.at }));
    }
    let all = (0..threads).flat_map(|thread| (0..values).map(move |value| (thread, value)));
    let coordinate = |(thread, value)| {
        Ok(usize::try_from(of.at(thread + threads * value)?).unwrap_or(usize::MAX))
    };
    let coordinates = all.map(coordinate).collect::<Result<_, Error>>()?;
    Ok(Listed { access, coordinates, values: usize::try_from(values).unwrap_or(usize::MAX).max(1) })
}

/// What one access comes to where elements have these offsets.
pub(super) fn used(
    access: &InTile,
    offsets: &[i64],
    element: i64,
    memory: &SharedMemory,
) -> Result<Option<Use>, Error> {
    let listed = list(access)?;
    let placed = listed.placed(offsets, element, memory);
    placed.map(|placed| placed.used(element, memory, i64::MAX)).transpose()
}

/// The instructions of all accesses, and what each comes to; nothing where rows of matrices lie apart, and where it is more
/// than `most` instructions, or as many and more conflicts.
fn all_used(
    listed: &[Listed<'_>],
    offsets: &[i64],
    element: i64,
    memory: &SharedMemory,
    most: Option<Key>,
) -> Result<Option<(i64, Vec<Use>)>, Error> {
    let placed = listed.iter().map(|of| of.placed(offsets, element, memory));
    let Some(placed) = placed.collect::<Option<Vec<Placement>>>() else { return Ok(None) };
    let each = listed.iter().zip(&placed);
    let instructions = each.map(|(of, placed)| of.coordinates.len() as i64 / placed.vector).sum();
    let (few, conflicts, _) = most.unwrap_or((i64::MAX, i64::MAX, i64::MAX));
    if instructions > few {
        return Ok(None);
    }
    let mut left = if instructions < few { i64::MAX } else { conflicts };
    let mut uses = Vec::new();
    for of in &placed {
        let of = of.used(element, memory, left)?;
        left -= of.wavefronts - of.least;
        if left < 0 {
            return Ok(None);
        }
        uses.push(of);
    }
    Ok(Some((instructions, uses)))
}

/// Where an access begins: `threads` offsets for each of its instructions.
struct Placement {
    /// The elements of a vector, or of a row of a matrix.
    vector: i64,
    begins: Vec<i64>,
    threads: usize,
}

impl Placement {
    /// What it comes to; of conflicts, beyond so many, not all.
    fn used(&self, element: i64, memory: &SharedMemory, most: i64) -> Result<Use, Error> {
        let access = memory.access(element, self.vector)?;
        // Vectors begin at multiples of their length: so each is in one of these units, or is one, which banks have in turn.
        let unit = self.vector.max(memory.bank_width / element);
        let units = memory.banks * memory.bank_width / element / unit;
        let mut phase: SmallVec<[u64; 32]> = SmallVec::new();
        let mut conflicts = 0;
        'all: for of in self.begins.chunks(self.threads) {
            for of in of.chunks(access.threads()) {
                if units == 0 {
                    conflicts += bank_conflicts(of, &access);
                    continue;
                }
                // Those of the same banks are next to each other.
                let turned = of.iter().map(|begin| {
                    ((begin >> unit.trailing_zeros()) as u64).rotate_right(units.trailing_zeros())
                });
                phase.clear();
                phase.extend(turned);
                phase.sort_unstable();
                phase.dedup();
                let banks =
                    |turned: &u64| turned.rotate_left(units.trailing_zeros()) & (units as u64 - 1);
                let same = phase.chunk_by(|one, other| banks(one) == banks(other));
                conflicts += same.map(|same| same.len() as i64 - 1).max().unwrap_or(0);
                if conflicts > most {
                    break 'all;
                }
            }
        }
        let each = self.threads.div_ceil(access.threads());
        let least = (self.begins.len() / self.threads * each) as i64;
        Ok(Use { vector: self.vector, wavefronts: least + conflicts, least })
    }
}

impl Listed<'_> {
    /// Where it begins where elements have these offsets; nothing where rows of matrices lie apart.
    fn placed(&self, offsets: &[i64], element: i64, memory: &SharedMemory) -> Option<Placement> {
        let at = |&coordinate: &usize| offsets.get(coordinate).copied().unwrap_or(0);
        let placed: Vec<i64> = self.coordinates.iter().map(at).collect();
        match &self.access.instruction {
            Instruction::Vectors { bytes } => {
                let all = memory.banks * memory.bank_width;
                let mut vector = (bytes.min(&all) / element).max(1);
                let starts = loop {
                    if let Some(starts) = starts(&placed, self.values, vector) {
                        break starts;
                    }
                    vector /= 2;
                };
                let threads = || placed.chunks(self.values);
                let of = |value: usize| threads().map(move |values| values[value]);
                let begins = starts.into_iter().flat_map(of).collect();
                Some(Placement { vector, begins, threads: threads().len().max(1) })
            }
            Instruction::Matrices { transposed, .. } => {
                let begins = rows(&placed, self.values, element, *transposed)?;
                Some(Placement { vector: VECTOR / element, begins, threads: 8 })
            }
            Instruction::Fixed(_) => None,
        }
    }
}

/// The values that vectors begin with, if the values of each thread lie in such vectors, the same ones of every thread. Single
/// elements do.
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

/// The offsets of the rows of all matrices, eight of each, if the elements of each lie together.
fn rows(placed: &[i64], values: usize, element: i64, transposed: bool) -> Option<Vec<i64>> {
    let piece = usize::try_from(4 / element).ok().filter(|&piece| piece > 0)?;
    if transposed && element != 2 {
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
                    true => of(row / 2 + 4 * at, matrix + row % 2),
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
