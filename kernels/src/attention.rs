//! Attention forward, `O = softmax(Q Kᵀ scale) V`, of bf16 with sums in f32, by `wgmma`.
//!
//! `Q`, `K`, `V` and `O` are `(head, token, d)` by rows. A block has 128 tokens of `Q` of a head, 64 for each of two warpgroups;
//! a third has the copy engine bring `K` and `V`, 128 tokens at a time. The products `S = Q Kᵀ` of the next 128 tokens
//! run while `P V` of the last do, and while the softmax of the next is taken: what was summed is scaled when a larger
//! maximum comes.

use tilework::atom::{Fragment, WgmmaM64D, WgmmaM64K16F16A};
use tilework::bound::Known;
use tilework::proof::covers_once;
use tilework::typenum::U128;
use tilework::{Layout, Tensor, layout};

use crate::at_most_threads;
use crate::device::*;

/// Tokens of `Q` of a block, and of `K` and `V` of a step.
const TOKENS: usize = 128;
/// Steps in shared memory at a time.
const STAGES: usize = 2;
/// Bytes of 128 tokens and 64 of `d`: what a box has.
const BOX: usize = TOKENS * 128;

// The sums of `S` are, two by two, `A` of the next product: of 16 columns the same threads have the same elements.
const _: () = {
    let _: Layout!(((4,8,4),(2,2,16)):((128,1,16),(64,8,512))) =
        <WgmmaM64D<U128> as Fragment>::Layout::VALUE;
    let _: Layout!(((4,8,4),(2,2,2)):((128,1,16),(64,8,512))) =
        <WgmmaM64K16F16A as Fragment>::Layout::VALUE;
    covers_once(<WgmmaM64D<U128> as Fragment>::Layout::VALUE, 64 * 128);
};

/// The softmax of two rows of each thread, so far.
struct Rows {
    most: [f32; 2],
    sum: [f32; 2],
}
impl Rows {
    /// `S` becomes `2^(S scale - most)`, and what was summed before is to be multiplied by the result.
    #[inline(always)]
    unsafe fn next(&mut self, s: &mut [f32; 64], scale: f32) -> [f32; 2] {
        let mut most = self.most;
        layout!((2, 2, 16)).unroll(|i, _| most[i / 2 % 2] = larger(most[i / 2 % 2], s[i]));
        // SAFETY: all threads of the warp come here.
        let most = most.map(|x| unsafe { over_quad(x, larger) });
        let scaled = most.map(|x| -x * scale);
        let before = [0, 1].map(|row| exp2(mul_add(self.most[row], scale, scaled[row])));
        let mut sum = [0, 1].map(|row| self.sum[row] * before[row]);
        layout!((2, 2, 16)).unroll(|i, _| {
            let row = i / 2 % 2;
            s[i] = exp2(mul_add(s[i], scale, scaled[row]));
            sum[row] += s[i];
        });
        *self = Rows { most, sum };
        before
    }
}

macro_rules! attention {
    ($($(#[$doc:meta])* $name:ident $d:literal $sums:literal $boxes:literal $repeats:literal $row:literal $out:tt;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub unsafe fn $name(
            q: *const TensorMap,
            k: *const TensorMap,
            v: *const TensorMap,
            o: *mut u32,
            tokens: u32,
            scale: f32,
        ) {
            // SAFETY: the host has checked pointers and the grid.
            unsafe {
                at_most_threads!(384);
                let (t, [tile, head, _]) = (thread::<384>() as usize, block());
                let (first, steps) = (head * tokens, tokens as usize / TOKENS);

                // `Q`, and for each stage `K` and `V`; the barriers that they are there, and that they are free.
                let tile_of_q = Shared::<u8>::new(0);
                let of_k = |i: usize| tile_of_q.offset((1 + i % STAGES) * $boxes * BOX);
                let of_v = |i: usize| tile_of_q.offset((1 + STAGES + i % STAGES) * $boxes * BOX);
                let barriers = Shared::<u64>::new((1 + 2 * STAGES) * $boxes * BOX);
                let q_full = barriers;
                let k_full = |i: usize| barriers.offset(1 + i % STAGES);
                let v_full = |i: usize| barriers.offset(1 + STAGES + i % STAGES);
                let k_empty = |i: usize| barriers.offset(1 + 2 * STAGES + i % STAGES);
                let v_empty = |i: usize| barriers.offset(1 + 3 * STAGES + i % STAGES);
                let turn = |i: usize| (i / STAGES & 1) as u32;
                if t == 0 {
                    mbarrier_init(q_full, 1);
                    for i in 0..STAGES {
                        mbarrier_init(k_full(i), 1);
                        mbarrier_init(v_full(i), 1);
                        mbarrier_init(k_empty(i), 2);
                        mbarrier_init(v_empty(i), 2);
                    }
                    mbarrier_init_fence();
                }
                barrier();

                if t / 128 == 0 {
                    fewer_registers::<24>();
                    if t != 0 {
                        return;
                    }
                    let bring = |map: *const TensorMap, token: u32, to: Shared<u8>, full: Shared<u64>| {
                        mbarrier_arrive_expect(full, ($boxes * BOX) as u32);
                        for part in 0..$boxes {
                            tma_load(map, [64 * part as u32, token], to.offset(part * BOX), full);
                        }
                    };
                    bring(q, first + 128 * tile, tile_of_q, q_full);
                    for i in 0..steps {
                        let token = first + (TOKENS * i) as u32;
                        mbarrier_wait(k_empty(i), turn(i) ^ 1);
                        bring(k, token, of_k(i), k_full(i));
                        mbarrier_wait(v_empty(i), turn(i) ^ 1);
                        bring(v, token, of_v(i), v_full(i));
                    }
                    return;
                }
                more_registers::<240>();
                let (warpgroup, warp, lane) = (t / 128 - 1, t / 32 % 4, t % 32);
                let leader = t % 128 == 0;
                let free = |barrier: Shared<u64>| if leader {
                    mbarrier_arrive(barrier);
                };
                let rows_of_q = Operand::depth_first(tile_of_q.offset(64 * 128 * warpgroup));
                // S = Q Kᵀ, which is under way after.
                let multiply_k = |s: &mut [f32; 64], i: usize| {
                    mbarrier_wait(k_full(i), turn(i));
                    let of_k = Operand::depth_first(of_k(i));
                    wgmma_begin();
                    layout!((4,$boxes):(32,16384)).unroll(|step, at| {
                        Bf16::multiply(s, rows_of_q.further(at), of_k.further(at), step > 0);
                    });
                    wgmma_commit();
                };
                // O += P V, which is under way after.
                let multiply_v = |o: &mut [f32; $sums], p: &[[u32; 4]; 8], i: usize| {
                    mbarrier_wait(v_full(i), turn(i));
                    let of_v = Operand::columns_first(of_v(i), BOX);
                    wgmma_begin();
                    layout!(8:2048).unroll(|step, at| Bf16::multiply_registers(o, p[step], of_v.further(at)));
                    wgmma_commit();
                };

                let (mut s, mut sums): ([f32; 64], [f32; $sums]) = (zeros(), zeros());
                let mut rows = Rows { most: [f32::MIN; 2], sum: [0.0; 2] };
                let pairs = |s: &[f32; 64]| {
                    let mut p = [[0; 4]; 8];
                    layout!((4,8)).unroll(|i, _| p[i / 4][i % 4] = Bf16::pair(s[2 * i], s[2 * i + 1]));
                    p
                };
                mbarrier_wait(q_full, 0);
                multiply_k(&mut s, 0);
                wgmma_wait::<0>();
                free(k_empty(0));
                rows.next(&mut s, scale);
                let mut p = pairs(&s);
                for i in 1..steps {
                    multiply_k(&mut s, i);
                    multiply_v(&mut sums, &p, i - 1);
                    wgmma_wait::<1>();
                    free(k_empty(i));
                    let before = rows.next(&mut s, scale);
                    wgmma_wait::<0>();
                    free(v_empty(i - 1));
                    layout!((2,2,$repeats)).unroll(|i, _| sums[i] *= before[i / 2 % 2]);
                    p = pairs(&s);
                }
                multiply_v(&mut sums, &p, steps - 1);
                wgmma_wait::<0>();

                let each = rows.sum.map(|sum| 1.0 / over_quad(sum, |x, y| x + y));
                let o = Global::<u32>::new(o).offset((first + 128 * tile) as usize * $row);
                let o = Tensor::from_raw_parts(o, layout!($out));
                let o = o.slice_unchecked(((lane / 4, .., warp, warpgroup), (lane % 4, ..)));
                o.write_each(|i| {
                    let at = 4 * (i / 2) + 2 * (i % 2);
                    Bf16::pair(sums[at] * each[i % 2], sums[at + 1] * each[i % 2])
                });
            }
        }
    )*};
}
attention! {
    /// Attention with `d` = 128. `scale` is that of `S`, times the logarithm of e to the base 2.
    attention_128 128 64 2 16 64 (((8,2,4,2),(4,16)):((64,512,1024,4096),(1,4)));
    /// Attention with `d` = 64.
    attention_64 64 32 1 8 32 (((8,2,4,2),(4,8)):((32,256,512,2048),(1,4)));
}
