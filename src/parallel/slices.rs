//! The slices of a tensor at each coordinate of a mode, for the threads of rayon's current pool.

use typenum::{Const, ToUInt, U};

use super::ParTiles;
use crate::layout::AnyLayout;
use crate::tensor::accessor::{Accessor, Divisible};
use crate::tensor::{AlongMode, Others, Tensor, Tiles, TilesMut};

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::slices`] for the threads of rayon's current pool: the same slices in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`].
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// let columns: i32 = matrix.par_slices::<1>().map(|column| column[0] * column[1]).sum();
    /// assert_eq!(columns, 1 * 4 + 2 * 5 + 3 * 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn par_slices<const K: usize /* the rows: `t.par_slices::<0>()` */>(
        &self,
    ) -> ParTiles<Tiles<'_, A, Others<L, U<K>>, <L as AlongMode<U<K>>>::Mode>>
    where
        A: Sync,
        A::Item: Sync,
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        ParTiles(self.slices::<K>())
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::slices_mut`] for the threads of rayon's current pool: the same slices in the same order, as a
    /// [`rayon::iter::IndexedParallelIterator`]. Each slice is written by one thread.
    ///
    /// ```
    /// use rayon::prelude::*;
    /// use tilework::{Owned, Tensor, algorithm::MatrixLayout, bound::MemoryMut, layout};
    /// fn normalize(t: &mut Tensor<impl MemoryMut<Item = f32>, impl MatrixLayout>) {
    ///     t.par_slices_mut::<0>().for_each(|mut row| {
    ///         let sum = row.sum();
    ///         row.map_inplace(|x| *x /= sum);
    ///     });
    /// }
    /// let (m, n) = (3_usize, 4_usize);
    /// let mut matrix = Owned::from_fn(layout!((m,n):row_major), |(i, _)| 1.0 + i as f32);
    /// normalize(&mut matrix);
    /// assert_eq!(matrix.to_vec(), [0.25; 12]);
    /// ```
    #[inline]
    pub fn par_slices_mut<const K: usize /* the rows: `t.par_slices_mut::<0>()` */>(
        &mut self,
    ) -> ParTiles<TilesMut<A::Tile<'_>, Others<L, U<K>>, <L as AlongMode<U<K>>>::Mode>>
    where
        A::Item: Send,
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        ParTiles(self.slices_mut::<K>())
    }
}
