//! Attention forward, `O = softmax(Q Kᵀ scale) V`, of bf16 with sums in f32, by `wgmma`.
//!
//! `Q`, `K`, `V` and `O` are `(head, token, d)` by rows. A block has 128 tokens of `Q` of a head, 64 for each of two warpgroups;
//! a third has the copy engine bring `K` and `V`, 128 tokens at a time. The products `S = Q Kᵀ` of the next 128 tokens
//! run while `P V` of the last do, and while the softmax of the next is taken: what was summed is scaled when a larger
//! maximum comes.

use core::marker::PhantomData;
use core::mem;

use tilework::atom::{Fragment, WgmmaM64D, WgmmaM64K16F16A};
use tilework::bound::{Known, SliceAt, Unroll};
use tilework::generic_array::GenericArray;
use tilework::proof::covers_once;
use tilework::typenum::U128;
use tilework::{Layout, Tensor};

use crate::argument::attention::{
    Atom, Attention64, Attention128, BOX, ELEMENT, Layouts, Parameters, REGISTERS, ROWS, THREADS,
};
use crate::device::*;
use crate::wgmma::{Accumulate, FromRegisters, FromShared};

/// Bytes of a row of a box.
const ROW: usize = ELEMENT * BOX;

// The sums of `S` are, two by two, `A` of the next product: of 16 columns the same threads have the same elements.
const _: () = {
    let _: Layout!(((4,8,4),(2,2,16)):((128,1,16),(64,8,512))) =
        <WgmmaM64D<U128> as Fragment>::Layout::VALUE;
    let _: Layout!(((4,8,4),(2,2,2)):((128,1,16),(64,8,512))) =
        <WgmmaM64K16F16A as Fragment>::Layout::VALUE;
    covers_once(<WgmmaM64D<U128> as Fragment>::Layout::VALUE, 64 * 128);
};

pub(crate) type Sums<I> = <I as Accumulate>::Sums;

/// Boxes of `Q`.
#[derive(Clone, Copy, Debug)]
pub struct OfQ;
impl Tile for OfQ {
    type Element = u16;
    type Atom = Atom;
    const BOX: [u32; 2] = [BOX as u32, ROWS as u32];
}
/// Boxes of `K` and of `V`.
#[derive(Clone, Copy, Debug)]
pub struct OfTokens<A>(PhantomData<A>);
impl<A: Parameters> Tile for OfTokens<A> {
    type Element = u16;
    type Atom = Atom;
    const BOX: [u32; 2] = [BOX as u32, A::TOKENS as u32];
}

/// The softmax of two rows of each thread, so far.
pub(crate) struct Rows {
    pub(crate) most: [f32; 2],
    pub(crate) sum: [f32; 2],
}
impl Rows {
    /// `S` becomes `2^(S scale - most)`, and what was summed before is to be multiplied by the result.
    #[inline(always)]
    pub(crate) unsafe fn next<A: Layouts<S: Accumulate>>(
        &mut self,
        s: &mut Sums<A::S>,
        scale: f32,
    ) -> [f32; 2] {
        let mut most = self.most;
        A::OfS::VALUE.unroll(|i, _| most[i / 2 % 2] = larger(most[i / 2 % 2], s[i]));
        // SAFETY: all threads of the warp come here.
        let most = most.map(|x| unsafe { over_quad(x, larger) });
        let scaled = most.map(|x| -x * scale);
        let before = [0, 1].map(|row| exp2(mul_add(self.most[row], scale, scaled[row])));
        let mut sum = [0, 1].map(|row| self.sum[row] * before[row]);
        A::OfS::VALUE.unroll(|i, _| {
            let row = i / 2 % 2;
            s[i] = exp2(mul_add(s[i], scale, scaled[row]));
            sum[row] += s[i];
        });
        *self = Rows { most, sum };
        before
    }
}

// The body stands in each entry: of a generic function that each calls, ptxas gets another order of the same instructions.
macro_rules! attention {
    ($($(#[$doc:meta])* $name:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub unsafe fn $name(
            q: &TensorMap<OfQ>,
            k: &TensorMap<OfTokens<$kernel>>,
            v: &TensorMap<OfTokens<$kernel>>,
            o: *mut u32,
            tokens: u32,
            scale: f32,
        ) {
            type A = $kernel;
            // SAFETY: the host has checked pointers and the grid.
            unsafe {
                at_most_threads!(384);
                let (t, [tile, head, _]) = (thread::<THREADS>() as usize, block());
                let (first, steps) = (head * tokens, tokens as usize / A::TOKENS);

                // `Q`, and for each stage `K` and `V`; the barriers that they are there, and that they are free.
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
                    let bring = |map: &TensorMap, token: u32, rows: usize, to: Shared<u8>, full: Shared<u64>| {
                        mbarrier_arrive_expect(full, (A::BOXES * rows * ROW) as u32);
                        for part in 0..A::BOXES {
                            tma_load(map, [(BOX * part) as u32, token], to.offset(part * rows * ROW), full);
                        }
                    };
                    bring(q.any(), first + ROWS as u32 * tile, ROWS, tile_of_q, q_full);
                    for i in 0..steps {
                        let token = first + (A::TOKENS * i) as u32;
                        mbarrier_wait(k_empty(i), turn(i) ^ 1);
                        bring(k.any(), token, A::TOKENS, of_k(i), k_full(i));
                        mbarrier_wait(v_empty(i), turn(i) ^ 1);
                        bring(v.any(), token, A::TOKENS, of_v(i), v_full(i));
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
                // S = Q Kᵀ, which is under way after.
                let multiply_k = |s: &mut Sums<<A as Layouts>::S>, i: usize| {
                    mbarrier_wait(k_full(i), turn(i));
                    let of_k = Operand::depth_first(of_k(i));
                    wgmma_begin(&mut *s);
                    <A as Layouts>::OfQ::VALUE.unroll(|step, at| {
                        let at_k = <A as Layouts>::OfK::VALUE.slice_at(step, 0).1;
                        <A as Layouts>::S::multiply(s, rows_of_q.further(at), of_k.further(at_k), step > 0);
                    });
                    wgmma_commit();
                };
                // O += P V, which is under way after.
                let multiply_v = |o: &mut Sums<<A as Layouts>::O>, p: &mut GenericArray<[u32; 4], <A as Layouts>::Depth>, i: usize| {
                    mbarrier_wait(v_full(i), turn(i));
                    let of_v = Operand::columns_first(of_v(i), A::TOKENS * ROW);
                    wgmma_begin((&mut *o, &mut *p));
                    <A as Layouts>::OfV::VALUE.unroll(|step, at| <A as Layouts>::O::multiply(o, p[step], of_v.further(at)));
                    wgmma_commit();
                };

                let (mut s, mut sums): (Sums<<A as Layouts>::S>, Sums<<A as Layouts>::O>) = mem::zeroed();
                let mut rows = Rows { most: [f32::MIN; 2], sum: [0.0; 2] };
                let pairs = |s: &Sums<<A as Layouts>::S>| {
                    let mut p: GenericArray<[u32; 4], <A as Layouts>::Depth> = mem::zeroed();
                    <A as Layouts>::Pairs::VALUE.unroll(|i, _| p[i / 4][i % 4] = Bf16::pair(s[2 * i], s[2 * i + 1]));
                    p
                };
                mbarrier_wait(q_full, 0);
                multiply_k(&mut s, 0);
                wgmma_wait::<0>(&mut s);
                free(k_empty(0));
                rows.next::<A>(&mut s, scale);
                let mut p = pairs(&s);
                for i in 1..steps {
                    multiply_k(&mut s, i);
                    multiply_v(&mut sums, &mut p, i - 1);
                    wgmma_wait::<1>(&mut s);
                    free(k_empty(i));
                    let before = rows.next::<A>(&mut s, scale);
                    wgmma_wait::<0>((&mut sums, &mut p));
                    free(v_empty(i - 1));
                    <A as Layouts>::OfO::VALUE.unroll(|i, _| sums[i] *= before[i / 2 % 2]);
                    p = pairs(&s);
                }
                multiply_v(&mut sums, &mut p, steps - 1);
                wgmma_wait::<0>(&mut sums);

                let each = rows.sum.map(|sum| 1.0 / over_quad(sum, |x, y| x + y));
                let o = Global::<u32>::new(o).offset((first + ROWS as u32 * tile) as usize * (A::HEAD / 2));
                let o = Tensor::from_raw_parts(o, <A as Layouts>::Rows::VALUE);
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
    attention_128 Attention128;
    /// Attention with `d` = 64.
    attention_64 Attention64;
}
