//! Tensors of coordinates, which are predicates for tiles that reach past the data.

use tilework_algebra::{Error, Operation, Rule};

use super::Tensor;
use super::by_mode::ByMode;
use super::local_tile::{ByZip, CutTile};
use crate::layout::codomain::IntoCoordinates;
use crate::layout::coordinate::Coordinate;
use crate::layout::for_each::{ForEach, Offset};
use crate::layout::slice::{SliceAt, SlicedAt};
use crate::layout::unroll::{Offsets, Unroll, UnrollModes};
use crate::layout::{AnyLayout, ModesOf};
use crate::operation::arrangement::{Flat, Tiled};
use crate::operation::composition::CompositionTotal;
use crate::operation::divide::arranged::ArrangedTotal;
use crate::operation::divide::{DivideTotal, ZippedDivideTotal};
use crate::operation::round::{Ceil, Exact, Rounded};
use crate::operation::thread_value::{ArrangeTiles, ThreadValue};
use crate::plain::plain_in;
use crate::verdict::{ResultOf, operation};

/// Coordinates from an origin on, in place of the data of a [`Tensor`]: the element at the offset `x` is the coordinate
/// `origin + x`. See [`Tensor::coordinates`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin<O> {
    pub(super) origin: O,
}

// On one type, as for `ThreadValue`.
impl Tensor<(), ()> {
    /// The tensor of the coordinates of a layout whose offsets are coordinates: `T(c) = L(c)`, computed when it is
    /// read. For an identity layout it is the identity tensor. Divide and slice it as data of the same shape, and it
    /// has the coordinates of the elements of a tile, also of those past the end. In [004](crate::guide::papers) it is
    /// `{0} o L` (section
    /// 2.5.1).
    ///
    /// ```
    /// use tilework::{Tensor, hlist, layout, operation::make_identity_layout};
    /// // Tiles of 4 x 4 of a matrix of 10 x 7.
    /// let matrix = layout!((10,7));
    /// let identity = Tensor::coordinates(make_identity_layout(matrix.shape()));
    /// let tiles = identity.zipped_divide_ceil(layout!(<4,4>));
    /// let last = tiles.slice((.., (2, 1)));
    /// assert_eq!(last.get((1, 3)), Some(hlist![9, 7]));
    /// // 2 x 3 of its elements are in the matrix.
    /// let inside = last.fold(0, |sum, at| sum + usize::from(matrix.contains(at)));
    /// assert_eq!(inside, 6);
    /// ```
    ///
    /// Tiles and threads' parts work as for data: [`Tensor::local_tile`] and [`Tensor::local_partition`], and the
    /// partitions of a `TiledCopy` and of a `TiledMma`. A thread
    /// then knows the position of each of its elements:
    ///
    /// ```
    /// use tilework_atom::{TiledCopy, Vector};
    /// use tilework::{Tensor, hlist, layout, typenum::U2, operation::make_identity_layout};
    /// let copy = TiledCopy::new(Vector::<U2>::new(), layout!((2,4)), layout!((2,1)));
    /// let matrix = layout!((10,7));
    /// let identity = Tensor::coordinates(make_identity_layout(matrix.shape()));
    /// // The tile (2,1) of 4 x 4 reaches past both ends. Thread 4 has two rows of its third column.
    /// let tile = identity.local_tile_ceil(layout!(<4,4>), (2, 1));
    /// let own = copy.thread(4).partition_s(&tile);
    /// assert_eq!([own.get(0), own.get(1)], [Some(hlist![8, 6]), Some(hlist![9, 6])]);
    /// // Thread 6 has those of the last column, and none of them is in the matrix.
    /// copy.thread(6).partition_s(&tile).for_each(|at| assert!(!matrix.contains(at)));
    /// ```
    ///
    /// As the predicate of a copy of the upper triangle:
    ///
    /// ```
    /// use tilework::{Tensor, layout, algorithm::copy_if};
    /// let (from, mut to) = ([1, 2, 3, 4, 5, 6, 7, 8, 9], [0; 9]);
    /// let from = Tensor::new(&from[..], layout!((3,3):row_major))?;
    /// let identity = Tensor::coordinates(layout!(make_identity_layout((3,3))));
    /// let mut upper = Tensor::new(&mut to[..], layout!((3,3):row_major))?;
    /// copy_if(|i| identity.get(i).is_some_and(|at| at.head <= at.tail.head), &from, &mut upper)?;
    /// assert_eq!(to, [1, 2, 3, 0, 5, 6, 0, 0, 9]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_identity_tensor")]
    #[inline(always)]
    pub fn coordinates<L: IntoCoordinates<Coordinate = O>, O: Offset>(
        layout: L,
    ) -> Tensor<Origin<O>, L> {
        // Sound: coordinates have no data.
        Tensor::sound(Origin { origin: O::ZERO }, layout)
    }
}

impl<O: Offset, L: AnyLayout> Tensor<Origin<O>, L> {
    /// The coordinate that is added to those of the layout.
    #[inline(always)]
    pub fn origin(&self) -> O {
        self.accessor.origin
    }

    /// The element at `coordinate`, or `None` outside of the shape.
    #[inline(always)]
    pub fn get<C: Coordinate<O, L::Shape, L::Stride>>(&self, coordinate: C) -> Option<O> {
        let (shape, stride) = self.layout.parts();
        let inside = coordinate.within(shape);
        inside.then(|| coordinate.accumulate(shape, stride, self.accessor.origin))
    }

    /// Calls `f` with every element, leftmost mode fastest, in nested loops over the modes.
    #[inline(always)]
    pub fn for_each(&self, mut f: impl FnMut(O))
    where
        ModesOf<L>: ForEach<O>,
    {
        self.layout.modes().fold_from(self.accessor.origin, (), &mut |(), at| f(at));
    }

    /// Folds every element with `f`, leftmost mode fastest.
    #[inline(always)]
    pub fn fold<B>(&self, init: B, mut f: impl FnMut(B, O) -> B) -> B
    where
        ModesOf<L>: ForEach<O>,
    {
        self.layout.modes().fold_from(self.accessor.origin, init, &mut f)
    }

    /// Calls `f(i, T(i))` for all integral coordinates `i`, in order, unrolled as
    /// [`Layout::unroll`](crate::Layout::unroll) does.
    ///
    /// ```
    /// use tilework::{Tensor, hlist, layout};
    /// let identity = Tensor::coordinates(layout!(make_identity_layout((4,3))));
    /// let mut seen = Vec::new();
    /// identity.slice((3, ..)).unroll(|i, at| seen.push((i, at)));
    /// assert_eq!(seen, [(0, hlist![3, 0]), (1, hlist![3, 1]), (2, hlist![3, 2])]);
    /// ```
    #[inline(always)]
    pub fn unroll(&self, f: impl FnMut(usize, O))
    where
        L: Unroll<O>,
    {
        self.layout.modes().unrolled(1, self.accessor.origin, &mut Offsets(f));
    }
}

/// Both methods. Their bound is on one line, which saves three lines in an error.
macro_rules! slices {
    ($try:ident $plain:ident where {$($bounds:tt)*}) => {
        impl<O: Offset, L: AnyLayout> Tensor<Origin<O>, L> {
            /// The tensor of the modes that `..` keeps, and of the parts of modes that ranges keep, at the given
            /// coordinates.
            ///
            /// # Errors
            /// [`Rule::CoordinateOutside`] if a given coordinate or range lies outside of the shape.
            #[inline(always)]
            pub fn $try<C>(&self, coordinate: C) -> Result<Tensor<Origin<O>, SlicedAt<L, C, O>>, Error>
            where
                $($bounds)*
            {
                if !self.layout.has_inside(&coordinate) {
                    return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
                }
                let (layout, origin) = self.layout.slice_at(coordinate, self.accessor.origin);
                // Sound: coordinates have no data.
                Ok(Tensor::sound(Origin { origin }, layout))
            }

            /// The tensor of the modes that `..` keeps, and of the parts of modes that ranges keep, at the given
            /// coordinates.
            ///
            /// # Panics
            /// If [`Tensor::try_slice`] returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain<C>(&self, coordinate: C) -> Tensor<Origin<O>, SlicedAt<L, C, O>>
            where
                $($bounds)*
            {
                plain_in(self.layout, self.$try(coordinate))
            }
        }
    };
}
slices!(try_slice slice where {L: SliceAt<C, O>});

/// Methods `try_NAME` and `NAME`, which compute a layout and an origin by `|tensor|`. Names and bound are on one line,
/// which saves three lines in an error.
macro_rules! lift {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$try_doc:meta])*
        try;
        $(#[$doc:meta])*
        $try:ident $plain:ident where {$($bounds:tt)*} [$op:ty, $($g:ident),*] ($($arg:ident: $type:ty),*)
        |$layout:ident, $from:ident| $apply:expr;
    )*) => {$(
        impl<O: Offset, L: AnyLayout> Tensor<Origin<O>, L> {
            $(#[$all])*
            $(#[$try_doc])*
            #[inline(always)]
            pub fn $try<R: ResultOf<$op>, $($g),*>(&self, $($arg: $type),*) -> Result<Tensor<Origin<O>, R::Layout>, Error>
            where
                $($bounds)*
            {
                let ($layout, $from) = (self.layout, self.accessor.origin);
                let (layout, origin) = $apply;
                // Sound: coordinates have no data.
                Ok(Tensor::sound(Origin { origin }, layout))
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            $(#[$doc])*
            #[inline(always)]
            #[track_caller]
            pub fn $plain<R: ResultOf<$op>, $($g),*>(&self, $($arg: $type),*) -> Tensor<Origin<O>, R::Layout>
            where
                $($bounds)*
            {
                plain_in(self.layout, self.$try($($arg),*))
            }
        }
    )*};
}
lift! {
    /// [`Tensor::local_tile`] with tiles that need not divide the tensor evenly. Past the end the coordinates continue,
    /// as in [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()).
    all;
    ///
    /// # Errors
    /// Those of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()), and [`Rule::CoordinateOutside`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, hlist, layout};
    /// let identity = Tensor::coordinates(layout!(make_identity_layout((10,7))));
    /// let tile = identity.local_tile_ceil(layout!(<4,4>), (2, 1));
    /// assert_eq!(tile.get((3, 2)), Some(hlist![11, 6]));
    /// // The row of tiles.
    /// let tiles = identity.local_tile_ceil(layout!(<4,4>), (2, ..));
    /// assert_eq!(tiles.layout().to_string(), "(4,4,2):(e0,e1,4e1)");
    /// ```
    try_local_tile_ceil local_tile_ceil where {L: CutTile<B, C, O, Ceil, Result = R>, B: ByMode<L>} [ByZip<Ceil>, B, C] (tiler: B, coordinate: C)
    |layout, from| {
        let (tile, origin) = layout.cut_tile(tiler, coordinate, from)?;
        (tile.layout(), origin)
    };

    /// The coordinates of the elements of each thread: `(thread, (value, rest))` of
    /// [`partition`](crate::operation::partition()). Slice it by the thread, next to the data of [`Tensor::partition`]
    /// ([004](crate::guide::papers), section 3.3.4).
    all;
    ///
    /// # Errors
    /// Those of [`ThreadValue::try_partition`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, hlist, layout, operation::{ThreadValue, make_identity_layout}};
    /// let tile = layout!((8,8)).shape();
    /// let tv = ThreadValue::new(tile, layout!(((4,8),2):((16,1),8)));
    /// let all = Tensor::coordinates(make_identity_layout(layout!((8,16)).shape()));
    /// // The elements of thread 5: row 1, the second pair of columns of both tiles.
    /// let own = all.partition(tv);
    /// let mut seen = Vec::new();
    /// own.slice((5, ..)).for_each(|at| seen.push(at));
    /// assert_eq!(seen, [hlist![1, 2], hlist![1, 3], hlist![1, 10], hlist![1, 11]]);
    /// ```
    try_partition partition where {L: ArrangeTiles<T, V, Result = R>} [operation::partition_by, T, V] (tv: ThreadValue<T, V>)
    |layout, from| (tv.try_partition(layout)?, from);

    /// The tensor of [`composition`](crate::operation::composition()).
    all;
    ///
    /// # Errors
    /// Those of [`try_composition`](crate::operation::try_composition()).
    try;
    try_compose compose where {L: CompositionTotal<B, Result = R>} [operation::o, B] (right: B)
    |layout, from| (crate::operation::try_composition(layout, right)?, from);

    /// The tensor of [`logical_divide`](crate::operation::logical_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`try_logical_divide`](crate::operation::try_logical_divide()).
    try;
    try_logical_divide logical_divide where {L: DivideTotal<B, Exact, Result = R>} [Rounded<operation::logical_divide_by>, B] (tiler: B)
    |layout, from| (crate::operation::try_logical_divide(layout, tiler)?, from);

    /// The tensor of [`logical_divide_ceil`](crate::operation::logical_divide_ceil()).
    all;
    ///
    /// # Errors
    /// Those of [`try_logical_divide_ceil`](crate::operation::try_logical_divide_ceil()).
    try;
    try_logical_divide_ceil logical_divide_ceil where {L: DivideTotal<B, Ceil, Result = R>} [Rounded<operation::logical_divide_by, Ceil>, B] (tiler: B)
    |layout, from| (crate::operation::try_logical_divide_ceil(layout, tiler)?, from);

    /// The tensor of [`zipped_divide`](crate::operation::zipped_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`try_zipped_divide`](crate::operation::try_zipped_divide()).
    try;
    try_zipped_divide zipped_divide where {L: ZippedDivideTotal<B, Exact, Result = R>, B: ByMode<L>} [ByZip, B] (tiler: B)
    |layout, from| (crate::operation::try_zipped_divide(layout, tiler)?, from);

    /// The tensor of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()).
    all;
    ///
    /// # Errors
    /// Those of [`try_zipped_divide_ceil`](crate::operation::try_zipped_divide_ceil()).
    try;
    try_zipped_divide_ceil zipped_divide_ceil where {L: ZippedDivideTotal<B, Ceil, Result = R>, B: ByMode<L>} [ByZip<Ceil>, B] (tiler: B)
    |layout, from| (crate::operation::try_zipped_divide_ceil(layout, tiler)?, from);

    /// The tensor of [`tiled_divide`](crate::operation::tiled_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`try_tiled_divide`](crate::operation::try_tiled_divide()).
    try;
    try_tiled_divide tiled_divide where {L: ArrangedTotal<B, Exact, Tiled, Result = R>} [Rounded<operation::tiled_divide_by>, B] (tiler: B)
    |layout, from| (crate::operation::try_tiled_divide(layout, tiler)?, from);

    /// The tensor of [`tiled_divide_ceil`](crate::operation::tiled_divide_ceil()).
    all;
    ///
    /// # Errors
    /// Those of [`try_tiled_divide_ceil`](crate::operation::try_tiled_divide_ceil()).
    try;
    try_tiled_divide_ceil tiled_divide_ceil where {L: ArrangedTotal<B, Ceil, Tiled, Result = R>} [Rounded<operation::tiled_divide_by, Ceil>, B] (tiler: B)
    |layout, from| (crate::operation::try_tiled_divide_ceil(layout, tiler)?, from);

    /// The tensor of [`flat_divide`](crate::operation::flat_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`try_flat_divide`](crate::operation::try_flat_divide()).
    try;
    try_flat_divide flat_divide where {L: ArrangedTotal<B, Exact, Flat, Result = R>} [Rounded<operation::flat_divide_by>, B] (tiler: B)
    |layout, from| (crate::operation::try_flat_divide(layout, tiler)?, from);

    /// The tensor of [`flat_divide_ceil`](crate::operation::flat_divide_ceil()).
    all;
    ///
    /// # Errors
    /// Those of [`try_flat_divide_ceil`](crate::operation::try_flat_divide_ceil()).
    try;
    try_flat_divide_ceil flat_divide_ceil where {L: ArrangedTotal<B, Ceil, Flat, Result = R>} [Rounded<operation::flat_divide_by, Ceil>, B] (tiler: B)
    |layout, from| (crate::operation::try_flat_divide_ceil(layout, tiler)?, from);
}
