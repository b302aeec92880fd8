//! Products of bf16 matrices with sums in f32, by tensor cores, with asynchronous copies some steps ahead.

use tilework::typenum::{P3, U1, U2, U3, U16, U128};
use tilework::{Composed, Dyn, Error, Layout, Static, Swizzle, Tensor, layout, try_layout};
use tilework_device::atom::{LdmatrixX4, LoadOf, MmaSyncM16N8K16Bf16, TiledCopy, TiledMma, Vector};
use tilework_device::proof::OfWarps;
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// A matrix whose rows lie one after another, in vectors of 8 numbers.
pub type ByRows = Layout!((N,N):(N,1));
/// A block has 64 rows of 12 vectors. A thread has vectors of 2 x 3 places, as [`Fragment::by_quads`] gives them: the
/// threads are `(vector, row, row, warp, warp)`.
pub type OfC = OfTiles<Layout!((64, 12)), Layout!(((2,2,8,2,2),(2,3)):((64,8,1,16,384),(32,128)))>;

/// The layout of a matrix of `rows` rows of `vectors` vectors.
///
/// # Errors
/// If there are more vectors than fit 32 bits.
pub fn by_rows(rows: u32, vectors: u32) -> Result<ByRows, Error> {
    try_layout!((rows,vectors):(vectors,1))
}

/// Steps in shared memory at the same time.
const STAGES: usize = 4;
/// The numbers of a step: 64 rows of `A` and 96 of `B`, of 32 numbers each.
const STAGE: usize = (64 + 96) * 32;
/// The vectors of a row of a step.
const VECTORS: usize = 4;

/// `C = A Bᵀ`, where a block of 4 warps computes 64 x 96 elements. `A` and `B` have rows of equal length. All extents are
/// arbitrary multiples of a vector, and none is 0.
#[kernel(threads = 128, blocks = blocks_for(c.layout().extents(), (64, 12)))]
pub fn product_bf16(
    here: Here<128>,
    a: Input<Bits128, ByRows>,
    b: Input<Bits128, ByRows>,
    c: Output<Bits128, ByRows, OfC>,
) {
    let (t, [x, y, _]) = (here.thread() as usize, here.block().map(|i| i as usize));
    let ((m, vectors), (n, of_b)) = (a.layout().extents(), b.layout().extents());
    if of_b != vectors {
        return;
    }
    let (a, b) = (a.tensor(), b.tensor());
    let start = shared!([u16; STAGES * STAGE]);
    let starts = [start, start.offset(64 * 32)];

    // A stage has the rows of `A`, and then those of `B`, in which vectors change places.
    let swizzle = Swizzle::<U2, U3, P3>::new();
    let of_a = Composed::of(swizzle, layout!((64,32,const STAGES):(32,1,const STAGE)));
    let of_b = Composed::of(swizzle, layout!((96,32,const STAGES):(32,1,const STAGE)));
    let copy = TiledCopy::new(Vector::<U1>::new(), layout!((32,4):row_major), layout!((1, 1)));
    let (bits, vector) = (Static::<U16>::new(), Static::<U128>::new());
    let (of_a_copied, of_b_copied) = (of_a.recast(bits, vector), of_b.recast(bits, vector));
    OfWarps::<4, 1, 16>::without_bank_conflicts(|| copy.partition_d(of_a_copied));
    OfWarps::<4, 1, 16>::without_bank_conflicts(|| copy.partition_d(of_b_copied));

    // Each warp has 16 of each 32 rows, and 48 columns.
    let instruction = MmaSyncM16N8K16Bf16;
    let mma = TiledMma::new(instruction, layout!((2, 2, 1)))
        .permuted(layout!(<32:1,(8,2,6):(1,48,8),16>));
    let load = LoadOf::<LdmatrixX4, U16>::new();
    let (load_a, load_b) = (TiledCopy::of(load, mma.a()), TiledCopy::of(load, mma.b()));
    OfWarps::<4, 8, 2>::without_bank_conflicts(|| load_a.partition_s(of_a));
    OfWarps::<4, 8, 2>::without_bank_conflicts(|| load_b.partition_s(of_b));
    let at = Tensor::coordinates(layout!((64,96):(e0,e1)));
    let mut sums = Fragment::zeros_of(&mma.thread(t).partition_c(&at));

    // SAFETY: `cp.async` and `ldmatrix` take addresses, and nothing says in a type when a copy has ended. Rows past the end
    // are replaced by the last one, and vectors past the end have no bytes. A stage is read after a wait for its copies and
    // a barrier, and it is written after another barrier. `ldmatrix` and `mma.sync` need all threads of a warp at one
    // place: loops have as many turns in all threads of the block.
    unsafe {
        at_most_threads!(128);
        let copy = copy.thread(t);
        let mut to = Tensor::through_raw_parts(starts[0].cast::<Bits128>(), of_a_copied);
        // A vector past the end of a row has a pointer and no bytes.
        let from = |(row, vector): (usize, usize), step: usize| {
            a.slice_unchecked(((64 * x + row).min(m - 1), ..))
                .pointer()
                .offset(VECTORS * step + vector)
        };
        let at = Tensor::coordinates(layout!((64,4):(e0,e1)));
        let to = copy.partition_d(&mut to).unswizzled();
        let copies_a = CopySteps::new(copy.partition_s(&at), from, to);
        let mut to = Tensor::through_raw_parts(starts[1].cast::<Bits128>(), of_b_copied);
        let from = |(row, vector): (usize, usize), step: usize| {
            b.slice_unchecked(((96 * y + row).min(n - 1), ..))
                .pointer()
                .offset(VECTORS * step + vector)
        };
        let at = Tensor::coordinates(layout!((96,4):(e0,e1)));
        let to = copy.partition_d(&mut to).unswizzled();
        let copies_b = CopySteps::new(copy.partition_s(&at), from, to);
        let own_a = load_a.thread(t).partition_s(&Tensor::through_raw_parts(starts[0], of_a));
        let own_b = load_b.thread(t).partition_s(&Tensor::through_raw_parts(starts[1], of_b));
        let own_a = [0, 1].map(|k| own_a.slice_unchecked(((0, ..), (.., k, 0))).unswizzled());
        let own_b = [0, 1].map(|k| own_b.slice_unchecked(((0, ..), (.., k, 0))).unswizzled());

        // The step that may reach past the end comes first, so that the loop has whole steps only.
        let steps = vectors.div_ceil(VECTORS);
        let is_left = t % VECTORS < vectors - VECTORS * (steps - 1);
        let bring = |step: usize, stage: usize, bytes: Option<u32>| {
            copies_a.bring(step, stage, bytes);
            copies_b.bring(step, stage, bytes);
        };
        bring(steps - 1, 0, Some(if is_left { 16 } else { 0 }));
        cp_async_commit();
        let mut step = 1;
        while step < STAGES - 1 {
            if step < steps {
                bring(step - 1, 2 * STAGE * step, None);
            }
            cp_async_commit();
            step += 1;
        }
        let (mut read, mut write) = (0, 2 * STAGE * (STAGES - 1));
        cp_async_wait::<2>();
        barrier();
        let mut operands = load_operands((own_a[0], own_b[0]), read);
        for step in 0..steps {
            let next = load_operands((own_a[1], own_b[1]), read);
            if step + STAGES - 1 < steps {
                bring(step + STAGES - 2, write, None);
            }
            cp_async_commit();
            gemm(instruction, &operands, &mut sums);
            operands = next;
            // The last operands of a step, and the first of the next one.
            cp_async_wait::<2>();
            barrier();
            let end = 2 * STAGE * (STAGES - 1);
            (read, write) = (if read == end { 0 } else { read + 2 * STAGE }, read);
            let next = load_operands((own_a[0], own_b[0]), read);
            gemm(instruction, &operands, &mut sums);
            operands = next;
        }
        // Threads of a quad exchange pairs of columns, so that each has vectors.
        let (mut vectors, mut count) = ([Bits128::of([0; 4]); 6], 0);
        let places = Tensor::coordinates(layout!((2,3):(e0,e1)));
        sums.by_quads::<Bf16, _, 2>(t as u32 % 32, places, |vector, _| {
            vectors[count] = vector;
            count += 1;
        });
        c.own(&here).write_each(|i| vectors[i]);
    }
}
