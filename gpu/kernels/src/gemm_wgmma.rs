//! Products `C = A Bᵀ` by `wgmma`: the code of the kernels of [`gemm_f16`](crate::gemm_f16) and of the modules beside
//! it, with layouts.
//!
//! Everything that the copy engine loads, `wgmma` multiplies, and a thread stores is a partition of a tile in shared
//! memory. Addresses and distances follow from the layouts at compile time, with proofs that the copy engine and
//! `wgmma` find the elements there.

use tilework::bound::{Coordinate, TwoModes};

use crate::argument::gemm_f16::*;
use crate::device::*;
use crate::scheduler::Sums;

/// 8 sums of this thread, added over all blocks of its cluster that share the `k` of its tile, always in the same
/// order. `of_sums` are their places, four sums at a time.
///
/// # Safety
/// All blocks have written them.
#[inline(always)]
pub unsafe fn added<G: Parameters>(of_sums: [Shared<F32x4>; 2], of_cluster: u32) -> [G::Sum; 8] {
    let mut sums = [G::Sum::of_bits(0); 8];
    for split in 0..G::SPLITS as u32 {
        let block = G::CLUSTER as u32 * split + of_cluster;
        // SAFETY: as promised.
        let halves = of_sums.map(|four| unsafe { four.cast::<Bits128>().read_in(block) }.0);
        for i in 0..4 {
            sums[i] = sums[i].plus(G::Sum::of_bits(halves[0][i]));
            sums[4 + i] = sums[4 + i].plus(G::Sum::of_bits(halves[1][i]));
        }
    }
    sums
}

/// The sums of an instruction, all 0 and in registers.
#[inline(always)]
pub fn no_sums<G: Parameters>() -> Sums<G> {
    // SAFETY: they are an array of sums, and `Accumulator` promises that bits which are all 0 are a sum.
    unsafe { core::mem::zeroed() }
}

/// The sums of one step for the instruction's repeat `column` of the columns.
///
/// # Safety
/// As for [`gemm_shared_of`]; the operands exist, and all threads of the warpgroup reach this call.
#[inline(always)]
pub unsafe fn sums_of_step<I, E: Element, X: Major, Y: Major, A, B>(
    instruction: I,
    a: Operands<E, X, A>,
    b: Operands<E, Y, B>,
    column: usize,
    sums: &mut I::Sums,
) where
    I: FromShared<X, Y>,
    A: TwoModes,
    B: TwoModes,
    (usize, usize): Coordinate<usize, A::Shape, A::Stride> + Coordinate<usize, B::Shape, B::Stride>,
{
    // SAFETY: as promised.
    unsafe {
        wgmma_begin(&mut *sums);
        gemm_shared_of(instruction, a, b, [0, column], sums, false);
        wgmma_commit();
        wgmma_wait::<0>(sums);
    }
}

/// The generic product by `wgmma`: functions that are the whole body of a kernel. Each is given by its documentation,
/// its name, and the type of its parameters, [`Gemm`](crate::argument::gemm_f16::Gemm). The first argument is the
/// [`TileScheduler`](crate::scheduler::TileScheduler), which says what the tiles are, where operands come from, and what happens to the sums.
/// The second is the number of steps along `k`, [`Parameters::steps`](crate::argument::gemm_f16::Parameters::steps).
/// The kernels of [`gemm_f16`](crate::gemm_f16), [`gemm_f16_with`](crate::gemm_f16_with) and others call one each.
///
/// It is a macro because numbers derived from the parameters are extents of layouts. A function that is generic over
/// the type of the parameters could not compute them.
///
/// The functions are `unsafe`: the host has checked the maps and the grid. Blocks have
/// [`Parameters::THREADS`](crate::argument::gemm_f16::Parameters::THREADS) threads, and clusters have
/// [`Parameters::BLOCKS`](crate::argument::gemm_f16::Parameters::BLOCKS) blocks.
#[macro_export]
macro_rules! products_by_wgmma {
    ($($(#[$doc:meta])* $name:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        #[allow(
            clippy::modulo_one,
            clippy::needless_range_loop,
            reason = "of one part all are its; what goes over an array has it in local memory"
        )]
        pub unsafe fn $name<W: $crate::scheduler::TileScheduler<$kernel>>(work: W, steps: u32) {
            use $crate::argument::gemm_f16::*;
            use $crate::device::*;
            use $crate::gemm_f16::{OfA, OfB, OfC};
            use $crate::gemm_wgmma::{added, no_sums, sums_of_step};
            use core::hint::assert_unchecked;
            use tilework_device::atom::{Mma, SharedTile, StoreOf, TiledCopy, TiledMma, WgmmaK128B};
            use tilework::bound::Known;
            use tilework::operation::{append, zipped_divide};
            use tilework_device::proof::{Covering, OfWarps};
            use tilework::typenum::U16;
            use tilework::{Composed, Tensor, layout};
            type G = $kernel;
            type Instruction = <G as Parameters>::Instruction;
            type Load = <<G as Parameters>::Result as InMemory>::Load;
            const M: usize = G::TILE[0];
            const N: usize = G::TILE[1];
            const K: usize = G::TILE[2];
            type InA = Storage<<Instruction as Accumulate>::Element>;
            type C = <G as Parameters>::C;
            type Sum = <G as Parameters>::Sum;
            type InC = Storage<C>;
            type MajorA = <<G as Parameters>::OfA as Placed>::Major;
            type MajorB = <<G as Parameters>::OfB as Placed>::Major;
            // The rows and columns of boxes. In boxes of `A` and of `B` a row is the contiguous extent.
            const A_WIDE: usize = G::WIDTHS[0];
            const B_WIDE: usize = G::WIDTHS[1];
            const C_WIDE: usize = G::WIDTHS[2];
            const A_HIGH: usize = G::BOXES[0][1] as usize;
            const B_HIGH: usize = G::BOXES[1][1] as usize;
            // The number of 128-column parts of a tile that are promoted one after another.
            const WIDE: usize = if N < 128 { 1 } else { N / 128 };
            const CLUSTER: usize = G::CLUSTER;
            const BLOCKS: u32 = G::BLOCKS as u32;
            const SPLITS: usize = G::SPLITS;
            const WARPGROUPS: usize = G::WARPGROUPS;
            // The rows and columns that are written to a box of `C`, and their distances.
            const ROWS: usize = G::STORED[0];
            const COLUMNS: usize = G::STORED[1];
            const ROW: usize = if G::BY_COLUMNS { 1 } else { 64 };
            const COLUMN: usize = if G::BY_COLUMNS { 64 } else { 1 };
            // For elements of 16 bits. Elements of 32 bits have half as many.
            const ELEMENTS: usize = if G::BY_COLUMNS { 16 } else { 64 };
            const {
                <$kernel>::new();
                let columns = <Instruction as Mma>::VALUE.shape[1] as usize;
                assert!(!W::BY_STEPS || K == 128 && columns == 128 && M == 64 * WARPGROUPS && N <= 256, "scales by blocks: they are of 128 columns of `A` and `B` and 128 rows of `B`");
                assert!(!W::IN_PARTS || SPLITS == 1 && !G::BY_COLUMNS, "parts: blocks share the `k` of a tile in a cluster, or in global memory by rows");
            };
            // SAFETY: the host has checked the maps and the grid.
            unsafe {
                at_most_threads!(G::THREADS);
                blocks_of_cluster!(BLOCKS);
                let t = thread::<{ G::THREADS }>();
                let clusters = blocks() / G::BLOCKS;
                assert_unchecked(clusters > 0);
                let (cluster, of_cluster, split) = G::place(block()[0]);
                let part = G::part(steps, split);
                let tiles = (cluster..work.tiles()).step_by(clusters).map(|tile| work.tile(tile, of_cluster));

                // A stage in shared memory has `A`, and then `B`. After the stages come two boxes of `C` for each
                // writer, and the barriers.
                let stages = <G as Layouts>::InStages::VALUE;
                let (swizzle_a, swizzle_b) = (<<G as Parameters>::OfA as SharedTile>::Swizzle::VALUE, <<G as Parameters>::OfB as SharedTile>::Swizzle::VALUE);
                let of_a = Composed::of(swizzle_a, append(<G as Layouts>::A::VALUE, stages));
                let of_b = Composed::of(swizzle_b, append(<G as Layouts>::B::VALUE, stages));
                let copied_a = Composed::of(swizzle_a, append(<G as Layouts>::CopiedA::VALUE, stages));
                let copied_b = Composed::of(swizzle_b, append(<G as Layouts>::CopiedB::VALUE, stages));
                let swizzle_c = <<C as Rounds<Sum>>::Atom as SharedTile>::Swizzle::VALUE;
                let boxes_of_c = Composed::of(
                    swizzle_c,
                    layout!(((16,const {G::WRITERS}),const C_WIDE,2):((const C_WIDE,const {32 * C_WIDE}),1,const {16 * C_WIDE})),
                );
                let of_c = Composed::of(<WgmmaK128B<U16> as SharedTile>::Swizzle::VALUE, layout!(((const ROWS,const {G::WRITERS}),const ELEMENTS,2)
                    :((const ROW,const {32 * 64}),const COLUMN,const {16 * 64})));
                let pairs_of_c = Composed::of(swizzle_c, layout!(((const ROWS,const {G::WRITERS}),const COLUMNS,2)
                    :((const {if G::BY_COLUMNS { 1 } else { C_WIDE }},const {32 * C_WIDE}),const {if G::BY_COLUMNS { C_WIDE } else { 1 }},const {16 * C_WIDE})));
                let [start_a, start_b] = [0, G::BYTES[0]].map(Shared::<InA>::new);
                let start_c = Shared::<u16>::new(G::STAGES * G::STAGE);
                let tile_a = Tensor::through_raw_parts(start_a, of_a);
                let tile_b = Tensor::through_raw_parts(start_b, of_b);
                let pipeline = Pipeline::<<G as Parameters>::Stages>::new(start_c.bytes(G::RESULTS).cast());
                if t == 0 {
                    work.prefetch();
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
                    let boxes_a = <Boxes<OfA<G>>>::of(start_a, zipped_divide(copied_a, layout!(<const A_HIGH,const A_WIDE>)));
                    let boxes_b = <Boxes<OfB<G>>>::of(start_b, zipped_divide(copied_b, layout!(<const B_HIGH,const B_WIDE>)));
                    let bring = || {
                        let mut i = 0;
                        for ([row, column], of) in tiles {
                            let [first, last] = work.steps(of, part);
                            for step in first..last {
                                pipeline.acquire(i);
                                let full = pipeline.expect(i, G::STAGE as u32);
                                let (k, stage) = (K as u32 * step as u32, pipeline.stage(i));
                                let corner = if MajorA::TRANSPOSED == 1 { [row, k] } else { [k, row] };
                                boxes_a.each(0, corner, stage, |at, to| work.load_a(of, at, to, full));
                                // The part of `B` that this block loads for the whole cluster.
                                let (own, sharing) = if CLUSTER == 1 { (0, None) } else { (of_cluster, Some(G::sharing(split))) };
                                let column = column + (N / CLUSTER) as u32 * own;
                                let (corner, row, first) = if MajorB::TRANSPOSED == 1 { ([column, k], 0, G::BESIDE[1] * own as usize) } else { ([k, column], own as usize, 0) };
                                boxes_b.each_of(row, [first, G::BESIDE[1]], corner, stage, |at, to| work.load_b(of, at, to, full, sharing));
                                i += 1;
                            }
                        }
                        if CLUSTER > 1 {
                            // Other blocks reach this block until they have used everything that it loaded.
                            pipeline.drain(i);
                        }
                    };
                    if t == 0 {
                        bring();
                    }
                    if SPLITS > 1 {
                        // The consumers also reach both barriers: when the sums are there, and when they were read.
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
                    // The number of the writer of a box of `C`, which is a warp, or a warpgroup if `C` is column-major,
                    // and whether this thread stores its box.
                    let (writer, leads) = if G::BY_COLUMNS { (warpgroup, own % 128 == 0) } else { (warp, lane == 0) };
                    let writers_come = || if G::BY_COLUMNS {
                        barrier_of(1 + warpgroup as u32, 128);
                    } else {
                        warp_barrier();
                    };
                    // Releases a stage in all blocks that load into it.
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
                    let own_a = descriptors(MajorA::default(), mma.thread(own).partition_a(&tile_a), || mma.partition_a(of_a));
                    let own_b = descriptors(MajorB::default(), mma.thread(own).partition_b(&tile_b), || mma.partition_b(of_b));
                    Covering::<{ M * N }>::once(|| mma.partition_c(layout!((const M,const N))));
                    let own_at = mma.thread(own).partition_c(&Tensor::coordinates(layout!((const M,const N):(e0,e1))));
                    // The values that a thread stores of 16 columns at a time, and the sums for other blocks: 4 of
                    // them, next to those of the next thread.
                    let stored = TiledMma::new(<G as Layouts>::Stored::default(), layout!((const WARPGROUPS,1,1)));
                    let store = TiledCopy::of(StoreOf::<Load, U16>::new(), stored.c());
                    OfWarps::<{ 4 * WARPGROUPS }, 8, 2>::without_bank_conflicts(|| store.partition_d(of_c));
                    let boxes_c = <Boxes<OfC<G>>>::of(start_c.cast::<InC>(), zipped_divide(boxes_of_c, layout!(<16,const C_WIDE>)));
                    let own_c = store.thread(own).partition_d(&mut Tensor::through_raw_parts(start_c, of_c));
                    // For elements of 32 bits, a thread writes pairs of neighboring columns of a row.
                    let own_pairs = stored.thread(own).partition_c(&Tensor::through_raw_parts(start_c.cast::<InC>(), pairs_of_c));
                    let of_sums = layout!((const {128 * WARPGROUPS},const {M * N / (512 * WARPGROUPS)}));
                    let own_sums = Tensor::from_raw_parts(Shared::<F32x4>::new(0), of_sums).slice_unchecked((own, ..));

                    let mut i = 0;
                    for ([row, column], of) in tiles {
                        let [first, last] = work.steps(of, part);
                        let mut sums = Fragment::sums_of(instruction, &own_at);
                        if W::BY_STEPS && last > first {
                            // Scales are loaded two steps ahead. With one step, ptxas waits for them before it
                            // multiplies.
                            let own = row + own_at.get(0).map_or(0, |at| at.head as u32);
                            let scales = |step: usize| work.scales::<WIDE>(of, [row, column], own, step);
                            let mut part = no_sums::<G>();
                            let (mut now, mut next) = (scales(first), scales(first + 1));
                            for step in first..last {
                                let after = scales(step + 2);
                                pipeline.wait(i);
                                let stage = pipeline.stage(i);
                                let a = own_a.slice_unchecked((.., .., stage));
                                let b = own_b.slice_unchecked((.., .., stage));
                                // While the sums of 128 columns are promoted, the other warpgroup multiplies.
                                sums_of_step(instruction, a, b, 0, &mut part);
                                if WIDE == 1 {
                                    release(i);
                                }
                                work.promote(sums.repeat_mut(0), &part, now.rows, now.blocks[0]);
                                if WIDE == 2 {
                                    sums_of_step(instruction, a, b, 1, &mut part);
                                    release(i);
                                    work.promote(sums.repeat_mut(1), &part, now.rows, now.blocks[WIDE - 1]);
                                }
                                (now, next) = (next, after);
                                i += 1;
                            }
                        }
                        let [first, last] = if W::BY_STEPS { [0; 2] } else { [first, last] };
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
                        if !W::BY_STEPS {
                            wgmma_wait::<0>(&mut sums);
                        }
                        // Without steps the sums are 0, and nothing was loaded.
                        if last > first {
                            release(i - 1);
                        }
                        if SPLITS > 1 {
                            // Nobody multiplies any more.
                            barrier_of(1, 128 * WARPGROUPS as u32);
                            own_sums.write_each(|i| F32x4::of(sums.values::<4>(4 * i).map(|sum| f32::from_bits(sum.bits()))));
                            cluster_barrier();
                        }
                        if W::IN_PARTS {
                            layout!(const {M * N / (1024 * WARPGROUPS)}:1).unroll(|j, _| work.share(of, sums.values(8 * j), j, own));
                            barrier_of(1, 128 * WARPGROUPS as u32);
                            if own == 0 {
                                work.meet(of);
                            }
                            barrier_of(1, 128 * WARPGROUPS as u32);
                        }
                        // 16 columns at a time. Each box is written while the one before is stored.
                        layout!(const {N / 16}:1).unroll(|j, _| {
                            let (part, j_of_part) = (j / (COLUMNS / 16), j % (COLUMNS / 16));
                            if part % SPLITS != split as usize || W::IN_PARTS && !work.has(of, part, writer) {
                                return;
                            }
                            let buffer = part / SPLITS % 2;
                            let [box_row, box_column] = [row + (ROWS * writer) as u32, column + (COLUMNS * part) as u32];
                            // The copy engine stores the box, or each thread writes its own sums.
                            let stores = work.stores(of, box_row);
                            if stores && j_of_part == 0 {
                                if leads {
                                    // If the number of boxes is odd, the next tile begins with the same box, and a
                                    // part may have any number of boxes.
                                    if W::IN_PARTS || !(N / COLUMNS).is_multiple_of(2) {
                                        tma_store_wait::<0>();
                                    } else {
                                        tma_store_wait::<1>();
                                    }
                                }
                                writers_come();
                            }
                            let sums = match SPLITS {
                                _ if W::IN_PARTS => work.added(of, j, own),
                                1 => sums.values(8 * j),
                                _ => added::<G>([0, 1].map(|i| own_sums.at(2 * j + i)), of_cluster),
                            };
                            let at = own_at.get(8 * j).map_or([0, 0], |at| [row + at.head as u32, column + at.tail.head as u32]);
                            let eight = work.finish(of, at, sums);
                            if !stores {
                                work.write(of, at, eight);
                                return;
                            }
                            let pairs = [0, 2, 4, 6].map(|i| <C as Rounds<Sum>>::pair([eight[i], eight[i + 1]]));
                            if G::ELEMENT_C == 2 {
                                Load::store_matrices(own_c.at(((0, j_of_part), (0, 0, buffer))).pointer(), pairs.map(|pair| pair as u32));
                            } else {
                                for i in 0..4 {
                                    own_pairs.at((8 * j_of_part + 2 * i, (0, 0, buffer))).pointer().cast::<u64>().write(pairs[i]);
                                }
                            }
                            if j_of_part == COLUMNS / 16 - 1 {
                                tma_store_fence();
                                writers_come();
                                if leads {
                                    let corner = if G::BY_COLUMNS { [box_row, box_column] } else { [box_column, box_row] };
                                    boxes_c.each(writer, corner, buffer, |at, from| work.store(of, at, from));
                                }
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

products_by_wgmma! {
    /// The product of [`GemmF16`].
    f16 GemmF16;
    /// The product of [`GemmBf16`].
    bf16 GemmBf16;
    /// The product of [`GemmBf16By128`].
    bf16_128 GemmBf16By128;
    /// The product of [`GemmBf16By128K2`].
    bf16_128_k2 GemmBf16By128K2;
    /// The product of [`GemmBf16K4`].
    bf16_k4 GemmBf16K4;
    /// The product of [`GemmBf16N16`].
    bf16_n16 GemmBf16N16;
    /// The product of [`GemmBf16N32`].
    bf16_n32 GemmBf16N32;
    /// The product of [`GemmBf16N32K2`].
    bf16_n32_k2 GemmBf16N32K2;
    /// The product of [`GemmBf16N64`].
    bf16_n64 GemmBf16N64;
    /// The product of [`GemmBf16N64K2`].
    bf16_n64_k2 GemmBf16N64K2;
    /// The product of [`GemmBf16N128`].
    bf16_n128 GemmBf16N128;
    /// The product of [`GemmBf16N128K2`].
    bf16_n128_k2 GemmBf16N128K2;
    /// The product of [`GemmBf16By192N128K2`].
    bf16_192_n128_k2 GemmBf16By192N128K2;
    /// The product of [`GemmBf16Grouped`].
    bf16_grouped GemmBf16Grouped;
    /// The product of [`GemmF16Grouped`].
    f16_grouped GemmF16Grouped;
    /// The product of [`GemmF16By128`].
    f16_128 GemmF16By128;
    /// The product of [`GemmF16N16`].
    f16_n16 GemmF16N16;
    /// The product of [`GemmF16N32`].
    f16_n32 GemmF16N32;
    /// The product of [`GemmF16N64`].
    f16_n64 GemmF16N64;
    /// The product of [`GemmF16N128K2`].
    f16_n128_k2 GemmF16N128K2;
    /// The product of [`GemmBf16Nn`].
    bf16_nn GemmBf16Nn;
    /// The product of [`GemmBf16Tn`].
    bf16_tn GemmBf16Tn;
    /// The product of [`GemmBf16Tt`].
    bf16_tt GemmBf16Tt;
    /// The product of [`GemmF16Nn`].
    f16_nn GemmF16Nn;
    /// The product of [`GemmF16Tn`].
    f16_tn GemmF16Tn;
    /// The product of [`GemmF16Tt`].
    f16_tt GemmF16Tt;
    /// The product of [`GemmTf32`].
    tf32 GemmTf32;
    /// The product of [`GemmE4m3`].
    e4m3 GemmE4m3;
    /// The product of [`GemmE4m3F32`].
    e4m3_f32 GemmE4m3F32;
    /// The product of [`GemmE4m3Blocks`].
    e4m3_blocks GemmE4m3Blocks;
    /// The product of [`GemmE4m3Blocks128`].
    e4m3_blocks_128 GemmE4m3Blocks128;
    /// The product of [`GemmS8`].
    s8 GemmS8;
}
