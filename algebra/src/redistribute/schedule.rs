//! Schedules: the copies in its own memory and the transfers to and from others that each device carries out in a
//! stage.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::collective::Pattern;
use super::pieces::Piece;
use super::stage::{Message, Stage};
use crate::layout::Layout;
use crate::mode::Mode;

/// A memory of a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeviceMemory {
    /// The memory of the distribution to move from.
    From,
    /// The memory of the distribution to move to.
    To,
    /// The buffer of packed elements to send.
    Sent,
    /// The buffer of received elements to unpack.
    Received,
}

/// A range of contiguous elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The memory.
    pub place: DeviceMemory,
    /// The offset at which the range begins.
    pub offset: i64,
    /// The number of elements.
    pub elements: i64,
}

/// A copy of strided elements within a device, or an addition of them to the elements there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copying {
    /// The memory to read.
    pub from: DeviceMemory,
    /// The memory to write.
    pub to: DeviceMemory,
    /// The offsets in both memories.
    pub piece: Piece,
    /// True if the elements are added to those that are there.
    pub adds: bool,
}

/// A transfer that devices carry out together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// Each part is sent to the device with the given number, and a part is received from each device in `receives`,
    /// all at the same time.
    Exchange {
        /// The destinations and the parts that go to them.
        sends: Vec<(i64, Part)>,
        /// The sources and the places at which their parts arrive.
        receives: Vec<(i64, Part)>,
    },
    /// The parts of all devices of the group are concatenated in the order of the group, in the memory of every device.
    AllGather {
        /// The devices.
        group: Vec<i64>,
        /// The part that this device sends.
        from: Part,
        /// The place at which all parts arrive.
        to: Part,
    },
    /// Each device has as many parts as there are devices in the group: the `i`th parts of all devices are added in the
    /// memory of the `i`th device.
    ReduceScatter {
        /// The devices.
        group: Vec<i64>,
        /// The parts that this device sends.
        from: Part,
        /// The place at which the sums arrive.
        to: Part,
    },
    /// One device sends the same elements to all others of the group.
    Broadcast {
        /// The devices.
        group: Vec<i64>,
        /// The device that sends.
        root: i64,
        /// The part that it sends, or the place at which it arrives.
        part: Part,
    },
}

/// A transfer, with the copies that pack elements before it and unpack elements after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Copies that must end before the transfer begins.
    pub packs: Vec<Copying>,
    /// The transfer.
    pub transfer: Transfer,
    /// Copies that begin when the transfer has ended.
    pub unpacks: Vec<Copying>,
}

impl Round {
    /// A round in which nothing is exchanged.
    fn idle() -> Self {
        let transfer = Transfer::Exchange { sends: vec![], receives: vec![] };
        Round { packs: vec![], transfer, unpacks: vec![] }
    }
}

/// The work of a device in a stage: the rounds in order, and copies within its own memory, which wait for nothing. A
/// round never writes what another round reads, so a device can pack one round while the one before is being sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// True if the memory of the destination must be set to 0 first.
    pub clears: bool,
    /// The rounds. Every device has the same number. A device that is in no group of a collective operation exchanges
    /// nothing in it.
    pub rounds: Vec<Round>,
    /// The copies of elements that the device has itself.
    pub kept: Vec<Copying>,
    /// The number of elements that are packed.
    pub sent: i64,
    /// The number of elements that are unpacked.
    pub received: i64,
}

impl Stage {
    /// The schedules of all devices, in the order of their numbers.
    ///
    /// Contiguous elements are sent from their place and received in their place. All others are packed and unpacked in
    /// rounds, so that one part is packed while another is being sent. If elements are packed, the first round has
    /// `at_a_time` elements of each message, and each round has twice as many as the one before. If elements are
    /// unpacked, the last rounds shrink in the same way. All-gather, reduce-scatter and broadcast are one transfer if
    /// their elements are in the order of the operation. Otherwise, and for an all-to-all, devices exchange messages,
    /// and a device sends the elements that it keeps to itself if nothing is packed.
    ///
    /// ```
    /// use tilework_algebra::redistribute::{DeviceMemory, Transfer};
    /// use tilework_algebra::{Distribution, Mesh, redistribute};
    /// let mesh = Mesh::of_shape(&"2".parse()?)?;
    /// let whole = "(4,6)".parse()?;
    /// let rows = Distribution::sharded(&mesh, &whole, &[Some(0)])?.by_rows()?;
    /// let columns = Distribution::sharded(&mesh, &whole, &[Some(1)])?.by_rows()?;
    /// let plan = redistribute(&rows, &columns)?;
    /// let of_device_0 = &plan.stages()[0].schedules(i64::MAX)[0];
    /// // The device packs the right halves of its rows, and receives elements in their place.
    /// let round = &of_device_0.rounds[0];
    /// assert_eq!(round.packs[0].piece.to_string(), "(3,2):(1,6)+3 -> (3,2):(1,3)");
    /// assert!(round.unpacks.is_empty());
    /// let Transfer::Exchange { sends, receives } = &round.transfer else { unreachable!() };
    /// assert_eq!((sends[0].1.place, receives[0].1.place), (DeviceMemory::Sent, DeviceMemory::To));
    /// assert_eq!((of_device_0.sent, of_device_0.received), (6, 0));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn schedules(&self, at_a_time: i64) -> Vec<Schedule> {
        let devices = self.from().mesh().size();
        let mut all =
            vec![
                Schedule { clears: false, rounds: vec![], kept: vec![], sent: 0, received: 0 };
                devices as usize
            ];
        let by_pair = Pairs::of(self);
        let called = match self.collective().pattern {
            Pattern::AllGather => by_pair.all_gather(&mut all),
            Pattern::ReduceScatter => by_pair.reduce_scatter(&mut all),
            Pattern::Broadcast => by_pair.broadcast(&mut all),
            Pattern::Local | Pattern::AllToAll | Pattern::SendReceive => None,
        };
        let called = called.unwrap_or_else(|| self.exchange(&mut all, at_a_time.max(1)));
        let rounds = all.iter().map(|schedule| schedule.rounds.len()).max().unwrap_or(0);
        for schedule in &mut all {
            schedule.rounds.resize(rounds, Round::idle());
        }
        for message in self.kept().iter().filter(|_| called != Keeps::InTransfer) {
            let schedule = &mut all[message.destination as usize];
            schedule.kept.extend(message.pieces.iter().map(|piece| Copying {
                from: DeviceMemory::From,
                to: DeviceMemory::To,
                piece: piece.clone(),
                adds: schedule.clears,
            }));
        }
        all
    }

    /// Exchanges messages; those that are packed go in rounds.
    fn exchange(&self, all: &mut [Schedule], at_a_time: i64) -> Keeps {
        let adds = self.adds();
        let in_rounds = |message: &Message| match &message.pieces[..] {
            [piece] => {
                let unpacks = adds || !piece.is_contiguous_in_destination();
                sizes(message.elements, at_a_time, !piece.is_contiguous_in_source(), unpacks)
            }
            _ => sizes(message.elements, at_a_time, true, true),
        };
        let parts: Vec<Vec<Vec<Piece>>> =
            self.messages().iter().map(|message| split(message, &in_rounds(message))).collect();
        let rounds = parts.iter().map(Vec::len).max().unwrap_or(0);
        // A device sends contiguous elements to itself as to other devices, if nothing else has to be copied.
        let together = |message: &Message| match &message.pieces[..] {
            [piece] => piece.is_contiguous_in_source() && piece.is_contiguous_in_destination(),
            _ => false,
        };
        let most = self.messages().iter().map(|message| message.elements).max().unwrap_or(0);
        let whole = !adds
            && self.messages().iter().all(together)
            && self.kept().iter().all(|message| together(message) && message.elements <= most);
        for schedule in all.iter_mut() {
            schedule.clears = adds;
            schedule.rounds = vec![Round::idle(); rounds];
        }
        let to_itself = self
            .kept()
            .iter()
            .filter(|_| whole)
            .map(|message| (message, vec![message.pieces.clone()]));
        for (message, parts) in self.messages().iter().zip(parts).chain(to_itself) {
            for (round, pieces) in parts.into_iter().enumerate() {
                let elements = pieces.iter().map(Piece::elements).sum();
                let source = &mut all[message.source as usize];
                let part = match &pieces[..] {
                    [piece] if piece.is_contiguous_in_source() => {
                        Part { place: DeviceMemory::From, offset: piece.source_offset, elements }
                    }
                    _ => source.packs(round, &pieces),
                };
                if let Transfer::Exchange { sends, .. } = &mut source.rounds[round].transfer {
                    sends.push((message.destination, part));
                }
                let destination = &mut all[message.destination as usize];
                let part = match &pieces[..] {
                    [piece] if piece.is_contiguous_in_destination() && !adds => {
                        Part { place: DeviceMemory::To, offset: piece.destination_offset, elements }
                    }
                    _ => destination.unpacks(round, &pieces, adds),
                };
                if let Transfer::Exchange { receives, .. } = &mut destination.rounds[round].transfer
                {
                    receives.push((message.source, part));
                }
            }
        }
        if whole { Keeps::InTransfer } else { Keeps::Beside }
    }
}

impl Schedule {
    /// Packs pieces for a round, after those that are packed already.
    fn packs(&mut self, round: usize, pieces: &[Piece]) -> Part {
        let offset = self.sent;
        for piece in pieces {
            let to = packed(&piece.source);
            let piece = Piece { destination: to, destination_offset: self.sent, ..piece.clone() };
            self.sent += piece.elements();
            let copy =
                Copying { from: DeviceMemory::From, to: DeviceMemory::Sent, piece, adds: false };
            self.rounds[round].packs.push(copy);
        }
        Part { place: DeviceMemory::Sent, offset, elements: self.sent - offset }
    }

    /// Unpacks the pieces that arrive in a round, after those that arrived before.
    fn unpacks(&mut self, round: usize, pieces: &[Piece], adds: bool) -> Part {
        let offset = self.received;
        for piece in pieces {
            let from = packed(&piece.destination);
            let piece = Piece { source: from, source_offset: self.received, ..piece.clone() };
            self.received += piece.elements();
            let copy = Copying { from: DeviceMemory::Received, to: DeviceMemory::To, piece, adds };
            self.rounds[round].unpacks.push(copy);
        }
        Part { place: DeviceMemory::Received, offset, elements: self.received - offset }
    }
}

/// The layout with the same shape whose offsets are `0..size` in the order of the coordinates.
fn packed(layout: &Layout) -> Layout {
    let mut span = 1;
    let modes = layout.flat_modes().iter().map(|mode| {
        let stride = span;
        span *= mode.shape;
        Mode { shape: mode.shape, stride }
    });
    // No offset is above the size, which has been computed.
    Layout::of_modes(modes.collect::<Vec<_>>(), layout.profile().clone())
        .unwrap_or_else(|_| layout.clone())
}

/// The number of elements of a message in each round. If they are packed, the first round has `least` elements; if they
/// are unpacked, the last one has. The numbers double in between.
fn sizes(elements: i64, least: i64, packs: bool, unpacks: bool) -> Vec<i64> {
    let (mut front, mut back) = (Vec::new(), Vec::new());
    let (mut rest, mut size) = (elements, least);
    while (packs || unpacks) && rest > size.saturating_mul(2) {
        for end in [packs.then_some(&mut front), unpacks.then_some(&mut back)] {
            if let Some(end) = end.filter(|_| rest > size) {
                end.push(size);
                rest -= size;
            }
        }
        size = size.saturating_mul(2);
    }
    front.push(rest);
    front.extend(back.into_iter().rev());
    front
}

/// The pieces of a message, split into parts with about as many elements as `sizes` says. Parts are left out if there
/// is nothing to split.
fn split(message: &Message, sizes: &[i64]) -> Vec<Vec<Piece>> {
    if sizes.len() == 1 {
        return vec![message.pieces.clone()];
    }
    let mut all = Vec::new();
    let (mut part, mut done, mut full) = (Vec::new(), 0, sizes[0]);
    for piece in &message.pieces {
        let outermost = piece.source.flat_modes().last().map_or(1, |mode| mode.shape);
        let unit = piece.elements() / outermost;
        let mut begin = 0;
        while begin < outermost {
            // Take up to the size of the part, but at least one.
            let take = ((full - done) / unit).clamp(1, outermost - begin);
            part.push(cut(piece, begin, take));
            begin += take;
            done += take * unit;
            while done >= full - unit / 2 && all.len() + 1 < sizes.len() {
                all.push(core::mem::take(&mut part));
                full += sizes[all.len()];
            }
        }
    }
    all.push(part);
    all.retain(|part| !part.is_empty());
    all
}

/// The part of a piece with `extent` coordinates of the last mode.
fn cut(piece: &Piece, begin: i64, extent: i64) -> Piece {
    let of = |layout: &Layout, offset: i64| {
        let mut modes = layout.flat_modes().to_vec();
        let Some(last) = modes.last_mut() else { return (layout.clone(), offset) };
        last.shape = extent;
        let offset = offset + begin * last.stride;
        // The layout is smaller than before.
        (
            Layout::of_modes(modes, layout.profile().clone()).unwrap_or_else(|_| layout.clone()),
            offset,
        )
    };
    let (source, source_offset) = of(&piece.source, piece.source_offset);
    let (destination, destination_offset) = of(&piece.destination, piece.destination_offset);
    Piece { source, source_offset, destination, destination_offset }
}

/// Says whether the transfer includes the elements that a device keeps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    InTransfer,
    Beside,
}

/// Messages by pairs of devices, including those from a device to itself.
struct Pairs<'a> {
    stage: &'a Stage,
    messages: BTreeMap<(i64, i64), &'a Message>,
}

impl<'a> Pairs<'a> {
    fn of(stage: &'a Stage) -> Self {
        let all = stage.messages().iter().chain(stage.kept());
        let messages = all.map(|message| ((message.source, message.destination), message));
        Pairs { stage, messages: messages.collect() }
    }

    fn groups(&self) -> &'a [Vec<i64>] {
        &self.stage.collective().groups
    }

    /// The single piece of each message between a device and the devices of a group, in the order of the group.
    fn single(&self, pairs: impl Iterator<Item = (i64, i64)>) -> Option<Vec<&'a Piece>> {
        let pieces = pairs.map(|pair| match &self.messages.get(&pair)?.pieces[..] {
            [piece] => Some(piece),
            _ => None,
        });
        pieces.collect()
    }

    /// The offset at which consecutive pieces begin.
    fn in_order(offsets: impl Iterator<Item = (bool, i64, i64)>) -> Option<i64> {
        let mut begin = None;
        let mut next = 0;
        for (lies_together, offset, elements) in offsets {
            if !lies_together || (begin.is_some() && offset != next) {
                return None;
            }
            begin = begin.or(Some(offset));
            next = offset + elements;
        }
        begin
    }

    fn all_gather(&self, all: &mut [Schedule]) -> Option<Keeps> {
        let mut transfers = Vec::new();
        for group in self.groups() {
            for &q in group {
                let sent = self.single(group.iter().map(|&other| (q, other)))?;
                let came = self.single(group.iter().map(|&p| (p, q)))?;
                let [first, ..] = &sent[..] else { return None };
                let same = |piece: &&&Piece| piece.source_offset == first.source_offset;
                if !first.is_contiguous_in_source() || !sent.iter().all(|piece| same(&piece)) {
                    return None;
                }
                let ends = came.iter().map(|piece| {
                    let together = piece.is_contiguous_in_destination();
                    (together, piece.destination_offset, piece.elements())
                });
                let (offset, elements) = (Pairs::in_order(ends)?, first.elements());
                let from =
                    Part { place: DeviceMemory::From, offset: first.source_offset, elements };
                let elements = elements * group.len() as i64;
                let to = Part { place: DeviceMemory::To, offset, elements };
                transfers.push((q, Transfer::AllGather { group: group.clone(), from, to }));
            }
        }
        for (device, transfer) in transfers {
            all[device as usize].rounds.push(Round { packs: vec![], transfer, unpacks: vec![] });
        }
        Some(Keeps::InTransfer)
    }

    fn reduce_scatter(&self, all: &mut [Schedule]) -> Option<Keeps> {
        // The elements that arrive from all devices have the same order.
        for group in self.groups() {
            for &q in group {
                let first = self.messages.get(&(group[0], q))?;
                for &p in &group[1..] {
                    let other = self.messages.get(&(p, q))?;
                    let same = other.pieces.len() == first.pieces.len()
                        && other.pieces.iter().zip(&first.pieces).all(|(one, other)| {
                            (one.destination_offset, &one.destination)
                                == (other.destination_offset, &other.destination)
                        });
                    if !same {
                        return None;
                    }
                }
            }
        }
        for group in self.groups() {
            for &p in group {
                let messages = group.iter().filter_map(|&q| self.messages.get(&(p, q)));
                let schedule = &mut all[p as usize];
                schedule.rounds.push(Round::idle());
                let sent = self.single(group.iter().map(|&q| (p, q)));
                let begin = sent.and_then(|sent| {
                    Pairs::in_order(sent.iter().map(|piece| {
                        let together = piece.is_contiguous_in_source();
                        (together, piece.source_offset, piece.elements())
                    }))
                });
                let own = self.messages.get(&(p, p))?;
                let from = match begin {
                    Some(offset) => {
                        let elements = own.elements * group.len() as i64;
                        Part { place: DeviceMemory::From, offset, elements }
                    }
                    None => {
                        for message in messages {
                            schedule.packs(0, &message.pieces);
                        }
                        Part { place: DeviceMemory::Sent, offset: 0, elements: schedule.sent }
                    }
                };
                let to = match &own.pieces[..] {
                    [piece] if piece.is_contiguous_in_destination() => {
                        let (offset, elements) = (piece.destination_offset, own.elements);
                        Part { place: DeviceMemory::To, offset, elements }
                    }
                    _ => schedule.unpacks(0, &own.pieces, false),
                };
                let group = group.clone();
                schedule.rounds[0].transfer = Transfer::ReduceScatter { group, from, to };
            }
        }
        Some(Keeps::InTransfer)
    }

    fn broadcast(&self, all: &mut [Schedule]) -> Option<Keeps> {
        for group in self.groups() {
            let sends =
                |p: &&i64| group.iter().any(|&q| q != **p && self.messages.contains_key(&(**p, q)));
            let root = *group.iter().find(sends)?;
            for &q in group {
                let schedule = &mut all[q as usize];
                schedule.rounds.push(Round::idle());
                let other = if q == root { *group.iter().find(|&&q| q != root)? } else { q };
                let message = self.messages.get(&(root, other))?;
                let elements = message.elements;
                let part = match &message.pieces[..] {
                    [piece] if q == root && piece.is_contiguous_in_source() => {
                        Part { place: DeviceMemory::From, offset: piece.source_offset, elements }
                    }
                    [piece] if q != root && piece.is_contiguous_in_destination() => {
                        Part { place: DeviceMemory::To, offset: piece.destination_offset, elements }
                    }
                    pieces if q == root => schedule.packs(0, pieces),
                    pieces => schedule.unpacks(0, pieces, false),
                };
                let group = group.clone();
                schedule.rounds[0].transfer = Transfer::Broadcast { group, root, part };
            }
        }
        Some(Keeps::Beside)
    }
}
