//! Global memory: buffers. Each access lies within one buffer.

use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Range};

use tilework::algebra::{Layout, crd2idx, idx2crd};

use super::Emulator;
use super::memory::{self, Memory, bytes_of, load};
use super::tensor_map::{Boxes, refused};
use crate::part::Part;
use crate::{Element, TensorElement, TensorMap, Tile};

/// The distance of buffers: an index past the end of one is not in another. Buffers begin in the middle, so that indices
/// before the beginning are found, too.
const WINDOW: u64 = 1 << 32;

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
    /// The map of boxes `B` of a tensor that begins here.
    pub(super) fn tensor_map<B, const RANK: usize>(
        self,
        extents: [u32; RANK],
        strides: [u64; RANK],
    ) -> TensorMap<B>
    where
        B: Tile<RANK, Element: TensorElement<Storage = T>>,
    {
        if let Some(why) = refused::<B, RANK>(self.length, extents, strides) {
            panic!("{why}");
        }
        Boxes::encoded(self.address, extents, strides)
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

/// A buffer as a parameter of the kernel that runs.
pub(crate) struct Named {
    pub(crate) name: &'static str,
    pub(crate) addresses: Range<u64>,
    /// The bytes of an element.
    pub(crate) element: usize,
    /// The layout, if it is a tensor.
    pub(crate) layout: Option<String>,
}

/// The first coordinate of a layout that has this offset.
fn coordinate(layout: &str, offset: usize) -> Option<String> {
    const MOST: i64 = 1 << 20;
    let layout: Layout = layout.parse().ok()?;
    let shape = layout.shape();
    let mut all = (0..layout.size().min(MOST)).filter_map(|i| idx2crd(i, &shape).ok());
    all.find(|at| crd2idx(at, &layout) == Ok(offset as i64)).map(|at| at.to_string())
}

/// All buffers.
#[derive(Default)]
pub(super) struct Global {
    buffers: Vec<Memory>,
    pub(super) names: Vec<Named>,
}
impl Global {
    pub(super) fn poisoned<T>(&mut self, length: usize) -> Buffer<T> {
        self.buffers.push(Memory::unwritten(length * size_of::<T>()));
        let address = self.buffers.len() as u64 * WINDOW + WINDOW / 2;
        Buffer { address, length, of: PhantomData }
    }

    /// The memory of the buffer at an address, and the place in it.
    fn window(address: u64) -> (usize, i64) {
        let index = (address / WINDOW).wrapping_sub(1) as usize;
        (index, (address % WINDOW) as i64 - (WINDOW / 2) as i64)
    }
    /// The memory with these bytes, and their place in it.
    pub(super) fn place(
        &mut self,
        address: u64,
        bytes: usize,
    ) -> Result<(&mut Memory, usize), String> {
        let (index, at) = Self::window(address);
        match self.buffers.get(index).map(|memory| memory.bytes.len()) {
            Some(length) if at >= 0 && at as usize + bytes <= length => {
                Ok((&mut self.buffers[index], at as usize))
            }
            Some(length) => Err(self.outside(address, bytes, length)),
            None => Err(format!("{bytes} bytes of global memory at {address:#x} are in no buffer")),
        }
    }
    /// The parameter whose buffer has this address, or else one in the same window.
    fn named(&self, address: u64) -> Option<&Named> {
        let window = |named: &&Named| named.addresses.start / WINDOW == address / WINDOW;
        let mut all = self.names.iter().filter(window);
        let first = all.clone().next();
        all.find(|named| named.addresses.contains(&address)).or(first)
    }
    fn outside(&self, address: u64, bytes: usize, length: usize) -> String {
        let (index, at) = Self::window(address);
        match self.named(address) {
            Some(Named { name, element, addresses, .. }) => format!(
                "{bytes} bytes of global memory are outside of `{name}`: index {}, and it has {} elements",
                (address as i64 - addresses.start as i64).div_euclid(*element as i64),
                (addresses.end - addresses.start) as usize / element
            ),
            None => format!(
                "{bytes} bytes of global memory are in no buffer: from byte {at} on of buffer {index}, which has {length}"
            ),
        }
    }
    /// Describes the element of so many bytes at an address, or that of the parameter.
    pub(super) fn describe(&self, address: u64, bytes: usize) -> String {
        match self.named(address) {
            Some(Named { name, element, addresses, layout }) => {
                let at = address.saturating_sub(addresses.start) as usize / element;
                match layout.as_deref().and_then(|layout| coordinate(layout, at)) {
                    Some(coordinate) => format!("element {coordinate} of `{name}`"),
                    None => format!("element {at} of `{name}`"),
                }
            }
            None => {
                let (index, at) = Self::window(address);
                memory::element(at as usize, bytes, &format!("buffer {index}"))
            }
        }
    }

    /// The memory of a buffer, and its place in it.
    fn memory<T>(&self, buffer: Buffer<T>) -> (&Memory, Range<usize>) {
        let (index, at) = Self::window(buffer.address);
        let memory = self.buffers.get(index).expect("it is a buffer of this machine");
        (memory, at as usize..at as usize + buffer.bytes())
    }
    pub(super) fn write<T: Element>(&mut self, buffer: Buffer<T>, data: &[T]) {
        for (i, element) in data.iter().enumerate() {
            let address = buffer.address + (i * size_of::<T>()) as u64;
            let (memory, at) = self.place(address, size_of::<T>()).expect("it is in the buffer");
            memory.store(at, bytes_of(element));
        }
    }
    pub(super) fn read<T: Element>(&self, buffer: Buffer<T>) -> Vec<T> {
        let (memory, at) = self.memory(buffer);
        memory.bytes[at].chunks_exact(size_of::<T>()).map(load).collect()
    }
    /// The elements of a buffer that nobody has written, or not completely.
    pub(super) fn unwritten<T>(&self, buffer: Buffer<T>) -> Vec<usize> {
        let (memory, at) = self.memory(buffer);
        let elements = memory.written[at].chunks_exact(size_of::<T>());
        let unwritten = elements.enumerate().filter(|(_, bytes)| bytes.contains(&false));
        unwritten.map(|(index, _)| index).collect()
    }
    /// Forgets the accesses of a launch, which has ended.
    pub(super) fn forget(&mut self) {
        self.buffers.iter_mut().for_each(|memory| memory.shadow.clear());
        self.names.clear();
    }
}
