//! The attention forward pass, `O = softmax(Q Kᵀ scale) V`, in bf16 with sums in f32, by `wgmma`.
//!
//! `Q`, `K`, `V` and `O` are row-major `(head, token, d)`. A block has 128 tokens of `Q` of a head, 64 for each of two
//! warpgroups. A third warpgroup has the copy engine load `K` and `V`, 128 tokens at a time. The products `S = Q Kᵀ` of
//! the next 128 tokens run while `P V` of the last ones runs and the softmax of the next is computed. Earlier sums are
//! rescaled when a larger maximum arrives.

//!
//! The macro `attend` is the code of both kernels, the one for whole tiles here and the one [with a
//! mask](crate::attention_masked). Everything that is loaded, multiplied and stored is a partition of tiles in shared
//! memory, whose addresses and distances follow from the layouts at compile time. Each entry has its own copy of the
//! code: with a generic function that each calls, `ptxas` gets the same instructions in another order.

use core::marker::PhantomData;

use tilework::bound::{Known, Unroll};
use tilework::typenum::{U1, U128};
use tilework::{Layout, Tensor};
use tilework_device::atom::{Fragment as Atoms, WgmmaM64D, WgmmaM64K16F16A};
use tilework_device::proof::covers_once;

use crate::argument::attention::{Atom, Attention64, BOX, Layouts, Parameters, ROWS, THREADS};
use crate::device::*;

// The sums of `S`, in pairs, are `A` of the next product: the same threads have the same elements of each 16 columns.
const _: () = {
    let _: Layout!(((4,8,4),(2,2,16)):((128,1,16),(64,8,512))) =
        <WgmmaM64D<U128> as Atoms>::Layout::VALUE;
    let _: Layout!(((4,8,4),(2,2,2)):((128,1,16),(64,8,512))) =
        <WgmmaM64K16F16A as Atoms>::Layout::VALUE;
    covers_once(<WgmmaM64D<U128> as Atoms>::Layout::VALUE, 64 * 128);
};

pub(crate) type Sums<I> = Fragment<<I as Accumulate>::Sums, U1>;

/// The boxes of `Q`.
#[derive(Clone, Copy, Debug)]
pub struct OfQ;
impl Tile for OfQ {
    type Element = Bf16;
    type Atom = Atom;
    const BOX: [u32; 2] = [BOX as u32, ROWS as u32];
}
/// The boxes of `K` and of `V`.
#[derive(Clone, Copy, Debug)]
pub struct OfTokens<A>(PhantomData<A>);
impl<A: Parameters> Tile for OfTokens<A> {
    type Element = Bf16;
    type Atom = Atom;
    const BOX: [u32; 2] = [BOX as u32, A::TOKENS as u32];
}

/// The running softmax of two rows of each thread.
pub(crate) struct Rows {
    pub(crate) most: [f32; 2],
    pub(crate) sum: [f32; 2],
}
impl Rows {
    /// Turns `S` into `2^(S scale - most)`. Earlier sums have to be multiplied by the result.
    #[inline(always)]
    pub(crate) unsafe fn next<A: Layouts<S: Accumulate<Sum = f32>>>(
        &mut self,
        s: &mut Sums<A::S>,
        scale: f32,
    ) -> [f32; 2] {
        let (s, mut most) = (s.repeat_mut(0), self.most);
        A::RowsOfS::VALUE.unroll(|i, row| most[row] = larger(most[row], s[i]));
        // SAFETY: all threads of the warp reach this call.
        let most = most.map(|x| unsafe { over_quad(x, larger) });
        let scaled = most.map(|x| -x * scale);
        let before = [0, 1].map(|row| exp2(mul_add(self.most[row], scale, scaled[row])));
        let mut sum = [0, 1].map(|row| self.sum[row] * before[row]);
        A::RowsOfS::VALUE.unroll(|i, row| {
            s[i] = exp2(mul_add(s[i], scale, scaled[row]));
            sum[row] += s[i];
        });
        *self = Rows { most, sum };
        before
    }
}

/// `O = softmax(S) V` of a tile of 128 rows with `S = Q Kᵀ scale`, in bf16, for the threads of a block. The consumers
/// then run `result`.
///
/// - `bring`: the maps of `Q`, `K` and `V`, their boxes, and the corners of `Q` and of the keys of a step.
/// - `most`: the initial maximum of a row.
/// - `first` and `for`: what happens to the sums `S` of a step before their softmax.
macro_rules! attend {
    (
        $kernel:ty, $t:ident;
        bring $q:ident $map_of_q:ty, $corner_of_q:expr; $k:ident $map_of_k:ty, $v:ident $map_of_v:ty, |$step:ident| $corner:expr;
        steps $steps:ident; scale $scale:ident; most $most:expr;
        $s:ident at $at:ident: first $first:block $(for $i:ident from $from:expr, to $to:expr, $mask:block)*
        result |$own:ident, $tile_of_q:ident $in_q:ident, $mma_o:ident, $sums:ident, $rows:ident| $result:block
    ) => {
        type A = $kernel;
        const TOKENS: usize = A::TOKENS;
        const STAGES: usize = A::STAGES;
        // Shared memory holds `Q`, then `K` and `V` of each stage, and then their full and empty barriers.
        let [$tile_of_q, start_k, start_v] = [0, A::BEFORE, A::BEFORE + STAGES].map(|at| Shared::<Bf16>::new(at * A::STAGE));
        let barriers = Shared::<u64>::new((A::BEFORE + 2 * STAGES) * A::STAGE);
        let q_full = barriers;
        let k_full = |i: usize| barriers.offset(1 + i % STAGES);
        let v_full = |i: usize| barriers.offset(1 + STAGES + i % STAGES);
        let k_empty = |i: usize| barriers.offset(1 + 2 * STAGES + i % STAGES);
        let v_empty = |i: usize| barriers.offset(1 + 3 * STAGES + i % STAGES);
        let turn = |i: usize| (i / STAGES & 1) as u32;
        if $t == 0 {
            tma_prefetch($q);
            tma_prefetch($k);
            tma_prefetch($v);
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

        // The rows of a box lie side by side, and the next box follows them. In the second product, the columns of `V`
        // take the place of the rows of `K` in the first.
        let swizzle = <Atom as SharedTile>::Swizzle::VALUE;
        let $in_q = Composed::of(swizzle, layout!((const ROWS,(const BOX,const { A::BOXES }),1):(const BOX,(1,const { ROWS * BOX }),0)));
        let of_k = Composed::of(swizzle, layout!((const TOKENS,(const BOX,const { A::BOXES }),const STAGES)
            :(const BOX,(1,const { TOKENS * BOX }),const { TOKENS * A::HEAD })));
        let of_v = Composed::of(swizzle, layout!(((const BOX,const { A::BOXES }),const TOKENS,const STAGES)
            :((1,const { TOKENS * BOX }),const BOX,const { TOKENS * A::HEAD })));
        let $own = match Roles::<2, { REGISTERS[0] }, { REGISTERS[1] }>::role($t) {
            Role::Producer(brings) => {
                brings.begin();
                if !brings.leads() {
                    return;
                }
                let boxes_q = <Boxes<$map_of_q>>::of($tile_of_q, zipped_divide($in_q, layout!(<const ROWS,const BOX>)));
                let boxes_k = <Boxes<$map_of_k>>::of(start_k, zipped_divide(of_k, layout!(<const TOKENS,const BOX>)));
                let boxes_v = <Boxes<$map_of_v>>::of(start_v, zipped_divide(of_k, layout!(<const TOKENS,const BOX>)));
                mbarrier_arrive_expect(q_full, (ELEMENT * ROWS * A::HEAD) as u32);
                boxes_q.load($q, 0, $corner_of_q, 0, q_full);
                for $step in 0..$steps {
                    let corner = $corner;
                    mbarrier_wait(k_empty($step), turn($step) ^ 1);
                    mbarrier_arrive_expect(k_full($step), A::STAGE as u32);
                    boxes_k.load($k, 0, corner, $step % STAGES, k_full($step));
                    mbarrier_wait(v_empty($step), turn($step) ^ 1);
                    mbarrier_arrive_expect(v_full($step), A::STAGE as u32);
                    boxes_v.load($v, 0, corner, $step % STAGES, v_full($step));
                }
                return;
            }
            Role::Consumer(own) => {
                own.begin();
                own
            }
        };
        let free = |barrier: Shared<u64>| if $own.leads_warpgroup() {
            mbarrier_arrive(barrier);
        };
        let (to_s, to_o) = (<A as Layouts>::S::default(), <A as Layouts>::O::default());
        let (mma_s, $mma_o) = (TiledMma::new(to_s, layout!((2,1,1))), TiledMma::new(to_o, layout!((2,1,1))));
        let tile_q = Tensor::through_raw_parts($tile_of_q, $in_q);
        let tile_k = Tensor::through_raw_parts(start_k, of_k);
        let tile_v = Tensor::through_raw_parts(start_v, of_v);
        let own_q = descriptors(KMajor, mma_s.thread($own.index()).partition_a(&tile_q), || mma_s.partition_a($in_q));
        let own_k = descriptors(KMajor, mma_s.thread($own.index()).partition_b(&tile_k), || mma_s.partition_b(of_k));
        let own_v = descriptors(MnMajor, $mma_o.thread($own.index()).partition_b(&tile_v), || $mma_o.partition_b(of_v));
        let own_q = own_q.slice_unchecked((.., .., 0));
        // The coordinates of a thread's sums `S` in a step.
        let $at = mma_s.thread($own.index()).partition_c(&Tensor::coordinates(layout!((const ROWS,const TOKENS):(e0,e1))));
        // Begins S = Q Kᵀ, which is pending afterwards.
        let multiply_k = |s: &mut Sums<<A as Layouts>::S>, i: usize| {
            mbarrier_wait(k_full(i), turn(i));
            wgmma_begin(&mut *s);
            gemm_shared(to_s, own_q, own_k.slice_unchecked((.., .., i % STAGES)), s, false);
            wgmma_commit();
        };
        // Begins O += P V, which is pending afterwards.
        let multiply_v = |o: &mut Sums<<A as Layouts>::O>, p: &mut Fragment<[u32; 4], <A as Layouts>::Depth>, i: usize| {
            mbarrier_wait(v_full(i), turn(i));
            wgmma_begin((&mut *o, &mut *p));
            gemm_registers(to_o, p, own_v.slice_unchecked((.., .., i % STAGES)), o);
            wgmma_commit();
        };

        let (mut $s, mut $sums): (Sums<<A as Layouts>::S>, Sums<<A as Layouts>::O>) = (Fragment::zeros(), Fragment::zeros());
        let mut $rows = Rows { most: [$most; 2], sum: [0.0; 2] };
        mbarrier_wait(q_full, 0);
        multiply_k(&mut $s, 0);
        wgmma_wait::<0>(&mut $s);
        free(k_empty(0));
        $first
        $rows.next::<A>(&mut $s, $scale);
        let mut p = $s.operands::<Bf16, <A as Layouts>::Depth>();
        // Written as `while`, because LLVM kept two counters for a range.
        $(let mut $i = $from;
        while $i < $to {
            multiply_k(&mut $s, $i);
            multiply_v(&mut $sums, &mut p, $i - 1);
            wgmma_wait::<1>(&mut $s);
            free(k_empty($i));
            $mask
            let before = $rows.next::<A>(&mut $s, $scale);
            wgmma_wait::<0>((&mut $sums, &mut p));
            free(v_empty($i - 1));
            <A as Layouts>::RowsOfO::VALUE.unroll(|i, row| $sums.repeat_mut(0)[i] *= before[row]);
            p = $s.operands::<Bf16, <A as Layouts>::Depth>();
            $i += 1;
        })*
        multiply_v(&mut $sums, &mut p, $steps - 1);
        wgmma_wait::<0>(&mut $sums);
        $result
    };
}
pub(crate) use attend;

macro_rules! attention {
    ($($(#[$doc:meta])* $name:ident $kernel:ty;)*) => {$(
        $(#[$doc])*
        #[kernel]
        pub unsafe fn $name(
            q: &TensorMap<OfQ>,
            k: &TensorMap<OfTokens<$kernel>>,
            v: &TensorMap<OfTokens<$kernel>>,
            o: *mut Bf16,
            tokens: u32,
            scale: f32,
        ) {
            use tilework_device::atom::{SharedTile, TiledMma};
            use tilework::operation::zipped_divide;
            use tilework::{Composed, layout};

            use crate::argument::attention::{ELEMENT, REGISTERS};
            // SAFETY: the host has checked pointers and the grid.
            unsafe {
                at_most_threads!(384);
                let (t, [tile, head, _]) = (thread::<THREADS>() as usize, block());
                let (first, steps) = (head * tokens, tokens as usize / <$kernel>::TOKENS);
                attend! {
                    $kernel, t;
                    bring q OfQ, [0, first + ROWS as u32 * tile]; k OfTokens<$kernel>, v OfTokens<$kernel>, |i| [0, first + (TOKENS * i) as u32];
                    steps steps; scale scale; most f32::MIN;
                    s at _at: first {} for i from 1, to steps, {}
                    result |own, _q _of_q, mma_o, sums, rows| {
                        let each = rows.sum.map(|sum| 1.0 / over_quad(sum, |x, y| x + y));
                        let o = Global::new(o).cast::<u32>().offset((first + ROWS as u32 * tile) as usize * (A::HEAD / 2));
                        let o = Tensor::from_raw_parts(o, <A as Layouts>::Rows::VALUE);
                        let o = o.slice_unchecked(((own.lane() / 4, .., own.warp() % 4, own.warpgroup()), (own.lane() % 4, ..)));
                        o.write_each(|i| {
                            let [x, y] = sums.values(2 * i);
                            Bf16::pair(x * each[i % 2], y * each[i % 2])
                        });
                    }
                }
            }
        }
    )*};
}
attention! {
    /// Attention with `d` = 64. `scale` is that of `S` times log2(e).
    attention_64 Attention64;
}
