//! Packed elements for writing, single ones and parts.

use core::fmt;

use tilework_algebra::Error;

use super::part::lying;
use super::slice::slice;
use super::{Tensor, outside};
use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::layout::slice::{SliceBy, Sliced};
use crate::plain::plain_in;
use crate::tensor::accessor::{ContiguousMut, Packed, Small, Word, fits};

/// Checks that an integer fits the given number of bits.
#[inline(always)]
#[track_caller]
pub(crate) fn demand<T: Small, const BITS: u32>(value: T) {
    if !fits::<T, BITS>(value) {
        too_large(value, BITS)
    }
}
#[cold]
#[track_caller]
fn too_large<T: Small>(value: T, bits: u32) -> ! {
    let plural = if bits == 1 { "" } else { "s" };
    panic!("{value} does not fit an element of {bits} bit{plural}")
}

impl<T: Small, const BITS: u32, A: ContiguousMut<Item: Word>, L: AnyLayout>
    Tensor<Packed<T, BITS, A>, L>
{
    /// Writes an element. [`Tensor::at`] reads it.
    ///
    /// # Panics
    /// If the coordinate is outside of the shape, or the integer does not fit the bits of an element.
    ///
    /// ```
    /// use tilework::{Packed, Tensor, layout};
    /// let mut bytes = [0_u8; 3];
    /// let mut t = Tensor::new(Packed::<i8, 4, _>::new(&mut bytes[..]), layout!((3,2)))?;
    /// t.set((1, 1), -3);
    /// t.set((1, 1), 2 * t.at((1, 1)));
    /// assert_eq!((t.at((1, 1)), t.at((0, 1))), (-6, 0));
    /// assert_eq!(bytes, [0, 0, 0x0a]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn set<C>(&mut self, coordinate: C, value: T)
    where
        C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
    {
        demand::<T, BITS>(value);
        match self.offset_within(coordinate) {
            Some(offset) => self.accessor.put(offset, value),
            None => outside(coordinate, self.layout),
        }
    }

    /// The elements and the layout. The layout must not change.
    #[inline(always)]
    pub(crate) fn parts_mut_packed(&mut self) -> (&mut Packed<T, BITS, A>, L) {
        (&mut self.accessor, self.layout)
    }

    /// The same tensor, borrowed for writing.
    #[inline(always)]
    pub fn view_mut(&mut self) -> Tensor<Packed<T, BITS, &mut [A::Item]>, L> {
        let (layout, range) = (self.layout, lying(0, self.layout));
        // Sound: the same elements through the same layout.
        Tensor::sound(self.accessor.part_mut(range), layout)
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::try_slice`].
    #[inline(always)]
    pub fn try_slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Result<Tensor<Packed<T, BITS, &mut [A::Item]>, Sliced<L, C>>, Error>
    where
        L: SliceBy<C>,
    {
        let (layout, at) = slice(self.layout, coordinate, 0)?;
        // Sound: the part is that of a coordinate, and `part_mut` checks that it lies in the elements.
        Ok(Tensor::sound(self.accessor.part_mut(lying(at, layout)), layout))
    }

    /// [`Tensor::slice`] for writing.
    ///
    /// # Panics
    /// If [`Tensor::try_slice`] returns an error.
    ///
    /// ```
    /// use tilework::{Packed, Tensor, layout};
    /// let mut bytes = [0_u8; 6];
    /// let mut t = Tensor::new(Packed::<u8, 4, _>::new(&mut bytes[..]), layout!((3,4):row_major))?;
    /// t.slice_mut((1..3, 3)).fill(9);
    /// assert_eq!(t.to_string(), "0 0 0 0\n0 0 0 9\n0 0 0 9");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C>(
        &mut self,
        coordinate: C,
    ) -> Tensor<Packed<T, BITS, &mut [A::Item]>, Sliced<L, C>>
    where
        L: SliceBy<C>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_slice_mut(coordinate))
    }
}
