//! Places that several threads write, each its own ones.

use super::{Writer, sealed};

/// A [`Writer`] of the places that a function finds.
pub(crate) struct Places<D, P> {
    memory: Option<*mut D>,
    place: P,
}
impl<D, P: Fn(usize) -> *mut D> Places<D, P> {
    /// `place` finds the place at an offset, and `memory` is that of offset 0 if the places lie in memory at their offsets.
    ///
    /// # Safety
    /// The offsets that are written are those of places which nobody else uses as long as this writer.
    #[inline(always)]
    pub(crate) unsafe fn new(memory: Option<*mut D>, place: P) -> Self {
        Places { memory, place }
    }
}
impl<D, P> sealed::Sealed for Places<D, P> {}
impl<D, P: Fn(usize) -> *mut D> Writer for Places<D, P> {
    type Item = D;
    #[inline(always)]
    fn place(&self, offset: usize) -> *mut D {
        (self.place)(offset)
    }
    #[inline(always)]
    fn memory(&mut self) -> Option<*mut D> {
        self.memory
    }
}
