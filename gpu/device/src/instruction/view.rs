//! Matrices in global memory: a buffer and its layout as one parameter. The launch checks that they fit.

use core::marker::PhantomData;
use core::panic::Location;

use tilework::bound::Pointer;
use tilework::result::Raw;
use tilework::{AnyLayout, Tensor};

use super::{Element, Global, InGlobalMemory};
use crate::parameter::{Pair, Parameter, mixed};

/// A tensor that a kernel reads: elements in global memory, with a layout. The argument of a launch is `(&buffer,
/// layout)`. A buffer that is shorter than the layout reaches is an error at launch.
///
/// `P` says how the elements are divided among the threads of the grid: [`Whole`], [`OfThreads`](crate::OfThreads),
/// [`OfPartition`](crate::OfPartition), [`OfTiles`](crate::OfTiles) or [`OfEach`](crate::OfEach).
pub struct Input<T, L, P = Whole> {
    pointer: *const T,
    layout: L,
    of: PhantomData<P>,
}
/// A tensor that a kernel writes. The argument of a launch is `(&mut buffer, layout)`. A layout that has an element twice
/// is an error at launch.
///
/// `P` says how the elements are divided among the threads of the grid. By [`OfThreads`](crate::OfThreads),
/// [`OfPartition`](crate::OfPartition), [`OfTiles`](crate::OfTiles) and [`OfEach`](crate::OfEach) each thread owns a part,
/// which safe code writes. By [`ByAtomics`](crate::ByAtomics) all threads change the elements, by atomic operations. By
/// [`Whole`] no thread owns anything, and [`tensor`](Output::tensor) is `unsafe`.
pub struct Output<T, L, P = Whole> {
    pointer: *mut T,
    layout: L,
    of: PhantomData<P>,
}
/// The elements of an [`Input`] or [`Output`] are not divided among threads.
#[derive(Clone, Copy, Debug)]
pub struct Whole;
impl Division for Whole {
    const FINGERPRINT: u32 = 0;
}

/// A way to divide elements among the threads of a grid: the third parameter of [`Input`] and [`Output`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no way to divide elements among threads",
    label = "the third parameter of `Input` and `Output` is `OfThreads`, `OfPartition`, `OfTiles<..>`, `OfEach` or `ByAtomics`"
)]
pub trait Division {
    /// A number that differs for most other types, as [`Parameter::FINGERPRINT`].
    #[doc(hidden)]
    const FINGERPRINT: u32;
}

macro_rules! views {
    ($($view:ident $pointer:ty;)*) => {$(
        impl<T, L: Copy, P> Clone for $view<T, L, P> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T, L: Copy, P> Copy for $view<T, L, P> {}
        impl<T, L: Copy, P> $view<T, L, P> {
            /// The elements from a pointer on.
            ///
            /// # Safety
            /// They are in global memory, as many as the layout reaches. The grid is one that a launch with this layout
            /// allows. For an [`Output`] the layout is injective, and nobody else accesses the elements while the kernel
            /// runs.
            #[inline(always)]
            pub unsafe fn from_raw_parts(pointer: $pointer, layout: L) -> Self {
                $view { pointer, layout, of: PhantomData }
            }
            /// The layout.
            #[inline(always)]
            pub fn layout(self) -> L {
                self.layout
            }
        }
        // SAFETY: an address and a layout, in a pair of `repr(C)`.
        unsafe impl<T, L: Parameter, P: Division> Parameter for $view<T, L, P> {
            const BORROWS: bool = true;
            const FINGERPRINT: u32 =
                mixed(mixed(<$pointer>::FINGERPRINT, L::FINGERPRINT), P::FINGERPRINT);
            type Passed = Pair<$pointer, L::Passed>;
            #[inline(always)]
            fn pass(self) -> Self::Passed {
                Pair(self.pointer, self.layout.pass())
            }
            #[inline(always)]
            unsafe fn receive(passed: Self::Passed) -> Self {
                // SAFETY: as promised.
                $view { pointer: passed.0, layout: unsafe { L::receive(passed.1) }, of: PhantomData }
            }
        }
    )*};
}
views! {
    Input *const T;
    Output *mut T;
}

impl<T: Element, L: AnyLayout, P> Input<T, L, P> {
    /// The elements.
    #[inline(always)]
    pub fn tensor(self) -> Tensor<Raw<ReadOnly<Global<T>>>, L> {
        // SAFETY: the layout reaches only elements of the buffer, and nobody writes them while the kernel runs.
        unsafe { Tensor::from_raw_parts(ReadOnly(Global::new(self.pointer)), self.layout) }
    }
}
impl<T: Element, L: AnyLayout, P> Output<T, L, P> {
    /// The elements.
    ///
    /// # Safety
    /// No thread reads or writes what another thread writes, unless a barrier separates the accesses.
    #[inline(always)]
    pub unsafe fn tensor(self) -> Tensor<Raw<Global<T>>, L> {
        // SAFETY: the layout reaches only elements of the buffer, which belongs to the kernel alone.
        unsafe { Tensor::from_raw_parts(Global::new(self.pointer), self.layout) }
    }
}

/// A pointer that is only read through.
#[derive(Clone, Copy, Debug)]
pub struct ReadOnly<P>(P);
impl<P: Pointer> Pointer for ReadOnly<P> {
    type Item = P::Item;
    #[inline(always)]
    unsafe fn add(self, offset: usize) -> Self {
        // SAFETY: as promised.
        ReadOnly(unsafe { self.0.add(offset) })
    }
    #[inline(always)]
    unsafe fn read(self) -> P::Item {
        // SAFETY: as promised.
        unsafe { self.0.read() }
    }
    #[inline(always)]
    unsafe fn read_at(self, place: &'static Location<'static>) -> P::Item {
        // SAFETY: as promised.
        unsafe { self.0.read_at(place) }
    }
}
// SAFETY: the place of the pointer.
unsafe impl<P: InGlobalMemory> InGlobalMemory for ReadOnly<P> {
    #[inline(always)]
    fn place(self) -> Global<P::Item> {
        self.0.place()
    }
}
impl<T> ReadOnly<Global<T>> {
    /// The same address as a pointer to elements of another type.
    #[inline(always)]
    pub fn cast<U>(self) -> ReadOnly<Global<U>> {
        ReadOnly(self.0.cast())
    }
    /// The pointer to the element `offset` elements later.
    #[inline(always)]
    pub fn offset(self, offset: usize) -> Self {
        ReadOnly(self.0.offset(offset))
    }
    /// The pointer to the element `offset` elements earlier.
    #[inline(always)]
    pub fn before(self, offset: u32) -> Self {
        ReadOnly(self.0.before(offset))
    }
}
