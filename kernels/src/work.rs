//! What the blocks of a product have to do: which tiles there are, from where the copy engine brings operands, and what becomes of the sums.

use core::marker::PhantomData;

use crate::argument::gemm_f16::Parameters;
use crate::device::*;
use crate::epilogue::{Eight, Epilogue};
use crate::gemm_f16::{OfA, OfB, OfC};

/// The work of a kernel of [`gemm_f16`](crate::gemm_f16::gemm), whatever its matrices are.
pub trait Work<G: Parameters>: Copy {
    /// What is known of a tile besides its corner.
    type Of: Copy;
    /// Has the copy engine read the maps.
    fn prefetch(self);
    /// How many tiles clusters take.
    fn tiles(self) -> u32;
    /// Row and column where the tile with this number begins, for this one of the blocks that share `B`.
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], Self::Of);
    /// Brings a box of `A` that begins at this column and row.
    ///
    /// # Safety
    /// As of [`tma_load`].
    unsafe fn load_a(self, of: Self::Of, at: [u32; 2], to: Shared<u8>, full: Shared<u64>);
    /// Brings a box of `B` to this block, or to these of its cluster.
    ///
    /// # Safety
    /// As of [`tma_load_multicast`].
    unsafe fn load_b(
        self,
        of: Self::Of,
        at: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        blocks: Option<u16>,
    );
    /// Stores a box of `C`.
    ///
    /// # Safety
    /// As of [`tma_store`].
    unsafe fn store(self, of: Self::Of, at: [u32; 2], from: Shared<u8>);
    /// What the copy engine is to store of 8 sums of a thread, the first of which is in this row and column: they are pairs of columns, of rows 8 apart, and
    /// then 8 columns further on. `None` if they are written.
    ///
    /// # Safety
    /// As of the kernel.
    #[inline(always)]
    unsafe fn finish(self, _of: Self::Of, _at: [u32; 2], sums: [f32; 8]) -> Option<[f32; 8]> {
        Some(sums)
    }

    /// Whether several blocks have the sums of a tile, each of a part of its steps, and add them up in global memory: what follows is asked where they do.
    const IN_PARTS: bool = false;
    /// Which of these steps along `k` this block does.
    #[inline(always)]
    fn steps(self, _of: Self::Of, steps: [usize; 2]) -> [usize; 2] {
        steps
    }
    /// Writes 8 sums of this thread for other blocks.
    ///
    /// # Safety
    /// As of the kernel.
    #[inline(always)]
    unsafe fn share(self, _of: Self::Of, _sums: [f32; 8], _j: usize, _thread: usize) {}
    /// Waits until all blocks of a tile have written their sums: by one thread, for which those of its block wait.
    ///
    /// # Safety
    /// All of its block have written theirs.
    #[inline(always)]
    unsafe fn meet(self, _of: Self::Of) {}
    /// Whether this block stores a box of `C` that a warp has.
    #[inline(always)]
    fn has(self, _of: Self::Of, _each: usize, _warp: usize) -> bool {
        true
    }
    /// What all blocks of a tile have of 8 sums of this thread, added up always in the same order.
    ///
    /// # Safety
    /// They have met.
    #[inline(always)]
    unsafe fn added(self, _of: Self::Of, _j: usize, _thread: usize) -> [f32; 8] {
        [0.0; 8]
    }
}

/// Where the tile with this number is, of so many rows and columns of tiles, taken in bands of rows.
#[inline(always)]
pub fn in_bands<G: Parameters>([rows, columns]: [u32; 2], tile: u32, of_cluster: u32) -> [u32; 2] {
    let [tile_m, tile_n, _] = G::TILE;
    // There are tiles: no divisor is 0.
    let all = (G::BAND * columns).max(1);
    let band = tile / all * G::BAND;
    let (width, at) = (G::BAND.min(rows - band).max(1), tile % all);
    let row = G::CLUSTER as u32 * (band + at % width) + of_cluster;
    [tile_m as u32 * row, tile_n as u32 * (at / width)]
}

/// One product of matrices.
pub struct Matrices<'a, G> {
    /// `A`.
    pub a: &'a TensorMap<OfA<G>>,
    /// `B`.
    pub b: &'a TensorMap<OfB<G>>,
    /// `C`.
    pub c: &'a TensorMap<OfC<G>>,
    /// [`Parameters::tiles`].
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
        self.tiles[0] * self.tiles[1]
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

/// Boxes of one matrix of a batch, which is mode 2.
#[derive(Clone, Copy, Debug)]
pub struct Batched<T>(PhantomData<T>);
impl<T: Tile> Tile<3> for Batched<T> {
    type Element = T::Element;
    type Atom = T::Atom;
    const BOX: [u32; 3] = [T::BOX[0], T::BOX[1], 1];
}

/// Products of batches of matrices, of one or more, whose sums an [`Epilogue`] finishes.
pub struct Batches<'a, G, E> {
    /// `A`, by columns, rows and which one of the batch.
    pub a: &'a TensorMap<Batched<OfA<G>>>,
    /// `B`, the same.
    pub b: &'a TensorMap<Batched<OfB<G>>>,
    /// `C`, the same.
    pub c: &'a TensorMap<Batched<OfC<G>>>,
    /// [`Parameters::tiles`], and how many matrices a batch has.
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
impl<G: Parameters, E: Epilogue> Work<G> for Batches<'_, G, E> {
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
    unsafe fn finish(self, batch: u32, corner: [u32; 2], sums: [f32; 8]) -> Option<[f32; 8]> {
        let of = Eight { corner, by_columns: G::BY_COLUMNS, batch };
        // SAFETY: as promised.
        unsafe {
            let results = self.epilogue.finish(sums, of);
            if self.epilogue.writes() {
                self.epilogue.write(results, of);
                return None;
            }
            Some(results)
        }
    }
}
