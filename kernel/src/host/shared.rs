//! The shared memory of a block, or of those of a cluster.

use super::block::{block_of_cluster, with};
use super::global::{load, store};
use crate::device::Element;

/// The address where that of the first block begins: not 0, so that an offset that is taken for an address is found.
const SHARED: u32 = 4096;
/// The addresses of a block.
const WINDOW: u32 = 1 << 20;

/// The address where that of this block begins.
pub(crate) fn shared() -> u32 {
    in_block(SHARED, block_of_cluster())
}
/// That a block has so many bytes.
pub(crate) fn has_shared(bytes: usize) {
    let has = with(|state, _| state.shared.blocks[0].len());
    assert!(
        bytes <= has,
        "the kernel needs {bytes} bytes of shared memory, and the launch has {has}"
    );
}
/// The same place in a block of the cluster, `mapa`.
pub(super) fn in_block(address: u32, block: u32) -> u32 {
    address % WINDOW + WINDOW * block
}

/// The block of the cluster that has this address.
pub(super) fn block_of(address: u32) -> u32 {
    address / WINDOW
}

pub(super) struct SharedMemory {
    blocks: Vec<Vec<u8>>,
}
impl SharedMemory {
    pub(super) fn new(blocks: usize, bytes: usize) -> Self {
        SharedMemory { blocks: vec![vec![255; bytes]; blocks] }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// So many bytes.
    #[track_caller]
    pub(super) fn bytes(&mut self, address: u32, bytes: usize) -> &mut [u8] {
        let memory = &mut self.blocks[block_of(address) as usize];
        let (all, address) = (memory.len(), address % WINDOW);
        let at = (address as usize).checked_sub(SHARED as usize);
        match at.and_then(|at| memory.get_mut(at..at + bytes)) {
            Some(bytes) => bytes,
            None => panic!(
                "{bytes} bytes of shared memory from {} on, of {all}",
                i64::from(address) - i64::from(SHARED)
            ),
        }
    }

    /// The bits of so many bytes, 1, 2 or 4, at an address.
    pub(super) fn bits(&mut self, address: u32, bytes: usize) -> u64 {
        self.bytes(address, bytes).iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte))
    }

    /// The 16 bits at an address.
    pub(super) fn bits16(&mut self, address: u32) -> u16 {
        load(self.bytes(address, 2))
    }
}

#[track_caller]
pub(super) fn aligned<T>(address: u32) {
    let (bytes, at) = (size_of::<T>() as u32, i64::from(address % WINDOW) - i64::from(SHARED));
    assert_eq!(
        block_of(address),
        block_of_cluster(),
        "shared memory of another block of the cluster"
    );
    assert!(
        address.is_multiple_of(bytes),
        "{bytes} bytes of shared memory from {at} on, which is no multiple of {bytes}"
    );
}
pub(crate) fn load_shared<T: Element>(address: u32) -> T {
    aligned::<T>(address);
    with(|state, _| load(state.shared.bytes(address, size_of::<T>())))
}
pub(crate) fn store_shared<T: Element>(address: u32, element: T) {
    aligned::<T>(address);
    with(|state, _| store(state.shared.bytes(address, size_of::<T>()), element))
}
