//! Matrices in global memory: a buffer and its layout in one parameter, which the launch has compared.

use tilework::bound::Pointer;
use tilework::result::Raw;
use tilework::{AnyLayout, Tensor};

use super::{Element, Global};
use crate::parameter::{Pair, Parameter};

/// What a kernel reads: elements in global memory, where a layout says. The argument of a launch is `(&buffer, layout)`, and a buffer that is
/// shorter than the layout reaches is an error there.
pub struct Input<T, L> {
    pointer: *const T,
    layout: L,
}
/// What a kernel writes: [`Input`] of `(&mut buffer, layout)`.
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
            /// The elements that begin at a pointer.
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
        // SAFETY: the layout reaches elements of the buffer, which nobody writes while the kernel runs.
        unsafe { Tensor::from_raw_parts(ReadOnly(Global::new(self.pointer)), self.layout) }
    }
}
impl<T: Element, L: AnyLayout> Output<T, L> {
    /// The elements.
    ///
    /// # Safety
    /// What a thread writes no other thread reads or writes, unless a barrier is between.
    #[inline(always)]
    pub unsafe fn tensor(self) -> Tensor<Raw<Global<T>>, L> {
        // SAFETY: the layout reaches elements of the buffer, which is the kernel's alone.
        unsafe { Tensor::from_raw_parts(Global::new(self.pointer), self.layout) }
    }
}

/// A pointer that nothing is written by.
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
