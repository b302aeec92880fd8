//! Asynchronous copies: `cp.async` of a thread, and the copies of the copy engine.

use super::block::{State, cluster, with};
use super::mbarrier::complete;
use super::multiply::swizzled;
use super::shared::{block_of, in_block};
use super::tensor_map::Boxes;
use crate::{Reduction, TensorMap};

/// A `cp.async` of `size` bytes. The bytes from `bytes` on become 0.
#[derive(Clone, Copy)]
pub(super) struct ThreadCopy {
    from: u64,
    to: u32,
    bytes: u32,
    size: u32,
}

pub(crate) fn cp_async(from: u64, to: u32, bytes: u32) {
    cp_async_of(from, to, bytes, 16);
}
/// `cp.async` of `size` bytes.
pub(crate) fn cp_async_of(from: u64, to: u32, bytes: u32, size: u32) {
    let aligned = || format!("cp.async is of {size} bytes, aligned to {size}");
    assert!(bytes <= size && to.is_multiple_of(size), "{}", aligned());
    with(|state, thread| {
        // Checks the places here, not only where the copy is waited for.
        state.shared.bytes(to, size as usize);
        if bytes > 0 {
            assert!(from.is_multiple_of(u64::from(size)), "{}", aligned());
            state.global.bytes(from, bytes as usize);
        }
        let group = state.groups[thread].back_mut().expect("there is always a last group");
        group.push(ThreadCopy { from, to, bytes, size });
    });
}

pub(crate) fn cp_async_commit() {
    with(|state, thread| state.groups[thread].push_back(Vec::new()));
}

/// Makes the copies of a group, as late as a GPU may make them.
pub(crate) fn cp_async_wait(left: u32) {
    with(|state, thread| {
        while state.groups[thread].len() > left as usize + 1 {
            let group = state.groups[thread].pop_front().expect("it has more");
            for ThreadCopy { from, to, bytes, size } in group {
                let mut copied = [0; 16];
                if bytes > 0 {
                    let from = state.global.bytes(from, bytes as usize);
                    copied[..bytes as usize].copy_from_slice(from);
                }
                let to = state.shared.bytes(to, size as usize);
                to.copy_from_slice(&copied[..size as usize]);
            }
        }
    });
}

/// A copy of a box by the copy engine that has not begun.
pub(super) struct BulkCopy {
    boxes: Boxes,
    corner: Vec<u32>,
    shared: u32,
    way: Way,
    /// True if it is made at once, instead of as late as possible.
    pub(super) early: bool,
}
#[derive(Clone, Copy)]
enum Way {
    /// The destination is shared memory. This `mbarrier` waits for the bytes.
    Load { barrier: u32 },
    /// From shared memory, as this thread's store of this number. `by` combines both sides.
    Store { thread: usize, number: usize, by: Option<Reduction> },
}
impl BulkCopy {
    /// The number of the store, if thread `by` makes it.
    pub(super) fn store_of(&self, by: usize) -> Option<usize> {
        match self.way {
            Way::Store { thread, number, .. } if thread == by => Some(number),
            _ => None,
        }
    }

    pub(super) fn run(self, state: &mut State) {
        state.assert_runs(block_of(self.shared));
        let bytes = self.boxes.of.bytes();
        let bits = |of: &[u8]| of.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        for (index, place) in (0..).zip(self.boxes.places(&self.corner)) {
            let at = swizzled(self.shared + bytes * index, self.boxes.swizzle);
            let size = bytes as usize;
            let in_shared = state.shared.bytes(at, size);
            match (self.way, place) {
                (Way::Load { .. }, Some(address)) => {
                    in_shared.copy_from_slice(state.global.bytes(address, size));
                }
                (Way::Load { .. }, None) => in_shared.fill(0),
                (Way::Store { by, .. }, Some(address)) => {
                    let (y, to) = (bits(in_shared), state.global.bytes_mut(address, size));
                    let x = bits(to);
                    let stored = by.map_or(y, |by| self.boxes.reduced(by, x, y));
                    to.copy_from_slice(&stored.to_le_bytes()[..size]);
                }
                (Way::Store { .. }, None) => {}
            }
        }
        if let Way::Load { barrier } = self.way {
            complete(state, barrier, self.boxes.bytes());
        }
    }
}

/// [`tma_load`] to the blocks of the cluster whose bits are 1.
pub(crate) fn tma_load_multicast(
    map: &TensorMap,
    corner: &[u32],
    to: u32,
    barrier: u32,
    blocks: u16,
) {
    assert!(blocks > 0 && u32::from(blocks) < 1 << cluster(), "blocks {blocks:#b} of a cluster");
    for block in (0..cluster()).filter(|block| blocks >> block & 1 == 1) {
        bulk(map, corner, in_block(to, block), Way::Load { barrier: in_block(barrier, block) });
    }
}

fn bulk(map: &TensorMap, corner: &[u32], shared: u32, way: Way) {
    let (boxes, corner) = (Boxes::of(map), corner.to_vec());
    assert_eq!(boxes.shape.len(), corner.len(), "a map of a tensor with another number of modes");
    let pattern = 128 << boxes.swizzle;
    let row = boxes.shape[0] * u64::from(boxes.of.bytes());
    assert!(
        shared.is_multiple_of(pattern),
        "a box with rows of {row} bytes is aligned to {pattern}"
    );
    with(|state, _| {
        let early = state.random(2) == 0;
        state.copies.push(BulkCopy { boxes, corner, shared, way, early });
    });
}
pub(crate) fn tma_load(map: &TensorMap, corner: &[u32], to: u32, barrier: u32) {
    bulk(map, corner, to, Way::Load { barrier });
}
pub(crate) fn tma_store(map: &TensorMap, corner: &[u32], from: u32, by: Option<Reduction>) {
    let boxes = Boxes::of(map);
    assert!(
        corner.iter().all(|at| *at as i32 >= 0)
            && (corner[0] * boxes.of.bytes()).is_multiple_of(16),
        "tma_store: a box begins at a multiple of 16 bytes and at no negative coordinate, not at {:?}",
        corner.iter().map(|at| *at as i32).collect::<Vec<_>>(),
    );
    let store = with(|state, thread| {
        state.stores[thread] += 1;
        Way::Store { thread, number: state.stores[thread], by }
    });
    bulk(map, corner, from, store);
}
/// Checks the map and its number of modes; nothing is copied.
pub(crate) fn tma_prefetch(map: &TensorMap, corner: &[u32]) {
    assert_eq!(Boxes::of(map).shape.len(), corner.len(), "of another number of modes");
}
/// Makes all stores of this thread except the last `left`, unless they were made before.
pub(crate) fn tma_store_wait(left: u32) {
    with(|state, thread| {
        let waited_for = state.stores[thread].saturating_sub(left as usize);
        let is_one =
            |copy: &BulkCopy| copy.store_of(thread).is_some_and(|store| store <= waited_for);
        while let Some(store) = state.copies.iter().position(is_one) {
            state.copies.swap_remove(store).run(state);
        }
    });
}
