//! The shared memory of a block, or of the blocks of a cluster.

use std::panic::Location;

use super::block::{block_of_cluster, cluster, with};
use super::global::{load, store};
use crate::Element;

/// The address of the first block's memory. It is not 0, so that an offset used as an address is found.
const SHARED: u32 = 4096;
/// The number of addresses of a block.
const WINDOW: u32 = 1 << 20;

/// The largest number of bytes that a block may have: 227 KB from compute capability 9.0 on.
const MOST: usize = 232_448;

/// The address of this block's memory, for a kernel with a hand-written memory layout.
#[track_caller]
pub(crate) fn shared_by_hand() -> u32 {
    let place = Location::caller();
    with(|state, _| {
        let shared = &mut state.shared;
        shared.by_hand.get_or_insert(place);
        if let Some(array) = shared.arrays.first() {
            panic!("{}", same_bytes(place, array.place));
        }
    });
    in_block(SHARED, block_of_cluster())
}
/// The address of the array with this name in this block. Each place in the source has its own name.
#[doc(hidden)]
#[track_caller]
pub fn array(name: &'static str, bytes: usize) -> u32 {
    let place = Location::caller();
    let at = with(|state, _| {
        if let Some(by_hand) = state.shared.by_hand {
            panic!("{}", same_bytes(by_hand, place));
        }
        state.shared.array(name, bytes, place)
    });
    in_block(SHARED + at as u32, block_of_cluster())
}
fn same_bytes(by_hand: &Location<'_>, array: &Location<'_>) -> String {
    format!(
        "`Shared::new` at {by_hand} and `shared!` at {array} are the same bytes: write all by `shared!`, or all by `Shared::new`"
    )
}
/// The same place in a block of the cluster, as `mapa`.
pub(super) fn in_block(address: u32, block: u32) -> u32 {
    address % WINDOW + WINDOW * block
}

/// The block of the cluster that this address belongs to.
pub(super) fn block_of(address: u32) -> u32 {
    address / WINDOW
}

/// An array of `shared!`. Unused room follows each array, so that an access past its end is found.
struct Array {
    name: &'static str,
    bytes: usize,
    at: usize,
    place: &'static Location<'static>,
}
pub(super) struct SharedMemory {
    blocks: Vec<Vec<u8>>,
    arrays: Vec<Array>,
    /// The place of `Shared::new` in the kernel, if there is one.
    by_hand: Option<&'static Location<'static>>,
}
impl SharedMemory {
    pub(super) fn new(blocks: usize, bytes: usize) -> Self {
        SharedMemory { blocks: vec![vec![255; bytes]; blocks], arrays: Vec::new(), by_hand: None }
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The beginning of the array, the same in all blocks.
    #[track_caller]
    fn array(&mut self, name: &'static str, bytes: usize, place: &'static Location<'_>) -> usize {
        let same = |array: &&Array| array.name == name && array.bytes == bytes;
        if let Some(array) = self.arrays.iter().find(same) {
            return array.at;
        }
        let all = bytes + self.arrays.iter().map(|array| array.bytes).sum::<usize>();
        assert!(
            all <= MOST,
            "arrays of {all} bytes of shared memory, where a block has {MOST}: `shared!` at {place} is one too many"
        );
        let free = self.arrays.last().map_or(0, |last| last.at + last.bytes + 1);
        let at = free.next_multiple_of(1024);
        self.arrays.push(Array { name, bytes, at, place });
        self.blocks.iter_mut().for_each(|block| block.resize(block.len().max(at + bytes), 255));
        at
    }

    /// Panics unless the bytes lie in one array, if the kernel has arrays.
    #[track_caller]
    fn assert_in_an_array(&self, at: usize, bytes: usize) {
        let is_in = |array: &Array| array.at <= at && at + bytes <= array.at + array.bytes;
        if self.arrays.is_empty() || self.arrays.iter().any(is_in) {
            return;
        }
        match self.arrays.iter().rev().find(|array| array.at <= at) {
            Some(Array { bytes: all, at: begin, place, .. }) => panic!(
                "{bytes} bytes of shared memory from {} on, of {all} of `shared!` at {place}",
                at - begin
            ),
            None => panic!("{bytes} bytes of shared memory before all of `shared!`"),
        }
    }

    /// The `bytes` bytes at an address.
    #[track_caller]
    pub(super) fn bytes(&mut self, address: u32, bytes: usize) -> &mut [u8] {
        let at = ((address % WINDOW) as usize).checked_sub(SHARED as usize);
        if let Some(at) = at {
            self.assert_in_an_array(at, bytes);
        }
        let memory = &mut self.blocks[block_of(address) as usize];
        let (all, address) = (memory.len(), address % WINDOW);
        match at.and_then(|at| memory.get_mut(at..at + bytes)) {
            Some(bytes) => bytes,
            None => panic!(
                "{bytes} bytes of shared memory from {} on, of {all}",
                i64::from(address) - i64::from(SHARED)
            ),
        }
    }

    /// The bits of 1, 2 or 4 bytes at an address.
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
/// The element at this address in a block of the cluster.
pub(crate) fn load_shared_in<T: Element>(address: u32, block: u32) -> T {
    aligned::<T>(address);
    assert!(block < cluster(), "block {block} of a cluster of {}", cluster());
    with(|state, _| {
        state.assert_runs(block);
        load(state.shared.bytes(in_block(address, block), size_of::<T>()))
    })
}
pub(crate) fn store_shared<T: Element>(address: u32, element: T) {
    aligned::<T>(address);
    with(|state, _| store(state.shared.bytes(address, size_of::<T>()), element))
}
