//! What the blocks of a product have to do: which tiles there are, from where the copy engine brings operands, and what becomes of the sums.

use core::marker::PhantomData;

use tilework::layout;

use crate::argument::gemm_f16::{Parameters, Rounds};
use crate::device::*;
use crate::epilogue::{Eight, Epilogue};
use crate::gemm_f16::{OfA, OfB, OfC};

/// The sums that a thread has of an instruction.
pub type Sums<G> = <<G as Parameters>::Instruction as Accumulate>::Sums;

/// The scales of a step that a thread needs.
#[derive(Clone, Copy, Debug)]
pub struct OfStep<const BLOCKS: usize> {
    /// Those of its two rows of `A`, 8 apart.
    pub rows: [f32; 2],
    /// Those of each 128 rows of `B`.
    pub blocks: [f32; BLOCKS],
}

/// The work of a kernel by [`products_by_wgmma!`](crate::products_by_wgmma), whatever its matrices are: [`Matrices`], [`Batches`], or a type of a user's own.
pub trait Work<G: Parameters>: Copy {
    /// What is known of a tile besides its corner, such as its number in a batch.
    type Of: Copy;
    /// Prefetches the tensor maps.
    fn prefetch(self);
    /// How many tiles there are for clusters to take, of [`Parameters::CLUSTER`] tiles of a block each.
    fn tiles(self) -> u32;
    /// The row and the column where the tile with this number begins, for the block `of_cluster` of those that share `B`.
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], Self::Of);
    /// Begins to bring the box of `A` whose corner is `at`, column and row, or row and column where rows are contiguous, to `to`; `full` is the barrier that counts its bytes.
    ///
    /// # Safety
    /// As for [`tma_load`].
    unsafe fn load_a(self, of: Self::Of, at: [u32; 2], to: Shared<u8>, full: Shared<u64>);
    /// Begins to bring a box of `B`, as [`load_a`](Self::load_a), to this block, or to the blocks of its cluster whose bits in `blocks` are 1.
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
    /// Begins to store the box of `C` whose corner is `at`: its column and row, or, by columns, its row and column.
    ///
    /// # Safety
    /// As for [`tma_store`].
    unsafe fn store(self, of: Self::Of, at: [u32; 2], from: Shared<u8>);
    /// Whether the copy engine stores the boxes whose first row this is, or each thread writes what it has, by [`write`](Self::write).
    #[inline(always)]
    fn stores(self, _of: Self::Of, _row: u32) -> bool {
        true
    }
    /// What becomes of 8 sums of a thread, the first of which is in this row and column: the others are where [`Eight`] has them.
    ///
    /// # Safety
    /// As of the kernel.
    #[inline(always)]
    unsafe fn finish(self, _of: Self::Of, _at: [u32; 2], sums: [G::Sum; 8]) -> [G::Finished; 8] {
        sums.map(G::C::finished)
    }
    /// Writes what [`finish`](Self::finish) made of the sums that are there, where the copy engine does not.
    ///
    /// # Safety
    /// As of the kernel.
    #[inline(always)]
    unsafe fn write(self, _of: Self::Of, _at: [u32; 2], _results: [G::Finished; 8]) {}

    /// Whether the sums of each step, of 128 columns of `A` and `B`, are multiplied by [`scales`](Self::scales) and added up by [`promote`](Self::promote). Only then the two are
    /// called, and the instruction has 128 columns.
    const BY_STEPS: bool = false;
    /// The scales of the step `step` for a thread whose first row is `row`, in the tile that begins at the row and the column `corner`.
    ///
    /// # Safety
    /// As of the kernel. A number of a step that is not there may be asked for, and what is loaded for it is not used.
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
    /// Adds the sums of a step, multiplied by the scales of their two rows and of their block, to those of the tile.
    #[inline(always)]
    fn promote(self, _sums: &mut Sums<G>, _part: &Sums<G>, _rows: [f32; 2], _block: f32) {}

    /// Whether several blocks share the steps of a tile, and add up their sums in global memory: only then [`share`](Self::share), [`meet`](Self::meet), [`has`](Self::has) and
    /// [`added`](Self::added) are called.
    const IN_PARTS: bool = false;
    /// Those of these steps along `k` that this block does: from the first number up to, and without, the second.
    #[inline(always)]
    fn steps(self, _of: Self::Of, steps: [usize; 2]) -> [usize; 2] {
        steps
    }
    /// Writes 8 sums of a thread, those of the columns `16 j` to `16 j + 15`, for the other blocks of a tile; `thread` numbers the threads that multiply.
    ///
    /// # Safety
    /// As of the kernel.
    #[inline(always)]
    unsafe fn share(self, _of: Self::Of, _sums: [G::Sum; 8], _j: usize, _thread: usize) {}
    /// Waits until all blocks of a tile have written their sums. One thread of a block calls it, and the others wait for that thread.
    ///
    /// # Safety
    /// All threads of its block have written theirs.
    #[inline(always)]
    unsafe fn meet(self, _of: Self::Of) {}
    /// Whether this block stores the box `each` of the warp `warp`, or another block of the tile does.
    #[inline(always)]
    fn has(self, _of: Self::Of, _each: usize, _warp: usize) -> bool {
        true
    }
    /// 8 sums of a thread, as of [`share`](Self::share), added up over all blocks of a tile, always in the same order.
    ///
    /// # Safety
    /// The blocks have met: [`meet`](Self::meet).
    #[inline(always)]
    unsafe fn added(self, _of: Self::Of, _j: usize, _thread: usize) -> [G::Sum; 8] {
        [G::Sum::of_bits(0); 8]
    }
}

/// The row and the column where the tile with this number begins, of `tiles` that are taken in bands of [`Parameters::BAND`] rows, for the block `of_cluster` of those that share
/// `B`.
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
    /// How many rows and columns of tiles there are: [`Parameters::tiles`].
    pub tiles: [u32; 2],
}
impl<G> Clone for Matrices<'_, G> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<G> Copy for Matrices<'_, G> {}
impl<G: Parameters> Work<G> for Matrices<'_, G> {
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

/// Boxes `T` of a batch of matrices: a box lies in one matrix, whose number is mode 2.
#[derive(Clone, Copy, Debug)]
pub struct Batched<T>(PhantomData<T>);
impl<T: Tile> Tile<3> for Batched<T> {
    type Element = T::Element;
    type Atom = T::Atom;
    const BOX: [u32; 3] = [T::BOX[0], T::BOX[1], 1];
}

/// A batch of one or more products of matrices, whose sums an [`Epilogue`] finishes.
pub struct Batches<'a, G, E> {
    /// `A`, whose modes are columns, rows and the batch.
    pub a: &'a TensorMap<Batched<OfA<G>>>,
    /// `B`, the same.
    pub b: &'a TensorMap<Batched<OfB<G>>>,
    /// `C`, the same.
    pub c: &'a TensorMap<Batched<OfC<G>>>,
    /// [`Parameters::tiles`], and how many products the batch has.
    pub tiles: [u32; 3],
    /// What becomes of the sums.
    pub epilogue: E,
}
impl<G, E: Copy> Clone for Batches<'_, G, E> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<G, E: Copy> Copy for Batches<'_, G, E> {}
impl<G: Parameters<Sum = f32, Finished = f32>, E: Epilogue> Work<G> for Batches<'_, G, E> {
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
        // As many as a thread has of 128 columns, and of each 8 columns two of each row.
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
