//! A tile repeated until it fills a shape.

use smallvec::SmallVec;

use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::operation::coalesce::coalesce_profile;
use crate::operation::compact::make_ordered_layout;
use crate::operation::product::blocked_product;
use crate::stride::Stride;
use crate::tuple::int_tuple::IntTuple;
use crate::tuple::profile::Profile;

/// The layout made of copies of `tile` whose top-level extents are those of `shape`. It is
/// `r = blocked_product(tile, grid)`, coalesced mode by mode. The grid has `size(shape_k) / size(tile_k)` copies along
/// mode `k`, numbered in the `order` of [`compact_order`](crate::compact_order()). A tile of lower rank is extended by
/// extents of 1. If the strides are coordinates, the copies are along the last place, as in a product.
///
/// # Errors
/// [`Rule::Evenness`] at a mode that the tile does not fill evenly, [`Rule::ModeRange`] for a tile of higher rank,
/// [`Rule::Profile`] for an order of another rank; the errors of [`blocked_product`].
///
/// ```
/// use tilework_algebra::{Layout, tile_to_shape};
/// let tile: Layout = "(2,4):(4,1)".parse()?;
/// let layout = tile_to_shape(&tile, &"(4,8)".parse()?, &"(1,0)".parse()?)?;
/// assert_eq!(layout.to_string(), "((2,2),(4,2)):((4,16),(1,8))");
/// # Ok::<(), tilework_algebra::Error>(())
/// ```
pub fn tile_to_shape<D: Stride>(
    tile: &Layout<D>,
    shape: &IntTuple,
    order: &IntTuple,
) -> Result<Layout<D>, Error> {
    let operation = Operation::TileToShape;
    let rank = shape.rank();
    if tile.rank() > rank {
        return Err(Error::new(operation, Rule::ModeRange { mode: tile.rank() - 1, rank }));
    }
    tile.positive(operation)?;
    let mut grid: SmallVec<[i64; 8]> = SmallVec::new();
    let mut tiles = tile.modes();
    for (at, mode) in shape.modes().enumerate() {
        let size = mode.size().map_err(|error| error.during(operation).at(at))?;
        if size < 0 {
            return Err(Error::new(operation, Rule::NaturalExtent { extent: size }).at(at));
        }
        let span = tiles.next().map_or(1, |tile| tile.size());
        if size % span != 0 {
            return Err(Error::new(operation, Rule::Evenness { size, span }).at(at));
        }
        grid.push(size / span);
    }
    let grid = IntTuple::of_parts(grid, Profile::flat(rank));
    make_ordered_layout(&grid, order)
        .and_then(|grid| blocked_product(tile, &grid))
        .and_then(|blocks| coalesce_profile(&blocks, &Profile::flat(rank)))
        .map_err(|error| error.during(operation))
}
