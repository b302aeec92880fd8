//! The operations on layouts, lifted to tensors: the same data through another layout.

use tilework_algebra::Error;

use super::by_mode::ByMode;
use super::local_tile::ByZip;
use super::{Exclusive, Shared, Tensor};
use crate::layout::slice::StaticRange;
use crate::layout::{AnyLayout, injectivity};
use crate::operation::arrangement::{Flat, Tiled};
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::composition::CompositionTotal;
use crate::operation::divide::arranged::ArrangedTotal;
use crate::operation::divide::{DivideTotal, ZippedDivideTotal};
use crate::operation::flatten::FlattenTotal;
use crate::operation::group::GroupTotal;
use crate::operation::one_mode::{CanBeOneMode, OneMode};
use crate::operation::permute::PermuteTotal;
use crate::operation::round::{Ceil, Exact, Rounded};
use crate::operation::select::SelectTotal;
use crate::operation::take::TakeTotal;
use crate::operation::thread_value::{ArrangeTiles, ThreadValue};
use crate::operation::transposed::{CanTranspose, Transposed};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut, Whole};
use crate::verdict::{ResultOf, operation};

/// Methods `try_NAME`, `NAME`, `try_NAME_mut` and `NAME_mut` of an operation on layouts. They make a tensor of its
/// result by `checked`, or by `kept of` the layout if the result has only offsets of the layout. Names and bound are on
/// one line, which saves three lines in an error. The documentation before `all;` is repeated for each method, as an
/// editor shows it. The rest is for the first one.
macro_rules! lift {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$doc:meta])*
        $try:ident $plain:ident $try_mut:ident $plain_mut:ident where {$($bounds:tt)*}
        [$accessor:ident: $op:ty, $($g:ident $(: $copy:ident)?),*] ($($arg:ident: $type:ty),*) $made:ident $(of $of:ident)? |$layout:ident| $apply:expr;
    )*) => {$(
        impl<A: $accessor, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            $(#[$doc])*
            #[inline(always)]
            pub fn $try<R: ResultOf<$op>, $($g $(: $copy)?),*>(&self, $($arg: $type),*) -> Result<Shared<'_, A, R::Layout>, Error>
            where
                $($bounds)*,
                R::Layout: AnyLayout,
            {
                let $layout = self.layout;
                Tensor::$made(self.shared(), $apply $(, $of)?)
            }

            $(#[$all])*
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain<R: ResultOf<$op>, $($g $(: $copy)?),*>(&self, $($arg: $type),*) -> Shared<'_, A, R::Layout>
            where
                $($bounds)*,
                R::Layout: AnyLayout,
            {
                plain_in(self.layout, self.$try($($arg),*))
            }
        }
        impl<A: AccessorMut + $accessor, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            ///
            /// Its elements can be written.
            ///
            /// # Errors
            /// Those without `_mut`, and [`Rule::Injectivity`](crate::Rule) if the layout repeats elements.
            #[inline(always)]
            pub fn $try_mut<R: ResultOf<$op>, $($g $(: $copy)?),*>(
                &mut self,
                $($arg: $type),*
            ) -> Result<Exclusive<'_, A, R::Layout>, Error>
            where
                $($bounds)*,
                R::Layout: AnyLayout,
            {
                let $layout = self.layout;
                Tensor::$made(self.exclusive(), $apply $(, $of)?)
            }

            $(#[$all])*
            ///
            /// Its elements can be written.
            ///
            /// # Panics
            /// If the method with `try_` before its name returns an error.
            #[inline(always)]
            #[track_caller]
            pub fn $plain_mut<R: ResultOf<$op>, $($g $(: $copy)?),*>(&mut self, $($arg: $type),*) -> Exclusive<'_, A, R::Layout>
            where
                $($bounds)*,
                R::Layout: AnyLayout,
            {
                let layout = self.layout;
                plain_in(layout, self.$try_mut($($arg),*))
            }
        }
    )*};
}

// A composition may reach past the layout, on the extended domain, and so may padded divides. Their operand must
// therefore have all offsets below its length.
lift! {
    /// The tensor through `layout() o right`: the same data in another arrangement, or repeated along modes of stride
    /// 0.
    all;
    ///
    /// # Errors
    /// Those of [`composition`](crate::operation::composition()), and [`Rule::Length`](crate::Rule) if `right` reaches
    /// past the data.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3))).unwrap();
    /// matrix.compose_mut(layout!(3:2)).for_each_mut(|x| *x = 1);
    /// assert_eq!(
    ///     matrix.try_compose_mut(layout!((2,3):(0,1))).unwrap_err().to_string(),
    ///     "tensor: injectivity: the coordinates 0 and 1 have the same offset",
    /// );
    /// assert!(matrix.compose(layout!((2,3):(0,1))).iter().eq(&[1, 1, 0, 0, 1, 1]));
    /// ```
    try_compose compose try_compose_mut compose_mut where {L: CompositionTotal<B, Result = R>}
    [Whole: operation::o, B] (right: B) checked |layout| crate::operation::try_composition(layout, right)?;

    /// The tensor of the tiles of [`logical_divide_ceil`](crate::operation::logical_divide_ceil()), for data that
    /// continues to the end of the last tile.
    all;
    ///
    /// # Errors
    /// Those of [`logical_divide_ceil`](crate::operation::logical_divide_ceil()), and [`Rule::Length`](crate::Rule) if
    /// the tiles reach past the data.
    try_logical_divide_ceil logical_divide_ceil try_logical_divide_ceil_mut logical_divide_ceil_mut where {L: DivideTotal<B, Ceil, Result = R>}
    [Whole: Rounded<operation::logical_divide_by, Ceil>, B] (tiler: B) checked |layout| crate::operation::try_logical_divide_ceil(layout, tiler)?;

    /// The tensor `((tile), (rest))` of the tiles of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()),
    /// for data that continues to the end of the last tile.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_logical_divide_ceil`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..12).collect();
    /// let ten = Tensor::new(&data[..], layout!(10:1)).unwrap();
    /// let tiles = ten.zipped_divide_ceil(layout!(4:1));
    /// assert_eq!(tiles.layout().to_string(), "(4,3):(1,4)");
    /// // This one reaches past the data.
    /// assert!(ten.try_zipped_divide_ceil(layout!(8:1)).is_err());
    /// ```
    try_zipped_divide_ceil zipped_divide_ceil try_zipped_divide_ceil_mut zipped_divide_ceil_mut where {L: ZippedDivideTotal<B, Ceil, Result = R>, B: ByMode<L>}
    [Whole: ByZip<Ceil>, B] (tiler: B) checked |layout| crate::operation::try_zipped_divide_ceil(layout, tiler)?;

    /// The tensor `((tile), rest, ..)` of the tiles of [`tiled_divide_ceil`](crate::operation::tiled_divide_ceil()),
    /// for data that continues to the end of the last tile.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_logical_divide_ceil`].
    try_tiled_divide_ceil tiled_divide_ceil try_tiled_divide_ceil_mut tiled_divide_ceil_mut where {L: ArrangedTotal<B, Ceil, Tiled, Result = R>}
    [Whole: Rounded<operation::tiled_divide_by, Ceil>, B] (tiler: B) checked |layout| crate::operation::try_tiled_divide_ceil(layout, tiler)?;

    /// The tensor `(tile, .., rest, ..)` of the tiles of [`flat_divide_ceil`](crate::operation::flat_divide_ceil()),
    /// for data that continues to the end of the last tile.
    all;
    ///
    /// # Errors
    /// Those of [`Tensor::try_logical_divide_ceil`].
    try_flat_divide_ceil flat_divide_ceil try_flat_divide_ceil_mut flat_divide_ceil_mut where {L: ArrangedTotal<B, Ceil, Flat, Result = R>}
    [Whole: Rounded<operation::flat_divide_by, Ceil>, B] (tiler: B) checked |layout| crate::operation::try_flat_divide_ceil(layout, tiler)?;
}

// These make only offsets of the layout, so tiles have these methods too. A selection that lists a mode twice may make
// others.
lift! {
    /// The tensor of the tiles and rests of [`logical_divide`](crate::operation::logical_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`logical_divide`](crate::operation::logical_divide()).
    try_logical_divide logical_divide try_logical_divide_mut logical_divide_mut where {L: DivideTotal<B, Exact, Result = R>}
    [Accessor: Rounded<operation::logical_divide_by>, B] (tiler: B) kept of layout |layout| crate::operation::try_logical_divide(layout, tiler)?;

    /// The tensor `((tile), (rest))` of the tiles of [`zipped_divide`](crate::operation::zipped_divide()).
    all;
    ///
    /// For a single tile for writing, use [`Tensor::local_tile_mut`]. `t.zipped_divide_mut(tiler).slice_mut((.., at))`
    /// borrows from a temporary, which the compiler drops at the end of the line (E0716). [`Tensor::tiles_mut`] lends
    /// all tiles for writing.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()).
    try_zipped_divide zipped_divide try_zipped_divide_mut zipped_divide_mut where {L: ZippedDivideTotal<B, Exact, Result = R>, B: ByMode<L>}
    [Accessor: ByZip, B] (tiler: B) kept of layout |layout| crate::operation::try_zipped_divide(layout, tiler)?;

    /// The tensor `((tile), rest, ..)` of the tiles of [`tiled_divide`](crate::operation::tiled_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`tiled_divide`](crate::operation::tiled_divide()).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// let tiles = matrix.tiled_divide(layout!(<2,3>));
    /// assert_eq!(tiles.layout().to_string(), "((2,3),2,2):((1,4),2,12)");
    /// assert!(tiles.slice((.., 1, 0)).iter().eq(&[2, 3, 6, 7, 10, 11]));
    /// ```
    try_tiled_divide tiled_divide try_tiled_divide_mut tiled_divide_mut where {L: ArrangedTotal<B, Exact, Tiled, Result = R>}
    [Accessor: Rounded<operation::tiled_divide_by>, B] (tiler: B) kept of layout |layout| crate::operation::try_tiled_divide(layout, tiler)?;

    /// The tensor `(tile, .., rest, ..)` of the tiles of [`flat_divide`](crate::operation::flat_divide()).
    all;
    ///
    /// # Errors
    /// Those of [`flat_divide`](crate::operation::flat_divide()).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 24];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
    /// let mut tiles = matrix.flat_divide_mut(layout!(<2,3>));
    /// assert_eq!(tiles.layout().to_string(), "(2,3,2,2):(1,4,2,12)");
    /// tiles.slice_mut((1, 2, .., ..)).for_each_mut(|x| *x = 1);
    /// assert_eq!(data.iter().sum::<u32>(), 4);
    /// assert_eq!((data[9], data[11], data[21], data[23]), (1, 1, 1, 1));
    /// ```
    try_flat_divide flat_divide try_flat_divide_mut flat_divide_mut where {L: ArrangedTotal<B, Exact, Flat, Result = R>}
    [Accessor: Rounded<operation::flat_divide_by>, B] (tiler: B) kept of layout |layout| crate::operation::try_flat_divide(layout, tiler)?;

    /// The tensor of the elements of each thread: `(thread, (value, rest))` of
    /// [`partition`](crate::operation::partition()). Slice it by the thread ([004](crate::guide::papers), section
    /// 3.3.4).
    all;
    ///
    /// # Errors
    /// Those of [`ThreadValue::try_partition`].
    ///
    /// ```
    /// use tilework::{Tensor, layout, operation::ThreadValue};
    /// let data: Vec<u32> = (0..128).collect();
    /// let matrix = Tensor::new(&data[..], layout!((8,16):(16,1)))?;
    /// let tv = ThreadValue::new(layout!((8,8)).shape(), layout!(((4,8),2):((16,1),8)));
    /// let fragment = matrix.partition(tv);
    /// let fragment = fragment.slice((5, ..));
    /// // Row 1, the second pair of columns of both tiles.
    /// assert!(fragment.iter().eq(&[18, 19, 26, 27]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_partition partition try_partition_mut partition_mut where {L: ArrangeTiles<T, V, Result = R>}
    [Accessor: operation::partition_by, T, V] (tv: ThreadValue<T, V>) checked |layout| tv.try_partition(layout)?;

    /// The tensor of the modes `B, ..., E - 1`, with the other modes at coordinate 0:
    /// [`take`](crate::operation::take()).
    all;
    ///
    /// # Errors
    /// [`Rule::Length`](crate::Rule) if an omitted mode has the extent 0, and so no coordinate 0, and the other modes
    /// reach past the data.
    ///
    /// ```
    /// use tilework::{Tensor, layout, range};
    /// let data: Vec<u32> = (0..24).collect();
    /// let cube = Tensor::new(&data[..], layout!((2,3,4))).unwrap();
    /// assert!(cube.take(range::<1, 2>()).iter().eq(&[0, 2, 4]));
    ///
    /// let n = 0;
    /// let none = Tensor::new(&data[..0], layout!((4,n))).unwrap();
    /// assert_eq!(
    ///     none.try_take(range::<0, 1>()).unwrap_err().to_string(),
    ///     "tensor: length: the layout reaches 4 elements, the data has 0",
    /// );
    /// ```
    try_take take try_take_mut take_mut where {L: TakeTotal<B, E, Result = R>}
    [Accessor: operation::take_of, B, E] (modes: StaticRange<B, E>) kept of layout |layout| {
        let _ = modes;
        layout.take_range().layout()
    };

    /// The tensor of the listed modes, with the other modes at coordinate 0: [`select`](crate::operation::select()).
    all;
    ///
    /// # Errors
    /// Those of [`select`](crate::operation::select()). If a mode is listed several times,
    /// [`Rule::Length`](crate::Rule) if the result reaches past the data, and [`Rule::Injectivity`](crate::Rule) for
    /// one of several tiles, which lies between the others.
    ///
    /// ```
    /// use tilework::{Tensor, layout, modes};
    /// let mut data = [0, 1, 2, 3, 4, 5, 6, 7];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((4,2)))?;
    /// assert!(matrix.select(modes![0, 0]).slice((3, ..)).iter().eq(&[3, 4, 5, 6]));
    /// // The other rows belong to another tile.
    /// let tile = matrix.tiles_mut(layout!(<2,2>)).next().unwrap();
    /// assert!(tile.select(modes![1, 0]).iter().eq(&[0, 4, 1, 5]));
    /// assert_eq!(
    ///     tile.try_select(modes![0, 0]).unwrap_err().to_string(),
    ///     "tensor: injectivity: the coordinates 1 and 2 have the same offset",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    try_select select try_select_mut select_mut where {L: SelectTotal<P, Result = R>}
    [Accessor: operation::select_of, P: Copy] (modes: P) checked |layout| {
        let selected = crate::operation::try_select(layout, modes)?;
        // If a mode of stride `d` is selected twice, the offset `2 d` may be in another tile. An injective selection
        // never has a mode twice, except for modes of extent 1, which have no further offsets.
        if const { L::REPEATS && !A::WHOLE } {
            injectivity::check(selected.modes())?;
        }
        selected
    };
}

/// Methods `NAME` and `NAME_mut` of an operation that has no errors at run time and keeps all modes. The result
/// therefore has the offsets of the layout, each as often: an injective layout stays injective, and an empty one stays
/// empty.
macro_rules! rearrange {
    ($(
        $(#[$all:meta])*
        all;
        $(#[$doc:meta])*
        $name:ident $name_mut:ident where {$($bounds:tt)*}
        [$($g:tt)*] ($($arg:ident: $type:ty),*) -> $out:ty;
        |$layout:ident| $apply:expr;
    )*) => {$(
        impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            $(#[$doc])*
            #[inline(always)]
            pub fn $name<$($g)*>(&self, $($arg: $type),*) -> Shared<'_, A, $out>
            where
                $($bounds)*
            {
                let $layout = self.layout;
                // Sound: all modes are kept, so that the offsets are those of the layout, each as often.
                Tensor::sound(self.shared(), $apply)
            }
        }
        impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
            $(#[$all])*
            ///
            /// Its elements can be written.
            #[inline(always)]
            pub fn $name_mut<$($g)*>(&mut self, $($arg: $type),*) -> Exclusive<'_, A, $out>
            where
                $($bounds)*
            {
                let $layout = self.layout;
                // Sound: as above.
                Tensor::sound(self.exclusive(), $apply)
            }
        }
    )*};
}
rearrange! {
    /// The tensor of the same elements in the same order, with as few modes as the types allow:
    /// [`coalesce`](crate::operation::coalesce()).
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3)))?;
    /// assert_eq!(t.coalesce().layout().to_string(), "6:1");
    /// assert!(t.coalesce().iter().eq(t.iter()));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    coalesce coalesce_mut where {L: CoalesceTotal<Output = R>} [R: AnyLayout] () -> R;
    |layout| crate::operation::coalesce(layout);

    /// The tensor with all leaves at the top level: [`flatten`](crate::operation::flatten()).
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::counting(layout!(((2,2),(2,3))));
    /// let flat = t.flatten();
    /// assert_eq!(flat.layout().to_string(), "(2,2,2,3):(1,2,4,8)");
    /// assert_eq!(flat.at((1, 0, 1, 2)), t.at(((1, 0), (1, 2))));
    /// ```
    flatten flatten_mut where {L: FlattenTotal<Output = R>} [R: AnyLayout] () -> R;
    |layout| crate::operation::flatten(layout);

    /// The tensor with the modes `B, ..., E - 1` as one: [`group`](crate::operation::group()).
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout, range};
    /// let data = [0; 24];
    /// let cube = Tensor::new(&data[..], layout!((2,3,4))).unwrap();
    /// let matrix = cube.group(range::<1, 3>());
    /// assert_eq!(matrix.layout().to_string(), "(2,(3,4)):(1,(2,6))");
    /// ```
    group group_mut where {L: GroupTotal<B, E, Result = R>, R::Layout: AnyLayout}
    [R: ResultOf<operation::group_of>, B, E] (modes: StaticRange<B, E>) -> R::Layout;
    |layout| {
        let _ = modes;
        layout.group_range().layout()
    };

    /// The tensor with its modes in another order: mode `k` is mode `order[k]` of this tensor,
    /// [`permute`](crate::operation::permute()). For a matrix use [`Tensor::transposed`].
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout, modes};
    /// let data: Vec<u32> = (0..24).collect();
    /// let cube = Tensor::new(&data[..], layout!((2,3,4)))?;
    /// let permuted = cube.permute(modes![2, 0, 1]);
    /// assert_eq!(permuted.layout().to_string(), "(4,2,3):(6,1,2)");
    /// assert_eq!(permuted[(3, 1, 2)], cube[(1, 2, 3)]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    permute permute_mut where {L: PermuteTotal<P, Result = R>, R::Layout: AnyLayout}
    [R: ResultOf<operation::permute_of>, P: Copy] (order: P) -> R::Layout;
    |layout| crate::operation::permute(layout, order);

    /// The tensor with its modes in reverse order: `R(i, j) = T(j, i)`. The elements stay in place;
    /// [`transpose`](crate::algorithm::transpose()) copies a matrix in that order.
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [1, 2, 3, 4, 5, 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3)))?;
    /// assert!(matrix.transposed().iter().eq(&[1, 3, 5, 2, 4, 6]));
    /// matrix.transposed_mut()[(2, 0)] = 0;
    /// assert_eq!(matrix[(0, 2)], 0);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    transposed transposed_mut where {L: CanTranspose} [] () -> Transposed<L>;
    |layout| layout.transposed();

    /// The tensor with all its modes in one, by integral coordinates: `R(i) = T(i)`, leftmost mode fastest. Use it to
    /// copy between tensors of different extents, which copies otherwise refuse. `compose` with a shape gives it that
    /// shape.
    all;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3)))?;
    /// let mut u = Tensor::new([0; 6], layout!((3,2):row_major))?;
    /// u.one_mode_mut().copy_from(&t.one_mode());
    /// assert_eq!(u.data(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(u, t.compose(layout!((3,2))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    one_mode one_mode_mut where {L: CanBeOneMode} [] () -> OneMode<L>;
    |layout| layout.one_mode();
}
