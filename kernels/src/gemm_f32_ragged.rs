//! `C = A B`, of f32 and of any extents: [`gemm_f32`](crate::gemm_f32), whose tiles reach past the ends of the matrices.
//!
//! What is outside of `A` and `B` is 0 in shared memory, so that it adds nothing; of `C` it is not written. Columns begin at
//! multiples of 16 bytes, so that copies are of 16 bytes, the last one of a column of fewer.

use tilework::bound::PointerMut;
use tilework::proof::{Access, covers_once};
use tilework::{Tensor, layout};

use crate::argument::{GemmF32In, GemmF32Out, Leaves};
use crate::device::*;

/// Steps in shared memory at a time.
const STAGES: usize = 4;
/// Vectors of `A`, and of `B`, in a step.
const VECTORS: usize = 32 * 16;

const _: () = {
    // As of whole tiles: a column is copied; a warp loads 8 vectors of `A`, 4 threads the same, and 4 of `B`.
    Access::new(layout!(32:1), 16).without_bank_conflicts();
    Access::new(layout!(32:1), 16).in_fewest_sectors();
    Access::new(layout!((8,4):(1,0)), 16).without_bank_conflicts();
    Access::new(layout!((8,4):(0,1)), 16).without_bank_conflicts();
    covers_once(layout!(((32,8),2):((1,32),256)), 32 * 16);
    covers_once(layout!((((8,4,2,4)),(2,(4,2))):(((1,128,8,512)),(16,(32,2048)))), 32 * 128);
};

/// `C = A B`, of matrices in units of 16 bytes; `extents` are `m`, `n` and `k`, in elements.
#[kernel]
pub unsafe fn gemm_f32_ragged(
    a: *const F32x4,
    a_layout: Leaves<5>,
    b: *const F32x4,
    b_layout: Leaves<5>,
    c: *mut F32x4,
    c_layout: Leaves<6>,
    extents: Leaves<3>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (t, [x, y, _]) = (thread::<256>() as usize, block());
        let (x, y) = (x as usize, y as usize);
        let [m, n, k] = extents.0.map(|extent| extent as usize);
        // How many rows and columns of `C` there are from this tile on.
        let (rows_left, columns_left) = (m - 128 * x, n - 128 * y);
        let steps = a_layout.0[1] as usize;

        // What this thread copies, of all steps and to each stage, and where in a step that is.
        let own = (t % 32, (t / 32, ..));
        let a = Tensor::from_raw_parts(Global::new(a), GemmF32In::from_dynamic_leaves(a_layout.0));
        let a = a.slice_unchecked((own, (x, ..)));
        let b = Tensor::from_raw_parts(Global::new(b), GemmF32In::from_dynamic_leaves(b_layout.0));
        let b = b.slice_unchecked((own, (y, ..)));
        let coordinates = Tensor::coordinates(layout!((32,(8,2)):(4e0,(e1,8e1)))).slice(own);
        let starts = [0, STAGES * VECTORS].map(|at| Shared::<F32x4>::new(0).offset(at));
        let stages = layout!(((32,(8,2)),4):((1,(32,256)),512));
        let to = starts.map(|start| Tensor::from_raw_parts(start, stages));
        let to = to.map(|stages| stages.slice_unchecked((own, ..)));
        let copy = |step: usize| {
            if step < steps {
                let depth_left = k - 16 * step;
                coordinates.unroll(|i, at| {
                    let bytes = |rows: usize| {
                        let bytes = 4 * rows.saturating_sub(at.head).min(4) as u32;
                        if at.tail.head < depth_left { bytes } else { 0 }
                    };
                    let (from, stage) = ((i, step), (i, step % STAGES));
                    cp_async_part(a.at(from), to[0].at(stage), bytes(rows_left));
                    cp_async_part(b.at(from), to[1].at(stage), bytes(columns_left));
                });
            }
            cp_async_commit();
        };

        // What it multiplies: of each step 2 x 4 rows of `A` and of `B`. 8 x 4 threads of a warp share them.
        let at = layout!((8,4,2,4):(1,16,8,64)).offset(t);
        let own = [at % 16, at / 16];
        let stages = layout!(((16,2),16,4):((1,16),32,512));
        let operand = |which: usize| {
            let all = Tensor::from_raw_parts(starts[which], stages);
            all.slice_unchecked(((own[which], ..), .., ..))
        };
        let (of_rows, of_columns) = (operand(0), operand(1));
        let operands = |k: usize, step: usize| {
            let at = (.., k, step % STAGES);
            (of_rows.slice_unchecked(at).load(), of_columns.slice_unchecked(at).load())
        };

        let mut sums = [[[[0.0_f32; 4]; 2]; 4]; 2];
        for step in 0..STAGES - 1 {
            copy(step);
        }
        cp_async_wait::<{ STAGES as u32 - 2 }>();
        barrier();
        let (mut of_a, mut of_b) = operands(0, 0);
        for step in 0..steps {
            layout!(16).unroll(|k, _| {
                // While the last operands of a step are multiplied, the first of the next one are loaded.
                if k == 15 {
                    cp_async_wait::<{ STAGES as u32 - 2 }>();
                    barrier();
                }
                let next = if k == 15 { operands(0, step + 1) } else { operands(k + 1, step) };
                if k == 0 {
                    copy(step + STAGES - 1);
                }
                layout!((4, 2, 4, 2)).unroll(|at, _| {
                    let (i, i2, j, j2) = (at % 4, at / 4 % 2, at / 8 % 4, at / 32);
                    let sum = &mut sums[j2][j][i2][i];
                    *sum = mul_add(of_a[i2].0[i], of_b[j2].0[j], *sum);
                });
                (of_a, of_b) = next;
            });
        }

        // (2, (4, 2)): of rows and of columns.
        let own = ((own[0], ..), (.., own[1], ..));
        let c = Tensor::from_raw_parts(Global::new(c), GemmF32Out::from_dynamic_leaves(c_layout.0));
        let c = c.slice_unchecked((own, (x, y)));
        let coordinates = layout!(((16,2),(4,16,2)):((4e0,64e0),(e1,4e1,64e1)));
        Tensor::coordinates(coordinates).slice(own).unroll(|i, at| {
            let vector = sums[i / 8][i / 2 % 4][i % 2];
            if at.head < rows_left && at.tail.head < columns_left {
                let (to, left) = (c.at(i), rows_left - at.head);
                if left >= 4 {
                    to.write(F32x4::of(vector));
                } else {
                    layout!(4).unroll(|j, _| {
                        if j < left {
                            to.cast::<f32>().offset(j).write(vector[j]);
                        }
                    });
                }
            }
        });
    }
}
