//! `mbarrier`: a phase ends when all have arrived and all bytes are there.

use super::access::{Place, caller};
use super::block::{State, act, cluster, of_cluster, wait, with};
use super::order::{Address, Published};
use super::schedule::Event;
use super::shadow::{Kind, Scope};
use super::shared::in_block;

pub(super) struct Mbarrier {
    count: u32,
    arrivals_left: u32,
    /// Bytes that are expected and have not arrived.
    bytes_left: i64,
    /// The number of phases that have ended.
    phase: u32,
    /// What those have published who have arrived in this phase, and what is known past the phases that have ended.
    arriving: Published,
    ended: Published,
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
        let (arrived, before) = (std::mem::take(&mut barrier.arriving), barrier.ended.clone());
        let ended = state.order.joined(&before, &arrived);
        at(state, address).ended = ended;
        state.schedule.happened(Event::Phase(address));
    }
}
/// Records an access of the barrier itself: it is initialized before others use it.
fn record(state: &mut State, thread: usize, address: u32, kind: Kind, place: Place) {
    state.record(thread, (Address::Shared(address), 8), kind, None, place);
}

#[track_caller]
pub(crate) fn mbarrier_init(address: u32, count: u32) {
    assert!(address.is_multiple_of(8) && count > 0);
    let place = caller();
    with(|state, thread| {
        record(state, thread, address, Kind::Write, place);
        let barrier = Mbarrier {
            count,
            arrivals_left: count,
            bytes_left: 0,
            phase: 0,
            arriving: Published::default(),
            ended: Published::default(),
        };
        let before = state.mbarriers.insert(address, barrier);
        assert!(before.is_none(), "the mbarrier at {address} is initialised twice");
    });
}

#[track_caller]
pub(crate) fn mbarrier_arrive(address: u32, bytes: u32) {
    arrive(address, bytes, caller());
}
fn arrive(address: u32, bytes: u32, place: Place) {
    act(|state, thread| {
        at(state, address);
        record(state, thread, address, Kind::Atomic(Scope::Gpu), place);
        let published = state.order.publish(thread);
        let before = at(state, address).arriving.clone();
        let arriving = state.order.joined(&before, &published);
        let barrier = at(state, address);
        barrier.arriving = arriving;
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
#[track_caller]
pub(crate) fn mbarrier_arrive_at(address: u32, block: u32) {
    assert!(block < cluster(), "block {block} of a cluster of {}", cluster());
    let block = of_cluster(block);
    with(|state, _| state.assert_runs(block));
    arrive(in_block(address, block), 0, caller());
}

/// Counts bytes that have arrived, of a copy that publishes this.
pub(super) fn complete(state: &mut State, address: u32, bytes: u32, copied: &Published) {
    let before = at(state, address).arriving.clone();
    let arriving = state.order.joined(&before, copied);
    let barrier = at(state, address);
    barrier.arriving = arriving;
    barrier.bytes_left -= i64::from(bytes);
    advance(state, address);
}

#[track_caller]
pub(crate) fn mbarrier_wait(address: u32, parity: u32) {
    let place = caller();
    with(|state, thread| {
        at(state, address);
        record(state, thread, address, Kind::AtomicRead(Scope::Gpu), place);
    });
    wait(Event::Phase(address), |state, thread| {
        let barrier = at(state, address);
        if barrier.phase & 1 == parity {
            return None;
        }
        let ended = barrier.ended.clone();
        state.order.join(thread, &ended);
        Some(())
    });
}
