//! `C = A Bᵀ`, of f16 or bf16, with sums in f32, by `mma.sync`: for GPUs from compute capability 8.0 on, of any extents, many at a
//! time.
//!
//! `A` is `(m,k,l)`, `B` is `(n,k,l)` and `C` is `(m,n,l)`, by rows, and the products of all `l` are one launch. A block has a tile of
//! `C` and goes along `k`; `cp.async` brings what it multiplies to shared memory some steps ahead. How large tiles and steps are, and
//! how many warps share them, says [`GemmMma`](crate::argument::gemm_mma::GemmMma).
//!
//! Edges: rows past the end are the last one, since what comes of them is not written. Of `k` the step that reaches past the end, with
//! 0 there, is the first, so that the loop has whole steps only.

use core::mem;

use tilework::atom::{
    LdmatrixX4, LoadOf, MmaSyncM16N8K16Bf16, MmaSyncM16N8K16F16, TiledCopy, TiledMma,
};
use tilework::bound::{Known, OffsetMap, PointerMut, SliceAt, Unroll};
use tilework::generic_array::GenericArray;
use tilework::proof::{Access, covers_once};
use tilework::result::Raw;
use tilework::typenum::{P3, U0, U2, U3, U16};
use tilework::{Swizzle, Tensor, layout};

use crate::argument::Argument;
use crate::argument::gemm_mma::{GemmMmaBf16, GemmMmaF16, Layouts, VECTOR};
use crate::device::*;

const _: () = {
    // In vectors, of which 8 threads store, or load, each at the same time: what is copied, and the rows of `ldmatrix`, of `A` and
    // of `B`; rows of 4 vectors, and of 8.
    type Of4 = Swizzle<U2, U0, P3>;
    Access::new(layout!((4,8):(1,4)), 16).through(Of4::new()).without_bank_conflicts();
    Access::new(layout!((16,2):(4,1)), 16).through(Of4::new()).without_bank_conflicts();
    Access::new(layout!((8,2,2):(4,1,32)), 16).through(Of4::new()).without_bank_conflicts();
    type Of8 = Swizzle<U3, U0, P3>;
    Access::new(layout!((8,4):(1,8)), 16).through(Of8::new()).without_bank_conflicts();
    Access::new(layout!((16,2):(8,1)), 16).through(Of8::new()).without_bank_conflicts();
    Access::new(layout!((8,2,2):(8,1,64)), 16).through(Of8::new()).without_bank_conflicts();
    // Of 128 x 256 x 32: 256 threads copy 2 vectors of `A` and 4 of `B`, and write 16 of `C`.
    covers_once(layout!(((4,64),6):((1,4),256)), 384 * 4);
    covers_once(layout!(((4,8,2,4),(2,4,2)):((128,1,16,512),(8,32,2048))), 128 * 32);
};

/// An instruction, as what a warp does.
pub trait Synchronous: MmaSync<[f32; 4], [u32; 4], [u32; 2]> {
    /// The elements.
    type Element: Pair;
}
impl Synchronous for MmaSyncM16N8K16F16 {
    type Element = F16;
}
impl Synchronous for MmaSyncM16N8K16Bf16 {
    type Element = Bf16;
}

/// Where this element is in the first stage, rows of `A` before those of `B`. 8 rows further on the swizzle is the same.
#[inline(always)]
fn in_step<G: Layouts>(row: usize, column: usize) -> Shared<u16> {
    Shared::new(0).offset(G::Swizzle::VALUE.apply(G::Step::VALUE.slice_at((row, column), 0).1))
}

/// What a thread has in registers of 16 columns of a step: of each 16 rows of `A`; and twice of each 32 columns of `B`.
struct Operands<G: Layouts> {
    a: GenericArray<[u32; 4], G::Rows>,
    b: GenericArray<[[u32; 4]; 2], G::Columns>,
}
/// Of each of both the sums of 4 instructions.
type Sums<G> =
    GenericArray<GenericArray<[[f32; 4]; 4], <G as Layouts>::Columns>, <G as Layouts>::Rows>;

impl<G: Layouts> Operands<G> {
    /// The thread has the address of a row of 8 of the first 16 x 16 of `A`, and of `B`.
    ///
    /// # Safety
    /// All threads of the warp come here, and the step is there.
    #[inline(always)]
    unsafe fn load(a: Shared<u16>, b: Shared<u16>) -> Self {
        // SAFETY: as promised; integers.
        unsafe {
            let mut operands: Self = mem::zeroed();
            G::LoadsOfA::VALUE.unroll(|i, _| {
                let row = 16 * G::WARPS[0] * i;
                operands.a[i] = ldmatrix_x4(a.offset(G::TILE[2] * row));
            });
            G::LoadsOfB::VALUE.unroll(|i, _| {
                let row = 32 * G::WARPS[1] * (i / 2) + 16 * (i % 2);
                operands.b[i / 2][i % 2] = ldmatrix_x4(b.offset(G::TILE[2] * row));
            });
            operands
        }
    }
}

/// `sums += A B` of a warp.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
unsafe fn multiply<G>(sums: &mut Sums<G>, operands: &Operands<G>)
where
    G: Layouts<Instruction: Synchronous>,
{
    G::Instructions::VALUE.unroll(|at, _| {
        let columns = G::TILE[1] / (32 * G::WARPS[1]);
        let (atom, j, i) = (at % 4, at / 4 % columns, at / 4 / columns);
        let b = operands.b[j][atom / 2];
        let b = [b[2 * (atom % 2)], b[2 * (atom % 2) + 1]];
        let sums = &mut sums[i][j][atom];
        // SAFETY: as promised.
        unsafe { G::Instruction::mma_sync(sums, operands.a[i], b) };
    });
}

/// Waits until the next step has come.
#[inline(always)]
fn wait<G: Layouts>() {
    match G::STAGES {
        2 => cp_async_wait::<0>(),
        3 => cp_async_wait::<1>(),
        4 => cp_async_wait::<2>(),
        5 => cp_async_wait::<3>(),
        _ => cp_async_wait::<4>(),
    }
}

/// What a thread copies of an operand: of each step a vector of some rows.
struct Copies<G: Layouts> {
    matrices: Tensor<Raw<Global<Bits128>>, G::In>,
    /// Of those rows the first, the number of all rows of the matrix, the vector of a row and the matrix.
    own: [usize; 4],
    /// To where in the first stage.
    to: Shared<u16>,
}
impl<G: Layouts> Copies<G> {
    /// Begins to copy a step, of `ROWS` rows of the tile: of vectors so many `bytes`, and then 0; or all.
    ///
    /// # Safety
    /// As of the kernels, for threads that come here together.
    #[inline(always)]
    unsafe fn bring(&self, rows: usize, step: usize, stage: usize, bytes: Option<u32>) {
        let [first, end, column, matrix] = self.own;
        for i in 0..rows / G::ROWS {
            // SAFETY: as promised.
            unsafe {
                let row = (first + G::ROWS * i).min(end - 1);
                let steps = self.matrices.slice_unchecked(((0, column), (row, .., matrix)));
                let from = steps.slice_unchecked(step).pointer();
                let to = self.to.offset(stage + G::TILE[2] * G::ROWS * i).cast();
                match bytes {
                    Some(bytes) => cp_async_part(from, to, bytes),
                    None => cp_async(from, to),
                }
            }
        }
    }
}

/// The kernel of these parameters, for so many threads: [`Parameters::THREADS`]. The layouts are [`Layouts::operand`] and
/// [`Layouts::c`], `extents` are `m`, `n` and `k`.
///
/// [`Parameters::THREADS`]: crate::argument::gemm_mma::Parameters::THREADS
///
/// # Safety
/// As of the kernels.
#[inline(always)]
pub unsafe fn gemm<const THREADS: u32, G>(
    _: G,
    [a, b]: [*const Bits128; 2],
    [a_layout, b_layout]: [G::In; 2],
    c: *mut Bits128,
    c_layout: G::C,
    extents: [u32; 3],
) where
    G: Layouts<Instruction: Synchronous>,
{
    const { assert!(THREADS == G::THREADS, "threads: the kernel is one for another number") };
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let [tile_m, tile_n, tile_k] = G::TILE;
        let (t, [x, y, z]) = (thread::<THREADS>() as usize, block());
        let [rows, columns, ..] = c_layout.leaves();
        // There are columns: no divisor is 0.
        let (band, columns) = (G::BAND.min(rows), columns.max(1));
        let (x, y) = (x + band * (y / columns), y % columns);
        if x >= rows {
            return;
        }
        let [x, y, z] = [x, y, z].map(|x| x as usize);
        let [m, n, k] = extents.map(|x| x as usize);
        let steps = a_layout.leaves()[1] as usize;
        let (warp, lane) = (t / 32, t % 32);
        let [warp_m, warp_n] = [warp % G::WARPS[0], warp / G::WARPS[0]];

        let next =
            |stage: usize| if stage == G::STAGE * (G::STAGES - 1) { 0 } else { stage + G::STAGE };

        // What this thread copies of each step: a vector of some rows of `A`, and of `B`.
        let (row, column) = (t / G::VECTORS, t % G::VECTORS);
        let copies_a = Copies::<G> {
            matrices: Tensor::from_raw_parts(Global::new(a), a_layout),
            own: [tile_m * x + row, m, column, z],
            to: in_step::<G>(row, VECTOR * column),
        };
        let copies_b = Copies::<G> {
            matrices: Tensor::from_raw_parts(Global::new(b), b_layout),
            own: [tile_n * y + row, n, column, z],
            to: in_step::<G>(tile_m + row, VECTOR * column),
        };

        // What this warp multiplies: of 16 x 16 elements each thread has the address of a row of 8.
        let mma =
            TiledMma::new(MmaSyncM16N8K16F16, layout!((1, 1, 1))).permuted(layout!(<16,16,16>));
        let matrix = layout!((16,16):row_major);
        let load_a = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.a()).partition_s(matrix);
        let load_b = TiledCopy::of(LoadOf::<LdmatrixX4, U16>::new(), mma.b()).partition_s(matrix);
        let [of_a, of_b] = [load_a.offset(lane), load_b.offset(lane)].map(|at| (at / 16, at % 16));
        let load = |k: usize, stage: usize| {
            let a = in_step::<G>(16 * warp_m + of_a.0, of_a.1 + k);
            let b = in_step::<G>(tile_m + 32 * warp_n + of_b.0, of_b.1 + k);
            Operands::<G>::load(a.offset(stage), b.offset(stage))
        };

        // The step that may reach past the end comes first.
        let left = (k - tile_k * (steps - 1)).saturating_sub(VECTOR * column);
        let bytes = Some(2 * left.min(VECTOR) as u32);
        copies_a.bring(tile_m, steps - 1, 0, bytes);
        copies_b.bring(tile_n, steps - 1, 0, bytes);
        cp_async_commit();
        for step in 1..G::STAGES - 1 {
            if step < steps {
                copies_a.bring(tile_m, step - 1, G::STAGE * step, None);
                copies_b.bring(tile_n, step - 1, G::STAGE * step, None);
            }
            cp_async_commit();
        }
        let mut sums: Sums<G> = mem::zeroed();
        let (mut read, mut write) = (0, G::STAGE * (G::STAGES - 1));
        wait::<G>();
        barrier();
        let mut operands = load(0, read);
        for step in 1..=steps {
            // While some operands are multiplied, the next ones are loaded.
            let following = load(16, read);
            // Of `step` and as many more as are under way the one before is the next of `k`.
            if step + G::STAGES - 2 < steps {
                copies_a.bring(tile_m, step + G::STAGES - 3, write, None);
                copies_b.bring(tile_n, step + G::STAGES - 3, write, None);
            }
            cp_async_commit();
            multiply::<G>(&mut sums, &operands);
            operands = following;
            if tile_k >= 48 {
                let following = load(32, read);
                multiply::<G>(&mut sums, &operands);
                operands = following;
            }
            if tile_k >= 64 {
                let following = load(48, read);
                multiply::<G>(&mut sums, &operands);
                operands = following;
            }
            // The last ones of a step, and the first of the next one.
            wait::<G>();
            barrier();
            (read, write) = (next(read), read);
            let following = load(0, read);
            multiply::<G>(&mut sums, &operands);
            operands = following;
        }

        // A quad has 4 x 8 columns of a row, each thread a pair of each 8; of which it writes one.
        let c = Tensor::from_raw_parts(Global::new(c), c_layout);
        let first = (16 * warp_m + lane / 4, 4 * warp_n + lane % 4);
        let (rows, columns) = (m - tile_m * x, n - tile_n * y);
        let whole = rows >= tile_m && columns >= tile_n;
        G::Values::VALUE.unroll(|at, place| {
            let of_warp = tile_m / (16 * G::WARPS[0]);
            let (half, i, j) = (at % 2, at / 2 % of_warp, at / 2 / of_warp);
            let pairs = [0, 1, 2, 3].map(|atom| {
                let sums = &sums[i][j][atom];
                <G::Instruction as Synchronous>::Element::pair(sums[2 * half], sums[2 * half + 1])
            });
            let vector = Bits128::of(transpose_quad(pairs, lane as u32 % 4));
            let (row, column) = (first.0 + place.head, first.1 + place.tail.head);
            let to = c.slice_unchecked(((row, column), (x, y, z))).pointer();
            if whole || row < rows && VECTOR * (column + 1) <= columns {
                to.write(vector);
            } else if row < rows {
                layout!(8).unroll(|j, _| {
                    if VECTOR * column + j < columns {
                        let element = vector.0[j / 2] >> (16 * (j % 2));
                        to.cast::<u16>().offset(j).write(element as u16);
                    }
                });
            }
        });
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $kernel:ident $threads:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// `(m,n,l)` of `(m,k,l)` and `(n,k,l)`: `extents` are `m`, `n` and `k`, any integers, and rows begin at multiples
        /// of 8.
        #[kernel]
        pub unsafe fn $name(
            a: *const Bits128,
            a_layout: <$kernel as Layouts>::In,
            b: *const Bits128,
            b_layout: <$kernel as Layouts>::In,
            c: *mut Bits128,
            c_layout: <$kernel as Layouts>::C,
            extents: [u32; 3],
        ) {
            // SAFETY: as promised.
            unsafe {
                at_most_threads!($threads);
                gemm::<$threads, _>(const { <$kernel>::new() }, [a, b], [a_layout, b_layout], c, c_layout, extents);
            }
        }
    )*};
}
products! {
    /// `C = A Bᵀ` of f16.
    gemm_mma_f16 GemmMmaF16 256;
    /// `C = A Bᵀ` of bf16.
    gemm_mma_bf16 GemmMmaBf16 256;
}
