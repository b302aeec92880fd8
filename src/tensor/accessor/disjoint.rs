//! The elements of one of several tiles, which lie between those of the others.

use core::marker::PhantomData;
use core::ops::Range;

use super::{
    Accessor, AccessorMut, Memory, MemoryMut, Unchecked, UncheckedMut, memory, memory_mut,
};

/// The borrow of a tile, from data that other tiles borrow at the same time.
///
/// The tiles of an injective layout have no offset in common. But between the first element of a tile and its last
/// there are elements of other tiles, so it is no slice. Its elements are those at the offsets of the layout that it
/// was made with, and only these are accessed.
#[derive(Debug)]
pub struct Disjoint<'a, T> {
    start: *const T,
    length: usize,
    borrow: PhantomData<&'a T>,
}
/// [`Disjoint`] for writing.
#[derive(Debug)]
pub struct DisjointMut<'a, T> {
    start: *mut T,
    length: usize,
    borrow: PhantomData<&'a mut T>,
}

// SAFETY: it is a shared borrow of its elements, and no other tile has these for writing.
unsafe impl<T: Sync> Send for Disjoint<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Disjoint<'_, T> {}
// SAFETY: it is an exclusive borrow of its elements.
unsafe impl<T: Send> Send for DisjointMut<'_, T> {}
// SAFETY: a shared reference to it lends its elements for reading only.
unsafe impl<T: Sync> Sync for DisjointMut<'_, T> {}

impl<T> Clone for Disjoint<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Disjoint<'_, T> {}

impl<T> Disjoint<'_, T> {
    /// # Safety
    /// The elements at `start + offset`, for the offsets of the layout that it is used with, are alive as long as it
    /// lives, and nothing writes to them. These offsets are below `length`.
    #[inline(always)]
    pub(crate) unsafe fn new(start: *const T, length: usize) -> Self {
        Disjoint { start, length, borrow: PhantomData }
    }
}

impl<T> DisjointMut<'_, T> {
    /// # Safety
    /// As long as it lives, nothing else accesses the elements at `start + offset`, for the offsets of the layout that
    /// it is used with. These offsets are below `length`, and the elements are alive for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn new(start: *mut T, length: usize) -> Self {
        DisjointMut { start, length, borrow: PhantomData }
    }
}

memory! {
    ['a, T] Disjoint<'a, T>: false, false, Disjoint<'a, T>,
        |data, range| part(data.start, data.length, range),
        // SAFETY: the caller promises that the range lies in the data.
        unsafe { part_unchecked(data.start, range) }, data.length, data.start;
    [T] DisjointMut<'_, T>: true, false, Disjoint<'s, T>,
        |data, range| part(data.start, data.length, range),
        // SAFETY: as above.
        unsafe { part_unchecked(data.start, range) }, data.length, data.start;
}
memory_mut! {
    [T] DisjointMut<'_, T>: DisjointMut<'s, T>,
        |data, range| {
            let Disjoint { start, length, .. } = part(data.start, data.length, range);
            DisjointMut { start: start.cast_mut(), length, borrow: PhantomData }
        },
        {
            // SAFETY: as above.
            let Disjoint { start, length, .. } = unsafe { part_unchecked(data.start, range) };
            DisjointMut { start: start.cast_mut(), length, borrow: PhantomData }
        },
        data.start;
}

/// The elements of a range of offsets.
#[inline(always)]
fn part<'a, T>(start: *const T, length: usize, range: Range<usize>) -> Disjoint<'a, T> {
    assert!(range.start <= range.end && range.end <= length, "a range of the offsets");
    // SAFETY: the range ends at most at the length.
    unsafe { part_unchecked(start, range) }
}
/// [`part`] without the check.
///
/// # Safety
/// The range begins at most at its end, and ends at most at the length.
#[inline(always)]
unsafe fn part_unchecked<'a, T>(start: *const T, range: Range<usize>) -> Disjoint<'a, T> {
    // SAFETY: the offset is at most the length, and the elements lie in one allocation.
    let start = unsafe { start.add(range.start) };
    Disjoint { start, length: range.end - range.start, borrow: PhantomData }
}

/// An [`AccessorMut`] whose elements several tiles can borrow for writing at the same time: elements in memory, and
/// those [`Through`](super::Through) a function of their offset.
pub trait Divisible: AccessorMut {
    /// The type that a tile borrows.
    type Tile<'s>: Lends<Item = Self::Item>
    where
        Self: 's;
    /// All elements, to be lent to tiles.
    #[doc(hidden)]
    fn disjoint(&mut self) -> Self::Tile<'_>;
}
impl<A: MemoryMut> Divisible for A {
    type Tile<'s>
        = DisjointMut<'s, A::Item>
    where
        Self: 's;
    #[inline(always)]
    fn disjoint(&mut self) -> DisjointMut<'_, A::Item> {
        let length = self.length();
        // SAFETY: `self` is borrowed exclusively.
        unsafe { DisjointMut::new(self.as_mut_ptr(), length) }
    }
}

/// All elements, to be lent tile by tile.
pub trait Lends: AccessorMut {
    /// The elements of a range.
    ///
    /// # Safety
    /// While they are lent, nothing else accesses the elements at the offsets of the layout that they are used with.
    #[doc(hidden)]
    unsafe fn lend(&mut self, range: Range<usize>) -> Self;
    /// [`Lends::lend`] of a range that is there, without a check where none is needed.
    ///
    /// # Safety
    /// As [`Lends::lend`] and [`Accessor::shared_unchecked`].
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn lend_unchecked(&mut self, range: Range<usize>) -> Self
    where
        Self: Sized,
    {
        // SAFETY: as promised.
        unsafe { self.lend(range) }
    }
}
impl<T> Lends for DisjointMut<'_, T> {
    #[inline(always)]
    unsafe fn lend(&mut self, range: Range<usize>) -> Self {
        let start = self.exclusive(range.clone()).as_mut_ptr();
        // SAFETY: the caller promises the same.
        unsafe { DisjointMut::new(start, range.len()) }
    }
    #[inline(always)]
    unsafe fn lend_unchecked(&mut self, range: Range<usize>) -> Self {
        // SAFETY: the range lies in the data, as promised.
        let start = unsafe { self.exclusive_unchecked(range.clone()) }.as_mut_ptr();
        // SAFETY: as promised.
        unsafe { DisjointMut::new(start, range.len()) }
    }
}
