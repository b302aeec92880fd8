//! `C = A Bᵀ`, of f16 or bf16, with sums in f32, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by rows. A tile of `C` is 128 x 256. One warpgroup has the copy engine
//! bring `A` and `B` to shared memory, 64 columns of `k` at a time and a few such steps ahead; two
//! multiply, 64 rows of `C` each. Blocks stay, and take tile after tile: while one tile is written the operands of the next
//! one come.

use tilework::atom::{self, Fragment, WgmmaK128B, WgmmaM64D};
use tilework::bound::{Known, PointerMut};
use tilework::proof::covers_once;
use tilework::typenum::{U16, U256};
use tilework::{Layout, Tensor, layout};

use crate::argument::{GemmF16Out, Leaves};
use crate::at_most_threads;
use crate::device::*;

/// Steps in shared memory at a time.
const STAGES: usize = 4;
/// Elements of `A` and of `B` in a step.
const ELEMENTS: [usize; 2] = [128 * 64, 256 * 64];
/// Bytes of a step.
const BYTES: usize = 2 * (ELEMENTS[0] + ELEMENTS[1]);
/// As many rows of tiles are taken together, so that what is in the cache is used again.
const BAND: u32 = 16;

/// The accumulators of `wgmma`, from threads and values to rows and columns: those of [`WgmmaM64D`].
const SUMS: Layout!(((4,8,4),(2,2,32)):((128,1,16),(64,8,512))) =
    <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
const _: () = covers_once(SUMS, 64 * 256);

/// # Safety
/// As of the kernels.
#[inline(always)]
unsafe fn gemm<T: Pair + Multiply<128>>(
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut Bits128,
    c_layout: Leaves<7>,
    extents: Leaves<2>,
    steps: u32,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (t, steps) = (thread::<384>(), steps as usize);
        let [rows, columns, ..] = c_layout.0;
        // Tile after tile, in bands of rows.
        let tiles = (block()[0]..rows * columns).step_by(blocks()).map(|tile| {
            // There are tiles: no divisor is 0.
            let all = (BAND * columns).max(1);
            let band = tile / all * BAND;
            let (width, at) = (BAND.min(rows - band).max(1), tile % all);
            [(band + at % width) as usize, (at / width) as usize]
        });

        // All operands, and for each stage the barriers that it is full and that it is empty.
        let stage = |i: usize| Shared::<u8>::new(0).offset(i % STAGES * BYTES);
        let full = |i: usize| Shared::<u64>::new(STAGES * BYTES).offset(i % STAGES);
        let empty = |i: usize| full(i).offset(STAGES);
        if t == 0 {
            for i in 0..STAGES {
                mbarrier_init(full(i), 1);
                mbarrier_init(empty(i), 2);
            }
            mbarrier_init_fence();
        }
        barrier();
        // How often a stage was used before, of which the lowest bit is the parity of its barriers.
        let turn = |i: usize| (i / STAGES & 1) as u32;

        let mut i = 0;
        if t / 128 == 0 {
            fewer_registers::<40>();
            if t != 0 {
                return;
            }
            for [x, y] in tiles {
                for step in 0..steps {
                    mbarrier_wait(empty(i), turn(i) ^ 1);
                    mbarrier_arrive_expect(full(i), BYTES as u32);
                    let at = 64 * step as u32;
                    tma_load(a, [at, 128 * x as u32], stage(i), full(i));
                    tma_load(b, [at, 256 * y as u32], stage(i).offset(2 * ELEMENTS[0]), full(i));
                    i += 1;
                }
            }
        } else {
            more_registers::<232>();
            let [warpgroup, warp, row, q] =
                [t / 128 - 1, t / 32 % 4, t / 4 % 8, t % 4].map(|x| x as usize);
            let c =
                Tensor::from_raw_parts(Global::new(c), GemmF16Out::from_dynamic_leaves(c_layout.0));
            let own = ((row, .., warp, warpgroup), (q, ..));
            let c = c.slice_unchecked((own, ..));
            // Where in a tile that is: for the tiles that reach past the ends.
            let coordinates = layout!(((8,2,4,2),(4,8)):((e0,8e0,16e0,64e0),(e1,4e1)));
            let coordinates = Tensor::coordinates(coordinates).slice(own);
            // Both operands as `wgmma` has them: where the rows of a warpgroup begin, and each 16 of `k`.
            let operand = atom::shared_tile(WgmmaK128B::<U16>::new()).inner();
            let a_operand = layout!(tile_to_shape(operand, (128, 64)));
            for [x, y] in tiles {
                let mut sums: [f32; 128] = zeros();
                for step in 0..steps {
                    mbarrier_wait(full(i), turn(i));
                    let a = Operand::depth_first(
                        stage(i).offset(2 * a_operand.offset((64 * warpgroup, 0))),
                    );
                    let b = Operand::depth_first(stage(i).offset(2 * ELEMENTS[0]));
                    wgmma_begin();
                    layout!(4).unroll(|k, _| {
                        let further = 2 * a_operand.offset((0, 16 * k));
                        T::multiply(
                            &mut sums,
                            a.further(further),
                            b.further(further),
                            step + k > 0,
                        );
                    });
                    wgmma_commit();
                    // The multiplications of the step before have ended.
                    wgmma_wait::<1>();
                    if step > 0 && t % 128 == 0 {
                        mbarrier_arrive(empty(i - 1));
                    }
                    i += 1;
                }
                wgmma_wait::<0>();
                if t % 128 == 0 {
                    mbarrier_arrive(empty(i - 1));
                }
                // (2, 8): of rows and of columns. A quad has 4 x 8 columns of a row, each thread a pair of each 8; of which it
                // writes one.
                let c = c.slice_unchecked((.., (x, y)));
                let vector = |i: usize| {
                    let pairs = [0, 1, 2, 3].map(|j| {
                        let at = 16 * (i / 2) + 4 * j + 2 * (i % 2);
                        T::pair(sums[at], sums[at + 1])
                    });
                    Bits128::of(transpose_quad(pairs, t % 4))
                };
                let (rows, columns) =
                    (extents.0[0] as usize - 128 * x, extents.0[1] as usize - 32 * y);
                if rows >= 128 && columns >= 32 {
                    c.write_each(vector);
                } else {
                    coordinates.unroll(|i, at| {
                        let vector = vector(i);
                        if at.head < rows && at.tail.head < columns {
                            c.at(i).write(vector);
                        }
                    });
                }
            }
        }
    }
}

/// `C = A Bᵀ` of f16, of any extents of which `n` and `k` are multiples of 8. `extents` are those of `C`, in vectors of 8.
#[kernel]
pub unsafe fn gemm_f16(
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut Bits128,
    c_layout: Leaves<7>,
    extents: Leaves<2>,
    steps: u32,
) {
    // SAFETY: as promised.
    unsafe {
        at_most_threads!(384);
        gemm::<F16>(a, b, c, c_layout, extents, steps);
    }
}

/// `C = A Bᵀ` of bf16, of any extents of which `n` and `k` are multiples of 8. `extents` are those of `C`, in vectors of 8.
#[kernel]
pub unsafe fn gemm_bf16(
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut Bits128,
    c_layout: Leaves<7>,
    extents: Leaves<2>,
    steps: u32,
) {
    // SAFETY: as promised.
    unsafe {
        at_most_threads!(384);
        gemm::<Bf16>(a, b, c, c_layout, extents, steps);
    }
}
