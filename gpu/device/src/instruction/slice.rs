//! Buffers with their lengths, for kernels that check whether an element exists.

use super::{Element, Global};
use crate::parameter::{Pair, Parameter, mixed};

/// A buffer that a kernel reads, with its number of elements. The argument of a launch is `&buffer`.
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// use tilework_device::launch::promise;
///
/// /// The sum of each number and the next one; the last number stays as it is.
/// #[kernel(threads = 64, blocks = blocks_for(to.len(), 64))]
/// pub unsafe fn of_neighbours(from: Slice<u32>, to: SliceMut<u32>) {
///     // SAFETY: each thread writes a number of its own.
///     unsafe {
///         let i = (64 * block()[0] + thread::<64>()) as usize;
///         let sum = from.get(i).unwrap_or(0) + from.get(i + 1).unwrap_or(0);
///         if let Some(to) = to.at(i) {
///             to.write(sum);
///         }
///     }
/// }
///
/// let mut emulator = Emulator::new(1);
/// let (from, mut to) = (emulator.upload(&(0..100).collect::<Vec<u32>>()), emulator.poisoned::<u32>(100));
/// // SAFETY: the kernel accepts any buffers.
/// emulator.run(unsafe { promise(of_neighbours { from: &from, to: &mut to }) });
/// let right: Vec<u32> = (0..99).map(|i| 2 * i + 1).chain([99]).collect();
/// assert_eq!(emulator.written(to), right);
/// ```
#[derive(Debug)]
pub struct Slice<T> {
    pointer: *const T,
    length: u64,
}
/// A buffer that a kernel writes, with its number of elements. The argument of a launch is `&mut buffer`.
#[derive(Debug)]
pub struct SliceMut<T> {
    pointer: *mut T,
    length: u64,
}
macro_rules! slices {
    ($($slice:ident $pointer:ty;)*) => {$(
        impl<T> Clone for $slice<T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for $slice<T> {}
        impl<T> $slice<T> {
            /// The `length` elements from a pointer on.
            ///
            /// # Safety
            /// They are in global memory.
            #[inline(always)]
            pub unsafe fn from_raw_parts(pointer: $pointer, length: usize) -> Self {
                $slice { pointer, length: length as u64 }
            }
            /// The number of elements.
            #[inline(always)]
            pub fn len(self) -> usize {
                self.length as usize
            }
            /// Returns whether there are none.
            #[inline(always)]
            pub fn is_empty(self) -> bool {
                self.length == 0
            }
        }
        // SAFETY: an address and a length, in a pair of `repr(C)`.
        unsafe impl<T> Parameter for $slice<T> {
            const BORROWS: bool = true;
            const FINGERPRINT: u32 = mixed(<$pointer>::FINGERPRINT, 0);
            type Passed = Pair<$pointer, u64>;
            #[inline(always)]
            fn pass(self) -> Self::Passed {
                Pair(self.pointer, self.length)
            }
            #[inline(always)]
            unsafe fn receive(passed: Self::Passed) -> Self {
                $slice { pointer: passed.0, length: passed.1 }
            }
        }
    )*};
}
slices! {
    Slice *const T;
    SliceMut *mut T;
}

impl<T: Element> Slice<T> {
    /// The element at this index, if there is one.
    #[inline(always)]
    #[track_caller]
    pub fn get(self, index: usize) -> Option<T> {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        // SAFETY: it is in the buffer, and nobody writes the buffer while the kernel runs.
        (index < self.len())
            .then(|| unsafe { T::load_global(Global::new(self.pointer).offset(index).address()) })
    }
}
impl<T: Element> SliceMut<T> {
    /// The pointer to the element at this index, if there is one. It reads, writes and changes the element, the last by
    /// `atom_add` and others.
    #[inline(always)]
    pub fn at(self, index: usize) -> Option<Global<T>> {
        // SAFETY: the buffer is in global memory.
        (index < self.len())
            .then(|| unsafe { Global::new(self.pointer.cast_const()) }.offset(index))
    }
}
