//! `C = A Bᵀ`, of f16 or bf16, by `wgmma`: how the kernels of [`gemm_f16`](crate::gemm_f16) are written, with layouts.
//!
//! What the copy engine brings, what `wgmma` multiplies and what is stored are partitions of tiles in shared memory; their addresses and distances follow from the layouts while
//! compiling, with proofs that the copy engine and `wgmma` find the elements there.

use tilework::atom::{LdmatrixX4, LdmatrixX4Trans};

use crate::device::{Shared, stmatrix_x4, stmatrix_x4_transposed};

/// The instruction `stmatrix` that stores `C` in shared memory, by the `ldmatrix` whose inverse it is.
pub trait Stores {
    /// Stores 16 x 16 elements, of which this thread has 8 and the address of 8.
    ///
    /// # Safety
    /// As of [`stmatrix_x4`].
    unsafe fn store(to: Shared<u16>, pairs: [u32; 4]);
}
impl Stores for LdmatrixX4 {
    #[inline(always)]
    unsafe fn store(to: Shared<u16>, pairs: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4(to, pairs) }
    }
}
impl Stores for LdmatrixX4Trans {
    #[inline(always)]
    unsafe fn store(to: Shared<u16>, pairs: [u32; 4]) {
        // SAFETY: as promised.
        unsafe { stmatrix_x4_transposed(to, pairs) }
    }
}

/// Kernels `C = A Bᵀ` of these parameters, each written as its documentation, name, threads, blocks of a cluster and type of parameters, as in
/// [`gemm_f16`](crate::gemm_f16): [`Parameters::THREADS`](crate::argument::gemm_f16::Parameters::THREADS) and
/// [`Parameters::BLOCKS`](crate::argument::gemm_f16::Parameters::BLOCKS). `tiles` are [`Parameters::tiles`](crate::argument::gemm_f16::Parameters::tiles), and `steps` go
/// along `k`.
#[macro_export]
macro_rules! products_by_wgmma {
    ($($(#[$doc:meta])* $name:ident $threads:literal $cluster:literal $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// Of any extents of which `n` and `k` are multiples of 8. `tiles` are those of `C`.
        #[allow(clippy::macro_metavars_in_unsafe, clippy::modulo_one, reason = "the numbers are literals, and of one part all are its")]
        #[$crate::device::kernel]
        pub unsafe fn $name(
            a: &$crate::device::TensorMap<$crate::gemm_f16::OfA<$kernel>>,
            b: &$crate::device::TensorMap<$crate::gemm_f16::OfB<$kernel>>,
            c: &$crate::device::TensorMap<$crate::gemm_f16::OfC<$kernel>>,
            tiles: [u32; 2],
            steps: u32,
        ) {
            use $crate::argument::gemm_f16::*;
            use $crate::device::*;
            use $crate::gemm_f16::{OfA, OfB, OfC, added};
            use $crate::gemm_wgmma::Stores;
            use core::hint::assert_unchecked;
            use tilework::atom::{StoreOf, TiledCopy, TiledMma};
            use tilework::bound::Known;
            use tilework::operation::{append, zipped_divide};
            use tilework::proof::{Covering, OfWarps};
            use tilework::typenum::U16;
            use tilework::{Composed, Tensor, layout};
            type G = $kernel;
            type Instruction = <G as Parameters>::Instruction;
            type Load = <<G as Parameters>::Result as InMemory>::Load;
            const M: usize = G::TILE[0];
            const N: usize = G::TILE[1];
            const K: usize = G::TILE[2];
            const BOX: usize = G::BOX;
            const CLUSTER: usize = G::CLUSTER;
            const SPLITS: usize = G::SPLITS;
            const WARPGROUPS: usize = G::WARPGROUPS;
            // Rows and columns of what is written to a box of `C`, and how far apart they are.
            const ROWS: usize = G::STORED[0];
            const COLUMNS: usize = G::STORED[1];
            const ROW: usize = if G::BY_COLUMNS { 1 } else { BOX };
            const COLUMN: usize = if G::BY_COLUMNS { BOX } else { 1 };
            const {
                <$kernel>::new();
                assert!($threads == G::THREADS, "threads: the kernel is one for another number");
                assert!($cluster == G::BLOCKS, "cluster: the kernel is one for another number of blocks");
            };
            // SAFETY: the host has checked the maps and the grid.
            unsafe {
                at_most_threads!($threads);
                blocks_of_cluster!($cluster);
                let t = thread::<$threads>();
                let clusters = blocks() / G::BLOCKS;
                assert_unchecked(clusters > 0);
                let (cluster, of_cluster, split) = G::place(block()[0]);
                let (first, last) = G::part(steps, split);
                let tiles = Raster::new(tiles, G::BAND).share(cluster, clusters).map(|[row, column]| {
                    [M as u32 * (CLUSTER as u32 * row + of_cluster), N as u32 * column]
                });

                // In shared memory a stage has `A`, and then `B`; behind all are two boxes of `C` of each who writes them, and the barriers.
                let (swizzle, stages) = (<G as Layouts>::Swizzle::VALUE, <G as Layouts>::InStages::VALUE);
                let of_a = Composed::of(swizzle, append(<G as Layouts>::A::VALUE, stages));
                let of_b = Composed::of(swizzle, append(<G as Layouts>::B::VALUE, stages));
                let boxes_of_c = Composed::of(
                    swizzle,
                    layout!(((16,const {G::WRITERS}),const BOX,2):((const BOX,const {32 * BOX}),1,const {16 * BOX})),
                );
                let of_c = Composed::of(swizzle, layout!(((const ROWS,const {G::WRITERS}),const COLUMNS,2)
                    :((const ROW,const {32 * BOX}),const COLUMN,const {16 * BOX})));
                let [start_a, start_b, start_c] = [0, G::BYTES[0], G::STAGES * G::STAGE].map(Shared::<u16>::new);
                let tile_a = Tensor::through_raw_parts(start_a, of_a);
                let tile_b = Tensor::through_raw_parts(start_b, of_b);
                let pipeline = Pipeline::<<G as Parameters>::Stages>::new(start_c.bytes(G::RESULTS).cast());
                if t == 0 {
                    tma_prefetch(a);
                    tma_prefetch(b);
                    tma_prefetch(c);
                    pipeline.init(1, (CLUSTER * WARPGROUPS) as u32);
                    mbarrier_init_fence();
                }
                if CLUSTER == 1 {
                    barrier();
                } else {
                    cluster_barrier();
                }

                if t / 128 == 0 {
                    if WARPGROUPS > 1 {
                        fewer_registers::<{ G::REGISTERS[0] }>();
                    }
                    let boxes_a = <Boxes<OfA<G>>>::of(start_a, zipped_divide(of_a, layout!(<const M,const BOX>)));
                    let boxes_b = <Boxes<OfB<G>>>::of(start_b, zipped_divide(of_b, layout!(<const {N / CLUSTER},const BOX>)));
                    let bring = || {
                        let mut i = 0;
                        for [row, column] in tiles {
                            for step in first..last {
                                pipeline.acquire(i);
                                let full = pipeline.expect(i, G::STAGE as u32);
                                let (at, stage) = (K as u32 * step as u32, pipeline.stage(i));
                                boxes_a.load(a, 0, [at, row], stage, full);
                                // The part of `B` that this block brings to all of the cluster.
                                let part = of_cluster as usize;
                                let corner = [at, column + (N / CLUSTER) as u32 * of_cluster];
                                if CLUSTER == 1 {
                                    boxes_b.load(b, 0, corner, stage, full);
                                } else {
                                    boxes_b.load_multicast(b, part, corner, stage, full, G::sharing(split));
                                }
                                i += 1;
                            }
                        }
                        if CLUSTER > 1 {
                            // The others reach this block until they have used all that it brought.
                            pipeline.drain(i);
                        }
                    };
                    if t == 0 {
                        bring();
                    }
                    if SPLITS > 1 {
                        // Those that multiply come to both: sums are there, and were read.
                        warp_barrier();
                        cluster_barrier();
                        cluster_barrier();
                    }
                } else {
                    if WARPGROUPS > 1 {
                        more_registers::<{ G::REGISTERS[1] }>();
                    }
                    let own = t as usize - 128;
                    let [warpgroup, warp, lane] = [own / 128, own / 32, own % 32];
                    // The number of who writes a box of `C`, a warp, or, by columns, a warpgroup; and whether this thread has it stored.
                    let (writer, leads) = if G::BY_COLUMNS { (warpgroup, own % 128 == 0) } else { (warp, lane == 0) };
                    let writers_come = || if G::BY_COLUMNS {
                        barrier_of(1 + warpgroup as u32, 128);
                    } else {
                        warp_barrier();
                    };
                    // A stage is empty in all blocks that bring something to it.
                    let release = |i: usize| {
                        if CLUSTER == 1 {
                            if t % 128 == 0 {
                                pipeline.release(i);
                            }
                        } else if t % 128 < CLUSTER as u32 {
                            pipeline.release_in(i, CLUSTER as u32 * split + t % 128);
                        }
                    };

                    let instruction = Instruction::default();
                    let mma = TiledMma::new(instruction, layout!((const WARPGROUPS,1,1)));
                    let own_a = descriptors(KMajor, mma.thread(own).partition_a(&tile_a), || mma.partition_a(of_a));
                    let own_b = descriptors(KMajor, mma.thread(own).partition_b(&tile_b), || mma.partition_b(of_b));
                    Covering::<{ M * N }>::once(|| mma.partition_c(layout!((const M,const N))));
                    let at = Tensor::coordinates(layout!((const M,const N):(e0,e1)));
                    // What a thread stores of some columns, 16 at a time, and the sums that other blocks have: 4 of them beside those of the next thread.
                    let stored = TiledMma::new(<G as Layouts>::Stored::default(), layout!((const WARPGROUPS,1,1)));
                    let store = TiledCopy::of(StoreOf::<Load, U16>::new(), stored.c());
                    OfWarps::<{ 4 * WARPGROUPS }, 8, 2>::without_bank_conflicts(|| store.partition_d(of_c));
                    let boxes_c = <Boxes<OfC<G>>>::of(start_c, zipped_divide(boxes_of_c, layout!(<16,const BOX>)));
                    let own_c = store.thread(own).partition_d(&mut Tensor::through_raw_parts(start_c, of_c));
                    let of_sums = layout!((const {128 * WARPGROUPS},const {M * N / (512 * WARPGROUPS)}));
                    let own_sums = Tensor::from_raw_parts(Shared::<F32x4>::new(0), of_sums).slice_unchecked((own, ..));

                    let mut i = 0;
                    for [row, column] in tiles {
                        let mut sums = Fragment::zeros_of(&mma.thread(own).partition_c(&at));
                        for step in first..last {
                            pipeline.wait(i);
                            let stage = pipeline.stage(i);
                            let a = own_a.slice_unchecked((.., .., stage));
                            let b = own_b.slice_unchecked((.., .., stage));
                            wgmma_begin(&mut sums);
                            gemm_shared(instruction, a, b, &mut sums, step > first);
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
                        if SPLITS > 1 {
                            // Nobody multiplies any more.
                            barrier_of(1, 128 * WARPGROUPS as u32);
                            own_sums.write_each(|i| F32x4::of(sums.values(4 * i)));
                            cluster_barrier();
                        }
                        // Some columns at a time, in boxes of which each is written while the one before is stored.
                        layout!(const {N / COLUMNS}:1).unroll(|part, _| {
                            if part % SPLITS != split as usize {
                                return;
                            }
                            if leads {
                                // Of an odd number the next tile begins with the same box.
                                if (N / COLUMNS).is_multiple_of(2) {
                                    tma_store_wait::<1>();
                                } else {
                                    tma_store_wait::<0>();
                                }
                            }
                            writers_come();
                            let buffer = part / SPLITS % 2;
                            layout!(const {COLUMNS / 16}:1).unroll(|j, _| {
                                let first = COLUMNS / 2 * part + 8 * j;
                                let eight = match SPLITS {
                                    1 => sums.values(first),
                                    _ => added::<G>([0, 1].map(|i| own_sums.at(first / 4 + i)), of_cluster),
                                };
                                let pairs = [0, 2, 4, 6].map(|i| <Instruction as Accumulate>::Element::pair(eight[i], eight[i + 1]));
                                Load::store(own_c.at(((0, j), (0, 0, buffer))).pointer(), pairs);
                            });
                            tma_store_fence();
                            writers_come();
                            if leads {
                                let (row, column) = (row + (ROWS * writer) as u32, column + (COLUMNS * part) as u32);
                                boxes_c.store(c, writer, if G::BY_COLUMNS { [row, column] } else { [column, row] }, buffer);
                            }
                        });
                    }
                    if SPLITS > 1 {
                        cluster_barrier();
                    }
                    if leads || lane == 0 {
                        tma_store_wait::<0>();
                    }
                }
            }
        }
    )*};
}
