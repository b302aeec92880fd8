//! Partitions: the tile of a block, and the elements of a thread in every tile.

use core::ops::{Range, RangeFull};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use super::part::parts;
use super::slice::slice;
use super::{Exclusive, Shared, Tensor, TileMut, TwoModes};
use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::layout::injectivity;
use crate::layout::modes::{Modes, cons};
use crate::layout::slice::{SliceBy, Sliced};
use crate::leaf::int::Leaf;
use crate::operation::complement::{Exact, Rounded};
use crate::operation::divide::{SplitZipped, ZippedDivide, ZippedDivideBy};
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut, DisjointMut, MemoryMut};
use crate::verdict::{ResultOf, operation};

/// The coordinates that indices have in a compact layout `Self:D`, an integer for each mode: the
/// leaves of `Self`, `c_k = (i / d_k) mod s_k`. (004, section 2.5.2.)
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
impl<S: Leaf, ST: FlatCoordinate<DT>, D: Leaf, DT> FlatCoordinate<HCons<D, DT>> for HCons<S, ST> {
    type Out = HCons<usize, ST::Out>;
    #[inline(always)]
    fn flat_coordinate(self, stride: HCons<D, DT>, index: usize) -> Self::Out {
        // The stride is 0 where the extent is 1.
        let digit = index.checked_div(stride.head.get()).unwrap_or(0) % self.head.get();
        cons(digit, self.tail.flat_coordinate(stride.tail, index))
    }
}
impl<S: Leaf, D: Leaf> FlatCoordinate<D> for S {
    type Out = usize;
    #[inline(always)]
    fn flat_coordinate(self, stride: D, index: usize) -> usize {
        index.checked_div(stride.get()).unwrap_or(0) % self.get()
    }
}

/// A layout of threads, `(8,4):(4,1)`: which coordinate of a tile, whose shape is that of the
/// layout, the thread of an index has. Compact, of modes that are leaves.
pub trait ThreadLayout: AnyLayout {
    /// An integer for each mode.
    type Coordinate: Copy;
    /// The coordinate of the thread `index`.
    ///
    /// # Errors
    /// [`Rule::CoordinateRange`] if there is no such thread, or the layout leaves indices out;
    /// [`Rule::Injectivity`] if it has an index twice.
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
    /// `(.., coordinate)`. (004, section 2.5.2.)
    ///
    /// `..` in the coordinate keeps a mode of the rests, behind the modes of the tile.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::zipped_divide()); [`Rule::CoordinateOutside`].
    try_inner_partition
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
    inner_partition try_inner_partition_mut inner_partition_mut
    [B, C] (tiler: B, coordinate: C) -> Sliced<ZippedDivide<L, B>, (RangeFull, C)> where {
        L: ZippedDivideBy<B>,
        ZippedDivide<L, B>: SliceBy<(RangeFull, C)>,
    };
    |layout| slice(crate::try_zipped_divide(layout, tiler)?, (.., coordinate));

    /// The elements at `coordinate` in every tile: `zipped_divide(tiler)` sliced by
    /// `(coordinate, ..)`. (004, section 2.5.2.)
    ///
    /// # Errors
    /// As [`Tensor::try_inner_partition`].
    try_outer_partition
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// let part = matrix.outer_partition(layout!(<2,3>), (1, 0));
    /// assert!(part.iter().eq(&[1, 3, 13, 15]));
    /// ```
    outer_partition try_outer_partition_mut outer_partition_mut
    [B, C] (tiler: B, coordinate: C) -> Sliced<ZippedDivide<L, B>, (C, RangeFull)> where {
        L: ZippedDivideBy<B>,
        ZippedDivide<L, B>: SliceBy<(C, RangeFull)>,
    };
    |layout| slice(crate::try_zipped_divide(layout, tiler)?, (coordinate, ..));

    /// The elements of the thread `index`: those at its coordinate in every tile of the shape of
    /// `threads`. (004, section 2.5.2.) The partitions of all threads at the same time, for writing, are
    /// [`Tensor::partitions_mut`].
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::zipped_divide()), by the shape of `threads`, and of
    /// [`ThreadLayout::thread`].
    try_local_partition
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// // Threads by rows of two: thread 2 has the coordinate (1,0).
    /// let part = matrix.local_partition(layout!((2,2):row_major), 2);
    /// assert_eq!(part.layout().to_string(), "(2,3):(2,8)");
    /// assert!(part.iter().eq(&[1, 3, 9, 11, 17, 19]));
    /// ```
    local_partition try_local_partition_mut local_partition_mut
    [T: ThreadLayout, D: TwoModes] (threads: T, index: usize) -> D::Second where {
        L: ZippedDivideBy<T::Shape> + SplitZipped<T::Shape, Exact, Result: ResultOf<Rounded<operation::zipped_divide_by>, Layout = D>>,
        T::Coordinate: Within<D::First>,
    };
    |layout| of_thread(crate::try_zipped_divide(layout, threads.parts().0)?, threads, index);
}

/// The rests of a layout `(tile,rest)` at the coordinate of the thread `index` in the tile, and the part
/// of the data that they reach.
#[inline(always)]
fn of_thread<D: TwoModes, T: ThreadLayout<Coordinate: Within<D::First>>>(
    divided: D,
    threads: T,
    index: usize,
) -> Result<(D::Second, Range<usize>), Error> {
    let (tile, rest) = divided.two_modes();
    let at = threads.thread(index)?.offset_within(tile)?;
    Ok((rest, at..at + rest.modes().reach() + 1))
}

/// Coordinates of the layout `L`.
pub trait Within<L>: Copy {
    /// The offset.
    ///
    /// # Errors
    /// [`Rule::CoordinateOutside`]
    fn offset_within(self, layout: L) -> Result<usize, Error>;
}
impl<L: AnyLayout, C: Coordinate<usize, L::Shape, L::Stride>> Within<L> for C {
    #[inline(always)]
    fn offset_within(self, layout: L) -> Result<usize, Error> {
        let (shape, stride) = layout.parts();
        if !self.within(shape) {
            return Err(Error::new(Operation::LocalPartition, Rule::CoordinateOutside));
        }
        Ok(self.offset(shape, stride))
    }
}

impl<A: MemoryMut, L: AnyLayout> Tensor<A, L> {
    /// The partitions of all threads, in the order of their indices, borrowed for writing at the
    /// same time. They may go to threads.
    ///
    /// # Errors
    /// As [`Tensor::try_local_partition`].
    #[inline(always)]
    pub fn try_partitions_mut<T: ThreadLayout, D: TwoModes>(
        &mut self,
        threads: T,
    ) -> Result<PartitionsMut<'_, A::Item, T, D::First, D::Second>, Error>
    where
        L: ZippedDivideBy<T::Shape>
            + SplitZipped<
                T::Shape,
                Exact,
                Result: ResultOf<Rounded<operation::zipped_divide_by>, Layout = D>,
            >,
        T::Coordinate: Within<D::First>,
    {
        let divided = self.try_zipped_divide_mut(threads.parts().0)?.layout;
        let (tile, rest) = divided.two_modes();
        // All threads are as good as the last one.
        let last = threads.modes().size() - 1;
        threads.thread(last)?.offset_within(tile)?;
        Ok(PartitionsMut { data: self.disjoint(), threads, tile, rest, index: 0 })
    }

    /// [`Tensor::try_partitions_mut`].
    ///
    /// # Panics
    /// Where that is an error.
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
    pub fn partitions_mut<T: ThreadLayout, D: TwoModes>(
        &mut self,
        threads: T,
    ) -> PartitionsMut<'_, A::Item, T, D::First, D::Second>
    where
        L: ZippedDivideBy<T::Shape>
            + SplitZipped<
                T::Shape,
                Exact,
                Result: ResultOf<Rounded<operation::zipped_divide_by>, Layout = D>,
            >,
        T::Coordinate: Within<D::First>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_partitions_mut(threads))
    }
}

/// The partitions of threads, all borrowed for writing: [`Tensor::partitions_mut`].
pub struct PartitionsMut<'a, T, Threads, Tile, Rest> {
    /// All elements.
    data: DisjointMut<'a, T>,
    threads: Threads,
    tile: Tile,
    rest: Rest,
    index: usize,
}

impl<'a, T, Threads: ThreadLayout, Tile: AnyLayout, Rest: AnyLayout> Iterator
    for PartitionsMut<'a, T, Threads, Tile, Rest>
where
    Threads::Coordinate: Within<Tile>,
{
    type Item = TileMut<'a, T, Rest>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.index == self.threads.modes().size() {
            return None;
        }
        let at = self.threads.thread(self.index).ok()?.offset_within(self.tile).ok()?;
        self.index += 1;
        let range = at..at + self.rest.modes().reach() + 1;
        // SAFETY: as of `TilesMut`: the layout `(tile,rest)` is injective; and each thread has a
        // coordinate of its own in the tile.
        Some(unsafe { self.data.tile(range, self.rest) })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.threads.modes().size() - self.index;
        (left, Some(left))
    }
}
impl<T, Threads: ThreadLayout, Tile: AnyLayout, Rest: AnyLayout> ExactSizeIterator
    for PartitionsMut<'_, T, Threads, Tile, Rest>
where
    Threads::Coordinate: Within<Tile>,
{
}
