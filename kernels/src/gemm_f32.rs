//! `C = A B`, of f32, on the arithmetic units of each thread.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by columns: CuTe's tutorial calls it "NT". A block has a tile
//! of `C`, 128 x 128, and goes along `k` by 16 columns, which copies bring to shared memory a few steps ahead.
//! Each of 256 threads has 8 x 8 elements of `C`, 2 x 2 times 4 x 4. Other numbers are other parameters, [`GemmF32`].

use tilework::bound::Known;
use tilework::proof::{Access, covers_once};
use tilework::typenum::{U2, U4, U16};
use tilework::{Tensor, layout};

use crate::argument::Leaves;
use crate::argument::gemm_f32::{Copied, Depth, Elements, GemmF32, In, Multiplied, Out};
use crate::device::*;

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

// How many vectors a thread copies of a step is written beside the parameters, and asserted: of a constant that follows
// from them ptxas gets another order of instructions.
macro_rules! products {
    ($($(#[$doc:meta])* $name:ident<$values:ident, $k:ident, $stages:ident> $copies:literal;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub unsafe fn $name(
            a: *const F32x4,
            a_layout: Leaves<5>,
            b: *const F32x4,
            b_layout: Leaves<5>,
            c: *mut F32x4,
            c_layout: Leaves<6>,
        ) {
            type Kernel = GemmF32<$values, $k, $stages>;
            const { Kernel::new() };
            const { assert!(Kernel::COPIES == $copies, "copies: a thread copies another number of vectors") };
            const STAGES: usize = Kernel::STAGES;
            const VALUES: usize = Kernel::VALUES;
            const VECTOR: usize = 4 * VALUES;
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (t, [x, y, _]) = (thread::<{ Kernel::THREADS }>() as usize, block());
                let (x, y) = (x as usize, y as usize);
                let steps = a_layout.0[1] as usize;

                // What this thread copies, of all steps and to each stage.
                let (row, column) = (t % Kernel::ROWS, t / Kernel::ROWS);
                let a = Tensor::from_raw_parts(Global::new(a), In::<$values, $k>::from_dynamic_leaves(a_layout.0));
                let a = a.slice_unchecked(((row, (column, ..)), (x, ..)));
                let b = Tensor::from_raw_parts(Global::new(b), In::<$values, $k>::from_dynamic_leaves(b_layout.0));
                let b = b.slice_unchecked(((row, (column, ..)), (y, ..)));
                let stages = Copied::<$values, $k, $stages>::VALUE;
                let start = Shared::<F32x4>::new(0);
                let to_a = Tensor::from_raw_parts(start, stages).slice_unchecked((row, (column, ..), ..));
                let to_b = Tensor::from_raw_parts(start.offset(STAGES * Kernel::VECTORS), stages).slice_unchecked((
                    row,
                    (column, ..),
                    ..,
                ));
                let copy = |step: usize| {
                    if step < steps {
                        for i in 0..$copies {
                            cp_async(a.at((i, step)), to_a.at((i, step % STAGES)));
                            cp_async(b.at((i, step)), to_b.at((i, step % STAGES)));
                        }
                    }
                    cp_async_commit();
                };

                // What it multiplies: of each step vectors of 4 rows of `A` and of `B`. 8 x 4 threads of a warp share them.
                let at = layout!((8,4,2,4):(1,16,8,64)).offset(t);
                let (row, column) = (at % 16, at / 16);
                let stages = Multiplied::<$values, $k, $stages>::VALUE;
                let rows = Tensor::from_raw_parts(start, stages).slice_unchecked(((row, ..), .., ..));
                let columns = Tensor::from_raw_parts(start.offset(STAGES * Kernel::VECTORS), stages).slice_unchecked((
                    (column, ..),
                    ..,
                    ..,
                ));

                let operands = |k: usize, step: usize| {
                    let at = (.., k, step % STAGES);
                    (rows.slice_unchecked(at).load(), columns.slice_unchecked(at).load())
                };

                let mut sums = [[[[0.0_f32; 4]; VALUES]; 4]; VALUES];
                for step in 0..STAGES - 1 {
                    copy(step);
                }
                cp_async_wait::<{ STAGES as u32 - 2 }>();
                barrier();
                let (mut of_a, mut of_b) = operands(0, 0);
                for step in 0..steps {
                    Depth::<$k>::VALUE.unroll(|k, _| {
                        // While the last operands of a step are multiplied, the first of the next one are loaded.
                        if k + 1 == Kernel::K {
                            cp_async_wait::<{ STAGES as u32 - 2 }>();
                            barrier();
                        }
                        let next = if k + 1 == Kernel::K { operands(0, step + 1) } else { operands(k + 1, step) };
                        if k == 0 {
                            copy(step + STAGES - 1);
                        }
                        Elements::<$values>::VALUE.unroll(|at, _| {
                            let (i, i2, j, j2) = (at % 4, at / 4 % VALUES, at / VECTOR % 4, at / Kernel::ROWS);
                            let sum = &mut sums[j2][j][i2][i];
                            *sum = mul_add(of_a[i2].0[i], of_b[j2].0[j], *sum);
                        });
                        (of_a, of_b) = next;
                    });
                }

                let c = Tensor::from_raw_parts(Global::new(c), Out::<$values>::from_dynamic_leaves(c_layout.0));
                let c = c.slice_unchecked((((row, ..), (.., column, ..)), (x, y)));
                // (value, (4, value)): of rows and of columns.
                c.write_each(|at| F32x4::of(sums[at / VECTOR][at / VALUES % 4][at % VALUES]));
            }
        }
    )*};
}
products! {
    /// `C = A B`, of extents that are multiples of the tile, in units of 16 bytes.
    gemm_f32<U2, U16, U4> 2;
}
