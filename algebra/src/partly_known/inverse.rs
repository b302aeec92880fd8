//! Inverses with partly known numbers. The modes that move the offset are sorted by stride. A right inverse follows
//! them as far as the offsets continue; a left inverse reads them as the digits of an offset.
//!
//! A mode that is written extends the mode before it if that is known, as in `coalesce`.

use super::complement::Tile;
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;

/// A mode that moves the offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moving {
    /// The mode.
    pub mode: Mode,
    /// The amount that a step in this mode adds to the integral coordinate: the product of the extents before it.
    pub weight: i64,
    /// True if the extent, the stride and the weight are known.
    pub known: [bool; 3],
    /// The position.
    pub at: usize,
}

/// Writes the modes of the right inverse of the tile to `out` and returns their number. No extent of the tile is 0.
///
/// # Errors
/// [`Rule::Overlap`] and [`Rule::Overflow`]
///
/// ```
/// use tilework_algebra::partly_known::{Known, Leaf, Order, Tile, right_inverse};
/// use tilework_algebra::Mode;
/// // (_,8):(1,4): the mode of 8 continues the offsets if the dynamic extent is 4.
/// const LAST: Known = Known::Then(Leaf { shape: Some(8), stride: Some(4) }, &Known::None);
/// const TILE: Known = Known::Then(Leaf { shape: None, stride: Some(1) }, &LAST);
/// let order = Order::of(&TILE);
/// let mode = |shape, stride| Mode { shape, stride };
/// let mut out = [mode(0, 0); 2];
/// for (m, modes) in [(4, [mode(4, 1), mode(8, 4)]), (3, [mode(3, 1), mode(1, 3)])] {
///     let leaves = &[mode(m, 1), mode(8, 4)];
///     let tile = Tile { leaves, order: &order, at: 0, limit: i64::MAX };
///     assert_eq!((right_inverse(tile, &mut out)?, out), (2, modes));
/// }
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn right_inverse(tile: Tile<'_>, out: &mut [Mode]) -> Result<usize, Error> {
    let found = match tile.leaves.len() {
        ..=8 => links(moving::<8>(&tile), tile.limit, Err, out),
        _ => links(moving::<128>(&tile), tile.limit, Err, out),
    };
    found.map_err(|error| in_tile(error, &tile))
}
/// Writes the modes of the left inverse of the coalesced tile to `out` and returns their number. No extent of the tile
/// is 0.
///
/// # Errors
/// [`Rule::Digits`], [`Rule::Divisibility`] and [`Rule::Overflow`]
///
/// ```
/// use tilework_algebra::partly_known::{Known, Leaf, Order, Tile, left_inverse};
/// use tilework_algebra::Mode;
/// // (_,_):(1,8)
/// const LAST: Known = Known::Then(Leaf { shape: None, stride: Some(8) }, &Known::None);
/// const TILE: Known = Known::Then(Leaf { shape: None, stride: Some(1) }, &LAST);
/// let order = Order::of(&TILE);
/// let mode = |shape, stride| Mode { shape, stride };
/// let leaves = &[mode(3, 1), mode(4, 8)];
/// let tile = Tile { leaves, order: &order, at: 0, limit: i64::MAX };
/// let mut out = [mode(0, 0); 2];
/// assert_eq!(left_inverse(tile, &mut out)?, 2);
/// assert_eq!(out, [mode(8, 1), mode(4, 3)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn left_inverse(tile: Tile<'_>, out: &mut [Mode]) -> Result<usize, Error> {
    let found = match tile.leaves.len() {
        ..=8 => digits(moving::<8>(&tile), tile.limit, out),
        _ => digits(moving::<128>(&tile), tile.limit, out),
    };
    found.map_err(|error| in_tile(error, &tile))
}
#[cold]
fn in_tile(error: Error, tile: &Tile<'_>) -> Error {
    Error { mode: error.mode.map(|at| tile.at + at), ..error }
}

/// The modes of the tile that may move the offset, sorted by stride. `N` is at least the number of leaves.
#[inline(always)]
fn moving<'a, const N: usize>(tile: &Tile<'a>) -> impl Iterator<Item = Moving> + use<'a, N> {
    let Tile { leaves, order, .. } = *tile;
    let (mut weights, mut size) = ([1; N], 1_i64);
    for (weight, mode) in weights.iter_mut().zip(leaves) {
        *weight = size;
        // The size of a layout fits.
        size = size.wrapping_mul(mode.shape);
    }
    order.leaves[..order.count].iter().filter_map(move |leaf| {
        let at = usize::from(leaf.at);
        let mode = leaves[at];
        if leaf.stride && mode.stride == 0 {
            return None;
        }
        let known = [leaf.shape, leaf.stride, leaf.weight];
        Some(Moving { mode, weight: weights[at], known, at })
    })
}
/// The modes of a right inverse. The modes are sorted by stride. A mode whose stride is the span of the modes before it
/// continues the offsets; the first mode with a larger stride ends them. A mode with a smaller stride overlaps with the
/// modes before it: `overlap` makes that an error, or else the mode is ignored.
#[inline(always)]
pub(crate) fn links(
    modes: impl Iterator<Item = Moving>,
    limit: i64,
    mut overlap: impl FnMut(Error) -> Result<(), Error>,
    out: &mut [Mode],
) -> Result<usize, Error> {
    let (mut span, mut span_is_known) = (1_i64, true);
    let mut modes_out = Merged { out, count: 0, limit, last: None };
    for Moving { mode: Mode { shape, stride }, weight, known, at } in modes {
        let error = |rule| Error::new(Operation::RightInverse, rule).at(at);
        let [shape_is_known, stride_is_known, weight_is_known] = known;
        let is_known = span_is_known && stride_is_known;
        if is_known && stride > span {
            break;
        }
        // If the comparison happens at run time, a mode that does not continue the offsets stays, with extent 1.
        let stays = !is_known && (shape == 1 || stride == 0 || stride > span);
        if !stays && stride < span {
            overlap(error(Rule::Overlap { stride, span }))?;
            continue;
        }
        let extent = if stays { 1 } else { shape };
        let reached = span.checked_mul(extent).ok_or_else(|| error(Rule::Overflow))?;
        span_is_known = is_known && shape_is_known;
        if !span_is_known && reached > limit {
            return Err(error(Rule::Overflow));
        }
        span = reached;
        modes_out.push((extent, span_is_known), (weight, weight_is_known), error)?;
    }
    Ok(modes_out.count)
}

/// The modes of a left inverse: the digits of an offset. Their radices are the strides of the modes, sorted by stride.
/// Each radix must be a multiple of the one before it and larger than all offsets of the modes before. The part of an
/// offset below the first stride is ignored.
#[inline(always)]
pub(crate) fn digits(
    mut modes: impl Iterator<Item = Moving>,
    limit: i64,
    out: &mut [Mode],
) -> Result<usize, Error> {
    let error = |rule| Error::new(Operation::LeftInverse, rule);
    let overflow = || error(Rule::Overflow);
    let mut modes_out = Merged { out, count: 0, limit, last: None };
    let Some(mut low) = modes.next() else {
        return Ok(0);
    };
    let Mode { shape, stride } = low.mode;
    if !low.known[1] || stride != 1 {
        modes_out.push((stride.max(1), low.known[1]), (0, true), error)?;
    }
    let mut reach = stride.checked_mul(shape - 1).ok_or_else(overflow)?;
    for high in modes {
        let Mode { shape, stride } = high.mode;
        if stride <= reach {
            // This says more than a position among coalesced modes.
            return Err(error(Rule::Digits { stride, reach }));
        }
        let radix = low.mode.stride;
        if stride.checked_rem(radix) != Some(0) {
            return Err(error(Rule::Divisibility { left: stride, right: radix }));
        }
        let is_known = low.known[1] && high.known[1];
        let extent = stride / radix;
        if !is_known || extent != 1 {
            modes_out.push((extent, is_known), (low.weight, low.known[2]), error)?;
        }
        let last = stride.checked_mul(shape - 1).ok_or_else(overflow)?;
        reach = reach.checked_add(last).ok_or_else(overflow)?;
        low = high;
    }
    modes_out.push((low.mode.shape, low.known[0]), (low.weight, low.known[2]), error)?;
    Ok(modes_out.count)
}

/// Writes modes one after the other. A mode extends the one before if that is known.
struct Merged<'a> {
    out: &'a mut [Mode],
    count: usize,
    limit: i64,
    /// The span of the last mode, if it is known.
    last: Option<i64>,
}
impl Merged<'_> {
    #[inline(always)]
    fn push(
        &mut self,
        (shape, shape_is_known): (i64, bool),
        (stride, stride_is_known): (i64, bool),
        error: impl Fn(Rule) -> Error,
    ) -> Result<(), Error> {
        // Known numbers fit too.
        if shape > self.limit || stride > self.limit {
            return Err(error(Rule::Overflow));
        }
        let is_known = shape_is_known && stride_is_known;
        if stride_is_known && stride != 0 && self.last == Some(stride) {
            let merged = &mut self.out[self.count - 1].shape;
            // This is at most the size of the layout.
            *merged = merged.wrapping_mul(shape);
            if !shape_is_known && *merged > self.limit {
                return Err(error(Rule::Overflow));
            }
        } else {
            self.out[self.count] = Mode { shape, stride };
            self.count += 1;
        }
        self.last = if is_known { shape.checked_mul(stride) } else { None };
        Ok(())
    }
}
