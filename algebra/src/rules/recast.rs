//! Recast with partly known numbers. A known extent stays next to an unknown stride.

use super::complement::positive;
use super::facts::Facts;
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
use crate::operation::cast::upcast_leaf;

/// A recast: to elements `finer` times as small, and then to elements `coarser` times as large as those.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Casts {
    /// The number of smaller elements that an element becomes.
    pub finer: i64,
    /// The number of smaller elements that become one.
    pub coarser: i64,
}

/// Writes the recast of the leaves to `out`. Numbers go up to `limit`.
///
/// # Errors
/// The errors of [`recast`](crate::recast()); [`Rule::StaticExtent`] if a known extent next to an unknown stride would
/// change, and [`Rule::StaticStride`] if an unknown stride before the first known stride of 1 is 1.
///
/// ```
/// use tilework_algebra::rules::{Casts, Facts, recast};
/// use tilework_algebra::Mode;
/// let mode = |shape, stride| Mode { shape, stride };
/// // (8,_):(1,_)
/// let facts = Facts { shapes: 0b01, strides: 0b01, starts: 0b11, extents: 0b01, plain: true };
/// let mut out = [mode(0, 0); 2];
/// recast(Casts { finer: 1, coarser: 4 }, &[mode(8, 1), mode(3, 16)], &facts, i64::MAX, &mut out)?;
/// assert_eq!(out, [mode(2, 1), mode(3, 4)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn recast(
    casts: Casts,
    leaves: &[Mode],
    facts: &Facts,
    limit: i64,
    out: &mut [Mode],
) -> Result<(), Error> {
    recast_here(casts, leaves, facts, limit, out)
}
/// [`recast`], inlined at the call: for few leaves.
///
/// # Errors
/// The errors of [`recast`].
#[inline(always)]
pub fn recast_here(
    casts: Casts,
    leaves: &[Mode],
    facts: &Facts,
    limit: i64,
    out: &mut [Mode],
) -> Result<(), Error> {
    positive(Operation::Recast, leaves)?;
    let mut adjacent = Adjacent { known: casts.finer == 1, unknown: false };
    for (at, (leaf, out)) in leaves.iter().zip(out).enumerate() {
        let known = [facts.shapes >> at & 1 == 1, facts.strides >> at & 1 == 1];
        match casts.leaf(*leaf, known, limit, &mut adjacent) {
            Ok(mode) => *out = mode,
            Err(rule) => return Err(Error::new(Operation::Recast, rule).at(at)),
        }
    }
    Ok(())
}
/// The strides of 1 among the leaves so far, along which elements are adjacent.
struct Adjacent {
    /// True if a known stride is 1, or if no leaf gets more elements.
    known: bool,
    /// True if an unknown stride is 1.
    unknown: bool,
}
impl Casts {
    #[inline(always)]
    fn leaf(
        self,
        Mode { shape, stride }: Mode,
        [shape_is_known, stride_is_known]: [bool; 2],
        limit: i64,
        adjacent: &mut Adjacent,
    ) -> Result<Mode, Rule> {
        let stays = |before: (i64, i64), extent: i64| match shape_is_known && !stride_is_known {
            true if extent != before.0 => {
                Err(Rule::StaticExtent { extent: before.0, stride: before.1 })
            }
            _ => Ok(()),
        };
        let is_first = stride == 1 && !adjacent.known && (stride_is_known || !adjacent.unknown);
        let (s, d) = if is_first {
            if stride_is_known {
                adjacent.known = true;
                if adjacent.unknown {
                    return Err(Rule::StaticStride { factor: self.finer });
                }
            }
            adjacent.unknown |= !stride_is_known;
            let extent = shape.checked_mul(self.finer).ok_or(Rule::Overflow)?;
            stays((shape, stride), extent)?;
            (extent, 1)
        } else {
            match stride.checked_mul(self.finer) {
                Some(scaled) if stride_is_known || scaled <= limit => (shape, scaled),
                // No coordinate moves by it.
                _ if shape == 1 => (shape, 0),
                _ => return Err(Rule::Overflow),
            }
        };
        if !shape_is_known && s > limit {
            return Err(Rule::Overflow);
        }
        if self.coarser == 1 {
            return Ok(Mode { shape: s, stride: d });
        }
        let (shape, stride) = upcast_leaf((s, d), self.coarser)?;
        stays((s, d), shape)?;
        Ok(Mode { shape, stride })
    }
}
