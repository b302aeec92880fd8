//! A stage: all messages that devices send one another at one time.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::collective::{self, Collective};
use super::cost::Traffic;
use super::pieces::{self, Along, OF_PIECE, Piece, Strided};
use crate::budget::{Budget, DISTRIBUTION};
use crate::distribution::Distribution;
use crate::distribution::holders::{Devices, Holders, contains, count, intersection, members};
use crate::distribution::runs::{OF_RUN, Run, runs};
use crate::error::{Error, Operation, Rule};

/// All elements that go from one device to another, packed piece by piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The number of the device that sends.
    pub source: i64,
    /// The number of the device that receives.
    pub destination: i64,
    /// The pieces, in the order in which they are sent.
    pub pieces: Vec<Piece>,
    /// The number of elements.
    pub elements: i64,
}

/// All messages that devices send one another at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stage {
    from: Distribution,
    to: Distribution,
    messages: Vec<Message>,
    kept: Vec<Message>,
    least: Traffic,
    collective: Collective,
}

impl Stage {
    /// The distribution before the stage.
    pub fn from(&self) -> &Distribution {
        &self.from
    }

    /// The distribution after the stage.
    pub fn to(&self) -> &Distribution {
        &self.to
    }

    /// The messages, one for each pair of devices that has something to send, sorted by source and then by destination.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The copies of each device from its own memory, in the order of the devices.
    pub fn kept(&self) -> &[Message] {
        &self.kept
    }

    /// Returns whether elements that arrive are added to those that are there, which are 0 at first.
    pub fn adds(&self) -> bool {
        self.from.is_summands()
    }

    /// The traffic between devices.
    pub fn traffic(&self) -> Traffic {
        let elements = self.messages.iter().map(|message| message.elements).sum();
        Traffic { elements, messages: self.messages.len() as i64 }
    }

    /// The traffic that is necessary between devices. Its elements are those that a device wants and does not have; for
    /// sums, one from each other device that has a summand. Its messages are one from each device that alone has
    /// something that another device wants, or one if other devices have it too.
    pub fn least(&self) -> Traffic {
        self.least
    }

    /// The collective operation of this stage.
    pub fn collective(&self) -> &Collective {
        &self.collective
    }

    pub(super) fn between(
        from: &Distribution,
        to: &Distribution,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let mut planner = Planner::new(from, to, budget)?;
        let (mut messages, mut kept) = (Vec::new(), Vec::new());
        let mut least = Traffic::default();
        for destination in 0..planner.have.devices {
            let (of_device, bound) = planner.received(destination)?;
            least = least.plus(bound);
            for message in of_device {
                if message.source == message.destination {
                    kept.push(message);
                } else {
                    messages.push(message);
                }
            }
        }
        messages.sort_by_key(|message| (message.source, message.destination));
        let held = planner.held();
        let collective = collective::of(&messages, &kept, &held, from.is_summands());
        Ok(Stage { from: from.clone(), to: to.clone(), messages, kept, least, collective })
    }
}

/// Coordinates of one mode that a destination wants and that are all in one segment of the sources.
#[derive(Clone, Copy)]
struct Wanted {
    run: Run,
    segment: usize,
}

/// The coordinates of one mode that a destination wants, by the set of starts that have them.
type ByClass = Vec<(usize, Vec<Wanted>)>;

/// The classes of each mode.
type Classes = Vec<Vec<usize>>;

struct Planner<'a> {
    from: &'a Distribution,
    to: &'a Distribution,
    have: Holders,
    /// The runs of the destinations in each mode, relative to their beginning.
    relative: Vec<Vec<Run>>,
    wanted: BTreeMap<(usize, i64), ByClass>,
    /// The pieces along a mode, by the mode, the starts of source and destination, and the classes.
    along: BTreeMap<(usize, usize, i64, Vec<usize>), Vec<Strided>>,
    budget: &'a Budget<'a>,
}

impl<'a> Planner<'a> {
    fn new(
        from: &'a Distribution,
        to: &'a Distribution,
        budget: &'a Budget<'a>,
    ) -> Result<Self, Error> {
        let of_runs = budget.part(Operation::Distribution, DISTRIBUTION);
        let relative = (0..to.whole().leaves().len()).map(|axis| runs(&to.leaves(axis), &of_runs));
        Ok(Planner {
            have: Holders::of(from, &of_runs)?,
            relative: relative.collect::<Result<_, _>>()?,
            wanted: BTreeMap::new(),
            along: BTreeMap::new(),
            budget,
            from,
            to,
        })
    }

    /// The number of elements that each device has before.
    fn held(&self) -> Vec<i64> {
        let lengths = self.have.axes.iter().map(|axis| {
            let mut of_start = alloc::vec![0; axis.starts.len()];
            for segment in &axis.segments {
                segment.starts().for_each(|of| of_start[of] += segment.end - segment.begin);
            }
            of_start
        });
        let lengths: Vec<Vec<i64>> = lengths.collect();
        let held =
            |starts: &Vec<usize>| lengths.iter().zip(starts).map(|(of, &at)| of[at]).product();
        self.have.start_of.iter().map(held).collect()
    }

    /// The coordinates of one mode that a destination with this start wants.
    fn want(&mut self, axis: usize, start: i64) -> &ByClass {
        let (have, relative) = (&self.have.axes[axis], &self.relative[axis]);
        let extent = self.to.whole().leaves()[axis];
        self.wanted.entry((axis, start)).or_insert_with(|| {
            let mut by_class: BTreeMap<usize, Vec<Wanted>> = BTreeMap::new();
            for run in relative.iter().filter_map(|run| run.placed(start, extent)) {
                let end = run.begin + run.length;
                let first = have.segments.partition_point(|segment| segment.end <= run.begin);
                let segments = have.segments[first..].iter().zip(first..);
                for (segment, at) in segments.take_while(|(segment, _)| segment.begin < end) {
                    let begin = run.begin.max(segment.begin);
                    let length = end.min(segment.end) - begin;
                    let part = Run { begin, length, offset: run.offset_of(begin), ..run };
                    by_class
                        .entry(segment.class)
                        .or_default()
                        .push(Wanted { run: part, segment: at });
                }
            }
            by_class.into_iter().collect()
        })
    }

    /// The messages to a device, including the one from itself, and the traffic that it must receive.
    fn received(&mut self, destination: usize) -> Result<(Vec<Message>, Traffic), Error> {
        let start = self.to.start(destination as i64);
        // The combinations of classes that the device wants, one class for each mode, with the devices that have them
        // and the number of elements.
        let mut cells: Vec<(Vec<usize>, Devices, i64)> =
            alloc::vec![(Vec::new(), self.have.all(), 1)];
        for (axis, &start) in start.iter().enumerate() {
            let wanted: Vec<(usize, i64)> = self
                .want(axis, start)
                .iter()
                .map(|(class, parts)| (*class, parts.iter().map(|part| part.run.length).sum()))
                .collect();
            let more = cells.len() as u64 * wanted.len() as u64;
            let words = self.have.devices.div_ceil(64) as u64;
            self.budget.spend(more.saturating_mul(words + OF_PIECE))?;
            let classes = &self.have.axes[axis].classes;
            let more = cells.iter().flat_map(|(cell, devices, size)| {
                wanted.iter().map(move |&(class, length)| {
                    let cell = cell.iter().copied().chain([class]).collect();
                    (cell, intersection(devices, &classes[class].1), size * length)
                })
            });
            cells = more.collect();
        }
        let adds = self.from.is_summands();
        let mut least = Traffic::default();
        let mut sources: BTreeMap<usize, Vec<Classes>> = BTreeMap::new();
        // Elements that only one device has come first, so that its message can also carry elements that others have
        // too.
        cells.sort_by_cached_key(|(_, devices, _)| members(devices).take(2).count() > 1);
        let mut only: Vec<usize> = Vec::new();
        for (cell, devices, size) in cells {
            let itself = contains(&devices, destination);
            let others = count(&devices) - usize::from(itself);
            let classes: Classes = cell.into_iter().map(|class| alloc::vec![class]).collect();
            let mut take = |source: usize| sources.entry(source).or_default().push(classes.clone());
            if adds {
                self.budget.spend(others as u64)?;
                members(&devices).for_each(&mut take);
                least.elements += others as i64 * size;
                only.extend(members(&devices).filter(|&p| p != destination));
                continue;
            }
            if itself {
                take(destination);
                continue;
            }
            least.elements += size;
            self.budget.spend(others as u64)?;
            let Some(source) = self.nearest(&devices, destination, &sources) else {
                // This does not happen for a distribution that covers the whole.
                return Err(Error::new(Operation::Redistribute, Rule::CoordinateOutside));
            };
            if others == 1 {
                only.push(source);
            }
            sources.entry(source).or_default().push(classes);
        }
        only.sort_unstable();
        only.dedup();
        least.messages = (only.len() as i64).max(i64::from(least.elements > 0));
        let mut messages = Vec::new();
        for (source, cells) in sources {
            let mut pieces = Vec::new();
            for classes in merged(cells) {
                let along: Result<Vec<_>, Error> = (0..start.len())
                    .map(|axis| self.along(axis, source, start[axis], &classes[axis]))
                    .collect();
                pieces.extend(pieces::across(&along?, self.budget)?);
            }
            pieces.sort_by_key(|piece| piece.destination_offset);
            let elements = pieces.iter().map(Piece::elements).sum();
            let (source, destination) = (source as i64, destination as i64);
            messages.push(Message { source, destination, pieces, elements });
        }
        Ok((messages, least))
    }

    /// The nearest of the devices that have an element. Among equally near devices it prefers one that sends something
    /// else too, so that there are few messages, and otherwise the next by number, so that not all ask the same device.
    fn nearest(
        &self,
        devices: &Devices,
        destination: usize,
        sources: &BTreeMap<usize, Vec<Classes>>,
    ) -> Option<usize> {
        let (mesh, count) = (self.from.mesh(), self.have.devices);
        members(devices).min_by_key(|&p| {
            let distance = mesh.distance(p as i64, destination as i64);
            (distance, !sources.contains_key(&p), (p + count - destination) % count)
        })
    }

    /// The pieces along one mode from a source to a destination that begins at `start`.
    fn along(
        &mut self,
        axis: usize,
        source: usize,
        start: i64,
        classes: &[usize],
    ) -> Result<Vec<Strided>, Error> {
        let of_source = self.have.start_of[source][axis];
        let key = (axis, of_source, start, classes.to_vec());
        if let Some(known) = self.along.get(&key) {
            return Ok(known.clone());
        }
        self.want(axis, start);
        let mut parts = Vec::new();
        let by_class = &self.wanted[&(axis, start)];
        self.budget.spend(by_class.len() as u64)?;
        for (class, wanted) in by_class {
            if !classes.contains(class) {
                continue;
            }
            self.budget.spend(wanted.len() as u64 * OF_RUN)?;
            for Wanted { run, segment } in wanted {
                let run_there = self.have.axes[axis].segments[*segment].run(of_source);
                let there = run_there
                    .ok_or(Error::new(Operation::Redistribute, Rule::CoordinateOutside))?;
                parts.push(Along {
                    x: run.begin,
                    length: run.length,
                    source: there.offset_of(run.begin),
                    source_step: there.step,
                    destination: run.offset,
                    destination_step: run.step,
                });
            }
        }
        let made = pieces::along(parts);
        self.along.insert(key, made.clone());
        Ok(made)
    }
}

/// Merges sets of classes that differ in only one mode.
fn merged(mut cells: Vec<Classes>) -> Vec<Classes> {
    let axes = cells.first().map_or(0, Vec::len);
    for axis in 0..axes {
        let mut by_others: BTreeMap<Classes, Vec<usize>> = BTreeMap::new();
        for mut cell in cells {
            let here = core::mem::take(&mut cell[axis]);
            by_others.entry(cell).or_default().extend(here);
        }
        let whole = by_others.into_iter().map(|(mut cell, mut here)| {
            here.sort_unstable();
            cell[axis] = here;
            cell
        });
        cells = whole.collect();
    }
    cells
}
