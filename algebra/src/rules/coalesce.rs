//! Coalesce with partly known numbers. A constant says which modes merge; for values, their numbers decide.

use core::cell::Cell;

use super::facts::Facts;
use crate::mode::Mode;

/// Merges the modes of a layout in place, as its [`Facts`] say. Returns the number of modes that are left.
///
/// ```
/// use tilework_algebra::{Mode, rules::{Facts, coalesce}};
/// let mode = |shape, stride| Mode { shape, stride };
/// let mut modes = [mode(2, 1), mode(4, 2), mode(3, 9)];
/// // The first two are known to merge; the last has a dynamic extent.
/// let facts = Facts { shapes: 0b011, strides: 0b111, starts: 0b101, extents: 0b01, plain: false };
/// assert_eq!(coalesce(&mut modes, &facts), 2);
/// assert_eq!(modes[..2], [mode(8, 1), mode(3, 9)]);
/// ```
#[inline(always)]
pub fn coalesce(modes: &mut [Mode], facts: &Facts) -> usize {
    if facts.plain {
        return modes.len();
    }
    let places = Cell::from_mut(modes).as_slice_of_cells();
    let mut merged = InPlace { places, count: 0, starts: facts.starts };
    merge(places.iter().map(Cell::get), &mut merged);
    merged.count
}

/// Merges the modes. Each mode extends the mode before it, or has an extent of 1, unless it starts another one.
#[inline(always)]
pub(crate) fn merge<D>(modes: impl Iterator<Item = Mode<D>>, merged: &mut impl Merged<D>) {
    for mode in modes {
        match merged.starts(&mode) {
            true => merged.push(mode),
            false => merged.go_on(mode.shape),
        }
    }
}
/// Collects modes and merges them as they come.
pub(crate) trait Merged<D> {
    /// Returns whether the next mode starts another one. If there is no mode yet, an extent above 1 does.
    fn starts(&mut self, mode: &Mode<D>) -> bool;
    /// Adds a mode.
    fn push(&mut self, mode: Mode<D>);
    /// Multiplies the extent of the last mode, if there is one, by `extent`.
    fn go_on(&mut self, extent: i64);
}
/// Merges modes in the slice that holds them, as the types decide.
struct InPlace<'a> {
    places: &'a [Cell<Mode>],
    count: usize,
    starts: u128,
}
impl Merged<i64> for InPlace<'_> {
    #[inline(always)]
    fn starts(&mut self, _: &Mode) -> bool {
        let starts = self.starts & 1 == 1;
        self.starts >>= 1;
        starts
    }
    #[inline(always)]
    fn push(&mut self, mode: Mode) {
        self.places[self.count].set(mode);
        self.count += 1;
    }
    #[inline(always)]
    fn go_on(&mut self, extent: i64) {
        if self.count > 0 {
            let last = &self.places[self.count - 1];
            let Mode { shape, stride } = last.get();
            // The size of a layout fits.
            last.set(Mode { shape: shape.wrapping_mul(extent), stride });
        }
    }
}
