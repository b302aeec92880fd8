//! Accesses of threads to global and shared memory. Each is checked: whether there is memory, whether somebody has
//! written what is read, and whether it is ordered after earlier accesses.

use std::cell::Cell;
use std::panic::Location;

use super::block::{State, act, cluster, of_cluster, with};
use super::clock::Actor;
use super::memory::{Memory, bytes_of, load};
use super::order::{Address, Lane, Order, Published};
use super::shadow::{Access, Kind, Scope};
use super::shared::{self, in_block};
use crate::Element;

/// A place in the source.
pub(super) type Place = &'static Location<'static>;

fn aligned<T>(address: Address, place: Place) {
    let bytes = size_of::<T>();
    match address {
        Address::Global(address) => assert!(
            address.is_multiple_of(bytes as u64),
            "{bytes} bytes at {address:#x}, which is no multiple of {bytes}, at {place}"
        ),
        Address::Shared(address) => shared::aligned::<T>(address, place),
    }
}

/// An access that is not one of a thread at this time.
pub(super) struct Asynchronous<'a> {
    pub(super) lane: Lane,
    pub(super) time: (Actor, u32),
    /// What the thread that begins it has heard of.
    pub(super) begun: &'a Published,
    pub(super) place: Place,
}

impl State {
    /// The memory with these bytes and their place in it.
    fn memory(
        &mut self,
        (address, bytes): (Address, usize),
        place: Place,
    ) -> (&mut Memory, usize, &Order) {
        let found = match address {
            Address::Global(address) => self.global.place(address, bytes),
            Address::Shared(address) => self.shared.place(address, bytes),
        };
        let (memory, at) = found.unwrap_or_else(|wrong| panic!("{wrong}, at {place}"));
        (memory, at, &self.order)
    }
    /// The bytes, whoever has accessed them.
    #[track_caller]
    pub(super) fn bytes(&mut self, address: Address, bytes: usize) -> &mut [u8] {
        let (memory, at, _) = self.memory((address, bytes), Location::caller());
        &mut memory.bytes[at..at + bytes]
    }

    /// Records an access of a thread. `new` is what it writes.
    pub(super) fn record(
        &mut self,
        thread: usize,
        (address, bytes): (Address, usize),
        kind: Kind,
        new: Option<&[u8]>,
        place: Place,
    ) {
        self.last_access = Some((address, place));
        let (memory, at, order) = self.memory((address, bytes), place);
        let (access, mut view) = order.access(thread, kind, place);
        view.same = new.is_some_and(|new| memory.bytes[at..at + bytes] == *new);
        if let Err((before, byte)) = memory.shadow.record(at, bytes, access, &view) {
            self.race(address, bytes, byte - at, &before, &access);
        }
    }
    /// Records an asynchronous access, whose time is that of its lane.
    pub(super) fn record_asynchronous(
        &mut self,
        by: &Asynchronous<'_>,
        (address, bytes): (Address, usize),
        kind: Kind,
    ) {
        let (actor, time) = by.time;
        let access = Access { actor, kind, time, place: by.place };
        let (memory, at, order) = self.memory((address, bytes), by.place);
        let fences = matches!(address, Address::Shared(_)) && !matches!(by.lane, Lane::Copies(_));
        let writes = if fences { &by.begun.fenced } else { &by.begun.known };
        let view = order.view(&by.begun.known, writes);
        if let Err((before, byte)) = memory.shadow.record(at, bytes, access, &view) {
            if fences && by.begun.known.of(before.actor) >= before.time {
                self.unfenced(address, bytes, byte - at, &before, &access);
            }
            self.race(address, bytes, byte - at, &before, &access);
        }
    }

    /// Describes the element with this byte of so many bytes at an address.
    pub(super) fn describe(&self, address: Address, bytes: usize, byte: usize) -> String {
        let byte = byte / bytes * bytes;
        match address {
            Address::Global(address) => self.global.describe(address + byte as u64, bytes),
            Address::Shared(address) => self.shared.describe(address + byte as u32, bytes),
        }
    }
    fn words(&self, access: &Access) -> String {
        let what = match access.kind {
            Kind::Read => "read",
            Kind::Write => "write",
            Kind::AtomicRead(_) => "atomic load",
            Kind::Atomic(_) => "atomic access",
        };
        format!("the {what} by {} at {}", self.order.name(access.actor, self.grid), access.place)
    }
    fn race(&self, at: Address, bytes: usize, byte: usize, before: &Access, access: &Access) -> ! {
        panic!(
            "data race on {}: {} is not ordered after {}",
            self.describe(at, bytes, byte),
            self.words(access),
            self.words(before)
        );
    }
    fn unfenced(
        &self,
        at: Address,
        bytes: usize,
        byte: usize,
        before: &Access,
        access: &Access,
    ) -> ! {
        panic!(
            "missing fence, such as `tma_store_fence`, on {}: {} is ordered after {}, which it may not see",
            self.describe(at, bytes, byte),
            self.words(access),
            self.words(before)
        );
    }
    /// Panics if nobody has written some of the bytes.
    fn assert_written(&mut self, (address, bytes): (Address, usize), place: Place) {
        if self.reads_unwritten {
            return;
        }
        let (memory, at, _) = self.memory((address, bytes), place);
        if let Some(first) = memory.first_unwritten(at..at + bytes) {
            let what = self.describe(address, bytes, first - at);
            panic!("{what} is read at {place}, and nobody has written it");
        }
    }

    /// A plain read.
    fn read(&mut self, thread: usize, at: (Address, usize), place: Place) -> &mut [u8] {
        self.record(thread, at, Kind::Read, None, place);
        self.assert_written(at, place);
        self.bytes(at.0, at.1)
    }
    /// A plain write.
    pub(super) fn write(&mut self, thread: usize, address: Address, bytes: &[u8], place: Place) {
        self.record(thread, (address, bytes.len()), Kind::Write, Some(bytes), place);
        self.order.plain_store(address);
        self.store(address, bytes);
    }
    /// Changes memory, and lets those go on who wait for it.
    #[track_caller]
    pub(super) fn store(&mut self, address: Address, bytes: &[u8]) {
        let (memory, at, _) = self.memory((address, bytes.len()), Location::caller());
        memory.store(at, bytes);
        self.changed(address);
    }
}

thread_local! {
    /// The place of the access, if a function of a library makes it for a caller.
    static PLACE: Cell<Option<Place>> = const { Cell::new(None) };
}
/// Calls `f`, whose accesses count as those of this place.
pub(crate) fn placed<T>(place: Place, f: impl FnOnce() -> T) -> T {
    let _placed = Placed::of(place);
    f()
}
/// As long as it lives, accesses count as those of the place where it was made. The outermost one counts.
pub(crate) struct Placed(bool);
impl Placed {
    #[track_caller]
    pub(crate) fn here() -> Self {
        Self::of(Location::caller())
    }
    fn of(place: Place) -> Self {
        let first = PLACE.get().is_none();
        if first {
            PLACE.set(Some(place));
        }
        Placed(first)
    }
}
impl Drop for Placed {
    fn drop(&mut self) {
        if self.0 {
            PLACE.set(None);
        }
    }
}
/// The place of an access.
#[track_caller]
pub(super) fn caller() -> Place {
    PLACE.get().unwrap_or(Location::caller())
}

#[track_caller]
fn load_from<T: Element>(address: Address) -> T {
    let place = caller();
    aligned::<T>(address, place);
    act(|state, thread| load(state.read(thread, (address, size_of::<T>()), place)))
}
#[track_caller]
fn store_to<T: Element>(address: Address, element: T) {
    let place = caller();
    aligned::<T>(address, place);
    act(|state, thread| state.write(thread, address, bytes_of(&element), place));
}
#[track_caller]
pub(crate) fn load_global<T: Element>(address: u64) -> T {
    load_from(Address::Global(address))
}
#[track_caller]
pub(crate) fn store_global<T: Element>(address: u64, element: T) {
    store_to(Address::Global(address), element);
}
#[track_caller]
pub(crate) fn load_shared<T: Element>(address: u32) -> T {
    load_from(Address::Shared(address))
}
#[track_caller]
pub(crate) fn store_shared<T: Element>(address: u32, element: T) {
    store_to(Address::Shared(address), element);
}
/// The element at this address in a block of the cluster.
#[track_caller]
pub(crate) fn load_shared_in<T: Element>(address: u32, block: u32) -> T {
    let place = caller();
    shared::aligned::<T>(address, place);
    assert!(block < cluster(), "block {block} of a cluster of {}", cluster());
    let block = of_cluster(block);
    act(|state, thread| {
        state.assert_runs(block);
        let at = Address::Shared(in_block(address, block));
        load(state.read(thread, (at, size_of::<T>()), place))
    })
}

/// An atomic load.
fn atomic_load<T: Element>(at: Address, scope: Scope, acquire: bool, place: Place) -> T {
    aligned::<T>(at, place);
    act(|state, thread| {
        let all = (at, size_of::<T>());
        state.record(thread, all, Kind::AtomicRead(scope), None, place);
        state.assert_written(all, place);
        state.order.atomic_load(thread, at, scope, acquire);
        state.looks(thread, at, place);
        load(state.bytes(at, size_of::<T>()))
    })
}
/// An atomic store.
fn atomic_store<T: Element>(at: Address, element: T, scope: Scope, release: bool, place: Place) {
    aligned::<T>(at, place);
    act(|state, thread| {
        state.record(thread, (at, size_of::<T>()), Kind::Atomic(scope), None, place);
        state.order.atomic_store(thread, at, scope, release);
        state.store(at, bytes_of(&element));
        state.eager = true;
    });
}
/// `ld.acquire`
#[track_caller]
pub(crate) fn load_acquire<T: Element>(address: u64, scope: Scope) -> T {
    atomic_load(Address::Global(address), scope, true, caller())
}
/// `st.release`
#[track_caller]
pub(crate) fn store_release<T: Element>(address: u64, element: T, scope: Scope) {
    atomic_store(Address::Global(address), element, scope, true, caller());
}
/// `ld.relaxed` of global memory, among all threads of the GPU.
#[track_caller]
pub(crate) fn load_relaxed_global<T: Element>(address: u64) -> T {
    atomic_load(Address::Global(address), Scope::Gpu, false, caller())
}
/// `ld.relaxed` of shared memory, among the threads of the block.
#[track_caller]
pub(crate) fn load_relaxed_shared<T: Element>(address: u32) -> T {
    atomic_load(Address::Shared(address), Scope::Block, false, caller())
}
/// `st.relaxed` of global memory, among all threads of the GPU.
#[track_caller]
pub(crate) fn store_relaxed_global<T: Element>(address: u64, element: T) {
    atomic_store(Address::Global(address), element, Scope::Gpu, false, caller());
}
/// `st.relaxed` of shared memory, among the threads of the block.
#[track_caller]
pub(crate) fn store_relaxed_shared<T: Element>(address: u32, element: T) {
    atomic_store(Address::Shared(address), element, Scope::Block, false, caller());
}
/// `atom` and `red`: changes an element, and returns its old value.
#[track_caller]
fn atom<T: Element>(at: Address, change: impl FnOnce(T) -> T) -> T {
    let place = caller();
    aligned::<T>(at, place);
    act(|state, thread| {
        let all = (at, size_of::<T>());
        state.record(thread, all, Kind::Atomic(Scope::Gpu), None, place);
        state.assert_written(all, place);
        state.order.atomic_change(thread, at, Scope::Gpu);
        let before = load(state.bytes(at, size_of::<T>()));
        let after = change(before);
        if bytes_of(&before) == bytes_of(&after) {
            state.looks(thread, at, place);
        } else {
            state.store(at, bytes_of(&after));
        }
        state.eager = true;
        before
    })
}
#[track_caller]
pub(crate) fn atom_global<T: Element>(address: u64, change: impl FnOnce(T) -> T) -> T {
    atom(Address::Global(address), change)
}
#[track_caller]
pub(crate) fn atom_shared<T: Element>(address: u32, change: impl FnOnce(T) -> T) -> T {
    atom(Address::Shared(address), change)
}
/// Waits until a number in global memory is at least `least`.
#[track_caller]
pub(crate) fn wait_for(address: u64, least: u32) {
    while load_acquire::<u32>(address, Scope::Gpu) < least {}
}

/// `fence.acq_rel` and `fence.sc`
pub(crate) fn fence(scope: Scope) {
    with(|state, thread| state.order.fence(thread, scope));
}
/// `fence.proxy.async`
pub(crate) fn fence_proxy() {
    with(|state, thread| state.order.fence_proxy(thread));
}
