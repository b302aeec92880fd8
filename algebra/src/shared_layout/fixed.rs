//! Layouts that instructions fix: those that TMA writes and `wgmma` reads.

use alloc::vec::Vec;

use super::{Certificate, Placed, SharedAccess, SharedLayout, Use, error};
use crate::atom::{SharedTile, WGMMA_SHARED};
use crate::error::{Error, Rule};
use crate::layout::Layout;
use crate::layout::composed::{Composed, Outer};
use crate::layout::swizzle::Swizzle;
use crate::operation::tile_to_shape::tile_to_shape;
use crate::tuple::int_tuple::IntTuple;

/// An instruction that fixes the kind of layout of a tile of two modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// TMA with boxes that are contiguous along this mode.
    Tma(usize),
    /// An operand of `wgmma` that is contiguous along this mode.
    Wgmma(usize),
}

/// A layout that instructions accept, and the number of bits that it XORs.
pub(super) struct Taken {
    pub layout: Placed,
    xor_bits: u32,
}

/// The largest number of elements of a TMA box in either mode.
const BOX: i64 = 256;

impl Fixed {
    /// The layouts that the instruction accepts, for a tile of this shape and elements of `element` bytes. Those with
    /// the widest swizzles come first.
    fn layouts(self, tile: &IntTuple, element: i64) -> Vec<Taken> {
        match self {
            // The atoms may be in either order.
            Fixed::Wgmma(contiguous) => {
                let name = if contiguous == 1 { ".k." } else { ".mn." };
                let atoms = WGMMA_SHARED.iter().rev().filter(|shared| shared.name.contains(name));
                atoms
                    .flat_map(|shared| [[0, 1], [1, 0]].map(|order| (shared, order)))
                    .filter_map(|(shared, order)| atoms_of(shared, tile, element, order).ok())
                    .collect()
            }
            Fixed::Tma(contiguous) => {
                let size = |mode: usize| tile.mode(mode).and_then(|mode| mode.size().ok());
                let (Some(along), Some(across)) = (size(contiguous), size(1 - contiguous)) else {
                    return Vec::new();
                };
                let swizzled = (1..=3).rev().map(|bits| (bits, (16i64 << bits) / element));
                let plain = (1..=BOX.min(along)).rev().map(|width| (0, width));
                swizzled
                    .chain(plain)
                    .filter(|&(bits, width)| boxes_fit([across, along], width, element, bits))
                    .filter_map(|(bits, width)| {
                        boxes(tile, contiguous, [across, width], element, bits).ok()
                    })
                    .collect()
            }
        }
    }
}

/// The atom repeated over the tile, in the given order.
fn atoms_of(
    shared: &SharedTile,
    tile: &IntTuple,
    element: i64,
    order: [i64; 2],
) -> Result<Taken, Error> {
    let atom = shared.layout(8 * element)?;
    let order = IntTuple::tuple(order.map(IntTuple::leaf));
    Ok(taken(atom.with_inner(tile_to_shape(atom.inner(), tile, &order)?), element))
}

/// Returns whether a tile consists of boxes of `width` elements, with a swizzle of `bits` bits. Boxes consist of whole
/// units of 16 bytes and begin at multiples of the period of the swizzle and of 128 bytes.
fn boxes_fit([across, along]: [i64; 2], width: i64, element: i64, bits: i64) -> bool {
    let begins = |rows: i64| rows * width * element % (128 << bits) == 0;
    let mut rows = (1..=BOX.min(across)).filter(|rows| across % rows == 0);
    along % width == 0
        && width * element % 16 == 0
        && (width == along && across <= BOX || rows.any(begins))
}

/// Boxes as long as the tile, or several boxes along it, one after another.
fn boxes(
    tile: &IntTuple,
    contiguous: usize,
    [across, width]: [i64; 2],
    element: i64,
    bits: i64,
) -> Result<Taken, Error> {
    let (mut extents, mut strides) = ([across; 2], [width; 2]);
    (extents[contiguous], strides[contiguous]) = (width, 1);
    let tuple = |of: [i64; 2]| IntTuple::tuple(of.map(IntTuple::leaf));
    let all = tile_to_shape(&Layout::new(&tuple(extents), &tuple(strides))?, tile, &tuple([0, 1]))?;
    Ok(taken(Composed::of(Swizzle::new(bits, 7, 3)?.recast(1, 8 * element)?, all), element))
}

/// The layout with integer or XOR strides, if it has such strides.
fn taken(layout: Composed, element: i64) -> Taken {
    let bits = match layout.outer() {
        Outer::Swizzle(swizzle) => swizzle.bits(),
        _ => 0,
    };
    // Count the bits of 128 bytes and above, as far as the tile reaches.
    let bytes = layout.inner().size().saturating_mul(element);
    let xor_bits = (0..bits).filter(|bit| 128 << bit < bytes).count() as u32;
    let layout = match layout.to_layout() {
        Ok(layout) => Placed::from(layout),
        Err(_) if xor_bits == 0 => Placed::Integers(layout.inner().clone()),
        Err(_) => Placed::Composed(layout),
    };
    Taken { layout, xor_bits }
}

/// The layouts that all instructions accept; those with the widest swizzles come first.
fn common(all: &[Fixed], tile: &IntTuple, element: i64) -> Vec<Taken> {
    let Some((first, others)) = all.split_first() else { return Vec::new() };
    let mut layouts = first.layouts(tile, element);
    for other in others {
        let of_other = other.layouts(tile, element);
        layouts.retain(|one| of_other.iter().any(|other| same(&one.layout, &other.layout)));
    }
    layouts
}

fn same(a: &Placed, b: &Placed) -> bool {
    a == b || a.size() == b.size() && (0..a.size()).all(|i| a.offset(i) == b.offset(i))
}

/// The best of the layouts that instructions accept, by the cost of the other accesses; `None` if rows of matrices lie
/// apart.
pub(super) fn found(
    tile: &IntTuple,
    element: i64,
    accesses: &[SharedAccess],
    uses: impl Fn(&Placed) -> Result<Option<Vec<Use>>, Error>,
    instructions: impl Fn(&[Use]) -> u64,
) -> Result<SharedLayout, Error> {
    let fixed: Vec<Fixed> = accesses.iter().filter_map(SharedAccess::as_fixed).collect();
    let layouts = common(&fixed, tile, element);
    let mut best: Option<((u64, u64), Vec<Use>, &Taken)> = None;
    for taken in &layouts {
        let Some(uses) = uses(&taken.layout)? else { continue };
        let conflicts = uses.iter().map(|of| (of.wavefronts - of.least) as u64).sum();
        let key = (instructions(&uses), conflicts);
        if best.as_ref().is_none_or(|(other, ..)| key < *other) {
            best = Some((key, uses, taken));
        }
    }
    let Some((_, uses, taken)) = best else {
        return Err(error(Rule::FixedLayout { common: layouts.len() }));
    };
    let mut uses = uses.into_iter();
    let each = |access: &SharedAccess| match access.as_fixed() {
        Some(_) => None,
        None => uses.next(),
    };
    Ok(SharedLayout {
        xor_bits: taken.xor_bits,
        layout: taken.layout.clone(),
        uses: accesses.iter().map(each).collect(),
        fewest_xor_bits: true,
        certificate: Certificate::Fixed { layouts: layouts.len() },
    })
}
