//! The tiles of a tensor, for the threads of rayon's current pool.

use rayon::iter::plumbing::{Consumer, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use tilework_algebra::Error;

use crate::layout::AnyLayout;
use crate::layout::natural::Natural;
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Exact;
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, Divisible};
use crate::tensor::by_mode::ByMode;
use crate::tensor::iterate::{SplitAt, WithCoordinates};
use crate::tensor::local_tile::ByZip;
use crate::tensor::tiles::{First, Second};
use crate::tensor::{PredicatedTiles, PredicatedTilesMut, Tensor, Tiles, TilesMut};
use crate::verdict::ResultOf;

/// Tiles or slices of a tensor, for the threads of rayon's current pool: the items of the iterator `I`, in its order.
///
/// [`Tensor::par_tiles`], [`Tensor::par_slices`], [`Tensor::par_predicated_tiles`] and their forms with `_mut` return
/// it. It is an [`IndexedParallelIterator`], so it has `for_each`, `map`, `zip`, `enumerate`, `with_min_len`,
/// `for_each_init` and others. `use rayon::prelude::*` brings these into scope; a project needs `rayon` among its own
/// dependencies.
///
/// A thread takes a range of the items and divides it with others that have none. To divide a range costs a few
/// divisions of integers; there is no list of tiles. `with_min_len(n)` leaves ranges of `n` items whole, for tiles so
/// small that a task for each is too much.
#[derive(Clone, Debug)]
pub struct ParTiles<I>(pub(super) I);

impl<I: SplitAt<Item: Send> + Send> ParallelIterator for ParTiles<I> {
    type Item = I::Item;

    fn drive_unindexed<C: UnindexedConsumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.0.len())
    }
}
impl<I: SplitAt<Item: Send> + Send> IndexedParallelIterator for ParTiles<I> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn drive<C: Consumer<I::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<C: ProducerCallback<I::Item>>(self, callback: C) -> C::Output {
        callback.callback(Range(self.0))
    }
}

/// A range of the items, for one thread.
struct Range<I>(I);
impl<I: SplitAt<Item: Send> + Send> Producer for Range<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }

    fn split_at(self, at: usize) -> (Self, Self) {
        let (first, second) = self.0.split_at(at);
        (Range(first), Range(second))
    }
}

macro_rules! with_coordinates {
    ($([$($g:tt)*] $tiles:ty, $rest:ty;)*) => {$(
        impl<$($g)*> ParTiles<$tiles> {
            /// The items with their coordinates among all of them, as the iterator without `par_` has them:
            /// `((i, j), tile)`.
            ///
            /// ```
            /// use rayon::prelude::*;
            /// use tilework::{Owned, layout};
            /// let (m, n) = (4_usize, 6_usize);
            /// let mut matrix = Owned::zeros(layout!((m,n):row_major));
            /// let tiles = matrix.par_tiles_mut(layout!(<2,3>)).with_coordinates();
            /// tiles.for_each(|((i, j), mut tile)| tile.fill(10 * i + j));
            /// assert_eq!(matrix[(3, 5)], 11);
            /// ```
            #[inline]
            pub fn with_coordinates(self) -> ParTiles<WithCoordinates<$tiles, <$rest as AnyLayout>::Shape>>
            where
                <$rest as AnyLayout>::Shape: Natural<usize>,
            {
                ParTiles(self.0.with_coordinates())
            }
        }
    )*};
}
with_coordinates! {
    ['s, A: Accessor, Tile: AnyLayout, Rest: AnyLayout] Tiles<'s, A, Tile, Rest>, Rest;
    [D, Tile: AnyLayout, Rest: AnyLayout] TilesMut<D, Tile, Rest>, Rest;
    ['s, A: Accessor, L: TwoModes, X: TwoModes] PredicatedTiles<'s, A, L, X>, L::Second;
    [D, L: TwoModes, X: TwoModes] PredicatedTilesMut<D, L, X>, L::Second;
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::tiles`] for the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_tiles`].
    #[inline]
    pub fn try_par_tiles<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Result<ParTiles<Tiles<'_, A, First<R>, Second<R>>>, Error>
    where
        A: Sync,
        A::Item: Sync,
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        self.try_tiles(tiler).map(ParTiles)
    }

    /// [`Tensor::tiles`] for the threads of rayon's current pool: the same tiles in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`].
    ///
    /// A function with the bound [`Memory`](crate::bound::Memory) calls it on [`Tensor::as_tile`], whose tiles may be
    /// sent to threads.
    ///
    /// # Panics
    /// If [`Tensor::try_tiles`] returns an error.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6)))?;
    /// let sums: Vec<u32> = matrix.par_tiles(layout!(<2,3>)).map(|tile| tile.sum()).collect();
    /// assert_eq!(sums, [27, 39, 99, 111]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_tiles<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> ParTiles<Tiles<'_, A, First<R>, Second<R>>>
    where
        A: Sync,
        A::Item: Sync,
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        plain_in(self.layout(), self.try_par_tiles(tiler))
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::tiles_mut`] for the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_tiles_mut`].
    #[inline]
    pub fn try_par_tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Result<ParTiles<TilesMut<A::Tile<'_>, First<R>, Second<R>>>, Error>
    where
        A::Item: Send,
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        self.try_tiles_mut(tiler).map(ParTiles)
    }

    /// [`Tensor::tiles_mut`] for the threads of rayon's current pool: the same tiles in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`]. Each tile is written by one thread.
    ///
    /// # Panics
    /// If [`Tensor::try_tiles_mut`] returns an error.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Owned, Tensor, algorithm::MatrixLayout, bound::MemoryMut, layout};
    /// fn scale(t: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>, x: f32) {
    ///     t.map_inplace(|y| *y *= x);
    /// }
    /// let (m, n) = (64_usize, 48_usize);
    /// let from = Owned::from_fn(layout!((m,n)), |(i, j)| (i + j) as f32);
    /// let mut to = Owned::zeros(layout!((m,n):row_major));
    /// let tiles = from.par_tiles(layout!(<16,16>));
    /// to.par_tiles_mut(layout!(<16,16>)).zip(tiles).for_each(|(mut to, from)| {
    ///     to.copy_from(&from);
    ///     scale(&mut to, 2.0);
    /// });
    /// assert_eq!(to[(63, 47)], 2.0 * (63 + 47) as f32);
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> ParTiles<TilesMut<A::Tile<'_>, First<R>, Second<R>>>
    where
        A::Item: Send,
        L: ZippedDivideTotal<B, Exact, Result = R>,
    {
        let layout = self.layout();
        plain_in(layout, self.try_par_tiles_mut(tiler))
    }
}
