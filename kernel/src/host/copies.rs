//! Copies that do not wait: `cp.async` of a thread, and those of the copy engine.

use super::block::{State, cluster, with};
use super::mbarrier::complete;
use super::multiply::swizzled;
use super::shared::{block_of, in_block};
use crate::device::TensorMap;

/// A `cp.async` of `size` bytes, of which those beyond `bytes` are 0.
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
        // That there are such places is found here, and not where the copy is waited for.
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

/// The copies of a group are made here, as late as they may be.
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

/// The words of a map: address, columns and rows of the matrix, and those of a box.
fn words(map: &TensorMap) -> [u64; 5] {
    let [address, columns, rows, width, height, ..] = map.0;
    [address, columns, rows, width, height]
}
/// How a box with rows of so many elements of 16 bits is swizzled.
fn swizzle_bits(width: u64) -> u32 {
    assert!(matches!(width, 16 | 32 | 64), "rows of a box are 32, 64 or 128 bytes");
    width.ilog2() - 3
}

/// A copy of a box by the copy engine, which has not begun.
pub(super) struct BulkCopy {
    map: TensorMap,
    corner: [u32; 2],
    shared: u32,
    way: Way,
    /// Whether it is made at once, and not as late as it may be.
    pub(super) early: bool,
}
#[derive(Clone, Copy)]
enum Way {
    /// To shared memory, whose bytes this `mbarrier` waits for.
    Load { barrier: u32 },
    /// From shared memory, the store of this number that this thread makes.
    Store { thread: usize, number: usize },
}
impl BulkCopy {
    /// The number of the store, if this thread makes it.
    pub(super) fn store_of(&self, by: usize) -> Option<usize> {
        match self.way {
            Way::Store { thread, number } if thread == by => Some(number),
            _ => None,
        }
    }

    pub(super) fn run(self, state: &mut State) {
        state.assert_runs(block_of(self.shared));
        let [data, columns, rows, width, height] = words(&self.map);
        // The rows of a box are as long as what is swizzled together.
        let bits = swizzle_bits(width);
        for y in 0..height {
            for x in 0..width {
                let at = swizzled(self.shared + 2 * (width * y + x) as u32, bits);
                // Coordinates are signed.
                let column = i64::from(self.corner[0] as i32) + x as i64;
                let row = i64::from(self.corner[1] as i32) + y as i64;
                let inside =
                    (0..columns as i64).contains(&column) && (0..rows as i64).contains(&row);
                let address = data.wrapping_add_signed(2 * (column + row * columns as i64));
                match (self.way, inside) {
                    (Way::Load { .. }, true) => {
                        let element: [u8; 2] =
                            (&*state.global.bytes(address, 2)).try_into().expect("2 bytes");
                        state.shared.bytes(at, 2).copy_from_slice(&element);
                    }
                    (Way::Load { .. }, false) => state.shared.bytes(at, 2).fill(0),
                    (Way::Store { .. }, true) => {
                        let element: [u8; 2] =
                            (&*state.shared.bytes(at, 2)).try_into().expect("2 bytes");
                        state.global.bytes(address, 2).copy_from_slice(&element);
                    }
                    (Way::Store { .. }, false) => {}
                }
            }
        }
        if let Way::Load { barrier } = self.way {
            complete(state, barrier, (2 * width * height) as u32);
        }
    }
}

/// [`tma_load`] to the blocks of the cluster whose bits are 1.
pub(crate) fn tma_load_multicast(
    map: &TensorMap,
    corner: [u32; 2],
    to: u32,
    barrier: u32,
    blocks: u16,
) {
    assert!(blocks > 0 && u32::from(blocks) < 1 << cluster(), "blocks {blocks:#b} of a cluster");
    for block in (0..cluster()).filter(|block| blocks >> block & 1 == 1) {
        bulk(map, corner, in_block(to, block), Way::Load { barrier: in_block(barrier, block) });
    }
}

fn bulk(map: &TensorMap, corner: [u32; 2], shared: u32, way: Way) {
    with(|state, _| {
        let (map, [.., width, _]) = (*map, words(map));
        let pattern = 128 << swizzle_bits(width);
        assert!(
            shared.is_multiple_of(pattern),
            "a box with rows of {} bytes is aligned to {pattern}",
            2 * width
        );
        let early = state.random(2) == 0;
        state.copies.push(BulkCopy { map, corner, shared, way, early });
    });
}
pub(crate) fn tma_load(map: &TensorMap, corner: [u32; 2], to: u32, barrier: u32) {
    bulk(map, corner, to, Way::Load { barrier });
}
pub(crate) fn tma_store(map: &TensorMap, corner: [u32; 2], from: u32) {
    let store = with(|state, thread| {
        state.stores[thread] += 1;
        Way::Store { thread, number: state.stores[thread] }
    });
    bulk(map, corner, from, store);
}
/// The stores of this thread but the last ones are made here, if they were not before.
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
