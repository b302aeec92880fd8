//! The blocks that run together, and their threads: one runs at a time, and then another one that can go on.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::access::Place;
use super::copies::{BulkCopy, ThreadCopies};
use super::global::Global;
use super::mbarrier::Mbarrier;
use super::meeting::{Group, Meeting};
use super::multiply::Products;
use super::order::{Address, Order};
use super::schedule::{Event, Schedule, Turn};
use super::shared::SharedMemory;

/// A thread gives up its turn after one of so many accesses, and of so many that others wait for.
const YIELDS: usize = 16;
const YIELDS_EAGERLY: usize = 4;

/// The blocks that run together, and their threads, block by block.
pub(super) struct Blocks {
    of: Grid,
    /// The indices of the blocks.
    places: Vec<[u32; 3]>,
    state: Mutex<State>,
    /// Wakes a thread when its turn comes.
    turns: Vec<Condvar>,
}
/// What is launched.
#[derive(Clone, Copy)]
pub(super) struct Grid {
    pub(super) grid: [u32; 3],
    /// The number of blocks of a cluster.
    pub(super) cluster: u32,
    /// The number of threads of a block.
    pub(super) threads: usize,
    /// The bytes of shared memory.
    pub(super) shared: usize,
    /// The accesses of a launch.
    pub(super) budget: u64,
    /// Reads of what nobody has written are no mistake.
    pub(super) reads_unwritten: bool,
}
/// What the blocks that have run leave to the next ones.
pub(super) struct Kept {
    pub(super) global: Global,
    pub(super) order: Order,
    pub(super) random: u64,
    /// The accesses so far, and those since memory has changed.
    pub(super) accesses: u64,
}
/// The state that only the thread whose turn it is may access.
pub(super) struct State {
    pub(super) grid: [u32; 3],
    pub(super) schedule: Schedule,
    turn: usize,
    random: u64,
    failure: Option<String>,
    pub(super) meetings: HashMap<Group, Meeting>,
    /// The registers that each thread got from a meeting.
    pub(super) registers: Vec<Vec<u32>>,
    pub(super) global: Global,
    pub(super) shared: SharedMemory,
    pub(super) order: Order,
    pub(super) mbarriers: HashMap<u32, Mbarrier>,
    /// The pending copies of the copy engine.
    pub(super) copies: Vec<BulkCopy>,
    /// The number of stores by the copy engine that each thread has begun.
    pub(super) stores: Vec<usize>,
    /// The groups of `cp.async` of each thread. The last one is not yet committed.
    pub(super) groups: Vec<VecDeque<ThreadCopies>>,
    pub(super) products: HashMap<usize, Products>,
    pub(super) reads_unwritten: bool,
    budget: u64,
    accesses: u64,
    /// The accesses and the choices of a looking thread since memory has changed.
    unchanged: u64,
    idle: usize,
    /// How often each thread has looked at memory that has not changed, and how often it had changed then.
    looks: Vec<(u64, u32)>,
    changes: u64,
    /// The thread gives up its turn after this access because it looks at an address, or more likely than otherwise.
    looking: Option<(Address, Place)>,
    pub(super) eager: bool,
    /// The last access of a thread.
    pub(super) last_access: Option<(Address, Place)>,
}

thread_local! {
    /// The thread of a block that this CPU thread stands for.
    static THREAD: RefCell<Option<(Arc<Blocks>, usize)>> = const { RefCell::new(None) };
}
/// The panic payload of a thread that ends because another one has failed.
struct Stopped;

/// Calls `f` with the blocks and the index of this thread in them.
pub(super) fn here<T>(f: impl FnOnce(&Blocks, usize) -> T) -> T {
    THREAD.with_borrow(|thread| {
        let (blocks, index) = thread.as_ref().expect("a kernel is called by `Emulator::launch`");
        f(blocks, *index)
    })
}
/// Calls `f` with the state of the blocks and the index of this thread in them.
pub(super) fn with<T>(f: impl FnOnce(&mut State, usize) -> T) -> T {
    here(|blocks, index| f(&mut blocks.state(), index))
}
/// [`with`], for an access of memory: afterwards it may be another thread's turn.
pub(super) fn act<T>(f: impl FnOnce(&mut State, usize) -> T) -> T {
    here(|blocks, index| {
        let mut state = blocks.state();
        let result = f(&mut state, index);
        state.spend();
        let eager = std::mem::take(&mut state.eager);
        if let Some((address, place)) = state.looking.take() {
            drop(blocks.pass(state, index, Turn::Looks(address, place)));
        } else if state.random(if eager { YIELDS_EAGERLY } else { YIELDS }) == 0 {
            drop(blocks.pass(state, index, Turn::Ready));
        }
        result
    })
}

/// The index of this thread in a block of `count` threads.
pub(crate) fn thread(count: u32) -> u32 {
    assert_eq!(threads(), count, "the kernel is for blocks of {count} threads");
    here(|blocks, index| (index % blocks.of.threads) as u32)
}
/// The number of threads of a block.
pub fn threads() -> u32 {
    here(|blocks, _| blocks.of.threads as u32)
}
/// The index of the block.
pub(crate) fn block() -> [u32; 3] {
    here(|blocks, index| blocks.places[index / blocks.of.threads])
}
/// The index of this thread's block among those that run.
pub(super) fn resident() -> u32 {
    here(|blocks, index| (index / blocks.of.threads) as u32)
}
/// The index among the blocks that run of a block of this cluster.
pub(super) fn of_cluster(block: u32) -> u32 {
    resident() / cluster() * cluster() + block
}
/// The number of blocks of a cluster.
pub fn cluster() -> u32 {
    here(|blocks, _| blocks.of.cluster)
}
/// The number of blocks.
pub(crate) fn grid() -> [u32; 3] {
    here(|blocks, _| blocks.of.grid)
}
/// The index of this thread in its warp.
pub(crate) fn lane() -> u32 {
    here(|blocks, index| (index % blocks.of.threads % 32) as u32)
}

/// Waits until `f` returns a result. It calls `f` again each time that `event` has happened.
pub(super) fn wait<T>(event: Event, mut f: impl FnMut(&mut State, usize) -> Option<T>) -> T {
    here(|blocks, index| {
        let mut state = blocks.state();
        loop {
            if let Some(result) = f(&mut state, index) {
                return result;
            }
            state = blocks.pass(state, index, Turn::Waits(event));
        }
    })
}

/// A random number below `n` (xorshift64*, Vigna 2016).
pub(super) fn random(state: &mut u64, n: usize) -> usize {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    (((state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) * n as u64) >> 32) as usize
}

impl State {
    pub(super) fn random(&mut self, n: usize) -> usize {
        random(&mut self.random, n)
    }
    /// The index in the grid of a block that runs.
    pub(super) fn block_of(&self, resident: u32) -> u32 {
        let of_block = self.registers.len() / self.shared.blocks();
        self.order.actor(resident as usize * of_block).block
    }
    /// Panics unless a block of the cluster still runs, that is, one of its threads does.
    pub(super) fn assert_runs(&self, resident: u32) {
        let of_block = self.registers.len() / self.shared.blocks();
        let first = resident as usize * of_block;
        assert!(
            self.schedule.runs(first..first + of_block),
            "block {} of the cluster has ended, and is reached by another",
            resident % self.order.cluster()
        );
    }
    /// Memory at this address has changed.
    pub(super) fn changed(&mut self, address: Address) {
        self.changes += 1;
        self.unchanged = 0;
        self.schedule.changed(address);
    }
    /// A thread looks at an address. If it does so again before memory has changed, others go on.
    pub(super) fn looks(&mut self, thread: usize, address: Address, place: Place) {
        self.eager = true;
        let (changes, count) = &mut self.looks[thread];
        if std::mem::replace(changes, self.changes) != self.changes {
            *count = 0;
        }
        *count += 1;
        if *count > 1 {
            self.looking = Some((address, place));
        }
    }
    /// Counts an access.
    fn spend(&mut self) {
        self.accesses += 1;
        self.unchanged += 1;
        assert!(
            self.accesses <= self.budget,
            "the launch takes more than {} accesses: does a loop not end? The last one is {}. `Emulator::budget` allows more",
            self.budget,
            self.last()
        );
        assert!(
            self.unchanged <= self.budget >> 8,
            "memory has not changed for {} accesses: does a loop wait for something that does not happen? The last one is {}. \
             `Emulator::budget` allows more",
            self.budget >> 8,
            self.last()
        );
    }
    /// Describes the last access.
    fn last(&self) -> String {
        let Some((address, place)) = self.last_access else { return "none".to_owned() };
        format!("of {} at {place}", self.describe(address, 4, 0))
    }

    /// Chooses whose turn is next: a random one of the threads that can go on, or else one that looks at memory, as long
    /// as that can change something. The copy engine does some copies at once, and the others when no thread can go on.
    fn next(&mut self) -> Option<usize> {
        while let Some(early) = self.copies.iter().position(|copy| copy.early) {
            self.copies.swap_remove(early).run(self);
        }
        loop {
            let ready = self.schedule.ready().len();
            if ready > 0 {
                self.idle = 0;
                let next = self.random(ready);
                return Some(self.schedule.ready()[next]);
            }
            if self.copies.is_empty() {
                break;
            }
            let copy = self.random(self.copies.len());
            self.copies.swap_remove(copy).run(self);
        }
        let looking = self.schedule.looking();
        self.idle += 1;
        if looking.is_empty() || self.idle > 1000 + 16 * looking.len() {
            return None;
        }
        let next = self.random(looking.len());
        Some(looking[next])
    }

    /// Describes what the threads wait for.
    fn waiting(&self) -> String {
        let words = |(turn, count): (Turn, usize)| match turn {
            Turn::Waits(Event::Meeting(group)) => {
                let meeting = self.meetings.get(&group);
                let expected = meeting.map_or(0, |meeting| meeting.expected);
                let instruction = meeting.map_or("", |meeting| meeting.instruction);
                format!("{count} of {expected} threads of {group:?} at {instruction}")
            }
            Turn::Waits(Event::Phase(address)) => {
                format!("{count} threads at the mbarrier at {address}")
            }
            Turn::Looks(address, place) => {
                let at = self.describe(address, 4, 0);
                format!("{count} threads for a change of {at} at {place}")
            }
            Turn::Ready | Turn::Ended => String::new(),
        };
        self.schedule.waiting().into_iter().map(words).collect::<Vec<_>>().join(", ")
    }
}

impl Blocks {
    /// Makes blocks with unwritten shared memory.
    pub(super) fn new(of: Grid, places: Vec<[u32; 3]>, mut kept: Kept) -> Self {
        let [x, y, _] = of.grid;
        let linear: Vec<u32> = places.iter().map(|at| at[0] + x * (at[1] + y * at[2])).collect();
        kept.order.begin(&linear);
        let threads = of.threads * places.len();
        let state = State {
            grid: of.grid,
            schedule: Schedule::new(threads),
            turn: 0,
            random: kept.random,
            failure: None,
            meetings: HashMap::new(),
            registers: vec![Vec::new(); threads],
            global: kept.global,
            shared: SharedMemory::new(places.len(), of.shared),
            order: kept.order,
            mbarriers: HashMap::new(),
            copies: Vec::new(),
            stores: vec![0; threads],
            groups: (0..threads).map(|_| VecDeque::from([ThreadCopies::default()])).collect(),
            products: HashMap::new(),
            reads_unwritten: of.reads_unwritten,
            budget: of.budget,
            accesses: kept.accesses,
            unchanged: 0,
            idle: 0,
            looks: vec![(0, 0); threads],
            changes: 0,
            looking: None,
            eager: false,
            last_access: None,
        };
        let turns = (0..threads).map(|_| Condvar::new()).collect();
        Blocks { of, places, state: Mutex::new(state), turns }
    }

    /// The warp of a thread, counted through all blocks that run.
    pub(super) fn warp(&self, index: usize) -> usize {
        let of_block = self.of.threads.div_ceil(32);
        index / self.of.threads * of_block + index % self.of.threads / 32
    }
    /// Describes a thread.
    fn name(&self, index: usize) -> String {
        let threads = self.of.threads;
        format!("thread {} of block {:?}", index % threads, self.places[index / threads])
    }

    // A thread that panics may hold the lock; then all threads end.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs all threads to their end. Returns why they ended early, if they did.
    pub(super) fn run(self: Arc<Self>, kernel: &(impl Fn() + Sync)) -> (Kept, Option<String>) {
        {
            let mut state = self.state();
            state.turn = state.next().expect("a block has threads");
        }
        thread::scope(|scope| {
            for index in 0..self.turns.len() {
                let blocks = self.clone();
                thread::Builder::new()
                    .name(self.name(index))
                    .spawn_scoped(scope, move || blocks.run_thread(index, kernel))
                    .expect("the system has threads");
            }
        });
        let mut state = self.state();
        let mut failure = state.failure.take();
        if failure.is_none() && !state.copies.is_empty() {
            failure = Some("the kernel ends before what the copy engine brings".to_owned());
        }
        let order = std::mem::replace(&mut state.order, Order::new(1, 1, false));
        let global = std::mem::take(&mut state.global);
        (Kept { global, order, random: state.random, accesses: state.accesses }, failure)
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
        state.schedule.set(index, Turn::Ended);
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
            None if state.schedule.ended() => {}
            None => {
                let waiting = state.waiting();
                let what = format!("block {:?}: threads wait forever: {waiting}", self.places[0]);
                self.fail(state, what);
            }
        }
    }

    /// Gives the turn to another thread, and waits until it is this thread's turn again.
    pub(super) fn pass<'s>(
        &'s self,
        mut state: MutexGuard<'s, State>,
        index: usize,
        becomes: Turn,
    ) -> MutexGuard<'s, State> {
        state.schedule.set(index, becomes);
        self.choose(&mut state);
        let mut state = self.wait_for_turn(state, index);
        state.schedule.set(index, Turn::Ready);
        state
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
