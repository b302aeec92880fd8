//! Products of f16 and bf16 by `wgmma`: the parameters of the kernel, and what follows from them.

use core::marker::PhantomData;
use core::ops::{Div, RangeFull};

use tilework::atom::{Mma, SharedTile, WgmmaK128B, WgmmaM64K16Bf16Ss, WgmmaM64K16F16Ss};
use tilework::bound::{IntoCoordinates, Known, Slice, SliceAt, SliceBy, TileTo, Unroll};
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivideCeil};
use tilework::generic_array::ArrayLength;
use tilework::proof::{
    atom_shape, evenly_divides, fits_registers, fits_shared_memory, whole_atoms,
};
use tilework::result::{Origin, SlicedAt, TileToShape};
use tilework::typenum::*;
use tilework::{AnyLayout, Basis, Error, HList, Layout, Static, Tensor, try_layout};

use super::{Argument, Leaves, N as Dynamic};

/// The kernel of `gemm_f16` with its parameters:
///
/// - `Tile`: the rows and columns of `C` of a block, and the columns of `A` and `B` of a step, `(M, N, K)`;
/// - `Stages`: as many steps are in shared memory at a time;
/// - `Instruction`: which says the elements, and how many columns of the tile it has;
/// - `Operand`: the atom of which `A` and `B` consist in shared memory, with its swizzle;
/// - `Band`: as many rows of tiles are taken together, so that what is in the cache is used again.
///
/// All else follows: one warpgroup multiplies each 64 rows, and one more brings the operands.
#[derive(Clone, Copy, Debug)]
pub struct Gemm<Tile, Stages, Instruction, Operand, Band = U16>(
    PhantomData<(Tile, Stages, Instruction, Operand, Band)>,
);

/// The product of f16: tiles of 128 x 256.
pub const GEMM_F16: Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, WgmmaK128B<U16>> =
    Gemm::new();
/// The product of bf16, the same.
pub const GEMM_BF16: Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>> =
    Gemm::new();
/// The product of bf16 in tiles of 128 x 128, of which there are twice as many for the multiprocessors of a small one.
pub const GEMM_BF16_128: Gemm<(U128, U128, U64), U6, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>> =
    Gemm::new();

/// Bytes of an element.
pub const ELEMENT: usize = 2;

/// The parameters of the kernel as numbers, and the numbers that follow from them.
pub trait Parameters: Copy {
    /// The instruction.
    type Instruction: Mma;
    /// The atom of operands in shared memory.
    type Operand: SharedTile;
    /// `M`, `N` and `K` of the tile.
    const TILE: [usize; 3];
    /// How many steps are in shared memory at a time.
    const STAGES: usize;
    /// How many rows of tiles are taken together.
    const BAND: u32;

    /// How many warpgroups multiply, each 64 rows.
    const WARPGROUPS: usize = Self::TILE[0] / 64;
    /// Threads of a block: of one warpgroup more, which brings operands.
    const THREADS: u32 = 128 * (Self::WARPGROUPS as u32 + 1);
    /// How many registers a thread may have: of the warpgroup that brings operands, and of those that multiply. A
    /// multiprocessor has 512 for the threads of that number in all warpgroups.
    const REGISTERS: [u32; 2] = match Self::WARPGROUPS {
        2 => [40, 232],
        _ => [32, 160],
    };
    /// Columns of what is swizzled together: of a box of the copy engine, of which several may lie beside one another in a step.
    const BOX: usize = (16 << Self::Operand::VALUE.bits) / ELEMENT;
    /// Columns and rows of a box of `A`, 0, and of `B`, 1.
    fn box_of(operand: usize) -> [u32; 2] {
        [Self::BOX as u32, Self::TILE[operand] as u32]
    }
    /// Bytes of `A` and of `B` of a step.
    const BYTES: [usize; 2] =
        [ELEMENT * Self::TILE[0] * Self::TILE[2], ELEMENT * Self::TILE[1] * Self::TILE[2]];
    /// Bytes of both.
    const STAGE: usize = Self::BYTES[0] + Self::BYTES[1];
    /// Bytes of the barriers of all stages: that it is full, and that it is empty.
    const BARRIERS: usize = 2 * 8 * Self::STAGES;
    /// Bytes of shared memory of a block.
    const SHARED_MEMORY: usize = Self::STAGES * Self::STAGE + Self::BARRIERS;
}
impl<M, N, K, Stages, Instruction, Operand, Band> Parameters
    for Gemm<(M, N, K), Stages, Instruction, Operand, Band>
where
    M: Unsigned + Copy,
    N: Unsigned + Copy,
    K: Unsigned + Copy,
    Stages: Unsigned + Copy,
    Instruction: Mma,
    Operand: SharedTile,
    Band: Unsigned + Copy,
{
    type Instruction = Instruction;
    type Operand = Operand;
    const TILE: [usize; 3] = [M::USIZE, N::USIZE, K::USIZE];
    const STAGES: usize = Stages::USIZE;
    const BAND: u32 = Band::U32;
}

impl<Tile, Stages, Instruction, Operand, Band> Gemm<Tile, Stages, Instruction, Operand, Band>
where
    Self: Parameters,
{
    /// The kernel, if its parameters go together.
    ///
    /// # Panics
    /// Where they do not, which in a constant is while compiling.
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        let ([m, n, k], instruction) = (Self::TILE, <Self as Parameters>::Instruction::VALUE.shape);
        let (columns, depth) = (instruction[1] as usize, instruction[2] as usize);
        evenly_divides("rows of the tile", m, "rows of the instruction", 64);
        evenly_divides("columns of the tile", n, "columns of the instruction", columns);
        evenly_divides("columns of the instruction", columns, "columns that a quad writes", 32);
        evenly_divides("columns of a step", k, "columns of the instruction", depth);
        assert!(
            atom_shape::<<Self as Parameters>::Operand>()[1] == Self::BOX,
            "element: the atom of shared memory has elements of other than 16 bits: write `WgmmaK128B<U16>`"
        );
        whole_atoms::<<Self as Parameters>::Operand>(m, k);
        whole_atoms::<<Self as Parameters>::Operand>(n, k);
        assert!(
            n <= 256,
            "copy engine: a box has at most 256 rows: write a tile of 256 columns or fewer"
        );
        assert!(
            m == 128 || m == 192,
            "registers: two or three warpgroups multiply: write a tile of 128 or 192 rows"
        );
        assert!(
            Self::STAGES >= 2,
            "stages: one is multiplied while another comes: write 2 or more"
        );
        fits_registers(n / 2, Self::REGISTERS[1] as usize);
        fits_shared_memory(Self::STAGES, Self::STAGE, Self::BARRIERS);
        Gemm(PhantomData)
    }
}

/// What a thread has of a tile of `C`: its row and column among those of an instruction, its warp and its warpgroup.
pub type Own = ((usize, RangeFull, usize, usize), (usize, RangeFull));
/// A row and a column.
pub type Point = HList![usize, usize];

/// `C` in vectors of 8, by rows, divided by tiles: of each warpgroup, warp and thread 2 rows, and of the columns those that
/// its quad has of the accumulators of `wgmma`, one of 4:
/// `(((8 of a warp, value, warp, warpgroup), (4 of a quad, value)), (tile, tile))`.
type C<M, N> = Layout<
    HList![InTile<M, N>, HList![Dynamic, Dynamic]],
    HList![
        HList![HList![Dynamic, Dynamic, Dynamic, Dynamic], HList![Static<U1>, Static<U4>]],
        HList![Dynamic, Static<Quot<N, U8>>]
    ],
>;
/// What a tile is divided into.
type InTile<M, N> = HList![
    HList![Static<U8>, Static<U2>, Static<U4>, Static<Quot<M, U64>>],
    HList![Static<U4>, Static<Quot<N, U32>>]
];
/// The tiler that makes [`C`] of a matrix by rows.
type Tiler<M, N> = HList![
    Layout<
        HList![Static<U8>, Static<U2>, Static<U4>, Static<Quot<M, U64>>],
        HList![Static<U1>, Static<U8>, Static<U16>, Static<U64>],
    >,
    Layout<HList![Static<U4>, Static<Quot<N, U32>>], HList![Static<U1>, Static<U4>]>
];
type Rows = Layout<HList![Dynamic, Dynamic], HList![Dynamic, Static<U1>]>;
/// The coordinates of a tile, of the same threads and values.
type Coordinates<M, N> = Layout<
    InTile<M, N>,
    HList![HList![E<U1, U0>, E<U8, U0>, E<U16, U0>, E<U64, U0>], HList![E<U1, U1>, E<U4, U1>]],
>;
type E<Multiple, Place> = Basis<Static<Multiple>, HList![Place]>;
/// An operand in shared memory.
type Operands<Width, Rows, K> = TileToShape<Atom<Width>, HList![Static<Rows>, Static<K>], Order>;
/// What it consists of: 8 rows, as wide as what is swizzled together.
type Atom<Width> = Layout<HList![Static<U8>, Static<Width>], HList![Static<Width>, Static<U1>]>;
type Order = HList![Static<U0>, Static<U1>];
type Instructions<N, K, Columns> = Layout<
    HList![Static<Quot<K, U16>>, Static<Quot<N, Columns>>],
    HList![Static<U1>, Static<Quot<K, U16>>],
>;
type OfThread<N> = Layout<
    HList![HList![Static<U2>, Static<Quot<N, U32>>], HList![Dynamic, Dynamic]],
    HList![HList![Dynamic, Static<U4>], HList![Dynamic, Static<Quot<N, U8>>]],
>;
type Vectors<N> = Layout<HList![Static<U2>, Static<Quot<N, U32>>], HList![Dynamic, Static<U4>]>;

/// The layouts of the kernel, which follow from its parameters.
pub trait Layouts: Parameters {
    /// `C`, divided by tiles.
    type C: Argument<7> + SliceBy<(Own, RangeFull), Output = Self::OfThread>;
    /// Of a thread `((row, column), (tile, tile))`.
    type OfThread: SliceBy<(RangeFull, (usize, usize)), Output = Self::Vectors>;
    /// Of a thread and a tile `(row, column)`.
    type Vectors: Unroll + SliceBy<usize>;
    /// The coordinates in a tile of what a thread has of it.
    type Coordinates: Unroll<Point>;
    /// The same.
    fn coordinates(own: Own) -> Tensor<Origin<Point>, Self::Coordinates>;
    /// `A` in shared memory.
    type A: SliceAt<(usize, usize), usize> + Known;
    /// `B` in shared memory.
    type B: SliceAt<(usize, usize), usize> + Known;
    /// The instructions of a step: along `K`, and side by side.
    type Instructions: Unroll + Known;
    /// How many instructions lie side by side.
    type Repeats: ArrayLength;
    /// How many warpgroups multiply.
    type Warpgroups;

    /// [`Layouts::C`] of `m` x `n` vectors of 8, rows `ldc` of them apart; tiles may reach past the ends.
    ///
    /// # Errors
    /// Where offsets do not fit 32 bits.
    fn c(self, m: u32, n: u32, ldc: u32) -> Result<Leaves<7>, Error>;
}
impl<M, N, K, Stages, Instruction, Columns, Operand, Width, Band> Layouts
    for Gemm<(M, N, K), Stages, Instruction, Operand, Band>
where
    Instruction: Mma<N = Static<Columns>>,
    Operand: SharedTile<Layout = Atom<Width>>,
    Stages: Unsigned + Copy,
    Band: Unsigned + Copy,
    M: Unsigned + Copy + Div<U64>,
    N: Unsigned + Copy + Div<U32> + Div<U8> + Div<Columns, Output: ArrayLength>,
    K: Unsigned + Copy + Div<U16>,
    Tiler<M, N>: IsTiler + Known,
    Rows: IntegerLayout<Apply<ZippedDivideCeil<Tiler<M, N>>> = C<M, N>>,
    C<M, N>: Argument<7> + SliceBy<(Own, RangeFull), Output = OfThread<N>>,
    OfThread<N>: SliceBy<(RangeFull, (usize, usize)), Output = Vectors<N>>,
    Vectors<N>: Unroll + SliceBy<usize>,
    Coordinates<M, N>:
        IntoCoordinates<Coordinate = Point> + SliceAt<Own, Point, Output: Unroll<Point>> + Known,
    Own: Slice<
            <Coordinates<M, N> as AnyLayout>::Shape,
            <Coordinates<M, N> as AnyLayout>::Stride,
            Point,
        >,
    Atom<Width>:
        TileTo<HList![Static<M>, Static<K>], Order> + TileTo<HList![Static<N>, Static<K>], Order>,
    Operands<Width, M, K>: SliceAt<(usize, usize), usize> + Known,
    Operands<Width, N, K>: SliceAt<(usize, usize), usize> + Known,
    Instructions<N, K, Columns>: Unroll + Known,
{
    type C = C<M, N>;
    type OfThread = OfThread<N>;
    type Vectors = Vectors<N>;
    type Coordinates = SlicedAt<Coordinates<M, N>, Own, Point>;
    #[inline(always)]
    fn coordinates(own: Own) -> Tensor<Origin<Point>, Self::Coordinates> {
        Tensor::coordinates(Coordinates::<M, N>::VALUE).slice(own)
    }
    type A = Operands<Width, M, K>;
    type B = Operands<Width, N, K>;
    type Instructions = Instructions<N, K, Columns>;
    type Repeats = Quot<N, Columns>;
    type Warpgroups = Quot<M, U64>;
    fn c(self, m: u32, n: u32, ldc: u32) -> Result<Leaves<7>, Error> {
        let matrix: Rows = try_layout!((m,n):(ldc,1))?;
        let c: C<M, N> = matrix.try_apply(ZippedDivideCeil::new(Tiler::<M, N>::VALUE))?;
        Ok(c.leaves())
    }
}
