//! Threads that meet: at barriers, and at instructions that a warp or a warpgroup executes together.

use super::access::{Place, caller};
use super::block::{State, cluster, here, of_cluster, resident, with};
use super::order::Published;
use super::schedule::{Event, Turn};

/// A group of threads that meet, by its number among all that run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Group {
    Barrier(u32),
    Warp(usize),
    Warpgroup(usize),
    Cluster(u32),
}
/// What threads meet for.
#[derive(Clone, Copy)]
pub(super) struct Meet {
    pub(super) group: Group,
    pub(super) expected: usize,
    pub(super) instruction: &'static str,
    /// Afterwards each thread sees what the others have written.
    pub(super) orders: bool,
    /// The place of the instruction, if all threads of a warp execute the same one, as `.aligned` demands.
    pub(super) aligned: Option<Place>,
}
/// The threads that have reached an instruction, with their registers.
pub(super) struct Meeting {
    pub(super) instruction: &'static str,
    pub(super) expected: usize,
    arrived: Vec<(usize, Vec<u32>)>,
    /// What the threads that arrived without waiting have published.
    passed: Vec<Published>,
    /// The place of each warp's instruction.
    places: Vec<(usize, Place)>,
}
impl Meeting {
    pub(super) fn arrived(&self) -> usize {
        self.arrived.len() + self.passed.len()
    }
}

impl State {
    /// The meeting of a group, which begins with the first thread.
    fn meeting(&mut self, of: Meet) -> &mut Meeting {
        self.meetings.entry(of.group).or_insert_with(|| Meeting {
            instruction: of.instruction,
            expected: of.expected,
            arrived: Vec::new(),
            passed: Vec::new(),
            places: Vec::new(),
        })
    }
    /// Checks that the threads of a warp are at the same instruction.
    fn align(&mut self, of: Meet, warp: usize) {
        let Some(place) = of.aligned else { return };
        let meeting = self.meeting(of);
        match meeting.places.iter().find(|(other, _)| *other == warp) {
            None => meeting.places.push((warp, place)),
            Some((_, other)) if *other == place => {}
            Some((_, other)) => panic!(
                "threads of a warp are at different barriers: {} at {place} and at {other}, and it is one instruction for all of them",
                of.instruction
            ),
        }
    }
}

/// Waits for the other threads of the group. The last thread to arrive calls `combine`, which computes the registers
/// that each thread gets from those that each thread has, in the order of their indices.
pub(super) fn meet(
    of: Meet,
    registers: Vec<u32>,
    combine: impl FnOnce(&mut State, &[Vec<u32>]) -> Vec<Vec<u32>>,
) -> Vec<u32> {
    here(|blocks, index| {
        let mut state = blocks.state();
        let meeting = state.meeting(of);
        assert_eq!(
            (meeting.instruction, meeting.expected),
            (of.instruction, of.expected),
            "threads of {:?} come to different instructions",
            of.group
        );
        state.align(of, blocks.warp(index));
        let meeting = state.meeting(of);
        meeting.arrived.push((index, registers));
        if meeting.arrived() < of.expected {
            state = blocks.pass(state, index, Turn::Waits(Event::Meeting(of.group)));
        } else {
            let Meeting { mut arrived, passed, .. } =
                state.meetings.remove(&of.group).expect("it was entered");
            arrived.sort_unstable();
            let (indices, registers): (Vec<usize>, Vec<Vec<u32>>) = arrived.into_iter().unzip();
            if of.orders {
                state.order.meet(&indices, &passed);
            }
            let combined = combine(&mut state, &registers);
            for (index, registers) in indices.into_iter().zip(combined) {
                state.registers[index] = registers;
            }
            state.schedule.happened(Event::Meeting(of.group));
            state = blocks.pass(state, index, Turn::Ready);
        }
        std::mem::take(&mut state.registers[index])
    })
}
/// Arrives at the meeting of a group without waiting.
fn arrive(of: Meet) {
    here(|blocks, index| {
        let mut state = blocks.state();
        let expected = state.meeting(of).expected;
        assert_eq!(expected, of.expected, "threads of {:?} come with different numbers", of.group);
        state.align(of, blocks.warp(index));
        let published = state.order.publish(index);
        let meeting = state.meeting(of);
        meeting.passed.push(published);
        if meeting.arrived() == expected {
            let Meeting { mut arrived, passed, .. } =
                state.meetings.remove(&of.group).expect("it was entered");
            arrived.sort_unstable();
            let indices: Vec<usize> = arrived.into_iter().map(|(index, _)| index).collect();
            state.order.meet(&indices, &passed);
            state.schedule.happened(Event::Meeting(of.group));
        }
        drop(blocks.pass(state, index, Turn::Ready));
    });
}

fn nothing(_: &mut State, all: &[Vec<u32>]) -> Vec<Vec<u32>> {
    vec![Vec::new(); all.len()]
}
fn of_barrier(number: u32, threads: u32, place: Place) -> Meet {
    assert!(number < 16, "a block has 16 barriers");
    Meet {
        group: Group::Barrier(16 * resident() + number),
        expected: threads as usize,
        instruction: "bar.sync",
        orders: true,
        aligned: Some(place),
    }
}
/// Waits at the barrier with this number. Each block has 16.
#[track_caller]
pub(crate) fn barrier(number: u32, threads: u32) {
    meet(of_barrier(number, threads, caller()), Vec::new(), nothing);
}
/// Waits at barrier 0 for all threads of the block, which may come to it at different places.
pub(crate) fn barrier_anywhere() {
    let of = Meet { aligned: None, ..of_barrier(0, super::threads(), caller()) };
    meet(of, Vec::new(), nothing);
}
/// `bar.arrive`: arrives at a barrier without waiting.
#[track_caller]
pub(crate) fn barrier_arrive(number: u32, threads: u32) {
    arrive(of_barrier(number, threads, caller()));
}
/// `bar.warp.sync` of all threads of the warp.
pub(crate) fn warp_barrier() {
    let of = Meet { orders: true, ..Meet::of_warp("bar.warp.sync") };
    meet(of, Vec::new(), nothing);
}
/// Waits at the barrier of all blocks of a cluster.
#[track_caller]
pub(crate) fn cluster_barrier() {
    let of = Meet {
        group: Group::Cluster(of_cluster(0)),
        expected: (cluster() * super::threads()) as usize,
        instruction: "barrier.cluster",
        orders: true,
        aligned: Some(caller()),
    };
    meet(of, Vec::new(), nothing);
}
impl Meet {
    /// An instruction of a warp that orders no memory.
    pub(super) fn of_warp(instruction: &'static str) -> Self {
        let group = here(|blocks, index| Group::Warp(blocks.warp(index)));
        Meet { group, expected: 32, instruction, orders: false, aligned: None }
    }
    /// An instruction of a warpgroup that orders no memory.
    pub(super) fn of_warpgroup(instruction: &'static str) -> Self {
        let group = with(|_, thread| Group::Warpgroup(thread / 128));
        Meet { group, expected: 128, instruction, orders: false, aligned: None }
    }
}
