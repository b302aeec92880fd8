//! Matrices in global memory: a buffer and its layout as one parameter. The launch checks that they fit.

use tilework::bound::Pointer;
use tilework::result::Raw;
use tilework::{AnyLayout, Tensor};

use super::{Element, Global};
use crate::parameter::{Pair, Parameter, mixed};

/// A tensor that a kernel reads: elements in global memory, with a layout. The argument of a launch is `(&buffer,
/// layout)`. A buffer that is shorter than the layout reaches is an error at launch.
pub struct Input<T, L> {
    pointer: *const T,
    layout: L,
}
/// A tensor that a kernel writes. The argument of a launch is `(&mut buffer, layout)`.
pub struct Output<T, L> {
    pointer: *mut T,
    layout: L,
}

macro_rules! views {
    ($($view:ident $pointer:ty;)*) => {$(
        impl<T, L: Copy> Clone for $view<T, L> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T, L: Copy> Copy for $view<T, L> {}
        impl<T, L: Copy> $view<T, L> {
            /// The elements from a pointer on.
            ///
            /// # Safety
            /// They are in global memory, as many as the layout reaches.
            #[inline(always)]
            pub unsafe fn from_raw_parts(pointer: $pointer, layout: L) -> Self {
                $view { pointer, layout }
            }
            /// The layout.
            #[inline(always)]
            pub fn layout(self) -> L {
                self.layout
            }
        }
        // SAFETY: an address and a layout, in a pair of `repr(C)`.
        unsafe impl<T, L: Parameter> Parameter for $view<T, L> {
            const BORROWS: bool = true;
            const FINGERPRINT: u32 = mixed(<$pointer>::FINGERPRINT, L::FINGERPRINT);
            type Passed = Pair<$pointer, L::Passed>;
            #[inline(always)]
            fn pass(self) -> Self::Passed {
                Pair(self.pointer, self.layout.pass())
            }
            #[inline(always)]
            unsafe fn receive(passed: Self::Passed) -> Self {
                // SAFETY: as promised.
                $view { pointer: passed.0, layout: unsafe { L::receive(passed.1) } }
            }
        }
    )*};
}
views! {
    Input *const T;
    Output *mut T;
}

impl<T: Element, L: AnyLayout> Input<T, L> {
    /// The elements.
    #[inline(always)]
    pub fn tensor(self) -> Tensor<Raw<ReadOnly<Global<T>>>, L> {
        // SAFETY: the layout reaches only elements of the buffer, and nobody writes them while the kernel runs.
        unsafe { Tensor::from_raw_parts(ReadOnly(Global::new(self.pointer)), self.layout) }
    }
}
impl<T: Element, L: AnyLayout> Output<T, L> {
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
}
