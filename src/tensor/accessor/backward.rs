//! Elements at their offset modulo `2^32`, so that strides may be negative.

use core::cell::Cell;
use core::ops::Range;

use super::{
    Accessor, AccessorMut, Addressed, AddressedMut, Divisible, InMemory, Lends, Placed, Reader,
    Writer, sealed,
};
use crate::layout::backward::Modulo;

/// The elements of another accessor: the element at the offset `i` is that at `first + i` modulo `2^32`. See
/// [`Tensor::reversed`](crate::Tensor::reversed).
///
/// It is not whole. It has elements at the offsets of its layout only, and none at other offsets between these.
#[derive(Clone, Copy, Debug)]
pub struct Backward<A> {
    elements: A,
    first: u32,
    /// One more than the largest offset of its layout.
    length: usize,
}
impl<A> sealed::Sealed for Backward<A> {}
impl<A> Backward<A> {
    /// For elements that exist at `first + i` modulo `2^32` for all offsets `i` of a layout, which are below `length`.
    #[inline(always)]
    pub(crate) fn new(elements: A, first: u32, length: usize) -> Self {
        Backward { elements, first, length }
    }

    /// The position of the element at an offset.
    #[inline(always)]
    fn place(&self, offset: usize) -> usize {
        self.first.wrapping_add(offset as u32) as usize
    }

    /// The elements of a range of offsets; `elements` are those of the whole accessor.
    #[inline(always)]
    fn part<E>(&self, elements: E, range: &Range<usize>) -> Backward<E> {
        let first = self.first.wrapping_add(range.start as u32);
        Backward { elements, first, length: range.end - range.start }
    }
    #[inline(always)]
    fn check(&self, range: &Range<usize>) {
        assert!(range.start <= range.end && range.end <= self.length, "a range of the offsets");
    }
}

#[diagnostic::do_not_recommend]
impl<A: Accessor> Accessor for Backward<A> {
    type Item = A::Item;
    type Shared<'s>
        = Backward<A::Shared<'s>>
    where
        Self: 's;
    type Reader<'s>
        = Backward<A::Reader<'s>>
    where
        Self: 's;
    const WRITES: bool = A::WRITES;
    const WHOLE: bool = false;
    const MODULO: bool = true;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
        self.check(&range);
        // SAFETY: the range has been checked.
        unsafe { self.shared_unchecked(range) }
    }
    #[inline(always)]
    unsafe fn shared_unchecked(&self, range: Range<usize>) -> Self::Shared<'_> {
        // SAFETY: it is the range of all of them.
        let elements = unsafe { self.elements.shared_unchecked(0..self.elements.length()) };
        self.part(elements, &range)
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }
    #[inline(always)]
    fn together(&self) -> super::ContiguousBlock {
        super::ContiguousBlock::DivisorsOf(1)
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Self::Reader<'_> {
        // SAFETY: the caller promises to read only at offsets of the layout of this accessor. The elements that these
        // lead to exist, as the caller of `new` promised.
        Backward::new(unsafe { self.elements.reader() }, self.first, self.length)
    }
}
#[diagnostic::do_not_recommend]
impl<A: AccessorMut> AccessorMut for Backward<A> {
    type Exclusive<'s>
        = Backward<A::Exclusive<'s>>
    where
        Self: 's;
    type Writer<'s>
        = Backward<A::Writer<'s>>
    where
        Self: 's;
    #[inline(always)]
    fn exclusive(&mut self, range: Range<usize>) -> Self::Exclusive<'_> {
        self.check(&range);
        let Backward { first, length, .. } = self.part((), &range);
        let all = 0..self.elements.length();
        Backward::new(self.elements.exclusive(all), first, length)
    }
    #[inline(always)]
    unsafe fn writer(&mut self) -> Self::Writer<'_> {
        // SAFETY: as in `reader`.
        Backward::new(unsafe { self.elements.writer() }, self.first, self.length)
    }
}
impl<A: Divisible> Divisible for Backward<A> {
    type Tile<'s>
        = Backward<A::Tile<'s>>
    where
        Self: 's;
    #[inline(always)]
    fn disjoint(&mut self) -> Self::Tile<'_> {
        Backward::new(self.elements.disjoint(), self.first, self.length)
    }
}
impl<A: Lends> Lends for Backward<A> {
    #[inline(always)]
    unsafe fn lend(&mut self, range: Range<usize>) -> Self {
        self.check(&range);
        let Backward { first, length, .. } = self.part((), &range);
        let all = 0..self.elements.length();
        // SAFETY: the caller promises that no other offset in use has the same element.
        Backward::new(unsafe { self.elements.lend(all) }, first, length)
    }
}
impl<R: Reader> Reader for Backward<R> {
    type Item = R::Item;
    type Element = R::Element;
    #[inline(always)]
    fn at(&self, offset: usize) -> R::Element {
        debug_assert!(offset < self.length);
        self.elements.at(self.place(offset))
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> R::Item
    where
        R::Item: Copy,
    {
        debug_assert!(offset < self.length);
        self.elements.value(self.place(offset))
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const R::Item> {
        None
    }
}
impl<W: Writer> Writer for Backward<W> {
    type Item = W::Item;
    #[inline(always)]
    fn place(&self, offset: usize) -> *mut W::Item {
        debug_assert!(offset < self.length);
        self.elements.place(Backward::place(self, offset))
    }
    #[inline(always)]
    fn memory(&mut self) -> Option<*mut W::Item> {
        None
    }
}

impl<A: Placed> Placed for Backward<A> {
    #[inline(always)]
    unsafe fn place(&self, offset: usize) -> *const A::Item {
        // SAFETY: it is an offset of the elements that the caller of `new` promised.
        unsafe { self.elements.place(Backward::place(self, offset)) }
    }
}

// The products of matrices look up each element.
#[diagnostic::do_not_recommend]
impl<A: InMemory> InMemory for Backward<A> {
    type Outer = Modulo<A::Outer>;
    #[inline(always)]
    fn address(&self) -> (Self::Outer, usize) {
        let (outer, added) = self.elements.address();
        (Modulo { outer, added }, self.first as usize)
    }
}
#[diagnostic::do_not_recommend]
impl<A: Addressed> Addressed for Backward<A> {
    #[inline(always)]
    fn elements(&self) -> &[A::Item] {
        self.elements.elements()
    }
}
#[diagnostic::do_not_recommend]
impl<A: AddressedMut> AddressedMut for Backward<A> {
    #[inline(always)]
    fn cells(&mut self) -> &[Cell<A::Item>] {
        self.elements.cells()
    }
}
