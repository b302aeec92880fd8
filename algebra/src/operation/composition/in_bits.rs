//! Compositions of integer layouts whose results have XOR strides.

use core::cell::Cell;

use crate::budget::{Budget, COMPOSITION};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::tile::Tile;
use crate::layout::tiler::{TilerRef, every_mode};
use crate::stride::xor::{Xor, columns};

use super::compose_tile;

/// `a o b` as a layout with XOR strides. A tiler of modes is applied by mode: each composition of a mode must be such a
/// layout, or an integer layout without carries.
///
/// # Errors
/// Those of [`Composed::to_layout`] and of [`composition`](crate::composition()).
pub(crate) fn composition_in_bits(a: &Layout, b: TilerRef<'_>) -> Result<Layout<Xor>, Error> {
    // The bits that are set at some coordinate: sums over modes are XORs if no two modes share a bit.
    let taken = Cell::new(0);
    let budget = Budget::new(Operation::Composition, COMPOSITION);
    every_mode(Operation::Composition, a, b, &|mode, tile| {
        let part = match tile {
            Some(Tile::Xor(b)) => Composed::of(mode.clone(), b.clone()).to_layout_within(&budget),
            Some(tile) => {
                compose_tile(mode, tile, &budget).and_then(|part| Layout::of_integers(&part))
            }
            None => Layout::of_integers(mode),
        };
        let part = part.map_err(|error| error.during(Operation::Composition))?;
        let bits = part.flat_modes().iter().flat_map(columns).fold(0, |bits, one| bits | one);
        let left = taken.replace(taken.get() | bits);
        if left & bits != 0 {
            return Err(Error::new(Operation::Composition, Rule::Carries { left, right: bits }));
        }
        Ok(part)
    })
}
