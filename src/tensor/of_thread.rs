//! The part of one thread in a tensor whose elements are arranged by threads.

use tilework_algebra::steps::gcd;
use tilework_algebra::{Error, Operation, Rule};

use super::{Exclusive, Shared, Tensor};
use crate::layout::modes::Modes;
use crate::layout::offset_map::OffsetMap;
use crate::layout::{AnyLayout, injectivity};
use crate::tensor::accessor::{Accessor, AccessorMut, Memory, Through};

/// The offset of the thread of an integral coordinate.
#[inline(always)]
fn offset<T: AnyLayout>(threads: T, at: usize) -> Result<usize, Error> {
    if at < threads.modes().size() {
        return Ok(threads.modes().offset(at));
    }
    let rule = Rule::CoordinateRange {
        coordinate: i64::try_from(at).unwrap_or(i64::MAX),
        extent: i64::try_from(threads.modes().size()).unwrap_or(i64::MAX),
    };
    Err(Error::new(Operation::Partition, rule))
}

impl<A: Memory, L: AnyLayout> Tensor<A, L> {
    /// Whether the first of these elements is in memory at an address that is a multiple of `n` of them, as
    /// instructions demand that access `n` at once.
    ///
    /// Layouts count from the beginning of the data. So what they say of vectors, as
    /// [`TiledCopy`](crate::atom::TiledCopy) and [`max_common_vector`](crate::max_common_vector()) do, is true of
    /// addresses where the data is aligned, which is up to who has it; of a slice of a tensor the data begins
    /// where the slice does. Nothing in this crate accesses memory with more alignment than that of an element:
    /// algorithms are right wherever data begins.
    ///
    /// ```
    /// use tilework::atom::{TiledCopy, Vector};
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
    /// Whether the data begins in memory at an address that is a multiple of `n` elements, and the function of
    /// offsets, as a swizzle, leaves `n` elements together: then vectors that the layout has at multiples of
    /// `n` are aligned. Of a slice it is asked from where that begins.
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
        vector == 0 || begin.is_multiple_of(vector) && self.accessor.together().is_multiple_of(n)
    }
}
impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The elements of the thread `at` among `threads`, through `layout`. The offsets of both
    /// together are offsets of the tensor's layout.
    #[inline(always)]
    pub(crate) fn of_thread<T: AnyLayout, V: AnyLayout>(
        &self,
        threads: T,
        layout: V,
        at: usize,
    ) -> Result<Shared<'_, A, V>, Error> {
        let at = offset(threads, at)?;
        let accessor = self.accessor.shared(at..at + layout.modes().reach() + 1);
        Ok(Tensor { accessor, layout })
    }

    /// That vectors of `wanted` elements, which lie together in the layout from a multiple of as many on,
    /// lie together.
    #[inline(always)]
    pub(crate) fn vectors(self, wanted: usize) -> Result<Self, Error> {
        let wanted = wanted as i64;
        let together = gcd(self.accessor.together() as i64, wanted);
        if together == wanted {
            return Ok(self);
        }
        Err(Error::new(Operation::Partition, Rule::Alignment { together, wanted }))
    }
}
impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::of_thread`] for writing.
    #[inline(always)]
    pub(crate) fn of_thread_mut<T: AnyLayout, V: AnyLayout>(
        &mut self,
        threads: T,
        layout: V,
        at: usize,
    ) -> Result<Exclusive<'_, A, V>, Error> {
        injectivity::check(layout.modes())?;
        let at = offset(threads, at)?;
        let accessor = self.accessor.exclusive(at..at + layout.modes().reach() + 1);
        Ok(Tensor { accessor, layout })
    }
}
