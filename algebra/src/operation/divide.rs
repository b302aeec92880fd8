//! Divides: a layout split into tiles and the rest.

use crate::budget::{Budget, COMPOSITION};
use crate::error::{Error, Operation};
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::layout::tiler::{Tiler, TilerRef, by_mode};
use crate::operation::composition::{compose_tile, compose_with_complement};
use crate::operation::rounding::Rounding;
use crate::stride::Stride;
use crate::tuple::congruence::coarsened;

/// `a` divided by the tile `b`: the layout `r` of rank 2 with `r(x, y) = a(b(x) + b'(y))`, where
/// `b' = complement(b, size(a))` ([004](crate::papers), section 3.5.2; [003](crate::papers),
/// definition 2.3.8.1). Mode 0 is the tile, mode 1 runs over the tiles.
///
/// If `b` is a tiler, each mode of `a` is divided by its part of the tiler. Modes past a shorter tiler, and modes that
/// the tiler keeps, stay as they are. A tile `b` into coordinates has its complement in the shape of `a`, so that
/// `(4,8):(e0,e1)` divides as `<4,8>` does in [`zipped_divide`].
///
/// # Errors
/// The errors of [`complement`](crate::complement()), so a tile that does not divide evenly is refused, and those of
/// [`composition`](crate::composition()) of `a` and `(b, b')`.
///
/// ```
/// use tilework_algebra::{Layout, Tiler, logical_divide};
/// let a: Layout = "(8,16):(20,1)".parse()?;
/// let tile: Layout = "4:2".parse()?;
/// assert_eq!(logical_divide(&a, &tile)?.to_string(), "(4,(2,16)):(40,(20,1))");
/// let tiler: Tiler = "<4:1,8:2>".parse()?;
/// assert_eq!(logical_divide(&a, &tiler)?.to_string(), "((4,2),(8,2)):((20,80),(2,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn logical_divide<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    divide(Operation::LogicalDivide, Rounding::Exact, a, b.into())
}

/// [`logical_divide`], padded as in CuTe. The complement is [`complement_ceil`](crate::complement_ceil()), so the tiles
/// may reach past `a`, whose last mode is then unbounded. A tile that divides evenly gives the result of
/// [`logical_divide`]. A tile with gaps that are rounded down may leave out parts of `a`.
///
/// # Errors
/// The errors of [`complement_ceil`](crate::complement_ceil()) and of [`composition`](crate::composition()).
///
/// ```
/// use tilework_algebra::{Layout, logical_divide_ceil};
/// let a: Layout = "10:1".parse()?;
/// let tile: Layout = "3:1".parse()?;
/// assert_eq!(logical_divide_ceil(&a, &tile)?.to_string(), "(3,4):(1,3)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn logical_divide_ceil<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    divide(Operation::LogicalDivideCeil, Rounding::Ceil, a, b.into())
}

/// [`logical_divide`] with the tiles of all modes gathered in mode 0 and the rests in mode 1:
/// `((tile_0, tile_1, ...), (rest_0, rest_1, ...))` ([004](crate::papers), section 3.5.2). The
/// modes past a shorter tiler go to the rests; a mode that the tiler keeps is a tile with the rest
/// `1:0`.
///
/// # Errors
/// The errors of [`logical_divide`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, zipped_divide};
/// let a: Layout = "(8,16):(20,1)".parse()?;
/// let tiler: Tiler = "<4:1,8:2>".parse()?;
/// assert_eq!(zipped_divide(&a, &tiler)?.to_string(), "((4,8),(2,2)):((20,2),(80,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn zipped_divide<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    zipped_divide_within(a, tiler, &Budget::new(Operation::ZippedDivide, COMPOSITION))
}

/// [`zipped_divide`] within the budget of the calling operation.
pub(crate) fn zipped_divide_within<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    zipped(Operation::ZippedDivide, Rounding::Exact, a, tiler.into(), budget)
}

/// [`zipped_divide`], padded as in [`logical_divide_ceil`].
///
/// # Errors
/// The errors of [`logical_divide_ceil`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, zipped_divide_ceil};
/// let a: Layout = "(10,7):(1,10)".parse()?;
/// let tiler: Tiler = "<4,4>".parse()?;
/// assert_eq!(zipped_divide_ceil(&a, &tiler)?.to_string(), "((4,4),(3,2)):((1,10),(4,40))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn zipped_divide_ceil<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    let operation = Operation::ZippedDivideCeil;
    zipped(operation, Rounding::Ceil, a, tiler.into(), &Budget::new(operation, COMPOSITION))
}

/// [`zipped_divide`] with the modes that run over the tiles at the top level:
/// `((tile_0, tile_1, ...), rest_0, rest_1, ...)` ([004](crate::papers), section 3.5.2). If the tiler is a layout, the
/// rests are the
/// modes of `a o b'`.
///
/// # Errors
/// The errors of [`logical_divide`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, tiled_divide};
/// let a: Layout = "(8,16):(20,1)".parse()?;
/// let tiler: Tiler = "<4:1,8:2>".parse()?;
/// assert_eq!(tiled_divide(&a, &tiler)?.to_string(), "((4,8),2,2):((20,2),80,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tiled_divide<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    tiled(Operation::TiledDivide, Rounding::Exact, a, tiler.into())
}

/// [`tiled_divide`], padded as in [`logical_divide_ceil`].
///
/// # Errors
/// The errors of [`logical_divide_ceil`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, tiled_divide_ceil};
/// let a: Layout = "(10,7):(1,10)".parse()?;
/// let tiler: Tiler = "<4,4>".parse()?;
/// assert_eq!(tiled_divide_ceil(&a, &tiler)?.to_string(), "((4,4),3,2):((1,10),4,40)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tiled_divide_ceil<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    tiled(Operation::TiledDivideCeil, Rounding::Ceil, a, tiler.into())
}

/// [`zipped_divide`] with all modes at the top level: `(tile_0, tile_1, ..., rest_0, rest_1, ...)`
/// ([004](crate::papers), section
/// 3.5.2).
///
/// # Errors
/// The errors of [`logical_divide`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, flat_divide};
/// let a: Layout = "(8,16):(20,1)".parse()?;
/// let tiler: Tiler = "<4:1,8:2>".parse()?;
/// assert_eq!(flat_divide(&a, &tiler)?.to_string(), "(4,8,2,2):(20,2,80,1)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn flat_divide<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    flat(Operation::FlatDivide, Rounding::Exact, a, tiler.into())
}

/// [`flat_divide`], padded as in [`logical_divide_ceil`].
///
/// # Errors
/// The errors of [`logical_divide_ceil`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, flat_divide_ceil};
/// let a: Layout = "(10,7):(1,10)".parse()?;
/// let tiler: Tiler = "<4,4>".parse()?;
/// assert_eq!(flat_divide_ceil(&a, &tiler)?.to_string(), "(4,4,3,2):(1,10,4,40)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn flat_divide_ceil<'a, D: Stride>(
    a: &Layout<D>,
    tiler: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    flat(Operation::FlatDivideCeil, Rounding::Ceil, a, tiler.into())
}

fn divide<D: Stride>(
    operation: Operation,
    rounding: Rounding,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
) -> Result<Layout<D>, Error> {
    divide_within(operation, rounding, a, tiler, &Budget::new(operation, COMPOSITION))
}

fn divide_within<D: Stride>(
    operation: Operation,
    rounding: Rounding,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    by_mode(operation, a, tiler, &|a, tile| divide_by_tile(rounding, a, tile, budget))
        .map_err(|error| error.during(operation))
}

/// `a o (b, b')` in one composition, which checks `b` and `b'` together.
fn divide_by_tile<D: Stride>(
    rounding: Rounding,
    a: &Layout<D>,
    b: Tile<'_>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    match b {
        Tile::Layout(b) => b.positive(Operation::Complement)?,
        Tile::Coordinates(b) => {
            b.positive(Operation::Complement).and(a.positive(Operation::Composition))?
        }
        Tile::Xor(b) => {
            b.positive(Operation::Complement).and(a.positive(Operation::Composition))?
        }
    }
    match b {
        Tile::Layout(b) => {
            with_complement(rounding, b, a.size(), |both| compose_with_complement(a, both, budget))
        }
        Tile::Coordinates(b) => {
            let shape = coarsened(&a.shape(), &b.codomain());
            with_complement(rounding, b, shape, |both| {
                compose_tile(a, Tile::Coordinates(both), budget)
            })
        }
        Tile::Xor(b) => {
            with_complement(rounding, b, a.size(), |both| compose_tile(a, Tile::Xor(both), budget))
        }
    }
}

fn with_complement<E: Stride, D>(
    rounding: Rounding,
    b: &Layout<E>,
    n: E::Extent,
    compose: impl FnOnce(&Layout<E>) -> Result<Layout<D>, Error>,
) -> Result<Layout<D>, Error> {
    let both = Layout::concatenate([b, &E::complement(rounding, b, n)?])?;
    let of_tile = b.flat_modes().len();
    // The caller does not know the modes of the complement, so an error does not name them.
    compose(&both)
        .map_err(|error| Error { mode: error.mode.filter(|&mode| mode < of_tile), ..error })
}

fn zipped<D: Stride>(
    operation: Operation,
    rounding: Rounding,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
    budget: &Budget<'_>,
) -> Result<Layout<D>, Error> {
    let divided = divide_within(operation, rounding, a, tiler, budget)?;
    let (tiles, rests) = gathered(&divided, tiler)?;
    Layout::concatenate([tiles, rests]).map_err(|error| error.during(operation))
}

fn tiled<D: Stride>(
    operation: Operation,
    rounding: Rounding,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
) -> Result<Layout<D>, Error> {
    let (tiles, rests) = gathered(&divide(operation, rounding, a, tiler)?, tiler)?;
    let modes = core::iter::once(tiles).chain(rests.modes());
    Layout::concatenate(modes).map_err(|error| error.during(operation))
}

fn flat<D: Stride>(
    operation: Operation,
    rounding: Rounding,
    a: &Layout<D>,
    tiler: TilerRef<'_>,
) -> Result<Layout<D>, Error> {
    let (tiles, rests) = gathered(&divide(operation, rounding, a, tiler)?, tiler)?;
    Layout::concatenate(tiles.modes().chain(rests.modes())).map_err(|error| error.during(operation))
}

/// The tiles and the rests of a layout divided (or multiplied) by `tiler`, whose depth has been checked.
pub(crate) fn gathered<D: Stride>(
    divided: &Layout<D>,
    tiler: TilerRef<'_>,
) -> Result<(Layout<D>, Layout<D>), Error> {
    let mut modes = divided.modes();
    match tiler {
        TilerRef::Layout(_) | TilerRef::Coordinates(_) | TilerRef::Xor(_) => {
            let mut next = || modes.next().unwrap_or(Layout::unit());
            Ok((next(), next()))
        }
        TilerRef::Keep => Ok((divided.clone(), Layout::unit())),
        TilerRef::Modes(tilers) => {
            let (mut tiles, mut rests) = (alloc::vec![], alloc::vec![]);
            // This order matters: no mode is lost when the tilers end.
            for (tiler, mode) in tilers.iter().map(Tiler::borrow).zip(modes.by_ref()) {
                let (tile, rest) = gathered(&mode, tiler)?;
                tiles.push(tile);
                rests.push(rest);
            }
            rests.extend(modes);
            Ok((Layout::concatenate(tiles)?, Layout::concatenate(rests)?))
        }
    }
}
