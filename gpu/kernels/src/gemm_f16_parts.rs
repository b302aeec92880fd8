//! Products with few tiles and a long `k` (CUTLASS's split-K). More blocks than a cluster has share the `k` of a tile,
//! and add up their sums in global memory, always in the same order.

use core::ptr::without_provenance;

use tilework::bound::{Pointer, PointerMut};

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::gemm_f16::{OfA, OfB, OfC};
use crate::gemm_wgmma::bf16;
use crate::scheduler::{Matrices, OfStep, Sums, TileScheduler};

/// The work `W` where `parts` blocks share the steps along `k` of a tile. All blocks run at the same time, since they
/// wait for one another.
#[derive(Clone, Copy)]
pub struct InParts<W> {
    work: W,
    parts: u32,
    /// The sums of each thread, four at a time, for each part of each tile.
    sums: Global<F32x4>,
    /// For each tile, the number of parts that have written their sums, plus the number of parts that have seen that
    /// all have. It is 0 before and after a launch.
    arrived: Global<u32>,
}
/// A block's part of a tile: the data of `W` for the tile, the number of the tile, and the number of the part.
#[derive(Clone, Copy, Debug)]
pub struct Part<Of> {
    of: Of,
    tile: u32,
    part: u32,
}
impl<W> InParts<W> {
    /// The largest number of parts.
    pub const MOST: u32 = 8;

    /// The work `work` in `parts` parts, with the addresses where the blocks add up their sums.
    ///
    /// # Safety
    /// At `sums` there is room for 4 bytes for each element of each part of each tile. At `arrived` there are 4 bytes
    /// for each tile, which are 0. The launch has no more blocks than run at a time.
    #[inline(always)]
    pub unsafe fn new(work: W, parts: u32, [sums, arrived]: [u64; 2]) -> Self {
        // SAFETY: as promised.
        let (sums, arrived) = unsafe {
            (
                Global::new(without_provenance(sums as usize)),
                Global::new(without_provenance(arrived as usize)),
            )
        };
        InParts { work, parts: parts.min(Self::MOST), sums, arrived }
    }
    /// The number of parts, at least one, so that no divisor is 0.
    #[inline(always)]
    fn parts(self) -> u32 {
        self.parts.max(1)
    }
    /// The place of four sums of a thread of a part.
    #[inline(always)]
    fn four<G: Parameters>(self, tile: u32, part: u32, at: usize, thread: usize) -> Global<F32x4> {
        let threads = 128 * G::WARPGROUPS;
        let of_tile = G::TILE[0] * G::TILE[1] / 4;
        self.sums
            .offset((tile * self.parts + part) as usize * of_tile)
            .offset(threads * at + thread)
    }
}
impl<G: Parameters<Sum = f32>, W: TileScheduler<G>> TileScheduler<G> for InParts<W> {
    type Of = Part<W::Of>;
    const IN_PARTS: bool = true;
    #[inline(always)]
    fn prefetch(self) {
        self.work.prefetch();
    }
    #[inline(always)]
    fn tiles(self) -> u32 {
        self.work.tiles() * self.parts()
    }
    #[inline(always)]
    fn tile(self, tile: u32, of_cluster: u32) -> ([u32; 2], Self::Of) {
        let (tile, part) = (tile / self.parts(), tile % self.parts());
        let (corner, of) = self.work.tile(tile, of_cluster);
        (corner, Part { of, tile: G::CLUSTER as u32 * tile + of_cluster, part })
    }
    #[inline(always)]
    fn steps(self, of: Self::Of, [first, last]: [usize; 2]) -> [usize; 2] {
        let all = (last - first) as u32;
        let part = |part: u32| first + (all * part / self.parts()) as usize;
        [part(of.part), part(of.part + 1)]
    }
    #[inline(always)]
    unsafe fn load_a(self, of: Self::Of, at: [u32; 2], to: Shared<u8>, full: Shared<u64>) {
        // SAFETY: as promised.
        unsafe { self.work.load_a(of.of, at, to, full) }
    }
    #[inline(always)]
    unsafe fn load_b(
        self,
        of: Self::Of,
        at: [u32; 2],
        to: Shared<u8>,
        full: Shared<u64>,
        blocks: Option<u16>,
    ) {
        // SAFETY: as promised.
        unsafe { self.work.load_b(of.of, at, to, full, blocks) }
    }
    #[inline(always)]
    unsafe fn store(self, of: Self::Of, at: [u32; 2], from: Shared<u8>) {
        // SAFETY: as promised.
        unsafe { self.work.store(of.of, at, from) }
    }
    #[inline(always)]
    fn stores(self, of: Self::Of, row: u32) -> bool {
        self.work.stores(of.of, row)
    }
    const BY_STEPS: bool = W::BY_STEPS;
    #[inline(always)]
    unsafe fn scales<const BLOCKS: usize>(
        self,
        of: Self::Of,
        corner: [u32; 2],
        row: u32,
        step: usize,
    ) -> OfStep<BLOCKS> {
        // SAFETY: as promised.
        unsafe { self.work.scales(of.of, corner, row, step) }
    }
    #[inline(always)]
    fn promote(self, sums: &mut Sums<G>, part: &Sums<G>, rows: [f32; 2], block: f32) {
        self.work.promote(sums, part, rows, block);
    }
    #[inline(always)]
    unsafe fn finish(self, of: Self::Of, at: [u32; 2], sums: [f32; 8]) -> [G::Finished; 8] {
        // SAFETY: as promised.
        unsafe { self.work.finish(of.of, at, sums) }
    }
    #[inline(always)]
    unsafe fn write(self, of: Self::Of, at: [u32; 2], results: [G::Finished; 8]) {
        // SAFETY: as promised.
        unsafe { self.work.write(of.of, at, results) }
    }
    #[inline(always)]
    unsafe fn share(self, of: Self::Of, sums: [f32; 8], j: usize, thread: usize) {
        let [a, b, c, d, e, f, g, h] = sums;
        // SAFETY: as promised.
        unsafe {
            self.four::<G>(of.tile, of.part, 2 * j, thread).write(F32x4::of([a, b, c, d]));
            self.four::<G>(of.tile, of.part, 2 * j + 1, thread).write(F32x4::of([e, f, g, h]));
        }
    }
    #[inline(always)]
    unsafe fn meet(self, of: Self::Of) {
        let arrived = self.arrived.offset(of.tile as usize);
        // SAFETY: as promised.
        unsafe {
            fence_gpu();
            arrived.atom_add(1);
            arrived.wait_for(self.parts);
            // The last block to see it resets the counter to 0 for the next launch.
            if arrived.atom_add(1) == 2 * self.parts - 1 {
                arrived.store_release(0);
            }
            fence_gpu();
        }
    }
    #[inline(always)]
    fn has(self, of: Self::Of, each: usize, warp: usize) -> bool {
        // The parts take the boxes of a tile in turn, from warp to warp.
        let boxes = G::TILE[1] / G::STORED[1];
        (each + boxes * warp) as u32 % self.parts() == of.part
    }
    #[inline(always)]
    unsafe fn added(self, of: Self::Of, j: usize, thread: usize) -> [f32; 8] {
        // All loads begin before the first addition. For parts that do not exist, the last part is read and not added.
        let parts = [0, 1, 2, 3, 4, 5, 6, 7].map(|part: u32| {
            let from = part.min(self.parts - 1);
            // SAFETY: as promised.
            let [x, y] = [2 * j, 2 * j + 1]
                .map(|at| unsafe { self.four::<G>(of.tile, from, at, thread).read() }.0);
            [x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3]]
        });
        // In the order of the parts, whichever arrives first.
        [0, 1, 2, 3, 4, 5, 6, 7].map(|i| {
            let mut sum = parts[0][i];
            sum += if self.parts > 1 { parts[1][i] } else { 0.0 };
            sum += if self.parts > 2 { parts[2][i] } else { 0.0 };
            sum += if self.parts > 3 { parts[3][i] } else { 0.0 };
            sum += if self.parts > 4 { parts[4][i] } else { 0.0 };
            sum += if self.parts > 5 { parts[5][i] } else { 0.0 };
            sum += if self.parts > 6 { parts[6][i] } else { 0.0 };
            sum + if self.parts > 7 { parts[7][i] } else { 0.0 }
        })
    }
}

/// [`gemm_bf16`](crate::gemm_f16::gemm_bf16) in parts.
///
/// `parts` blocks share the `k` of a tile. `workspace` has the addresses that [`InParts::new`] takes.
#[kernel]
pub unsafe fn gemm_bf16_parts(
    a: &TensorMap<OfA<GemmBf16>>,
    b: &TensorMap<OfB<GemmBf16>>,
    c: &TensorMap<OfC<GemmBf16>>,
    tiles: [u32; 2],
    steps: u32,
    parts: u32,
    workspace: [u64; 2],
) {
    // SAFETY: as promised.
    unsafe { bf16(InParts::new(Matrices { a, b, c, tiles }, parts, workspace), steps) }
}
