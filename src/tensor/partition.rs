//! Partitions: the tile of a block, and the elements of a thread from every tile.

use core::ops::{Range, RangeFull};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use super::by_mode::ByMode;
use super::local_tile::ByZip;
use super::part::{lying, parts};
use super::slice::slice;
use super::tiles::Second;
use super::{Exclusive, Tensor};
use crate::layout::any_result::AnyResult;
use crate::layout::coordinate::Coordinate;
use crate::layout::injectivity;
use crate::layout::modes::{Modes, cons};
use crate::layout::sealed::Seal;
use crate::layout::slice::{SliceBy, Sliced};
use crate::layout::{AnyLayout, Layout, Staticness};
use crate::leaf::int::Leaf;
use crate::operation::arrangement::Zipping;
use crate::operation::divide::{Logical, ZippedDivideTotal};
use crate::operation::round::Exact;
use crate::operation::two_modes::TwoModes;
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut, Divisible, Lends};
use crate::tensor::engine::Engine;
use crate::verdict::{Bad, HasResult, ResultOf, Verdict, operation};

/// The coordinates of indices in a compact layout `Self:D`, with the profile of the layout: at each leaf
/// `c_k = (i / d_k) mod s_k`. ([004](crate::guide::papers), section 2.5.2.)
pub trait FlatCoordinate<D>: Copy {
    /// The coordinate.
    type Out: Copy;
    /// The coordinate of `index`.
    fn flat_coordinate(self, stride: D, index: usize) -> Self::Out;
}
impl FlatCoordinate<HNil> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn flat_coordinate(self, _: HNil, _: usize) -> HNil {
        HNil
    }
}
impl<S, ST, D, DT> FlatCoordinate<HCons<D, DT>> for HCons<S, ST>
where
    S: FlatCoordinate<D>,
    ST: FlatCoordinate<DT>,
{
    type Out = HCons<S::Out, ST::Out>;
    #[inline(always)]
    fn flat_coordinate(self, stride: HCons<D, DT>, index: usize) -> Self::Out {
        cons(
            self.head.flat_coordinate(stride.head, index),
            self.tail.flat_coordinate(stride.tail, index),
        )
    }
}
impl<S: Leaf, D: Leaf> FlatCoordinate<D> for S {
    type Out = usize;
    #[inline(always)]
    fn flat_coordinate(self, stride: D, index: usize) -> usize {
        // The stride is 0 if the extent is 1.
        index.checked_div(stride.get()).unwrap_or(0) % self.get()
    }
}

/// A layout of threads, for example `(8,4):(4,1)`. It gives the coordinate of each thread in a tile of the layout's
/// shape. Compact.
pub trait ThreadLayout: AnyLayout {
    /// An integer for each leaf, nested as the shape.
    type Coordinate: Copy;
    /// The coordinate of the thread `index`.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if there is no such thread or the layout omits indices; [`Rule::Injectivity`] if it
    /// has an index twice.
    fn thread(self, index: usize) -> Result<Self::Coordinate, Error>;
}
impl<L: AnyLayout> ThreadLayout for L
where
    L::Shape: FlatCoordinate<L::Stride>,
{
    type Coordinate = <L::Shape as FlatCoordinate<L::Stride>>::Out;
    #[inline(always)]
    fn thread(self, index: usize) -> Result<Self::Coordinate, Error> {
        injectivity::check(self.modes())?;
        let (size, reach) = (self.modes().size(), self.modes().reach());
        if index >= size || reach >= size {
            let (coordinate, extent) = (index.max(reach) as i64, size as i64);
            let rule = Rule::CoordinateRange { coordinate, extent };
            return Err(Error::new(Operation::LocalPartition, rule));
        }
        let (shape, stride) = self.parts();
        Ok(shape.flat_coordinate(stride, index))
    }
}

parts! {
    /// The tile at `coordinate` among the rests: `zipped_divide(tiler)` sliced by
    /// `(.., coordinate)`. ([004](crate::guide::papers), section 2.5.2.)
    all;
    ///
    /// `..` in the coordinate keeps a mode of the rests, after the modes of the tile.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()), and [`Rule::CoordinateOutside`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// let tile = matrix.inner_partition(layout!(<2,3>), (1, 1));
    /// assert_eq!(tile.layout().to_string(), "(2,3):(1,4)");
    /// assert!(tile.iter().eq(&[14, 15, 18, 19, 22, 23]));
    /// // The row of tiles.
    /// let tiles = matrix.inner_partition(layout!(<2,3>), (1, ..));
    /// assert_eq!(tiles.layout().to_string(), "((2,3),2):((1,4),12)");
    /// ```
    try_inner_partition inner_partition try_inner_partition_mut inner_partition_mut where {L: ZippedDivideTotal<B, Exact, Result = R>, R::Layout: SliceBy<(RangeFull, C)>, B: ByMode<L>}
    [Accessor checked: R: ResultOf<ByZip>, B, C] (tiler: B, coordinate: C) -> Sliced<R::Layout, (RangeFull, C)>;
    |layout, from| slice(crate::operation::try_zipped_divide(layout, tiler)?, (.., coordinate), from);

    /// The elements at `coordinate` of every tile: `zipped_divide(tiler)` sliced by `(coordinate, ..)`.
    /// ([004](crate::guide::papers), section
    /// 2.5.2.)
    all;
    ///
    /// # Errors
    /// As [`Tensor::try_inner_partition`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// let part = matrix.outer_partition(layout!(<2,3>), (1, 0));
    /// assert!(part.iter().eq(&[1, 3, 13, 15]));
    /// ```
    try_outer_partition outer_partition try_outer_partition_mut outer_partition_mut where {L: ZippedDivideTotal<B, Exact, Result = R>, R::Layout: SliceBy<(C, RangeFull)>, B: ByMode<L>}
    [Accessor checked: R: ResultOf<ByZip>, B, C] (tiler: B, coordinate: C) -> Sliced<R::Layout, (C, RangeFull)>;
    |layout, from| slice(crate::operation::try_zipped_divide(layout, tiler)?, (coordinate, ..), from);

    /// The elements of the thread `index`: those at its coordinate in every tile of the shape of `threads`.
    /// ([004](crate::guide::papers),
    /// section 2.5.2.) [`Tensor::partitions_mut`] lends the partitions of all threads for writing at the same time.
    all;
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()) by the shape of `threads`, and those of
    /// [`ThreadLayout::thread`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// // Row-major threads, two in a row: thread 2 has the coordinate (1,0).
    /// let part = matrix.local_partition(layout!((2,2):row_major), 2);
    /// assert_eq!(part.layout().to_string(), "(2,3):(2,8)");
    /// assert!(part.iter().eq(&[1, 3, 9, 11, 17, 19]));
    /// ```
    try_local_partition local_partition try_local_partition_mut local_partition_mut where {L: DealTo<T, <A as Engine>::Offset, Result = R>}
    [Engine checked: R: ResultOf<ByZip, Layout: TwoModes>, T] (threads: T, index: usize) -> Second<R>;
    |layout, from| of_thread(layout, threads, index, from);
}

/// The rests of the layout divided by the shape of the threads, and `from` plus the offset of the coordinate of the
/// thread `index`.
#[inline(always)]
fn of_thread<L: DealTo<T, O>, T, O>(
    layout: L,
    threads: T,
    index: usize,
    from: O,
) -> Result<(Second<L::Result>, O), Error>
where
    L::Result: ResultOf<ByZip, Layout: TwoModes>,
{
    let divided = layout.divided(&threads)?;
    let at = L::thread_at(divided, &threads, index, from)?;
    Ok((divided.layout().two_modes().1, at))
}

/// Layouts that can be partitioned among the threads of the [`ThreadLayout`] `T`: the bound of
/// [`Tensor::local_partition`] and [`Tensor::partitions_mut`]. Offsets are `O`. Sealed, because tensors rely on it.
pub trait LocalPartitionBy<T, O = usize>:
    AnyLayout + DealTo<T, O, Result: ResultOf<ByZip, Layout: TwoModes>>
{
}
/// The layout of [`Tensor::local_partition`].
pub type LocalPartition<L, T, O = usize> = Second<<L as DealTo<T, O>>::Result>;

impl<L, T, O> LocalPartitionBy<T, O> for L
where
    L: AnyLayout + DealTo<T, O>,
    L::Result:
        Verdict<Out: HasResult<operation::zipped_divide_by>> + ResultOf<ByZip, Layout: TwoModes>,
{
}

/// [`LocalPartitionBy`] before the verdict on the divide.
#[diagnostic::on_unimplemented(
    message = "local_partition: not a layout and one of threads, or in generic code without the bound `LocalPartitionBy<T>`"
)]
pub trait DealTo<T, O = usize>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The tile, in which each thread has an element, and the rests. If the divide has no result, it has a verdict.
    type Result;
    /// The tile and the rests.
    #[doc(hidden)]
    fn divided(self, threads: &T) -> Result<Self::Result, Error>;
    /// The number of threads.
    #[doc(hidden)]
    fn count(threads: &T) -> usize;
    /// `from` plus the offset of the element of a thread in the tile.
    #[doc(hidden)]
    fn thread_at(divided: Self::Result, threads: &T, index: usize, from: O) -> Result<O, Error>;
}
#[diagnostic::do_not_recommend]
impl<LS, LD, T: ThreadLayout, O, D, TS, TD> DealTo<T, O> for Layout<LS, LD>
where
    Self: ZippedDivideTotal<T::Shape, Exact, Result = D>,
    D: TwoModes<First = Layout<TS, TD>>,
    Layout<TS, TD>: AnyLayout<Shape = TS, Stride = TD>,
    T::Coordinate: Within<TS, TD, O>,
{
    const SEAL: Seal = Seal;
    type Result = D;
    #[inline(always)]
    fn divided(self, threads: &T) -> Result<D, Error> {
        <D as AnyResult>::IsKnown::known_or::<Zipping<Logical<Exact>>, _, _, D>(
            self,
            threads.parts().0,
        )
    }
    #[inline(always)]
    fn count(threads: &T) -> usize {
        threads.modes().size()
    }
    #[inline(always)]
    fn thread_at(divided: D, threads: &T, index: usize, from: O) -> Result<O, Error> {
        let (shape, stride) = divided.two_modes().0.parts();
        let outside = Error::new(Operation::LocalPartition, Rule::CoordinateOutside);
        threads.thread(index)?.offset_within(shape, stride, from).ok_or(outside)
    }
}

/// Coordinates of threads in the tile `S:D` with offsets `O`.
pub trait Within<S, D, O>: Copy {
    /// `from` plus the offset, or `None` outside of the shape.
    fn offset_within(self, shape: S, stride: D, from: O) -> Option<O>;
}
impl<S: Copy, D, O> Within<S, D, O> for usize
where
    usize: Coordinate<O, S, D, ()>,
{
    #[inline(always)]
    fn offset_within(self, shape: S, stride: D, from: O) -> Option<O> {
        self.within(shape).then(|| self.accumulate(shape, stride, from))
    }
}
impl<O> Within<HNil, HNil, O> for HNil {
    #[inline(always)]
    fn offset_within(self, _: HNil, _: HNil, from: O) -> Option<O> {
        Some(from)
    }
}
impl<C: Within<S, D, O>, CT: Within<ST, DT, O>, S, ST, D, DT, O>
    Within<HCons<S, ST>, HCons<D, DT>, O> for HCons<C, CT>
{
    #[inline(always)]
    fn offset_within(self, shape: HCons<S, ST>, stride: HCons<D, DT>, from: O) -> Option<O> {
        let at = self.head.offset_within(shape.head, stride.head, from)?;
        self.tail.offset_within(shape.tail, stride.tail, at)
    }
}
// This lets a divide without a result report its own error.
impl<C: Copy, CT: Copy, R, At, X, Y, O> Within<Bad<R, At, X, Y>, Bad<R, At, X, Y>, O>
    for HCons<C, CT>
{
    fn offset_within(self, _: Bad<R, At, X, Y>, _: Bad<R, At, X, Y>, _: O) -> Option<O> {
        None
    }
}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// The partitions of all threads, in the order of their indices, borrowed for writing at the same time. They may be
    /// sent to threads.
    ///
    /// # Errors
    /// As [`Tensor::try_local_partition`].
    #[inline(always)]
    pub fn try_partitions_mut<R: ResultOf<ByZip, Layout: TwoModes>, T>(
        &mut self,
        threads: T,
    ) -> Result<PartitionsMut<A::Tile<'_>, T, L>, Error>
    where
        L: DealTo<T, Result = R>,
    {
        let layout = self.layout;
        let divided = layout.divided(&threads)?;
        Tensor::kept(self.exclusive(), divided.layout(), layout)?;
        let count = L::count(&threads);
        // All threads pass if the last one does.
        L::thread_at(divided, &threads, count - 1, 0)?;
        Ok(PartitionsMut { data: self.accessor.disjoint(), threads, divided, indices: 0..count })
    }

    /// The partitions of all threads, in the order of their indices, borrowed for writing at the same time. They may be
    /// sent to threads.
    ///
    /// # Panics
    /// If [`Tensor::try_partitions_mut`] returns an error.
    ///
    /// ```
    /// use std::thread;
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 8];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,4))).unwrap();
    /// thread::scope(|scope| {
    ///     for (i, mut part) in matrix.partitions_mut(layout!((2,2):row_major)).enumerate() {
    ///         scope.spawn(move || part.for_each_mut(|x| *x = i));
    ///     }
    /// });
    /// assert_eq!(data, [0, 2, 1, 3, 0, 2, 1, 3]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn partitions_mut<R: ResultOf<ByZip, Layout: TwoModes>, T>(
        &mut self,
        threads: T,
    ) -> PartitionsMut<A::Tile<'_>, T, L>
    where
        L: DealTo<T, Result = R>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_partitions_mut(threads))
    }
}

/// The partitions of a layout `L` among the threads `T`, all borrowed for writing: [`Tensor::partitions_mut`].
pub struct PartitionsMut<D, T, L: DealTo<T>> {
    /// All elements.
    data: D,
    threads: T,
    divided: L::Result,
    /// The indices of the threads to come.
    indices: Range<usize>,
}

impl<D: Lends, T, L: LocalPartitionBy<T>> Iterator for PartitionsMut<D, T, L> {
    type Item = Tensor<D, LocalPartition<L, T>>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let at = L::thread_at(self.divided, &self.threads, self.indices.next()?, 0).ok()?;
        let rest = self.divided.layout().two_modes().1;
        let range = lying(at, rest);
        // SAFETY: as for `TilesMut`: the layout `(tile,rest)` is injective, and each thread has a coordinate of its own
        // in the tile.
        let accessor = unsafe { self.data.lend(range) };
        // Sound: the elements are those at the offsets of the rests. An empty rest has none.
        Some(Tensor::sound(accessor, rest))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.indices.size_hint()
    }
}
impl<D: Lends, T, L: LocalPartitionBy<T>> ExactSizeIterator for PartitionsMut<D, T, L> {}
