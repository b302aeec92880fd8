//! The threads of a block, or of the blocks of a cluster: whose turn it is, and what each waits for.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::copies::{BulkCopy, ThreadCopy};
use super::global::Global;
use super::mbarrier::Mbarrier;
use super::multiply::Products;
use super::shared::SharedMemory;

/// A group of threads that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Group {
    Barrier(u32),
    Warp(usize),
    Warpgroup(usize),
    Cluster,
}
/// The event that a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Event {
    Meeting(Group),
    /// A phase of the `mbarrier` at this address.
    Phase(u32),
    /// A number at this address of global memory.
    Number(u64),
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Thread {
    Ready,
    Waits(Event),
    Ended,
}
/// The threads that have reached an instruction, with their registers.
struct Meeting {
    instruction: &'static str,
    expected: usize,
    arrived: Vec<(usize, Vec<u32>)>,
    /// The number of threads that arrived without waiting.
    passed: usize,
}

/// The blocks of a cluster, and their threads, block by block.
pub(super) struct Cluster {
    grid: [u32; 3],
    /// The indices of the blocks.
    places: Vec<[u32; 3]>,
    state: Mutex<State>,
    /// Wakes a thread when its turn comes.
    turns: Vec<Condvar>,
}
/// The state that only the thread whose turn it is may access.
pub(super) struct State {
    threads: Vec<Thread>,
    turn: usize,
    random: u64,
    failure: Option<String>,
    meetings: HashMap<Group, Meeting>,
    /// The registers that each thread got from a meeting.
    registers: Vec<Vec<u32>>,
    pub(super) global: Global,
    pub(super) shared: SharedMemory,
    pub(super) mbarriers: HashMap<u32, Mbarrier>,
    /// The pending copies of the copy engine.
    pub(super) copies: Vec<BulkCopy>,
    /// The number of stores by the copy engine that each thread has begun.
    pub(super) stores: Vec<usize>,
    /// The groups of `cp.async` of each thread. The last one is not yet committed.
    pub(super) groups: Vec<VecDeque<Vec<ThreadCopy>>>,
    pub(super) products: HashMap<usize, Products>,
}

thread_local! {
    /// The thread of a block that this CPU thread stands for.
    static THREAD: RefCell<Option<(Arc<Cluster>, usize)>> = const { RefCell::new(None) };
}
/// The panic payload of a thread that ends because another one has failed.
struct Stopped;

/// Calls `f` with the cluster and the index of this thread in it.
fn here<T>(f: impl FnOnce(&Cluster, usize) -> T) -> T {
    let (cluster, index) = THREAD
        .with_borrow(|thread| thread.clone())
        .expect("a kernel is called by `Emulator::launch`");
    f(&cluster, index)
}
/// Calls `f` with the state of the cluster and the index of this thread in it.
pub(super) fn with<T>(f: impl FnOnce(&mut State, usize) -> T) -> T {
    here(|cluster, index| f(&mut cluster.state(), index))
}

/// The index of this thread in a block of `count` threads.
pub(crate) fn thread(count: u32) -> u32 {
    assert_eq!(threads(), count, "the kernel is for blocks of {count} threads");
    here(|cluster, index| (index % cluster.threads()) as u32)
}
/// The number of threads of a block.
pub fn threads() -> u32 {
    here(|cluster, _| cluster.threads() as u32)
}
/// The index of the block.
pub(crate) fn block() -> [u32; 3] {
    here(|cluster, index| cluster.places[index / cluster.threads()])
}
/// The index of the block in its cluster.
pub(super) fn block_of_cluster() -> u32 {
    here(|cluster, index| (index / cluster.threads()) as u32)
}
/// The number of blocks of a cluster.
pub fn cluster() -> u32 {
    here(|cluster, _| cluster.places.len() as u32)
}
/// The number of blocks.
pub(crate) fn grid() -> [u32; 3] {
    here(|cluster, _| cluster.grid)
}
/// Waits at the barrier with this number. Each block has 16.
pub(crate) fn barrier(number: u32, threads: u32) {
    assert!(number < 16, "a block has 16 barriers");
    meet(
        Group::Barrier(16 * block_of_cluster() + number),
        threads as usize,
        "bar.sync",
        Vec::new(),
        |_, all| vec![Vec::new(); all.len()],
    );
}
/// `bar.arrive`: arrives at a barrier without waiting.
pub(crate) fn barrier_arrive(number: u32, threads: u32) {
    assert!(number < 16, "a block has 16 barriers");
    arrive(Group::Barrier(16 * block_of_cluster() + number), threads as usize, "bar.sync");
}
/// Waits at the barrier of all blocks of a cluster.
pub(crate) fn cluster_barrier() {
    let all = here(|cluster, _| cluster.turns.len());
    meet(Group::Cluster, all, "barrier.cluster", Vec::new(), |_, all| vec![Vec::new(); all.len()]);
}

/// Waits for the other threads of the group. The last thread to arrive calls `combine`, which computes the registers
/// that each thread gets from those that each thread has, in the order of their indices.
pub(super) fn meet(
    group: Group,
    expected: usize,
    instruction: &'static str,
    registers: Vec<u32>,
    combine: impl FnOnce(&mut State, &[Vec<u32>]) -> Vec<Vec<u32>>,
) -> Vec<u32> {
    here(|block, index| {
        let mut state = block.state();
        let meeting = state.meetings.entry(group).or_insert_with(|| Meeting {
            instruction,
            expected,
            arrived: Vec::new(),
            passed: 0,
        });
        assert_eq!(
            (meeting.instruction, meeting.expected),
            (instruction, expected),
            "threads of {group:?} come to different instructions"
        );
        meeting.arrived.push((index, registers));
        if meeting.arrived.len() + meeting.passed < expected {
            state = block.pass(state, index, Thread::Waits(Event::Meeting(group)));
        } else {
            let mut arrived = state.meetings.remove(&group).expect("it was entered").arrived;
            arrived.sort();
            let (indices, registers): (Vec<usize>, Vec<Vec<u32>>) = arrived.into_iter().unzip();
            let combined = combine(&mut state, &registers);
            for (index, registers) in indices.into_iter().zip(combined) {
                state.registers[index] = registers;
            }
            state.happened(Event::Meeting(group));
            state = block.pass(state, index, Thread::Ready);
        }
        std::mem::take(&mut state.registers[index])
    })
}

/// Arrives at the meeting of a group without waiting.
fn arrive(group: Group, expected: usize, instruction: &'static str) {
    here(|block, index| {
        let mut state = block.state();
        let meeting = state.meetings.entry(group).or_insert_with(|| Meeting {
            instruction,
            expected,
            arrived: Vec::new(),
            passed: 0,
        });
        assert_eq!(meeting.expected, expected, "threads of {group:?} come with different numbers");
        meeting.passed += 1;
        if meeting.arrived.len() + meeting.passed == expected {
            state.meetings.remove(&group);
            state.happened(Event::Meeting(group));
        }
        drop(block.pass(state, index, Thread::Ready));
    });
}

/// Waits until `f` returns a result. It calls `f` again each time that `event` has happened.
pub(super) fn wait<T>(event: Event, mut f: impl FnMut(&mut State) -> Option<T>) -> T {
    here(|block, index| {
        let mut state = block.state();
        loop {
            if let Some(result) = f(&mut state) {
                return result;
            }
            state = block.pass(state, index, Thread::Waits(event));
        }
    })
}

impl State {
    /// A random number below `n` (xorshift64*, Vigna 2016).
    pub(super) fn random(&mut self, n: usize) -> usize {
        self.random ^= self.random >> 12;
        self.random ^= self.random << 25;
        self.random ^= self.random >> 27;
        (((self.random.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * n as u64) >> 32) as usize
    }

    /// Panics unless a block of the cluster still runs, that is, one of its threads does.
    pub(super) fn assert_runs(&self, block: u32) {
        let mut blocks = self.threads.chunks(self.threads.len() / self.shared.blocks());
        let threads = blocks.nth(block as usize).expect("the cluster has such a block");
        let runs = threads.iter().any(|thread| *thread != Thread::Ended);
        assert!(runs, "block {block} of the cluster has ended, and is reached by another");
    }

    /// Lets the threads that wait for the event go on.
    pub(super) fn happened(&mut self, event: Event) {
        for thread in &mut self.threads {
            if *thread == Thread::Waits(event) {
                *thread = Thread::Ready;
            }
        }
    }

    /// Chooses whose turn is next: a random one of the threads that can go on. The copy engine does some copies at
    /// once, and the others when no thread can go on.
    fn next(&mut self) -> Option<usize> {
        while let Some(early) = self.copies.iter().position(|copy| copy.early) {
            self.copies.swap_remove(early).run(self);
        }
        loop {
            let threads = self.threads.iter().enumerate();
            let ready = threads.filter(|(_, thread)| **thread == Thread::Ready);
            let ready: Vec<usize> = ready.map(|(index, _)| index).collect();
            if !ready.is_empty() {
                return Some(ready[self.random(ready.len())]);
            }
            if self.copies.is_empty() {
                return None;
            }
            let copy = self.random(self.copies.len());
            self.copies.swap_remove(copy).run(self);
        }
    }

    /// Describes what the threads wait for.
    fn waiting(&self) -> String {
        let mut counts: Vec<(Event, usize)> = Vec::new();
        for thread in &self.threads {
            if let Thread::Waits(event) = thread {
                match counts.iter_mut().find(|(other, _)| other == event) {
                    Some((_, count)) => *count += 1,
                    None => counts.push((*event, 1)),
                }
            }
        }
        let words = |(event, count): (Event, usize)| match event {
            Event::Meeting(group) => {
                let expected = self.meetings.get(&group).map_or(0, |meeting| meeting.expected);
                let instruction =
                    self.meetings.get(&group).map_or("", |meeting| meeting.instruction);
                format!("{count} of {expected} threads of {group:?} at {instruction}")
            }
            Event::Phase(address) => format!("{count} threads at the mbarrier at {address}"),
            Event::Number(address) => format!("{count} threads for the number at {address}"),
        };
        counts.into_iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

impl Cluster {
    /// Makes blocks with unwritten memory, each with `threads` threads and `shared` bytes of shared memory.
    pub(super) fn new(
        grid: [u32; 3],
        places: Vec<[u32; 3]>,
        threads: usize,
        shared: usize,
        global: Global,
        seed: u64,
    ) -> Self {
        let (blocks, threads) = (places.len(), threads * places.len());
        let state = State {
            threads: vec![Thread::Ready; threads],
            turn: 0,
            // The state of the generator must not be 0.
            random: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            failure: None,
            meetings: HashMap::new(),
            registers: vec![Vec::new(); threads],
            global,
            shared: SharedMemory::new(blocks, shared),
            mbarriers: HashMap::new(),
            copies: Vec::new(),
            stores: vec![0; threads],
            groups: vec![VecDeque::from([Vec::new()]); threads],
            products: HashMap::new(),
        };
        let turns = (0..threads).map(|_| Condvar::new()).collect();
        Cluster { grid, places, state: Mutex::new(state), turns }
    }

    /// The number of threads of a block.
    fn threads(&self) -> usize {
        self.turns.len() / self.places.len()
    }
    /// Describes a thread.
    fn name(&self, index: usize) -> String {
        format!(
            "thread {} of block {:?}",
            index % self.threads(),
            self.places[index / self.threads()]
        )
    }

    // A thread that panics may hold the lock; then all threads end.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs all threads to their end, and returns global memory.
    pub(super) fn run(self: Arc<Self>, kernel: &(impl Fn() + Sync)) -> Global {
        {
            let mut state = self.state();
            state.turn = state.next().expect("a block has threads");
        }
        thread::scope(|scope| {
            for index in 0..self.turns.len() {
                let cluster = self.clone();
                thread::Builder::new()
                    .name(self.name(index))
                    .spawn_scoped(scope, move || cluster.run_thread(index, kernel))
                    .expect("the system has threads");
            }
        });
        let mut state = self.state();
        if let Some(failure) = state.failure.take() {
            panic!("{failure}");
        }
        assert!(state.copies.is_empty(), "the kernel ends before what the copy engine brings");
        std::mem::take(&mut state.global)
    }

    fn run_thread(self: Arc<Self>, index: usize, kernel: &(impl Fn() + Sync)) {
        THREAD.set(Some((self.clone(), index)));
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            drop(self.wait_for_turn(self.state(), index));
            kernel();
        }));
        THREAD.set(None);
        if let Err(panic) = outcome
            && !panic.is::<Stopped>()
        {
            let what = panic.downcast_ref::<String>().cloned();
            let what = what.or_else(|| panic.downcast_ref::<&str>().map(|what| what.to_string()));
            let what = what.unwrap_or_else(|| "a panic".to_owned());
            self.fail(&mut self.state(), format!("{}: {what}", self.name(index)));
        }
        // The next thread goes on, if any is left.
        let state = self.state();
        let _ = catch_unwind(AssertUnwindSafe(|| self.end(state, index)));
    }

    fn fail(&self, state: &mut State, what: String) {
        state.failure.get_or_insert(what);
        for turn in &self.turns {
            turn.notify_one();
        }
    }

    fn end(&self, mut state: MutexGuard<'_, State>, index: usize) {
        state.threads[index] = Thread::Ended;
        if state.copies.iter().any(|copy| copy.store_of(index).is_some()) {
            let what =
                format!("{} ends before the copy engine has read what it stores", self.name(index));
            self.fail(&mut state, what);
        }
        self.choose(&mut state);
    }

    /// Gives the turn to the next thread.
    fn choose(&self, state: &mut State) {
        match state.next() {
            Some(next) => {
                state.turn = next;
                self.turns[next].notify_one();
            }
            None if state.threads.iter().all(|thread| *thread == Thread::Ended) => {}
            None => {
                let waiting = state.waiting();
                let what = format!("block {:?}: threads wait forever: {waiting}", self.places[0]);
                self.fail(state, what);
            }
        }
    }

    /// Gives the turn to another thread, and waits until it is this thread's turn again.
    fn pass<'s>(
        &'s self,
        mut state: MutexGuard<'s, State>,
        index: usize,
        becomes: Thread,
    ) -> MutexGuard<'s, State> {
        state.threads[index] = becomes;
        self.choose(&mut state);
        self.wait_for_turn(state, index)
    }

    fn wait_for_turn<'s>(
        &'s self,
        mut state: MutexGuard<'s, State>,
        index: usize,
    ) -> MutexGuard<'s, State> {
        while state.failure.is_none() && state.turn != index {
            state = self.turns[index].wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.failure.is_some() {
            drop(state);
            resume_unwind(Box::new(Stopped));
        }
        state
    }
}
