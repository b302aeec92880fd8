//! What is ordered: the clocks of the threads, and what publishes and joins them. Barriers join those who meet. A release
//! publishes a clock at an address, and an acquire that reads from there joins it. Shuffles and votes order nothing.
//!
//! PTX ISA 8.0, section 8: causality order. Asynchronous accesses have lanes of their own beside the threads, whose times
//! a thread learns when it waits for them.

use std::collections::HashMap;
use std::sync::Arc;

use super::access::Place;
use super::clock::{Actor, Clock, Joins};
use super::shadow::{Access, Kind, Scope, View, includes};

/// An address of global memory, or of the shared memory of the blocks that run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Address {
    Global(u64),
    Shared(u32),
}
/// What a lane beside the threads stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lane {
    /// The `cp.async` of a thread.
    Copies(u16),
    /// The loads of the copy engine whose bytes arrive at the `mbarrier` at this address.
    Loads(u32),
    /// The reads, and the writes, of the stores that a thread gives to the copy engine.
    StoreReads(u16),
    StoreWrites(u16),
    /// The `wgmma` of a warpgroup.
    Products(u16),
}

/// What somebody has heard of. `fenced` is what the asynchronous proxy sees: writes past a `fence.proxy.async`, and its
/// own.
#[derive(Clone, Default)]
pub(super) struct Published {
    pub(super) known: Clock,
    pub(super) fenced: Clock,
}
impl Published {
    /// Whether both are the same clocks.
    pub(super) fn is(&self, other: &Published) -> bool {
        Arc::ptr_eq(&self.known, &other.known) && Arc::ptr_eq(&self.fenced, &other.fenced)
    }
}
/// A clock that was published for the threads of a scope.
#[derive(Clone)]
struct Release {
    scope: Scope,
    block: u32,
    what: Published,
}
struct Thread {
    actor: Actor,
    /// Its own time, which `what` leaves out.
    time: u32,
    what: Published,
    /// What the last fence of each scope has published; atomics hand it on.
    released: Vec<Release>,
    /// What relaxed loads have read, for the next fence.
    read: Vec<Release>,
}

/// The clocks of the threads that run.
pub(super) struct Order {
    threads: Vec<Thread>,
    /// The number of threads of a block, and of blocks of a cluster.
    of_block: usize,
    cluster: u32,
    /// Plain reads may race with writes.
    reads_racing: bool,
    joins: Joins,
    /// The lanes beside the threads, with the time of each.
    lanes: HashMap<(u32, Lane), (u16, u32)>,
    /// The first unused lane of each block.
    free: HashMap<u32, u16>,
    releases: HashMap<Address, Vec<Release>>,
}
impl Order {
    pub(super) fn new(of_block: usize, cluster: u32, reads_racing: bool) -> Self {
        Order {
            reads_racing,
            threads: Vec::new(),
            of_block,
            cluster,
            joins: Joins::default(),
            lanes: HashMap::new(),
            free: HashMap::new(),
            releases: HashMap::new(),
        }
    }
    /// Begins the threads of these blocks. Those before have ended, but what they published remains.
    pub(super) fn begin(&mut self, blocks: &[u32]) {
        let actors = blocks.iter().flat_map(|&block| {
            (0..self.of_block).map(move |lane| Actor { block, lane: lane as u16 })
        });
        let thread = |actor| Thread {
            actor,
            time: 1,
            what: Published::default(),
            released: Vec::new(),
            read: Vec::new(),
        };
        self.threads = actors.map(thread).collect();
        self.releases.retain(|address, _| matches!(address, Address::Global(_)));
        self.lanes.retain(|(_, lane), _| !matches!(lane, Lane::Loads(_)));
    }

    pub(super) fn actor(&self, thread: usize) -> Actor {
        self.threads[thread].actor
    }
    /// The access of a thread now, and what it has heard of.
    pub(super) fn access(&self, thread: usize, kind: Kind, place: Place) -> (Access, View<'_>) {
        let Thread { actor, time, what, .. } = &self.threads[thread];
        let view = self.view(&what.known, &what.known);
        (Access { actor: *actor, kind, time: *time, place }, view)
    }
    /// The view of somebody who has heard of these reads and writes.
    pub(super) fn view<'a>(&self, reads: &'a Clock, writes: &'a Clock) -> View<'a> {
        View { reads, writes, cluster: self.cluster, same: false, racing: self.reads_racing }
    }
    /// The number of blocks of a cluster.
    pub(super) fn cluster(&self) -> u32 {
        self.cluster
    }

    /// What a thread has heard of, with its own accesses so far. Later ones are not part of it.
    pub(super) fn publish(&mut self, thread: usize) -> Published {
        let Thread { actor, time, what, .. } = &mut self.threads[thread];
        let known = what.known.with([(*actor, *time)]);
        *time += 1;
        Published { known, fenced: what.fenced.clone() }
    }
    pub(super) fn join(&mut self, thread: usize, other: &Published) {
        let own = &mut self.threads[thread].what;
        own.known = self.joins.join(&own.known, &other.known);
        own.fenced = self.joins.join(&own.fenced, &other.fenced);
    }
    pub(super) fn joined(&mut self, one: &Published, other: &Published) -> Published {
        let known = self.joins.join(&one.known, &other.known);
        Published { known, fenced: self.joins.join(&one.fenced, &other.fenced) }
    }
    /// Threads meet at a barrier that orders memory. Others have arrived before without waiting.
    pub(super) fn meet(&mut self, threads: &[usize], passed: &[Published]) {
        let mut all = Published::default();
        for other in passed {
            all = self.joined(&all, other);
        }
        let mut distinct: Vec<Published> = Vec::new();
        for &thread in threads {
            let what = &self.threads[thread].what;
            if !distinct.iter().any(|other| other.is(what)) {
                distinct.push(what.clone());
            }
        }
        for what in &distinct {
            all = self.joined(&all, what);
        }
        let times = threads.iter().map(|&thread| {
            let Thread { actor, time, .. } = self.threads[thread];
            (actor, time)
        });
        all.known = all.known.with(times);
        for &thread in threads {
            let own = &mut self.threads[thread];
            own.what = all.clone();
            own.time += 1;
        }
    }

    /// `fence.proxy.async`
    pub(super) fn fence_proxy(&mut self, thread: usize) {
        let what = self.publish(thread);
        let own = &mut self.threads[thread].what;
        own.fenced = self.joins.join(&own.fenced, &what.known);
    }
    /// `fence.acq_rel`: what was read before is acquired, and what is written later is released.
    pub(super) fn fence(&mut self, thread: usize, scope: Scope) {
        let read = std::mem::take(&mut self.threads[thread].read);
        self.acquire(thread, scope, &read);
        let release =
            Release { scope, block: self.actor(thread).block, what: self.publish(thread) };
        let released = &mut self.threads[thread].released;
        released.retain(|before| before.scope > scope);
        released.push(release);
    }
    fn acquire(&mut self, thread: usize, scope: Scope, from: &[Release]) {
        let block = self.actor(thread).block;
        for release in from {
            if includes(scope.min(release.scope), release.block, block, self.cluster) {
                self.join(thread, &release.what);
            }
        }
    }

    /// An atomic load. With `acquire`, what was released there is seen at once, and otherwise after the next fence.
    pub(super) fn atomic_load(&mut self, thread: usize, at: Address, scope: Scope, acquire: bool) {
        let Some(releases) = self.releases.get(&at).cloned() else { return };
        if acquire {
            self.acquire(thread, scope, &releases);
        } else {
            let limited = |release: Release| Release { scope: scope.min(release.scope), ..release };
            let mut read = std::mem::take(&mut self.threads[thread].read);
            self.add(&mut read, releases.into_iter().map(limited));
            self.threads[thread].read = read;
        }
    }
    /// An atomic store, which begins with what it releases: with `release` all that this thread did, and otherwise what
    /// was before its last fence.
    pub(super) fn atomic_store(&mut self, thread: usize, at: Address, scope: Scope, release: bool) {
        self.releases.remove(&at);
        self.hand_on(thread, at, scope, release);
    }
    /// An atomic read, change and write in one step. What others released there stays released.
    pub(super) fn atomic_change(&mut self, thread: usize, at: Address, scope: Scope) {
        self.atomic_load(thread, at, scope, false);
        self.hand_on(thread, at, scope, false);
    }
    fn hand_on(&mut self, thread: usize, at: Address, scope: Scope, release: bool) {
        let added = if release {
            let block = self.actor(thread).block;
            vec![Release { scope, block, what: self.publish(thread) }]
        } else {
            let own = self.threads[thread].released.iter();
            own.map(|fence| Release { scope: scope.min(fence.scope), ..fence.clone() }).collect()
        };
        if added.is_empty() {
            return;
        }
        let mut releases = self.releases.remove(&at).unwrap_or_default();
        self.add(&mut releases, added);
        self.releases.insert(at, releases);
    }
    fn add(&mut self, releases: &mut Vec<Release>, added: impl IntoIterator<Item = Release>) {
        for release in added {
            // Only an acquire of a smaller scope asks which block has released it. Of many blocks nobody knows.
            let many = releases.len() >= 8;
            let same = |other: &Release| {
                other.scope == release.scope
                    && (other.block == release.block || many && other.scope == Scope::Gpu)
            };
            match releases.iter().position(same) {
                Some(at) => releases[at].what = self.joined(&releases[at].what, &release.what),
                None => releases.push(release),
            }
        }
    }
    /// A plain store: who acquires it learns nothing.
    pub(super) fn plain_store(&mut self, at: Address) {
        if !self.releases.is_empty() {
            self.releases.remove(&at);
        }
    }

    /// What at least one of these threads has heard of.
    pub(super) fn heard(&mut self, threads: std::ops::Range<usize>) -> Published {
        let first = self.threads[threads.start].what.clone();
        threads.fold(first, |all, thread| {
            let what = self.threads[thread].what.clone();
            self.joined(&all, &what)
        })
    }
    /// A new time of a lane beside the threads of a block.
    pub(super) fn step(&mut self, block: u32, lane: Lane) -> (Actor, u32) {
        let free = self.free.entry(block).or_insert(self.of_block as u16);
        let (index, time) = self.lanes.entry((block, lane)).or_insert_with(|| {
            *free += 1;
            (*free - 1, 0)
        });
        *time += 1;
        (Actor { block, lane: *index }, *time)
    }
    /// Threads of a block have waited for a lane, up to a time.
    pub(super) fn waited(&mut self, threads: std::ops::Range<usize>, lane: Lane, time: u32) {
        let block = self.actor(threads.start).block;
        if let Some(&(index, _)) = self.lanes.get(&(block, lane)) {
            let known = Clock::default().with([(Actor { block, lane: index }, time)]);
            let reached = Published { known, fenced: Clock::default() };
            threads.for_each(|thread| self.join(thread, &reached));
        }
    }
    /// What an actor is.
    pub(super) fn name(&self, actor: Actor, grid: [u32; 3]) -> String {
        let [x, y, _] = grid;
        let block = [actor.block % x, actor.block / x % y, actor.block / x / y];
        if usize::from(actor.lane) < self.of_block {
            return format!("thread {} of block {block:?}", actor.lane);
        }
        let of = |(key, value): (&(u32, Lane), &(u16, u32))| {
            (key.0 == actor.block && value.0 == actor.lane).then_some(key.1)
        };
        match self.lanes.iter().find_map(of) {
            Some(Lane::Copies(thread)) => {
                format!("`cp.async` of thread {thread} of block {block:?}")
            }
            Some(Lane::StoreReads(thread) | Lane::StoreWrites(thread)) => {
                format!("a store by the copy engine for thread {thread} of block {block:?}")
            }
            Some(Lane::Products(group)) => {
                let group = usize::from(group) % (self.of_block / 128);
                format!("`wgmma` of warpgroup {group} of block {block:?}")
            }
            Some(Lane::Loads(_)) | None => format!("a load by the copy engine for block {block:?}"),
        }
    }
}

#[cfg(test)]
mod tests;
