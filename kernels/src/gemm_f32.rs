//! `C = A B`, of f32, on the arithmetic units of each thread.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by columns: CuTe's tutorial calls it "NT". A block has a tile
//! of `C`, 128 x 128, and goes along `k` by 16 columns, which copies bring to shared memory a few steps ahead.
//! Each of 256 threads has 8 x 8 elements of `C`, 2 x 2 times 4 x 4. Other numbers are other parameters, [`GemmF32`].
//!
//! [`multiply`] is the loop, which the product of any extents, [`gemm_f32_ragged`](crate::gemm_f32_ragged), has too.

use tilework::bound::Known;
use tilework::proof::{Access, covers_once};
use tilework::typenum::{U2, U4, U16};
use tilework::{Tensor, layout};

use crate::argument::gemm_f32::{Copied, Depth, Elements, GemmF32, Multiplied};
use crate::argument::{GemmF32In, GemmF32Out};
use crate::device::*;

type Values = U2;
type K = U16;
type Stages = U4;
/// The kernel, with its parameters.
pub(crate) type Kernel = GemmF32<Values, K, Stages>;
const STAGES: usize = Kernel::STAGES;
const VALUES: usize = Kernel::VALUES;
const VECTOR: usize = 4 * VALUES;

const _: () = {
    Kernel::new();
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
    a_layout: GemmF32In,
    b: *const F32x4,
    b_layout: GemmF32In,
    c: *mut F32x4,
    c_layout: GemmF32Out,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (t, [x, y, _]) = (thread::<{ Kernel::THREADS }>(), block());
        let [_, steps, ..]: [u32; 5] = a_layout.dynamic_leaves();
        let steps = steps as usize;

        let (row, column) = copied(t);
        let own = (row, (column, ..));
        let a = Tensor::from_raw_parts(Global::new(a), a_layout);
        let a = a.slice_unchecked((own, (x, ..)));
        let b = Tensor::from_raw_parts(Global::new(b), b_layout);
        let b = b.slice_unchecked((own, (y, ..)));
        let sums = multiply(t, steps, |from, [to_a, to_b]| {
            cp_async(a.at(from), to_a);
            cp_async(b.at(from), to_b);
        });

        let (row, column) = multiplied(t);
        let c = Tensor::from_raw_parts(Global::new(c), c_layout);
        let c = c.slice_unchecked((((row, ..), (.., column, ..)), (x, y)));
        // (value, (4, value)): of rows and of columns.
        c.write_each(|at| F32x4::of(sums[at / VECTOR][at / VALUES % 4][at % VALUES]));
    }
}

/// The elements of `C` that a thread has: `(4, value)` of columns, `(4, value)` of rows.
pub(crate) type Sums = [[[[f32; 4]; VALUES]; 4]; VALUES];

/// The row, in vectors, and the column of what a thread copies first of a step.
#[inline(always)]
pub(crate) fn copied(t: u32) -> (u32, u32) {
    const ROWS: u32 = Kernel::ROWS as u32;
    (t % ROWS, t / ROWS)
}

/// The vector of rows, and that of columns, that a thread multiplies first: 8 x 4 threads of a warp share them.
#[inline(always)]
pub(crate) fn multiplied(t: u32) -> (u32, u32) {
    (layout!((8,4,2,4):(1,0,8,0)).offset(t) as u32, layout!((8,4,2,4):(0,1,0,4)).offset(t) as u32)
}

/// What the thread `t` adds up in all steps. `copy((i, step), [to_a, to_b])` begins its `i`-th copies of a step, of a vector of `A` and one
/// of `B`.
///
/// # Safety
/// All threads of the block come here, and nobody else writes its shared memory.
#[inline(always)]
pub(crate) unsafe fn multiply(
    t: u32,
    steps: usize,
    copy: impl Fn((usize, usize), [Shared<F32x4>; 2]),
) -> Sums {
    // SAFETY: shared memory has room for all stages.
    unsafe {
        let starts = [0, STAGES * Kernel::VECTORS].map(|at| Shared::<F32x4>::new(0).offset(at));
        let own = copied(t);
        let stages = Copied::<Values, K, Stages>::VALUE;
        let to = starts.map(|start| {
            Tensor::from_raw_parts(start, stages).slice_unchecked((own.0, (own.1, ..), ..))
        });
        let bring = |step: usize| {
            if step < steps {
                for i in 0..Kernel::COPIES {
                    copy((i, step), to.map(|to| to.at((i, step % STAGES))));
                }
            }
            cp_async_commit();
        };

        let own = multiplied(t);
        let stages = Multiplied::<Values, K, Stages>::VALUE;
        let from = [(starts[0], own.0), (starts[1], own.1)].map(|(start, own)| {
            Tensor::from_raw_parts(start, stages).slice_unchecked(((own, ..), .., ..))
        });
        let operands = |k: usize, step: usize| {
            from.map(|stages| {
                let stage = stages.slice_unchecked((.., .., step % STAGES));
                let stage = Tensor::from_raw_parts(stage.pointer().anchored(), stage.layout());
                stage.slice_unchecked((.., k)).load()
            })
        };

        let mut sums = [[[[0.0_f32; 4]; VALUES]; 4]; VALUES];
        for step in 0..STAGES - 1 {
            bring(step);
        }
        cp_async_wait::<{ STAGES as u32 - 2 }>();
        barrier();
        let [mut of_a, mut of_b] = operands(0, 0);
        for step in 0..steps {
            Depth::<K>::VALUE.unroll(|k, _| {
                // While the last operands of a step are multiplied, the first of the next one are loaded.
                if k + 1 == Kernel::K {
                    cp_async_wait::<{ STAGES as u32 - 2 }>();
                    barrier();
                }
                let next =
                    if k + 1 == Kernel::K { operands(0, step + 1) } else { operands(k + 1, step) };
                if k == 0 {
                    bring(step + STAGES - 1);
                }
                Elements::<Values>::VALUE.unroll(|at, _| {
                    let (i, i2, j, j2) =
                        (at % 4, at / 4 % VALUES, at / VECTOR % 4, at / Kernel::ROWS);
                    let sum = &mut sums[j2][j][i2][i];
                    *sum = mul_add(of_a[i2].0[i], of_b[j2].0[j], *sum);
                });
                [of_a, of_b] = next;
            });
        }
        sums
    }
}
