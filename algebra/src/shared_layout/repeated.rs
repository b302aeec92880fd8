//! Tiles of any extents that repeat a layout of a part whose extents are powers of 2; that layout is linear in the
//! bits.

use alloc::vec::Vec;

use super::{Certificate, Coordinates, InTile, Instruction, Placed, SharedLayout, SharedMemory};
use super::{Use, linear};
use crate::budget::Budget;
use crate::error::{Error, Operation};
use crate::layout::{Layout, Modes};
use crate::mode::Mode;
use crate::stride::xor::{Xor, mapped};
use crate::tuple::int_tuple::IntTuple;

/// An extent, `2^bits odd`, with this stride of integral coordinates.
struct Leaf {
    bits: u32,
    odd: i64,
    stride: i64,
}

/// The best of the layouts that repeat a layout of such a part; `None` if an access does not repeat an access of the
/// part, or there is no such layout.
pub(super) fn found(
    tile: &IntTuple,
    element: i64,
    accesses: &[InTile],
    memory: &SharedMemory,
    budget: &Budget<'_>,
) -> Result<Option<SharedLayout>, Error> {
    let mut stride = 1;
    let leaves: Vec<Leaf> = tile
        .leaves()
        .iter()
        .map(|&extent| {
            let bits = extent.trailing_zeros();
            let leaf = Leaf { bits, odd: extent >> bits, stride };
            stride *= extent;
            leaf
        })
        .collect();
    let extents = leaves.iter().map(|leaf| 1 << leaf.bits).collect();
    let part = IntTuple::of_parts(extents, tile.profile().clone());
    let lanes = memory.banks.trailing_zeros();
    let Some(parts) =
        accesses.iter().map(|access| of_part(access, &leaves, lanes)).collect::<Option<Vec<_>>>()
    else {
        return Ok(None);
    };
    let (parts, times): (Vec<InTile>, Vec<i64>) = parts.into_iter().unzip();
    let Some(problem) = linear::problem(&part, element, &parts, memory)? else { return Ok(None) };
    // If there is none, there may be a padded layout.
    let Ok(of_part) = linear::found(&part, &problem, budget) else { return Ok(None) };
    let layout = whole(tile, &leaves, &of_part.layout, problem.bits)?;
    if layout.cosize()?.saturating_mul(element) > memory.space {
        return Ok(None);
    }
    let uses = of_part.uses.iter().zip(&times).map(|(of, times)| {
        let of = of.as_ref()?;
        let (wavefronts, least) = (of.wavefronts * times, of.least * times);
        Some(Use { vector: of.vector, wavefronts, least })
    });
    let certificate = match of_part.certificate {
        ended @ Certificate::Ended { .. } => ended,
        _ => Certificate::Repeated,
    };
    Ok(Some(SharedLayout { layout, uses: uses.collect(), certificate, ..of_part }))
}

/// The access to one part, and the number of its repeats.
fn of_part(access: &InTile, leaves: &[Leaf], lanes: u32) -> Option<(InTile, i64)> {
    let Coordinates::Integers(tv) = &access.of else { return None };
    // Threads of one phase must be in one part.
    let together = match access.instruction {
        Instruction::Vectors { .. } => [lanes, 0],
        Instruction::Matrices { count, .. } => [lanes.max(5), 1 + count.trailing_zeros()],
        Instruction::Fixed(_) => return None,
    };
    let mut times = 1i64;
    let mut repeated = alloc::vec![false; leaves.len()];
    let mut parts = Vec::new();
    for (at, least) in together.into_iter().enumerate() {
        let mut modes = Modes::new();
        for mode in tv.mode(at)?.flat_modes() {
            let bits = mode.shape.trailing_zeros();
            for place in 0..bits {
                modes.push(Mode { shape: 2, stride: in_part(mode.stride << place, leaves)? });
            }
            let (odd, stride) = (mode.shape >> bits, mode.stride << bits);
            if odd == 1 {
                continue;
            }
            if (modes.len() as u32) < least {
                return None;
            }
            times = times.checked_mul(odd)?;
            if stride != 0 {
                let of = |leaf: &Leaf| leaf.stride << leaf.bits == stride && leaf.odd == odd;
                let leaf = leaves.iter().position(of)?;
                if core::mem::replace(&mut repeated[leaf], true) {
                    return None;
                }
            }
        }
        parts.push(Layout::of_flat_checked(modes).ok()?);
    }
    let of = Coordinates::Integers(Layout::concatenate(parts).ok()?);
    Some((InTile { at: access.at, of, instruction: access.instruction }, times))
}

/// The stride in a part of a bit that has this stride in the tile, if it is a bit of the part.
fn in_part(stride: i64, leaves: &[Leaf]) -> Option<i64> {
    if stride == 0 {
        return Some(0);
    }
    let mut before = 0;
    for leaf in leaves {
        let times = stride / leaf.stride;
        let place = times.trailing_zeros();
        if stride % leaf.stride == 0 && times == 1 << place && place < leaf.bits {
            return Some(1 << (before + place));
        }
        before += leaf.bits;
    }
    None
}

/// The layout of the tile whose first part has the layout `part`, of `bits` bits; the other parts follow.
fn whole(tile: &IntTuple, leaves: &[Leaf], part: &Placed, bits: u32) -> Result<Placed, Error> {
    // Coordinates in which each extent takes whole bits, with the offsets of these bits.
    let (mut modes, mut offsets) = (Vec::new(), Vec::new());
    let (mut before, mut next) = (0, 1i64 << bits);
    for leaf in leaves {
        modes.push(Mode { shape: leaf.odd << leaf.bits, stride: 1i64 << offsets.len() });
        for place in before..before + leaf.bits {
            offsets.push(part.offset(1 << place)?);
        }
        before += leaf.bits;
        for _ in 0..64 - (leaf.odd - 1).leading_zeros() {
            offsets.push(next);
            next <<= 1;
        }
    }
    let coordinates =
        Layout::<Xor>::of_integers(&Layout::of_modes(modes, tile.profile().clone())?)?;
    let offset = |i: i64| {
        let ones = offsets.iter().enumerate().filter(|(place, _)| i >> place & 1 == 1);
        Some(ones.fold(0, |offset, (_, bits)| offset ^ bits))
    };
    mapped(Operation::SharedLayout, &coordinates, offset).map(Placed::from)
}
