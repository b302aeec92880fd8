//! Simulation: the events, with their times, when devices carry out a plan.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::collective::Pattern;
use super::cost::{Link, Traffic};
use super::stage::Stage;
use super::{Message, Plan};

/// The outcome when devices carry out a stage or a plan.
#[derive(Clone, Debug, PartialEq)]
pub struct Simulation {
    /// The time at which the last device has everything.
    pub seconds: f64,
    /// The traffic that each device has sent.
    pub sent: Vec<Traffic>,
    /// The traffic that each device has received.
    pub received: Vec<Traffic>,
}

impl Simulation {
    fn of(devices: usize) -> Self {
        let none = vec![Traffic::default(); devices];
        Simulation { seconds: 0.0, sent: none.clone(), received: none }
    }

    /// Both stages, one after the other.
    fn then(self, next: Self) -> Self {
        let both = |one: Vec<Traffic>, other: Vec<Traffic>| {
            one.into_iter().zip(other).map(|(one, other)| one.plus(other)).collect()
        };
        Simulation {
            seconds: self.seconds + next.seconds,
            sent: both(self.sent, next.sent),
            received: both(self.received, next.received),
        }
    }

    /// The traffic that all devices have sent, which is also the traffic that all have received.
    pub fn traffic(&self) -> Traffic {
        self.sent.iter().fold(Traffic::default(), |sum, &one| sum.plus(one))
    }

    /// The largest numbers of elements and of messages that one device has sent or received.
    pub fn most(&self) -> Traffic {
        let all = self.sent.iter().chain(&self.received);
        all.fold(Traffic::default(), |most, one| Traffic {
            elements: most.elements.max(one.elements),
            messages: most.messages.max(one.messages),
        })
    }
}

/// The time at which a device can send its next message. The earliest comes first, and among equal times the device
/// with the lowest number.
#[derive(PartialEq)]
struct Free {
    at: f64,
    device: usize,
}
impl Eq for Free {}
impl Ord for Free {
    fn cmp(&self, other: &Self) -> Ordering {
        // A heap has the largest element on top.
        other.at.total_cmp(&self.at).then(other.device.cmp(&self.device))
    }
}
impl PartialOrd for Free {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Stage {
    /// Simulates the stage. Each device sends its messages one after another, starting with the device of the next
    /// number, and receives one at a time while it sends. A message of `b` bytes takes `latency + b / bandwidth`
    /// seconds on both devices, and begins when both are free. A broadcast goes along a chain of the devices, in which
    /// each device forwards what it has received while it receives more.
    ///
    /// Except for a broadcast, the result is at least [`Stage::seconds`], with equality if no device waits for another.
    ///
    /// ```
    /// use tilework_algebra::{Distribution, Mesh, redistribute, redistribute::Link};
    /// let mesh = Mesh::of_shape(&"4".parse()?)?;
    /// let whole = "(8,8)".parse()?;
    /// let rows = Distribution::sharded(&mesh, &whole, &[Some(0)])?;
    /// let columns = Distribution::sharded(&mesh, &whole, &[Some(1)])?;
    /// let plan = redistribute(&rows, &columns)?;
    /// // Each device sends 3 messages of 4 elements.
    /// let link = Link { latency: 1.0, bandwidth: 4.0 };
    /// let simulated = plan.simulate(&link, 2);
    /// assert_eq!(simulated.seconds, 3.0 * (1.0 + 4.0 * 2.0 / 4.0));
    /// assert_eq!(simulated.traffic(), plan.traffic());
    /// assert_eq!((simulated.most().elements, simulated.most().messages), (12, 3));
    /// # Ok::<(), tilework_algebra::Error>(())
    /// ```
    pub fn simulate(&self, link: &Link, bytes_of_element: i64) -> Simulation {
        let devices = self.from().mesh().size() as usize;
        let seconds = |elements: i64| {
            link.latency + elements as f64 * bytes_of_element as f64 / link.bandwidth
        };
        let mut made = Simulation::of(devices);
        if self.collective().pattern == Pattern::Broadcast {
            self.chains(link, &mut made, seconds);
            return made;
        }
        let mut queues: Vec<Vec<&Message>> = vec![Vec::new(); devices];
        for message in self.messages() {
            queues[message.source as usize].push(message);
        }
        for (device, queue) in queues.iter_mut().enumerate() {
            // The last element of a queue is taken first.
            queue.sort_by_key(|it| {
                core::cmp::Reverse((it.destination as usize + devices - device) % devices)
            });
        }
        let mut receives_from = vec![0.0_f64; devices];
        let mut free: BinaryHeap<Free> =
            (0..devices).map(|device| Free { at: 0.0, device }).collect();
        while let Some(Free { at, device }) = free.pop() {
            let Some(message) = queues[device].pop() else { continue };
            let destination = message.destination as usize;
            let end = at.max(receives_from[destination]) + seconds(message.elements);
            receives_from[destination] = end;
            made.count(message.source, message.destination, message.elements);
            made.seconds = made.seconds.max(end);
            free.push(Free { at: end, device });
        }
        made
    }

    /// A broadcast in each group, from each device to the next.
    fn chains(&self, link: &Link, made: &mut Simulation, seconds: impl Fn(i64) -> f64) {
        for group in &self.collective().groups {
            let of_group = |message: &&Message| group.contains(&message.source);
            let Some(first) = self.messages().iter().find(of_group) else { continue };
            let others = group.iter().filter(|&&device| device != first.source);
            let mut source = first.source;
            for &destination in others {
                made.count(source, destination, first.elements);
                source = destination;
            }
            let steps = group.len().saturating_sub(2) as f64;
            made.seconds = made.seconds.max(steps * link.latency + seconds(first.elements));
        }
    }
}

impl Simulation {
    fn count(&mut self, source: i64, destination: i64, elements: i64) {
        let one = Traffic { elements, messages: 1 };
        for traffic in [&mut self.sent[source as usize], &mut self.received[destination as usize]] {
            *traffic = traffic.plus(one);
        }
    }
}

impl Plan {
    /// [`Stage::simulate`] for all stages, one after another.
    pub fn simulate(&self, link: &Link, bytes_of_element: i64) -> Simulation {
        let stages = self.stages().iter().map(|stage| stage.simulate(link, bytes_of_element));
        let devices = self.stages().first().map_or(0, |stage| stage.from().mesh().size());
        stages.fold(Simulation::of(devices as usize), Simulation::then)
    }
}
