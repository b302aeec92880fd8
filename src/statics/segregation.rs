//! Whether leaves carry into one another, at run time.

use tilework_algebra::{Error, Mode, steps};

use super::flat::Flat;

/// That the leaves of a right side are segregated, or that its largest value stays below the extent `excused` of the
/// first mode of the left side.
#[inline(always)]
pub fn check_segregated<W: Flat>(right: W, excused: u64) -> Result<(), Error> {
    if W::COUNT < 2 || right.reach() < excused {
        return Ok(());
    }
    if W::COUNT <= FEW { check_at_most::<FEW>(right) } else { check_at_most::<LEAVES>(right) }
}
/// Leaves for which there is mostly room.
const FEW: usize = 8;
/// Of a sound layout at most 63 extents are above 1.
const LEAVES: usize = 63;

#[inline(always)]
fn check_at_most<const N: usize>(right: impl Flat) -> Result<(), Error> {
    let mut leaves = [(0, Mode { shape: 1, stride: 0 }); N];
    let mut count = 0;
    right.for_each(0, &mut |at, shape, stride| {
        if shape > 1 && stride > 0 && count < N {
            leaves[count] = (at, Mode { shape: shape as i64, stride: stride as i64 });
            count += 1;
        }
    });
    let leaves = &mut leaves[..count];
    if is_segregated(leaves) { Ok(()) } else { steps::segregated(leaves) }
}

/// Whether of any two leaves one spans no more than the stride of the other.
fn is_segregated(leaves: &[(usize, Mode)]) -> bool {
    let before =
        |a: Mode, b: Mode| a.shape.checked_mul(a.stride).is_some_and(|span| span <= b.stride);
    leaves
        .iter()
        .enumerate()
        .all(|(i, &(_, a))| leaves[..i].iter().all(|&(_, b)| before(a, b) || before(b, a)))
}
