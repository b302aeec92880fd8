//! Collective operations, classified by the messages.

use alloc::vec::Vec;
use core::fmt;

use super::stage::Message;

/// The name of a stage in NCCL and MPI, and the groups of devices that exchange messages in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// The operation in each group.
    pub pattern: Pattern,
    /// The sorted device numbers of each group; no groups if no messages are sent.
    pub groups: Vec<Vec<i64>>,
}

/// The pattern of the messages within a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// No messages: each device has the elements that it wants.
    Local,
    /// Each device sends all its elements to all others, and keeps them. All devices have the same number.
    AllGather,
    /// Each device sends the same number of elements to all others, which add them.
    ReduceScatter,
    /// Each device sends different elements to each of the others, the same number to each.
    AllToAll,
    /// One device sends the same elements to all others.
    Broadcast,
    /// Some devices send elements to some others.
    SendReceive,
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Pattern::Local => "nothing is sent",
            Pattern::AllGather => "all-gather",
            Pattern::ReduceScatter => "reduce-scatter",
            Pattern::AllToAll => "all-to-all",
            Pattern::Broadcast => "broadcast",
            Pattern::SendReceive => "send and receive",
        })
    }
}

/// The collective operation of the messages, which are sorted by their sources. `held` has the number of elements that
/// each device has before.
pub(super) fn of(messages: &[Message], kept: &[Message], held: &[i64], adds: bool) -> Collective {
    let groups = groups(messages, held.len());
    let mut of_group: Vec<Vec<&Message>> = alloc::vec![Vec::new(); groups.len()];
    let mut group_of = alloc::vec![usize::MAX; held.len()];
    for (at, group) in groups.iter().enumerate() {
        group.iter().for_each(|&device| group_of[device as usize] = at);
    }
    for message in messages {
        of_group[group_of[message.source as usize]].push(message);
    }
    let mut keeps = alloc::vec![0; held.len()];
    kept.iter().for_each(|message| keeps[message.destination as usize] = message.elements);
    let patterns = groups.iter().zip(&of_group);
    let mut patterns = patterns.map(|(group, messages)| one(group, messages, &keeps, held, adds));
    let pattern = match patterns.next() {
        None => Pattern::Local,
        Some(first) => {
            let same = groups.windows(2).all(|pair| pair[0].len() == pair[1].len());
            if same && patterns.all(|other| other == first) { first } else { Pattern::SendReceive }
        }
    };
    Collective { pattern, groups }
}

/// The pattern of one group.
fn one(group: &[i64], messages: &[&Message], keeps: &[i64], held: &[i64], adds: bool) -> Pattern {
    let size = group.len();
    let even = messages.windows(2).all(|pair| pair[0].elements == pair[1].elements);
    let same_source = |one: &Message, other: &Message| {
        one.pieces.len() == other.pieces.len()
            && one.pieces.iter().zip(&other.pieces).all(|(one, other)| {
                (&one.source, one.source_offset) == (&other.source, other.source_offset)
            })
    };
    let same_to_all = messages
        .windows(2)
        .all(|pair| pair[0].source != pair[1].source || same_source(pair[0], pair[1]));
    let one_source = messages.windows(2).all(|pair| pair[0].source == pair[1].source);
    if messages.len() == size * (size - 1) && even {
        if adds {
            return Pattern::ReduceScatter;
        }
        let all = |&device: &i64| keeps[device as usize] == held[device as usize];
        let sends_all = messages.iter().all(|it| it.elements == held[it.source as usize]);
        return match sends_all && same_to_all && group.iter().all(all) {
            true => Pattern::AllGather,
            false => Pattern::AllToAll,
        };
    }
    if !adds && messages.len() == size - 1 && size > 2 && one_source && same_to_all {
        return Pattern::Broadcast;
    }
    Pattern::SendReceive
}

/// Groups of devices that exchange messages, directly or through others.
fn groups(messages: &[Message], devices: usize) -> Vec<Vec<i64>> {
    let mut above: Vec<usize> = (0..devices).collect();
    let root = |above: &mut Vec<usize>, mut at: usize| {
        while above[at] != at {
            above[at] = above[above[at]];
            at = above[at];
        }
        at
    };
    for message in messages {
        let one = root(&mut above, message.source as usize);
        let other = root(&mut above, message.destination as usize);
        above[one.max(other)] = one.min(other);
    }
    let mut groups: Vec<Vec<i64>> = alloc::vec![Vec::new(); devices];
    for device in 0..devices {
        let of = root(&mut above, device);
        groups[of].push(device as i64);
    }
    groups.retain(|group| group.len() > 1);
    groups
}
