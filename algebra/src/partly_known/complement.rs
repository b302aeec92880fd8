//! Complements with partly known numbers: the gaps between the modes sorted by stride, and the last mode.
//!
//! Each gap is a mode, unless it is known to be 1, that is, unless it lies between a span and a stride that are both
//! known.

use super::facts::{Order, Ordered};
use crate::error::{Error, Operation, Rule};
use crate::mode::Mode;
use crate::operation::complement::{cover, gap};
use crate::operation::rounding::Rounding;

/// The modes of which a complement or an inverse is computed.
#[derive(Clone, Copy, Debug)]
pub struct Tile<'a> {
    /// The leaves.
    pub leaves: &'a [Mode],
    /// The order of the strides, and the known numbers.
    pub order: &'a Order,
    /// The position of the first leaf, for errors.
    pub at: usize,
    /// The largest number of the integer type of dynamic leaves.
    pub limit: i64,
}
/// The end of a complement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Up to this number.
    UpTo {
        /// The number.
        n: i64,
        /// True if it is known.
        is_known: bool,
    },
    /// No end: the last mode is `1:span`.
    Never,
}

/// Checks that no extent is 0; `operation` is named in the error.
///
/// # Errors
/// [`Rule::Extent`]
#[inline(always)]
pub fn positive(operation: Operation, leaves: &[Mode]) -> Result<(), Error> {
    match leaves.iter().any(|mode| mode.shape == 0) {
        true => Err(no_extent(operation, leaves)),
        false => Ok(()),
    }
}
#[cold]
fn no_extent(operation: Operation, leaves: &[Mode]) -> Error {
    let at = leaves.iter().position(|mode| mode.shape == 0).unwrap_or(0);
    Error::new(operation, Rule::Extent { extent: 0 }).at(at)
}

/// Writes the modes of the complement of the tile to `out` and returns their number. No extent of the tile is 0.
///
/// # Errors
/// The errors of [`complement`](crate::complement()), and [`Rule::StaticGap`] if a gap that is static in the types has
/// another extent at run time.
///
/// ```
/// use tilework_algebra::steps::Rounding;
/// use tilework_algebra::partly_known::{End, Known, Leaf, Order, Tile, complement};
/// use tilework_algebra::{Mode, partly_known};
/// // _:2 in 24, with a dynamic extent: a gap of 2, and 24 divided by a dynamic span.
/// const TILE: Known = Known::Then(Leaf { shape: None, stride: Some(2) }, &Known::None);
/// let order = Order::of(&TILE);
/// let mode = |shape, stride| Mode { shape, stride };
/// let leaves = &[mode(3, 2)];
/// let tile = Tile { leaves, order: &order, at: 0, limit: i64::MAX };
/// let mut out = [mode(0, 0); 2];
/// let end = End::UpTo { n: 24, is_known: true };
/// assert_eq!(complement(Rounding::Exact, tile, end, &mut out)?, 2);
/// assert_eq!(out, [mode(2, 1), mode(4, 6)]);
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[inline(never)]
pub fn complement(
    rounding: Rounding,
    tile: Tile<'_>,
    end: End,
    out: &mut [Mode],
) -> Result<usize, Error> {
    complement_here(rounding, tile, end, out)
}
/// [`complement`], inlined at the call: for few leaves.
///
/// # Errors
/// The errors of [`complement`].
#[inline(always)]
pub fn complement_here(
    rounding: Rounding,
    tile: Tile<'_>,
    end: End,
    out: &mut [Mode],
) -> Result<usize, Error> {
    let mut count = 0;
    let put = |mode| {
        out[count] = mode;
        count += 1;
    };
    gaps(rounding, tile.sorted(), end, tile.limit, put)?;
    Ok(count)
}

/// A mode among those sorted by stride.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sorted {
    /// The mode.
    pub mode: Mode,
    /// True if the extent and the stride are known.
    pub known: [bool; 2],
    /// The position, for errors.
    pub at: usize,
}
impl<'a> Tile<'a> {
    /// The modes sorted by stride, without those whose extent is known to be 1.
    #[inline(always)]
    fn sorted(&self) -> impl Iterator<Item = Sorted> + Clone + use<'a> {
        let Tile { leaves, order, at: first, .. } = *self;
        order.leaves[..order.count].iter().map(move |&Ordered { at, shape, stride, .. }| {
            let at = usize::from(at);
            Sorted { mode: leaves[at], known: [shape, stride], at: first + at }
        })
    }
}
/// Calls `put` for each mode of a complement: the gaps and the last mode. The modes are sorted by stride, and numbers
/// go up to `limit`. If all numbers are known, this is the complement of values.
#[inline(always)]
pub(crate) fn gaps(
    rounding: Rounding,
    mut modes: impl Iterator<Item = Sorted> + Clone,
    end: End,
    limit: i64,
    mut put: impl FnMut(Mode),
) -> Result<(), Error> {
    let is_exact = matches!(rounding, Rounding::Exact);
    // The span is unsigned, since that of the last mode may be larger than any stride. It then has one copy up to `n`,
    // and the stride of the copies is 0.
    let (mut span, mut span_is_known) = (1_u64, true);
    let mut copies = 1_i64;
    while let Some(Sorted { mode: Mode { shape, stride }, known, at }) = modes.next() {
        let [shape_is_known, stride_is_known] = known;
        let fail = |rule| fail(rounding, rule, at);
        if !is_exact && stride_is_known && stride == 0 {
            continue;
        }
        let gap_is_known = span_is_known && stride_is_known;
        let (extent, reached) = if !gap_is_known && (shape == 1 || !is_exact && stride == 0) {
            (1, Some(span))
        } else if is_exact && stride == 0 {
            return Err(fail(Rule::Broadcast { extent: shape }));
        } else {
            // Divide unsigned numbers: neither is negative, and a division by a constant takes fewer instructions.
            let extent = gap(rounding, stride as u64, span);
            let extent = extent.map_err(|error| error.at(at))? as i64;
            let stays = is_exact || !gap_is_known || shape_is_known || shape != 1;
            // The stride is no less than the span, so it is above it.
            if !stays && !skips(extent, span as i64, stride, modes.clone(), end) {
                return Err(fail(Rule::StaticGap { gap: extent, stride }));
            }
            (extent, (shape as u64).checked_mul(stride as u64))
        };
        if !gap_is_known && extent > limit {
            return Err(fail(Rule::Overflow));
        }
        if !gap_is_known || extent != 1 {
            put(Mode { shape: extent, stride: copies });
        }
        span_is_known = shape_is_known && stride_is_known;
        let limit = if span_is_known { i64::MAX } else { limit };
        (span, copies) = match reached {
            Some(reached) if reached <= limit as u64 => (reached, reached as i64),
            reached => (past(reached, end).ok_or_else(|| fail(Rule::Overflow))?, 0),
        };
    }
    let (n, n_is_known) = match end {
        End::UpTo { n, is_known } => (n, is_known),
        End::Never => {
            put(Mode { shape: 1, stride: copies });
            return Ok(());
        }
    };
    let is_known = span_is_known && n_is_known;
    let extent = cover(rounding, n as u64, span)? as i64;
    if !is_known && extent > limit {
        return Err(Error::new(rounding.operation(), Rule::Overflow));
    }
    if !is_known || extent != 1 {
        put(Mode { shape: extent, stride: copies });
    }
    Ok(())
}
/// A span that does not fit a stride is allowed if nothing moves by it: then there is one copy up to the end, and no
/// gap above it.
#[cold]
fn past(span: Option<u64>, end: End) -> Option<u64> {
    match end {
        End::UpTo { n, .. } => span.filter(|&span| n as u64 <= span),
        // Without an end, a mode continues by its stride.
        End::Never => None,
    }
}
#[cold]
fn fail(rounding: Rounding, rule: Rule, at: usize) -> Error {
    Error::new(rounding.operation(), rule).at(at)
}
/// Returns whether the mode of stride `d` may be left out if its extent turns out to be 1, although its gap `gap` above
/// `span` is static. Without the mode, one gap reaches from `span` to the next relevant stride or the end. It must
/// equal the gap `gap` and the gap from `d` upward together.
#[cold]
fn skips(gap: i64, span: i64, d: i64, behind: impl Iterator<Item = Sorted>, end: End) -> bool {
    let next = behind.map(|leaf| leaf.mode).find(|mode| mode.shape != 1 && mode.stride != 0);
    let goes_on = gap.checked_mul(span) == Some(d);
    let up_to = |span: i64| match (next, end) {
        (Some(mode), _) => Some(mode.stride / span),
        (None, End::UpTo { n, .. }) => cover(Rounding::Ceil, n, span).ok(),
        (None, End::Never) => None,
    };
    match (up_to(d), up_to(span)) {
        (Some(above), Some(all)) => (above == 1 || goes_on) && gap.checked_mul(above) == Some(all),
        _ => goes_on,
    }
}
