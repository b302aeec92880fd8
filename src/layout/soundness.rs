//! Soundness of layouts: the size and the largest offset fit, and no static extent is 0.

use tilework_algebra::{Error, Mode, Operation, Rule};

use crate::layout::modes::bits_reach;
use crate::leaf::int::{LARGEST, Leaf};
use crate::leaf::stride::{Codomain, StrideLeaf};

/// Size and reach of some leaves, accumulated from the last one to the first.
#[derive(Clone, Copy)]
pub struct Reach {
    /// The product of the extents, with 0 counted as 1.
    size: usize,
    /// The largest offset.
    pub last: usize,
    /// The largest value of the integers of the leaves.
    limit: u64,
}
/// The reach of the leaves, or the error at the leaf that exceeds the limit.
pub type Soundness = Result<Reach, Error>;

/// The reach of no leaf.
pub const NOTHING: Soundness = Ok(Reach { size: 1, last: 0, limit: LARGEST });

/// The static facts about a leaf. The code compiled for each leaf only reads its dynamic numbers.
#[derive(Clone, Copy)]
pub struct OfLeaf {
    /// The largest value of its integers.
    limit: u64,
    /// True if its stride is bits.
    bits: bool,
    /// True if its extent is a static 0.
    nothing: bool,
}
/// [`OfLeaf`] for the leaf `S:D`.
pub const fn of_leaf<S: Leaf, D: StrideLeaf>() -> OfLeaf {
    OfLeaf {
        limit: if S::LIMIT < D::LIMIT { S::LIMIT } else { D::LIMIT },
        bits: matches!(D::CODOMAIN, Codomain::Bits),
        nothing: matches!(S::STATIC, Some(0)),
    }
}
/// A static number; 0 if there is none.
pub const fn fixed(number: Option<u64>) -> usize {
    match number {
        Some(number) if number <= usize::MAX as u64 => number as usize,
        Some(_) => panic!("a static leaf does not fit usize"),
        None => 0,
    }
}
/// Adds the leaf of this extent and stride, at `at`, before those of `behind`; `operation` made it.
#[inline(always)]
pub fn after(
    of_leaf: OfLeaf,
    (extent, stride): (usize, usize),
    behind: Soundness,
    operation: Operation,
    at: usize,
) -> Soundness {
    // The error at the first leaf without an extent takes precedence.
    if of_leaf.nothing {
        return Err(wrong(operation, Rule::Extent { extent: 0 }, at));
    }
    match behind {
        Ok(behind) => match behind.after(extent, stride, of_leaf.bits, of_leaf.limit) {
            Some(reach) => Ok(reach),
            None => Err(wrong(operation, Rule::Overflow, at)),
        },
        Err(error) => Err(error),
    }
}
impl Reach {
    #[inline(always)]
    fn after(self, extent: usize, stride: usize, bits: bool, limit: u64) -> Option<Self> {
        let limit = self.limit.min(limit);
        let extent = extent.max(1);
        let last = if bits {
            usize::try_from(bits_reach(extent as u64, stride as u64)).ok()? | self.last
        } else {
            (extent - 1).checked_mul(stride)?.checked_add(self.last)?
        };
        let size = extent.checked_mul(self.size)?;
        if size as u64 > limit || last as u64 >= limit || stride as u64 > limit {
            return None;
        }
        Some(Reach { size, last, limit })
    }
}
#[cold]
fn wrong(operation: Operation, rule: Rule, at: usize) -> Error {
    Error::new(operation, rule).at(at)
}
/// Checks that the modes are those of a sound layout with integers up to `limit`; `operation` made it. Extents of 0
/// count as 1.
#[inline(never)]
pub fn of_modes(modes: &[Mode], limit: i64, operation: Operation) -> Result<(), Error> {
    match fit(modes, limit) {
        Some(()) => Ok(()),
        None => Err(too_much(modes, limit, operation)),
    }
}
/// `Some` if they fit. The totals only grow with more modes, so one comparison at the end suffices.
#[inline(always)]
fn fit(modes: &[Mode], limit: i64) -> Option<()> {
    let (mut size, mut last, mut strides) = (1_i64, 0_i64, 0);
    for mode in modes {
        let extent = mode.shape.max(1);
        size = size.checked_mul(extent)?;
        last = last.checked_add((extent - 1).checked_mul(mode.stride)?)?;
        // All bits of a limit are set.
        strides |= mode.stride;
    }
    (size <= limit && last < limit && strides <= limit).then_some(())
}
/// The error at the first mode, from the last one on, that exceeds the limit.
#[cold]
fn too_much(modes: &[Mode], limit: i64, operation: Operation) -> Error {
    let behind = |at: usize| fit(&modes[at..], limit).is_none();
    let at = (0..modes.len()).rev().find(|&at| behind(at)).unwrap_or(0);
    wrong(operation, Rule::Overflow, at)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the definition, in integers that hold everything: the first suffix, from the last mode on, that exceeds the
    /// limit.
    fn expected(modes: &[Mode], limit: i64) -> Option<usize> {
        (0..modes.len()).rev().find(|&at| {
            let (mut size, mut last, mut stride) = (1, 0, 0);
            for mode in &modes[at..] {
                let extent = i128::from(mode.shape.max(1));
                size *= extent;
                last += (extent - 1) * i128::from(mode.stride);
                stride = stride.max(mode.stride);
            }
            let limit = i128::from(limit);
            size > limit || last >= limit || i128::from(stride) > limit
        })
    }
    #[test]
    fn modes_are_sound_as_far_as_they_fit() {
        let numbers = [0, 1, 2, 3, 5, 1 << 16, 1 << 31, u32::MAX.into(), 1 << 62, i64::MAX];
        let pairs =
            || numbers.iter().flat_map(|&shape| numbers.map(|stride| Mode { shape, stride }));
        let (mut sound, mut wrong) = (0, [0; 2]);
        for (first, last) in pairs().flat_map(|first| pairs().map(move |last| (first, last))) {
            for limit in [u32::MAX.into(), i64::MAX] {
                let modes = [first, last];
                let found =
                    of_modes(&modes, limit, Operation::Layout).err().map(|error| error.mode);
                assert_eq!(found, expected(&modes, limit).map(Some), "{modes:?} up to {limit}");
                match found {
                    None => sound += 1,
                    Some(at) => wrong[at.unwrap()] += 1,
                }
            }
        }
        assert!(sound > 2_000 && wrong.iter().all(|&count| count > 1_000), "{sound} {wrong:?}");
    }
}
