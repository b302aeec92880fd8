//! Layouts that instructions fix: what TMA writes, and what `wgmma` reads.

use alloc::vec::Vec;

use crate::atom::{SharedTile, WGMMA_SHARED};
use crate::composed::Composed;
use crate::error::Error;
use crate::int_tuple::IntTuple;
use crate::layout::Layout;
use crate::tile_to_shape::tile_to_shape;
use crate::xor::Xor;

/// An instruction that fixes the kind of a layout, of a tile of two modes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fixed {
    /// TMA, whose boxes are contiguous along this mode.
    Tma(usize),
    /// `wgmma`, an operand that is contiguous along this mode.
    Wgmma(usize),
}

impl Fixed {
    /// The layouts that the instruction takes, of a tile of this shape and elements of so many bytes.
    pub fn layouts(self, tile: &IntTuple, element: i64) -> Vec<Layout<Xor>> {
        let of_tile = |shared: &SharedTile, order| atoms(shared, tile, element, order);
        let atoms = |contiguous: usize| {
            let name = if contiguous == 1 { ".k." } else { ".mn." };
            // The widest first.
            WGMMA_SHARED.iter().rev().filter(move |shared| shared.name.contains(name))
        };
        match self {
            // In either order of the atoms.
            Fixed::Wgmma(contiguous) => atoms(contiguous)
                .flat_map(|shared| [[0, 1], [1, 0]].map(|order| of_tile(shared, order).ok()))
                .flatten()
                .collect(),
            // A box is as wide as the swizzle, and as long as the tile: boxes follow one another across.
            Fixed::Tma(contiguous) => {
                let order = if contiguous == 1 { [0, 1] } else { [1, 0] };
                let swizzled = atoms(contiguous).map(|shared| of_tile(shared, order).ok());
                let plain = tile.leaves().get(contiguous).copied().filter(|&extent| extent <= 256);
                let plain = plain.and_then(|_| {
                    let order = if contiguous == 1 { [1, 0] } else { [0, 1] };
                    let order = IntTuple::tuple(order.map(IntTuple::leaf));
                    let plain = crate::compact::make_ordered_layout(tile, &order).ok()?;
                    Layout::<Xor>::of_integers(&plain).ok()
                });
                swizzled.chain([plain]).flatten().collect()
            }
        }
    }
}

/// The atom repeated over the tile, in the order given.
fn atoms(
    shared: &SharedTile,
    tile: &IntTuple,
    element: i64,
    order: [i64; 2],
) -> Result<Layout<Xor>, Error> {
    let atom = shared.layout(8 * element)?;
    let order = IntTuple::tuple(order.map(IntTuple::leaf));
    let repeated: Composed = atom.with_inner(tile_to_shape(atom.inner(), tile, &order)?);
    repeated.to_layout()
}

/// The layouts that all of them take, those with the widest swizzles first.
pub(super) fn common(all: &[Fixed], tile: &IntTuple, element: i64) -> Vec<Layout<Xor>> {
    let Some((first, others)) = all.split_first() else { return Vec::new() };
    let mut layouts = first.layouts(tile, element);
    for other in others {
        let of_other = other.layouts(tile, element);
        layouts.retain(|layout| of_other.iter().any(|other| same(layout, other)));
    }
    layouts
}

fn same(a: &Layout<Xor>, b: &Layout<Xor>) -> bool {
    let bits = (0..63 - a.size().leading_zeros().min(62)).map(|place| 1i64 << place);
    a.size() == b.size() && bits.clone().all(|i| a.offset(i).ok() == b.offset(i).ok())
}
