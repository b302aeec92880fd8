//! Vector clocks: how far each actor of a launch had come when another one last heard of it (Fidge 1988, Mattern 1989).
//! Threads that have met share their clock, so that a barrier costs one clock and not one for each thread.

use std::sync::Arc;

/// Who accesses memory: a thread of a block, or something asynchronous that works for it. The first lanes of a block
/// are its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Actor {
    /// The index of the block in the grid, counted through all modes.
    pub(super) block: u32,
    pub(super) lane: u16,
}

/// For each block that somebody heard of, the time of each lane.
#[derive(Debug, Default)]
pub(super) struct Times(Vec<(u32, Arc<Vec<u32>>)>);
/// A clock, which many threads share.
pub(super) type Clock = Arc<Times>;

impl Times {
    fn place(&self, block: u32) -> Result<usize, usize> {
        match self.0.first() {
            // Most clocks know of one block.
            Some((first, _)) if *first == block => Ok(0),
            _ => self.0.binary_search_by_key(&block, |(block, _)| *block),
        }
    }
    /// The time of an actor, 0 if nobody has heard of it.
    pub(super) fn of(&self, actor: Actor) -> u32 {
        let lanes = self.place(actor.block).ok().map(|at| &self.0[at].1);
        lanes.and_then(|lanes| lanes.get(usize::from(actor.lane))).copied().unwrap_or(0)
    }
    /// This clock with later times of some actors.
    pub(super) fn with(&self, times: impl IntoIterator<Item = (Actor, u32)>) -> Clock {
        let mut all = self.0.clone();
        for (Actor { block, lane }, time) in times {
            let found = all.binary_search_by_key(&block, |(block, _)| *block);
            let at = found.unwrap_or_else(|at| {
                all.insert(at, (block, Arc::default()));
                at
            });
            let lanes = Arc::make_mut(&mut all[at].1);
            if lanes.len() <= usize::from(lane) {
                lanes.resize(usize::from(lane) + 1, 0);
            }
            lanes[usize::from(lane)] = lanes[usize::from(lane)].max(time);
        }
        Arc::new(Times(all))
    }
    /// The later time of each actor.
    fn joined(&self, other: &Times) -> Clock {
        let mut all = self.0.clone();
        for (block, lanes) in &other.0 {
            match all.binary_search_by_key(block, |(block, _)| *block) {
                Err(at) => all.insert(at, (*block, lanes.clone())),
                Ok(at) if Arc::ptr_eq(&all[at].1, lanes) => {}
                Ok(at) => {
                    let own = Arc::make_mut(&mut all[at].1);
                    own.resize(own.len().max(lanes.len()), 0);
                    own.iter_mut()
                        .zip(lanes.iter())
                        .for_each(|(own, other)| *own = *other.max(own));
                }
            }
        }
        Arc::new(Times(all))
    }
}

/// Joins clocks. It remembers the last results: threads with the same clock that join the same other one share the
/// result.
#[derive(Default)]
pub(super) struct Joins {
    last: [Option<[Clock; 3]>; 4],
    next: usize,
}
impl Joins {
    pub(super) fn join(&mut self, one: &Clock, other: &Clock) -> Clock {
        if Arc::ptr_eq(one, other) || other.0.is_empty() {
            return one.clone();
        }
        if one.0.is_empty() {
            return other.clone();
        }
        let same = |[a, b, _]: &&[Clock; 3]| Arc::ptr_eq(a, one) && Arc::ptr_eq(b, other);
        if let Some([.., result]) = self.last.iter().flatten().find(same) {
            return result.clone();
        }
        let result = one.joined(other);
        self.last[self.next] = Some([one.clone(), other.clone(), result.clone()]);
        self.next = (self.next + 1) % self.last.len();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::{Actor, Clock, Joins};

    /// `max` for each actor, whatever blocks the clocks know of.
    #[test]
    fn a_join_has_the_later_time_of_each_actor() {
        let actor = |at: u32| Actor { block: at / 5, lane: (at % 5) as u16 };
        let time = |of: u32, at: u32| (of * 7919 + at * 104_729) % 13;
        let known = |of: u32, at: u32| (of >> (at / 5)) & 1 == 1;
        let clock = |of: u32| {
            let times = (0..20).filter(|at| known(of, *at)).map(|at| (actor(at), time(of, at)));
            Clock::default().with(times)
        };
        let mut joins = Joins::default();
        for (x, y) in (0..256).map(|i| (i % 16, i / 16)) {
            let joined = joins.join(&clock(x), &clock(y));
            for at in 0..20 {
                let of = |clock: u32| if known(clock, at) { time(clock, at) } else { 0 };
                assert_eq!(joined.of(actor(at)), of(x).max(of(y)), "{x} {y} {at}");
            }
        }
    }
}
