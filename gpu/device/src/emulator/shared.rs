//! The shared memory of a block, or of the blocks of a cluster.

use std::panic::Location;

use super::access::Place;
use super::block::{resident, with};
use super::memory::{Memory, element};

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
    in_block(SHARED, resident())
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
    in_block(SHARED + at as u32, resident())
}
fn same_bytes(by_hand: &Location<'_>, array: &Location<'_>) -> String {
    format!(
        "`Shared::new` at {by_hand} and `shared!` at {array} are the same bytes: write all by `shared!`, or all by `Shared::new`"
    )
}
/// The same place in another of the blocks that run.
pub(super) fn in_block(address: u32, block: u32) -> u32 {
    address % WINDOW + WINDOW * block
}

/// Which of the blocks that run this address belongs to.
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
    blocks: Vec<Memory>,
    arrays: Vec<Array>,
    /// The place of `Shared::new` in the kernel, if there is one.
    by_hand: Option<&'static Location<'static>>,
}
impl SharedMemory {
    pub(super) fn new(blocks: usize, bytes: usize) -> Self {
        let blocks = (0..blocks).map(|_| Memory::unwritten(bytes)).collect();
        SharedMemory { blocks, arrays: Vec::new(), by_hand: None }
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
        self.blocks.iter_mut().for_each(|block| block.reach(at + bytes));
        at
    }

    /// Whether the bytes lie in one array, if the kernel has arrays.
    fn in_an_array(&self, at: usize, bytes: usize) -> Result<(), String> {
        let is_in = |array: &Array| array.at <= at && at + bytes <= array.at + array.bytes;
        if self.arrays.is_empty() || self.arrays.iter().any(is_in) {
            return Ok(());
        }
        Err(match self.arrays.iter().rev().find(|array| array.at <= at) {
            Some(Array { bytes: all, at: begin, place, .. }) => format!(
                "{bytes} bytes of shared memory from {} on, of {all} of `shared!` at {place}",
                at - begin
            ),
            None => format!("{bytes} bytes of shared memory before all of `shared!`"),
        })
    }

    /// The memory with these bytes, and their place in it.
    pub(super) fn place(
        &mut self,
        address: u32,
        bytes: usize,
    ) -> Result<(&mut Memory, usize), String> {
        let at = ((address % WINDOW) as usize).checked_sub(SHARED as usize);
        if let Some(at) = at {
            self.in_an_array(at, bytes)?;
        }
        let memory = self.blocks.get_mut(block_of(address) as usize);
        let memory = memory.ok_or("shared memory of no block that runs")?;
        match at {
            Some(at) if at + bytes <= memory.bytes.len() => Ok((memory, at)),
            _ => Err(format!(
                "{bytes} bytes of shared memory from {} on, of {}",
                i64::from(address % WINDOW) - i64::from(SHARED),
                memory.bytes.len()
            )),
        }
    }
    /// Describes the element of so many bytes at an address.
    pub(super) fn describe(&self, address: u32, bytes: usize) -> String {
        let at = (address % WINDOW).wrapping_sub(SHARED) as usize;
        let array = self.arrays.iter().rev().find(|array| array.at <= at);
        match array {
            Some(array) => element(at - array.at, bytes, &format!("`shared!` at {}", array.place)),
            None => element(at, bytes, "shared memory"),
        }
    }
}

pub(super) fn aligned<T>(address: u32, place: Place) {
    let (bytes, at) = (size_of::<T>() as u32, i64::from(address % WINDOW) - i64::from(SHARED));
    assert_eq!(
        block_of(address),
        resident(),
        "shared memory of another block of the cluster, at {place}"
    );
    assert!(
        address.is_multiple_of(bytes),
        "{bytes} bytes of shared memory from {at} on, which is no multiple of {bytes}, at {place}"
    );
}
