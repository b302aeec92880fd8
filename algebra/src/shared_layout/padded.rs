//! Tiles of any extents, with padded strides that are tried one after another.

use alloc::vec::Vec;

use super::listed::{Listed, Offsets, Placement, all_sums};
use super::{Certificate, InTile, Instruction, Placed};
use super::{SharedAccess, SharedLayout, SharedMemory, Use, error, fixed};
use crate::budget::Budget;
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::mode::Mode;
use crate::tuple::int_tuple::IntTuple;

/// The largest number of offsets that are looked at for all layouts together.
const OFFSETS: i64 = 1 << 20;

/// The best of the layouts with padded strides and of `other`.
pub(super) fn found(
    tile: &IntTuple,
    element: i64,
    accesses: &[InTile],
    memory: &SharedMemory,
    other: Option<SharedLayout>,
    budget: &Budget<'_>,
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
    let leaves = tile.leaves();
    let listed = accesses.iter().map(|access| Listed::new(access, leaves));
    let listed = listed.collect::<Result<Vec<Listed<'_>>, Error>>()?;
    let each = listed.iter().any(Listed::is_each);
    let offsets = listed.iter().map(Listed::looked_at).fold(0, i64::saturating_add);
    let offsets = if each { offsets.max(tile.size()?) } else { offsets };
    // No layout has fewer instructions.
    let instructions = listed.iter().map(|of| of.size / of.widest(element, memory)).sum();
    let paddings = memory.banks * memory.bank_width / element;
    let orders = orders(leaves.len());
    let layouts = paddings.max(1) * orders.len() as i64;
    // Look at one layout at least.
    let looked = (OFFSETS / offsets.max(1)).clamp(1, layouts);
    // Not all paddings may be looked at. Powers of 2 come first, since they keep vectors whole.
    let (first, rest): (Vec<i64>, Vec<i64>) =
        (0..paddings.max(1)).partition(|padding| padding & (padding - 1) == 0);
    let paddings = first.into_iter().chain(rest);
    let all = paddings.flat_map(|padding| orders.iter().map(move |of| (padding, of)));
    for (padding, order) in all.take(looked as usize) {
        let layout = padded(tile, order, padding)?;
        let bytes = layout.cosize()?.saturating_mul(element);
        if bytes > memory.space {
            continue;
        }
        let most = best.as_ref().map(|(key, _)| *key);
        if most.is_some_and(|most| most <= (instructions, 0, bytes)) {
            continue;
        }
        budget.spend(offsets.unsigned_abs())?;
        let modes = layout.flat_modes().iter().map(|mode| (mode.shape, mode.stride));
        let (extents, strides): (Vec<i64>, Vec<i64>) = modes.unzip();
        let steps = || extents.iter().copied().zip(strides.iter().copied());
        let all = if each { all_sums(&steps().collect::<Vec<_>>()) } else { Vec::new() };
        let placed = Offsets { strides: &strides, each: &all };
        let Some((instructions, uses)) = all_used(&listed, &placed, element, memory, most)? else {
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
    // Not all padded layouts were looked at.
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

/// The numbers of instructions, conflicts and bytes.
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

/// Returns whether no layout gives wider vectors for an access.
fn is_widest(access: &InTile, of: &Option<Use>, element: i64, memory: &SharedMemory) -> bool {
    let Instruction::Vectors { bytes } = access.instruction else { return true };
    let (all, (_, values)) = (memory.banks * memory.bank_width, access.of.sizes());
    let most = (bytes.min(all) / element).max(1);
    of.is_some_and(|of| of.vector >= most.min(1 << values.trailing_zeros()))
}

/// The orders of the leaves: all orders for up to three leaves, otherwise only column-major and row-major.
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

/// The leaves one after another in this order, with the stride of the second one padded.
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

/// The best of the layouts that instructions accept, for a tile or accesses that are not linear in bits.
pub(super) fn fixed(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    by_threads: &[InTile],
    memory: &SharedMemory,
    budget: &Budget,
) -> Result<SharedLayout, Error> {
    let uses = |layout: &Placed| {
        budget.spend(layout.size().unsigned_abs())?;
        let offsets = (0..layout.size()).map(|i| layout.offset(i));
        let offsets = offsets.collect::<Result<Vec<i64>, Error>>()?;
        by_threads.iter().map(|access| used(access, &offsets, element, memory)).collect()
    };
    let instructions = |uses: &[Use]| {
        let each = by_threads.iter().zip(uses).map(|(access, of)| {
            let (threads, values) = access.of.sizes();
            threads.saturating_mul(values) / of.vector
        });
        each.map(i64::unsigned_abs).sum()
    };
    fixed::found(tile, element, accesses, uses, instructions)
}

/// The cost of one access if elements have these offsets.
pub(super) fn used(
    access: &InTile,
    offsets: &[i64],
    element: i64,
    memory: &SharedMemory,
) -> Result<Option<Use>, Error> {
    if let Instruction::Matrices { .. } = access.instruction
        && access.of.sizes().0 % 32 != 0
    {
        return Err(error(Rule::RowsApart { access: access.at }));
    }
    let offsets = Offsets { strides: &[], each: offsets };
    let placed = Listed::each(access)?.placed(&offsets, element, memory);
    placed.map(|placed| placed.used(element, memory, i64::MAX)).transpose()
}

/// The number of instructions of all accesses, and the cost of each. The result is `None` if rows of matrices lie
/// apart, or if the total exceeds `most`: more instructions, or as many instructions and more conflicts.
fn all_used(
    listed: &[Listed<'_>],
    offsets: &Offsets<'_>,
    element: i64,
    memory: &SharedMemory,
    most: Option<Key>,
) -> Result<Option<(i64, Vec<Use>)>, Error> {
    let placed = listed.iter().map(|of| of.placed(offsets, element, memory));
    let Some(placed) = placed.collect::<Option<Vec<Placement>>>() else { return Ok(None) };
    let each = listed.iter().zip(&placed);
    let instructions = each.map(|(of, placed)| of.size / placed.vector).sum();
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
