//! Whose turn it is: which threads can go on, and what the others wait for.

use super::access::Place;
use super::meeting::Group;
use super::order::Address;

/// The event that a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Event {
    Meeting(Group),
    /// A phase of the `mbarrier` at this address.
    Phase(u32),
}
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Ready,
    Waits(Event),
    /// It looks at an address again and again, and goes on if nobody else can.
    Looks(Address, Place),
    Ended,
}

pub(super) struct Schedule {
    turns: Vec<Turn>,
    /// The threads that can go on, in any order, and where each of them is in this list.
    ready: Vec<usize>,
    places: Vec<usize>,
    looking: usize,
}
impl Schedule {
    pub(super) fn new(threads: usize) -> Self {
        Schedule {
            turns: vec![Turn::Ready; threads],
            ready: (0..threads).collect(),
            places: (0..threads).collect(),
            looking: 0,
        }
    }
    pub(super) fn ready(&self) -> &[usize] {
        &self.ready
    }
    /// The threads that only look at addresses.
    pub(super) fn looking(&self) -> Vec<usize> {
        let looks = |thread: &usize| matches!(self.turns[*thread], Turn::Looks(..));
        (0..self.turns.len()).filter(looks).collect()
    }
    pub(super) fn set(&mut self, thread: usize, turn: Turn) {
        let before = std::mem::replace(&mut self.turns[thread], turn);
        self.looking += usize::from(matches!(turn, Turn::Looks(..)));
        self.looking -= usize::from(matches!(before, Turn::Looks(..)));
        match (before == Turn::Ready, turn == Turn::Ready) {
            (true, false) => {
                let at = self.places[thread];
                self.ready.swap_remove(at);
                if let Some(moved) = self.ready.get(at) {
                    self.places[*moved] = at;
                }
            }
            (false, true) => {
                self.places[thread] = self.ready.len();
                self.ready.push(thread);
            }
            _ => {}
        }
    }
    /// Lets the threads that wait for the event go on.
    pub(super) fn happened(&mut self, event: Event) {
        for thread in 0..self.turns.len() {
            if self.turns[thread] == Turn::Waits(event) {
                self.set(thread, Turn::Ready);
            }
        }
    }
    /// Lets the threads that look at this address go on.
    pub(super) fn changed(&mut self, address: Address) {
        if self.looking == 0 {
            return;
        }
        for thread in 0..self.turns.len() {
            if matches!(self.turns[thread], Turn::Looks(at, _) if at == address) {
                self.set(thread, Turn::Ready);
            }
        }
    }
    /// Whether one of these threads has not ended.
    pub(super) fn runs(&self, threads: std::ops::Range<usize>) -> bool {
        self.turns[threads].iter().any(|turn| *turn != Turn::Ended)
    }
    pub(super) fn ended(&self) -> bool {
        !self.runs(0..self.turns.len())
    }
    /// What threads wait for, with their numbers.
    pub(super) fn waiting(&self) -> Vec<(Turn, usize)> {
        let mut counts: Vec<(Turn, usize)> = Vec::new();
        for turn in self.turns.iter().filter(|turn| !matches!(turn, Turn::Ended | Turn::Ready)) {
            match counts.iter_mut().find(|(other, _)| other == turn) {
                Some((_, count)) => *count += 1,
                None => counts.push((*turn, 1)),
            }
        }
        counts
    }
}
