//! The tiles of a tensor: iterated for reading, or all borrowed for writing at the same time.

use core::iter::FusedIterator;

use tilework_algebra::{Error, Operation};

use super::by_mode::ByMode;
use super::local_tile::ByZip;
use super::part::{adds_up, lying};
use super::{Tensor, Tile, TileMut, ViewMut};
use crate::layout::coordinate::Coordinate;
use crate::layout::modes::Modes;
use crate::layout::natural::Natural;
use crate::layout::rank::HasRank;
use crate::layout::{AnyLayout, ModesOf};
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Exact;
use crate::operation::try_zipped_divide;
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::accessor::{
    Accessor, Disjoint, DisjointMut, Divisible, Lends, Memory, MemoryMut,
};
#[cfg(feature = "rayon")]
use crate::tensor::iterate::SplitAt;
use crate::tensor::iterate::{Offsets, WithCoordinates, WithPositions};
use crate::verdict::ResultOf;

/// The tile of the divided layout `R`.
pub(crate) type First<R> = <<R as ResultOf<ByZip>>::Layout as TwoModes>::First;
/// The rests of the divided layout `R`.
pub(crate) type Second<R> = <<R as ResultOf<ByZip>>::Layout as TwoModes>::Second;

/// The tiles of a tensor for reading: [`Tensor::tiles`].
pub struct Tiles<'s, A, Tile, Rest: AnyLayout> {
    /// All elements.
    data: &'s A,
    tile: Tile,
    rest: Rest,
    offsets: Offsets<ModesOf<Rest>>,
}

impl<'s, A: Accessor, Tile: AnyLayout, Rest: AnyLayout> Tiles<'s, A, Tile, Rest> {
    /// The parts of a layout `(tile,rest)` that does not reach past the data.
    #[inline(always)]
    pub(super) fn new(data: &'s A, tile: Tile, rest: Rest) -> Self {
        let (tiles, rests) = (tile.modes(), rest.modes());
        let is_empty = tiles.is_empty() || rests.is_empty();
        assert!(is_empty || tiles.reach() + rests.reach() < data.length(), "a part of the data");
        Tiles { data, tile, rest, offsets: Offsets::new(rest.modes()) }
    }

    /// The tile at a coordinate among all tiles, or `None` outside.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// let tiles = matrix.tiles(layout!(<2,3>));
    /// assert_eq!(tiles.get((1, 1)).unwrap()[(0, 0)], 2 + 3 * 4);
    /// assert!(tiles.get((2, 0)).is_none());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn get<C>(&self, coordinate: C) -> Option<Tensor<A::Shared<'s>, Tile>>
    where
        C: Coordinate<usize, Rest::Shape, Rest::Stride>,
    {
        let (shape, stride) = self.rest.parts();
        coordinate.within(shape).then(|| self.at(coordinate.offset(shape, stride)))
    }

    /// The tiles with their coordinates: `((i, j), tile)`. Coordinates have the form of [`Tensor::extents`] of the
    /// rests.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// for ((i, j), tile) in matrix.tiles(layout!(<2,3>)).with_coordinates() {
    ///     assert_eq!(tile[(0, 0)], matrix[(2 * i, 3 * j)]);
    /// }
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn with_coordinates(self) -> WithCoordinates<Self, Rest::Shape>
    where
        Rest::Shape: Natural<usize>,
    {
        let (shape, places) = (self.rest.parts().0, self.offsets.places());
        WithCoordinates::new(self, shape, places)
    }

    /// The tiles, each with the integral coordinate of each mode among all tiles: `([i, j], tile)`. The bound
    /// [`RankLayout`](crate::generic::RankLayout) is enough for it.
    ///
    /// ```
    /// use tilework::{Tensor, View, algorithm::MatrixLayout, generic::Deferred, layout};
    /// fn check(matrix: &View<u32, impl MatrixLayout>) {
    ///     for ([i, j], tile) in matrix.tiles(Deferred(layout!(<2,3>))).with_positions() {
    ///         assert_eq!(tile[(0, 0)], matrix[(2 * i, 3 * j)]);
    ///     }
    /// }
    /// let data: Vec<u32> = (0..24).collect();
    /// check(&Tensor::new(&data[..], layout!((4,6)))?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn with_positions<const N: usize>(self) -> WithPositions<Self, N>
    where
        Rest: HasRank<N>,
    {
        let (rest, at) = (self.rest, self.offsets.places().start);
        WithPositions::new(self, rest, at)
    }

    /// The tile at an offset of the rests.
    #[inline(always)]
    fn at(&self, offset: usize) -> Tensor<A::Shared<'s>, Tile> {
        // SAFETY: it ends no later than the whole layout, which lies in the data, as `new` has checked.
        let accessor = unsafe { self.data.shared_unchecked(lying(offset, self.tile)) };
        // Sound: the elements are those at the offsets of the tile. An empty tile has none.
        Tensor::sound(accessor, self.tile)
    }
}
impl<'s, A: Accessor, Tile: AnyLayout, Rest: AnyLayout> Iterator for Tiles<'s, A, Tile, Rest> {
    type Item = Tensor<A::Shared<'s>, Tile>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.offsets.next().map(|offset| self.at(offset))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }
}
impl<A: Accessor, Tile: AnyLayout, Rest: AnyLayout> DoubleEndedIterator
    for Tiles<'_, A, Tile, Rest>
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.offsets.next_back().map(|offset| self.at(offset))
    }
}
impl<A: Accessor, Tile: AnyLayout, Rest: AnyLayout> ExactSizeIterator for Tiles<'_, A, Tile, Rest> {}
impl<A: Accessor, Tile: AnyLayout, Rest: AnyLayout> FusedIterator for Tiles<'_, A, Tile, Rest> {}
#[cfg(feature = "rayon")]
impl<A: Accessor, Tile: AnyLayout, Rest: AnyLayout> SplitAt for Tiles<'_, A, Tile, Rest> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let Tiles { data, tile, rest, offsets } = self;
        let (first, second) = offsets.split_at(at);
        (Tiles { data, tile, rest, offsets: first }, Tiles { data, tile, rest, offsets: second })
    }
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The parts `(.., c)` of the tensor for all coordinates `c` of its second mode, with the leftmost leaf fastest.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major)).unwrap();
    /// let sums: Vec<i32> = matrix.split().map(|column| column.iter().sum()).collect();
    /// assert_eq!(sums, [1 + 4, 2 + 5, 3 + 6]);
    /// ```
    #[inline(always)]
    pub fn split(&self) -> Tiles<'_, A, L::First, L::Second>
    where
        L: TwoModes,
    {
        let (tile, rest) = self.layout.two_modes();
        Tiles::new(&self.accessor, tile, rest)
    }

    /// The tiles of [`zipped_divide`](crate::operation::zipped_divide()), with the leftmost mode of the rests fastest.
    /// [`Tiles::get`] is the tile at a coordinate, and [`Tensor::zipped_divide`] has all tiles as one tensor.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()).
    #[inline(always)]
    pub fn try_tiles<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Result<Tiles<'_, A, First<R>, Second<R>>, Error>
    where
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        let divided = try_zipped_divide(self.layout, tiler);
        let (tile, rest) = divided.map_err(|e| e.during(Operation::Tiles))?.two_modes();
        Ok(Tiles::new(&self.accessor, tile, rest))
    }

    /// The tiles of [`zipped_divide`](crate::operation::zipped_divide()), with the leftmost mode of the rests fastest.
    /// [`Tiles::get`] is the tile at a coordinate, and [`Tensor::zipped_divide`] has all tiles as one tensor.
    ///
    /// # Panics
    /// If [`Tensor::try_tiles`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// let mut sums = Vec::new();
    /// for tile in matrix.tiles(layout!(<2,3>)) {
    ///     sums.push(tile.iter().sum::<u32>());
    /// }
    /// assert_eq!(sums, [27, 39, 99, 111]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn tiles<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Tiles<'_, A, First<R>, Second<R>>
    where
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        plain_in(self.layout, self.try_tiles(tiler))
    }
}

/// The tiles of a tensor, all borrowed for writing: [`Tensor::tiles_mut`].
///
/// The layout of the tensor is injective, so tiles have no element in common. An element of a tile is only accessible
/// through the layout of the tile.
pub struct TilesMut<D, Tile, Rest: AnyLayout> {
    /// All elements.
    data: D,
    tile: Tile,
    rest: Rest,
    offsets: Offsets<ModesOf<Rest>>,
}

impl<D, Tile, Rest: AnyLayout> TilesMut<D, Tile, Rest> {
    /// The parts of an injective layout `(tile,rest)` of the data of a tensor with that layout.
    #[inline(always)]
    pub(super) fn new(data: D, tile: Tile, rest: Rest) -> Self {
        TilesMut { data, tile, rest, offsets: Offsets::new(rest.modes()) }
    }

    /// The tiles for writing, each with its coordinate, as in [`Tiles::with_coordinates`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 24];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
    /// for ((i, j), mut tile) in matrix.tiles_mut(layout!(<2,3>)).with_coordinates() {
    ///     tile.for_each_mut(|x| *x = 10 * i + j);
    /// }
    /// assert_eq!(matrix[(3, 5)], 11);
    /// ```
    #[inline(always)]
    pub fn with_coordinates(self) -> WithCoordinates<Self, Rest::Shape>
    where
        Rest::Shape: Natural<usize>,
    {
        let (shape, places) = (self.rest.parts().0, self.offsets.places());
        WithCoordinates::new(self, shape, places)
    }

    /// The tiles for writing, each with the integral coordinate of each mode among all tiles: `([i, j], tile)`. The bound
    /// [`RankLayout`](crate::generic::RankLayout) is enough for it.
    #[inline(always)]
    pub fn with_positions<const N: usize>(self) -> WithPositions<Self, N>
    where
        Rest: HasRank<N>,
    {
        let (rest, at) = (self.rest, self.offsets.places().start);
        WithPositions::new(self, rest, at)
    }
}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> TilesMut<D, Tile, Rest> {
    /// The tiles at two different integral coordinates among all tiles, or `None` if the coordinates are equal or one lies
    /// outside. No tile has been taken before.
    #[inline(always)]
    pub(super) fn pair(
        mut self,
        first: usize,
        second: usize,
    ) -> Option<(Tensor<D, Tile>, Tensor<D, Tile>)> {
        let modes = self.rest.modes();
        let size = modes.size();
        // The layout is injective, so different coordinates have different offsets.
        (first != second && first < size && second < size)
            .then(|| (self.lend(modes.offset(first)), self.lend(modes.offset(second))))
    }

    /// The tile at an offset of the rests, which is taken once.
    #[inline(always)]
    fn lend(&mut self, at: usize) -> Tensor<D, Tile> {
        let range = lying(at, self.tile);
        // SAFETY: the layout `(tile,rest)` is injective and its offsets are below the length of
        // the data, as `new` of its tensor has seen, which `self` has an exclusive borrow of. Every
        // offset of the rest is taken once, so that no two of these tiles have an element in common.
        let accessor = unsafe {
            // If offsets add up, this range ends at most where that of the whole layout does, so it needs no check.
            if const { adds_up::<D, Tile>() && adds_up::<D, Rest>() && is_vector::<Tile, Rest>() } {
                self.data.lend_unchecked(range)
            } else {
                self.data.lend(range)
            }
        };
        // Sound: as above, and the offsets of a tile are its own.
        Tensor::sound(accessor, self.tile)
    }
}
/// Returns whether a loop over the tiles is the one to be vectorized: they lie side by side, or are shorter than a
/// register. The check that a tile lies in the data keeps the compiler from that. For larger tiles it is better to
/// keep the check. Otherwise the compiler would shuffle vectors together across matrices of 4 x 4, one after another,
/// and the tiles of a fragment would leave their registers.
const fn is_vector<Tile: AnyLayout, Rest: AnyLayout>() -> bool {
    let side_by_side = matches!(ModesOf::<Rest>::FIRST_STRIDE, Some(1));
    let is_short = matches!(&ModesOf::<Tile>::SMALL, Some(shape) if shape.size() <= 4);
    (side_by_side || is_short) && ModesOf::<Rest>::STATIC.is_none()
}

impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> Iterator for TilesMut<D, Tile, Rest> {
    type Item = Tensor<D, Tile>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.offsets.next().map(|at| self.lend(at))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }
}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> DoubleEndedIterator for TilesMut<D, Tile, Rest> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.offsets.next_back().map(|at| self.lend(at))
    }
}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> ExactSizeIterator for TilesMut<D, Tile, Rest> {}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> FusedIterator for TilesMut<D, Tile, Rest> {}
#[cfg(feature = "rayon")]
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> SplitAt for TilesMut<D, Tile, Rest> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let TilesMut { mut data, tile, rest, offsets } = self;
        let (first, second) = offsets.split_at(at);
        // SAFETY: each of the two iterators accesses elements only by the tiles that it lends, once each, at its own
        // coordinates of the rest. No coordinate is in both, and the layout `(tile,rest)` is injective. Hence no two of
        // the tiles of both have an element in common.
        let same = unsafe { data.lend(0..data.length()) };
        (
            TilesMut { data: same, tile, rest, offsets: first },
            TilesMut { data, tile, rest, offsets: second },
        )
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// The parts `(.., c)` of the tensor for all coordinates `c` of its second mode, with the leftmost leaf fastest.
    /// All of them are borrowed for writing at the same time, and may be sent to threads of `std::thread::scope`, which
    /// end before the borrow does. Those of `std::thread::spawn` may not borrow.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3):row_major)).unwrap();
    /// let mut columns: Vec<_> = matrix.split_mut().collect();
    /// columns[2].for_each_mut(|x| *x = 2);
    /// columns[1][0] = 1;
    /// assert_eq!(data, [0, 1, 2, 0, 0, 2]);
    /// ```
    #[inline(always)]
    pub fn split_mut(&mut self) -> TilesMut<A::Tile<'_>, L::First, L::Second>
    where
        L: TwoModes,
    {
        let (tile, rest) = self.layout.two_modes();
        TilesMut::new(self.accessor.disjoint(), tile, rest)
    }

    /// The tiles of [`zipped_divide`](crate::operation::zipped_divide()), with the leftmost mode of the rests fastest.
    /// All of them are borrowed for writing at the same time, and may be sent to threads of `std::thread::scope`, which
    /// end before the borrow does. Those of `std::thread::spawn` may not borrow.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()).
    ///
    /// ```
    /// use std::thread;
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 24];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
    /// thread::scope(|scope| {
    ///     for (i, mut tile) in matrix.tiles_mut(layout!(<2,3>)).enumerate() {
    ///         scope.spawn(move || tile.for_each_mut(|x| *x = i));
    ///     }
    /// });
    /// assert_eq!(data[..8], [0, 0, 1, 1, 0, 0, 1, 1]);
    /// assert_eq!(data[12..16], [2, 2, 3, 3]);
    /// ```
    #[inline(always)]
    pub fn try_tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Result<TilesMut<A::Tile<'_>, First<R>, Second<R>>, Error>
    where
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        let divided = self.try_zipped_divide_mut(tiler);
        let (tile, rest) = divided.map_err(|e| e.during(Operation::Tiles))?.layout.two_modes();
        Ok(TilesMut::new(self.accessor.disjoint(), tile, rest))
    }

    /// The tiles of [`zipped_divide`](crate::operation::zipped_divide()), with the leftmost mode of the rests fastest.
    /// All of them are borrowed for writing at the same time, and may be sent to threads of `std::thread::scope`, which
    /// end before the borrow does. Those of `std::thread::spawn` may not borrow.
    ///
    /// # Panics
    /// If [`Tensor::try_tiles_mut`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> TilesMut<A::Tile<'_>, First<R>, Second<R>>
    where
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_tiles_mut(tiler))
    }
}

impl<A: Memory, L: AnyLayout> Tensor<A, L> {
    /// The same tensor, borrowed, with one type for all sources of the elements. A function with the bound
    /// [`Memory`](crate::bound::Memory) uses it for slices, rows and iterators.
    ///
    /// ```
    /// use tilework::{Tensor, algorithm::MatrixLayout, bound::Memory, layout};
    /// fn largest_step(t: &Tensor<impl Memory<Item = i32>, impl MatrixLayout>) -> i32 {
    ///     let t = t.as_tile();
    ///     let steps = t.slices::<0>().map(|row| (1..row.len()).map(|j| row[j] - row[j - 1]).max());
    ///     steps.flatten().max().unwrap()
    /// }
    /// let t = Tensor::new([1, 2, 4, 5, 3, 9], layout!((2,3):row_major))?;
    /// assert_eq!(largest_step(&t), 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn as_tile(&self) -> Tile<'_, A::Item, L> {
        // SAFETY: the elements are those of `self`, which is borrowed; those at offsets of its layout are its own.
        let accessor = unsafe { Disjoint::new(self.accessor.as_ptr(), self.accessor.length()) };
        // Sound: the same elements through the same layout.
        Tensor::sound(accessor, self.layout)
    }
}
impl<A: MemoryMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::as_tile`] for writing.
    ///
    /// ```
    /// use tilework::{Tensor, algorithm::MatrixLayout, bound::MemoryMut, layout};
    /// fn halve(t: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>) {
    ///     for mut row in t.as_tile_mut().slices_mut::<0>() {
    ///         let sum = row.sum();
    ///         row[0] = sum / 2.0;
    ///     }
    /// }
    /// let mut t = Tensor::new([1.0, 2.0, 3.0, 4.0], layout!((2,2):row_major))?;
    /// halve(&mut t);
    /// assert_eq!(t.data(), [1.5, 2.0, 3.5, 4.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn as_tile_mut(&mut self) -> TileMut<'_, A::Item, L> {
        let layout = self.layout;
        // Sound: the same elements through the same layout.
        Tensor::sound(self.accessor.disjoint(), layout)
    }
}

/// A tensor as one of several tiles. So a function of a [`TileMut`] also takes tensors from other sources, as in
/// `kernel(&mut matrix.slice_mut((.., 1)).into())`.
///
/// ```
/// use tilework::{Layout, Tensor, layout, result::TileMut};
/// type Tile = Layout!((2,3):(1,4));
/// fn kernel(tile: &mut TileMut<i32, Tile>) {
///     tile.for_each_mut(|x| *x += 1);
/// }
/// let mut data = [0; 24];
/// let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
/// matrix.tiles_mut(layout!(<2,3>)).for_each(|mut tile| kernel(&mut tile));
/// kernel(&mut matrix.local_tile_mut(layout!(<2,3>), (1, 1)).into());
/// assert_eq!(data.iter().sum::<i32>(), 24 + 6);
/// ```
impl<'a, T, L: AnyLayout> From<ViewMut<'a, T, L>> for TileMut<'a, T, L> {
    #[inline(always)]
    fn from(view: ViewMut<'a, T, L>) -> Self {
        let Tensor { accessor, layout } = view;
        // SAFETY: it is an exclusive borrow of all elements for `'a`.
        let accessor = unsafe { DisjointMut::new(accessor.as_mut_ptr(), accessor.len()) };
        // Sound: the same elements through the same layout.
        Tensor::sound(accessor, layout)
    }
}
