//! Elements at a function of their offset.

use core::cell::Cell;
use core::ops::Range;

use tilework_algebra::steps::{ContiguousBlock, gcd};
use tilework_algebra::{Error, Operation, Rule};

use super::{
    Accessor, AccessorMut, Addressed, AddressedMut, Contiguous, ContiguousMut, Disjoint,
    DisjointMut, Divisible, InMemory, Lends, Memory, MemoryMut, Placed, Reader, Whole, Writer,
};
use crate::layout::injectivity;
use crate::layout::modes::Modes;
use crate::layout::offset_map::OffsetMap;

/// The elements of another accessor: the element at the offset `i` is that at `F(first + i)`. See
/// [`Tensor::through`](crate::Tensor::through).
#[derive(Clone, Copy, Debug)]
pub struct Through<A, F> {
    elements: A,
    outer: F,
    first: usize,
    /// `F(first + i)` is below the length of the elements for each `i` below this.
    length: usize,
}

impl<A: Contiguous, F: OffsetMap> Through<A, F> {
    /// # Errors
    /// [`Rule::Length`] if the function reaches past the elements.
    #[inline(always)]
    pub(crate) fn new(elements: A, outer: F, first: usize, length: usize) -> Result<Self, Error> {
        let error = |rule| Error::new(Operation::Tensor, rule);
        if length == 0 {
            return Ok(Through { elements, outer, first, length });
        }
        let last = first.checked_add(length - 1).ok_or(error(Rule::Overflow))?;
        let (bound, len) = (outer.bound(first, last)?, elements.length());
        if bound >= len {
            let number = |n| i64::try_from(n).unwrap_or(i64::MAX);
            let rule = Rule::Length { cosize: number(bound).saturating_add(1), len: number(len) };
            return Err(error(rule));
        }
        Ok(Through { elements, outer, first, length })
    }

    /// The element at an offset below the length.
    #[inline(always)]
    pub(crate) fn element(&self, offset: usize) -> &A::Item {
        &self.elements.as_slice()[self.outer.apply(self.first + offset)]
    }
}
impl<A, F: OffsetMap> Through<A, F> {
    /// The elements.
    #[inline(always)]
    pub(crate) fn elements(&self) -> &A {
        &self.elements
    }

    /// The elements. Their number must not change.
    #[inline(always)]
    pub(crate) fn elements_mut(&mut self) -> &mut A {
        &mut self.elements
    }

    /// The function of offsets, and the number that is added to offsets before it.
    #[inline(always)]
    pub(crate) fn map(&self) -> (F, usize) {
        (self.outer, self.first)
    }

    /// For vectors of `n` elements: the first argument of the function, and the number of arguments that follow.
    ///
    /// # Errors
    /// [`Rule::Alignment`] if a vector does not begin at the first element.
    #[inline]
    pub(crate) fn in_vectors(&self, n: usize) -> Result<(usize, usize), Error> {
        if self.first.is_multiple_of(n) {
            return Ok((self.first / n, self.length.div_ceil(n)));
        }
        let (wanted, first) = (n as i64, self.first as i64);
        let rule = Rule::Alignment { together: gcd(first, wanted), wanted };
        Err(Error::new(Operation::Upcast, rule))
    }

    /// The first element and the number of elements, for data that is currently in vectors of `n` elements.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    #[inline]
    pub(crate) fn one_by_one(&self, n: usize) -> Result<(usize, usize), Error> {
        let times = |x: usize| x.checked_mul(n);
        let overflow = Error::new(Operation::Downcast, Rule::Overflow);
        times(self.first).zip(times(self.length)).ok_or(overflow)
    }

    /// The first argument of the function and the number of arguments that follow, for elements of `new` bytes in place
    /// of `old`.
    ///
    /// # Errors
    /// Those of [`Through::in_vectors`] and of [`Through::one_by_one`].
    #[inline]
    pub(crate) fn recast(&self, old: usize, new: usize) -> Result<(usize, usize), Error> {
        let cast = if new > old { self.in_vectors(new / old) } else { self.one_by_one(old / new) };
        cast.map_err(|error| error.during(Operation::Recast))
    }

    #[inline(always)]
    fn part<E>(&self, elements: E, range: &Range<usize>) -> Through<E, F> {
        assert!(range.start <= range.end && range.end <= self.length, "a range of the offsets");
        let (outer, first) = (self.outer, self.first + range.start);
        Through { elements, outer, first, length: range.len() }
    }
}

/// [`Accessor`] of elements of the type `A`, and the type that borrows them.
macro_rules! through {
    ($([$($g:tt)*] $a:ty: $shared:ty, |$of:ident| $elements:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*, F: OffsetMap> Accessor for Through<$a, F> {
            type Item = <$a as Accessor>::Item;
            type Shared<'s> = Through<$shared, F> where Self: 's;
            type Reader<'s> = Through<<$a as Accessor>::Reader<'s>, F> where Self: 's;
            const WRITES: bool = <$a as Accessor>::WRITES;
            const WHOLE: bool = <$a as Accessor>::WHOLE;
            #[inline(always)]
            fn shared(&self, range: Range<usize>) -> Self::Shared<'_> {
                let $of = &self.elements;
                self.part($elements, &range)
            }
            #[inline(always)]
            fn length(&self) -> usize {
                self.length
            }
            #[inline(always)]
            fn together(&self) -> ContiguousBlock {
                self.outer.together().and(ContiguousBlock::divisors_of(self.first as i64))
            }
            #[inline(always)]
            fn check_injective<M: Modes>(&self, modes: M) -> Result<(), Error> {
                injectivity::check_under(self.outer, self.first, modes)
            }
            #[inline(always)]
            unsafe fn reader(&self) -> Self::Reader<'_> {
                let Through { outer, first, length, .. } = *self;
                // SAFETY: the caller promises to read only at offsets of the layout of this accessor. Their values `F`
                // are below the length of the elements, as `new` has checked.
                Through { elements: unsafe { self.elements.reader() }, outer, first, length }
            }
        }
    )*};
}
/// [`AccessorMut`] of such elements.
macro_rules! through_mut {
    ($([$($g:tt)*] $a:ty: $exclusive:ty, |$of:ident| $elements:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*, F: OffsetMap> AccessorMut for Through<$a, F> {
            type Exclusive<'s> = Through<$exclusive, F> where Self: 's;
            type Writer<'s> = Through<<$a as AccessorMut>::Writer<'s>, F> where Self: 's;
            #[inline(always)]
            fn exclusive(&mut self, range: Range<usize>) -> Self::Exclusive<'_> {
                let Through { outer, first, length, .. } = self.part((), &range);
                let $of = &mut self.elements;
                Through { elements: $elements, outer, first, length }
            }
            #[inline(always)]
            unsafe fn writer(&mut self) -> Self::Writer<'_> {
                let Through { outer, first, length, .. } = *self;
                // SAFETY: as in `reader`.
                Through { elements: unsafe { self.elements.writer() }, outer, first, length }
            }
        }
    )*};
}
// A tile has access to all elements, and the function says which of them are its own.
through! {
    [A: Contiguous] A: &'s [A::Item], |elements| elements.as_slice();
    ['a, T] Disjoint<'a, T>: Disjoint<'a, T>, |elements| *elements;
    ['a, T] DisjointMut<'a, T>: Disjoint<'s, T>, |elements| elements.shared(0..elements.length());
}
through_mut! {
    [A: ContiguousMut] A: &'s mut [A::Item], |elements| elements.as_mut_slice();
    ['a, T] DisjointMut<'a, T>: DisjointMut<'s, T>, |elements| elements.disjoint();
}
impl<A: Contiguous, F: OffsetMap> Whole for Through<A, F> {}
/// [`Placed`] of elements of the type `A`.
macro_rules! placed {
    ($([$($g:tt)*] $a:ty, |$of:ident, $offset:ident| $element:expr;)*) => {$(
        impl<$($g)*, F: OffsetMap> Placed for Through<$a, F> {
            #[inline(always)]
            unsafe fn place(&self, $offset: usize) -> *const Self::Item {
                let $of = self;
                $element
            }
        }
    )*};
}
placed! {
    [A: Contiguous] A, |accessor, offset| accessor.element(offset);
    // SAFETY: the caller promises that it is an offset of the layout.
    ['a, T] Disjoint<'a, T>, |accessor, offset| unsafe { accessor.reader() }.at(offset);
    // SAFETY: as above.
    ['a, T] DisjointMut<'a, T>, |accessor, offset| unsafe { accessor.reader() }.at(offset);
}
#[diagnostic::do_not_recommend]
impl<A: Memory, F: OffsetMap + Sync> InMemory for Through<A, F>
where
    Self: Accessor,
{
    type Outer = F;
    #[inline(always)]
    fn address(&self) -> (F, usize) {
        self.map()
    }
}
#[diagnostic::do_not_recommend]
impl<A: Contiguous, F: OffsetMap + Sync> Addressed for Through<A, F> {
    #[inline(always)]
    fn elements(&self) -> &[A::Item] {
        self.elements.as_slice()
    }
}
#[diagnostic::do_not_recommend]
impl<A: MemoryMut, F: OffsetMap + Sync> AddressedMut for Through<A, F>
where
    Self: AccessorMut<Item = A::Item>,
{
    #[inline(always)]
    fn cells(&mut self) -> &[Cell<A::Item>] {
        self.elements.cells()
    }
}
impl<A: ContiguousMut, F: OffsetMap> Divisible for Through<A, F> {
    type Tile<'s>
        = Through<DisjointMut<'s, A::Item>, F>
    where
        Self: 's;
    #[inline(always)]
    fn disjoint(&mut self) -> Self::Tile<'_> {
        let Through { outer, first, length, .. } = *self;
        Through { elements: self.elements.disjoint(), outer, first, length }
    }
}
impl<T, F: OffsetMap> Divisible for Through<DisjointMut<'_, T>, F> {
    type Tile<'s>
        = Through<DisjointMut<'s, T>, F>
    where
        Self: 's;
    #[inline(always)]
    fn disjoint(&mut self) -> Self::Tile<'_> {
        self.exclusive(0..self.length)
    }
}
impl<T, F: OffsetMap> Lends for Through<DisjointMut<'_, T>, F> {
    #[inline(always)]
    unsafe fn lend(&mut self, range: Range<usize>) -> Self {
        let Through { outer, first, length, .. } = self.part((), &range);
        // SAFETY: the caller promises that no other offset in use has the same element.
        let elements = unsafe { self.elements.lend(0..self.elements.length()) };
        Through { elements, outer, first, length }
    }
}
impl<W: Writer, F: OffsetMap> Writer for Through<W, F> {
    type Item = W::Item;
    #[inline(always)]
    fn place(&self, offset: usize) -> *mut W::Item {
        debug_assert!(offset < self.length);
        self.elements.place(self.outer.apply(self.first + offset))
    }
    #[inline(always)]
    fn memory(&mut self) -> Option<*mut W::Item> {
        None
    }
}
impl<R: Reader, F: OffsetMap> Reader for Through<R, F> {
    type Item = R::Item;
    type Element = R::Element;
    #[inline(always)]
    fn at(&self, offset: usize) -> R::Element {
        debug_assert!(offset < self.length);
        self.elements.at(self.outer.apply(self.first + offset))
    }
    #[inline(always)]
    fn value(&self, offset: usize) -> R::Item
    where
        R::Item: Copy,
    {
        debug_assert!(offset < self.length);
        self.elements.value(self.outer.apply(self.first + offset))
    }
    #[inline(always)]
    fn memory(&self) -> Option<*const R::Item> {
        None
    }
}
