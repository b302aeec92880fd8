//! The elements of one of several tiles, which lie between those of the others.

use core::marker::PhantomData;
use core::ops::Range;

use super::{Accessor, AccessorMut, Memory, MemoryMut, Unchecked, UncheckedMut};

/// What a tile borrows of data that other tiles are borrowed from at the same time.
///
/// The tiles of an injective layout have no offset in common, but from the first element of one to
/// its last there are elements of others, so that it is no slice. Its elements are those at the
/// offsets of the layout it was made with, and it is asked for no others.
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

// SAFETY: it stands for a shared borrow of its elements, of which no other tile has any for
// writing.
unsafe impl<T: Sync> Send for Disjoint<'_, T> {}
// SAFETY: as above.
unsafe impl<T: Sync> Sync for Disjoint<'_, T> {}
// SAFETY: it stands for an exclusive borrow of its elements.
unsafe impl<T: Send> Send for DisjointMut<'_, T> {}
// SAFETY: behind a shared reference it lends its elements for reading only.
unsafe impl<T: Sync> Sync for DisjointMut<'_, T> {}

impl<T> Clone for Disjoint<'_, T> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Disjoint<'_, T> {}

impl<T> DisjointMut<'_, T> {
    /// # Safety
    /// For as long as it lives, nothing else reaches the elements at `start + offset` for the
    /// offsets of the layout it is used with, which are below `length`; they are alive for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn new(start: *mut T, length: usize) -> Self {
        DisjointMut { start, length, borrow: PhantomData }
    }
}

impl<'a, T> Accessor for Disjoint<'a, T> {
    type Item = T;
    type Shared<'s>
        = Disjoint<'a, T>
    where
        Self: 's;
    type Reader<'s>
        = Unchecked<'s, T>
    where
        Self: 's;
    const WRITES: bool = false;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Disjoint<'a, T> {
        part(self.start, self.length, range)
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Unchecked<'_, T> {
        // SAFETY: as promised.
        unsafe { Unchecked::new(self) }
    }
}
impl<T> Memory for Disjoint<'_, T> {
    #[inline(always)]
    fn as_ptr(&self) -> *const T {
        self.start
    }
}
impl<T> Accessor for DisjointMut<'_, T> {
    type Item = T;
    type Shared<'s>
        = Disjoint<'s, T>
    where
        Self: 's;
    type Reader<'s>
        = Unchecked<'s, T>
    where
        Self: 's;
    const WRITES: bool = true;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> Disjoint<'_, T> {
        part(self.start, self.length, range)
    }
    #[inline(always)]
    fn length(&self) -> usize {
        self.length
    }
    #[inline(always)]
    unsafe fn reader(&self) -> Unchecked<'_, T> {
        // SAFETY: as promised.
        unsafe { Unchecked::new(self) }
    }
}
impl<T> Memory for DisjointMut<'_, T> {
    #[inline(always)]
    fn as_ptr(&self) -> *const T {
        self.start
    }
}
impl<T> AccessorMut for DisjointMut<'_, T> {
    type Exclusive<'s>
        = DisjointMut<'s, T>
    where
        Self: 's;
    type Writer<'s>
        = UncheckedMut<'s, T>
    where
        Self: 's;
    #[inline(always)]
    fn exclusive(&mut self, range: Range<usize>) -> DisjointMut<'_, T> {
        let Disjoint { start, length, .. } = part(self.start, self.length, range);
        DisjointMut { start: start.cast_mut(), length, borrow: PhantomData }
    }
    #[inline(always)]
    unsafe fn writer(&mut self) -> UncheckedMut<'_, T> {
        // SAFETY: as promised.
        unsafe { UncheckedMut::new(self) }
    }
}
impl<T> MemoryMut for DisjointMut<'_, T> {
    #[inline(always)]
    fn as_mut_ptr(&mut self) -> *mut T {
        self.start
    }
}

/// The elements of a range of offsets.
#[inline(always)]
fn part<'a, T>(start: *const T, length: usize, range: Range<usize>) -> Disjoint<'a, T> {
    assert!(range.start <= range.end && range.end <= length, "a range of the offsets");
    // SAFETY: at most the length, and the elements lie in one allocation.
    let start = unsafe { start.add(range.start) };
    Disjoint { start, length: range.len(), borrow: PhantomData }
}
