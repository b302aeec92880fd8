//! The devices that have a coordinate.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::Distribution;
use super::runs::{OF_RUN, Run, list_of, runs};
use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};

/// A set of devices, with 64 devices in each integer.
pub(crate) type Devices = Vec<u64>;

/// A range of coordinates of one mode of the whole, `begin..end`, that the same starts have.
#[derive(Debug)]
pub(crate) struct Segment {
    pub(crate) begin: i64,
    pub(crate) end: i64,
    /// The set of starts, as its position in [`Axis::classes`].
    pub(crate) class: usize,
    /// The run of each of these starts in this range.
    holders: Vec<(usize, Run)>,
}

impl Segment {
    /// The run of a start that has these coordinates.
    pub(crate) fn run(&self, start: usize) -> Option<&Run> {
        // The holders are in the order of the starts.
        let at = self.holders.binary_search_by_key(&start, |(of, _)| *of).ok()?;
        Some(&self.holders[at].1)
    }

    /// The starts that have these coordinates.
    pub(crate) fn starts(&self) -> impl Iterator<Item = usize> + '_ {
        self.holders.iter().map(|(of, _)| *of)
    }
}

/// One mode of the whole.
#[derive(Debug)]
pub(crate) struct Axis {
    /// The coordinates at which devices begin, sorted.
    pub(crate) starts: Vec<i64>,
    /// All coordinates, in order.
    pub(crate) segments: Vec<Segment>,
    /// The sets of starts that have the same coordinates, each with the devices that begin at one of these starts.
    pub(crate) classes: Vec<(Vec<usize>, Devices)>,
}

/// The devices that have a coordinate: those that have it in each mode of the whole.
#[derive(Debug)]
pub(crate) struct Holders {
    pub(crate) axes: Vec<Axis>,
    /// The start of each device in each mode, as its position in [`Axis::starts`].
    pub(crate) start_of: Vec<Vec<usize>>,
    pub(crate) devices: usize,
}

impl Holders {
    /// The holders of a distribution.
    pub(crate) fn of(distribution: &Distribution, budget: &Budget<'_>) -> Result<Self, Error> {
        let devices = distribution.mesh.size();
        let starts: Vec<Vec<i64>> = (0..devices).map(|p| distribution.start(p)).collect();
        let extents = distribution.whole.leaves();
        let mut axes = Vec::new();
        for (at, &extent) in extents.iter().enumerate() {
            let of_devices = starts.iter().map(|start| start[at]).collect();
            axes.push(Axis::of(distribution, at, extent, of_devices, budget)?);
        }
        let position = |(axis, start): (&Axis, &i64)| axis.starts.binary_search(start);
        let start_of = starts.iter().map(|start| {
            let positions = axes.iter().zip(start).map(position);
            // Every start is found.
            positions.map(|at| at.unwrap_or(0)).collect()
        });
        Ok(Holders { start_of: start_of.collect(), axes, devices: starts.len() })
    }

    /// The set of all devices.
    pub(crate) fn all(&self) -> Devices {
        let mut all = vec![u64::MAX; self.devices.div_ceil(64)];
        if let (Some(last), used @ 1..) = (all.last_mut(), self.devices % 64) {
            *last = (1 << used) - 1;
        }
        all
    }

    /// Checks that each coordinate of the whole belongs to a device.
    pub(crate) fn cover(&self, extents: &[i64], budget: &Budget<'_>) -> Result<(), Error> {
        // The first coordinate of each class and, for the modes so far, the smallest coordinates for each set of
        // devices.
        let mut so_far: Vec<(Vec<i64>, Devices)> = vec![(Vec::new(), self.all())];
        let mut uncovered: Option<Vec<i64>> = None;
        let mut earlier = |coordinate: Vec<i64>| {
            if uncovered.as_ref().is_none_or(|first| coordinate.iter().rev().lt(first.iter().rev()))
            {
                uncovered = Some(coordinate);
            }
        };
        for axis in &self.axes {
            let mut first = vec![None; axis.classes.len()];
            for segment in &axis.segments {
                first[segment.class].get_or_insert(segment.begin);
            }
            let mut next: BTreeMap<Devices, Vec<i64>> = BTreeMap::new();
            let sets = so_far.len() as u64 * axis.classes.len() as u64;
            budget.spend(sets.saturating_mul(self.all().len() as u64 + OF_RUN))?;
            for (coordinate, devices) in &so_far {
                for ((_, of_class), first) in axis.classes.iter().zip(&first) {
                    let mut coordinate = coordinate.clone();
                    coordinate.push(first.unwrap_or(0));
                    let both = intersection(devices, of_class);
                    if is_empty(&both) {
                        // No device has it, whatever the coordinates of the later modes are.
                        coordinate.resize(extents.len(), 0);
                        earlier(coordinate);
                        continue;
                    }
                    let known = next.entry(both).or_insert_with(|| coordinate.clone());
                    if coordinate.iter().rev().lt(known.iter().rev()) {
                        *known = coordinate;
                    }
                }
            }
            so_far = next.into_iter().map(|(devices, coordinate)| (coordinate, devices)).collect();
        }
        let Some(first) = uncovered else { return Ok(()) };
        let pairs = first.iter().zip(extents).rev();
        let coordinate = pairs.fold(0, |sum, (x, extent)| sum * extent + x);
        let rule = Rule::Coverage { coordinate, extent: extents[0] };
        Err(Error::new(Operation::Distribution, rule))
    }
}

impl Axis {
    fn of(
        distribution: &Distribution,
        at: usize,
        extent: i64,
        of_devices: Vec<i64>,
        budget: &Budget<'_>,
    ) -> Result<Self, Error> {
        let mut starts = of_devices.clone();
        starts.sort_unstable();
        starts.dedup();
        let relative = runs(&distribution.leaves(at), budget)?;
        list_of(relative.len() as u64 * starts.len() as u64, budget)?;
        let mut placed = Vec::new();
        for (of, &start) in starts.iter().enumerate() {
            placed.extend(relative.iter().filter_map(|run| Some((of, run.placed(start, extent)?))));
        }
        let mut ends: Vec<i64> = vec![0, extent];
        ends.extend(placed.iter().flat_map(|(_, run)| [run.begin, run.begin + run.length]));
        ends.sort_unstable();
        ends.dedup();
        let mut holders: Vec<Vec<(usize, Run)>> = vec![Vec::new(); ends.len() - 1];
        for (of, run) in placed {
            let from = ends.partition_point(|&end| end < run.begin);
            let to = ends.partition_point(|&end| end < run.begin + run.length);
            budget.spend((to - from) as u64 * OF_RUN / 4)?;
            for here in &mut holders[from..to] {
                // If a device has a coordinate twice, the first one counts.
                if here.last().is_none_or(|(last, _)| *last != of) {
                    here.push((of, run));
                }
            }
        }
        let mut known: BTreeMap<Vec<usize>, usize> = BTreeMap::new();
        let mut segments = Vec::new();
        for (ends, holders) in ends.windows(2).zip(holders) {
            let set = holders.iter().map(|(of, _)| *of).collect();
            let count = known.len();
            let class = *known.entry(set).or_insert(count);
            segments.push(Segment { begin: ends[0], end: ends[1], class, holders });
        }
        let mut of_start = vec![vec![0u64; of_devices.len().div_ceil(64)]; starts.len()];
        for (device, start) in of_devices.iter().enumerate() {
            if let Ok(of) = starts.binary_search(start) {
                of_start[of][device / 64] |= 1 << (device % 64);
            }
        }
        let mut classes = vec![(Vec::new(), Vec::new()); known.len()];
        for (set, class) in known {
            budget
                .spend((set.len() as u64).saturating_mul(of_devices.len().div_ceil(64) as u64))?;
            let mut devices = vec![0; of_devices.len().div_ceil(64)];
            for &of in &set {
                devices.iter_mut().zip(&of_start[of]).for_each(|(all, of)| *all |= of);
            }
            classes[class] = (set, devices);
        }
        Ok(Axis { starts, segments, classes })
    }
}

pub(crate) fn intersection(one: &Devices, other: &Devices) -> Devices {
    one.iter().zip(other).map(|(one, other)| one & other).collect()
}

pub(crate) fn is_empty(devices: &Devices) -> bool {
    devices.iter().all(|&word| word == 0)
}

pub(crate) fn contains(devices: &Devices, device: usize) -> bool {
    devices[device / 64] >> (device % 64) & 1 == 1
}

/// The devices of the set, in order.
pub(crate) fn members(devices: &Devices) -> impl Iterator<Item = usize> + '_ {
    devices.iter().enumerate().flat_map(|(at, &word)| {
        let without_lowest = |word: &u64| Some(word & (word - 1)).filter(|&rest| rest != 0);
        let rests = core::iter::successors(Some(word).filter(|&word| word != 0), without_lowest);
        rests.map(move |rest| 64 * at + rest.trailing_zeros() as usize)
    })
}

/// The number of devices in the set.
pub(crate) fn count(devices: &Devices) -> usize {
    devices.iter().map(|word| word.count_ones() as usize).sum()
}
