//! Attention forward of any lengths, `O = softmax(Q Kᵀ scale) V`, where each row of `Q` sees the keys up to one: causal, or all that there are.
//!
//! `Q` and `O` are `(d, query, head, batch)`, `K` and `V` are `(d, key, head, batch)` with as many heads or fewer, each of which serves the same number of heads of `Q` that
//! follow one another (grouped-query attention); `d` is contiguous, and the other modes have any strides, since the copy engine brings and stores all of it. The row `i` sees the
//! keys before `i + reach`: the mask compares the coordinates of the sums with this. A block goes through the keys backwards: so those at the diagonal come first,
//! and keys that no row of a block sees are not read. What is multiplied is as in [`attention`](crate::attention).

use core::mem;

use tilework::atom::{LdmatrixX4, StoreOf, TiledCopy, TiledMma};
use tilework::bound::{Known, SliceAt, Unroll};
use tilework::generic_array::GenericArray;
use tilework::proof::{Covering, OfWarps};
use tilework::result::Origin;
use tilework::typenum::{U1, U16};
use tilework::{Composed, Dyn, Layout, Tensor, layout};

use crate::argument::attention::{
    Atom, Attention64, Attention128, BOX, ELEMENT, Layouts, Parameters, REGISTERS, ROWS, THREADS,
};
use crate::attention::{Rows, Sums};
use crate::device::*;
use crate::wgmma::{FromRegisters, FromShared};

/// Bytes of a row of a box.
const ROW: usize = ELEMENT * BOX;
/// Rows of `O` that a warp stores.
const STORED: usize = 16;

macro_rules! boxes {
    ($($(#[$doc:meta])* $name:ident $rows:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Tile<4> for $name {
            type Element = u16;
            type Atom = Atom;
            const BOX: [u32; 4] = [BOX as u32, $rows as u32, 1, 1];
        }
    )*};
}
boxes! {
    /// Boxes of `Q`.
    OfQ ROWS;
    /// Boxes of `K`.
    OfK Attention128::TOKENS;
    /// Boxes of `V`.
    OfV Attention128::TOKENS;
    /// Boxes of `O`.
    OfO STORED;
}
const _: () = assert!(Attention128::TOKENS == Attention64::TOKENS);

type N = Dyn<u32>;
/// The layout `(query, head, batch)` of the logarithms of the sums of the exponentials, one of each row. With no queries, 0, none are written.
pub type OfLogs = Layout!((N,N,N):(N,N,N));

/// Makes `S` minus infinity where the row does not see the key, so that the key has no weight.
///
/// `at` are the coordinates of the sums in the step, and `seen(row)` is how many of the keys of the step the row sees.
#[inline(always)]
fn mask<const V: usize, L: Unroll<Point>>(
    s: &mut Fragment<[f32; V], U1>,
    at: Tensor<Origin<Point>, L>,
    seen: impl Fn(usize) -> i32,
) {
    s.map_with_coordinates(
        at,
        |x, (row, column)| {
            if (column as i32) < seen(row) { x } else { f32::NEG_INFINITY }
        },
    );
}

macro_rules! attention {
    ($($(#[$doc:meta])* $name:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        ///
        /// `tokens` are how many `Q` and `K` have; `heads` are how many `Q` has, and how many of these share one of `K`. `scale` is what `S = Q Kᵀ` is multiplied by, times the
        /// logarithm of e to the base 2. Blocks are `(x, tile, z)`: tiles of 128 queries, from the last to the first, and `x` and `z` number the heads of all batches.
        #[allow(clippy::too_many_arguments, reason = "each is another thing that a launch says")]
        #[kernel]
        pub unsafe fn $name(
            q: &TensorMap<OfQ>,
            k: &TensorMap<OfK>,
            v: &TensorMap<OfV>,
            o: &TensorMap<OfO>,
            logs: *mut f32,
            of_logs: OfLogs,
            tokens: [u32; 2],
            heads: [u32; 2],
            reach: i32,
            scale: f32,
        ) {
            type A = $kernel;
            const HEAD: usize = A::HEAD;
            const ONE_LOOP: bool = HEAD == 64;
            // SAFETY: the host has checked pointers and the grid.
            unsafe {
                at_most_threads!(384);
                let (t, [x, y, z]) = (thread::<THREADS>() as usize, block());
                let ([queries, keys], [heads, shared_by]) = (tokens, heads);
                // Longer tiles first.
                let first = ROWS as u32 * (queries.div_ceil(ROWS as u32) - 1 - y);
                let (head, batch) = {
                    let head = x + blocks() as u32 * z;
                    (head % heads.max(1), head / heads.max(1))
                };
                // How many keys a row sees: what the first row of the tile sees all rows see, and what the last one does not see is not read.
                let seen = |row: u32| (row as i32 + reach).min(keys as i32).max(0);
                let steps = (seen((first + ROWS as u32 - 1).min(queries - 1)) as usize).div_ceil(A::TOKENS).max(1);
                let masked = steps - seen(first) as usize / A::TOKENS;
                let key = |i: usize| A::TOKENS * (steps - 1 - i);

                // `Q`, and `K` and `V` of each stage; then the barriers that say that they are there, and that their place is free.
                let tile_of_q = Shared::<u8>::new(0);
                let of_k = |i: usize| tile_of_q.offset((A::BEFORE + i % A::STAGES) * A::STAGE);
                let of_v = |i: usize| tile_of_q.offset((A::BEFORE + A::STAGES + i % A::STAGES) * A::STAGE);
                let barriers = Shared::<u64>::new((A::BEFORE + 2 * A::STAGES) * A::STAGE);
                let q_full = barriers;
                let k_full = |i: usize| barriers.offset(1 + i % A::STAGES);
                let v_full = |i: usize| barriers.offset(1 + A::STAGES + i % A::STAGES);
                let k_empty = |i: usize| barriers.offset(1 + 2 * A::STAGES + i % A::STAGES);
                let v_empty = |i: usize| barriers.offset(1 + 3 * A::STAGES + i % A::STAGES);
                let turn = |i: usize| (i / A::STAGES & 1) as u32;
                if t == 0 {
                    tma_prefetch(q);
                    tma_prefetch(k);
                    tma_prefetch(v);
                    tma_prefetch(o);
                    mbarrier_init(q_full, 1);
                    for i in 0..A::STAGES {
                        mbarrier_init(k_full(i), 1);
                        mbarrier_init(v_full(i), 1);
                        mbarrier_init(k_empty(i), 2);
                        mbarrier_init(v_empty(i), 2);
                    }
                    mbarrier_init_fence();
                }
                barrier();

                if t / 128 == 0 {
                    fewer_registers::<{ REGISTERS[0] }>();
                    if t != 0 {
                        return;
                    }
                    let bring = |map: &TensorMap, [token, head]: [u32; 2], rows: usize, to: Shared<u8>, full: Shared<u64>| {
                        mbarrier_arrive_expect(full, (A::BOXES * rows * ROW) as u32);
                        for part in 0..A::BOXES {
                            let corner = [(BOX * part) as u32, token, head, batch];
                            tma_load(map, corner, to.offset(part * rows * ROW), full);
                        }
                    };
                    bring(q.any(), [first, head], ROWS, tile_of_q, q_full);
                    let head = head / shared_by.max(1);
                    for i in 0..steps {
                        let at = [key(i) as u32, head];
                        mbarrier_wait(k_empty(i), turn(i) ^ 1);
                        bring(k.any(), at, A::TOKENS, of_k(i), k_full(i));
                        mbarrier_wait(v_empty(i), turn(i) ^ 1);
                        bring(v.any(), at, A::TOKENS, of_v(i), v_full(i));
                    }
                    return;
                }
                more_registers::<{ REGISTERS[1] }>();
                let (warpgroup, warp, lane) = (t / 128 - 1, t / 32 % 4, t % 32);
                let leader = t % 128 == 0;
                let free = |barrier: Shared<u64>| if leader {
                    mbarrier_arrive(barrier);
                };
                let rows_of_q = Operand::depth_first(tile_of_q.offset(64 * ROW * warpgroup));
                // S = Q Kᵀ, which is begun and not waited for.
                let multiply_k = |s: &mut Fragment<Sums<<A as Layouts>::S>, U1>, i: usize| {
                    mbarrier_wait(k_full(i), turn(i));
                    let of_k = Operand::depth_first(of_k(i));
                    wgmma_begin(&mut *s);
                    <A as Layouts>::OfQ::VALUE.unroll(|step, at| {
                        let at_k = <A as Layouts>::OfK::VALUE.slice_at(step, 0).1;
                        <A as Layouts>::S::multiply(s.repeat_mut(0), rows_of_q.further(at), of_k.further(at_k), step > 0);
                    });
                    wgmma_commit();
                };
                // O += P V, which is begun and not waited for.
                let multiply_v = |o: &mut Sums<<A as Layouts>::O>, p: &mut GenericArray<[u32; 4], <A as Layouts>::Depth>, i: usize| {
                    mbarrier_wait(v_full(i), turn(i));
                    let of_v = Operand::columns_first(of_v(i), A::TOKENS * ROW);
                    wgmma_begin((&mut *o, &mut *p));
                    <A as Layouts>::OfV::VALUE.unroll(|step, at| <A as Layouts>::O::multiply(o, p[step], of_v.further(at)));
                    wgmma_commit();
                };
                // The coordinates of the sums `S` of a thread in a step.
                let of_s = TiledMma::new(<A as Layouts>::S::default(), layout!((2,1,1))).thread((t - 128) % 256);
                let of_s = of_s.partition_c(&Tensor::coordinates(layout!((const ROWS,const { A::TOKENS }):(e0,e1))));
                let seen = |i: usize| move |row: usize| seen(first + row as u32) - key(i) as i32;

                let mut s = Fragment::zeros();
                let mut sums: Sums<<A as Layouts>::O> = mem::zeroed();
                // Minus a power of 2, so that its product with `scale` is exact: the next factor of a row that has seen nothing is 1.
                let mut rows = Rows { most: [-f32::from_bits(0x7180_0000); 2], sum: [0.0; 2] };
                let pairs = |s: &Sums<<A as Layouts>::S>| {
                    let mut p: GenericArray<[u32; 4], <A as Layouts>::Depth> = mem::zeroed();
                    <A as Layouts>::Pairs::VALUE.unroll(|i, _| p[i / 4][i % 4] = Bf16::pair(s[2 * i], s[2 * i + 1]));
                    p
                };
                mbarrier_wait(q_full, 0);
                multiply_k(&mut s, 0);
                wgmma_wait::<0>(&mut s);
                free(k_empty(0));
                mask(&mut s, of_s, seen(0));
                rows.next::<A>(s.repeat_mut(0), scale);
                let mut p = pairs(s.repeat(0));
                // Steps with a mask, and then those without: as two loops, or as one with a branch, whichever `ptxas` makes faster code of.
                for i in 1..if ONE_LOOP { steps } else { masked } {
                    multiply_k(&mut s, i);
                    multiply_v(&mut sums, &mut p, i - 1);
                    wgmma_wait::<1>(&mut s);
                    free(k_empty(i));
                    if !ONE_LOOP || i < masked {
                        mask(&mut s, of_s, seen(i));
                    }
                    let before = rows.next::<A>(s.repeat_mut(0), scale);
                    wgmma_wait::<0>((&mut sums, &mut p));
                    free(v_empty(i - 1));
                    <A as Layouts>::OfO::VALUE.unroll(|i, _| sums[i] *= before[i / 2 % 2]);
                    p = pairs(s.repeat(0));
                }
                for i in if ONE_LOOP { steps } else { masked.max(1) }..steps {
                    multiply_k(&mut s, i);
                    multiply_v(&mut sums, &mut p, i - 1);
                    wgmma_wait::<1>(&mut s);
                    free(k_empty(i));
                    let before = rows.next::<A>(s.repeat_mut(0), scale);
                    wgmma_wait::<0>((&mut sums, &mut p));
                    free(v_empty(i - 1));
                    <A as Layouts>::OfO::VALUE.unroll(|i, _| sums[i] *= before[i / 2 % 2]);
                    p = pairs(s.repeat(0));
                }
                multiply_v(&mut sums, &mut p, steps - 1);
                wgmma_wait::<0>(&mut sums);

                // The result of a row that sees nothing is 0.
                let all = rows.sum.map(|sum| over_quad(sum, |x, y| x + y));
                let each = all.map(|sum| if sum > 0.0 { 1.0 / sum } else { 0.0 });
                // All four threads of a quad have the sum of a row: the first one writes its logarithm.
                let logs = Tensor::from_raw_parts(Global::new(logs), of_logs);
                let (of_rows, ..) = of_logs.extents();
                layout!(2).unroll(|row, _| {
                    let log = (lg2(all[row]) + rows.most[row] * scale) * core::f32::consts::LN_2;
                    let at = first as usize + 64 * warpgroup + 16 * warp + lane / 4 + 8 * row;
                    if lane % 4 == 0 && at < of_rows as usize {
                        logs.at((at, head as usize, batch as usize)).write(log);
                    }
                });
                // `O` takes the place of `Q`, which the warpgroup has read to the end.
                let mma = TiledMma::new(<A as Layouts>::O::default(), layout!((2,1,1)));
                let store = TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma.c());
                let of_o = Composed::of(
                    <Atom as tilework::atom::SharedTile>::Swizzle::VALUE,
                    layout!((const ROWS,(const BOX,const { A::BOXES })):(const BOX,(1,const { ROWS * BOX }))),
                );
                OfWarps::<8, 8, 2>::without_bank_conflicts(|| store.partition_d(of_o));
                Covering::<{ ROWS * HEAD }>::once(|| store.partition_d(layout!((const ROWS,const HEAD):row_major)));
                let mut to = Tensor::through_raw_parts(tile_of_q.cast::<u16>(), of_o);
                let to = store.thread((t - 128) % 256).partition_d(&mut to);
                barrier_of(1 + warpgroup as u32, 128);
                let mut i = 0;
                to.slice_unchecked(((0, ..), ..)).load_by(|to| {
                    let pair = |j: usize| {
                        let at = 8 * i + 2 * j;
                        Bf16::pair(sums[at] * each[j % 2], sums[at + 1] * each[j % 2])
                    };
                    stmatrix_x4(to.pointer(), [0, 1, 2, 3].map(pair));
                    i += 1;
                });
                tma_store_fence();
                warp_barrier();
                if lane == 0 {
                    let row = 64 * warpgroup + STORED * warp;
                    for part in 0..A::BOXES {
                        let corner = [(BOX * part) as u32, first + row as u32, head, batch];
                        tma_store(o, corner, tile_of_q.offset(ROW * (ROWS * part + row)));
                    }
                    tma_store_wait::<0>();
                }
            }
        }
    )*};
}
attention! {
    /// Attention with `d` = 128.
    attention_masked_128 Attention128;
    /// Attention with `d` = 64.
    attention_masked_64 Attention64;
}
