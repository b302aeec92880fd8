//! Products: a layout repeated over a grid.

use alloc::vec::Vec;

use crate::budget::{Budget, COMPOSITION};
use crate::error::{Error, Operation};
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::layout::tiler::{TilerRef, by_mode};
use crate::operation::complement::complement_ext;
use crate::operation::composition::compose_tile;
use crate::operation::divide::gathered;
use crate::stride::Stride;

/// The product of `a` and the grid `b`: the layout `r = (a, a* o b)` of rank 2 with
/// `r(x, y) = a(x) + a*(b(y))`, where `a* = complement_ext(a)` ([004](crate::papers), section
/// 3.5.1; [003](crate::papers), definition 2.3.9.1). Mode 0 is `a`, mode 1 runs over disjoint
/// copies of it in the order of `b`.
///
/// If `b` is a tiler, each mode of `a` is multiplied by its part of the tiler. Modes past a shorter tiler, and modes
/// that the tiler keeps, stay as they are.
///
/// 003 takes the complement of `a` in `size(a) * cosize(b)`. Many layouts that have a product have no complement in
/// that number; for those that do, the result is the same.
///
/// # Errors
/// The errors of [`complement_ext`](crate::complement_ext()) and of [`composition`](crate::composition()). A mode in
/// the error is a mode of `b`.
///
/// ```
/// use tilework_algebra::{Layout, logical_product};
/// let tile: Layout = "(4,8):(20,2)".parse()?;
/// let grid: Layout = "(3,2):(2,1)".parse()?;
/// assert_eq!(logical_product(&tile, &grid)?.to_string(), "((4,8),(3,2)):((20,2),(80,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn logical_product<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    product(Operation::LogicalProduct, a, b.into())
}

/// [`logical_product`] with the tiles of all modes gathered in mode 0 and the grids in mode 1:
/// `((a_0, a_1, ...), (grid_0, grid_1, ...))`. The modes past a shorter tiler go to the grids; a mode that the tiler
/// keeps is a tile with the grid `1:0`. If `b` is a layout, the result is that of [`logical_product`].
///
/// # Errors
/// The errors of [`logical_product`].
///
/// ```
/// use tilework_algebra::{Layout, Tiler, zipped_product};
/// let a: Layout = "(4,2):(3,17)".parse()?;
/// let tiler: Tiler = "<2,3>".parse()?;
/// assert_eq!(zipped_product(&a, &tiler)?.to_string(), "((4,2),(2,3)):((3,17),(1,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn zipped_product<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    let [tiles, grids] = zipped(Operation::ZippedProduct, a, b.into())?;
    concatenated(Operation::ZippedProduct, [tiles, grids])
}

/// [`zipped_product`] with the modes of the grid at the top level: `((a_0, a_1, ...), grid_0, grid_1, ...)`.
///
/// # Errors
/// The errors of [`logical_product`].
///
/// ```
/// use tilework_algebra::{Layout, tiled_product};
/// let (a, b): (Layout, Layout) = ("(2,2):(4,1)".parse()?, "(4,2):(2,1)".parse()?);
/// assert_eq!(tiled_product(&a, &b)?.to_string(), "((2,2),4,2):((4,1),8,2)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tiled_product<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    let [tiles, grids] = zipped(Operation::TiledProduct, a, b.into())?;
    let modes = core::iter::once(tiles).chain(grids.modes());
    concatenated(Operation::TiledProduct, modes)
}

/// [`zipped_product`] with all modes at the top level: `(a_0, a_1, ..., grid_0, grid_1, ...)`.
///
/// # Errors
/// The errors of [`logical_product`].
///
/// ```
/// use tilework_algebra::{Layout, flat_product};
/// let (a, b): (Layout, Layout) = ("(2,2):(4,1)".parse()?, "(4,2):(2,1)".parse()?);
/// assert_eq!(flat_product(&a, &b)?.to_string(), "(2,2,4,2):(4,1,8,2)");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn flat_product<'a, D: Stride>(
    a: &Layout<D>,
    b: impl Into<TilerRef<'a>>,
) -> Result<Layout<D>, Error> {
    let [tiles, grids] = zipped(Operation::FlatProduct, a, b.into())?;
    concatenated(Operation::FlatProduct, tiles.modes().chain(grids.modes()))
}

/// [`logical_product`] with the modes of `a` and of the grid paired and the tile inside:
/// `((a_0, grid_0), (a_1, grid_1), ...)`, so the tiles are blocks ([004](crate::papers), section 3.5.1). The operand of
/// lower rank is
/// extended by modes `1:0`. The strides of the grid may be of any kind.
///
/// # Errors
/// The errors of [`logical_product`].
///
/// ```
/// use tilework_algebra::{Layout, blocked_product};
/// let (a, b): (Layout, Layout) = ("(3,4):(4,1)".parse()?, "(2,5):(1,2)".parse()?);
/// assert_eq!(blocked_product(&a, &b)?.to_string(), "((3,2),(4,5)):((4,12),(1,24))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn blocked_product<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
) -> Result<Layout<D>, Error> {
    let pairs = paired(Operation::BlockedProduct, a, b)?;
    let pairs = pairs.into_iter().map(|pair| concatenated(Operation::BlockedProduct, pair));
    concatenated(Operation::BlockedProduct, pairs.collect::<Result<Vec<_>, _>>()?)
}

/// [`blocked_product`] with the grid inside: `((grid_0, a_0), (grid_1, a_1), ...)`, so the tiles are interleaved: in
/// each mode, elements of a tile are as far apart as the grid is large ([004](crate::papers), section 3.5.1).
///
/// # Errors
/// The errors of [`logical_product`].
///
/// ```
/// use tilework_algebra::{Layout, raked_product};
/// let (a, b): (Layout, Layout) = ("(3,4):(4,1)".parse()?, "(2,5):(1,2)".parse()?);
/// assert_eq!(raked_product(&a, &b)?.to_string(), "((2,3),(5,4)):((12,4),(24,1))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn raked_product<D: Stride, E: Stride>(
    a: &Layout<D>,
    b: &Layout<E>,
) -> Result<Layout<D>, Error> {
    let pairs = paired(Operation::RakedProduct, a, b)?;
    let pairs =
        pairs.into_iter().map(|[tile, grid]| concatenated(Operation::RakedProduct, [grid, tile]));
    concatenated(Operation::RakedProduct, pairs.collect::<Result<Vec<_>, _>>()?)
}

fn product<D: Stride>(
    operation: Operation,
    a: &Layout<D>,
    b: TilerRef<'_>,
) -> Result<Layout<D>, Error> {
    a.positive(operation)?;
    let budget = Budget::new(operation, COMPOSITION);
    let with_grid =
        |a: &Layout<D>, b: Tile<'_>| Layout::concatenate([a.clone(), grid(a, b, &budget)?]);
    by_mode(operation, a, b, &with_grid).map_err(|error| error.during(operation))
}

/// `a* o b`. An error of the complement names no mode, since it would be a mode of `a`.
fn grid<D: Stride>(a: &Layout<D>, b: Tile<'_>, budget: &Budget<'_>) -> Result<Layout<D>, Error> {
    let complement = complement_ext(a).map_err(|error| Error { mode: None, ..error })?;
    compose_tile(&complement, b, budget)
}

/// The tiles and the grids of the product by mode.
fn zipped<D: Stride>(
    operation: Operation,
    a: &Layout<D>,
    b: TilerRef<'_>,
) -> Result<[Layout<D>; 2], Error> {
    let (tiles, grids) = gathered(&product(operation, a, b)?, b)?;
    Ok([tiles, grids])
}

/// The modes of `a` and of the grid, in pairs.
fn paired<D: Stride, E: Stride>(
    operation: Operation,
    a: &Layout<D>,
    b: &Layout<E>,
) -> Result<Vec<[Layout<D>; 2]>, Error> {
    a.positive(operation)?;
    let rank = a.rank().max(b.rank());
    // Use a tuple even if `b` is a leaf, whose composite may be a tuple.
    let b = b.modes().chain(core::iter::repeat(Layout::unit())).take(rank);
    let b: Layout<E> = Layout::concatenate(b)?;
    let units = || core::iter::repeat(Layout::unit());
    let budget = Budget::new(operation, COMPOSITION);
    let grid = grid(a, E::tile(&b), &budget).map_err(|error| error.during(operation))?;
    Ok(a.modes().chain(units()).zip(grid.modes()).map(|(tile, grid)| [tile, grid]).collect())
}

fn concatenated<D: Stride>(
    operation: Operation,
    parts: impl IntoIterator<Item = Layout<D>>,
) -> Result<Layout<D>, Error> {
    Layout::concatenate(parts).map_err(|error| error.during(operation))
}
