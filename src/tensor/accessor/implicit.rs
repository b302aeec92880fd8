//! Elements that are computed when they are read. They are not in memory.

use core::fmt;
use core::ops::Range;

use tilework_algebra::steps::ContiguousBlock;

use super::{Accessor, Reader, Whole};

/// The integers from `first` on: the element at the offset `i` is `first + i`. In [004](crate::guide::papers) it is
/// `{first}`, the counting
/// iterator (section 2.5.1). See [`Tensor::counting`](crate::Tensor::counting).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counting {
    first: usize,
    length: usize,
}
impl Counting {
    /// All integers from 0 on.
    pub(crate) const ALL: Self = Counting { first: 0, length: usize::MAX };
}
#[diagnostic::do_not_recommend]
impl Accessor for Counting {
    type Item = usize;
    type Shared<'s> = Counting;
    type Reader<'s> = Counting;
    const WRITES: bool = false;
    const WHOLE: bool = true;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Counting {
        assert!(range.start <= range.end && range.end <= self.length, "a range of the offsets");
        Counting { first: self.first + range.start, length: range.len() }
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Counting {
        *self
    }
}
impl Whole for Counting {}
impl Reader for Counting {
    type Item = usize;
    type Element = usize;
    #[inline(always)]
    fn at(&self, offset: usize) -> usize {
        debug_assert!(offset < self.length);
        self.first + offset
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> usize {
        self.at(offset)
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const usize> {
        None
    }
}

/// `f` of the elements of another accessor. See [`Tensor::map`](crate::Tensor::map).
#[derive(Clone, Copy)]
pub struct Mapped<A, F> {
    elements: A,
    f: F,
}
impl<A: fmt::Debug, F> fmt::Debug for Mapped<A, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mapped").field("elements", &self.elements).finish_non_exhaustive()
    }
}
impl<A, F> Mapped<A, F> {
    #[inline(always)]
    pub(crate) fn new(elements: A, f: F) -> Self {
        Mapped { elements, f }
    }
}
#[diagnostic::do_not_recommend]
impl<A: Accessor<Item: Copy>, U, F: Fn(A::Item) -> U + Copy> Accessor for Mapped<A, F> {
    type Item = U;
    type Shared<'s>
        = Mapped<A::Shared<'s>, F>
    where
        Self: 's;
    type Reader<'s>
        = Mapped<A::Reader<'s>, F>
    where
        Self: 's;
    const WRITES: bool = false;
    const WHOLE: bool = A::WHOLE;
    const MODULO: bool = A::MODULO;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
        Mapped::new(self.elements.shared(range), self.f)
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.elements.length()
    }
    #[inline(always)]
    fn together(&self) -> ContiguousBlock {
        self.elements.together()
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Self::Reader<'_> {
        // SAFETY: the caller promises the same, and no other offsets are read.
        Mapped::new(unsafe { self.elements.reader() }, self.f)
    }
}
impl<A: Whole<Item: Copy>, U, F: Fn(A::Item) -> U + Copy> Whole for Mapped<A, F> {}
impl<R: Reader<Item: Copy>, U, F: Fn(R::Item) -> U + Copy> Reader for Mapped<R, F> {
    type Item = U;
    type Element = U;
    #[inline(always)]
    fn at(&self, offset: usize) -> U {
        (self.f)(self.elements.value(offset))
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> U {
        self.at(offset)
    }
    const IN_ROWS: bool = R::IN_ROWS;
    const IN_WORDS: bool = R::IN_WORDS;
    #[inline(always)]
    fn each_of_row(&self, offset: usize, step: usize, extent: usize, f: &mut impl FnMut(usize, U))
    where
        U: Copy,
    {
        let of = self.f;
        self.elements.each_of_row(offset, step, extent, &mut |i, x| f(i, of(x)));
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const U> {
        None
    }
}
