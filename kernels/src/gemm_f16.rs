//! `C = A Bᵀ`, of f16 or bf16, with sums in f32, by `wgmma`.
//!
//! `A` is `(m,k)`, `B` is `(n,k)` and `C` is `(m,n)`, all by rows. A block has a tile of `C`; one warpgroup has the copy engine
//! bring `A` and `B` to shared memory, some columns of `k` at a time and a few such steps ahead; the others
//! multiply, 64 rows of `C` each. Blocks stay, and take tile after tile: while one tile is written the operands of the next
//! one come. How large tiles and steps are, and by which instruction, says [`Gemm`](crate::argument::gemm_f16::Gemm).

use core::mem;

use tilework::atom::{Fragment, Mma, SharedTile, WgmmaK128B, WgmmaM64D};
use tilework::bound::{Known, PointerMut, SliceAt, Unroll};
use tilework::generic_array::GenericArray;
use tilework::proof::covers_once;
use tilework::typenum::*;
use tilework::{Layout, Tensor};

use crate::argument::gemm_f16::{ELEMENT, GEMM_BF16, GEMM_BF16_128, GEMM_F16, Layouts, Parameters};
use crate::argument::{Argument, Leaves};
use crate::at_most_threads;
use crate::device::*;
use crate::wgmma::{Accumulate, FromShared};

// The accumulators of `wgmma`, from threads and values to rows and columns, of which the epilogue takes pairs of columns.
const _: () = {
    let sums: Layout!(((4,8,4),(2,2,32)):((128,1,16),(64,8,512))) =
        <WgmmaM64D<U256> as Fragment>::Layout::VALUE;
    covers_once(sums, 64 * 256);
};

/// An atom of shared memory whose columns are contiguous, as an operand.
pub trait DepthFirst: SharedTile {
    /// The operand that begins here.
    fn operand(start: Shared<u8>) -> Operand;
}
impl DepthFirst for WgmmaK128B<U16> {
    #[inline(always)]
    fn operand(start: Shared<u8>) -> Operand {
        Operand::depth_first(start)
    }
}

/// As many warpgroups multiply, and one brings operands: who has how many registers, [`Parameters::REGISTERS`].
pub trait Warpgroups {
    /// Registers of the one that brings operands are given back.
    ///
    /// # Safety
    /// As of [`fewer_registers`].
    unsafe fn fewer();
    /// The others get them.
    ///
    /// # Safety
    /// As of [`more_registers`].
    unsafe fn more();
}
macro_rules! warpgroups {
    ($($count:ident $fewer:literal $more:literal;)*) => {$(
        impl Warpgroups for $count {
            #[inline(always)]
            unsafe fn fewer() {
                // SAFETY: as promised.
                unsafe { fewer_registers::<$fewer>() }
            }
            #[inline(always)]
            unsafe fn more() {
                // SAFETY: as promised.
                unsafe { more_registers::<$more>() }
            }
        }
    )*};
}
warpgroups! {
    U2 40 232;
    U3 32 160;
}

type Sums<G> = <<G as Parameters>::Instruction as Accumulate>::Sums;

/// Brings an operand of a step, box after box along its columns.
///
/// # Safety
/// As of [`tma_load`], of all of them.
#[inline(always)]
unsafe fn bring<G: Parameters>(
    map: *const TensorMap,
    [column, row]: [u32; 2],
    rows: usize,
    to: Shared<u8>,
    full: Shared<u64>,
) {
    let mut at = 0;
    while at < G::TILE[2] {
        // SAFETY: as promised.
        unsafe { tma_load(map, [column + at as u32, row], to.offset(ELEMENT * rows * at), full) };
        at += G::BOX;
    }
}

/// The kernel of these parameters, for so many threads: [`Parameters::THREADS`]. The layout of `C` is [`Layouts::c`], `extents`
/// are those of `C` in vectors of 8, and `steps` go along `k`.
///
/// # Safety
/// As of the kernels.
#[inline(always)]
pub unsafe fn gemm<const THREADS: u32, G>(
    _: G,
    a: *const TensorMap,
    b: *const TensorMap,
    c: *mut Bits128,
    c_layout: Leaves<7>,
    extents: Leaves<2>,
    steps: u32,
) where
    G: Layouts<Instruction: FromShared, Operand: DepthFirst, Warpgroups: Warpgroups>,
{
    const { assert!(THREADS == G::THREADS, "threads: the kernel is one for another number") };
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let [tile_m, tile_n, tile_k] = G::TILE;
        let (t, steps) = (thread::<THREADS>(), steps as usize);
        let [rows, columns, ..] = c_layout.0;
        // Tile after tile, in bands of rows.
        let tiles = (block()[0]..rows * columns).step_by(blocks()).map(|tile| {
            // There are tiles: no divisor is 0.
            let all = (G::BAND * columns).max(1);
            let band = tile / all * G::BAND;
            let (width, at) = (G::BAND.min(rows - band).max(1), tile % all);
            [(band + at % width) as usize, (at / width) as usize]
        });

        // All operands, and for each stage the barriers that it is full and that it is empty.
        let stage = |i: usize| Shared::<u8>::new(0).offset(i % G::STAGES * G::STAGE);
        let full = |i: usize| Shared::<u64>::new(G::STAGES * G::STAGE).offset(i % G::STAGES);
        let empty = |i: usize| full(i).offset(G::STAGES);
        if t == 0 {
            for i in 0..G::STAGES {
                mbarrier_init(full(i), 1);
                mbarrier_init(empty(i), G::WARPGROUPS as u32);
            }
            mbarrier_init_fence();
        }
        barrier();
        // How often a stage was used before, of which the lowest bit is the parity of its barriers.
        let turn = |i: usize| (i / G::STAGES & 1) as u32;

        let mut i = 0;
        if t / 128 == 0 {
            G::Warpgroups::fewer();
            if t != 0 {
                return;
            }
            for [x, y] in tiles {
                for step in 0..steps {
                    mbarrier_wait(empty(i), turn(i) ^ 1);
                    mbarrier_arrive_expect(full(i), G::STAGE as u32);
                    let at = tile_k as u32 * step as u32;
                    bring::<G>(a, [at, tile_m as u32 * x as u32], tile_m, stage(i), full(i));
                    let of_b = stage(i).offset(G::BYTES[0]);
                    bring::<G>(b, [at, tile_n as u32 * y as u32], tile_n, of_b, full(i));
                    i += 1;
                }
            }
        } else {
            G::Warpgroups::more();
            let [warpgroup, warp, row, q] =
                [t / 128 - 1, t / 32 % 4, t / 4 % 8, t % 4].map(|x| x as usize);
            let c = Tensor::from_raw_parts(Global::new(c), G::C::of_leaves(c_layout));
            let own = ((row, .., warp, warpgroup), (q, ..));
            let c = c.slice_unchecked((own, ..));
            // Where in a tile that is: for the tiles that reach past the ends.
            let coordinates = G::coordinates(own);
            // Both operands as `wgmma` has them: where the rows of a warpgroup begin, and each column of `k`.
            let of_a = |row, column| ELEMENT * G::A::VALUE.slice_at((row, column), 0).1;
            let of_b = |row, column| ELEMENT * G::B::VALUE.slice_at((row, column), 0).1;
            for [x, y] in tiles {
                let mut sums: GenericArray<Sums<G>, G::Repeats> = mem::zeroed();
                for step in 0..steps {
                    mbarrier_wait(full(i), turn(i));
                    let a = G::Operand::operand(stage(i).offset(of_a(64 * warpgroup, 0)));
                    let b = G::Operand::operand(stage(i).offset(G::BYTES[0]));
                    wgmma_begin();
                    G::Instructions::VALUE.unroll(|j, _| {
                        let [_, columns, depth] = G::Instruction::VALUE.shape.map(|x| x as usize);
                        let (k, n) = (j % (tile_k / depth), j / (tile_k / depth));
                        G::Instruction::multiply(
                            &mut sums[n],
                            a.further(of_a(0, depth * k)),
                            b.further(of_b(columns * n, depth * k)),
                            step + k > 0,
                        );
                    });
                    wgmma_commit();
                    // The multiplications of the step before have ended.
                    wgmma_wait::<1>();
                    if step > 0 && t % 128 == 0 {
                        mbarrier_arrive(empty(i - 1));
                    }
                    i += 1;
                }
                wgmma_wait::<0>();
                if t % 128 == 0 {
                    mbarrier_arrive(empty(i - 1));
                }
                // (row, column). A quad has 4 x 8 columns of a row, each thread a pair of each 8; of which it writes one.
                let c = c.slice_unchecked((.., (x, y)));
                let sum = |i: usize| {
                    let of_one = G::Instruction::VALUE.shape[1] as usize / 2;
                    sums[i / of_one][i % of_one]
                };
                let vector = |i: usize| {
                    let pairs = [0, 1, 2, 3].map(|j| {
                        let at = 16 * (i / 2) + 4 * j + 2 * (i % 2);
                        <G::Instruction as Accumulate>::Element::pair(sum(at), sum(at + 1))
                    });
                    Bits128::of(transpose_quad(pairs, t % 4))
                };
                let (rows, columns) =
                    (extents.0[0] as usize - tile_m * x, extents.0[1] as usize - tile_n / 8 * y);
                if rows >= tile_m && columns >= tile_n / 8 {
                    c.write_each(vector);
                } else {
                    coordinates.unroll(|i, at| {
                        let vector = vector(i);
                        if at.head < rows && at.tail.head < columns {
                            c.slice_unchecked(i).pointer().write(vector);
                        }
                    });
                }
            }
        }
    }
}

macro_rules! products {
    ($($(#[$doc:meta])* $name:ident $parameters:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// Of any extents of which `n` and `k` are multiples of 8. `extents` are those of `C`, in vectors of 8.
        #[kernel]
        pub unsafe fn $name(
            a: *const TensorMap,
            b: *const TensorMap,
            c: *mut Bits128,
            c_layout: Leaves<7>,
            extents: Leaves<2>,
            steps: u32,
        ) {
            // SAFETY: as promised.
            unsafe {
                at_most_threads!(384);
                gemm::<384, _>($parameters, a, b, c, c_layout, extents, steps);
            }
        }
    )*};
}
products! {
    /// `C = A Bᵀ` of f16.
    gemm_f16 GEMM_F16;
    /// `C = A Bᵀ` of bf16.
    gemm_bf16 GEMM_BF16;
    /// `C = A Bᵀ` of bf16 by smaller tiles.
    gemm_bf16_128 GEMM_BF16_128;
}
