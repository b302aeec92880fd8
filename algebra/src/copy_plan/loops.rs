//! The loops that two layouts have in common.

use alloc::vec::Vec;
use smallvec::SmallVec;

use super::{error, in_bits, of_bits};
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::mode::Mode;
use crate::shared_layout::Placed;
use crate::stride::xor::Xor;

/// A loop: its extent, and its strides in the layout that is read and in the one that is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    pub extent: i64,
    pub strides: [i64; 2],
}

/// All loops, starting with the one in which integral coordinates are fastest.
#[derive(Debug)]
pub(super) struct Loops {
    pub all: Vec<Loop>,
    /// True if strides are XORed.
    bits: [bool; 2],
}

/// The leaves with extents above 1.
fn leaves(layout: &Placed) -> Result<Vec<(i64, i64)>, Error> {
    let leaves: Vec<(i64, i64)> = match layout {
        Placed::Integers(layout) => {
            layout.positive(Operation::CopyPlan)?;
            layout.flat_modes().iter().map(|mode| (mode.shape, mode.stride)).collect()
        }
        Placed::Bits(layout) => {
            layout.positive(Operation::CopyPlan)?;
            layout.flat_modes().iter().map(|mode| (mode.shape, mode.stride.bits())).collect()
        }
        Placed::Composed(layout) => return Err(no_strides(layout)),
    };
    if let (Placed::Bits(_), Some(&(extent, _))) =
        (layout, leaves.iter().find(|leaf| !leaf.0.unsigned_abs().is_power_of_two()))
    {
        return Err(error(Rule::PowerOfTwo { extent }));
    }
    let leaves: Vec<(i64, i64)> = leaves.into_iter().filter(|leaf| leaf.0 > 1).collect();
    // This ensures that all offsets fit, and sums of some of their parts.
    let fits = match layout {
        Placed::Integers(_) => {
            let reach = |&(extent, stride): &(i64, i64)| {
                stride.unsigned_abs().saturating_mul(extent.unsigned_abs() - 1)
            };
            leaves.iter().map(reach).fold(0, u64::saturating_add) <= i64::MAX as u64
        }
        Placed::Bits(_) => {
            leaves.iter().all(|(extent, bits)| bits.leading_zeros() > extent.trailing_zeros())
        }
        Placed::Composed(_) => false,
    };
    if !fits {
        return Err(error(Rule::Overflow));
    }
    Ok(leaves)
}

/// The error that says why a composed layout has no strides.
pub(super) fn no_strides(layout: &Composed) -> Error {
    layout.to_layout().err().map_or(error(Rule::Codomain), |e| e.during(Operation::CopyPlan))
}

impl Loops {
    pub fn new(from: &Placed, to: &Placed) -> Result<Self, Error> {
        let (left, right) = (from.size(), to.size());
        if left != right {
            return Err(error(Rule::EqualExtents { left, right }));
        }
        let both = [leaves(from)?, leaves(to)?];
        let mut all: Vec<Loop> = Vec::new();
        let mut next = both.each_ref().map(|leaves| leaves.iter().copied());
        let mut at = next.each_mut().map(Iterator::next);
        while let [Some((left, from)), Some((right, to))] = at {
            let extent = left.min(right);
            if left % extent != 0 || right % extent != 0 {
                return Err(error(Rule::Divisibility { left, right }));
            }
            let one = Loop { extent, strides: [from, to] };
            match all.last_mut() {
                Some(last) if last.meets(&one) => last.extent *= extent,
                _ => all.push(one),
            }
            for (side, (whole, stride)) in [(left, from), (right, to)].into_iter().enumerate() {
                at[side] = match whole == extent {
                    true => next[side].next(),
                    // A stride within the leaf.
                    false => Some((whole / extent, stride * extent)),
                };
            }
        }
        if all.is_empty() {
            all.push(Loop { extent: 1, strides: [0, 0] });
        }
        Ok(Loops { all, bits: [from, to].map(|side| matches!(side, Placed::Bits(_))) })
    }

    /// The offset, on one side, of a coordinate.
    pub fn offset(&self, side: usize, coordinate: &[i64]) -> i64 {
        let each = self.all.iter().zip(coordinate).map(|(of, &c)| (of.strides[side], c));
        match self.bits[side] {
            false => each.fold(0, |sum, (stride, c)| sum + stride * c),
            true => each.fold(0, |sum, (stride, c)| sum ^ of_bits(stride, c)),
        }
    }

    /// The layout of one side, with the shape of the loops.
    pub fn placed(&self, side: usize) -> Result<Placed, Error> {
        let modes = self.all.iter().map(|of| (of.extent, of.strides[side]));
        match self.bits[side] {
            false => {
                let modes = modes.map(|(shape, stride)| Mode { shape, stride });
                Ok(Placed::Integers(Layout::of_flat_checked(modes.collect())?))
            }
            true => {
                let modes = modes.map(|(shape, bits)| Ok(Mode { shape, stride: Xor::new(bits)? }));
                let modes = modes.collect::<Result<SmallVec<_>, Error>>()?;
                Ok(in_bits(Layout::of_flat_checked(modes)?))
            }
        }
    }
}

impl Loop {
    /// Returns whether `next` continues where this loop ends, on both sides.
    fn meets(&self, next: &Loop) -> bool {
        let goes_on =
            |side: usize| self.strides[side].checked_mul(self.extent) == Some(next.strides[side]);
        goes_on(0) && goes_on(1)
    }
}
