//! Global and shared memory: pointers whose type says which memory they point into.

use core::marker::PhantomData;
#[cfg(not(target_arch = "nvptx64"))]
use core::panic::Location;

use tilework::bound::{OffsetMap, Pointer, PointerMut};
use tilework::layout;
use tilework::result::Swizzled;

use super::{Bits128, Element, F32x4};

/// A pointer into global memory.
#[derive(Debug)]
pub struct Global<T> {
    address: u64,
    of: PhantomData<*mut T>,
}
/// A pointer into the shared memory of a block.
#[derive(Debug)]
pub struct Shared<T> {
    address: u32,
    of: PhantomData<*mut T>,
}
macro_rules! pointers {
    ($($pointer:ident $integer:ident $load:ident $store:ident;)*) => {$(
        impl<T> Clone for $pointer<T> {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<T> Copy for $pointer<T> {}
        impl<T> $pointer<T> {
            /// The address in the form that instructions take.
            #[inline(always)]
            pub fn address(self) -> $integer {
                self.address
            }
            /// The same address as a pointer to elements of another type.
            #[doc(alias = "recast_ptr")]
            #[inline(always)]
            pub fn cast<U>(self) -> $pointer<U> {
                $pointer { address: self.address, of: PhantomData }
            }
            /// The pointer to the element `offset` elements later.
            #[inline(always)]
            pub fn offset(self, offset: usize) -> Self {
                let bytes = (offset as $integer).wrapping_mul(size_of::<T>() as $integer);
                $pointer { address: self.address.wrapping_add(bytes), of: PhantomData }
            }
        }
        impl<T: Element> Pointer for $pointer<T> {
            type Item = T;
            #[inline(always)]
            unsafe fn add(self, offset: usize) -> Self {
                self.offset(offset)
            }
            #[inline(always)]
            #[track_caller]
            unsafe fn read(self) -> T {
                // SAFETY: as promised.
                unsafe { T::$load(self.address) }
            }
            #[cfg(not(target_arch = "nvptx64"))]
            unsafe fn read_at(self, place: &'static Location<'static>) -> T {
                // SAFETY: as promised.
                crate::emulator::placed(place, || unsafe { self.read() })
            }
        }
        impl<T: Element> PointerMut for $pointer<T> {
            #[inline(always)]
            #[track_caller]
            unsafe fn write(self, item: T) {
                // SAFETY: as promised.
                unsafe { item.$store(self.address) }
            }
            #[cfg(not(target_arch = "nvptx64"))]
            unsafe fn write_at(self, item: T, place: &'static Location<'static>) {
                // SAFETY: as promised.
                crate::emulator::placed(place, || unsafe { self.write(item) });
            }
        }
    )*};
}
pointers! {
    Global u64 load_global store_global;
    Shared u32 load_shared store_shared;
}

/// Pointers into global memory: [`Global`], and [`ReadOnly`](super::ReadOnly) ones, as those of an
/// [`Input`](super::Input). Instructions that read global memory take both.
///
/// # Safety
/// [`place`](InGlobalMemory::place) is where [`read`](Pointer::read) reads.
pub unsafe trait InGlobalMemory: Pointer {
    /// The pointer to the element, in the form that instructions take. It is for reading only.
    fn place(self) -> Global<Self::Item>;
}
// SAFETY: it is the place.
unsafe impl<T: Element> InGlobalMemory for Global<T> {
    #[inline(always)]
    fn place(self) -> Global<T> {
        self
    }
}

/// Pointers into shared memory, with or without a swizzle: the pointers of tile partitions.
///
/// # Safety
/// [`place`](InSharedMemory::place) is where [`read`](Pointer::read) reads.
pub unsafe trait InSharedMemory: Pointer {
    /// The pointer to the element, in the form that instructions take.
    ///
    /// # Safety
    /// There is such an element.
    unsafe fn place(self) -> Shared<Self::Item>;
}
// SAFETY: it is the place.
unsafe impl<T: Element> InSharedMemory for Shared<T> {
    #[inline(always)]
    unsafe fn place(self) -> Shared<T> {
        self
    }
}
// SAFETY: the place after the swizzle, which is the one that is read.
unsafe impl<T: Element, F: OffsetMap> InSharedMemory for Swizzled<Shared<T>, F> {
    #[inline(always)]
    unsafe fn place(self) -> Shared<T> {
        // SAFETY: as promised.
        unsafe { self.pointer() }
    }
}

impl<T> Shared<T> {
    /// The pointer `bytes` bytes later, for example in another stage.
    #[inline(always)]
    pub fn bytes(self, bytes: usize) -> Self {
        Shared { address: self.address.wrapping_add(bytes as u32), of: PhantomData }
    }

    /// The same pointer in a register of its own. The compiler does not see how the pointer was computed, so
    /// instructions hold the constant offsets of elements from it.
    #[inline(always)]
    pub fn anchored(self) -> Self {
        let address = on! {
            gpu {
                let address;
                // SAFETY: computes nothing.
                unsafe {
                    asm!("mov.u32 {}, {};", out(reg32) address, in(reg32) self.address, options(pure, nomem, nostack))
                };
                address
            }
            cpu { self.address }
        };
        Shared { address, of: PhantomData }
    }
}

impl Global<Bits128> {
    /// Writes the first `count` of 8 elements of 16 bits, one by one. This is for the end of a row that is no whole
    /// number of vectors.
    ///
    /// # Safety
    /// There is room for these elements, and nobody else accesses them at the same time.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn write_first(self, vector: Bits128, count: usize) {
        layout!(8).unroll(|at, _| {
            if at < count {
                let element = (vector.0[at / 2] >> (16 * (at % 2))) as u16;
                // SAFETY: as promised.
                unsafe { self.cast::<u16>().offset(at).write(element) };
            }
        });
    }
}
impl Global<F32x4> {
    /// Writes the first `count` of 4 elements, one by one. This is for the end of a row that is no whole number of
    /// vectors.
    ///
    /// # Safety
    /// There is room for these elements, and nobody else accesses them at the same time.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn write_first(self, vector: F32x4, count: usize) {
        layout!(4).unroll(|at, _| {
            if at < count {
                // SAFETY: as promised.
                unsafe { self.cast::<f32>().offset(at).write(vector.0[at]) };
            }
        });
    }
}
impl<T> Global<T> {
    /// The pointer to the element `offset` elements earlier.
    #[inline(always)]
    pub fn before(self, offset: u32) -> Self {
        self.offset((offset as usize).wrapping_neg())
    }
    /// Converts a pointer that the kernel was given.
    ///
    /// # Safety
    /// It points into global memory.
    #[doc(alias = "make_gmem_ptr")]
    #[inline(always)]
    pub unsafe fn new(pointer: *const T) -> Self {
        let address = on! {
            gpu {
                let address;
                // SAFETY: computes an address.
                unsafe {
                    asm!("cvta.to.global.u64 {}, {};", out(reg64) address, in(reg64) pointer, options(pure, nomem, nostack));
                }
                address
            }
            cpu { pointer.addr() as u64 }
        };
        Global { address, of: PhantomData }
    }
}

impl<T> Shared<T> {
    /// The pointer to byte `at` of the block's shared memory, for kernels with a hand-written memory layout.
    /// `#[kernel(shared = ..)]` or the launch gives the size. The memory is aligned to 1024 bytes, as the copy engine
    /// and swizzles of 128 bytes require; `tilework-ptx` declares it.
    ///
    /// Arrays of [`shared!`](super::shared) also begin there. `tilework-ptx` and the threads of the CPU report a kernel
    /// that uses both.
    #[doc(alias = "make_smem_ptr")]
    #[inline(always)]
    #[track_caller]
    pub fn new(at: usize) -> Self {
        let start: u32 = on! {
            gpu {
                let start;
                // SAFETY: the address of the declared memory.
                unsafe {
                    asm!("mov.u32 {}, shared_memory;", out(reg32) start, options(pure, nomem, nostack))
                };
                start
            }
            cpu { emulator::shared_by_hand() }
        };
        Shared { address: start + at as u32, of: PhantomData }
    }

    /// The pointer with this address.
    #[doc(hidden)]
    #[inline(always)]
    pub fn at(address: u32) -> Self {
        Shared { address, of: PhantomData }
    }
}

impl Shared<Bits128> {
    /// Reads the 16 bytes at this place in the shared memory of a block of the cluster: `mapa` and
    /// `ld.shared::cluster`.
    ///
    /// # Safety
    /// The cluster has such a block, and the block does not end before. The 16 bytes exist, and nobody writes them at
    /// the same time: a [`cluster_barrier`](super::cluster_barrier) separates the accesses.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn read_in(self, block: u32) -> Bits128 {
        on! {
            gpu {
                let (x, y, z, w);
                // SAFETY: as promised.
                unsafe {
                    asm!(
                        "{{ .reg .b32 other; mapa.shared::cluster.u32 other, {}, {};",
                        "ld.shared::cluster.v4.b32 {{{}, {}, {}, {}}}, [other]; }}",
                        in(reg32) self.address, in(reg32) block,
                        out(reg32) x, out(reg32) y, out(reg32) z, out(reg32) w,
                    );
                }
                Bits128::of([x, y, z, w])
            }
            cpu { emulator::load_shared_in(self.address, block) }
        }
    }
}
