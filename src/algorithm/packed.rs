//! Writes of packed elements.

use tilework_algebra::{Error, Operation, Rule};

use super::plan::{Axis, Leaves, MOST, Plan};
use super::strided::outer;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::rank::SameRank;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::plain::plain_of_two;
use crate::tensor::accessor::{
    Accessor, ContiguousMut, Counting, Mapped, Packed, ROW, Reader, Small, Word, fits,
};
use crate::tensor::{Tensor, demand};

/// Writes the value that is read at each coordinate, in the order of the written offsets. Returns whether all values
/// fit.
#[inline(never)]
fn written<T: Small, const BITS: u32, A: ContiguousMut<Item: Word>, R: Reader<Item = T>>(
    (from, to): &(Leaves<MOST>, Leaves<MOST>),
    size: usize,
    read: R,
    packed: &mut Packed<T, BITS, A>,
) -> bool {
    let mut fit = true;
    let Some(plan) = Plan::new(from, to) else {
        for i in 0..size {
            let value = read.value(from.offset(i));
            fit &= fits::<T, BITS>(value);
            packed.put(to.offset(i), value);
        }
        return fit;
    };
    let Axis { extent, from: step, to: stride } = plan.axis(0);
    outer(&plan, 1, [], |far, away| {
        if stride != 1 {
            return read.each_of_row(far, step, extent, &mut |i, value| {
                fit &= fits::<T, BITS>(value);
                packed.put(away + i * stride, value);
            });
        }
        let mut begin = 0;
        while begin < extent {
            // Up to the next beginning of a word, for any word length.
            let count = (ROW - packed.number(away + begin) % ROW).min(extent - begin);
            let mut values = [T::of(0, BITS); ROW];
            let at = far + begin * step;
            let values = &mut values[..count];
            if step == 1 {
                read.each_of_row(at, 1, count, &mut |i, value| values[i] = value);
            } else {
                read.each_of_row(at, step, count, &mut |i, value| values[i] = value);
            }
            fit &= values.iter().fold(true, |fit, value| fit & fits::<T, BITS>(*value));
            packed.put_each(away + begin, values);
            begin += count;
        }
    });
    fit
}

impl<T: Small, const BITS: u32, A: ContiguousMut<Item: Word>, L: AnyLayout>
    Tensor<Packed<T, BITS, A>, L>
{
    /// Writes the elements of a tensor whose top-level modes have the same extents, in the order that suits memory, as
    /// [`copy`](crate::algorithm::copy()) does. This packs a tensor.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode with another extent. Different numbers of modes and different static
    /// extents fail to build. [`Rule::Overflow`] if an integer does not fit the bits of an element; the lowest bits are
    /// written.
    #[inline]
    pub fn try_copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>) -> Result<(), Error>
    where
        B: Accessor<Item = T>,
    {
        _ = SameExtents::<M, L>::KNOWN;
        same_extents(Operation::Copy, from.layout(), self.layout())?;
        let (read, size) = (from.reader(), from.size());
        let (packed, layout) = self.parts_mut_packed();
        // The loops below treat extents of 0 as 1.
        if layout.modes().is_empty() {
            return Ok(());
        }
        let leaves = (Leaves::of(from.layout().modes()), Leaves::of(layout.modes()));
        match written(&leaves, size, read, packed) {
            true => Ok(()),
            false => Err(Error::new(Operation::Copy, Rule::Overflow)),
        }
    }

    /// Writes the elements of a tensor whose top-level modes have the same extents, in the order that suits memory, as
    /// [`copy`](crate::algorithm::copy()) does. This packs a tensor.
    ///
    /// # Panics
    /// If [`Tensor::try_copy_from`](Self::try_copy_from) returns an error.
    ///
    /// ```
    /// use tilework::{Packed, Tensor, layout};
    /// // Weights as integers from -8 to 7, with rows in words of 32 bits.
    /// let floats = Tensor::new([0.5, -1.0, 3.5, 2.0, -4.0, 0.0], layout!((3,2)))?;
    /// let mut words = [0_u32; 1];
    /// let mut packed = Tensor::new(Packed::<i8, 4, _>::new(&mut words[..]), layout!((3,2):row_major))?;
    /// packed.copy_from(&floats.map(|x: f32| (2.0 * x) as i8));
    /// assert_eq!(packed.to_string(), " 1  4\n-2 -8\n 7  0");
    /// assert_eq!(words, [0x07_8e_41]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>)
    where
        B: Accessor<Item = T>,
    {
        _ = SameExtents::<M, L>::KNOWN;
        let (left, right) = (from.layout(), self.layout());
        plain_of_two(left, right, self.try_copy_from(from));
    }

    /// Writes `value` to every element.
    ///
    /// # Panics
    /// If it does not fit the bits of an element.
    #[inline]
    #[track_caller]
    pub fn fill(&mut self, value: T) {
        demand::<T, BITS>(value);
        let size = self.size();
        let (packed, layout) = self.parts_mut_packed();
        if layout.modes().is_empty() {
            return;
        }
        let leaves = Leaves::of(layout.modes());
        let values = Mapped::new(Counting::ALL, |_| value);
        written(&(leaves.still(), leaves), size, values, packed);
    }

    /// Calls `f` with every element, leftmost mode fastest, and writes the changed value.
    ///
    /// # Panics
    /// If `f` sets an integer that does not fit the bits of an element.
    ///
    /// ```
    /// use tilework::{Packed, Tensor, layout};
    /// let mut bits = [0b0110_u8];
    /// let mut mask = Tensor::new(Packed::<u8, 1, _>::new(&mut bits[..]), layout!(8:1))?;
    /// mask.for_each_mut(|bit| *bit ^= 1);
    /// assert_eq!(bits, [0b1111_1001]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut T)) {
        let (packed, layout) = self.parts_mut_packed();
        let mut fit = None;
        layout.modes().nested_loops(0, (), &mut |(), offset| {
            let mut value = packed.read(offset);
            f(&mut value);
            if !fits::<T, BITS>(value) {
                fit = Some(value);
            }
            packed.put(offset, value);
        });
        if let Some(value) = fit {
            demand::<T, BITS>(value);
        }
    }
}
