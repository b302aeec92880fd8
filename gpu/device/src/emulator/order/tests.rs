//! Clocks and the last accesses, compared with the definition: the first access of a random trace that is unordered after
//! an earlier one, by the transitive closure of all edges.

use std::panic::Location;

use super::super::block::random;
use super::super::shadow::{Kind, Scope, Shadow, includes};
use super::{Address, Order};

/// Two blocks of two threads.
const THREADS: usize = 4;
fn block(thread: usize) -> u32 {
    thread as u32 / 2
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Event {
    /// An access of one of two data elements.
    Access(usize, Kind),
    /// The threads of the block meet; the event of each of them.
    Barrier,
    /// The accesses of a flag.
    Release(Scope),
    Acquire(Scope),
    Change,
    Fence(Scope),
}

fn trace(seed: u64) -> Vec<(usize, Event)> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |n: usize| random(&mut state, n);
    let mut events = Vec::new();
    while events.len() < 24 {
        let thread = below(THREADS);
        let scope = [Scope::Block, Scope::Gpu, Scope::Gpu][below(3)];
        let event = match below(14) {
            0 => Event::Access(0, Kind::Read),
            1 => Event::Access(0, Kind::Write),
            2 => Event::Access(1, Kind::Atomic(scope)),
            3 => Event::Access(1, Kind::Write),
            4 | 5 => Event::Release(scope),
            6 | 7 => Event::Acquire(scope),
            8 | 9 => Event::Change,
            10 | 11 => Event::Fence(scope),
            _ => {
                // Both threads of the block, one after the other.
                events.push((thread ^ 1, Event::Barrier));
                Event::Barrier
            }
        };
        events.push((thread, event));
    }
    events
}

/// The events before each event, one bit each.
fn before(trace: &[(usize, Event)]) -> Vec<u64> {
    let mut all: Vec<u64> = Vec::new();
    for (at, &(thread, event)) in trace.iter().enumerate() {
        let mut before = 0;
        let mut after = |earlier: usize| before |= all[earlier] | 1 << earlier;
        let own = |earlier: &usize| trace[*earlier].0 == thread;
        (0..at).filter(own).for_each(&mut after);
        // The second of both threads at a barrier; the first one learns of it at its next event.
        let barriers =
            (0..at).filter(|&i| trace[i].1 == Event::Barrier && block(trace[i].0) == block(thread));
        barriers.for_each(&mut after);
        // The loads of the flag whose results count now.
        let loads: Vec<(usize, Scope)> = match event {
            Event::Acquire(scope) => vec![(at, scope)],
            Event::Fence(scope) => {
                let changes = (0..at).filter(|&i| trace[i] == (thread, Event::Change));
                changes.map(|i| (i, scope)).collect()
            }
            _ => Vec::new(),
        };
        for (load, acquired) in loads {
            // What is read was written by the last store, or by a change of it.
            for write in (0..load).rev() {
                let (by, event) = trace[write];
                let released: Vec<(usize, Scope)> = match event {
                    Event::Release(scope) => vec![(write, scope)],
                    Event::Change => {
                        let fence = |i: usize| match trace[i] {
                            (of, Event::Fence(scope)) if of == by => Some((i, scope)),
                            _ => None,
                        };
                        (0..write).filter_map(fence).collect()
                    }
                    _ => continue,
                };
                for (release, scope) in released {
                    if includes(scope.min(acquired), block(by), block(thread), 1) {
                        after(release);
                    }
                }
                if event != Event::Change {
                    break;
                }
            }
        }
        all.push(before);
    }
    all
}

/// The first access that races with an earlier one, by the definition.
fn first_race(trace: &[(usize, Event)]) -> Option<usize> {
    let before = before(trace);
    let atomic = |one: Kind, other: Kind, threads: [usize; 2]| match (one, other) {
        (Kind::Atomic(one), Kind::Atomic(other)) => {
            includes(one.min(other), block(threads[0]), block(threads[1]), 1)
        }
        _ => false,
    };
    (0..trace.len()).find(|&at| {
        let (thread, Event::Access(element, kind)) = trace[at] else { return false };
        (0..at).any(|earlier| {
            let (other, Event::Access(same, of_other)) = trace[earlier] else { return false };
            element == same
                && (kind != Kind::Read || of_other != Kind::Read)
                && !atomic(kind, of_other, [thread, other])
                && before[at] >> earlier & 1 == 0
        })
    })
}

/// The same by clocks.
fn first_found(trace: &[(usize, Event)]) -> Option<usize> {
    let mut order = Order::new(2, 1, false);
    order.begin(&[0, 1]);
    let mut shadows = [Shadow::default(), Shadow::default()];
    let flag = Address::Global(0);
    let mut met = false;
    for (at, &(thread, event)) in trace.iter().enumerate() {
        match event {
            Event::Access(element, kind) => {
                let (access, view) = order.access(thread, kind, Location::caller());
                if shadows[element].record(0, 4, access, &view).is_err() {
                    return Some(at);
                }
            }
            // The first of both threads waits for the second.
            Event::Barrier if !met => met = true,
            Event::Barrier => {
                met = false;
                order.meet(&[thread.min(thread ^ 1), thread.max(thread ^ 1)], &[]);
            }
            Event::Release(scope) => order.atomic_store(thread, flag, scope, true),
            Event::Acquire(scope) => order.atomic_load(thread, flag, scope, true),
            Event::Change => order.atomic_change(thread, flag, Scope::Gpu),
            Event::Fence(scope) => order.fence(thread, scope),
        }
    }
    None
}

#[test]
fn races_are_those_of_the_definition() {
    let mut found = 0;
    for seed in 0..20_000 {
        let trace = trace(seed);
        let right = first_race(&trace);
        assert_eq!(first_found(&trace), right, "{seed}: {trace:?}");
        found += usize::from(right.is_none());
    }
    assert!(found > 500, "{found} traces without a race");
}
