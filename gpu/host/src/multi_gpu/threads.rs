//! Devices as threads of the CPU that communicate by channels.

use std::ops::Add;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use tilework::algebra::Layout;
use tilework::algebra::redistribute::{Copying, DeviceMemory, Part, Plan, Schedule, Transfer};

use super::{Engine, carry};
use crate::Error;

/// Carries out a plan on the CPU: from the memories of all devices before it, returns those after it. Each is as large
/// as its distribution says. Predicated places that receive nothing have the default value.
///
/// A thread for each device does the work of a GPU, and sends through channels. It uses the same [`Schedule`]s, which
/// pack messages `at_a_time` elements at a time.
///
/// # Errors
/// If the numbers of memories and devices differ, or a memory has another size than its distribution says.
///
/// ```
/// use tilework::algebra::{Distribution, Mesh, redistribute};
/// use tilework_host::multi_gpu::threads;
///
/// let mesh = Mesh::of_shape(&"2".parse()?)?;
/// let whole = "(2,4)".parse()?;
/// let rows = Distribution::sharded(&mesh, &whole, &[Some(0)])?.by_rows()?;
/// let columns = Distribution::sharded(&mesh, &whole, &[Some(1)])?.by_rows()?;
/// let plan = redistribute(&rows, &columns)?;
/// let after = threads::redistribute(&plan, &[vec![1, 2, 3, 4], vec![5, 6, 7, 8]], 1024)?;
/// assert_eq!(after, [[1, 2, 5, 6], [3, 4, 7, 8]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn redistribute<T>(plan: &Plan, before: &[Vec<T>], at_a_time: i64) -> Result<Vec<Vec<T>>, Error>
where
    T: Copy + Default + Send + Sync + Add<Output = T>,
{
    let mut memories = before.to_vec();
    for stage in plan.stages() {
        let (from, to) = (stage.from(), stage.to());
        let devices = from.mesh().size() as usize;
        if memories.len() != devices {
            let wrong = format!("{devices} devices have {} memories", memories.len());
            return Err(Error::new(wrong));
        }
        let right = from.local_size() as usize;
        if let Some(wrong) = memories.iter().find(|memory| memory.len() != right) {
            let wrong = format!("a device has {} elements, and not {right}", wrong.len());
            return Err(Error::new(wrong));
        }
        let schedules = stage.schedules(at_a_time);
        memories = run(&schedules, &memories, to.local_size() as usize)?;
    }
    Ok(memories)
}

/// Carries out one stage.
fn run<T>(schedules: &[Schedule], before: &[Vec<T>], after: usize) -> Result<Vec<Vec<T>>, Error>
where
    T: Copy + Default + Send + Sync + Add<Output = T>,
{
    // `ends[p][q]` is the channel from `p` to `q`.
    let devices = schedules.len();
    let mut senders: Vec<Vec<Sender<Vec<T>>>> = (0..devices).map(|_| Vec::new()).collect();
    let mut receivers: Vec<Vec<Receiver<Vec<T>>>> = (0..devices).map(|_| Vec::new()).collect();
    for senders in &mut senders {
        for receivers in &mut receivers {
            let (sender, receiver) = channel();
            senders.push(sender);
            receivers.push(receiver);
        }
    }
    let each = schedules.iter().zip(before).zip(senders.into_iter().zip(receivers));
    thread::scope(|scope| {
        let threads: Vec<_> = each
            .enumerate()
            .map(|(rank, ((schedule, from), (senders, receivers)))| {
                scope.spawn(move || {
                    let memory = |length| vec![T::default(); length];
                    let mut engine = Thread {
                        rank: rank as i64,
                        from,
                        to: memory(after),
                        sent: memory(schedule.sent as usize),
                        received: memory(schedule.received as usize),
                        senders,
                        receivers,
                    };
                    carry(schedule, &mut engine).map(|()| engine.to)
                })
            })
            .collect();
        let ended = threads.into_iter().map(|thread| {
            thread.join().unwrap_or_else(|_| Err(Error::new("a thread has panicked")))
        });
        ended.collect()
    })
}

/// The state of a device.
struct Thread<'a, T> {
    rank: i64,
    from: &'a [T],
    to: Vec<T>,
    sent: Vec<T>,
    received: Vec<T>,
    senders: Vec<Sender<Vec<T>>>,
    receivers: Vec<Receiver<Vec<T>>>,
}

impl<T: Copy + Default + Add<Output = T>> Thread<'_, T> {
    fn read(&self, place: DeviceMemory) -> &[T] {
        match place {
            DeviceMemory::From => self.from,
            DeviceMemory::To => &self.to,
            DeviceMemory::Sent => &self.sent,
            DeviceMemory::Received => &self.received,
        }
    }

    fn write(&mut self, place: DeviceMemory) -> Result<&mut [T], Error> {
        match place {
            DeviceMemory::From => Err(Error::new("what is distributed is not written")),
            DeviceMemory::To => Ok(&mut self.to),
            DeviceMemory::Sent => Ok(&mut self.sent),
            DeviceMemory::Received => Ok(&mut self.received),
        }
    }

    fn send(&self, to: i64, part: &Part) -> Result<(), Error> {
        let begin = part.offset as usize;
        let elements = self.read(part.place)[begin..begin + part.elements as usize].to_vec();
        let sent = self.senders[to as usize].send(elements);
        sent.map_err(|_| Error::new(format!("device {to} has gone")))
    }

    fn receive(&mut self, from: i64, part: &Part, adds: bool) -> Result<(), Error> {
        let came = self.receivers[from as usize].recv();
        let came = came.map_err(|_| Error::new(format!("device {from} has gone")))?;
        if came.len() as i64 != part.elements {
            let (came, room) = (came.len(), part.elements);
            return Err(Error::new(format!("{came} elements came where there is room for {room}")));
        }
        let begin = part.offset as usize;
        let end = begin + came.len();
        let room = &mut self.write(part.place)?[begin..end];
        for (there, came) in room.iter_mut().zip(came) {
            *there = if adds { *there + came } else { came };
        }
        Ok(())
    }
}

/// Part `number` of `parts` parts of equal size.
fn part_of(part: &Part, number: usize, parts: usize) -> Part {
    let elements = part.elements / parts as i64;
    Part { offset: part.offset + number as i64 * elements, elements, ..*part }
}

impl<T: Copy + Default + Add<Output = T>> Engine for Thread<'_, T> {
    type Error = Error;

    fn clear(&mut self) -> Result<(), Error> {
        self.to.fill(T::default());
        Ok(())
    }

    fn copy(&mut self, copy: &Copying) -> Result<(), Error> {
        let piece = &copy.piece;
        let steps = |layout: &Layout, offset: i64| {
            let mut offsets = vec![offset];
            for mode in layout.flat_modes() {
                let before = offsets.clone();
                let more =
                    (1..mode.shape).flat_map(|i| before.iter().map(move |at| at + i * mode.stride));
                offsets.extend(more);
            }
            offsets
        };
        let sources = steps(&piece.source, piece.source_offset);
        let destinations = steps(&piece.destination, piece.destination_offset);
        for (source, destination) in sources.into_iter().zip(destinations) {
            let element = self.read(copy.from)[source as usize];
            let there = &mut self.write(copy.to)?[destination as usize];
            *there = if copy.adds { *there + element } else { element };
        }
        Ok(())
    }

    fn transfer(&mut self, transfer: &Transfer) -> Result<(), Error> {
        match transfer {
            Transfer::Exchange { sends, receives } => {
                sends.iter().try_for_each(|(to, part)| self.send(*to, part))?;
                receives.iter().try_for_each(|(from, part)| self.receive(*from, part, false))
            }
            Transfer::AllGather { group, from, to } => {
                group.iter().try_for_each(|q| self.send(*q, from))?;
                for (number, p) in group.iter().enumerate() {
                    self.receive(*p, &part_of(to, number, group.len()), false)?;
                }
                Ok(())
            }
            Transfer::ReduceScatter { group, from, to } => {
                for (number, q) in group.iter().enumerate() {
                    self.send(*q, &part_of(from, number, group.len()))?;
                }
                for (number, p) in group.iter().enumerate() {
                    self.receive(*p, to, number > 0)?;
                }
                Ok(())
            }
            Transfer::Broadcast { group, root, part } if *root == self.rank => {
                let others = group.iter().filter(|q| *q != root);
                others.clone().try_for_each(|q| self.send(*q, part))
            }
            Transfer::Broadcast { root, part, .. } => self.receive(*root, part, false),
        }
    }

    fn arrived(&mut self, _: usize) -> Result<(), Error> {
        Ok(())
    }
}
