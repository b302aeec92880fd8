//! The tiles of a tensor that need not divide it evenly, for the threads of rayon's current pool.

use tilework_algebra::Error;

use super::ParTiles;
use crate::layout::AnyLayout;
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Ceil;
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, Divisible};
use crate::tensor::by_mode::ByMode;
use crate::tensor::local_tile::ByZip;
use crate::tensor::{Coordinates, PredicatedBy, PredicatedTiles, PredicatedTilesMut, Tensor};
use crate::verdict::ResultOf;

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::predicated_tiles`] for the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_tiles`].
    #[inline]
    pub fn try_par_predicated_tiles<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Result<ParTiles<PredicatedTiles<'_, A, R::Layout, Coordinates<L, B>>>, Error>
    where
        A: Sync,
        A::Item: Sync,
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        self.try_predicated_tiles(tiler).map(ParTiles)
    }

    /// [`Tensor::predicated_tiles`] for the threads of rayon's current pool: the same tiles in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`].
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_tiles`] returns an error.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6, 7];
    /// let seven = Tensor::new(&data[..], layout!(7:1))?;
    /// let mut sums = [0; 3];
    /// seven.par_predicated_tiles(layout!(3:1)).zip(&mut sums).for_each(|(tile, sum)| {
    ///     tile.for_each(|x| *sum += x);
    /// });
    /// assert_eq!(sums, [1 + 2 + 3, 4 + 5 + 6, 7]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_predicated_tiles<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> ParTiles<PredicatedTiles<'_, A, R::Layout, Coordinates<L, B>>>
    where
        A: Sync,
        A::Item: Sync,
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        plain_in(self.layout(), self.try_par_predicated_tiles(tiler))
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::predicated_tiles_mut`] for the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_tiles_mut`].
    #[inline]
    pub fn try_par_predicated_tiles_mut<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Result<ParTiles<PredicatedTilesMut<A::Tile<'_>, R::Layout, Coordinates<L, B>>>, Error>
    where
        A::Item: Send,
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        self.try_predicated_tiles_mut(tiler).map(ParTiles)
    }

    /// [`Tensor::predicated_tiles_mut`] for the threads of rayon's current pool: the same tiles in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`]. Each tile is written by one thread.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_tiles_mut`] returns an error.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Owned, layout};
    /// let (m, n) = (5_usize, 7_usize);
    /// let mut matrix = Owned::zeros(layout!((m,n)));
    /// let tiles = matrix.par_predicated_tiles_mut(layout!(<2,4>)).with_coordinates();
    /// tiles.for_each(|((i, j), mut tile)| tile.for_each_mut(|x| *x = 10 * i + j));
    /// assert_eq!(matrix[(4, 6)], 21);
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_predicated_tiles_mut<R: ResultOf<ByZip<Ceil>, Layout: TwoModes>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> ParTiles<PredicatedTilesMut<A::Tile<'_>, R::Layout, Coordinates<L, B>>>
    where
        A::Item: Send,
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let layout = self.layout();
        plain_in(layout, self.try_par_predicated_tiles_mut(tiler))
    }
}
