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

use crate::argument::gemm_f16::{ELEMENT, GemmBf16, GemmBf16By128, GemmF16, Layouts, Parameters};
use crate::device::*;
use crate::wgmma::{Accumulate, FromShared};

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
unsafe fn bring_a<G: Parameters>(
    map: &TensorMap<OfA<G>>,
    [column, row]: [u32; 2],
    to: Shared<u8>,
    full: Shared<u64>,
) {
    let mut at = 0;
    while at < G::TILE[2] {
        let to = to.offset(ELEMENT * G::TILE[0] * at);
        // SAFETY: as promised.
        unsafe { tma_load(map, [column + at as u32, row], to, full) };
        at += G::BOX;
    }
}
/// Brings the part of `B` of a step that this block of the cluster brings to all.
///
/// # Safety
/// As of [`tma_load_multicast`], of all boxes.
#[inline(always)]
unsafe fn bring_b<G: Parameters>(
    map: &TensorMap<OfB<G>>,
    [column, row]: [u32; 2],
    of_cluster: u32,
    to: Shared<u8>,
    full: Shared<u64>,
) {
    let (rows, mut at) = (G::TILE[1] / G::CLUSTER, 0);
    let row = row + rows as u32 * of_cluster;
    while at < G::TILE[2] {
        let column = column + at as u32;
        let to = to.offset(ELEMENT * (G::TILE[1] * at + rows * G::BOX * of_cluster as usize));
        // SAFETY: as promised.
        unsafe {
            if G::CLUSTER == 1 {
                tma_load(map, [column, row], to, full);
            } else {
                tma_load_multicast(map, [column, row], to, full, (1 << G::CLUSTER) - 1);
            }
        }
        at += G::BOX;
    }
}

/// The kernel of these parameters, for so many threads and blocks of a cluster: [`Parameters::THREADS`] and
/// [`Parameters::CLUSTER`]. `tiles` are [`Parameters::tiles`], and `steps` go
/// along `k`.
///
/// # Safety
/// As of the kernels.
#[inline(always)]
pub unsafe fn gemm<const THREADS: u32, const CLUSTER: usize, G>(
    _: G,
    a: &TensorMap<OfA<G>>,
    b: &TensorMap<OfB<G>>,
    c: &TensorMap<OfC<G>>,
    tiles: [u32; 2],
    steps: u32,
) where
    G: Layouts<Instruction: FromShared, Operand: DepthFirst, Warpgroups: Warpgroups>,
{
    const {
        assert!(THREADS == G::THREADS, "threads: the kernel is one for another number");
        assert!(CLUSTER == G::CLUSTER, "cluster: the kernel is one for another number of blocks");
    };
    // SAFETY: the host has checked the maps and the grid.
    unsafe {
        let [tile_m, tile_n, tile_k] = G::TILE;
        let (t, steps) = (thread::<THREADS>(), steps as usize);
        let (cluster, of_cluster) =
            (block()[0] / G::CLUSTER as u32, block()[0] % G::CLUSTER as u32);
        let [rows, columns] = tiles;
        let clusters = blocks() / G::CLUSTER;
        assert_unchecked(clusters > 0);
        // Tile after tile, in bands of rows.
        let tiles = (cluster..rows * columns).step_by(clusters).map(|tile| {
            // There are tiles: no divisor is 0.
            let all = (G::BAND * columns).max(1);
            let band = tile / all * G::BAND;
            let (width, at) = (G::BAND.min(rows - band).max(1), tile % all);
            let row = G::CLUSTER as u32 * (band + at % width) + of_cluster;
            [tile_m as u32 * row, tile_n as u32 * (at / width)]
        });

        // All operands, two boxes of `C` of each warp, and the barriers.
        let results = Shared::<u8>::new(G::STAGES * G::STAGE);
        let pipeline = Pipeline::<G::Stages>::new(results.offset(G::RESULTS).cast());
        let stage = |i: usize| Shared::<u8>::new(0).offset(pipeline.stage(i) * G::STAGE);
        if t == 0 {
            tma_prefetch(a);
            tma_prefetch(b);
            tma_prefetch(c);
            pipeline.init(1, (G::CLUSTER * G::WARPGROUPS) as u32);
            mbarrier_init_fence();
        }
        if G::CLUSTER == 1 {
            barrier();
        } else {
            cluster_barrier();
        }

        let mut i = 0;
        if t / 128 == 0 {
            G::Warpgroups::fewer();
            if t != 0 {
                return;
            }
            for [row, column] in tiles {
                for step in 0..steps {
                    pipeline.acquire(i);
                    let full = pipeline.expect(i, G::STAGE as u32);
                    let at = tile_k as u32 * step as u32;
                    let to = [stage(i), stage(i).offset(G::BYTES[0])];
                    bring_a::<G>(a, [at, row], to[0], full);
                    bring_b::<G>(b, [at, column], of_cluster, to[1], full);
                    i += 1;
                }
            }
            if G::CLUSTER > 1 {
                // The others reach this block until they have used all that it brought.
                pipeline.drain(i);
            }
        } else {
            G::Warpgroups::more();
            let [warpgroup, warp, lane] = [t / 128 - 1, t / 32 - 4, t % 32].map(|x| x as usize);
            // A stage is empty in all blocks that bring something to it.
            let release = |i: usize| {
                if G::CLUSTER == 1 {
                    if t % 128 == 0 {
                        pipeline.release(i);
                    }
                } else if t % 128 < G::CLUSTER as u32 {
                    pipeline.release_in(i, t % 128);
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
            for [row, column] in tiles {
                let mut sums: GenericArray<Sums<G>, G::Repeats> = mem::zeroed();
                for step in 0..steps {
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
                            step + k > 0,
                        );
                    });
                    wgmma_commit();
                    // The multiplications of the step before have ended.
                    wgmma_wait::<1>(());
                    if step > 0 {
                        release(i - 1);
                    }
                    i += 1;
                }
                wgmma_wait::<0>(&mut sums);
                // Without steps the sums are 0, and nothing was brought.
                if steps > 0 {
                    release(i - 1);
                }
                // 16 columns at a time, in boxes of which each is written while the one before is stored.
                G::Columns::VALUE.unroll(|j, _| {
                    let (at, each) = (j % (G::BOX / 16), j / (G::BOX / 16));
                    if at == 0 {
                        if lane == 0 {
                            tma_store_wait::<1>();
                        }
                        warp_barrier();
                    }
                    let sum = |i: usize| {
                        let of_one = G::Instruction::VALUE.shape[1] as usize / 2;
                        sums[i / of_one][i % of_one]
                    };
                    let pairs = [0, 2, 4, 6].map(|i| {
                        <G::Instruction as Accumulate>::Element::pair(
                            sum(8 * j + i),
                            sum(8 * j + i + 1),
                        )
                    });
                    stmatrix_x4(result(each).offset(of_c(at)), pairs);
                    if at == G::BOX / 16 - 1 {
                        tma_store_fence();
                        warp_barrier();
                        if lane == 0 {
                            let corner = [column + (G::BOX * each) as u32, row + 16 * warp as u32];
                            tma_store(c, corner, result(each));
                        }
                    }
                });
            }
            if lane == 0 {
                tma_store_wait::<0>();
            }
        }
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $kernel:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// Of any extents of which `n` and `k` are multiples of 8, by clusters of 2 blocks. `tiles` are those of `C`.
        #[kernel]
        pub unsafe fn $name(
            a: &TensorMap<OfA<$kernel>>,
            b: &TensorMap<OfB<$kernel>>,
            c: &TensorMap<OfC<$kernel>>,
            tiles: [u32; 2],
            steps: u32,
        ) {
            // SAFETY: as promised.
            unsafe {
                at_most_threads!(384);
                blocks_of_cluster!(2);
                gemm::<384, 2, _>(const { <$kernel>::new() }, a, b, c, tiles, steps);
            }
        }
    )*};
}
products! {
    /// `C = A Bᵀ` of f16.
    gemm_f16 GemmF16;
    /// `C = A Bᵀ` of bf16.
    gemm_bf16 GemmBf16;
    /// `C = A Bᵀ` of bf16 by smaller tiles.
    gemm_bf16_128 GemmBf16By128;
}
