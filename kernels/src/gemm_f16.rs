//! `C = A Bᵀ`, of f16 or bf16, with sums in f32, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by rows. A block has a tile of `C`; one warpgroup has the copy engine
//! bring `A` and `B` to shared memory, some columns of `k` at a time and a few such steps ahead; the others
//! multiply, 64 rows of `C` each, and write them to shared memory, from where the copy engine takes them. Blocks stay, and take
//! tile after tile: while one tile is stored the next one is multiplied. The blocks of a cluster have tiles below one another,
//! for which each brings a part of `B` to all. How large tiles and steps are, and by which instruction, says
//! [`Gemm`](crate::argument::gemm_f16::Gemm).

use core::hint::assert_unchecked;
use core::marker::PhantomData;
use core::mem;

use tilework::atom::{Fragment, Mma, SharedTile, WgmmaK32B, WgmmaK64B, WgmmaK128B, WgmmaM64D};
use tilework::bound::{Known, SliceAt, Unroll};
use tilework::generic_array::GenericArray;
use tilework::proof::{Access, covers_once};
use tilework::typenum::*;
use tilework::{Layout, Swizzle, layout};

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::wgmma::{Accumulate, FromShared};
use crate::work::Work;

const _: () = {
    // The accumulators of `wgmma`, from threads and values to rows and columns: 8 of a thread are, in pairs of columns, what
    // `stmatrix` stores of it of 16 x 16 elements.
    let sums: Layout!(((4,8,4),(2,2,32)):((128,1,16),(64,8,512))) =
        <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
    covers_once(sums, 64 * 256);
    // Rows of a box of `C`, of 128, 64 and 32 bytes, in vectors of 8.
    let rows = Access::new(layout!((16,2):(8,1)), 16);
    rows.through(Swizzle::<U3, U0, P3>::new()).without_bank_conflicts();
    let rows = Access::new(layout!((16,2):(4,1)), 16);
    rows.through(Swizzle::<U2, U0, P3>::new()).without_bank_conflicts();
    let rows = Access::new(layout!((16,2):(2,1)), 16);
    rows.through(Swizzle::<U1, U0, P3>::new()).without_bank_conflicts();
};

/// Boxes of `A` that the copy engine brings.
#[derive(Clone, Copy, Debug)]
pub struct OfA<G>(PhantomData<G>);
/// Boxes of `B`.
#[derive(Clone, Copy, Debug)]
pub struct OfB<G>(PhantomData<G>);
/// Boxes of `C` that it stores.
#[derive(Clone, Copy, Debug)]
pub struct OfC<G>(PhantomData<G>);
macro_rules! boxes {
    ($($operand:ident $index:literal)*) => {$(
        impl<G: Parameters> Tile for $operand<G> {
            type Element = u16;
            type Atom = G::Operand;
            const BOX: [u32; 2] = G::BOXES[$index];
        }
    )*};
}
boxes!(OfA 0 OfB 1 OfC 2);

/// An atom of shared memory whose columns are contiguous, as an operand.
pub trait DepthFirst: SharedTile {
    /// The operand that begins here.
    fn operand(start: Shared<u8>) -> Operand;
    /// Where the element of this offset is.
    fn swizzled(offset: usize) -> usize;
}
macro_rules! depth_first {
    ($($atom:ident)*) => {$(
        impl DepthFirst for $atom<U16> {
            #[inline(always)]
            fn operand(start: Shared<u8>) -> Operand {
                Operand::depth_first_of(start, Self::VALUE.bits as u32)
            }
            #[inline(always)]
            fn swizzled(offset: usize) -> usize {
                <Self as SharedTile>::Swizzle::VALUE.apply(offset)
            }
        }
    )*};
}
depth_first!(WgmmaK32B WgmmaK64B WgmmaK128B);

/// As many warpgroups multiply, and one brings operands: who has how many registers, [`Parameters::REGISTERS`].
pub trait Warpgroups {
    /// Registers of the one that brings operands are given back.
    ///
    /// # Safety
    /// As of [`fewer_registers`].
    unsafe fn fewer();
    /// The others get them.
    ///
    /// # Safety
    /// As of [`more_registers`].
    unsafe fn more();
}
macro_rules! warpgroups {
    ($($count:ident $fewer:literal $more:literal;)*) => {$(
        impl Warpgroups for $count {
            #[inline(always)]
            unsafe fn fewer() {
                // SAFETY: as promised.
                unsafe { fewer_registers::<$fewer>() }
            }
            #[inline(always)]
            unsafe fn more() {
                // SAFETY: as promised.
                unsafe { more_registers::<$more>() }
            }
        }
    )*};
}
impl Warpgroups for U1 {
    #[inline(always)]
    unsafe fn fewer() {}
    #[inline(always)]
    unsafe fn more() {}
}
warpgroups! {
    U2 40 232;
    U3 32 160;
}

type Sums<G> = <<G as Parameters>::Instruction as Accumulate>::Sums;

/// Brings `A` of a step, box after box along its columns.
///
/// # Safety
/// As of [`tma_load`], of all of them.
#[inline(always)]
unsafe fn bring_a<G: Parameters, W: Work<G>>(
    (work, of): (W, W::Of),
    [column, row]: [u32; 2],
    to: Shared<u8>,
    full: Shared<u64>,
) {
    let mut at = 0;
    while at < G::TILE[2] {
        let to = to.offset(ELEMENT * G::TILE[0] * at);
        // SAFETY: as promised.
        unsafe { work.load_a(of, [column + at as u32, row], to, full) };
        at += G::BOX;
    }
}
/// Brings the part of `B` of a step that this block of the cluster brings to all.
///
/// # Safety
/// As of [`tma_load_multicast`], of all boxes.
#[inline(always)]
unsafe fn bring_b<G: Parameters, W: Work<G>>(
    (work, of): (W, W::Of),
    [column, row]: [u32; 2],
    [split, of_cluster]: [u32; 2],
    to: Shared<u8>,
    full: Shared<u64>,
) {
    let (rows, mut at) = (G::TILE[1] / G::CLUSTER, 0);
    let row = row + rows as u32 * of_cluster;
    while at < G::TILE[2] {
        let column = column + at as u32;
        let to = to.offset(ELEMENT * (G::TILE[1] * at + rows * G::BOX * of_cluster as usize));
        let blocks = match G::CLUSTER {
            1 => None,
            _ => Some(((1 << G::CLUSTER) - 1) << (G::CLUSTER as u32 * split)),
        };
        // SAFETY: as promised.
        unsafe { work.load_b(of, [column, row], to, full, blocks) };
        at += G::BOX;
    }
}

/// 8 sums of this thread, added up over all blocks that share the `k` of its tile, always in the same order.
///
/// # Safety
/// All have written them.
#[inline(always)]
pub unsafe fn added<G: Parameters>(of_sums: [Shared<F32x4>; 2], of_cluster: u32) -> [f32; 8] {
    let mut sums = [0.0; 8];
    for split in 0..G::SPLITS as u32 {
        let block = G::CLUSTER as u32 * split + of_cluster;
        // SAFETY: as promised.
        let halves = of_sums.map(|four| unsafe { four.cast::<Bits128>().read_in(block) }.0);
        for i in 0..4 {
            sums[i] += f32::from_bits(halves[0][i]);
            sums[4 + i] += f32::from_bits(halves[1][i]);
        }
    }
    sums
}

/// What a kernel of these parameters does, with so many threads and blocks of a cluster: [`Parameters::THREADS`] and
/// [`Parameters::BLOCKS`]. `work` says which tiles there are, what is multiplied and what becomes of the sums, and there are `steps` steps along `k`: [`Parameters::steps`].
/// The kernels of [`gemm_f16_with`](crate::gemm_f16_with), `_grouped` and `_parts` are examples; those of this module are by [`products_by_wgmma!`](crate::products_by_wgmma).
///
/// # Safety
/// As of the kernels.
#[inline(always)]
pub unsafe fn gemm<const THREADS: u32, const CLUSTER: usize, G, W: Work<G>>(
    _: G,
    work: W,
    steps: u32,
) where
    G: Layouts<Instruction: FromShared, Operand: DepthFirst, Warpgroups: Warpgroups>,
{
    const {
        assert!(THREADS == G::THREADS, "threads: the kernel is one for another number");
        assert!(CLUSTER == G::BLOCKS, "cluster: the kernel is one for another number of blocks");
        assert!(
            !W::IN_PARTS || G::SPLITS == 1 && !G::BY_COLUMNS,
            "parts: blocks share the `k` of a tile in a cluster, or in global memory by rows"
        );
    };
    // SAFETY: the host has checked the maps and the grid.
    unsafe {
        let tile_k = G::TILE[2];
        let (t, steps) = (thread::<THREADS>(), steps as usize);
        let (cluster, of_cluster) = (block()[0] / G::BLOCKS as u32, block()[0] % G::BLOCKS as u32);
        // Which part of `k` this block has, and which of the tiles that lie below one another.
        let (split, of_cluster) = match G::SPLITS {
            1 => (0, of_cluster),
            _ => (of_cluster / G::CLUSTER as u32, of_cluster % G::CLUSTER as u32),
        };
        let part = |split: u32| (steps * split as usize).div_ceil(G::SPLITS);
        let (first, last) = (part(split), part(split + 1));
        let clusters = blocks() / G::BLOCKS;
        assert_unchecked(clusters > 0);
        let tiles =
            (cluster..work.tiles()).step_by(clusters).map(|tile| work.tile(tile, of_cluster));

        // All operands, two boxes of `C` of each warp, and the barriers.
        let results = Shared::<u8>::new(G::STAGES * G::STAGE);
        let pipeline = Pipeline::<G::Stages>::new(results.offset(G::RESULTS).cast());
        let stage = |i: usize| Shared::<u8>::new(0).offset(pipeline.stage(i) * G::STAGE);
        if t == 0 {
            work.prefetch();
            pipeline.init(1, (G::CLUSTER * G::WARPGROUPS) as u32);
            mbarrier_init_fence();
        }
        if G::CLUSTER == 1 {
            barrier();
        } else {
            cluster_barrier();
        }

        if t / 128 == 0 {
            G::Warpgroups::fewer();
            let bring = || {
                let mut i = 0;
                for ([row, column], of) in tiles {
                    let [first, last] = work.steps(of, [first, last]);
                    for step in first..last {
                        pipeline.acquire(i);
                        let full = pipeline.expect(i, G::STAGE as u32);
                        let at = tile_k as u32 * step as u32;
                        let to = [stage(i), stage(i).offset(G::BYTES[0])];
                        bring_a((work, of), [at, row], to[0], full);
                        bring_b((work, of), [at, column], [split, of_cluster], to[1], full);
                        i += 1;
                    }
                }
                if G::CLUSTER > 1 {
                    // The others reach this block until they have used all that it brought.
                    pipeline.drain(i);
                }
            };
            if t == 0 {
                bring();
            }
            if G::SPLITS > 1 {
                // Those that multiply come to both: sums are there, and were read.
                warp_barrier();
                cluster_barrier();
                cluster_barrier();
            }
        } else {
            G::Warpgroups::more();
            let mut i = 0;
            let [warpgroup, warp, lane] = [t / 128 - 1, t / 32 - 4, t % 32].map(|x| x as usize);
            // A stage is empty in all blocks that bring something to it.
            let release = |i: usize| {
                if G::CLUSTER == 1 {
                    if t % 128 == 0 {
                        pipeline.release(i);
                    }
                } else if t % 128 < G::CLUSTER as u32 {
                    pipeline.release_in(i, G::CLUSTER as u32 * split + t % 128);
                }
            };
            // Both operands as `wgmma` has them: where the rows of a warpgroup begin, and each column of `k`.
            let of_a = |row, column| ELEMENT * G::A::VALUE.slice_at((row, column), 0).1;
            let of_b = |row, column| ELEMENT * G::B::VALUE.slice_at((row, column), 0).1;
            // The boxes of `C`, and where in one this thread has the address of a row, for each 16 columns.
            let result = |i: usize| results.offset((2 * warp + i % 2) * G::RESULT);
            let of_c = |i: usize| {
                let at = G::Rows::VALUE.slice_at(((lane % 16, lane / 16), i), 0).1;
                ELEMENT * G::Operand::swizzled(at)
            };
            // By columns, where in a box this thread has the address of 8 rows.
            let of_column = {
                let [matrix, column] = [lane / 8, lane % 8];
                let (row, column) = (16 * (warp % 4) + 8 * (matrix % 2), 8 * (matrix / 2) + column);
                ELEMENT * G::Operand::swizzled(G::BOX * column + row)
            };
            // The sums of this thread, for other blocks: 4 of them beside those of the next thread.
            let of_sums = |i: usize| {
                let at = 128 * G::WARPGROUPS * i + (t as usize - 128);
                Shared::<F32x4>::new(0).offset(at)
            };
            for ([row, column], of) in tiles {
                let [first, last] = work.steps(of, [first, last]);
                let mut sums: GenericArray<Sums<G>, G::Repeats> = mem::zeroed();
                for step in first..last {
                    pipeline.wait(i);
                    let a = G::Operand::operand(stage(i).offset(of_a(64 * warpgroup, 0)));
                    let b = G::Operand::operand(stage(i).offset(G::BYTES[0]));
                    wgmma_begin(&mut sums);
                    G::Instructions::VALUE.unroll(|j, _| {
                        let [_, columns, depth] = G::Instruction::VALUE.shape.map(|x| x as usize);
                        let (k, n) = (j % (tile_k / depth), j / (tile_k / depth));
                        G::Instruction::multiply(
                            &mut sums[n],
                            a.further(of_a(0, depth * k)),
                            b.further(of_b(columns * n, depth * k)),
                            step - first + k > 0,
                        );
                    });
                    wgmma_commit();
                    // The multiplications of the step before have ended.
                    wgmma_wait::<1>(());
                    if step > first {
                        release(i - 1);
                    }
                    i += 1;
                }
                wgmma_wait::<0>(&mut sums);
                // Without steps the sums are 0, and nothing was brought.
                if last > first {
                    release(i - 1);
                }
                let sum = |i: usize| {
                    let of_one = G::Instruction::VALUE.shape[1] as usize / 2;
                    sums[i / of_one][i % of_one]
                };
                if G::SPLITS > 1 {
                    // Nobody multiplies any more.
                    barrier_of(1, 128 * G::WARPGROUPS as u32);
                    G::Columns::VALUE.unroll(|j, _| {
                        for half in [0, 1] {
                            let four = [0, 1, 2, 3].map(|i| sum(8 * j + 4 * half + i));
                            of_sums(2 * j + half).write(F32x4::of(four));
                        }
                    });
                    cluster_barrier();
                }
                if W::IN_PARTS {
                    let of_thread = t as usize - 128;
                    G::Columns::VALUE.unroll(|j, _| {
                        let eight = [0, 1, 2, 3, 4, 5, 6, 7].map(|i| sum(8 * j + i));
                        work.share(of, eight, j, of_thread);
                    });
                    barrier_of(1, 128 * G::WARPGROUPS as u32);
                    if of_thread == 0 {
                        work.meet(of);
                    }
                    barrier_of(1, 128 * G::WARPGROUPS as u32);
                }
                // 16 columns at a time, in boxes of which each is written while the one before is stored.
                G::Columns::VALUE.unroll(|j, _| {
                    let (at, each) =
                        if G::BY_COLUMNS { (0, j) } else { (j % (G::BOX / 16), j / (G::BOX / 16)) };
                    if each as u32 % G::SPLITS as u32 != split {
                        return;
                    }
                    if W::IN_PARTS && !work.has(of, each, warp) {
                        return;
                    }
                    let eight = match G::SPLITS {
                        _ if W::IN_PARTS => work.added(of, j, t as usize - 128),
                        1 => [0, 1, 2, 3, 4, 5, 6, 7].map(|i| sum(8 * j + i)),
                        _ => added::<G>([of_sums(2 * j), of_sums(2 * j + 1)], of_cluster),
                    };
                    // Where the first of them is.
                    let of_first = [
                        row + (16 * warp + lane / 4) as u32,
                        column + (16 * j + 2 * (lane % 4)) as u32,
                    ];
                    let Some(eight) = work.finish(of, of_first, eight) else { return };
                    let pairs = [0, 2, 4, 6].map(|i| {
                        <G::Instruction as Accumulate>::Element::pair(eight[i], eight[i + 1])
                    });
                    if G::BY_COLUMNS {
                        let each = each / G::SPLITS;
                        let result = results.offset((2 * warpgroup + each % 2) * G::RESULT);
                        let (own, all) = (t % 128 == 0, 1 + warpgroup as u32);
                        if own {
                            // Of an odd number the next tile begins with the same box.
                            if G::TILE[1] / 16 % 2 == 0 {
                                tma_store_wait::<1>();
                            } else {
                                tma_store_wait::<0>();
                            }
                        }
                        barrier_of(all, 128);
                        stmatrix_x4_transposed(result.offset(of_column), pairs);
                        tma_store_fence();
                        barrier_of(all, 128);
                        if own {
                            let corner = [row + 64 * warpgroup as u32, column + 16 * j as u32];
                            work.store(of, corner, result);
                        }
                        return;
                    }
                    if at == 0 {
                        if lane == 0 {
                            if W::IN_PARTS {
                                tma_store_wait::<0>();
                            } else {
                                tma_store_wait::<1>();
                            }
                        }
                        warp_barrier();
                    }
                    stmatrix_x4(result(each / G::SPLITS).offset(of_c(at)), pairs);
                    if at == G::BOX / 16 - 1 {
                        tma_store_fence();
                        warp_barrier();
                        if lane == 0 {
                            let corner = [column + (G::BOX * each) as u32, row + 16 * warp as u32];
                            work.store(of, corner, result(each / G::SPLITS));
                        }
                    }
                });
            }
            if G::SPLITS > 1 {
                cluster_barrier();
            }
            if lane == 0 {
                tma_store_wait::<0>();
            }
        }
    }
}

crate::products_by_wgmma! {
    /// `C = A Bᵀ` of f16.
    gemm_f16 384 2 GemmF16;
    /// `C = A Bᵀ` of bf16.
    gemm_bf16 384 2 GemmBf16;
    /// `C = A Bᵀ` of bf16 by smaller tiles.
    gemm_bf16_128 384 2 GemmBf16By128;
    /// `C = A Bᵀ` of bf16 by these tiles, of which two blocks share the `k`.
    gemm_bf16_128_k2 384 2 GemmBf16By128K2;
    /// `C = A Bᵀ` of bf16, few and long: four blocks share the `k` of a tile.
    gemm_bf16_k4 384 4 GemmBf16K4;
    /// `C = A Bᵀ` of bf16 by columns, 16 of them.
    gemm_bf16_n16 256 1 GemmBf16N16;
    /// `C = A Bᵀ` of bf16 by columns, 32 of them.
    gemm_bf16_n32 256 1 GemmBf16N32;
    /// `C = A Bᵀ` of bf16 by columns, 32 of them, of which two blocks share the `k`.
    gemm_bf16_n32_k2 256 2 GemmBf16N32K2;
    /// `C = A Bᵀ` of bf16 by columns, 64 of them.
    gemm_bf16_n64 256 1 GemmBf16N64;
    /// `C = A Bᵀ` of bf16 by columns, 64 of them, of which two blocks share the `k`.
    gemm_bf16_n64_k2 256 2 GemmBf16N64K2;
    /// `C = A Bᵀ` of bf16 by columns, 128 of them.
    gemm_bf16_n128 256 1 GemmBf16N128;
    /// `C = A Bᵀ` of bf16 by columns, 128 of them, of which two blocks share the `k`.
    gemm_bf16_n128_k2 256 2 GemmBf16N128K2;
}
