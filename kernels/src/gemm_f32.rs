//! `C = A B`, of f32, on the arithmetic units of each thread.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by columns: CuTe's tutorial calls it "NT". A block has a tile
//! of 128 x 128 of `C`, and goes along `k` by 16 columns, which copies bring to shared memory a few steps ahead.
//! Each of 256 threads has 8 x 8 elements of `C`, 2 x 2 times 4 x 4.

use tilework::proof::{Access, covers_once};
use tilework::{Tensor, layout};

use crate::argument::{GemmF32In, GemmF32Out, Leaves};
use crate::device::*;

/// Steps in shared memory at a time.
const STAGES: usize = 4;

const _: () = {
    // A warp loads 8 vectors of `A`, 4 threads the same, and 4 of `B`.
    Access::new(layout!((8,4):(1,0)), 16).without_bank_conflicts();
    Access::new(layout!((8,4):(0,1)), 16).without_bank_conflicts();
    // What is copied to shared memory is a column of the tile.
    Access::new(layout!(32:1), 16).without_bank_conflicts();
    Access::new(layout!(32:1), 16).in_fewest_sectors();
    covers_once(layout!(((32,8),2):((1,32),256)), 32 * 16);
    // Threads, and 2 x (4,2) values, have the tile of `C` once, in vectors.
    covers_once(layout!((((8,4,2,4)),(2,(4,2))):(((1,128,8,512)),(16,(32,2048)))), 32 * 128);
};

/// `C = A B`, of extents that are multiples of the tile, in units of 16 bytes.
#[kernel]
pub unsafe fn gemm_f32(
    a: *const F32x4,
    a_layout: Leaves<5>,
    b: *const F32x4,
    b_layout: Leaves<5>,
    c: *mut F32x4,
    c_layout: Leaves<6>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (t, [x, y, _]) = (thread::<256>() as usize, block());
        let (x, y) = (x as usize, y as usize);
        let steps = a_layout.0[1] as usize;

        // What this thread copies, of all steps and to each stage.
        let (row, column) = (t % 32, t / 32);
        let a = Tensor::from_raw_parts(Global::new(a), GemmF32In::from_dynamic_leaves(a_layout.0));
        let a = a.slice_unchecked(((row, (column, ..)), (x, ..)));
        let b = Tensor::from_raw_parts(Global::new(b), GemmF32In::from_dynamic_leaves(b_layout.0));
        let b = b.slice_unchecked(((row, (column, ..)), (y, ..)));
        let stages = layout!((32,(8,2),4):(1,(32,256),512));
        let start = Shared::<F32x4>::new(0);
        let to_a = Tensor::from_raw_parts(start, stages).slice_unchecked((row, (column, ..), ..));
        let to_b = Tensor::from_raw_parts(start.offset(STAGES * 512), stages).slice_unchecked((
            row,
            (column, ..),
            ..,
        ));
        let copy = |step: usize| {
            if step < steps {
                for i in 0..2 {
                    cp_async(a.at((i, step)), to_a.at((i, step % STAGES)));
                    cp_async(b.at((i, step)), to_b.at((i, step % STAGES)));
                }
            }
            cp_async_commit();
        };

        // What it multiplies: of each step 2 x 4 rows of `A` and of `B`. 8 x 4 threads of a warp share them.
        let at = layout!((8,4,2,4):(1,16,8,64)).offset(t);
        let (row, column) = (at % 16, at / 16);
        let stages = layout!(((16,2),16,4):((1,16),32,512));
        let rows = Tensor::from_raw_parts(start, stages).slice_unchecked(((row, ..), .., ..));
        let columns = Tensor::from_raw_parts(start.offset(STAGES * 512), stages).slice_unchecked((
            (column, ..),
            ..,
            ..,
        ));

        let operands = |k: usize, step: usize| {
            let at = (.., k, step % STAGES);
            (rows.slice_unchecked(at).load(), columns.slice_unchecked(at).load())
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

        let c = Tensor::from_raw_parts(Global::new(c), GemmF32Out::from_dynamic_leaves(c_layout.0));
        let c = c.slice_unchecked((((row, ..), (.., column, ..)), (x, y)));
        // (2, (4, 2)): of rows and of columns.
        c.write_each(|at| F32x4::of(sums[at / 8][at / 2 % 4][at % 2]));
    }
}
