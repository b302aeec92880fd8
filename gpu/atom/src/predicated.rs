//! A thread's part of tiles that may reach past the data.

use tilework::algebra::Error;
use typenum::U1;

use super::operand::{MmaA, MmaB, MmaC, OfA, OfB, OfC, PartOf, part};
use super::tiled_copy::{CopyDestination, CopyPartOf, CopySource};
use super::tiled_mma::Atoms;
use super::{ByThread, CopyAtom, MmaAtom, ThreadCopy, ThreadMma, VectorsRead, VectorsWritten};
use tilework::internal::{
    Accessor, AccessorMut, AnyLayout, Known, Leaf, Predicated, Static, plain_in,
};

/// The elements of a thread, with a predicate for each.
type OfThread<A, D, E> = Predicated<A, <D as ByThread>::Values, <E as ByThread>::Values>;
/// Coordinates are not in memory, so vectors of them always stay together.
type Alone = Static<U1>;

impl<A: CopyAtom, T, V> ThreadCopy<A, T, V> {
    /// The elements that the thread reads of a tile that may reach past the data, with a predicate for each.
    /// [`Predicated::load`] fills elements that are outside with a value. ([004](tilework::guide::papers), section 2.6.1.)
    /// For other tiles there
    /// is [`ThreadCopy::try_partition_s`].
    ///
    /// # Errors
    /// Those of [`ThreadCopy::try_partition_s`].
    #[inline(always)]
    pub fn try_predicated_partition_s<L: AnyLayout + CopySource<A, T, V>, C, X, E>(
        self,
        tile: &Predicated<C, L, X>,
    ) -> Result<OfThread<C::Shared<'_>, L::Output, E>, Error>
    where
        C: Accessor + VectorsRead<A, L>,
        X: AnyLayout + CopyPartOf<A, T, V, A::Source, Alone, Result = E>,
        L::Output: ByThread,
        E: ByThread,
    {
        let arranged =
            (self.of.try_partition_s(tile.layout())?, tile.coordinates().try_copy_part()?);
        // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
        unsafe { tile.of_thread(arranged, self.index) }?.vectors(A::Reads::VALUE.get())
    }

    /// The elements that the thread reads of a tile that may reach past the data, with a predicate for each.
    /// [`Predicated::load`] fills elements that are outside with a value. ([004](tilework::guide::papers), section 2.6.1.)
    /// For other tiles there
    /// is [`ThreadCopy::try_partition_s`].
    ///
    /// # Panics
    /// If [`ThreadCopy::try_predicated_partition_s`] returns an error.
    ///
    /// ```
    /// use tilework_atom::{TiledCopy, Vector};
    /// use tilework::{Tensor, layout, typenum::U2};
    /// // 8 threads of two rows each copy tiles of 8 x 4 of a matrix of 11 x 6 to a buffer, and on from there.
    /// let threads = TiledCopy::new(Vector::<U2>::new(), layout!((4,2)), layout!((2,1)));
    /// let (rows, columns, ld) = (11, 6, 12);
    /// let from: Vec<usize> = (1..=72).collect();
    /// let (mut buffer, mut to) = ([9; 8 * 4], [0; 72]);
    /// let from = Tensor::new(&from[..71], layout!((rows,columns):(1,ld)))?;
    /// let mut to = Tensor::new(&mut to[..71], layout!((rows,columns):(1,ld)))?;
    /// let mut shared = Tensor::new(&mut buffer[..], layout!((8,4)))?;
    /// let tiles = from.predicated_divide(layout!(<8,4>));
    /// let mut targets = to.predicated_divide_mut(layout!(<8,4>));
    /// for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
    ///     let (tile, mut target) = (tiles.slice((.., (i, j))), targets.slice_mut((.., (i, j))));
    ///     for thread in (0..threads.threads()).map(|index| threads.thread(index)) {
    ///         thread.predicated_partition_s(&tile).load(0, &mut thread.partition_d(&mut shared))?;
    ///         thread.predicated_partition_d(&mut target).store(&thread.partition_s(&shared))?;
    ///     }
    /// }
    /// assert!(to.iter().eq(from.iter()));
    /// // Nothing is written between the columns, and elements outside of the last tile are 0.
    /// assert_eq!((to.data()[11], shared[(2, 1)], shared[(3, 1)]), (0, from[(10, 5)], 0));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn predicated_partition_s<L: AnyLayout + CopySource<A, T, V>, C, X, E>(
        self,
        tile: &Predicated<C, L, X>,
    ) -> OfThread<C::Shared<'_>, L::Output, E>
    where
        C: Accessor + VectorsRead<A, L>,
        X: AnyLayout + CopyPartOf<A, T, V, A::Source, Alone, Result = E>,
        L::Output: ByThread,
        E: ByThread,
    {
        plain_in(tile.layout(), self.try_predicated_partition_s(tile))
    }

    /// The elements that the thread writes of a tile that may reach past the data. [`Predicated::store`] writes nothing
    /// outside. For other tiles there is [`ThreadCopy::try_partition_d`].
    ///
    /// # Errors
    /// Those of [`ThreadCopy::try_partition_d`].
    #[inline(always)]
    pub fn try_predicated_partition_d<L: AnyLayout + CopyDestination<A, T, V>, C, X, E>(
        self,
        tile: &mut Predicated<C, L, X>,
    ) -> Result<OfThread<C::Exclusive<'_>, L::Output, E>, Error>
    where
        C: AccessorMut + VectorsWritten<A, L>,
        X: AnyLayout + CopyPartOf<A, T, V, A::Destination, Alone, Result = E>,
        L::Output: ByThread,
        E: ByThread,
    {
        let arranged =
            (self.of.try_partition_d(tile.layout())?, tile.coordinates().try_copy_part()?);
        // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
        unsafe { tile.of_thread_mut(arranged, self.index) }?.vectors(A::Writes::VALUE.get())
    }

    /// The elements that the thread writes of a tile that may reach past the data. [`Predicated::store`] writes nothing
    /// outside. For other tiles there is [`ThreadCopy::try_partition_d`].
    ///
    /// # Panics
    /// If [`ThreadCopy::try_predicated_partition_d`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn predicated_partition_d<L: AnyLayout + CopyDestination<A, T, V>, C, X, E>(
        self,
        tile: &mut Predicated<C, L, X>,
    ) -> OfThread<C::Exclusive<'_>, L::Output, E>
    where
        C: AccessorMut + VectorsWritten<A, L>,
        X: AnyLayout + CopyPartOf<A, T, V, A::Destination, Alone, Result = E>,
        L::Output: ByThread,
        E: ByThread,
    {
        let layout = tile.layout();
        plain_in(layout, self.try_predicated_partition_d(tile))
    }
}

macro_rules! partitions {
    ($(
        $doc:literal
        $bound:ident $operand:ident $x:literal $y:literal:
        $try:ident $plain:ident $try_mut:ident $plain_mut:ident;
    )*) => {
        impl<A: MmaAtom, R: Atoms<A>, P> ThreadMma<A, R, P> {$(
            #[doc = $doc]
            ///
            /// # Errors
            /// Those of the method without `predicated_` in its name.
            #[inline(always)]
            pub fn $try<L: AnyLayout + $bound<A, R, P>, C, X, E>(
                self,
                tile: &Predicated<C, L, X>,
            ) -> Result<OfThread<C::Shared<'_>, L::Output, E>, Error>
            where
                C: Accessor,
                X: AnyLayout + PartOf<$operand, A, R, P, Result = E>,
                L::Output: ByThread,
                E: ByThread,
            {
                let layout = part(tile.layout())?;
                let arranged = (layout, tile.coordinates().try_part()?);
                // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
                unsafe { tile.of_thread(arranged, self.among($x, $y)) }
            }

            #[doc = $doc]
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain<L: AnyLayout + $bound<A, R, P>, C, X, E>(
                self,
                tile: &Predicated<C, L, X>,
            ) -> OfThread<C::Shared<'_>, L::Output, E>
            where
                C: Accessor,
                X: AnyLayout + PartOf<$operand, A, R, P, Result = E>,
                L::Output: ByThread,
                E: ByThread,
            {
                plain_in(tile.layout(), self.$try(tile))
            }

            #[doc = $doc]
            ///
            /// They can be written.
            ///
            /// # Errors
            /// Those without `_mut`, and [`Rule::Injectivity`](tilework::Rule) if an element is there twice.
            #[inline(always)]
            pub fn $try_mut<L: AnyLayout + $bound<A, R, P>, C, X, E>(
                self,
                tile: &mut Predicated<C, L, X>,
            ) -> Result<OfThread<C::Exclusive<'_>, L::Output, E>, Error>
            where
                C: AccessorMut,
                X: AnyLayout + PartOf<$operand, A, R, P, Result = E>,
                L::Output: ByThread,
                E: ByThread,
            {
                let layout = part(tile.layout())?;
                let arranged = (layout, tile.coordinates().try_part()?);
                // SAFETY: the arrangement is one of the tensor's own layout, so it has only its offsets.
                unsafe { tile.of_thread_mut(arranged, self.among($x, $y)) }
            }

            #[doc = $doc]
            ///
            /// They can be written.
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain_mut<L: AnyLayout + $bound<A, R, P>, C, X, E>(
                self,
                tile: &mut Predicated<C, L, X>,
            ) -> OfThread<C::Exclusive<'_>, L::Output, E>
            where
                C: AccessorMut,
                X: AnyLayout + PartOf<$operand, A, R, P, Result = E>,
                L::Output: ByThread,
                E: ByThread,
            {
                let layout = tile.layout();
                plain_in(layout, self.$try_mut(tile))
            }
        )*}
    };
}
partitions! {
    "The elements of `A`, `(M,K)`, of the thread in a tile that reaches past the data, as [`ThreadMma::partition_a`] has those \
     of one that does not, with a predicate for each."
        MmaA OfA 1 3:
        try_predicated_partition_a predicated_partition_a
        try_predicated_partition_a_mut predicated_partition_a_mut;
    "The elements of `B`, `(N,K)`, of the thread in a tile that reaches past the data, as [`ThreadMma::partition_b`] has those \
     of one that does not, with a predicate for each."
        MmaB OfB 2 3:
        try_predicated_partition_b predicated_partition_b
        try_predicated_partition_b_mut predicated_partition_b_mut;
    "The elements of `C`, `(M,N)`, of the thread in a tile that reaches past the data, as [`ThreadMma::partition_c`] has those \
     of one that does not, with a predicate for each."
        MmaC OfC 1 2:
        try_predicated_partition_c predicated_partition_c
        try_predicated_partition_c_mut predicated_partition_c_mut;
}
