//! Elements that are folded along a mode where they are read, and lie nowhere.

use core::fmt;
use core::ops::Range;

use super::{Accessor, Reader, Whole, sealed};
use crate::layout::modes::Modes;

/// The fold of the elements of another accessor at the offsets of a mode: the element at the offset `i` is that of those
/// at `i + m`, for the offsets `m` of the mode. See [`Tensor::fold_along`](crate::Tensor::fold_along).
#[derive(Clone, Copy)]
pub struct Folded<A, M, B, F> {
    elements: A,
    mode: M,
    init: B,
    f: F,
}
impl<A, M, B, F> sealed::Sealed for Folded<A, M, B, F> {}
impl<A: fmt::Debug, M: fmt::Debug, B, F> fmt::Debug for Folded<A, M, B, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Folded { elements, mode, .. } = self;
        f.debug_struct("Folded")
            .field("elements", elements)
            .field("mode", mode)
            .finish_non_exhaustive()
    }
}
impl<A, M, B, F> Folded<A, M, B, F> {
    /// Of elements that are there at the offsets of the mode from each offset on that is asked for.
    #[inline(always)]
    pub(crate) fn new(elements: A, mode: M, init: B, f: F) -> Self {
        Folded { elements, mode, init, f }
    }
}
#[diagnostic::do_not_recommend]
impl<A: Accessor<Item: Copy>, M: Modes, B: Copy, F: Fn(B, A::Item) -> B + Copy> Accessor
    for Folded<A, M, B, F>
{
    type Item = B;
    type Shared<'s>
        = Folded<A::Shared<'s>, M, B, F>
    where
        Self: 's;
    type Reader<'s>
        = Folded<A::Reader<'s>, M, B, F>
    where
        Self: 's;
    const WRITES: bool = false;
    const WHOLE: bool = A::WHOLE;
    const MODULO: bool = A::MODULO;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
        let Folded { mode, init, f, .. } = *self;
        // Of nothing there is nothing to be folded.
        if mode.is_empty() {
            return Folded { elements: self.elements.shared(0..0), mode, init, f };
        }
        let end = if range.is_empty() { range.end } else { range.end + mode.reach() };
        Folded { elements: self.elements.shared(range.start..end), mode, init, f }
    }
    #[inline(always)]
    fn length(&self) -> usize {
        // Along an empty mode no element is asked for, at whichever offset.
        if self.mode.is_empty() {
            return i64::MAX as usize;
        }
        self.elements.length().saturating_sub(self.mode.reach())
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Self::Reader<'_> {
        let Folded { mode, init, f, .. } = *self;
        // SAFETY: it is asked for offsets of the layout of the other modes, as promised. With those of the mode they are
        // offsets of the layout that both are of.
        Folded { elements: unsafe { self.elements.reader() }, mode, init, f }
    }
}
impl<A: Whole<Item: Copy>, M: Modes, B: Copy, F: Fn(B, A::Item) -> B + Copy> Whole
    for Folded<A, M, B, F>
{
}
impl<R: Reader<Item: Copy>, M: Modes, B: Copy, F: Fn(B, R::Item) -> B + Copy> Reader
    for Folded<R, M, B, F>
{
    type Item = B;
    type Element = B;
    #[inline(always)]
    fn at(&self, offset: usize) -> B {
        let Folded { elements, mode, init, f } = *self;
        mode.nested_loops(offset, init, &mut |folded, at| f(folded, elements.value(at)))
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> B {
        self.at(offset)
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const B> {
        None
    }
}
