//! `C = A B` of f32, on the scalar units of each thread.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all column-major in vectors of 4 rows. CuTe's tutorial calls this
//! "NT". A block has a tile of `C` of 128 x 128 and goes along `k` by 16 columns, which copies load into shared memory
//! a few steps ahead. Each of 256 threads has 8 x 8 elements of `C`, 2 x 2 times 4 x 4. [`GemmF32`] has these numbers
//! as parameters.
//!
//! For [any extents](crate::gemm_f32_ragged), tiles reach past the ends of the matrices, and the loop is the same,
//! without predicates. Rows past the end of `A` and of `B` yield elements past the ends of `C`, which are not written.
//! Any row can replace them, and the last row does. Columns past the end are 0 in shared memory. Only the last step
//! has some, and steps run from the last to the first, so its copies begin before the loop.

use tilework::bound::Pointer;
use tilework::operation::{ThreadValue, recast};
use tilework::typenum::{U1, U2, U4, U16, U32, U128};
use tilework::{Static, Tensor, layout};
use tilework_device::atom::{TiledCopy, TiledMma, Vector};
use tilework_device::proof::{Covering, OfWarps};

use crate::argument::gemm_f32::GemmF32;
use crate::argument::{GemmF32In, GemmF32Out};
use crate::device::*;

/// The kernel with its parameters.
pub(crate) type Kernel = GemmF32<U2, U16, U4>;
const STAGES: usize = Kernel::STAGES;
const VALUES: usize = Kernel::VALUES;
const ROWS: usize = Kernel::ROWS;
const TILE: usize = Kernel::TILE;
const K: usize = Kernel::K;
/// The vectors, and the bytes, of a stage of `A` or of `B`.
const STAGE: usize = Kernel::VECTORS;
const BYTES: usize = 16 * STAGE;
const _: Kernel = Kernel::new();

/// `C = A B` for extents that are multiples of the tile, in units of 16 bytes.
#[kernel]
pub unsafe fn gemm_f32(
    a: *const F32x4,
    a_layout: GemmF32In,
    b: *const F32x4,
    b_layout: GemmF32In,
    c: *mut F32x4,
    c_layout: GemmF32Out,
) {
    at_most_threads!(256);
    let ([m, k, ..], [n, ..]): ([u32; 4], [u32; 4]) =
        (a_layout.dynamic_leaves(), b_layout.dynamic_leaves());
    let extents = [TILE as u32 * m, TILE as u32 * n, K as u32 * k];
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe { product((a, a_layout), (b, b_layout), (c, c_layout), extents) }
}

/// Computes the tile of `C` of this block. `extents` are `m`, `n` and `k`, in elements.
///
/// # Safety
/// As for the kernels.
#[inline(always)]
pub(crate) unsafe fn product(
    (a, of_a): (*const F32x4, GemmF32In),
    (b, of_b): (*const F32x4, GemmF32In),
    (c, of_c): (*mut F32x4, GemmF32Out),
    extents: [u32; 3],
) {
    // SAFETY: as promised.
    unsafe {
        let (t, [x, y, _]) = (thread::<{ Kernel::THREADS }>() as usize, block());
        let [_, steps, ..]: [u32; 4] = of_a.dynamic_leaves();
        let (steps, [m, n, k]) = (steps as usize, extents.map(|x| x as usize));
        // The rows and columns of `C` from this tile on, and the columns of the last step.
        let [rows, columns, last] =
            [m - TILE * x as usize, n - TILE * y as usize, K + k - K * steps];
        let a = Tensor::from_raw_parts(Global::new(a), of_a).slice_unchecked((.., (x, ..)));
        let b = Tensor::from_raw_parts(Global::new(b), of_b).slice_unchecked((.., (y, ..)));
        let c = Tensor::from_raw_parts(Global::new(c), of_c).slice_unchecked((.., (x, y)));

        // Shared memory holds all stages of `A`, and then those of `B`.
        let stages = layout!((const ROWS, const K, const STAGES));
        let [start_a, start_b] = [0, STAGES * BYTES].map(Shared::<F32x4>::new);
        let (mut tile_a, mut tile_b) =
            (Tensor::from_raw_parts(start_a, stages), Tensor::from_raw_parts(start_b, stages));

        // The copies of a thread: vectors of some columns.
        let copy = TiledCopy::new(
            Vector::<U1>::new(),
            layout!((const ROWS,const { 256 / ROWS })),
            layout!((1, 1)),
        );
        Covering::<STAGE>::once(|| copy.partition_d(layout!((const ROWS, const K))));
        OfWarps::<8, 1, 16>::in_fewest_sectors(|| copy.partition_s(layout!((const ROWS, const K))));
        OfWarps::<8, 1, 16>::without_bank_conflicts(|| copy.partition_d(stages));
        let copy = copy.thread(t);
        let at = Tensor::coordinates(layout!((const ROWS,const K):(e0,e1)));
        let at = copy.partition_s(&at);
        let from = |(row, column): (usize, usize), step: usize| {
            a.at(((row.min((rows - 1) / 4), column), step))
        };
        let copies_a = CopySteps::new(at, from, copy.partition_d(&mut tile_a));
        let from = |(row, column): (usize, usize), step: usize| {
            b.at(((row.min((columns - 1) / 4), column), step))
        };
        let copies_b = CopySteps::new(at, from, copy.partition_d(&mut tile_b));
        let bring = |step: usize| {
            if step < steps {
                let (of_k, stage) = (steps - 1 - step, BYTES * (step % STAGES));
                let bytes = |(_, column): (usize, usize)| {
                    (step == 0).then_some(if column < last { 16 } else { 0 })
                };
                copies_a.bring_each(of_k, stage, bytes);
                copies_b.bring_each(of_k, stage, bytes);
            }
            cp_async_commit();
        };

        // The multiplications of a thread: 4 of each 64 rows and columns, in warps of 8 x 4 threads.
        let mma = TiledMma::new(Fma8x4, layout!((2, 4, 1)))
            .permuted(layout!(<(16,4,const VALUES):(4,1,64),(16,4,const VALUES):(4,1,64),1>));
        let (element, vector) = (Static::<U32>::new(), Static::<U128>::new());
        let (one, tile) = (layout!((const ROWS,1)), layout!((const ROWS, const TILE)));
        let vectors_a = ThreadValue::new(one.shape(), recast(mma.a().layout(), element, vector));
        let vectors_b = ThreadValue::new(one.shape(), recast(mma.b().layout(), element, vector));
        let (load_a, load_b) = (
            TiledCopy::of(Vector::<U1>::new(), vectors_a),
            TiledCopy::of(Vector::<U1>::new(), vectors_b),
        );
        OfWarps::<8, 1, 16>::without_bank_conflicts(|| load_a.partition_s(stages));
        OfWarps::<8, 1, 16>::without_bank_conflicts(|| load_b.partition_s(stages));
        let (own_a, own_b) =
            (load_a.thread(t).partition_s(&tile_a), load_b.thread(t).partition_s(&tile_b));
        let operands = |k: usize, step: usize| {
            let stage = BYTES * (step % STAGES);
            let a = own_a.slice_unchecked(((0, ..), (0, 0, 0)));
            let b = own_b.slice_unchecked(((0, ..), (0, 0, 0)));
            let (first_a, first_b) =
                (a.pointer().bytes(stage).anchored(), b.pointer().bytes(stage).anchored());
            let a = Tensor::from_raw_parts(first_a.offset(ROWS * k), a.layout());
            let b = Tensor::from_raw_parts(first_b.offset(ROWS * k), b.layout());
            (Fragment::new(a.load_by(|x| x.read().0)), Fragment::new(b.load_by(|x| x.read().0)))
        };
        let at = Tensor::coordinates(layout!((const TILE,const TILE):(e0,e1)));
        let mut sums = Fragment::zeros_of(&mma.thread(t).partition_c(&at));

        for step in 0..STAGES - 1 {
            bring(step);
        }
        cp_async_wait::<{ STAGES as u32 - 2 }>();
        barrier();
        let mut now = operands(0, 0);
        for step in 0..steps {
            layout!(const K).unroll(|k, _| {
                // While the last operands of a step are multiplied, the first ones of the next step are loaded.
                if k + 1 == K {
                    cp_async_wait::<{ STAGES as u32 - 2 }>();
                    barrier();
                }
                let next = if k + 1 == K { operands(0, step + 1) } else { operands(k + 1, step) };
                if k == 0 {
                    bring(step + STAGES - 1);
                }
                gemm(Fma8x4, &now, &mut sums);
                now = next;
            });
        }

        let vectors_c = ThreadValue::new(tile.shape(), recast(mma.c().layout(), element, vector));
        let write = TiledCopy::of(Vector::<U1>::new(), vectors_c);
        Covering::<{ ROWS * TILE }>::once(|| write.partition_d(tile));
        let at = Tensor::coordinates(layout!((const ROWS,const TILE):(e0,e1)));
        write.thread(t).partition_s(&at).unroll(|i, at| {
            let (row, column) = (at.head, at.tail.head);
            let (to, vector) = (c.at((row, column)), F32x4::of(sums.values(4 * i)));
            if 4 * row + 4 <= rows && column < columns {
                to.write(vector);
            } else if 4 * row < rows && column < columns {
                to.write_first(vector, rows - 4 * row);
            }
        });
    }
}
