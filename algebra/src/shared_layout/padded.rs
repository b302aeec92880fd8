//! Tiles of any extents, with padded strides, tried one after another.

use alloc::vec::Vec;

use super::{Certificate, InTile, Instruction, Placed};
use super::{SharedLayout, SharedMemory, Use, VECTOR, error};
use crate::bank_conflicts::{Access, bank_conflicts};
use crate::error::{Error, Rule};
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::mode::Mode;

/// The most elements of accesses, all layouts together, that are looked at.
const ELEMENTS: i64 = 1 << 22;

/// The coordinates of an access, value after value of thread after thread.
struct Listed<'a> {
    access: &'a InTile,
    /// `coordinates[thread][value]`
    coordinates: Vec<Vec<usize>>,
}

/// The best of the layouts with padded strides.
pub(super) fn found(
    tile: &IntTuple,
    element: i64,
    accesses: &[InTile],
    memory: &SharedMemory,
) -> Result<SharedLayout, Error> {
    let listed = accesses.iter().map(list);
    let listed = listed.collect::<Result<Vec<Listed<'_>>, Error>>()?;
    let elements: i64 = listed
        .iter()
        .map(|of| (of.coordinates.len() * of.coordinates.first().map_or(0, Vec::len)) as i64)
        .sum();
    let size = elements.max(tile.size()?);
    let paddings = memory.banks * memory.bank_width / element;
    let orders = orders(tile.leaves().len());
    let layouts = paddings.max(1) * orders.len() as i64;
    // A layout at least is looked at.
    let looked = (ELEMENTS / size.max(1)).clamp(1, layouts);
    let mut best: Option<((i64, i64, i64), SharedLayout)> = None;
    let all = (0..paddings.max(1)).flat_map(|padding| orders.iter().map(move |of| (padding, of)));
    for (padding, order) in all.take(looked as usize) {
        let layout = padded(tile, order, padding)?;
        let bytes = layout.cosize()?.saturating_mul(element);
        if bytes > memory.space {
            continue;
        }
        let offsets = crate::image::offsets(&layout)?;
        let uses = listed.iter().map(|of| of.used(&offsets, element, memory));
        let Some(uses) = uses.collect::<Result<Option<Vec<Use>>, Error>>()? else { continue };
        let instructions = listed.iter().zip(&uses).map(|(of, each)| {
            (of.coordinates.len() * of.coordinates.first().map_or(0, Vec::len)) as i64 / each.vector
        });
        let conflicts = uses.iter().map(|of| of.wavefronts - of.least).sum();
        let key = (instructions.sum(), conflicts, bytes);
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
    let rows = |access: &&InTile| matches!(access.instruction, Instruction::Matrices { .. });
    let access = accesses.iter().find(rows).map_or(0, |access| access.at);
    best.map(|(_, found)| found).ok_or(error(Rule::RowsApart { access }))
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
    let coordinate = |i| Ok(usize::try_from(of.at(i)?).unwrap_or(usize::MAX));
    let of_thread =
        |thread| (0..values).map(|value| coordinate(thread + threads * value)).collect();
    let coordinates = (0..threads).map(of_thread).collect::<Result<_, Error>>()?;
    Ok(Listed { access, coordinates })
}

/// What one access comes to where elements have these offsets.
pub(super) fn used(
    access: &InTile,
    offsets: &[i64],
    element: i64,
    memory: &SharedMemory,
) -> Result<Option<Use>, Error> {
    list(access)?.used(offsets, element, memory)
}

impl Listed<'_> {
    /// What it comes to where elements have these offsets; nothing where rows of matrices lie apart.
    fn used(
        &self,
        offsets: &[i64],
        element: i64,
        memory: &SharedMemory,
    ) -> Result<Option<Use>, Error> {
        let at = |coordinate: usize| offsets.get(coordinate).copied().unwrap_or(0);
        let placed: Vec<Vec<i64>> = self
            .coordinates
            .iter()
            .map(|values| values.iter().map(|&coordinate| at(coordinate)).collect())
            .collect();
        let bank =
            |vector| Access::new(element)?.banks(memory.banks, memory.bank_width)?.vector(vector);
        match &self.access.instruction {
            Instruction::Vectors { bytes } => {
                let all = memory.banks * memory.bank_width;
                let mut vector = (bytes.min(&all) / element).max(1);
                while vector > 1 && starts(&placed, vector).is_none() {
                    vector /= 2;
                }
                let starts = starts(&placed, vector).unwrap_or_default();
                let access = bank(vector)?;
                let (mut conflicts, mut least) = (0, 0);
                for value in starts {
                    let of: Vec<i64> = placed.iter().map(|values| values[value]).collect();
                    conflicts += bank_conflicts(&of, &access);
                    least += of.len().div_ceil(access.threads()) as i64;
                }
                Ok(Some(Use { vector, wavefronts: least + conflicts, least }))
            }
            Instruction::Matrices { transposed, .. } => {
                let Some(rows) = rows(&placed, element, *transposed) else { return Ok(None) };
                let vector = VECTOR / element;
                let access = bank(vector)?;
                let conflicts =
                    rows.chunks(8).map(|rows| bank_conflicts(rows, &access)).sum::<i64>();
                let least = rows.len().div_ceil(8) as i64;
                Ok(Some(Use { vector, wavefronts: least + conflicts, least }))
            }
            Instruction::Fixed(_) => Ok(None),
        }
    }
}

/// The values that vectors begin with, if the values of each thread lie in such vectors, the same ones of every thread.
fn starts(placed: &[Vec<i64>], vector: i64) -> Option<Vec<usize>> {
    let first = placed.first()?;
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.sort_by_key(|&value| first[value]);
    let whole = order.len().is_multiple_of(vector as usize);
    let together = |values: &Vec<i64>, vectors: &[usize]| {
        let begin = values[vectors[0]];
        let mut next = begin..;
        begin % vector == 0 && vectors.iter().all(|&value| next.next() == Some(values[value]))
    };
    let mut vectors = order.chunks(vector as usize);
    let all = vectors.all(|vector| placed.iter().all(|values| together(values, vector)));
    let begin = || order.chunks(vector as usize).map(|vector| vector[0]).collect();
    (whole && all).then(begin)
}

/// The offsets of the rows of all matrices, eight of each, if the elements of each lie together.
fn rows(placed: &[Vec<i64>], element: i64, transposed: bool) -> Option<Vec<i64>> {
    let piece = usize::try_from(4 / element).ok().filter(|&piece| piece > 0)?;
    if transposed && element != 2 {
        return None;
    }
    let mut rows = Vec::new();
    for warp in placed.chunks(32) {
        let values = warp.first()?.len();
        for matrix in (0..values).step_by(piece) {
            for row in 0..8 {
                let elements: Vec<i64> = match transposed {
                    false => (4 * row..4 * row + 4)
                        .flat_map(|thread| warp[thread].get(matrix..matrix + piece))
                        .flatten()
                        .copied()
                        .collect(),
                    true => (0..8)
                        .filter_map(|column| warp[row / 2 + 4 * column].get(matrix + row % 2))
                        .copied()
                        .collect(),
                };
                let vector = VECTOR / element;
                let begin = *elements.first()?;
                let together = (begin..).zip(&elements).all(|(at, &of)| at == of);
                if elements.len() as i64 != vector || begin % vector != 0 || !together {
                    return None;
                }
                rows.push(begin);
            }
        }
    }
    Some(rows)
}
