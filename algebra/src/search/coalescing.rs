//! Coalescing: the sectors of global memory that the threads of a warp access together.

use alloc::vec::Vec;

use super::bank_conflicts::Access;
use crate::error::{Error, Operation, Rule};

/// The bytes of a sector, the smallest piece that global memory of NVIDIA delivers.
pub const SECTOR: i64 = 32;

/// What an access of several threads at once costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coalescing {
    /// The number of sectors that contain a byte of the access.
    pub sectors: i64,
    /// The number of distinct bytes that the threads access.
    pub bytes: i64,
    /// The smallest number of sectors that can contain as many bytes.
    pub fewest: i64,
    /// The number of bytes of a sector.
    pub sector: i64,
}

impl Coalescing {
    /// The part of the delivered bytes that the threads use, in percent, rounded down.
    pub fn efficiency(&self) -> i64 {
        match self.sectors {
            0 => 100,
            sectors => {
                (100 * i128::from(self.bytes) / (i128::from(self.sector) * i128::from(sectors)))
                    as i64
            }
        }
    }
}

/// The sectors that threads access with one instruction, each at one of the offsets. They have 32 bytes, or those of
/// [`Access::sector`]. The first element of memory is at the beginning of a sector.
///
/// # Errors
/// [`Rule::Overflow`] for an address that does not fit 64 bits.
///
/// ```
/// use tilework_algebra::{Access, Layout, coalescing, offsets};
/// let rows = offsets(&"32:1".parse::<Layout>()?)?;
/// let found = coalescing(&rows, &Access::new(4)?)?;
/// assert_eq!((found.sectors, found.fewest, found.efficiency()), (4, 4, 100));
/// // Each thread in a row of its own.
/// let columns = offsets(&"32:1024".parse::<Layout>()?)?;
/// let found = coalescing(&columns, &Access::new(4)?)?;
/// assert_eq!((found.sectors, found.fewest, found.efficiency()), (32, 4, 12));
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn coalescing(offsets: &[i64], access: &Access) -> Result<Coalescing, Error> {
    let sector = access.sector;
    let overflow = Error::new(Operation::Coalescing, Rule::Overflow);
    let mut runs = Vec::with_capacity(offsets.len());
    for &offset in offsets {
        runs.push(access.bytes(offset).ok_or(overflow)?);
    }
    runs.sort_unstable();
    let (mut bytes, mut sectors) = (0, 0);
    // The ends of what was counted.
    let (mut end, mut end_sector) = (i64::MIN, i64::MIN);
    for (first, after) in runs {
        bytes += (after - first.max(end).min(after)).max(0);
        end = end.max(after);
        let (first, after) = (first.div_euclid(sector), (after - 1).div_euclid(sector) + 1);
        sectors += (after - first.max(end_sector).min(after)).max(0);
        end_sector = end_sector.max(after);
    }
    Ok(Coalescing { sectors, bytes, fewest: -(-bytes).div_euclid(sector), sector })
}
