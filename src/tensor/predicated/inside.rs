//! Which coordinates of a predicated tensor are inside: those before its end, or also those after its beginning.

use core::fmt::Debug;
use core::ops::Range;

use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::sealed::Seal;

/// Which coordinates of a [`Predicated`](crate::result::Predicated) tensor are inside: those before the end of a tensor
/// that was divided into tiles, or those of a window, which may also begin before the tensor. Sealed.
// A coordinate of several modes is one integer, the sum of a field of each mode.
pub trait Predicate: Copy + Debug {
    #[doc(hidden)]
    const SEAL: Seal;
    /// These coordinates, relative to a part that begins at an offset.
    #[doc(hidden)]
    fn from(self, offset: usize) -> Self;
    /// Returns whether no mode is past its last coordinate that is inside.
    #[doc(hidden)]
    fn holds(self, offset: usize) -> bool;
    /// Returns whether no mode is before its first coordinate that is inside.
    #[doc(hidden)]
    #[inline(always)]
    fn begun(self, _: usize) -> bool {
        true
    }
    /// Both.
    #[doc(hidden)]
    #[inline(always)]
    fn contains(self, offset: usize) -> bool {
        self.holds(offset) && self.begun(offset)
    }
    /// The offset of the first coordinate in the data. It wraps if it is below 0.
    #[doc(hidden)]
    #[inline(always)]
    fn base(self) -> usize {
        0
    }
    /// These coordinates in the part of data that a layout at an offset reaches, and the part, up to the length of the
    /// data.
    #[doc(hidden)]
    fn part<L: AnyLayout>(self, layout: L, offset: usize, length: usize) -> (Range<usize>, Self);
}
/// The range of data, up to its length, that a layout at an offset reaches.
#[inline(always)]
fn part<L: AnyLayout>(layout: L, offset: usize, length: usize) -> Range<usize> {
    let end = length.min(offset + layout.modes().reach() + 1);
    // If a part begins past the end, no element of it is inside, and its offsets would not be those of vectors of
    // swizzled data. An empty part has no elements either, and elements of other tiles may lie there.
    if offset < end && !layout.modes().is_empty() { offset..end } else { 0..0 }
}

/// The coordinates before the end of a tensor. Each mode has a field of it, wide enough for every coordinate of a tile,
/// with a guard bit above.
#[derive(Clone, Copy, Debug)]
pub struct Inside {
    /// The coordinate where the offsets of the coordinate layout begin.
    pub(super) start: usize,
    /// The guards, and in each field the last coordinate that is inside.
    pub(super) last: usize,
    pub(super) guards: usize,
}
impl Predicate for Inside {
    const SEAL: Seal = Seal;
    #[inline(always)]
    fn from(self, offset: usize) -> Self {
        Inside { start: self.start + offset, ..self }
    }
    #[inline(always)]
    fn holds(self, offset: usize) -> bool {
        // Only its own field borrows from a guard, and does so exactly if the coordinate is outside.
        (self.last - (self.start + offset)) & self.guards == self.guards
    }
    #[inline(always)]
    fn part<L: AnyLayout>(self, layout: L, offset: usize, length: usize) -> (Range<usize>, Self) {
        (part(layout, offset, length), self)
    }
}

/// The coordinates after the beginning of a tensor and before its end.
#[derive(Clone, Copy, Debug)]
pub struct Between {
    end: Inside,
    /// In each field the number that reaches the guard when it is added to the first coordinate that is inside.
    first: usize,
    base: usize,
}
impl Between {
    /// The coordinates `range` of each of `N` modes with these extents, of data that begins at the offset `base`, and the
    /// factor of the field of each mode.
    ///
    /// # Errors
    /// The number of a mode for whose field there is no room.
    #[inline(always)]
    pub(super) fn new<const N: usize>(
        extents: [usize; N],
        range: impl Fn(usize) -> Range<usize>,
        base: usize,
    ) -> Result<(Self, [usize; N]), usize> {
        let (mut last, mut first, mut guards) = (0, 0, 0);
        let (mut fields, mut width) = ([0; N], 0);
        for k in 0..N {
            // Wide enough for the end of the range, which is at most the extent.
            let guard = width + usize::BITS - extents[k].leading_zeros();
            if guard >= usize::BITS - 1 {
                return Err(k);
            }
            let range = range(k);
            fields[k] = 1 << width;
            // Before coordinate 0 the guard is not set.
            last += (1 << guard) + range.end * fields[k] - fields[k];
            first += (1 << guard) - range.start * fields[k];
            guards |= 1 << guard;
            width = guard + 1;
        }
        Ok((Between { end: Inside { start: 0, last, guards }, first, base }, fields))
    }
}
impl Predicate for Between {
    const SEAL: Seal = Seal;
    #[inline(always)]
    fn from(self, offset: usize) -> Self {
        Between { end: self.end.from(offset), ..self }
    }
    #[inline(always)]
    fn holds(self, offset: usize) -> bool {
        self.end.holds(offset)
    }
    #[inline(always)]
    fn begun(self, offset: usize) -> bool {
        // Only its own field carries into a guard, and does so exactly if the coordinate is not before the first one.
        let guards = self.end.guards;
        (self.first + (self.end.start + offset)) & guards == guards
    }
    #[inline(always)]
    fn base(self) -> usize {
        self.base
    }
    // A part that begins before the data has its beginning as the first element, and a base below 0.
    #[inline(always)]
    fn part<L: AnyLayout>(self, layout: L, offset: usize, length: usize) -> (Range<usize>, Self) {
        if offset <= isize::MAX as usize {
            return (part(layout, offset, length), Between { base: 0, ..self });
        }
        let end = offset.wrapping_add(layout.modes().reach()).wrapping_add(1);
        // Every element of a part that ends before the data is outside.
        let end = if end > isize::MAX as usize { 0 } else { end };
        (0..length.min(end), Between { base: offset, ..self })
    }
}
