//! The attention forward pass for any lengths, `O = softmax(Q Kᵀ scale) V`, where each row of `Q` sees the keys before
//! a limit: causal, or all keys.
//!
//! `Q` and `O` are `(d, query, head, batch)`, and `K` and `V` are `(d, key, head, batch)`. `K` and `V` have as many
//! heads as `Q` or fewer; then each serves the same number of consecutive heads of `Q` (grouped-query attention). `d`
//! is contiguous, and the other modes have any strides, since the copy engine loads and stores everything. Row `i` sees
//! the keys before `i + reach`, and the mask compares the coordinates of the sums with this limit. A block goes through
//! the keys backwards. So the keys at the diagonal come first, and keys that no row of a block sees are not read. The
//! multiplications are those of [`attention`](crate::attention).

use tilework::bound::{Known, Unroll};
use tilework::operation::zipped_divide;
use tilework::result::Origin;
use tilework::typenum::{U1, U16};
use tilework::{Composed, Dyn, Layout, Tensor, layout};
use tilework_device::atom::{LdmatrixX4, SharedTile, StoreOf, TiledCopy, TiledMma};
use tilework_device::proof::{Covering, OfWarps};

use crate::argument::attention::{
    Atom, Attention64, Attention128, BOX, ELEMENT, Layouts, Parameters, REGISTERS, ROWS, THREADS,
};
use crate::attention::{Rows, Sums, attend};
use crate::device::*;

/// The rows of `O` that a warp stores.
const STORED: usize = 16;

macro_rules! boxes {
    ($($(#[$doc:meta])* $name:ident $rows:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;
        impl Tile<4> for $name {
            type Element = Bf16;
            type Atom = Atom;
            const BOX: [u32; 4] = [BOX as u32, $rows as u32, 1, 1];
        }
    )*};
}
boxes! {
    /// The boxes of `Q`.
    OfQ ROWS;
    /// The boxes of `K`.
    OfK Attention128::TOKENS;
    /// The boxes of `V`.
    OfV Attention128::TOKENS;
    /// The boxes of `O`.
    OfO STORED;
}
const _: () = assert!(Attention128::TOKENS == Attention64::TOKENS);

type N = Dyn<u32>;
/// The layout `(query, head, batch)` of the logarithms of the sums of the exponentials, one for each row. With 0
/// queries, none are written.
pub type OfLogs = Layout!((N,N,N):(N,N,N));

/// Sets `S` to minus infinity where the row does not see the key, so that the key has no weight.
///
/// `at` has the coordinates of the sums in the step, and `seen(row)` is the number of keys of the step that the row
/// sees.
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
        /// `tokens` are the numbers of tokens of `Q` and of `K`. `heads` are the number of heads of `Q`, and how many
        /// of these share a head of `K`. `scale` is the factor of `S = Q Kᵀ`, times log2(e). Blocks are `(x, tile, z)`:
        /// tiles of 128 queries, from the last to the first; `x` and `z` number the heads of all batches.
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
                // Longer tiles come first.
                let first = ROWS as u32 * (queries.div_ceil(ROWS as u32) - 1 - y);
                let (head, batch) = {
                    let head = x + blocks() as u32 * z;
                    (head % heads.max(1), head / heads.max(1))
                };
                // The number of keys that a row sees. All rows see what the first row of the tile sees; what the last
                // row does not see is not read.
                let seen = |row: u32| (row as i32 + reach).min(keys as i32).max(0);
                let steps = (seen((first + ROWS as u32 - 1).min(queries - 1)) as usize).div_ceil(A::TOKENS).max(1);
                let masked = steps - seen(first) as usize / A::TOKENS;
                let key = |i: usize| A::TOKENS * (steps - 1 - i);

                if t == 0 {
                    tma_prefetch(o);
                }
                let seen = |i: usize| move |row: usize| seen(first + row as u32) - key(i) as i32;
                attend! {
                    $kernel, t;
                    bring q OfQ, [0, first, head, batch]; k OfK, v OfV, |i| [0, key(i) as u32, head / shared_by.max(1), batch];
                    // Minus a power of 2, whose product with `scale` is exact: the next factor of a row that has seen
                    // nothing is 1.
                    steps steps; scale scale; most -f32::from_bits(0x7180_0000);
                    // Steps with a mask, and then those without, as two loops or as one with a branch: `ptxas` decides
                    // which form is faster.
                    s at of_s: first { mask(&mut s, of_s, seen(0)); }
                    for i from 1, to if ONE_LOOP { steps } else { masked }, {
                        if !ONE_LOOP || i < masked {
                            mask(&mut s, of_s, seen(i));
                        }
                    }
                    for i from if ONE_LOOP { steps } else { masked.max(1) }, to steps, {}
                    result |own, tile_of_q of_q, mma_o, sums, rows| {
                        // The result of a row that sees nothing is 0.
                        let all = rows.sum.map(|sum| over_quad(sum, |x, y| x + y));
                        let each = all.map(|sum| if sum > 0.0 { 1.0 / sum } else { 0.0 });
                        // All four threads of a quad have the sum of a row; the first one writes its logarithm.
                        let logs = Tensor::from_raw_parts(Global::new(logs), of_logs);
                        let (of_rows, ..) = of_logs.extents();
                        layout!(2).unroll(|row, _| {
                            let log = (lg2(all[row]) + rows.most[row] * scale) * core::f32::consts::LN_2;
                            let at = first as usize + 16 * own.warp() + own.lane() / 4 + 8 * row;
                            if own.lane() % 4 == 0 && at < of_rows as usize {
                                logs.at((at, head as usize, batch as usize)).write(log);
                            }
                        });
        // `O` takes the place of `Q`, which the warpgroup has finished reading.
                        let store = TiledCopy::of(StoreOf::<LdmatrixX4, U16>::new(), mma_o.c());
                        OfWarps::<8, 8, 2>::without_bank_conflicts(|| store.partition_d(of_q));
                        Covering::<{ ROWS * HEAD }>::once(|| store.partition_d(layout!((const ROWS,const HEAD):row_major)));
                        let mut to = Tensor::through_raw_parts(tile_of_q, of_q);
                        let to = store.thread(own.index()).partition_d(&mut to);
                        barrier_of(1 + own.warpgroup() as u32, 128);
                        <A as Layouts>::RowsOfO::VALUE.unroll(|i, row| sums.repeat_mut(0)[i] *= each[row]);
                        sums.store_matrices::<LdmatrixX4, Bf16, _, _>(to.slice_unchecked(((0, ..), (.., .., 0))), |_, x| x);
                        tma_store_fence();
                        warp_barrier();
                        if own.leads_warp() {
                            let of_o = Composed::of(of_q.outer(), layout!(((const STORED,8),(const BOX,const { A::BOXES }),1)
                                :((const BOX,const { STORED * BOX }),(1,const { ROWS * BOX }),0)));
                            let boxes_o = <Boxes<OfO>>::of(tile_of_q, zipped_divide(of_o, layout!(<const STORED,const BOX>)));
                            boxes_o.store(o, own.warp(), [0, first + (STORED * own.warp()) as u32, head, batch], 0);
                            tma_store_wait::<0>();
                        }
                    }
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
