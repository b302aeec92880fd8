//! `C = A Bᵀ` of e4m3 with scales, to bf16, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all row-major. With scales by rows, each row of `A` and of `B` has a scale: `C(i,j) = a(i) b(j) sum A(i,k) B(j,k)`.
//! With scales by blocks, each 128 columns of a row of `A` have one, and each 128 x 128 of `B`: sums of 128 products, of which `wgmma` keeps fewer bits than f32 has, are
//! multiplied by both and added up in f32, while the other warpgroup multiplies. One warpgroup has the copy engine bring operands, and two multiply 64 rows each. Blocks are
//! persistent, and two of a cluster have tiles below one another and bring a half of `B` each. `Gpu::gemm_scaled` of `tilework-device` launches them.

use core::array::from_fn;
use core::hint::assert_unchecked;
use core::mem;

use tilework::atom::{SharedTile, WgmmaK128B};
use tilework::bound::Known;
use tilework::typenum::{U4, U6, U8, U16};
use tilework::{Composed, Dyn, Layout, Tensor, layout};

use crate::device::*;

/// Rows of a tile of `C`.
pub const ROWS: usize = 128;
/// Columns of `A` and `B` of a step, which are their bytes too.
pub const DEPTH: usize = 128;
/// Threads of a block.
pub const THREADS: u32 = 384;
/// Blocks of a cluster.
pub const CLUSTER: usize = 2;
/// How many rows of tiles are taken together.
const BAND: u32 = 8;
/// Columns of a box of `C`, of 16 rows, and its bytes.
const BOX: usize = 64;
const RESULT: usize = 2 * 16 * BOX;

/// Bytes of `A` and `B` of a step, for tiles with so many columns.
pub const fn stage(columns: usize) -> usize {
    (ROWS + columns) * DEPTH
}
/// Bytes of shared memory of a block, for tiles with so many columns and `stages` steps in shared memory.
pub const fn shared_memory(columns: usize, stages: usize) -> usize {
    stages * stage(columns) + 2 * 8 * RESULT + 2 * 8 * stages
}
/// How many tiles of a cluster, `256 x columns`, `m` x `n` elements have: along the rows, and along the columns.
pub fn tiles(m: u32, n: u32, columns: usize) -> [u32; 2] {
    [m.div_ceil((CLUSTER * ROWS) as u32), n.div_ceil(columns as u32)]
}

/// How many blocks take these tiles, one after another: as many as take all in as many turns as all multiprocessors do.
pub fn blocks_for_tiles(tiles: [u32; 2], multiprocessors: u32) -> u32 {
    let (tiles, cluster) = (tiles[0] * tiles[1], CLUSTER as u32);
    let turns = tiles.div_ceil((multiprocessors / cluster).max(1)).max(1);
    cluster * tiles.div_ceil(turns)
}

/// Boxes of `A`.
#[derive(Clone, Copy, Debug)]
pub struct OfA;
impl Tile for OfA {
    type Element = E4m3;
    type Atom = WgmmaK128B<U8>;
    const BOX: [u32; 2] = [DEPTH as u32, ROWS as u32];
}
/// Boxes of `B`: the half of the columns of a tile that a block of the cluster brings.
#[derive(Clone, Copy, Debug)]
pub struct OfB<const COLUMNS: usize>;
impl<const COLUMNS: usize> Tile for OfB<COLUMNS> {
    type Element = E4m3;
    type Atom = WgmmaK128B<U8>;
    const BOX: [u32; 2] = [DEPTH as u32, (COLUMNS / CLUSTER) as u32];
}
/// Boxes of `C`.
#[derive(Clone, Copy, Debug)]
pub struct OfC;
impl Tile for OfC {
    type Element = Bf16;
    type Atom = WgmmaK128B<U16>;
    const BOX: [u32; 2] = [BOX as u32, 16];
}

type N = Dyn<u32>;
/// The layout `(row, step)` of scales: of rows or blocks of 128 rows, and of steps of 128 columns of `k`, of which scales by rows have one.
pub type Scales = Layout!((N,N):(N,N));

/// Whether [`gemm_e4m3_blocks`] takes less time than [`gemm_e4m3_blocks_128`], whose tiles are half as wide and took 0.53 of the time of one of its on an H100.
pub fn is_wide_enough(m: u32, n: u32, multiprocessors: u32) -> bool {
    let turns = |columns: usize| {
        let [rows, columns] = tiles(m, n, columns).map(u64::from);
        (rows * columns).div_ceil((u64::from(multiprocessors) / CLUSTER as u64).max(1))
    };
    100 * turns(256) <= 53 * turns(128)
}

/// The scales of two rows of `A`, and of the block of `B` of each 128 columns, at a step.
#[derive(Clone, Copy)]
struct AtStep<const BLOCKS: usize> {
    rows: [f32; 2],
    blocks: [f32; BLOCKS],
}
impl<const BLOCKS: usize> AtStep<BLOCKS> {
    /// Loads them.
    ///
    /// # Safety
    /// There are such scales.
    #[inline(always)]
    unsafe fn load(
        a: Input<f32, Scales>,
        b: Input<f32, Scales>,
        rows: [usize; 2],
        blocks: [usize; BLOCKS],
        step: usize,
    ) -> Self {
        let (a, b) = (a.tensor(), b.tensor());
        // SAFETY: as promised.
        unsafe {
            AtStep {
                rows: rows.map(|row| a.at((row, step)).read()),
                blocks: blocks.map(|block| b.at((block, step)).read()),
            }
        }
    }
}
/// Adds the sums of a step in 128 columns, multiplied by the scales of their rows and of their block, to those of the tile from the number `first` on.
#[inline(always)]
fn promote<const SUMS: usize>(
    sums: &mut [f32; SUMS],
    first: usize,
    part: &[f32; 64],
    rows: [f32; 2],
    block: f32,
) {
    let scales = rows.map(|row| row * block);
    layout!(64).unroll(|i, _| {
        sums[first + i] = mul_add(part[i], scales[i / 2 % 2], sums[first + i]);
    });
}
/// Begins to multiply a step of 128 columns of `k`, whose sums are added to what is there, or not.
///
/// # Safety
/// As of [`Multiply::multiply`], of all of them.
#[inline(always)]
unsafe fn multiply<S: Registers>(sums: &mut S, a: Operand, b: Operand, add: bool)
where
    E4m3: Multiply<S>,
{
    // SAFETY: as promised.
    unsafe {
        wgmma_begin(&mut *sums);
        layout!(4).unroll(|k, _| {
            E4m3::multiply(sums, a.further(32 * k), b.further(32 * k), add || k > 0);
        });
        wgmma_commit();
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $columns:literal $stages:ident $half:literal $by_blocks:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// `extents` are `m`, `n` and `k`: any of which rows of `A`, `B` and `C` begin at multiples of 16 bytes. `tiles` are those of clusters, [`tiles`].
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<OfA>,
            b: &TensorMap<OfB<$columns>>,
            c: &TensorMap<OfC>,
            scales_a: Input<f32, Scales>,
            scales_b: Input<f32, Scales>,
            tiles: [u32; 2],
            extents: [u32; 3],
        ) {
            const STAGE: usize = stage($columns);
            const BY_BLOCKS: bool = $by_blocks;
            // SAFETY: the host has checked maps, scales and the grid.
            unsafe {
                at_most_threads!(384);
                blocks_of_cluster!(2);
                let t = thread::<THREADS>();
                let (cluster, of_cluster) = (block()[0] / 2, block()[0] % 2);
                let ([rows, columns], [m, n, k]) = (tiles, extents);
                let steps = k.div_ceil(DEPTH as u32) as usize;
                let clusters = blocks() / CLUSTER;
                assert_unchecked(clusters > 0);
                // Tile after tile, in bands of rows: the row and the column where it begins.
                let tiles = (cluster..rows * columns).step_by(clusters).map(|tile| {
                    let all = (BAND * columns).max(1);
                    let band = tile / all * BAND;
                    let (width, at) = (BAND.min(rows - band).max(1), tile % all);
                    let row = CLUSTER as u32 * (band + at % width) + of_cluster;
                    [ROWS as u32 * row, $columns * (at / width)]
                });
                let results = Shared::<u8>::new(<$stages as tilework::typenum::Unsigned>::USIZE * STAGE);
                let pipeline = Pipeline::<$stages>::new(results.offset(2 * 8 * RESULT).cast());
                let stage = |i: usize| Shared::<u8>::new(pipeline.stage(i) * STAGE);
                if t == 0 {
                    tma_prefetch(a);
                    tma_prefetch(b);
                    tma_prefetch(c);
                    pipeline.init(1, (CLUSTER * 2) as u32);
                    mbarrier_init_fence();
                }
                cluster_barrier();

                if t / 128 == 0 {
                    fewer_registers::<40>();
                    if t != 0 {
                        return;
                    }
                    let mut i = 0;
                    for [row, column] in tiles {
                        for step in 0..steps {
                            pipeline.acquire(i);
                            let full = pipeline.expect(i, STAGE as u32);
                            let (at, to) = ((DEPTH * step) as u32, stage(i).offset(ROWS * DEPTH));
                            tma_load(a, [at, row], stage(i), full);
                            let half = $half * of_cluster;
                            tma_load_multicast(b, [at, column + half], to.offset(DEPTH * half as usize), full, 0b11);
                            i += 1;
                        }
                    }
                    // The other reaches this block until it has used all that it brought.
                    pipeline.drain(i);
                    return;
                }
                more_registers::<232>();
                let mut i = 0;
                let [warpgroup, warp, lane] = [t / 128 - 1, t / 32 - 4, t % 32].map(|x| x as usize);
                // A stage is empty in both blocks.
                let release = |i: usize| {
                    if t % 128 < CLUSTER as u32 {
                        pipeline.release_in(i, t % 128);
                    }
                };
                let (of_a, of_b) = (scales_a.tensor(), scales_b.tensor());
                let swizzle = <WgmmaK128B<U16> as SharedTile>::Swizzle::VALUE;
                let of_box = Composed::of(swizzle, layout!((16,const BOX):(const BOX,1)));
                for [row, column] in tiles {
                    let mut sums: [f32; $columns / 2] = mem::zeroed();
                    // The two rows of a thread; what is past the end is not written.
                    let first = row + (16 * warp + lane / 4) as u32;
                    let own = [first, first + 8].map(|row| row.min(m - 1));
                    let operands = |i: usize| {
                        let (a, b) = (stage(i).offset(64 * DEPTH * warpgroup), stage(i).offset(ROWS * DEPTH));
                        (Operand::depth_first(a), Operand::depth_first(b))
                    };
                    if BY_BLOCKS {
                        const BLOCKS: usize = $columns / 128;
                        if steps > 0 {
                            let own = own.map(|row| row as usize);
                            let last = steps - 1;
                            let blocks = from_fn(|i| (column as usize / 128 + i).min((n as usize - 1) / 128));
                            let load = |step| AtStep::<BLOCKS>::load(scales_a, scales_b, own, blocks, if step < last { step } else { last });
                            let mut part: [f32; 64] = mem::zeroed();
                            // Scales come two steps ahead: with one ptxas waits for them before it multiplies.
                            let (mut now, mut next) = (load(0), load(1));
                            for step in 0..steps {
                                let after = load(step + 2);
                                pipeline.wait(i);
                                let (a, b) = operands(i);
                                multiply(&mut part, a, b, false);
                                wgmma_wait::<0>(&mut part);
                                if BLOCKS == 1 {
                                    release(i);
                                }
                                promote(&mut sums, 0, &part, now.rows, now.blocks[0]);
                                if BLOCKS == 2 {
                                    multiply(&mut part, a, b.further(128 * DEPTH), false);
                                    wgmma_wait::<0>(&mut part);
                                    release(i);
                                    promote(&mut sums, 64 * (BLOCKS - 1), &part, now.rows, now.blocks[BLOCKS - 1]);
                                }
                                (now, next) = (next, after);
                                i += 1;
                            }
                        }
                    } else {
                        for step in 0..steps {
                            pipeline.wait(i);
                            let (a, b) = operands(i);
                            multiply(&mut sums, a, b, step > 0);
                            // The multiplications of the step before have ended.
                            wgmma_wait::<1>(());
                            if step > 0 {
                                release(i - 1);
                            }
                            i += 1;
                        }
                        wgmma_wait::<0>(&mut sums);
                        if steps > 0 {
                            release(i - 1);
                        }
                    }
                    let rows = own.map(|row| if BY_BLOCKS { 1.0 } else { of_a.at((row, 0_u32)).read() });
                    // 16 columns at a time, in boxes of which each is written while the one before is stored.
                    layout!(const { $columns / 16 }).unroll(|j, _| {
                        let (at, each) = (j % 4, j / 4);
                        // Of 8 columns a thread has two.
                        let columns = [0, 1, 8, 9].map(|i| {
                            let at = (column + (16 * j + 2 * (lane % 4) + i) as u32).min(n - 1);
                            if BY_BLOCKS { 1.0 } else { of_b.at((at, 0_u32)).read() }
                        });
                        let pairs = [0, 2, 4, 6].map(|i| {
                            let of = |i: usize| sums[8 * j + i] * (rows[i / 2 % 2] * columns[i / 4 * 2 + i % 2]);
                            Bf16::pair(of(i), of(i + 1))
                        });
                        let result = results.offset((2 * warp + each % 2) * RESULT);
                        if at == 0 {
                            if lane == 0 {
                                tma_store_wait::<1>();
                            }
                            warp_barrier();
                        }
                        let to = Tensor::through_raw_parts(result.cast::<u16>(), of_box);
                        stmatrix_x4(to.at((lane % 16, 16 * at + 8 * (lane / 16))).pointer(), pairs);
                        if at == 3 {
                            tma_store_fence();
                            warp_barrier();
                            if lane == 0 {
                                tma_store(c, [column + (BOX * each) as u32, row + 16 * warp as u32], result);
                            }
                        }
                    });
                }
                if lane == 0 {
                    tma_store_wait::<0>();
                }
            }
        }
    )*};
}
products! {
    /// `C = A Bᵀ` with scales by rows, in tiles of 128 x 256.
    gemm_e4m3_rows 256 U4 128 false;
    /// `C = A Bᵀ` with scales by blocks of 128, in tiles of 128 x 256.
    gemm_e4m3_blocks 256 U4 128 true;
    /// `C = A Bᵀ` with scales by blocks of 128, in tiles of 128 x 128.
    gemm_e4m3_blocks_128 128 U6 64 true;
}
