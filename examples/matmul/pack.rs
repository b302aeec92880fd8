//! Packing: a tile of a matrix, of any layout, copied to a buffer with a layout of its own.

use std::ops::RangeFull;

use tilework::{
    AnyLayout, Ceil, Coordinate, HList, Modes, SliceBy, Sliced, Tensor, View, ViewMut, ZipWith,
    ZippedDivideBy, ZippedDivideCeil, zipped_divide_ceil,
};

use super::real::Real;

/// All of the tile with these coordinates among the tiles.
type AtTile = (RangeFull, (usize, usize));
/// A tile of the layout `L` divided by `B`.
type Tile<L, B> = Sliced<ZippedDivideCeil<L, B>, AtTile>;

/// Layouts of matrices whose tiles by the tiler `B` can be packed into the layout `P`: those
/// whose tiles have the leaves of `P`.
///
/// That is every matrix with one leaf for the rows and one for the columns, and every nested one
/// in which a tile ends where a leaf does.
pub trait Pack<B, P>: AnyLayout {
    /// The layout of all tiles, `((tile),(tiles))`.
    type Tiles: AnyLayout;
    /// `((tile),(tiles))`, where the last tiles may reach past the edge.
    fn tiles(self, tiler: B) -> Self::Tiles;
    /// The number of rows and that of columns.
    fn extents<T>(matrix: &View<T, Self>) -> (usize, usize);
    /// Copies a tile of the matrix; what lies past the edge is 0.
    fn pack<T: Real>(
        matrix: &View<T, Self>,
        tiler: B,
        at: (usize, usize),
        packed: &mut ViewMut<T, P>,
    );
}

impl<L, R, S, P> Pack<HList![R, S], P> for L
where
    R: AnyLayout,
    S: AnyLayout,
    P: AnyLayout + ZipWith<Tile<L, HList![R, S]>>,
    L: ZippedDivideBy<HList![R, S], Ceil>
        + SliceBy<(RangeFull, usize)>
        + SliceBy<(usize, RangeFull)>,
    ZippedDivideCeil<L, HList![R, S]>: SliceBy<AtTile>,
    (usize, usize): Coordinate<usize, L::Shape, L::Stride> + Coordinate<usize, P::Shape, P::Stride>,
{
    type Tiles = ZippedDivideCeil<L, HList![R, S]>;

    fn tiles(self, tiler: HList![R, S]) -> Self::Tiles {
        zipped_divide_ceil(self, tiler)
    }

    fn extents<T>(matrix: &View<T, L>) -> (usize, usize) {
        (matrix.slice((.., 0)).size(), matrix.slice((0, ..)).size())
    }

    fn pack<T: Real>(
        matrix: &View<T, L>,
        tiler: HList![R, S],
        at: (usize, usize),
        packed: &mut ViewMut<T, P>,
    ) {
        let (rows, columns) = (tiler.head.modes().size(), tiler.tail.head.modes().size());
        let (row, column) = (at.0 * rows, at.1 * columns);
        if matrix.get((row + rows - 1, column + columns - 1)).is_some() {
            // The last element is inside, so all are: loops of static length, without checks.
            let (tile, offset) = zipped_divide_ceil(matrix.layout(), tiler).slice_by((.., at));
            let tile = Tensor::new(&matrix.data()[offset..], tile).expect("a tile of the matrix");
            packed.zip_mut_with(&tile, |to, &from| *to = from);
        } else {
            for j in 0..columns {
                for i in 0..rows {
                    let element = matrix.get((row + i, column + j));
                    packed[(i, j)] = element.copied().unwrap_or_default();
                }
            }
        }
    }
}
