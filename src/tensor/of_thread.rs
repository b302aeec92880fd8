//! A thread's part of a tensor whose elements are arranged by threads.

use frunk_core::HList;
use tilework_algebra::steps::ContiguousBlock;
use tilework_algebra::{Error, Operation, Rule};

use super::Tensor;
use crate::layout::coordinate::Coordinate;
use crate::layout::modes::Modes;
use crate::layout::offset_map::OffsetMap;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::tensor::accessor::{Accessor, Memory, Through};
use crate::tensor::engine::{Engine, EngineMut};
use crate::verdict::Bad;

/// A layout whose first mode is the threads and whose other modes are the elements of each. Offsets are `O`. Sealed,
/// because tensors rely on it.
pub trait ByThread<O = usize>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the elements of each thread.
    type Values: AnyLayout;
    /// The layout of the elements of the thread `index`, and `from` plus the offset where it begins.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if there is no such thread.
    fn by_thread(self, index: usize, from: O) -> Result<(Self::Values, O), Error>;
}
/// `from` plus the offset of the thread `index`.
#[inline(always)]
fn offset<T: AnyLayout, O>(threads: T, index: usize, from: O) -> Result<O, Error>
where
    usize: Coordinate<O, T::Shape, T::Stride, ()>,
{
    let (shape, stride) = threads.parts();
    if index < threads.modes().size() {
        return Ok(index.accumulate(shape, stride, from));
    }
    let rule = Rule::CoordinateRange {
        coordinate: i64::try_from(index).unwrap_or(i64::MAX),
        extent: i64::try_from(threads.modes().size()).unwrap_or(i64::MAX),
    };
    Err(Error::new(Operation::Partition, rule))
}
// If there are two modes, the second one is the result itself, as in a slice.
impl<T: Copy, V: Copy, TD: Copy, VD: Copy, O> ByThread<O> for Layout<HList![T, V], HList![TD, VD]>
where
    Self: AnyLayout,
    Layout<T, TD>: AnyLayout<Shape = T, Stride = TD>,
    Layout<V, VD>: AnyLayout,
    usize: Coordinate<O, T, TD, ()>,
{
    const SEAL: Seal = Seal;
    type Values = Layout<V, VD>;
    #[inline(always)]
    fn by_thread(self, index: usize, from: O) -> Result<(Self::Values, O), Error> {
        let (threads, values) = self.split_first();
        Ok((values.split_first().0, offset(threads, index, from)?))
    }
}
impl<T: Copy, V: Copy, R: Copy, TD: Copy, VD: Copy, RD: Copy, O> ByThread<O>
    for Layout<HList![T, V, R], HList![TD, VD, RD]>
where
    Self: AnyLayout,
    Layout<T, TD>: AnyLayout<Shape = T, Stride = TD>,
    Layout<HList![V, R], HList![VD, RD]>: AnyLayout,
    usize: Coordinate<O, T, TD, ()>,
{
    const SEAL: Seal = Seal;
    type Values = Layout<HList![V, R], HList![VD, RD]>;
    #[inline(always)]
    fn by_thread(self, index: usize, from: O) -> Result<(Self::Values, O), Error> {
        let (threads, values) = self.split_first();
        Ok((values, offset(threads, index, from)?))
    }
}
// This lets a partition without a result report its own error.
impl<R, At, X, Y, O> ByThread<O> for Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>> {
    const SEAL: Seal = Seal;
    type Values = Self;
    fn by_thread(self, _: usize, from: O) -> Result<(Self, O), Error> {
        Ok((self, from))
    }
}

/// Checks that `wanted` elements stay together.
#[inline(always)]
pub(super) fn stay_together(together: ContiguousBlock, wanted: usize) -> Result<(), Error> {
    let wanted = wanted as i64;
    let together = together.of(wanted);
    if together == wanted {
        return Ok(());
    }
    Err(Error::new(Operation::Partition, Rule::Alignment { together, wanted }))
}

impl<A: Memory, L: AnyLayout> Tensor<A, L> {
    /// Returns whether the address of the first of these elements is a multiple of the size of `n` elements, as
    /// instructions require that access `n` at once.
    ///
    /// Layouts count from the beginning of the data. So their vectors, as in `TiledCopy` and
    /// [`max_common_vector`](crate::operation::max_common_vector()), are aligned in memory only if the data is, which
    /// its owner ensures. The data of a slice of a tensor begins where the slice begins. Nothing in this crate accesses
    /// memory with more alignment than that of an element, so algorithms are right for data at any address.
    ///
    /// ```
    /// use tilework_atom::{TiledCopy, Vector};
    /// use tilework::{Tensor, layout, typenum::U4};
    /// #[repr(align(16))]
    /// struct Aligned([f32; 72]);
    /// let data = Aligned([0.0; 72]);
    /// let copy = TiledCopy::new(Vector::<U4>::new(), layout!((4,2)), layout!((4,1)));
    /// let tensor = Tensor::new(&data.0[..64], layout!((16,4)))?;
    /// // So each vector of each thread is aligned.
    /// assert!(tensor.is_aligned(4) && copy.thread(3).partition_s(&tensor).is_aligned(4));
    /// let shifted = Tensor::new(&data.0[1..65], layout!((16,4)))?;
    /// assert!(!shifted.is_aligned(4) && !copy.thread(3).partition_s(&shifted).is_aligned(4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn is_aligned(&self, n: usize) -> bool {
        let vector = n.saturating_mul(size_of::<A::Item>());
        vector == 0 || self.accessor.as_ptr().addr().is_multiple_of(vector)
    }
}
impl<A: Memory, F: OffsetMap, L: AnyLayout> Tensor<Through<A, F>, L>
where
    Through<A, F>: Accessor,
{
    /// Returns whether the data begins in memory at a multiple of `n` elements and the function of offsets, such as a
    /// swizzle, keeps `n` elements together. Then vectors that the layout has at multiples of `n` are aligned. For a
    /// slice, the data begins where the slice begins.
    ///
    /// ```
    /// use tilework::typenum::{P3, U2, U3};
    /// use tilework::{Composed, Swizzle, Tensor, layout};
    /// #[repr(align(16))]
    /// struct Aligned([f32; 256]);
    /// let mut data = Aligned([0.0; 256]);
    /// // Four elements stay together.
    /// let swizzled = Composed::of(Swizzle::<U2, U2, P3>::new(), layout!((32,8)));
    /// let tensor = Tensor::through(&mut data.0[..], swizzled)?;
    /// assert!(tensor.is_aligned(4) && !tensor.is_aligned(8));
    /// let quads = tensor.zipped_divide(layout!(<4,1>));
    /// assert!(quads.slice((.., (3, 5))).is_aligned(4));
    /// let pairs = tensor.zipped_divide(layout!(<2,1>));
    /// assert!(!pairs.slice((.., (3, 5))).is_aligned(4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn is_aligned(&self, n: usize) -> bool {
        let vector = n.saturating_mul(size_of::<A::Item>());
        let begin = self.accessor.elements().as_ptr().addr();
        vector == 0 || begin.is_multiple_of(vector) && self.accessor.together().has(n as i64)
    }
}
impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// The elements of the thread `index`, in an arrangement of the tensor by threads whose offsets are all offsets of
    /// the tensor's layout.
    ///
    /// # Safety
    /// The arrangement has only offsets of the layout.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn of_thread<D: ByThread<A::Offset>>(
        &self,
        arranged: D,
        index: usize,
    ) -> Result<Tensor<A::Part<'_>, D::Values>, Error> {
        let (layout, at) = arranged.by_thread(index, self.accessor.begin())?;
        // Sound: `part` has checked that the layout does not reach past the elements, and the arrangement has only
        // offsets of the tensor.
        Ok(Tensor::sound(self.accessor.part(at, layout), layout))
    }

    /// Checks that vectors of `wanted` elements, which the layout has together at multiples of `wanted`, are together
    /// in the data.
    #[doc(hidden)]
    #[inline(always)]
    pub fn vectors(self, wanted: usize) -> Result<Self, Error> {
        stay_together(self.accessor.vectors(), wanted).map(|()| self)
    }
}
impl<A: EngineMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::of_thread`] for writing.
    ///
    /// # Safety
    /// The arrangement has only offsets of the layout.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn of_thread_mut<D: ByThread<A::Offset>>(
        &mut self,
        arranged: D,
        index: usize,
    ) -> Result<Tensor<A::PartMut<'_>, D::Values>, Error> {
        let (layout, at) = arranged.by_thread(index, self.accessor.begin())?;
        // Sound: as above, and `part_mut` has checked that no element is there twice.
        Ok(Tensor::sound(self.accessor.part_mut(at, layout)?, layout))
    }
}
