//! A thread's part of a predicated tensor.

use tilework_algebra::Error;

use super::Predicated;
use super::inside::Predicate;
use crate::layout::{AnyLayout, injectivity};
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::of_thread::{ByThread, stay_together};

/// The part of a thread: a layout, its coordinates, and the elements that it reaches.
type OfThread<A, D, E, I> = Predicated<A, <D as ByThread>::Values, <E as ByThread>::Values, I>;

// `layout` and `coordinates` belong together at each coordinate of the whole. If both are arranged by threads in the
// same way, they belong together at each coordinate of a thread too.
impl<A: Accessor, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// The layout of the coordinates.
    #[doc(hidden)]
    #[inline(always)]
    pub fn coordinates(&self) -> X {
        self.coordinates
    }

    /// The elements of the thread `index`, in a tensor whose layout and coordinates are arranged by threads in the same
    /// way.
    ///
    /// # Safety
    /// The arrangement has only offsets of the layout.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn of_thread<D: ByThread, E: ByThread>(
        &self,
        (layout, coordinates): (D, E),
        index: usize,
    ) -> Result<OfThread<A::Shared<'_>, D, E, I>, Error> {
        let (layout, offset) = layout.by_thread(index, 0)?;
        let (coordinates, at) = coordinates.by_thread(index, 0)?;
        let offset = self.inside.base().wrapping_add(offset);
        let (range, inside) = self.inside.from(at).part(layout, offset, self.accessor.length());
        let accessor = self.accessor.shared(range);
        Ok(Predicated { accessor, layout, coordinates, inside })
    }

    /// [`Tensor::vectors`](crate::Tensor).
    #[doc(hidden)]
    #[inline(always)]
    pub fn vectors(self, wanted: usize) -> Result<Self, Error> {
        stay_together(self.accessor.together(), wanted).map(|()| self)
    }
}
impl<A: AccessorMut, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// [`Predicated::of_thread`] for writing.
    ///
    /// # Safety
    /// The arrangement has only offsets of the layout.
    #[doc(hidden)]
    #[inline(always)]
    pub unsafe fn of_thread_mut<D: ByThread, E: ByThread>(
        &mut self,
        (layout, coordinates): (D, E),
        index: usize,
    ) -> Result<OfThread<A::Exclusive<'_>, D, E, I>, Error> {
        let (layout, offset) = layout.by_thread(index, 0)?;
        let (coordinates, at) = coordinates.by_thread(index, 0)?;
        injectivity::check(coordinates.modes())?;
        let offset = self.inside.base().wrapping_add(offset);
        let (range, inside) = self.inside.from(at).part(layout, offset, self.accessor.length());
        let accessor = self.accessor.exclusive(range);
        Ok(Predicated { accessor, layout, coordinates, inside })
    }
}
