//! The work of the blocks of a product: what the tiles are, where the copy engine loads operands from, and what happens
//! to the sums.

use core::marker::PhantomData;

use tilework::layout;

use crate::argument::gemm_f16::{Parameters, Rounds};
use crate::device::*;
use crate::epilogue::{Eight, Epilogue};
use crate::gemm_f16::{OfA, OfB, OfC};

/// A thread's sums of an instruction.
pub type Sums<G> = <<G as Parameters>::Instruction as Accumulate>::Sums;

/// The scales of a step that a thread needs.
#[derive(Clone, Copy, Debug)]
pub struct OfStep<const BLOCKS: usize> {
    /// The scales of its two rows of `A`, 8 apart.
    pub rows: [f32; 2],
    /// The scale of each 128 rows of `B`.
    pub blocks: [f32; BLOCKS],
}

/// The work of a kernel by [`products_by_wgmma!`](crate::products_by_wgmma), independent of the form of its matrices:
/// [`Matrices`], [`Batches`], or a user's own type.
pub trait TileScheduler<G: Parameters>: Copy {
    /// Data of a tile other than its corner, such as its number in a batch.
    type Of: Copy;
    /// Prefetches the tensor maps.
    fn prefetch(self);
    /// The number of tiles for clusters to take. Each is [`Parameters::CLUSTER`] tiles of a block.
    fn tiles(self) -> u32;
    /// The first row and column of the tile with this number, for block `of_cluster` of those that share `B`.
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], Self::Of);
    /// Begins to load the box of `A` with the corner `at` to `to`. The corner is column and row, or row and column if
    /// rows are contiguous. The barrier `full` counts the bytes.
    ///
    /// # Safety
    /// As for [`tma_load`].
    unsafe fn load_a(self, of: Self::Of, at: [u32; 2], to: Shared<u8>, full: Shared<u64>);
    /// Begins to load a box of `B`, as [`load_a`](Self::load_a), into this block, or into the blocks of its cluster
    /// whose bits in `blocks` are 1.
    ///
    /// # Safety
    /// As for [`tma_load_multicast`].
    unsafe fn load_b(
        self,
        of: Self::Of,
        at: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        blocks: Option<u16>,
    );
    /// Begins to store the box of `C` with the corner `at`: its column and row, or its row and column if `C` is
    /// column-major.
    ///
    /// # Safety
    /// As for [`tma_store`].
    unsafe fn store(self, of: Self::Of, at: [u32; 2], from: Shared<u8>);
    /// Returns whether the copy engine stores the boxes with this first row. Otherwise each thread writes its own
    /// results, by [`write`](Self::write).
    #[inline(always)]
    fn stores(self, _of: Self::Of, _row: u32) -> bool {
        true
    }
    /// The results for 8 sums of a thread. The first one is at this row and column, and the others are at the places of
    /// [`Eight`].
    ///
    /// # Safety
    /// As for the kernel.
    #[inline(always)]
    unsafe fn finish(self, _of: Self::Of, _at: [u32; 2], sums: [G::Sum; 8]) -> [G::Finished; 8] {
        sums.map(G::C::finished)
    }
    /// Writes the results of [`finish`](Self::finish), if the copy engine does not.
    ///
    /// # Safety
    /// As for the kernel.
    #[inline(always)]
    unsafe fn write(self, _of: Self::Of, _at: [u32; 2], _results: [G::Finished; 8]) {}

    /// True if the sums of each step, of 128 columns of `A` and `B`, are multiplied by [`scales`](Self::scales) and
    /// added by [`promote`](Self::promote). Only then are the two called, and the instruction has 128 columns.
    const BY_STEPS: bool = false;
    /// The scales of step `step` for a thread whose first row is `row`, in the tile with its first row and column at
    /// `corner`.
    ///
    /// # Safety
    /// As for the kernel. It may be called with a step that does not exist; the result is then unused.
    #[inline(always)]
    unsafe fn scales<const BLOCKS: usize>(
        self,
        _of: Self::Of,
        _corner: [u32; 2],
        _row: u32,
        _step: usize,
    ) -> OfStep<BLOCKS> {
        OfStep { rows: [1.0; 2], blocks: [1.0; BLOCKS] }
    }
    /// Adds the sums of a step to those of the tile, multiplied by the scales of their two rows and of their block.
    #[inline(always)]
    fn promote(self, _sums: &mut Sums<G>, _part: &Sums<G>, _rows: [f32; 2], _block: f32) {}

    /// True if several blocks share the steps of a tile and add up their sums in global memory. Only then are
    /// [`share`](Self::share), [`meet`](Self::meet), [`has`](Self::has) and [`added`](Self::added) called.
    const IN_PARTS: bool = false;
    /// This block's part of these steps along `k`: from the first number up to the second, exclusive.
    #[inline(always)]
    fn steps(self, _of: Self::Of, steps: [usize; 2]) -> [usize; 2] {
        steps
    }
    /// Writes 8 sums of a thread, those of the columns `16 j` to `16 j + 15`, for the other blocks of a tile. `thread`
    /// numbers the consumer threads.
    ///
    /// # Safety
    /// As for the kernel.
    #[inline(always)]
    unsafe fn share(self, _of: Self::Of, _sums: [G::Sum; 8], _j: usize, _thread: usize) {}
    /// Waits until all blocks of a tile have written their sums. One thread of a block calls it, and the others wait
    /// for that thread.
    ///
    /// # Safety
    /// All threads of its block have written their sums.
    #[inline(always)]
    unsafe fn meet(self, _of: Self::Of) {}
    /// Returns whether this block stores box `each` of warp `warp`, instead of another block of the tile.
    #[inline(always)]
    fn has(self, _of: Self::Of, _each: usize, _warp: usize) -> bool {
        true
    }
    /// 8 sums of a thread, as for [`share`](Self::share), added over all blocks of a tile, always in the same order.
    ///
    /// # Safety
    /// The blocks have met: [`meet`](Self::meet).
    #[inline(always)]
    unsafe fn added(self, _of: Self::Of, _j: usize, _thread: usize) -> [G::Sum; 8] {
        [G::Sum::of_bits(0); 8]
    }
}

/// The first row and column of the tile with this number, for block `of_cluster` of those that share `B`. The `tiles`
/// are taken in bands of [`Parameters::BAND`] rows.
#[inline(always)]
fn in_bands<G: Parameters>(tiles: [u32; 2], tile: u32, of_cluster: u32) -> [u32; 2] {
    let [row, column] = Raster::new(tiles, G::BAND).tile(tile);
    [G::TILE[0] as u32 * (G::CLUSTER as u32 * row + of_cluster), G::TILE[1] as u32 * column]
}

/// One product of matrices.
pub struct Matrices<'a, G> {
    /// `A`.
    pub a: &'a TensorMap<OfA<G>>,
    /// `B`.
    pub b: &'a TensorMap<OfB<G>>,
    /// `C`.
    pub c: &'a TensorMap<OfC<G>>,
    /// The numbers of rows and columns of tiles: [`Parameters::tiles`].
    pub tiles: [u32; 2],
}
impl<G> Clone for Matrices<'_, G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<G> Copy for Matrices<'_, G> {}
impl<G: Parameters> TileScheduler<G> for Matrices<'_, G> {
    type Of = ();
    #[inline(always)]
    fn prefetch(self) {
        tma_prefetch(self.a);
        tma_prefetch(self.b);
        tma_prefetch(self.c);
    }
    #[inline(always)]
    fn tiles(self) -> u32 {
        Raster::new(self.tiles, G::BAND).count()
    }
    #[inline(always)]
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], ()) {
        (in_bands::<G>(self.tiles, tile, of_cluster), ())
    }
    #[inline(always)]
    unsafe fn load_a(self, _: (), at: [u32; 2], to: Shared<u8>, full: Shared<u64>) {
        // SAFETY: as promised.
        unsafe { tma_load(self.a, at, to, full) }
    }
    #[inline(always)]
    unsafe fn load_b(
        self,
        _: (),
        at: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        blocks: Option<u16>,
    ) {
        // SAFETY: as promised.
        unsafe {
            match blocks {
                None => tma_load(self.b, at, to, full),
                Some(blocks) => tma_load_multicast(self.b, at, to, full, blocks),
            }
        }
    }
    #[inline(always)]
    unsafe fn store(self, _: (), at: [u32; 2], from: Shared<u8>) {
        // SAFETY: as promised.
        unsafe { tma_store(self.c, at, from) }
    }
}

/// Boxes `T` of a batch of matrices. A box lies in one matrix, whose number is mode 2.
#[derive(Clone, Copy, Debug)]
pub struct Batched<T>(PhantomData<T>);
impl<T: Tile> Tile<3> for Batched<T> {
    type Element = T::Element;
    type Atom = T::Atom;
    const BOX: [u32; 3] = [T::BOX[0], T::BOX[1], 1];
}

/// A batch of one or more matrix products, whose sums an [`Epilogue`] finishes.
pub struct Batches<'a, G, E> {
    /// `A`, whose modes are columns, rows and the batch.
    pub a: &'a TensorMap<Batched<OfA<G>>>,
    /// `B`, with the same modes.
    pub b: &'a TensorMap<Batched<OfB<G>>>,
    /// `C`, with the same modes.
    pub c: &'a TensorMap<Batched<OfC<G>>>,
    /// [`Parameters::tiles`], and the number of products in the batch.
    pub tiles: [u32; 3],
    /// The computation from the sums.
    pub epilogue: E,
}
impl<G, E: Copy> Clone for Batches<'_, G, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<G, E: Copy> Copy for Batches<'_, G, E> {}
impl<G: Parameters<Sum = f32, Finished = f32>, E: Epilogue> TileScheduler<G> for Batches<'_, G, E> {
    type Of = u32;
    #[inline(always)]
    fn prefetch(self) {
        tma_prefetch(self.a);
        tma_prefetch(self.b);
        tma_prefetch(self.c);
    }
    #[inline(always)]
    fn tiles(self) -> u32 {
        self.tiles[0] * self.tiles[1] * self.tiles[2]
    }
    #[inline(always)]
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], u32) {
        let [rows, columns, _] = self.tiles;
        // There are tiles.
        let of_one = (rows * columns).max(1);
        (in_bands::<G>([rows, columns], tile % of_one, of_cluster), tile / of_one)
    }
    #[inline(always)]
    unsafe fn load_a(self, batch: u32, [x, y]: [u32; 2], to: Shared<u8>, full: Shared<u64>) {
        // SAFETY: as promised.
        unsafe { tma_load(self.a, [x, y, batch], to, full) }
    }
    #[inline(always)]
    unsafe fn load_b(
        self,
        batch: u32,
        [x, y]: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        blocks: Option<u16>,
    ) {
        // SAFETY: as promised.
        unsafe {
            match blocks {
                None => tma_load(self.b, [x, y, batch], to, full),
                Some(blocks) => tma_load_multicast(self.b, [x, y, batch], to, full, blocks),
            }
        }
    }
    #[inline(always)]
    unsafe fn store(self, batch: u32, [x, y]: [u32; 2], from: Shared<u8>) {
        // SAFETY: as promised.
        unsafe { tma_store(self.c, [x, y, batch], from) }
    }
    #[inline(always)]
    fn stores(self, _: u32, _: u32) -> bool {
        !self.epilogue.writes()
    }
    const BY_STEPS: bool = E::BY_STEPS;
    #[inline(always)]
    unsafe fn scales<const BLOCKS: usize>(
        self,
        _: u32,
        corner: [u32; 2],
        row: u32,
        step: usize,
    ) -> OfStep<BLOCKS> {
        // SAFETY: as promised.
        unsafe { self.epilogue.scales(corner, row, step) }
    }
    #[inline(always)]
    fn promote(self, sums: &mut Sums<G>, part: &Sums<G>, rows: [f32; 2], block: f32) {
        let scales = rows.map(|row| row * block);
        // A thread's sums of 128 columns: in each 8 columns it has two of each row.
        layout!(64).unroll(|i, _| sums[i] = mul_add(part[i], scales[i / 2 % 2], sums[i]));
    }
    #[inline(always)]
    unsafe fn finish(self, batch: u32, corner: [u32; 2], sums: [f32; 8]) -> [f32; 8] {
        let of = Eight { corner, by_columns: G::BY_COLUMNS, batch };
        // SAFETY: as promised.
        unsafe { self.epilogue.finish(sums, of) }
    }
    #[inline(always)]
    unsafe fn write(self, batch: u32, corner: [u32; 2], results: [f32; 8]) {
        let of = Eight { corner, by_columns: G::BY_COLUMNS, batch };
        // SAFETY: as promised.
        unsafe { self.epilogue.write(results, of) }
    }
}
