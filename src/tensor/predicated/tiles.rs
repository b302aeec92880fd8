//! The tiles of a tensor that need not divide it evenly: iterated for reading, or all borrowed for writing at the same
//! time.

use core::iter::FusedIterator;
use core::ops::Range;

use tilework_algebra::Error;

use super::axes::PredicatedParts;
use super::inside::{Inside, Predicate as _};
use super::{Coordinates, Predicated, PredicatedBy};
use crate::layout::natural::Natural;
use crate::layout::rank::HasRank;
use crate::layout::{AnyLayout, ModesOf, injectivity};
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Ceil;
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Divisible, Lends};
use crate::tensor::by_mode::ByMode;
#[cfg(feature = "rayon")]
use crate::tensor::iterate::SplitAt;
use crate::tensor::iterate::{Offsets, WithCoordinates, WithPositions};
use crate::tensor::local_tile::ByZip;
use crate::verdict::ResultOf;

/// The positions of the next tiles, by the layouts `L` of a padded divide and `X` of its coordinates.
struct Places<L: TwoModes, X: TwoModes> {
    tile: L::First,
    rest: L::Second,
    coordinates: X::First,
    inside: Inside,
    offsets: Offsets<ModesOf<L::Second>>,
    at: Offsets<ModesOf<X::Second>>,
}
impl<L: TwoModes, X: TwoModes> Places<L, X> {
    #[inline(always)]
    fn new(layout: L, coordinates: X, inside: Inside) -> Self {
        let ((tile, rest), (coordinates, others)) = (layout.two_modes(), coordinates.two_modes());
        let (offsets, at) = (Offsets::new(rest.modes()), Offsets::new(others.modes()));
        Places { tile, rest, coordinates, inside, offsets, at }
    }

    /// The position of the next tile.
    #[inline(always)]
    fn next(&mut self) -> Option<Place> {
        Some(Place { offset: self.offsets.next()?, at: self.at.next()? })
    }

    /// The position of the last tile.
    #[inline(always)]
    fn next_back(&mut self) -> Option<Place> {
        Some(Place { offset: self.offsets.next_back()?, at: self.at.next_back()? })
    }

    /// The tile at a position, with the elements that `lend` returns for a range of offsets. There are `length`
    /// elements.
    #[inline(always)]
    fn tile<D>(
        &self,
        Place { offset, at }: Place,
        length: usize,
        lend: impl FnOnce(Range<usize>) -> D,
    ) -> Predicated<D, L::First, X::First> {
        let Places { tile, coordinates, inside, .. } = *self;
        let (range, inside) = inside.from(at).part(tile, offset, length);
        Predicated { accessor: lend(range), layout: tile, coordinates, inside }
    }

    /// The positions of the first tiles, so many, and of the others.
    #[cfg(feature = "rayon")]
    #[inline]
    fn split_at(self, count: usize) -> (Self, Self) {
        let Places { tile, rest, coordinates, inside, offsets, at } = self;
        let (offsets, at) = (offsets.split_at(count), at.split_at(count));
        let places = |offsets, at| Places { tile, rest, coordinates, inside, offsets, at };
        (places(offsets.0, at.0), places(offsets.1, at.1))
    }
}

/// The position of a tile: offsets in the data and in the coordinates.
struct Place {
    offset: usize,
    at: usize,
}

/// The tiles of a tensor that need not divide it evenly, for reading: [`Tensor::predicated_tiles`].
pub struct PredicatedTiles<'s, A, L: TwoModes, X: TwoModes> {
    /// All elements.
    data: &'s A,
    places: Places<L, X>,
}
impl<'s, A: Accessor, L: TwoModes, X: TwoModes> PredicatedTiles<'s, A, L, X> {
    #[inline(always)]
    fn tile(&self, place: Place) -> Predicated<A::Shared<'s>, L::First, X::First> {
        let data = self.data;
        self.places.tile(place, data.length(), |range| data.shared(range))
    }
}
impl<'s, A: Accessor, L: TwoModes, X: TwoModes> Iterator for PredicatedTiles<'s, A, L, X> {
    type Item = Predicated<A::Shared<'s>, L::First, X::First>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.places.next().map(|place| self.tile(place))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.offsets.size_hint()
    }
}
impl<A: Accessor, L: TwoModes, X: TwoModes> DoubleEndedIterator for PredicatedTiles<'_, A, L, X> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.places.next_back().map(|place| self.tile(place))
    }
}
impl<A: Accessor, L: TwoModes, X: TwoModes> ExactSizeIterator for PredicatedTiles<'_, A, L, X> {}
impl<A: Accessor, L: TwoModes, X: TwoModes> FusedIterator for PredicatedTiles<'_, A, L, X> {}
#[cfg(feature = "rayon")]
impl<A: Accessor, L: TwoModes, X: TwoModes> SplitAt for PredicatedTiles<'_, A, L, X> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let PredicatedTiles { data, places } = self;
        let (first, second) = places.split_at(at);
        (PredicatedTiles { data, places: first }, PredicatedTiles { data, places: second })
    }
}

/// The tiles of a tensor that need not divide it evenly, all borrowed for writing: [`Tensor::predicated_tiles_mut`].
pub struct PredicatedTilesMut<D, L: TwoModes, X: TwoModes> {
    /// All elements.
    data: D,
    places: Places<L, X>,
}
impl<D: Lends, L: TwoModes, X: TwoModes> PredicatedTilesMut<D, L, X> {
    /// The tile at a position, which is taken once.
    #[inline(always)]
    fn lend(&mut self, place: Place) -> Predicated<D, L::First, X::First> {
        let data = &mut self.data;
        // SAFETY: `data` is an exclusive borrow of a tensor whose layout is injective, and `try_predicated_tiles_mut`
        // has checked that the coordinates `(tile,rest)` are injective too. Every coordinate of the rest is taken once.
        // Therefore no two of these tiles have a coordinate of the tensor in common, and hence no element. A tile
        // accesses only elements whose coordinates lie in the tensor.
        self.places.tile(place, data.length(), |range| unsafe { data.lend(range) })
    }
}
impl<D: Lends, L: TwoModes, X: TwoModes> Iterator for PredicatedTilesMut<D, L, X> {
    type Item = Predicated<D, L::First, X::First>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.places.next().map(|place| self.lend(place))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.places.offsets.size_hint()
    }
}
impl<D: Lends, L: TwoModes, X: TwoModes> DoubleEndedIterator for PredicatedTilesMut<D, L, X> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.places.next_back().map(|place| self.lend(place))
    }
}
impl<D: Lends, L: TwoModes, X: TwoModes> ExactSizeIterator for PredicatedTilesMut<D, L, X> {}
impl<D: Lends, L: TwoModes, X: TwoModes> FusedIterator for PredicatedTilesMut<D, L, X> {}
#[cfg(feature = "rayon")]
impl<D: Lends, L: TwoModes, X: TwoModes> SplitAt for PredicatedTilesMut<D, L, X> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let PredicatedTilesMut { mut data, places } = self;
        let (first, second) = places.split_at(at);
        // SAFETY: each of the two iterators accesses elements only by the tiles that it lends, once each, at its own
        // coordinates of the rest. No coordinate is in both, so that no two of the tiles of both have an element in
        // common, as in `lend`.
        let same = unsafe { data.lend(0..data.length()) };
        (
            PredicatedTilesMut { data: same, places: first },
            PredicatedTilesMut { data, places: second },
        )
    }
}

macro_rules! with_coordinates {
    ($([$($g:tt)*] $tiles:ty;)*) => {$(
        impl<$($g)*, L: TwoModes, X: TwoModes> $tiles {
            /// The tiles with their coordinates among all tiles, `((i, j), tile)`.
            #[inline(always)]
            pub fn with_coordinates(self) -> WithCoordinates<Self, <L::Second as AnyLayout>::Shape>
            where
                <L::Second as AnyLayout>::Shape: Natural<usize>,
            {
                let (shape, places) = (self.places.rest.parts().0, self.places.offsets.places());
                WithCoordinates::new(self, shape, places)
            }

            /// The tiles, each with the integral coordinate of each mode among all tiles: `([i, j], tile)`. The bound
            /// [`RankLayout`](crate::generic::RankLayout) is enough for it.
            #[inline(always)]
            pub fn with_positions<const N: usize>(self) -> WithPositions<Self, N>
            where
                L::Second: HasRank<N>,
            {
                let (rest, at) = (self.places.rest, self.places.offsets.places().start);
                WithPositions::new(self, rest, at)
            }
        }
    )*};
}
with_coordinates! {
    ['s, A] PredicatedTiles<'s, A, L, X>;
    [D] PredicatedTilesMut<D, L, X>;
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tiles of [`Tensor::predicated_divide`], one after another, with the leftmost mode of the rests fastest.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_divide`].
    #[inline]
    pub fn try_predicated_tiles<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Result<PredicatedTiles<'_, A, R::Layout, Coordinates<L, B>>, Error>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let PredicatedParts(layout, coordinates, inside) = self.layout.predicated(tiler)?;
        Ok(PredicatedTiles {
            data: &self.accessor,
            places: Places::new(layout, coordinates, inside),
        })
    }

    /// The tiles of [`Tensor::predicated_divide`], one after another, with the leftmost mode of the rests fastest.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_tiles`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6, 7];
    /// let seven = Tensor::new(&data[..], layout!(7:1))?;
    /// let mut sums = [0; 3];
    /// for (i, tile) in seven.predicated_tiles(layout!(3:1)).with_coordinates() {
    ///     tile.for_each(|x| sums[i] += x);
    /// }
    /// assert_eq!(sums, [1 + 2 + 3, 4 + 5 + 6, 7]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn predicated_tiles<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> PredicatedTiles<'_, A, R::Layout, Coordinates<L, B>>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        plain_in(self.layout, self.try_predicated_tiles(tiler))
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// The tiles of [`Tensor::predicated_divide_mut`], with the leftmost mode of the rests fastest. All of them are
    /// borrowed for writing at the same time, and may be sent to threads.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_divide_mut`].
    #[inline]
    pub fn try_predicated_tiles_mut<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Result<PredicatedTilesMut<A::Tile<'_>, R::Layout, Coordinates<L, B>>, Error>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let PredicatedParts(layout, coordinates, inside) = self.layout.predicated(tiler)?;
        // If no two tiles share a coordinate, they share no element, since this tensor is injective.
        injectivity::check(coordinates.modes())?;
        let places = Places::new(layout, coordinates, inside);
        Ok(PredicatedTilesMut { data: self.accessor.disjoint(), places })
    }

    /// The tiles of [`Tensor::predicated_divide_mut`], with the leftmost mode of the rests fastest. All of them are
    /// borrowed for writing at the same time, and may be sent to threads.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_tiles_mut`] returns an error.
    ///
    /// ```
    /// use std::thread;
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 35];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((5,7))).unwrap();
    /// thread::scope(|scope| {
    ///     for ((i, j), mut tile) in matrix.predicated_tiles_mut(layout!(<2,4>)).with_coordinates() {
    ///         scope.spawn(move || tile.for_each_mut(|x| *x = 10 * i + j));
    ///     }
    /// });
    /// assert_eq!(matrix[(4, 6)], 21);
    /// ```
    #[inline]
    #[track_caller]
    pub fn predicated_tiles_mut<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> PredicatedTilesMut<A::Tile<'_>, R::Layout, Coordinates<L, B>>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_predicated_tiles_mut(tiler))
    }
}
