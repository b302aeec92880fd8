//! Pointers into any memory, and those behind a function of the offset.

use core::panic::Location;

use crate::layout::offset_map::OffsetMap;

/// A pointer to elements that are copied out one by one: `*const T`, `*mut T`, or a pointer into another memory, such
/// as the shared memory of a GPU. CuTe's `gmem_ptr` and `smem_ptr`.
///
/// Open: other crates can implement it for other memories.
pub trait Pointer: Copy {
    /// An element.
    type Item: Copy;
    /// The pointer to the element that is `offset` elements further on.
    ///
    /// # Safety
    /// That element lies in the allocation that `self` points into.
    unsafe fn add(self, offset: usize) -> Self;
    /// The element.
    ///
    /// # Safety
    /// The element exists, and nobody writes it at the same time.
    #[track_caller]
    unsafe fn read(self) -> Self::Item;
    /// [`read`](Pointer::read) at a place in the source: a memory that reports errors names the place of the caller, and
    /// not the loop in this crate.
    ///
    /// # Safety
    /// As for [`read`](Pointer::read).
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn read_at(self, _: &'static Location<'static>) -> Self::Item {
        // SAFETY: the caller promises the same.
        unsafe { self.read() }
    }
}
/// A [`Pointer`] to elements that can be written.
pub trait PointerMut: Pointer {
    /// Writes the element.
    ///
    /// # Safety
    /// There is room for an element, and nobody else reads or writes it at the same time.
    #[track_caller]
    unsafe fn write(self, item: Self::Item);
    /// [`write`](PointerMut::write) at a place in the source, as [`Pointer::read_at`].
    ///
    /// # Safety
    /// As for [`write`](PointerMut::write).
    #[doc(hidden)]
    #[inline(always)]
    unsafe fn write_at(self, item: Self::Item, _: &'static Location<'static>) {
        // SAFETY: the caller promises the same.
        unsafe { self.write(item) }
    }
}
macro_rules! pointers {
    ($($t:ty)*) => {$(
        impl<T: Copy> Pointer for $t {
            type Item = T;
            #[inline(always)]
            unsafe fn add(self, offset: usize) -> Self {
                // SAFETY: the caller promises the same.
                unsafe { self.add(offset) }
            }
            #[inline(always)]
            unsafe fn read(self) -> T {
                // SAFETY: the caller promises the same.
                unsafe { self.read() }
            }
        }
    )*};
}
pointers!(*const T *mut T);
impl<T: Copy> PointerMut for *mut T {
    #[inline(always)]
    unsafe fn write(self, item: T) {
        // SAFETY: the caller promises the same.
        unsafe { self.write(item) }
    }
}

/// A pointer whose offsets go through a function, such as a swizzle, before they count elements: the [`Pointer`] of the
/// elements of a [`Composed`](crate::Composed) layout.
#[derive(Clone, Copy, Debug)]
pub struct Swizzled<P, F> {
    pub(super) start: P,
    pub(super) offset: usize,
    pub(super) map: F,
}
impl<P: Pointer, F: OffsetMap> Swizzled<P, F> {
    /// The pointer to the element itself, as instructions take it.
    ///
    /// # Safety
    /// There is an element at this offset.
    ///
    /// ```
    /// use tilework::{Composed, Swizzle, Tensor, layout, typenum::{P2, U0, U2}};
    /// let data: [u8; 16] = core::array::from_fn(|i| i as u8);
    /// let swizzled = Composed::of(Swizzle::<U2, U0, P2>::new(), layout!((4,4):(4,1)));
    /// // SAFETY: a swizzle of 16 offsets stays within them, and the coordinate is inside.
    /// let element = unsafe { Tensor::through_raw_parts(data.as_ptr(), swizzled).at((2_usize, 0)).pointer() };
    /// // SAFETY: as above.
    /// assert_eq!(unsafe { *element }, 10);
    /// ```
    #[inline(always)]
    pub unsafe fn pointer(self) -> P {
        // SAFETY: the caller promises that there is an element at this offset.
        unsafe { self.start.add(self.map.apply(self.offset)) }
    }

    /// The pointer before the function is applied, for instructions that apply it: `wgmma` and the copy engine swizzle
    /// addresses.
    ///
    /// # Safety
    /// There is an element at this offset too.
    #[inline(always)]
    pub unsafe fn straight(self) -> P {
        // SAFETY: the caller promises that there is an element at this offset.
        unsafe { self.start.add(self.offset) }
    }
}
impl<P: Pointer, F: OffsetMap> Pointer for Swizzled<P, F> {
    type Item = P::Item;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        Swizzled { offset: self.offset + offset, ..self }
    }
    #[inline(always)]
    unsafe fn read(self) -> P::Item {
        // SAFETY: the caller promises this for the element at this offset.
        unsafe { self.start.add(self.map.apply(self.offset)).read() }
    }
    #[inline(always)]
    unsafe fn read_at(self, place: &'static Location<'static>) -> P::Item {
        // SAFETY: as for `read`.
        unsafe { self.start.add(self.map.apply(self.offset)).read_at(place) }
    }
}
impl<P: PointerMut, F: OffsetMap> PointerMut for Swizzled<P, F> {
    #[inline(always)]
    unsafe fn write(self, item: P::Item) {
        // SAFETY: the caller promises this for the element at this offset.
        unsafe { self.start.add(self.map.apply(self.offset)).write(item) }
    }
    #[inline(always)]
    unsafe fn write_at(self, item: P::Item, place: &'static Location<'static>) {
        // SAFETY: as for `write`.
        unsafe { self.start.add(self.map.apply(self.offset)).write_at(item, place) }
    }
}
