//! `C = A Bᵀ` of f16 or bf16 with sums in f32, by `mma.sync`: for GPUs from compute capability 8.0 on, for any extents,
//! many products at a time.
//!
//! `A` is `(m,k,l)`, `B` is `(n,k,l)` and `C` is `(m,n,l)`, row-major, and one launch computes the products for all
//! `l`. A block has a tile of `C` and goes along `k`; `cp.async` loads its operands into shared memory some steps
//! ahead. [`GemmMma`](crate::argument::gemm_mma::GemmMma) gives the extents of tiles and steps, and how many warps
//! share them.
//!
//! At the edges, the last row replaces rows past the end, since their results are not written. The first step of `k` is
//! the one that reaches past the end, with 0 there, so that the loop has only whole steps.

use tilework_device::atom::{MmaSyncM16N8K16Bf16, MmaSyncM16N8K16F16};

use crate::argument::gemm_mma::{GemmMmaBf16, GemmMmaF16, Parameters};
use crate::device::{Bf16, Element, F16, MmaSync, Pair, Vector, cp_async_wait};

/// An instruction that a warp executes together.
pub trait Synchronous: MmaSync<[f32; 4], [u32; 4], [u32; 2]> {
    /// The elements.
    type Element: Element + Pair;
}
impl Synchronous for MmaSyncM16N8K16F16 {
    type Element = F16;
}
impl Synchronous for MmaSyncM16N8K16Bf16 {
    type Element = Bf16;
}

/// Eight elements of the parameters `G`, as which matrices are loaded and stored.
pub type Elements<G> = Vector<<<G as Parameters>::Instruction as Synchronous>::Element, 8>;

/// Waits until the next of `STAGES` steps has arrived.
#[inline(always)]
pub fn wait<const STAGES: usize>() {
    match STAGES {
        2 => cp_async_wait::<0>(),
        3 => cp_async_wait::<1>(),
        4 => cp_async_wait::<2>(),
        5 => cp_async_wait::<3>(),
        _ => cp_async_wait::<4>(),
    }
}

/// Kernels with these parameters, for `$threads` threads. The layouts are those of
/// [`Layouts`](crate::argument::gemm_mma::Layouts). `extents` are `m`, `n` and `k`, any integers, and rows begin at
/// multiples of 8.
#[macro_export]
macro_rules! products_by_mma {
    ($($(#[$doc:meta])* $name:ident $kernel:ident $threads:literal;)*) => {$(
        $(#[$doc])*
        #[allow(
            clippy::macro_metavars_in_unsafe,
            clippy::reversed_empty_ranges,
            reason = "the number of threads is a literal; of two stages the second is brought in the loop"
        )]
        #[$crate::device::kernel]
        pub unsafe fn $name(
            a: *const $crate::gemm_mma::Elements<$kernel>,
            a_layout: <$kernel as $crate::argument::gemm_mma::Layouts>::In,
            b: *const $crate::gemm_mma::Elements<$kernel>,
            b_layout: <$kernel as $crate::argument::gemm_mma::Layouts>::In,
            c: *mut $crate::gemm_mma::Elements<$kernel>,
            c_layout: <$kernel as $crate::argument::gemm_mma::Layouts>::C,
            extents: [u32; 3],
        ) {
            use $crate::argument::{Argument, gemm_mma::*};
            use $crate::device::*;
            use $crate::gemm_mma::{Synchronous, wait};
            use tilework_device::atom::{LdmatrixX4, LoadOf, TiledCopy, TiledMma, Vector};
            use tilework::bound::Known;
            use tilework::operation::ThreadValue;
            use tilework_device::proof::{Covering, OfWarps};
            use tilework::typenum::{U1, U16, U128};
            use tilework::{Composed, Static, Tensor, layout};
            type G = $kernel;
            type Element = <<G as Parameters>::Instruction as Synchronous>::Element;
            const M: usize = G::TILE[0];
            const N: usize = G::TILE[1];
            const K: usize = G::TILE[2];
            const STAGES: usize = G::STAGES;
            const WARPS_M: usize = G::WARPS[0];
            const WARPS_N: usize = G::WARPS[1];
            const WARPS: usize = WARPS_M * WARPS_N;
            const DEPTH: usize = K / 16;
            // In bytes.
            const STAGE: usize = 2 * G::STAGE;
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                at_most_threads!($threads);
                let t = thread::<{ G::THREADS }>() as usize;
                let [rows, columns, ..]: [u32; 6] = c_layout.leaves();
                let Some([x, y, z]) = G::tile(block(), [rows, columns]) else { return };
                let [m, n, k] = extents.map(|x| x as usize);
                let (rows, columns) = (m - M * x, n - N * y);
                let [a, b] = [(a, a_layout), (b, b_layout)]
                    .map(|(start, layout)| Tensor::from_raw_parts(Global::new(start).cast::<Bits128>(), layout));
                let c = Tensor::from_raw_parts(Global::new(c).cast::<Bits128>(), c_layout);

                // A stage in shared memory has the rows of `A`, and then those of `B`.
                let (swizzle, stage) = (<G as Layouts>::Swizzle::VALUE, <G as Layouts>::Stage::VALUE);
                let of_a = Composed::of(swizzle, layout!((const M,const K,const STAGES):(const K,1,stage)));
                let of_b = Composed::of(swizzle, layout!((const N,const K,const STAGES):(const K,1,stage)));
                let [start_a, start_b] = [0, 2 * M * K].map(Shared::<Element>::new);

                // The copies of a thread: vectors of some rows. The last row replaces rows past the end.
                let threads = layout!((const {G::ROWS},const {G::VECTORS}):row_major);
                let copy = TiledCopy::new(Vector::<U1>::new(), threads, layout!((1,1)));
                let (bits, vector) = (Static::<U16>::new(), Static::<U128>::new());
                let (of_a_copied, of_b_copied) = (of_a.recast(bits, vector), of_b.recast(bits, vector));
                OfWarps::<WARPS, 1, 16>::without_bank_conflicts(|| copy.partition_d(of_a_copied));
                OfWarps::<WARPS, 1, 16>::without_bank_conflicts(|| copy.partition_d(of_b_copied));
                let copy = copy.thread(t);
                let mut to = Tensor::through_raw_parts(start_a.cast::<Bits128>(), of_a_copied);
                let to = copy.partition_d(&mut to).unswizzled();
                let at = Tensor::coordinates(layout!((const M,const {G::VECTORS}):(e0,e1)));
                let from = |(row, vector): (usize, usize), step: usize| {
                    a.slice_unchecked(((0, vector), ((M * x + row).min(m - 1), .., z))).at(step)
                };
                let copies_a = CopySteps::new(copy.partition_s(&at), from, to);
                let mut to = Tensor::through_raw_parts(start_b.cast::<Bits128>(), of_b_copied);
                let to = copy.partition_d(&mut to).unswizzled();
                let at = Tensor::coordinates(layout!((const N,const {G::VECTORS}):(e0,e1)));
                let from = |(row, vector): (usize, usize), step: usize| {
                    b.slice_unchecked(((0, vector), ((N * y + row).min(n - 1), .., z))).at(step)
                };
                let copies_b = CopySteps::new(copy.partition_s(&at), from, to);

                // The multiplications of a warp: its own rows of each 16 rows of all warps, and its own of each 32
                // columns.
                let instruction = <G as Parameters>::Instruction::default();
                let mma = TiledMma::new(instruction, layout!((const WARPS_M,const WARPS_N,1))).permuted(
                    layout!(<const {16 * WARPS_M}:1,(8,const WARPS_N,4):(1,32,8),16>),
                );
                let load = LoadOf::<LdmatrixX4, U16>::new();
                let (load_a, load_b) = (TiledCopy::of(load, mma.a()), TiledCopy::of(load, mma.b()));
                OfWarps::<WARPS, 8, 2>::without_bank_conflicts(|| load_a.partition_s(of_a));
                OfWarps::<WARPS, 8, 2>::without_bank_conflicts(|| load_b.partition_s(of_b));
                let own_a = load_a.thread(t).partition_s(&Tensor::through_raw_parts(start_a, of_a));
                let own_b = load_b.thread(t).partition_s(&Tensor::through_raw_parts(start_b, of_b));
                let own_a: [_; DEPTH] = core::array::from_fn(|k| {
                    own_a.slice_unchecked(((0, ..), (.., k, 0))).unswizzled()
                });
                let own_b: [_; DEPTH] = core::array::from_fn(|k| {
                    own_b.slice_unchecked(((0, ..), (.., k, 0))).unswizzled()
                });
                let own = |k: usize| (own_a[k % DEPTH], own_b[k % DEPTH]);
                Covering::<{ M * N }>::once(|| mma.partition_c(layout!((const M,const N))));
                let at = Tensor::coordinates(layout!((const M,const N):(e0,e1)));
                let mut sums = Fragment::zeros_of(&mma.thread(t).partition_c(&at));

                // The step that may reach past the end comes first.
                let [_, steps, ..]: [u32; 5] = a_layout.leaves();
                let steps = steps as usize;
                let left = (k - K * (steps - 1)).saturating_sub(VECTOR * (t % G::VECTORS));
                let bytes = Some(2 * left.min(VECTOR) as u32);
                copies_a.bring(steps - 1, 0, bytes);
                copies_b.bring(steps - 1, 0, bytes);
                cp_async_commit();
                for step in 1..STAGES - 1 {
                    if step < steps {
                        copies_a.bring(step - 1, STAGE * step, None);
                        copies_b.bring(step - 1, STAGE * step, None);
                    }
                    cp_async_commit();
                }
                let (mut read, mut write) = (0, STAGE * (STAGES - 1));
                wait::<STAGES>();
                barrier();
                let mut operands = load_operands(own(0), read);
                for step in 0..steps {
                    // While some operands are multiplied, the next ones are loaded.
                    let next = load_operands(own(1), read);
                    // The next step of `k` is one less than the count suggests, since the last step ran first.
                    if step + STAGES - 1 < steps {
                        copies_a.bring(step + STAGES - 2, write, None);
                        copies_b.bring(step + STAGES - 2, write, None);
                    }
                    cp_async_commit();
                    gemm(instruction, &operands, &mut sums);
                    operands = next;
                    if DEPTH > 2 {
                        let next = load_operands(own(2), read);
                        gemm(instruction, &operands, &mut sums);
                        operands = next;
                    }
                    if DEPTH > 3 {
                        let next = load_operands(own(3), read);
                        gemm(instruction, &operands, &mut sums);
                        operands = next;
                    }
                    // The last operands of a step, and the first of the next one.
                    wait::<STAGES>();
                    barrier();
                    (read, write) = (if read == STAGE * (STAGES - 1) { 0 } else { read + STAGE }, read);
                    let next = load_operands(own(0), read);
                    gemm(instruction, &operands, &mut sums);
                    operands = next;
                }

                // A quad has 4 x 8 columns of a row, and each thread a pair of each 8. After the exchange each thread
                // writes 8 columns, a vector.
                let tile = layout!((const {16 * WARPS_M},const {4 * WARPS_N}));
                let quads = layout!(((4,8,const WARPS_M,const WARPS_N),2)
                    :((const {16 * WARPS_M},1,16,const {64 * WARPS_M}),8));
                let written = TiledCopy::of(Vector::<U1>::new(), ThreadValue::new(tile.shape(), quads));
                Covering::<{ M * N / VECTOR }>::once(|| written.partition_d(layout!((const M,const {N / VECTOR}))));
                let at = Tensor::coordinates(layout!((const M,const {N / VECTOR}):(e0,e1)));
                let at = written.thread(t).partition_s(&at);
                let whole = rows >= M && columns >= N;
                sums.by_quads::<Element, _, { M / (16 * WARPS_M) }>(t as u32 % 32, at, |vector, (row, column)| {
                    let to = c.at(((row, column), (x, y, z)));
                    if whole || row < rows && VECTOR * (column + 1) <= columns {
                        to.write(vector);
                    } else if row < rows {
                        to.write_first(vector, columns.saturating_sub(VECTOR * column));
                    }
                });
            }
        }
    )*};
}
products_by_mma! {
    /// `C = A Bᵀ` of f16.
    gemm_mma_f16 GemmMmaF16 256;
    /// `C = A Bᵀ` of bf16.
    gemm_mma_bf16 GemmMmaBf16 256;
}
