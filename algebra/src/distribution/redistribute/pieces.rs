//! Pieces: pairs of offsets, in the memory of the source and of the destination, as two layouts of one shape.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use smallvec::SmallVec;

use crate::budget::Budget;
use crate::error::Error;
use crate::layout::Layout;
use crate::mode::Mode;

/// The steps that a piece costs, or a part that a device wants.
pub(super) const OF_PIECE: u64 = 256;

/// Elements that are sent: at each coordinate `c`, the element at `source_offset + source(c)` goes to
/// `destination_offset + destination(c)`. Both layouts have the same shape, and the step in the destination grows from
/// mode to mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The layout in the memory of the source.
    pub source: Layout,
    /// The offset at which it begins in the source.
    pub source_offset: i64,
    /// The layout in the memory of the destination.
    pub destination: Layout,
    /// The offset at which it begins in the destination.
    pub destination_offset: i64,
}

impl Piece {
    /// The number of elements.
    pub fn elements(&self) -> i64 {
        self.source.size()
    }

    /// Returns whether the piece is contiguous in the source, so that it can be sent without packing.
    pub fn is_contiguous_in_source(&self) -> bool {
        lies_together(&self.source)
    }

    /// Returns whether the piece is contiguous in the destination, so that it can be received without unpacking.
    pub fn is_contiguous_in_destination(&self) -> bool {
        lies_together(&self.destination)
    }
}

/// Returns whether the offsets are `0..size` in the order of the coordinates.
fn lies_together(layout: &Layout) -> bool {
    let mut span = 1;
    layout.flat_modes().iter().all(|mode| {
        let goes_on = mode.shape == 1 || mode.stride == span;
        span *= mode.shape;
        goes_on
    })
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |f: &mut fmt::Formatter<'_>, layout: &Layout, offset: i64| match offset {
            0 => write!(f, "{layout}"),
            offset => write!(f, "{layout}+{offset}"),
        };
        one(f, &self.source, self.source_offset)?;
        f.write_str(" -> ")?;
        one(f, &self.destination, self.destination_offset)
    }
}

/// The extent, and the steps in the source and in the destination.
pub(super) type Step = (i64, i64, i64);

/// A piece under construction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strided {
    pub(super) source: i64,
    pub(super) destination: i64,
    pub(super) steps: SmallVec<[Step; 4]>,
}

/// Consecutive coordinates of one mode of the whole, from `x` on, with their offsets in both memories.
#[derive(Clone, Copy, Debug)]
pub(super) struct Along {
    pub(super) x: i64,
    pub(super) length: i64,
    pub(super) source: i64,
    pub(super) source_step: i64,
    pub(super) destination: i64,
    pub(super) destination_step: i64,
}

impl Along {
    /// This range and the next one merged, if the next continues this one.
    fn joined(&self, next: &Along) -> Option<Along> {
        let step = match (self.length, next.length) {
            (1, 1) => (next.source - self.source, next.destination - self.destination),
            (1, _) => (next.source_step, next.destination_step),
            _ => (self.source_step, self.destination_step),
        };
        let goes_on = next.x == self.x + self.length
            && next.source == self.source + self.length * step.0
            && next.destination == self.destination + self.length * step.1
            && (next.length == 1 || (next.source_step, next.destination_step) == step);
        let (source_step, destination_step) = step;
        let length = self.length + next.length;
        goes_on.then_some(Along { length, source_step, destination_step, ..*self })
    }
}

/// The fewest pieces that are found along one mode: first consecutive ranges are merged, then repeated ones.
pub(super) fn along(mut parts: Vec<Along>) -> Vec<Strided> {
    parts.sort_by_key(|part| part.destination);
    let mut joined: Vec<Along> = Vec::new();
    for part in parts {
        match joined.last_mut() {
            Some(last) => match last.joined(&part) {
                Some(both) => *last = both,
                None => joined.push(part),
            },
            None => joined.push(part),
        }
    }
    let strided = joined.into_iter().map(|part| Strided {
        source: part.source,
        destination: part.destination,
        steps: (part.length > 1)
            .then_some((part.length, part.source_step, part.destination_step))
            .into_iter()
            .collect(),
    });
    repeated(strided.collect())
}

/// Merges pieces with the same steps at equal distances, until there are none.
fn repeated(mut all: Vec<Strided>) -> Vec<Strided> {
    loop {
        let before = all.len();
        let mut grouped: Vec<Strided> = Vec::new();
        let mut rest = all.into_iter().peekable();
        while let Some(mut first) = rest.next() {
            let (mut count, mut step) = (1i64, (0, 0));
            while let Some(next) = rest.peek() {
                let apart = (next.source - first.source, next.destination - first.destination);
                let goes_on = next.steps == first.steps
                    && (count == 1 || apart == (count * step.0, count * step.1));
                if !goes_on {
                    break;
                }
                if count == 1 {
                    step = apart;
                }
                count += 1;
                rest.next();
            }
            if count > 1 {
                first.steps.push((count, step.0, step.1));
            }
            grouped.push(first);
        }
        if grouped.len() == before {
            return grouped;
        }
        all = grouped;
    }
}

/// The pieces of several modes: each piece of one mode combined with each piece of the others.
pub(super) fn across(axes: &[Vec<Strided>], budget: &Budget<'_>) -> Result<Vec<Piece>, Error> {
    let mut all = vec![Strided { source: 0, destination: 0, steps: SmallVec::new() }];
    for axis in axes {
        budget.spend((axis.len() as u64 * all.len() as u64).saturating_mul(OF_PIECE))?;
        let both = axis.iter().flat_map(|one| {
            all.iter().map(move |other| Strided {
                source: one.source + other.source,
                destination: one.destination + other.destination,
                steps: other.steps.iter().chain(&one.steps).copied().collect(),
            })
        });
        all = both.collect();
    }
    for piece in &mut all {
        piece.steps = coalesced(&piece.steps);
    }
    all.sort_by_key(|piece| piece.destination);
    let mut all = repeated(all);
    for piece in &mut all {
        piece.steps = coalesced(&piece.steps);
    }
    all.iter().map(Piece::of).collect()
}

/// The steps, sorted by the step in the destination. Steps that are contiguous in both memories are merged.
fn coalesced(steps: &[Step]) -> SmallVec<[Step; 4]> {
    let mut sorted: SmallVec<[Step; 4]> = SmallVec::from_slice(steps);
    sorted.sort_by_key(|&(_, source, destination)| (destination, source));
    let mut merged: SmallVec<[Step; 4]> = SmallVec::new();
    for (extent, source, destination) in sorted {
        if let Some(last) = merged.last_mut()
            && (source, destination) == (last.0 * last.1, last.0 * last.2)
        {
            last.0 *= extent;
            continue;
        }
        merged.push((extent, source, destination));
    }
    merged
}

impl Piece {
    fn of(strided: &Strided) -> Result<Self, Error> {
        let layout = |stride: fn(&Step) -> i64| {
            let modes =
                strided.steps.iter().map(|step| Mode { shape: step.0, stride: stride(step) });
            Layout::of_flat_checked(modes.collect())
        };
        Ok(Piece {
            source: layout(|step| step.1)?,
            source_offset: strided.source,
            destination: layout(|step| step.2)?,
            destination_offset: strided.destination,
        })
    }
}
