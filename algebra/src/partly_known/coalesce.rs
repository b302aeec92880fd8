//! Coalesce, of numbers that are known in part: which modes merge is a constant, or asked of the numbers of values.

use core::cell::Cell;

use super::facts::Facts;
use crate::mode::Mode;

/// Merges the modes of a layout as its [`Facts`] say, in place. How many there are then.
///
/// ```
/// use tilework_algebra::{Mode, partly_known::{Facts, coalesce}};
/// let mode = |shape, stride| Mode { shape, stride };
/// let mut modes = [mode(2, 1), mode(4, 2), mode(3, 9)];
/// // The first two are known to merge, the last has an extent of run time.
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

/// The modes, each of which goes on with the last one that is there, or has an extent of 1, unless it starts another one.
#[inline(always)]
pub(crate) fn merge<D>(modes: impl Iterator<Item = Mode<D>>, merged: &mut impl Merged<D>) {
    for mode in modes {
        match merged.starts(&mode) {
            true => merged.push(mode),
            false => merged.go_on(mode.shape),
        }
    }
}
/// Modes that are merged as they come.
pub(crate) trait Merged<D> {
    /// Whether the next mode starts another one. Without one that is there an extent above 1 does.
    fn starts(&mut self, mode: &Mode<D>) -> bool;
    /// One mode more.
    fn push(&mut self, mode: Mode<D>);
    /// The last one, if there is one, so many times.
    fn go_on(&mut self, extent: i64);
}
/// Modes in the places of those that they are merged of, as the types know.
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
