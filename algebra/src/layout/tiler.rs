//! Tilers: a layout for a whole layout, or one for each mode.

use alloc::vec::Vec;
use core::fmt;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;

/// The right operand of a composition or divide: a layout, or a tuple of tilers for the modes of the left operand
/// ([004](crate::papers),
/// section 3.3.5).
///
/// In a tuple, an extent `n` alone means `n:1`, and `_` keeps the mode unchanged. Tuples nest up to
/// [`Tiler::MAX_DEPTH`].
///
/// ```
/// use tilework_algebra::Tiler;
/// let tiler: Tiler = "(4,(2,_),8:2)".parse()?;
/// assert_eq!(tiler.to_string(), "<4:1,<2:1,_>,8:2>");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Tiler {
    /// A layout, applied to the whole operand.
    Layout(Layout),
    /// A layout into the coordinates of the whole operand: `(4,8):(e0,e1)` is `<4:1,8:1>` ([004](crate::papers),
    /// section 3.3.5).
    Coordinates(Layout<ArithmeticTuple>),
    /// A layout with XOR strides, whose offsets are integral coordinates of the whole operand.
    Xor(Layout<Xor>),
    /// One tiler for each of the first modes.
    Modes(Vec<Tiler>),
    /// Keeps the mode unchanged.
    Keep,
}

impl Tiler {
    /// The deepest nesting of tuples in a tiler that operations accept.
    pub const MAX_DEPTH: usize = 64;

    /// The tiler `n:1`.
    ///
    /// # Errors
    /// [`Rule::Extent`] if `n` is below 1.
    #[inline]
    pub fn leaf(n: i64) -> Result<Self, Error> {
        Ok(Tiler::Layout(Layout::leaf(n, 1)?))
    }

    /// This tiler, borrowed.
    #[inline]
    pub fn borrow(&self) -> TilerRef<'_> {
        match self {
            Tiler::Layout(layout) => TilerRef::Layout(layout),
            Tiler::Coordinates(layout) => TilerRef::Coordinates(layout),
            Tiler::Xor(layout) => TilerRef::Xor(layout),
            Tiler::Modes(modes) => TilerRef::Modes(modes),
            Tiler::Keep => TilerRef::Keep,
        }
    }
}

impl From<Layout<ArithmeticTuple>> for Tiler {
    #[inline]
    fn from(layout: Layout<ArithmeticTuple>) -> Self {
        Tiler::Coordinates(layout)
    }
}

impl From<Layout<Xor>> for Tiler {
    #[inline]
    fn from(layout: Layout<Xor>) -> Self {
        Tiler::Xor(layout)
    }
}

impl From<Layout> for Tiler {
    #[inline]
    fn from(layout: Layout) -> Self {
        Tiler::Layout(layout)
    }
}

/// A borrowed [`Tiler`], converted from `&Layout` or `&Tiler`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TilerRef<'a> {
    /// A layout, applied to the whole operand.
    Layout(&'a Layout),
    /// A layout into the coordinates of the whole operand.
    Coordinates(&'a Layout<ArithmeticTuple>),
    /// A layout with XOR strides.
    Xor(&'a Layout<Xor>),
    /// One tiler for each of the first modes.
    Modes(&'a [Tiler]),
    /// Keeps the mode unchanged.
    Keep,
}

impl<'a> From<&'a Layout> for TilerRef<'a> {
    #[inline]
    fn from(layout: &'a Layout) -> Self {
        TilerRef::Layout(layout)
    }
}

impl<'a> From<&'a Layout<ArithmeticTuple>> for TilerRef<'a> {
    #[inline]
    fn from(layout: &'a Layout<ArithmeticTuple>) -> Self {
        TilerRef::Coordinates(layout)
    }
}

impl<'a> From<&'a Layout<Xor>> for TilerRef<'a> {
    #[inline]
    fn from(layout: &'a Layout<Xor>) -> Self {
        TilerRef::Xor(layout)
    }
}

impl<'a> From<&'a Tiler> for TilerRef<'a> {
    #[inline]
    fn from(tiler: &'a Tiler) -> Self {
        tiler.borrow()
    }
}

/// Applies `with_tile` to `a` and the layout of a tiler, mode by mode if the tiler is a tuple ([004](crate::papers),
/// equation 12). An
/// error in a mode names the top-level mode.
pub(crate) fn by_mode<D: Stride>(
    operation: Operation,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    with_tile: WithTile<'_, D>,
) -> Result<Layout<D>, Error> {
    let with_tile = |a: &Layout<D>, tile: Option<Tile<'_>>| match tile {
        Some(tile) => with_tile(a, tile),
        None => Ok(a.clone()),
    };
    nested_by_mode(operation, a, tiler, &with_tile, 0)
}

/// Like [`by_mode`], for results with another kind of strides. Modes without a tiler are converted too.
pub(crate) fn every_mode<D: Stride, R: Stride>(
    operation: Operation,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    of_mode: &dyn Fn(&Layout<D>, Option<Tile<'_>>) -> Result<Layout<R>, Error>,
) -> Result<Layout<R>, Error> {
    nested_by_mode(operation, a, tiler, of_mode, 0)
}

/// The operation on a layout and its part of the tiler.
type WithTile<'a, D> = &'a dyn Fn(&Layout<D>, Tile<'_>) -> Result<Layout<D>, Error>;

fn nested_by_mode<D: Stride, R: Stride>(
    operation: Operation,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    of_mode: &dyn Fn(&Layout<D>, Option<Tile<'_>>) -> Result<Layout<R>, Error>,
    depth: usize,
) -> Result<Layout<R>, Error> {
    let tilers = match tiler {
        TilerRef::Layout(layout) => return of_mode(a, Some(Tile::Layout(layout))),
        TilerRef::Coordinates(layout) => return of_mode(a, Some(Tile::Coordinates(layout))),
        TilerRef::Xor(layout) => return of_mode(a, Some(Tile::Xor(layout))),
        TilerRef::Keep => return of_mode(a, None),
        TilerRef::Modes(tilers) => tilers,
    };
    if depth == Tiler::MAX_DEPTH {
        let rule = Rule::Depth { limit: Tiler::MAX_DEPTH };
        return Err(Error::new(operation, rule));
    }
    let rank = a.rank();
    let mut parts = Vec::with_capacity(rank);
    for (at, mode) in a.modes().enumerate() {
        let tiler = tilers.get(at).map_or(TilerRef::Keep, Tiler::borrow);
        let part = nested_by_mode(operation, &mode, tiler, of_mode, depth + 1);
        parts.push(part.map_err(|error| error.at(at))?);
    }
    // Errors in existing modes come first.
    if tilers.len() > rank {
        let rule = Rule::TilerRank { tiler: tilers.len(), layout: rank };
        return Err(Error::new(operation, rule));
    }
    Layout::concatenate(parts).map_err(|error| error.during(operation))
}

impl fmt::Display for Tiler {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiler::Layout(layout) => write!(f, "{layout}"),
            Tiler::Coordinates(layout) => write!(f, "{layout}"),
            Tiler::Xor(layout) => write!(f, "{layout}"),
            Tiler::Keep => f.write_str("_"),
            Tiler::Modes(modes) => {
                f.write_str("<")?;
                for (at, mode) in modes.iter().enumerate() {
                    if at > 0 {
                        f.write_str(",")?;
                    }
                    write!(f, "{mode}")?;
                }
                f.write_str(">")
            }
        }
    }
}

impl fmt::Debug for Tiler {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
