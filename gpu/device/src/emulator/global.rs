//! Global memory: buffers. Each access lies within one buffer.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

use super::Emulator;
use super::block::with;
use super::tensor_map::{Boxes, refused};
use crate::part::Part;
use crate::{Element, TensorElement, TensorMap, Tile};

/// Buffers begin at multiples of it, as on a GPU.
const ALIGNMENT: usize = 256;
#[derive(Clone, Copy)]
#[repr(align(256))]
struct Chunk([u8; ALIGNMENT]);

/// A buffer in global memory.
pub struct Buffer<T> {
    address: u64,
    length: usize,
    of: PhantomData<fn() -> T>,
}
impl<T> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Buffer<T> {}
impl<T> Buffer<T> {
    /// The pointer that a kernel gets to read the buffer. The kernel chooses the element type.
    pub fn pointer<U>(self) -> *const U {
        std::ptr::without_provenance(self.address as usize)
    }
    /// The pointer that a kernel gets to write the buffer.
    pub fn pointer_mut<U>(self) -> *mut U {
        std::ptr::without_provenance_mut(self.address as usize)
    }
}
/// A buffer is its part with all elements.
impl<T> Deref for Buffer<T> {
    type Target = Part<Emulator, T>;
    fn deref(&self) -> &Part<Emulator, T> {
        // SAFETY: the elements of the buffer. The machine keeps them, and checks each access.
        unsafe { Part::from_raw_parts(self.pointer(), self.length) }
    }
}
impl<T> DerefMut for Buffer<T> {
    fn deref_mut(&mut self) -> &mut Part<Emulator, T> {
        // SAFETY: as above. A launch refuses a copy of this handle beside it.
        unsafe { Part::from_raw_parts_mut(self.pointer_mut(), self.length) }
    }
}
impl<T> Part<Emulator, T> {
    /// The same elements as a buffer, for [`Emulator::download`] and [`Emulator::written`].
    pub fn buffer(&self) -> Buffer<T> {
        Buffer { address: self.address(), length: self.len(), of: PhantomData }
    }
}

/// All buffers. Their addresses are those in the memory of the CPU.
#[derive(Default)]
pub(super) struct Global {
    buffers: Vec<(Vec<Chunk>, usize)>,
    /// For each buffer, which of its bytes somebody has written.
    written: Vec<Vec<bool>>,
}
impl Global {
    pub(super) fn poisoned<T>(&mut self, length: usize) -> Buffer<T> {
        let bytes = length * size_of::<T>();
        let chunks = vec![Chunk([255; ALIGNMENT]); bytes.div_ceil(ALIGNMENT).max(1)];
        let address = chunks.as_ptr().addr() as u64;
        self.buffers.push((chunks, bytes));
        self.written.push(vec![false; bytes]);
        Buffer { address, length, of: PhantomData }
    }

    /// The `bytes` bytes at an address that is a multiple of `bytes`, to be read.
    #[track_caller]
    pub(super) fn bytes(&mut self, address: u64, bytes: usize) -> &mut [u8] {
        let (buffer, at) = self.place(address, bytes);
        self.bytes_of(buffer, at, bytes)
    }
    /// The same, to be written.
    #[track_caller]
    pub(super) fn bytes_mut(&mut self, address: u64, bytes: usize) -> &mut [u8] {
        let (buffer, at) = self.place(address, bytes);
        self.written[buffer][at..at + bytes].fill(true);
        self.bytes_of(buffer, at, bytes)
    }
    /// The buffer that contains the bytes, and their place in it.
    #[track_caller]
    fn place(&self, address: u64, bytes: usize) -> (usize, usize) {
        let place = |(chunks, length): &(Vec<Chunk>, usize)| {
            let at = (address as usize).checked_sub(chunks.as_ptr().addr())?;
            (at + bytes <= *length).then_some(at)
        };
        let found =
            self.buffers.iter().enumerate().find_map(|(i, buffer)| Some((i, place(buffer)?)));
        found.unwrap_or_else(|| {
            panic!("{bytes} bytes of global memory at {address:#x} are in no buffer")
        })
    }
    fn bytes_of(&mut self, buffer: usize, at: usize, bytes: usize) -> &mut [u8] {
        let chunks = &mut self.buffers[buffer].0;
        // SAFETY: a chunk consists of its bytes.
        let all = unsafe {
            std::slice::from_raw_parts_mut(
                chunks.as_mut_ptr().cast::<u8>(),
                chunks.len() * ALIGNMENT,
            )
        };
        &mut all[at..at + bytes]
    }

    pub(super) fn write<T: Element>(&mut self, buffer: Buffer<T>, data: &[T]) {
        for (i, &element) in data.iter().enumerate() {
            store(
                self.bytes_mut(buffer.address + (i * size_of::<T>()) as u64, size_of::<T>()),
                element,
            );
        }
    }

    pub(super) fn read<T: Element>(&self, buffer: Buffer<T>) -> Vec<T> {
        let bytes = buffer.length * size_of::<T>();
        let (at_buffer, at) = self.place(buffer.address, bytes);
        let all = self.buffers[at_buffer].0.iter().flat_map(|chunk| chunk.0);
        let bytes: Vec<u8> = all.skip(at).take(bytes).collect();
        bytes.chunks_exact(size_of::<T>()).map(load).collect()
    }

    /// The elements of a buffer that nobody has written, or not completely.
    pub(super) fn unwritten<T>(&self, buffer: Buffer<T>) -> Vec<usize> {
        let (at_buffer, at) = self.place(buffer.address, buffer.length * size_of::<T>());
        let elements = self.written[at_buffer][at..].chunks_exact(size_of::<T>());
        let elements = elements.take(buffer.length);
        let unwritten = elements.enumerate().filter(|(_, bytes)| bytes.contains(&false));
        unwritten.map(|(index, _)| index).collect()
    }
}

impl<S> Buffer<S> {
    /// The map of boxes `T` of a tensor that begins here.
    pub(super) fn tensor_map<T, const RANK: usize>(
        self,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> TensorMap<T>
    where
        T: Tile<RANK, Element: TensorElement<Storage = S>>,
    {
        if let Some(why) = refused::<T, RANK>(self.length, extents, strides) {
            panic!("{why}");
        }
        Boxes::encoded(self.address, extents, strides)
    }
    /// The number of elements.
    pub(super) fn length(self) -> usize {
        self.length
    }
}

/// The element with these bytes.
pub(super) fn load<T: Element>(bytes: &[u8]) -> T {
    assert_eq!(bytes.len(), size_of::<T>());
    // SAFETY: the number of bytes is right. Elements are numbers and arrays of numbers, without padding.
    unsafe { bytes.as_ptr().cast::<T>().read_unaligned() }
}
pub(super) fn store<T: Element>(bytes: &mut [u8], element: T) {
    assert_eq!(bytes.len(), size_of::<T>());
    // SAFETY: as for `load`.
    unsafe { bytes.as_mut_ptr().cast::<T>().write_unaligned(element) }
}

#[track_caller]
pub(super) fn aligned<T>(address: u64) {
    let bytes = size_of::<T>();
    assert!(
        address.is_multiple_of(bytes as u64),
        "{bytes} bytes at {address:#x}, which is no multiple of {bytes}"
    );
}
pub(crate) fn load_global<T: Element>(address: u64) -> T {
    aligned::<T>(address);
    with(|state, _| load(state.global.bytes(address, size_of::<T>())))
}
pub(crate) fn store_global<T: Element>(address: u64, element: T) {
    aligned::<T>(address);
    with(|state, _| store(state.global.bytes_mut(address, size_of::<T>()), element))
}
