//! Runs: consecutive coordinates of one mode of the whole.

use alloc::vec;
use alloc::vec::Vec;

use super::Leaf;
use crate::budget::Budget;
use crate::error::{Error, Operation};

/// The steps that a run of coordinates costs.
pub(crate) const OF_RUN: u64 = 128;

/// Spends the steps for a list of `runs` runs, of which there are 2^22 at most.
pub(super) fn list_of(runs: u64, budget: &Budget<'_>) -> Result<(), Error> {
    let one = budget.part(Operation::Distribution, OF_RUN << 22);
    one.spend(runs.saturating_mul(OF_RUN))
}

/// The coordinates `begin..begin + length`, at the offsets `offset`, `offset + step` and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) begin: i64,
    pub(crate) length: i64,
    pub(crate) offset: i64,
    pub(crate) step: i64,
}

impl Run {
    /// The part of the run that lies within `0..extent` when it begins at `start`.
    pub(crate) fn placed(self, start: i64, extent: i64) -> Option<Run> {
        let from = start + self.begin;
        let (begin, end) = (from.max(0), (from + self.length).min(extent));
        let offset = self.offset + (begin - from) * self.step;
        (begin < end).then_some(Run { begin, length: end - begin, offset, step: self.step })
    }

    /// The offset of a coordinate.
    pub(crate) fn offset_of(&self, x: i64) -> i64 {
        self.offset + (x - self.begin) * self.step
    }
}

/// The coordinates of leaves along one mode, as runs in the colexicographic order of the leaves that are not part of a
/// run.
pub(crate) fn runs(leaves: &[Leaf], budget: &Budget<'_>) -> Result<Vec<Run>, Error> {
    let mut others: Vec<Leaf> = leaves.iter().copied().filter(|leaf| leaf.extent > 1).collect();
    let mut inner = Leaf { extent: 1, stride: 1, memory: 0 };
    if let Some(at) = others.iter().position(|leaf| leaf.stride == 1) {
        inner = others.remove(at);
    }
    // A leaf that continues where the run ends, also in memory, extends the run.
    while let Some(at) = others.iter().position(|leaf| {
        inner.extent > 1
            && leaf.stride == inner.extent
            && Some(leaf.memory) == inner.memory.checked_mul(inner.extent)
    }) {
        inner.extent *= others.remove(at).extent;
    }
    let size: i64 = others.iter().map(|leaf| leaf.extent).product();
    list_of(size.unsigned_abs(), budget)?;
    let mut runs = vec![Run { begin: 0, length: inner.extent, offset: 0, step: inner.memory }];
    for leaf in others {
        let before = runs.len();
        for i in 1..leaf.extent {
            for at in 0..before {
                let Run { begin, offset, .. } = runs[at];
                let (begin, offset) = (begin + i * leaf.stride, offset + i * leaf.memory);
                runs.push(Run { begin, offset, ..runs[at] });
            }
        }
    }
    Ok(runs)
}
