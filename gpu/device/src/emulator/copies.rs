//! Asynchronous copies: `cp.async` of a thread, and the copies of the copy engine. They count as accesses from when they
//! begin until somebody waits for them.

use super::access::{Asynchronous, Place, caller};
use super::block::{State, act, cluster, of_cluster, with};
use super::clock::{Actor, Clock};
use super::mbarrier::complete;
use super::memory::bits;
use super::multiply::swizzled;
use super::order::{Address, Lane, Published};
use super::shadow::{Kind, Scope};
use super::shared::{block_of, in_block};
use super::tensor_map::Boxes;
use crate::{Reduction, TensorMap};

/// A `cp.async` of `size` bytes. The bytes from `bytes` on become 0.
#[derive(Clone, Copy)]
struct ThreadCopy {
    from: u64,
    to: u32,
    bytes: u32,
    size: u32,
}
/// A group of them, and the time of the last one.
#[derive(Default)]
pub(super) struct ThreadCopies {
    copies: Vec<ThreadCopy>,
    time: u32,
}

#[track_caller]
pub(crate) fn cp_async(from: u64, to: u32, bytes: u32) {
    cp_async_of(from, to, bytes, 16);
}
/// `cp.async` of `size` bytes.
#[track_caller]
pub(crate) fn cp_async_of(from: u64, to: u32, bytes: u32, size: u32) {
    let aligned = || format!("cp.async is of {size} bytes, aligned to {size}");
    assert!(bytes <= size && to.is_multiple_of(size), "{}", aligned());
    assert!(bytes == 0 || from.is_multiple_of(u64::from(size)), "{}", aligned());
    let place = caller();
    act(|state, thread| {
        let begun = state.order.publish(thread);
        let lane = Lane::Copies(state.order.actor(thread).lane);
        let time = state.order.step(state.order.actor(thread).block, lane);
        let by = Asynchronous { lane, time, begun: &begun, place };
        if bytes > 0 {
            state.record_asynchronous(&by, (Address::Global(from), bytes as usize), Kind::Read);
        }
        state.record_asynchronous(&by, (Address::Shared(to), size as usize), Kind::Write);
        let group = state.groups[thread].back_mut().expect("there is always a last group");
        group.copies.push(ThreadCopy { from, to, bytes, size });
        group.time = time.1;
    });
}

pub(crate) fn cp_async_commit() {
    with(|state, thread| state.groups[thread].push_back(ThreadCopies::default()));
}

/// Makes the copies of a group, as late as a GPU may make them.
pub(crate) fn cp_async_wait(left: u32) {
    with(|state, thread| {
        let mut waited = 0;
        while state.groups[thread].len() > left as usize + 1 {
            let group = state.groups[thread].pop_front().expect("it has more");
            waited = waited.max(group.time);
            for ThreadCopy { from, to, bytes, size } in group.copies {
                let mut copied = [0; 16];
                if bytes > 0 {
                    let from = state.bytes(Address::Global(from), bytes as usize);
                    copied[..bytes as usize].copy_from_slice(from);
                }
                state.store(Address::Shared(to), &copied[..size as usize]);
            }
        }
        if waited > 0 {
            let lane = Lane::Copies(state.order.actor(thread).lane);
            state.order.waited(thread..thread + 1, lane, waited);
        }
    });
}

/// A copy of a box by the copy engine that has not begun.
pub(super) struct BulkCopy {
    boxes: Boxes,
    corner: Vec<u32>,
    shared: u32,
    way: Way,
    /// What a thread knows that has waited for it.
    copied: Published,
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
/// Consecutive elements of a box: where they are in shared memory, which of them are in the tensor, and where.
struct Piece {
    shared: u32,
    bytes: usize,
    /// The bytes in front of those in the tensor.
    before: usize,
    global: Option<(u64, usize)>,
}
impl BulkCopy {
    /// The number of the store, if thread `by` makes it.
    pub(super) fn store_of(&self, by: usize) -> Option<usize> {
        match self.way {
            Way::Store { thread, number, .. } if thread == by => Some(number),
            _ => None,
        }
    }
    /// The box in pieces of 16 bytes, which a swizzle keeps together. They lie in one row.
    fn pieces(&self) -> Vec<Piece> {
        let of = self.boxes.of.bytes() as usize;
        let places = self.boxes.places(&self.corner);
        let piece = |(index, places): (usize, &[Option<u64>])| {
            let inside = places.iter().flatten().count();
            let first = places.iter().position(Option::is_some);
            Piece {
                shared: swizzled(self.shared + 16 * index as u32, self.boxes.swizzle),
                bytes: of * places.len(),
                before: of * first.unwrap_or(0),
                global: first.and_then(|first| Some((places[first]?, of * inside))),
            }
        };
        places.chunks(16 / of).enumerate().map(piece).collect()
    }
    /// Records its accesses: those of shared memory by one lane, and those of global memory by another.
    fn record(&self, state: &mut State, shared: &Asynchronous<'_>, global: &Asynchronous<'_>) {
        let (in_shared, in_global) = match self.way {
            Way::Load { .. } => (Kind::Write, Kind::Read),
            Way::Store { by: None, .. } => (Kind::Read, Kind::Write),
            Way::Store { .. } => (Kind::Read, Kind::Atomic(Scope::Gpu)),
        };
        for piece in self.pieces() {
            state.record_asynchronous(
                shared,
                (Address::Shared(piece.shared), piece.bytes),
                in_shared,
            );
            if let Some((address, bytes)) = piece.global {
                let of = self.boxes.of.bytes() as usize;
                for at in (0..bytes).step_by(of) {
                    let at = Address::Global(address + at as u64);
                    state.record_asynchronous(global, (at, of), in_global);
                }
            }
        }
    }

    pub(super) fn run(self, state: &mut State) {
        state.assert_runs(block_of(self.shared));
        let of = self.boxes.of.bytes() as usize;
        for piece in self.pieces() {
            let shared = Address::Shared(piece.shared);
            match self.way {
                Way::Load { .. } => {
                    let mut loaded = [0; 16];
                    if let Some((address, bytes)) = piece.global {
                        loaded[piece.before..piece.before + bytes]
                            .copy_from_slice(state.bytes(Address::Global(address), bytes));
                    }
                    state.store(shared, &loaded[..piece.bytes]);
                }
                Way::Store { by, .. } => {
                    let Some((address, bytes)) = piece.global else { continue };
                    let stored = state.bytes(shared, piece.bytes).to_vec();
                    for at in (0..bytes).step_by(of) {
                        let to = Address::Global(address + at as u64);
                        let y = bits(&stored[piece.before + at..][..of]);
                        let x = bits(state.bytes(to, of));
                        let y = by.map_or(y, |by| self.boxes.reduced(by, x, y));
                        state.store(to, &y.to_le_bytes()[..of]);
                    }
                }
            }
        }
        if let Way::Load { barrier } = self.way {
            complete(state, barrier, self.boxes.bytes(), &self.copied);
        }
    }
}

/// [`tma_load`] to the blocks of the cluster whose bits are 1.
#[track_caller]
pub(crate) fn tma_load_multicast(
    map: &TensorMap,
    corner: &[u32],
    to: u32,
    barrier: u32,
    blocks: u16,
) {
    assert!(blocks > 0 && u32::from(blocks) < 1 << cluster(), "blocks {blocks:#b} of a cluster");
    for block in (0..cluster()).filter(|block| blocks >> block & 1 == 1).map(of_cluster) {
        load(map, corner, in_block(to, block), in_block(barrier, block), caller());
    }
}
#[track_caller]
pub(crate) fn tma_load(map: &TensorMap, corner: &[u32], to: u32, barrier: u32) {
    load(map, corner, to, barrier, caller());
}
fn load(map: &TensorMap, corner: &[u32], to: u32, barrier: u32, place: Place) {
    bulk(map, corner, to, Way::Load { barrier }, |state, copy, begun| {
        let lane = Lane::Loads(barrier);
        let time = state.order.step(state.block_of(block_of(barrier)), lane);
        let by = Asynchronous { lane, time, begun, place };
        copy.record(state, &by, &by);
        let copied = Clock::default().with([time]);
        copy.copied =
            state.order.joined(begun, &Published { known: copied.clone(), fenced: copied });
    });
}
/// Begins a copy. `record` records its accesses after those that the thread publishes.
fn bulk(
    map: &TensorMap,
    corner: &[u32],
    shared: u32,
    way: Way,
    record: impl FnOnce(&mut State, &mut BulkCopy, &Published),
) {
    let (boxes, corner) = (Boxes::of(map), corner.to_vec());
    assert_eq!(boxes.shape.len(), corner.len(), "a map of a tensor with another number of modes");
    let pattern = 128 << boxes.swizzle;
    let row = boxes.shape[0] * u64::from(boxes.of.bytes());
    assert!(
        shared.is_multiple_of(pattern),
        "a box with rows of {row} bytes is aligned to {pattern}"
    );
    with(|state, thread| {
        let early = state.random(2) == 0;
        let begun = state.order.publish(thread);
        let mut copy = BulkCopy { boxes, corner, shared, way, copied: Published::default(), early };
        record(state, &mut copy, &begun);
        state.copies.push(copy);
    });
}
#[track_caller]
pub(crate) fn tma_store(map: &TensorMap, corner: &[u32], from: u32, by: Option<Reduction>) {
    let boxes = Boxes::of(map);
    assert!(
        corner.iter().all(|at| *at as i32 >= 0)
            && (corner[0] * boxes.of.bytes()).is_multiple_of(16),
        "tma_store: a box begins at a multiple of 16 bytes and at no negative coordinate, not at {:?}",
        corner.iter().map(|at| *at as i32).collect::<Vec<_>>(),
    );
    let place = caller();
    let (way, actor) = with(|state, thread| {
        state.stores[thread] += 1;
        (Way::Store { thread, number: state.stores[thread], by }, state.order.actor(thread))
    });
    bulk(map, corner, from, way, |state, copy, begun| {
        let of = |lane: Lane, time: (Actor, u32)| Asynchronous { lane, time, begun, place };
        let (reads, writes) = (Lane::StoreReads(actor.lane), Lane::StoreWrites(actor.lane));
        let reads = of(reads, state.order.step(actor.block, reads));
        let writes = of(writes, state.order.step(actor.block, writes));
        copy.record(state, &reads, &writes);
    });
}
/// Checks the map and its number of modes; nothing is copied.
pub(crate) fn tma_prefetch(map: &TensorMap, corner: &[u32]) {
    assert_eq!(Boxes::of(map).shape.len(), corner.len(), "of another number of modes");
}
/// Makes all stores of this thread except the last `left`, unless they were made before. They are read; and also written
/// if the thread waits for that.
pub(crate) fn tma_store_wait(left: u32, written: bool) {
    with(|state, thread| {
        let waited_for = state.stores[thread].saturating_sub(left as usize);
        let is_one =
            |copy: &BulkCopy| copy.store_of(thread).is_some_and(|store| store <= waited_for);
        while let Some(store) = state.copies.iter().position(is_one) {
            state.copies.swap_remove(store).run(state);
        }
        let own = state.order.actor(thread).lane;
        state.order.waited(thread..thread + 1, Lane::StoreReads(own), waited_for as u32);
        if written {
            state.order.waited(thread..thread + 1, Lane::StoreWrites(own), waited_for as u32);
        }
    });
}
