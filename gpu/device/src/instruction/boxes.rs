//! Tiles in shared memory that consist of boxes. The copy engine (TMA) loads or stores one box at a time.

use core::marker::PhantomData;

use frunk_core::HList;
use tilework::bound::{Coordinate, Shape, TwoModes};
use tilework::result::Raw;
use tilework::typenum::{Integer, U0, Unsigned};
use tilework::{AnyLayout, Composed, Layout, Static, Swizzle, Tensor};
use tilework_atom::SharedTile;
use tilework_atom::proof::InShared;

use super::descriptor::extent;
use super::{
    Corner, Element, Shared, TensorElement, TensorMap, Tile, tma_load, tma_load_multicast,
    tma_store,
};

/// A tile in shared memory that consists of boxes `T` of a tensor map, as in CuTe's `tma_partition`. `L` is the layout
/// of the places where boxes of elements `E` begin. Its modes are `(row, column, stage)`: rows of boxes, columns of
/// boxes, and stages of a pipeline.
///
/// [`Boxes::of`] makes them from a divided tile, `(box, (row, column, stage))`: a
/// [`zipped_divide`](tilework::operation::zipped_divide()) of rows, columns and stages by the rows and columns of a
/// box.
///
/// [`InShared::boxes`] proves at compile time that the copy engine has boxes of `T` where the layout has them, and that
/// the swizzle is that of the map.
///
/// ```
/// use tilework_device::atom::WgmmaK128B;
/// use tilework::typenum::{P3, U3, U16};
/// use tilework::{Composed, Swizzle, Tensor, layout, operation::zipped_divide};
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
///
/// /// Boxes of 16 rows of 64 columns.
/// struct Of16;
/// impl Tile for Of16 {
///     type Element = u16;
///     type Atom = WgmmaK128B<U16>;
///     const BOX: [u32; 2] = [64, 16];
/// }
///
/// let mut emulator = Emulator::new(1);
/// let matrix: Vec<u16> = (0..64 * 128).collect();
/// let on = emulator.upload(&matrix);
/// let map = emulator.tensor_map::<Of16>(on, 128);
/// // SAFETY: one thread; there is room for a tile of 32 x 128 and a barrier.
/// emulator.launch([1, 1, 1], 1, 2 * 32 * 128 + 8, || unsafe {
///     thread::<1>();
///     let shared = Composed::of(
///         Swizzle::<U3, U3, P3>::new(),
///         layout!((32,(64,2),1):(64,(1,2048),0)),
///     );
///     let start = Shared::<u16>::new(0);
///     let boxes = <Boxes<Of16>>::of(start, zipped_divide(shared, layout!(<16,64>)));
///     let full = Shared::<u64>::new(2 * 32 * 128);
///     mbarrier_init(full, 1);
///     mbarrier_init_fence();
///     mbarrier_arrive_expect(full, 2 * 32 * 128);
///     // The second 32 rows: two rows of boxes, two boxes each.
///     boxes.load(&map, 0, [0, 32], 0, full);
///     boxes.load(&map, 1, [0, 48], 0, full);
///     mbarrier_wait(full, 0);
///     let tile = Tensor::through_raw_parts(start, shared);
///     assert_eq!(tile.get((31, 127, 0)), Some(63 * 128 + 127));
///     assert_eq!(tile.get((16, 64, 0)), Some(48 * 128 + 64));
/// });
/// ```
#[derive(Debug)]
pub struct Boxes<T, E = (), L = ()> {
    boxes: Tensor<Raw<Shared<E>>, L>,
    of: PhantomData<T>,
}

impl<T> Boxes<T> {
    /// The boxes of a tile of elements `E` that begins at `start`. A tile that does not consist of boxes `T` is a
    /// compile error.
    ///
    /// # Safety
    /// `start` is a multiple of 1024 bytes, and the memory behind it has room for the tile.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn of<E, B, M, S, L, const RANK: usize>(
        start: Shared<E>,
        tile: Composed<Swizzle<B, M, S>, Static<U0>, L>,
    ) -> Boxes<T, E, L::Second>
    where
        T: Tile<RANK>,
        E: Element,
        B: Unsigned,
        M: Unsigned,
        S: Integer,
        L: TwoModes,
    {
        const {
            assert!(
                size_of::<E>() == size_of::<<T::Element as TensorElement>::Storage>(),
                "copy engine: the elements of the tile have other bytes than those of the map"
            );
            assert!(
                T::Atom::VALUE.bits == B::I64,
                "copy engine: the tile has another swizzle than the atom of the map"
            );
            let mut mode = 2;
            while mode < RANK {
                assert!(T::BOX[mode] == 1, "copy engine: a tile has boxes of a matrix");
                mode += 1;
            }
            InShared::<E>::boxes_by::<B, M, S, L>([T::BOX[0], T::BOX[1]]);
        }
        let boxes = tile.inner().two_modes().1;
        // SAFETY: as promised. All boxes begin where the swizzle does not change addresses.
        Boxes { boxes: unsafe { Tensor::from_raw_parts(start, boxes) }, of: PhantomData }
    }
}

impl<T, E: Element, R: Shape, C: Shape, N: Shape, RD, CD, ND>
    Boxes<T, E, Layout<HList![R, C, N], HList![RD, CD, ND]>>
where
    Layout<HList![R, C, N], HList![RD, CD, ND]>:
        AnyLayout<Shape = HList![R, C, N], Stride = HList![RD, CD, ND]>,
    Layout<C, CD>: AnyLayout,
    (usize, usize, usize): Coordinate<usize, HList![R, C, N], HList![RD, CD, ND]>,
{
    /// Calls `f` for each box of a row of boxes in a stage, with its corner in the matrix and its place in shared
    /// memory. `corner` is the corner of the first box, column before row. Each further box begins `T::BOX[0]` columns
    /// after the one before.
    ///
    /// # Safety
    /// The row of boxes and the stage exist.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn each<const RANK: usize>(
        &self,
        row: usize,
        corner: [u32; RANK],
        stage: usize,
        f: impl FnMut([u32; RANK], Shared<u8>),
    ) where
        T: Tile<RANK>,
    {
        let all = [0, const { extent::<Layout<C, CD>>() }];
        // SAFETY: as promised.
        unsafe { self.each_of(row, all, corner, stage, f) }
    }
    /// As [`Boxes::each`], for `count` boxes of the row, from the box column `first` on. `corner` is the corner of the
    /// first of these boxes.
    ///
    /// # Safety
    /// The boxes and the stage exist.
    #[inline(always)]
    #[track_caller]
    pub unsafe fn each_of<const RANK: usize>(
        &self,
        row: usize,
        [first, count]: [usize; 2],
        corner: [u32; RANK],
        stage: usize,
        mut f: impl FnMut([u32; RANK], Shared<u8>),
    ) where
        T: Tile<RANK>,
    {
        for column in 0..count {
            let mut at = corner;
            at[0] += T::BOX[0] * column as u32;
            // SAFETY: as promised.
            f(at, unsafe { self.boxes.at((row, first + column, stage)) }.cast());
        }
    }
    /// Begins to load a row of boxes into a stage, with the arguments of [`Boxes::each`]. The barrier `full` counts the
    /// bytes. [`Boxes`] has an example.
    ///
    /// # Safety
    /// As for [`tma_load`], for each box, and for [`Boxes::each`].
    #[inline(always)]
    #[track_caller]
    pub unsafe fn load<const RANK: usize>(
        &self,
        map: &TensorMap<T>,
        row: usize,
        corner: [u32; RANK],
        stage: usize,
        full: Shared<u64>,
    ) where
        T: Tile<RANK>,
        [u32; RANK]: Corner,
    {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        // SAFETY: as promised.
        unsafe { self.each(row, corner, stage, |at, to| tma_load(map, at, to, full)) }
    }
    /// [`Boxes::load`] to the same place in each block of the cluster whose bit in `blocks` is 1.
    ///
    /// # Safety
    /// As for [`tma_load_multicast`], for each box, and for [`Boxes::each`].
    #[inline(always)]
    #[track_caller]
    pub unsafe fn load_multicast<const RANK: usize>(
        &self,
        map: &TensorMap<T>,
        row: usize,
        corner: [u32; RANK],
        stage: usize,
        full: Shared<u64>,
        blocks: u16,
    ) where
        T: Tile<RANK>,
        [u32; RANK]: Corner,
    {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        // SAFETY: as promised.
        unsafe {
            self.each(row, corner, stage, |at, to| tma_load_multicast(map, at, to, full, blocks));
        }
    }
    /// Begins to store a row of boxes from a stage, with the arguments of [`Boxes::each`].
    ///
    /// # Safety
    /// As for [`tma_store`], for each box, and for [`Boxes::each`].
    #[inline(always)]
    #[track_caller]
    pub unsafe fn store<const RANK: usize>(
        &self,
        map: &TensorMap<T>,
        row: usize,
        corner: [u32; RANK],
        stage: usize,
    ) where
        T: Tile<RANK>,
        [u32; RANK]: Corner,
    {
        #[cfg(not(target_arch = "nvptx64"))]
        let _placed = crate::emulator::Placed::here();
        // SAFETY: as promised.
        unsafe { self.each(row, corner, stage, |at, from| tma_store(map, at, from)) }
    }
}
