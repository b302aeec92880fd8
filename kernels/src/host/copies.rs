//! Copies that do not wait: `cp.async` of a thread, and those of the copy engine.

use tilework::Swizzle;
use tilework::typenum::{P3, U3, U4};

use super::block::{State, with};
use super::mbarrier::complete;
use crate::device::TensorMap;

/// A `cp.async` of 16 bytes, of which those beyond `bytes` are 0.
#[derive(Clone, Copy)]
pub(super) struct ThreadCopy {
    from: u64,
    to: u32,
    bytes: u32,
}

pub(crate) fn cp_async(from: u64, to: u32, bytes: u32) {
    assert!(bytes <= 16 && to.is_multiple_of(16), "cp.async is of 16 bytes, aligned to 16");
    with(|state, thread| {
        // That there are such places is found here, and not where the copy is waited for.
        state.shared.bytes(to, 16);
        if bytes > 0 {
            assert!(from.is_multiple_of(16), "cp.async is of 16 bytes, aligned to 16");
            state.global.bytes(from, bytes as usize);
        }
        let group = state.groups[thread].back_mut().expect("there is always a last group");
        group.push(ThreadCopy { from, to, bytes });
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
            for ThreadCopy { from, to, bytes } in group {
                let mut copied = [0; 16];
                if bytes > 0 {
                    let from = state.global.bytes(from, bytes as usize);
                    copied[..bytes as usize].copy_from_slice(from);
                }
                state.shared.bytes(to, 16).copy_from_slice(&copied);
            }
        }
    });
}

/// A copy of a box by the copy engine, which has not begun.
pub(super) struct BulkCopy {
    map: u64,
    corner: [u32; 2],
    shared: u32,
    /// The `mbarrier` of a load; there is none of a store.
    barrier: Option<u32>,
    thread: usize,
    /// Whether it is made at once, and not as late as it may be.
    pub(super) early: bool,
}
impl BulkCopy {
    pub(super) fn run(self, state: &mut State) {
        let [data, columns, rows, width, height] = state.global.read_map(self.map);
        let swizzle = Swizzle::<U3, U4, P3>::new();
        for y in 0..height {
            for x in 0..width {
                // Rows of 128 bytes, however long those of the box are.
                let at = self.shared + (128 * y + 2 * x) as u32;
                let at = swizzle.apply(at as usize) as u32;
                // Coordinates are signed.
                let column = i64::from(self.corner[0] as i32) + x as i64;
                let row = i64::from(self.corner[1] as i32) + y as i64;
                let inside =
                    (0..columns as i64).contains(&column) && (0..rows as i64).contains(&row);
                let address = data.wrapping_add_signed(2 * (column + row * columns as i64));
                match (self.barrier, inside) {
                    (Some(_), true) => {
                        let element: [u8; 2] =
                            (&*state.global.bytes(address, 2)).try_into().expect("2 bytes");
                        state.shared.bytes(at, 2).copy_from_slice(&element);
                    }
                    (Some(_), false) => state.shared.bytes(at, 2).fill(0),
                    (None, true) => {
                        let element: [u8; 2] =
                            (&*state.shared.bytes(at, 2)).try_into().expect("2 bytes");
                        state.global.bytes(address, 2).copy_from_slice(&element);
                    }
                    (None, false) => {}
                }
            }
        }
        if let Some(barrier) = self.barrier {
            complete(state, barrier, (2 * width * height) as u32);
        }
    }
}

fn bulk(map: *const TensorMap, corner: [u32; 2], shared: u32, barrier: Option<u32>) {
    assert!(shared.is_multiple_of(1024), "a box with rows of 128 bytes is aligned to 1024");
    with(|state, thread| {
        let map = map.addr() as u64;
        let [.., width, _] = state.global.read_map(map);
        assert_eq!(width, 64, "rows of a box are 128 bytes");
        let early = state.random(2) == 0;
        state.copies.push(BulkCopy { map, corner, shared, barrier, thread, early });
    });
}
pub(crate) fn tma_load(map: *const TensorMap, corner: [u32; 2], to: u32, barrier: u32) {
    bulk(map, corner, to, Some(barrier));
}
pub(crate) fn tma_store(map: *const TensorMap, corner: [u32; 2], from: u32) {
    bulk(map, corner, from, None);
}
/// The stores of this thread are made here, if they were not before.
pub(crate) fn tma_store_wait() {
    with(|state, thread| {
        let copies = std::mem::take(&mut state.copies);
        let of_thread = |copy: &BulkCopy| copy.barrier.is_none() && copy.thread == thread;
        let (stores, others) = copies.into_iter().partition::<Vec<_>, _>(of_thread);
        state.copies = others;
        for store in stores {
            store.run(state);
        }
    });
}
