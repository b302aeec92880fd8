//! `mbarrier`: a phase ends when all have arrived and all bytes are there.

use super::block::{Event, State, cluster, wait, with};
use super::shared::in_block;

pub(super) struct Mbarrier {
    count: u32,
    arrivals_left: u32,
    /// Bytes that are expected and have not arrived.
    bytes_left: i64,
    /// The number of phases that have ended.
    phase: u32,
}

fn at(state: &mut State, address: u32) -> &mut Mbarrier {
    match state.mbarriers.get_mut(&address) {
        Some(barrier) => barrier,
        None => panic!("the mbarrier at {address} is not initialised"),
    }
}

/// Ends the phase if nothing is left of it.
fn advance(state: &mut State, address: u32) {
    let barrier = at(state, address);
    if barrier.arrivals_left == 0 && barrier.bytes_left == 0 {
        barrier.phase += 1;
        barrier.arrivals_left = barrier.count;
        state.happened(Event::Phase(address));
    }
}

pub(crate) fn mbarrier_init(address: u32, count: u32) {
    assert!(address.is_multiple_of(8) && count > 0);
    with(|state, _| {
        state.shared.bytes(address, 8);
        let barrier = Mbarrier { count, arrivals_left: count, bytes_left: 0, phase: 0 };
        let before = state.mbarriers.insert(address, barrier);
        assert!(before.is_none(), "the mbarrier at {address} is initialised twice");
    });
}

pub(crate) fn mbarrier_arrive(address: u32, bytes: u32) {
    with(|state, _| {
        let barrier = at(state, address);
        barrier.bytes_left += i64::from(bytes);
        let left = barrier.arrivals_left.checked_sub(1);
        barrier.arrivals_left = left.unwrap_or_else(|| {
            panic!("more than {} arrivals in a phase of the mbarrier at {address}", barrier.count)
        });
        advance(state, address);
    });
}

/// `mbarrier.expect_tx`
pub(crate) fn mbarrier_expect(address: u32, bytes: u32) {
    with(|state, _| at(state, address).bytes_left += i64::from(bytes));
}

/// [`mbarrier_arrive`] at the barrier of a block of the cluster.
pub(crate) fn mbarrier_arrive_at(address: u32, block: u32) {
    assert!(block < cluster(), "block {block} of a cluster of {}", cluster());
    with(|state, _| state.assert_runs(block));
    mbarrier_arrive(in_block(address, block), 0);
}

/// Counts bytes that have arrived.
pub(super) fn complete(state: &mut State, address: u32, bytes: u32) {
    at(state, address).bytes_left -= i64::from(bytes);
    advance(state, address);
}

pub(crate) fn mbarrier_wait(address: u32, parity: u32) {
    wait(Event::Phase(address), |state| (at(state, address).phase & 1 != parity).then_some(()));
}
