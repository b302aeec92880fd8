//! Accessors: what the offsets of a tensor's layout count in. Elements are reached without a
//! check here only; that the offsets are in bounds is established in `Tensor::new`.

use core::ops::Range;

use generic_array::{ArrayLength, GenericArray};

mod sealed {
    pub trait Sealed {}
    impl<T> Sealed for &[T] {}
    impl<T> Sealed for &mut [T] {}
    impl<T, N: super::ArrayLength> Sealed for super::GenericArray<T, N> {}
    #[cfg(feature = "alloc")]
    impl<T> Sealed for alloc::vec::Vec<T> {}
}

/// A run of elements in memory: `&[T]`, `&mut [T]`, `GenericArray<T, N>` and, with the feature
/// `alloc`, `Vec<T>`. Sealed: its length must not change while a tensor has it.
pub trait Accessor: sealed::Sealed {
    /// What it holds.
    type Item;
    /// The same elements borrowed, as `&[T]`: of data that is itself borrowed for as long as it
    /// is, so that views of views live on.
    type Shared<'s>: Accessor<Item = Self::Item>
    where
        Self: 's;
    /// Whether a tensor over it can be written.
    const WRITES: bool;
    /// The elements of a range, borrowed.
    fn shared(&self, range: Range<usize>) -> Self::Shared<'_>;
    /// The elements.
    fn as_slice(&self) -> &[Self::Item];
}
/// An [`Accessor`] that can be written.
pub trait AccessorMut: Accessor {
    /// The elements.
    fn as_mut_slice(&mut self) -> &mut [Self::Item];
}

impl<'a, T> Accessor for &'a [T] {
    type Item = T;
    type Shared<'s>
        = &'a [T]
    where
        Self: 's;
    const WRITES: bool = false;
    #[inline(always)]
    fn shared(&self, range: Range<usize>) -> &'a [T] {
        &self[range]
    }
    #[inline(always)]
    fn as_slice(&self) -> &[T] {
        self
    }
}
macro_rules! writable {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> Accessor for $t {
            type Item = T;
            type Shared<'s> = &'s [T] where Self: 's;
            const WRITES: bool = true;
            #[inline(always)]
            fn shared(&self, range: Range<usize>) -> &[T] {
                &self[range]
            }
            #[inline(always)]
            fn as_slice(&self) -> &[T] {
                self
            }
        }
        impl<$($g)*> AccessorMut for $t {
            #[inline(always)]
            fn as_mut_slice(&mut self) -> &mut [T] {
                self
            }
        }
    )*};
}
writable! {
    ['a, T] &'a mut [T];
    [T, N: ArrayLength] GenericArray<T, N>;
}
#[cfg(feature = "alloc")]
writable! {
    [T] alloc::vec::Vec<T>;
}

/// A slice that is only asked for offsets that it has.
///
/// Bounds checks in the innermost loop keep it from being vectorised: `cargo bench --bench relayout`,
/// a matrix into 8x8 tiles, takes 4 times as long with them.
#[derive(Clone, Copy)]
pub(crate) struct Unchecked<'a, T>(&'a [T]);

impl<'a, T> Unchecked<'a, T> {
    /// # Safety
    /// [`Unchecked::at`] is called with offsets below `slice.len()` only.
    #[inline(always)]
    pub(crate) unsafe fn new(slice: &'a [T]) -> Self {
        Unchecked(slice)
    }

    #[inline(always)]
    pub(crate) fn at(&self, offset: usize) -> &'a T {
        debug_assert!(offset < self.0.len());
        // SAFETY: below the length, as promised to `new`.
        unsafe { self.0.get_unchecked(offset) }
    }
}

/// [`Unchecked`] for writing.
pub(crate) struct UncheckedMut<'a, T>(&'a mut [T]);

impl<'a, T> UncheckedMut<'a, T> {
    /// # Safety
    /// [`UncheckedMut::at`] is called with offsets below `slice.len()` only.
    #[inline(always)]
    pub(crate) unsafe fn new(slice: &'a mut [T]) -> Self {
        UncheckedMut(slice)
    }

    #[inline(always)]
    pub(crate) fn at(&mut self, offset: usize) -> &mut T {
        debug_assert!(offset < self.0.len());
        // SAFETY: below the length, as promised to `new`.
        unsafe { self.0.get_unchecked_mut(offset) }
    }
}
