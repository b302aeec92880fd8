//! Divides and products with partly known numbers: a complement, and a composition with it.

use super::coalesce::coalesce;
use super::complement::{End, Tile, complement_here, positive};
use super::composition::{ONE, Right, compose, no_extent_but_last};
use super::facts::Facts;
use super::known::Places;
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
use crate::operation::complement::cover;
use crate::operation::rounding::Rounding;

/// A divide of a layout by a tile.
#[derive(Clone, Copy, Debug)]
pub struct Divide<'a> {
    /// The rounding of the complement.
    pub rounding: Rounding,
    /// The tile.
    pub tile: Tile<'a>,
    /// The known numbers of the leaves of the tile, followed by those of its complement.
    pub both: &'a Facts,
    /// The number of modes of that complement.
    pub gaps: usize,
    /// True if all extents of the layout are known.
    pub size_is_known: bool,
}
/// Writes the leaves of the logical divide to `out`: those of the tile, then those of the rest. `left` has the modes of
/// the layout and is overwritten. A rest without modes is not written; it is known to be `1:0`.
///
/// # Errors
/// The errors of [`complement`](super::complement()) and [`composition`](super::composition()).
#[inline(never)]
pub fn logical_divide(
    left: &mut [Mode],
    facts: &Facts,
    divide: Divide<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    match divide.tile.leaves.len() < 8 {
        true => divided::<16, false>(left, facts, divide, out),
        false => divided::<256, false>(left, facts, divide, out),
    }
}
/// [`logical_divide`] for strides that are bit vectors, like [`composition_of_bits`](super::composition_of_bits).
///
/// # Errors
/// The errors of these two functions.
#[inline(never)]
pub fn logical_divide_of_bits(
    left: &mut [Mode],
    facts: &Facts,
    divide: Divide<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    divided::<256, true>(left, facts, divide, out)
}
/// [`logical_divide`], inlined at the call: for few leaves. `N` is at least twice the number of leaves of the tile,
/// plus 1.
///
/// # Errors
/// The errors of [`logical_divide`].
#[inline(always)]
pub fn logical_divide_here<const N: usize>(
    left: &mut [Mode],
    facts: &Facts,
    divide: Divide<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    divided::<N, false>(left, facts, divide, out)
}
#[inline(always)]
fn divided<const N: usize, const SHIFTS: bool>(
    left: &mut [Mode],
    facts: &Facts,
    divide: Divide<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    let tile = divide.tile;
    no_extent_but_last(left)?;
    positive(Operation::Complement, tile.leaves)?;
    // The size of a layout fits.
    let n = left.iter().fold(1_i64, |n, mode| n.wrapping_mul(mode.shape));
    if !divide.size_is_known && n > tile.limit {
        return Err(Error::new(Operation::LogicalDivide, Rule::Overflow));
    }
    let mut both = [ONE; N];
    let (leaves, rest) = both.split_at_mut(tile.leaves.len());
    leaves.copy_from_slice(tile.leaves);
    let end = End::UpTo { n, is_known: divide.size_is_known };
    let gaps = complement_here(divide.rounding, tile, end, rest)?;
    debug_assert_eq!(gaps, divide.gaps);
    let right = Right {
        leaves: &both[..tile.leaves.len() + divide.gaps],
        facts: divide.both,
        named: tile.leaves.len(),
        at: tile.at,
        limit: tile.limit,
    };
    let count = coalesce(left, facts);
    let mut out = Places::<SHIFTS>::new(out, right.limit);
    compose::<_, _, false>(&left[..count], facts.extents, right.leaves(), &mut out)
}

/// The known numbers when a mode is divided by an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModeByInteger {
    /// The rounding of the complement of the integer.
    pub rounding: Rounding,
    /// True if the extent of the mode is known.
    pub extent_is_known: bool,
    /// True if the integer is known.
    pub integer_is_known: bool,
    /// The largest number of the integer type of dynamic leaves.
    pub limit: i64,
}
/// The logical divide of one mode `s:d` by the tile `n:1`, as in [`logical_divide`], inlined at the call: the tile
/// `n:d` and the rest `(s / n):(n d)`. A rest that is known to be `1:0` is not computed.
///
/// # Errors
/// The errors of [`logical_divide`]; an error that names a leaf names the first one.
///
/// ```
/// use tilework_algebra::rules::{ModeByInteger, divide_mode};
/// use tilework_algebra::{Mode, steps::Rounding};
/// let by = ModeByInteger {
///     rounding: Rounding::Exact,
///     extent_is_known: false,
///     integer_is_known: true,
///     limit: i64::MAX,
/// };
/// let mode = |shape, stride| Mode { shape, stride };
/// let mut out = [mode(0, 0); 2];
/// divide_mode(mode(12, 5), 4, by, &mut out)?;
/// assert_eq!(out, [mode(4, 5), mode(3, 20)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(always)]
pub fn divide_mode(mode: Mode, n: i64, by: ModeByInteger, out: &mut [Mode]) -> Result<(), Error> {
    let Mode { shape: s, stride: d } = mode;
    if n == 0 {
        return Err(Error::new(Operation::Complement, Rule::Extent { extent: 0 }).at(0));
    }
    if !by.extent_is_known && s > by.limit {
        return Err(Error::new(Operation::LogicalDivide, Rule::Overflow));
    }
    // Divide unsigned numbers: a division by a constant takes fewer instructions.
    let extent = cover(by.rounding, s as u64, n as u64)? as i64;
    let is_known = by.extent_is_known && by.integer_is_known;
    if !is_known && extent > by.limit {
        return Err(Error::new(by.rounding.operation(), Rule::Overflow));
    }
    if n > by.limit {
        return Err(Error::new(Operation::Composition, Rule::Overflow).at(0));
    }
    out[0] = Mode { shape: n, stride: d };
    if is_known && extent == 1 {
        return Ok(());
    }
    let stride = match n.checked_mul(d) {
        Some(stride) if stride <= by.limit => stride,
        _ => of_one(extent)?,
    };
    out[1] = Mode { shape: extent, stride };
    Ok(())
}
/// Replaces a stride that does not fit: nothing moves by the stride of an extent of 1.
#[cold]
fn of_one(extent: i64) -> Result<i64, Error> {
    match extent {
        1 => Ok(0),
        _ => Err(Error::new(Operation::Composition, Rule::Overflow)),
    }
}

/// The product of the tile and the grid `right`. The leaves of the tile come first, then those of the grid composed
/// with the gaps between copies of the tile, without end. `gaps` has the known numbers of these gaps.
///
/// # Errors
/// The errors of [`complement`](super::complement()), without a mode, and of [`composition`](super::composition()).
#[inline(never)]
pub fn logical_product(
    tile: Tile<'_>,
    gaps: &Facts,
    right: Right<'_>,
    out: &mut [Mode],
) -> Result<(), Error> {
    positive(Operation::LogicalProduct, tile.leaves)?;
    let mut modes = [ONE; 129];
    // The gaps are not leaves of the result, so they need not fit unless the result uses them.
    let gapped = Tile { limit: i64::MAX, ..tile };
    let count = complement_here(Rounding::Ceil, gapped, End::Never, &mut modes)
        .map_err(|error| Error { mode: None, ..error })?;
    let (copy, grid) = out.split_at_mut(tile.leaves.len());
    copy.copy_from_slice(tile.leaves);
    let mut grid = Places::<false>::new(grid, right.limit);
    compose::<_, _, true>(&modes[..count], gaps.extents, right.leaves(), &mut grid)
}

/// The positions of the leaves in a product that pairs the modes of the tile and of the grid.
#[derive(Clone, Copy, Debug)]
pub struct Pairs {
    /// The number of leaves of the tile and the grid together.
    pub count: usize,
    /// For each leaf of the result, its position among these leaves. The position `count` stands for `1:0`, which is
    /// used if one operand has no mode.
    pub places: [u8; 128],
}
/// [`logical_product`] with its leaves in the order of `pairs`.
///
/// # Errors
/// The errors of [`logical_product`].
#[inline(never)]
pub fn paired_product(
    tile: Tile<'_>,
    gaps: &Facts,
    right: Right<'_>,
    pairs: &Pairs,
    out: &mut [Mode],
) -> Result<(), Error> {
    match pairs.count {
        ..16 => paired::<16>(tile, gaps, right, pairs, out),
        _ => paired::<129>(tile, gaps, right, pairs, out),
    }
}
fn paired<const N: usize>(
    tile: Tile<'_>,
    gaps: &Facts,
    right: Right<'_>,
    pairs: &Pairs,
    out: &mut [Mode],
) -> Result<(), Error> {
    let mut leaves = [Mode { shape: 1, stride: 0 }; N];
    logical_product(tile, gaps, right, &mut leaves[..pairs.count])?;
    for (out, &place) in out.iter_mut().zip(&pairs.places) {
        *out = leaves[usize::from(place)];
    }
    Ok(())
}
