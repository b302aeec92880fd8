//! `C = A Bᵀ`, of f16 or bf16, with sums in f32, by `mma.sync`: for GPUs from compute capability 8.0 on, of any extents, many at a
//! time.
//!
//! `A` is `(m,k,l)`, `B` is `(n,k,l)` and `C` is `(m,n,l)`, by rows, and the products of all `l` are one launch. A block of four warps has a
//! tile of 128 x 128 of `C`, and goes along `k` by 32 columns, which `cp.async` brings to shared memory two steps ahead. What is
//! outside of a matrix is 0 there, so that it adds nothing, and is not written.

use tilework::atom::{LdmatrixX4, LoadOf, MmaSyncM16N8K16F16, TiledCopy, TiledMma, Vector};
use tilework::bound::PointerMut;
use tilework::proof::{Access, covers_once};
use tilework::typenum::{P3, U0, U2, U3, U8, U16};
use tilework::{Composed, Swizzle, Tensor, layout};

use crate::argument::{GemmMmaIn, GemmMmaOut, Leaves};
use crate::at_most_threads;
use crate::device::*;

/// Steps in shared memory at a time.
const STAGES: usize = 3;
/// Elements of `A`, and of `B`, in a step.
const ELEMENTS: usize = 128 * 32;
/// So many rows of tiles are taken together, so that what is in the cache is used again.
const BAND: u32 = 16;

/// Rows of 32 elements, of which vectors of 8 stay together: their place in a row is swizzled by that of pairs of rows.
type Apart = Swizzle<U2, U3, P3>;

const _: () = {
    // In vectors, of which 8 threads store, or load, each at the same time: what is copied, and the rows of `ldmatrix`.
    type InVectors = Swizzle<U2, U0, P3>;
    Access::new(layout!((4,8):(1,4)), 16).through(InVectors::new()).without_bank_conflicts();
    Access::new(layout!((16,2):(4,1)), 16).through(InVectors::new()).without_bank_conflicts();
    Access::new(layout!((8,2,2):(4,1,64)), 16).through(InVectors::new()).without_bank_conflicts();
    // Threads and values have a tile of `A` or `B` once, in vectors, and one of `C`.
    covers_once(layout!(((4,32),4):((1,4),128)), 128 * 4);
    covers_once(layout!((((8,2),(4,2)),((2,4),2)):(((1,16),(128,512)),((8,32),1024))), 128 * 16);
    // 16 rows further on the swizzle is the same.
    let mut at = 0;
    while at < 16 * 32 {
        assert!(Apart::new().apply(at + 16 * 32) == Apart::new().apply(at) + 16 * 32);
        at += 1;
    }
};

/// `sums += A B` of a warp: 4 x 8 atoms, of `A` 4 and of `B` 8, two by two.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
unsafe fn multiply<T: MmaSync>(sums: &mut [f32; 128], a: &[[u32; 4]; 4], b: &[[u32; 4]; 4]) {
    layout!((8, 4)).unroll(|atom, _| {
        let (i, j, at) = (atom / 8, atom % 8, 4 * atom);
        let b = [b[j / 2][2 * (j % 2)], b[j / 2][2 * (j % 2) + 1]];
        let mut own = [sums[at], sums[at + 1], sums[at + 2], sums[at + 3]];
        // SAFETY: as promised.
        unsafe { T::mma_sync(&mut own, a[i], b) };
        [sums[at], sums[at + 1], sums[at + 2], sums[at + 3]] = own;
    });
}

/// # Safety
/// As of the kernels.
#[inline(always)]
unsafe fn gemm<T: Pair + MmaSync>(
    [a, b]: [*const Bits128; 2],
    [a_layout, b_layout]: [Leaves<7>; 2],
    c: *mut Bits128,
    c_layout: Leaves<9>,
    extents: Leaves<3>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (t, [x, y, z]) = (thread::<128>() as usize, block());
        let [rows, columns, ..] = c_layout.0;
        let (x, y) = (x + BAND * (y / columns.max(1)), y % columns.max(1));
        if x >= rows {
            return;
        }
        // How many rows and columns of `C` there are from this tile on.
        let [m, n, k] = extents.0;
        let (rows, columns) = (m - 128 * x, n - 128 * y);
        let [x, y, z] = [x, y, z].map(|x| x as usize);
        let steps = a_layout.0[1] as usize;

        // Who has what: warps 2 x 2, of which each has 4 x 4 atoms beside one another, of 16 x 8 elements of `C`.
        let mma = TiledMma::new(MmaSyncM16N8K16F16, layout!((2, 2, 1)));
        let mma = mma.permuted(layout!(<32,((8,2,4):(1,32,8)),16>));
        let to_shared =
            TiledCopy::new(Vector::<U8>::new(), layout!((32,4):row_major), layout!((1, 8)));
        let load_a = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a());
        let load_b = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.b());

        // What this thread copies, of all steps and to each stage.
        let own = ((t / 4, ..), t % 4);
        let a = Tensor::from_raw_parts(Global::new(a), GemmMmaIn::from_dynamic_leaves(a_layout.0));
        let a = a.slice_unchecked((own, (x, .., z)));
        let b = Tensor::from_raw_parts(Global::new(b), GemmMmaIn::from_dynamic_leaves(b_layout.0));
        let b = b.slice_unchecked((own, (y, .., z)));
        let own_coordinates = layout!(((32,4),4):((e0,32e0),8e1));
        let own_coordinates = Tensor::coordinates(own_coordinates).slice(own);
        let stages = layout!((128,32,3):(32,1,4096));
        let stage = |step: usize| (step as u32 % STAGES as u32) as usize;
        let starts = [0, STAGES * ELEMENTS].map(|at| Shared::<u16>::new(0).offset(at));
        let to = Composed::of(Apart::new(), to_shared.partition_d(stages));
        let to = starts.map(|start| {
            let first = Tensor::through_raw_parts(start, to).at((t, 0_usize, 0_usize)).pointer();
            Tensor::from_raw_parts(first, layout!((4,3):(1024,4096)))
        });
        let copy = |step: usize| {
            if step < steps {
                let left = k - 32 * step as u32;
                own_coordinates.unroll(|i, at| {
                    let [row, column] = [at.head, at.tail.head].map(|at| at as u32);
                    let bytes = 2 * left.saturating_sub(column).min(8);
                    let of = |extent: u32| if row < extent { bytes } else { 0 };
                    let (from, stage) = ((i, step), (i, stage(step)));
                    cp_async_part(a.at(from), to[0].at(stage).cast(), of(rows));
                    cp_async_part(b.at(from), to[1].at(stage).cast(), of(columns));
                });
            }
            cp_async_commit();
        };

        // The rows that this thread has the address of, for each 16 of `k`.
        let rows_of_a = Composed::of(Apart::new(), load_a.partition_s(stages));
        let rows_of_a = Tensor::through_raw_parts(starts[0], rows_of_a);
        let rows_of_a = [0, 1].map(|k: usize| {
            let first = rows_of_a.at((t, 0_usize, (0_usize, k, 0_usize))).pointer();
            Tensor::from_raw_parts(first, layout!((4,3):(1024,4096)))
        });
        let rows_of_b = Composed::of(Apart::new(), load_b.partition_s(stages));
        let rows_of_b = Tensor::through_raw_parts(starts[1], rows_of_b);
        let rows_of_b = [0, 1].map(|k: usize| {
            let first = rows_of_b.at((t, 0_usize, (0_usize, k, 0_usize))).pointer();
            Tensor::from_raw_parts(first, layout!(((2,2),3):((512,2048),4096)))
        });
        // 4 atoms of `A`, and twice 4 of `B`, two by two.
        let operands = |k: usize, step: usize| {
            let (mut of_a, mut of_b) = ([[0; 4]; 4], [[0; 4]; 4]);
            layout!(4).unroll(|i, _| {
                of_a[i] = ldmatrix_x4(rows_of_a[k].at((i, stage(step))));
                of_b[i] = ldmatrix_x4(rows_of_b[k].at((i, stage(step))));
            });
            (of_a, of_b)
        };

        let mut sums: [f32; 128] = zeros();
        for step in 0..STAGES - 1 {
            copy(step);
        }
        cp_async_wait::<{ STAGES as u32 - 2 }>();
        barrier();
        let (mut of_a, mut of_b) = operands(0, 0);
        for step in 0..steps {
            // While one half of the operands of a step is multiplied, the next one is loaded.
            let next = operands(1, step);
            copy(step + STAGES - 1);
            multiply::<T>(&mut sums, &of_a, &of_b);
            (of_a, of_b) = next;
            cp_async_wait::<{ STAGES as u32 - 2 }>();
            barrier();
            let next = operands(0, step + 1);
            multiply::<T>(&mut sums, &of_a, &of_b);
            (of_a, of_b) = next;
        }

        // ((2, 4), 2): of rows and of columns. A quad has 4 x 8 columns of a row, each thread a pair of each 8; of which it writes
        // one.
        let (warp, lane) = (t / 32, t % 32);
        let own = ((lane / 4, .., warp % 2, ..), (lane % 4, warp / 2, ..));
        let c = Tensor::from_raw_parts(Global::new(c), GemmMmaOut::from_dynamic_leaves(c_layout.0));
        let c = c.slice_unchecked((own, (x, y, z)));
        let vector = |at: usize| {
            let (half, i, j) = (at % 2, at / 2 % 4, at / 8);
            let pairs = [0, 1, 2, 3].map(|atom| {
                let at = 4 * (8 * i + 4 * j + atom) + 2 * half;
                T::pair(sums[at], sums[at + 1])
            });
            Bits128::of(transpose_quad(pairs, lane as u32 % 4))
        };
        if rows >= 128 && columns >= 128 {
            c.write_each(vector);
            return;
        }
        let coordinates = layout!(((8,2,2,4),(4,2,2)):((e0,8e0,16e0,32e0),(8e1,32e1,64e1)));
        Tensor::coordinates(coordinates).slice(own).unroll(|i, at| {
            let vector = vector(i);
            let [row, column] = [at.head, at.tail.head].map(|at| at as u32);
            if row < rows && column < columns {
                let (to, left) = (c.at(i), columns - column);
                if left >= 8 {
                    to.write(vector);
                } else {
                    layout!(8).unroll(|j, _| {
                        if (j as u32) < left {
                            let element = vector.0[j / 2] >> (16 * (j % 2));
                            to.cast::<u16>().offset(j).write(element as u16);
                        }
                    });
                }
            }
        });
    }
}

/// `C = A Bᵀ` of f16, `(m,n,l)` of `(m,k,l)` and `(n,k,l)`: `extents` are `m`, `n` and `k`, of any integers, and rows begin at multiples of 8.
#[kernel]
pub unsafe fn gemm_mma_f16(
    a: *const Bits128,
    a_layout: Leaves<7>,
    b: *const Bits128,
    b_layout: Leaves<7>,
    c: *mut Bits128,
    c_layout: Leaves<9>,
    extents: Leaves<3>,
) {
    // SAFETY: as promised.
    unsafe {
        at_most_threads!(128);
        gemm::<F16>([a, b], [a_layout, b_layout], c, c_layout, extents);
    }
}

/// [`gemm_mma_f16`] of bf16.
#[kernel]
pub unsafe fn gemm_mma_bf16(
    a: *const Bits128,
    a_layout: Leaves<7>,
    b: *const Bits128,
    b_layout: Leaves<7>,
    c: *mut Bits128,
    c_layout: Leaves<9>,
    extents: Leaves<3>,
) {
    // SAFETY: as promised.
    unsafe {
        at_most_threads!(128);
        gemm::<Bf16>([a, b], [a_layout, b_layout], c, c_layout, extents);
    }
}
