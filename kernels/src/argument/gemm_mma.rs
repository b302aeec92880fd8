//! Products of f16 and bf16 by `mma.sync`: the parameters of the kernel, and what follows from them.

use core::marker::PhantomData;
use core::ops::{Add, Div, Mul, RangeFull};

use tilework::atom::{Mma, MmaSyncM16N8K16Bf16, MmaSyncM16N8K16F16, SharedTile, WgmmaK64B};
use tilework::bound::{Known, OffsetMap, SliceAt, SliceBy, Unroll};
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivideCeil};
use tilework::generic_array::ArrayLength;
use tilework::proof::{evenly_divides, fits_registers, fits_shared_memory, whole_atoms};
use tilework::typenum::*;
use tilework::{Basis, Error, HList, Layout, Static, try_layout};

use super::{Argument, N as Dynamic};

/// The kernel of `gemm_mma` with its parameters:
///
/// - `Tile`: the rows and columns of `C` of a block, and the columns of `A` and `B` of a step, `(M, N, K)`;
/// - `Stages`: as many steps are in shared memory at a time;
/// - `Warps`: as many warps share the rows of a tile, and as many its columns;
/// - `Instruction`: which says the elements;
/// - `Operand`: the atom of which `A` and `B` consist in shared memory, with its swizzle;
/// - `Band`: as many rows of tiles are taken together, so that what is in the cache is used again.
#[derive(Clone, Copy, Debug)]
pub struct GemmMma<Tile, Stages, Warps, Instruction, Operand, Band = U16>(
    PhantomData<(Tile, Stages, Warps, Instruction, Operand, Band)>,
);

/// Tiles of 128 x 256 by 8 warps, of which each has 64 x 64. What is in shared memory, 96 KB, GPUs of all compute capabilities from
/// 8.0 on have.
pub type Of8Warps<Instruction> =
    GemmMma<(U128, U256, U32), U4, (U2, U4), Instruction, WgmmaK64B<U16>>;
/// The product of f16.
pub type GemmMmaF16 = Of8Warps<MmaSyncM16N8K16F16>;
/// The product of bf16.
pub type GemmMmaBf16 = Of8Warps<MmaSyncM16N8K16Bf16>;
/// The product of f16.
pub const GEMM_MMA_F16: GemmMmaF16 = GemmMma::new();
/// The product of bf16.
pub const GEMM_MMA_BF16: GemmMmaBf16 = GemmMma::new();

/// Elements of a vector, which a thread copies at a time.
pub const VECTOR: usize = 8;

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
    /// How many warps share the rows, and the columns, of a tile.
    const WARPS: [usize; 2];
    /// How many rows of tiles are taken together.
    const BAND: u32;

    /// Threads of a block.
    const THREADS: u32 = 32 * (Self::WARPS[0] * Self::WARPS[1]) as u32;
    /// Vectors of a row of a step.
    const VECTORS: usize = Self::TILE[2] / VECTOR;
    /// Rows that all threads copy at a time.
    const ROWS: usize = Self::THREADS as usize / Self::VECTORS;
    /// Elements of a step.
    const STAGE: usize = (Self::TILE[0] + Self::TILE[1]) * Self::TILE[2];
    /// Bytes of shared memory of a block.
    const SHARED_MEMORY: usize = 2 * Self::STAGES * Self::STAGE;
}
impl<M, N, K, Stages, WarpsM, WarpsN, Instruction, Operand, Band> Parameters
    for GemmMma<(M, N, K), Stages, (WarpsM, WarpsN), Instruction, Operand, Band>
where
    M: Unsigned + Copy,
    N: Unsigned + Copy,
    K: Unsigned + Copy,
    Stages: Unsigned + Copy,
    WarpsM: Unsigned + Copy,
    WarpsN: Unsigned + Copy,
    Instruction: Mma,
    Operand: SharedTile,
    Band: Unsigned + Copy,
{
    type Instruction = Instruction;
    type Operand = Operand;
    const TILE: [usize; 3] = [M::USIZE, N::USIZE, K::USIZE];
    const STAGES: usize = Stages::USIZE;
    const WARPS: [usize; 2] = [WarpsM::USIZE, WarpsN::USIZE];
    const BAND: u32 = Band::U32;
}

impl<Tile, Stages, Warps, Instruction, Operand, Band>
    GemmMma<Tile, Stages, Warps, Instruction, Operand, Band>
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
        let ([m, n, k], [rows, columns]) = (Self::TILE, Self::WARPS);
        evenly_divides("rows of the tile", m, "rows of an instruction of each warp", 16 * rows);
        evenly_divides(
            "columns of the tile",
            n,
            "columns that a quad of each warp writes",
            32 * columns,
        );
        evenly_divides("columns of a step", k, "columns of two multiplications", 32);
        assert!(
            whole_atoms::<<Self as Parameters>::Operand>(m + n, k) == 1
                && k == 8 << <Self as Parameters>::Operand::VALUE.bits,
            "swizzle: a row of a step is one of the atom: write `WgmmaK64B<U16>` for 32 columns, `WgmmaK128B<U16>` for 64"
        );
        evenly_divides(
            "threads",
            Self::THREADS as usize,
            "vectors of 8 rows of a step",
            8 * Self::VECTORS,
        );
        evenly_divides("rows of the tile", m, "rows that threads copy at a time", Self::ROWS);
        evenly_divides("rows of `B` of a tile", n, "rows that threads copy at a time", Self::ROWS);
        assert!(
            Self::STAGES >= 2 && Self::STAGES <= 6,
            "stages: one is multiplied while others come: write 2 to 6"
        );
        // The operands of two multiplications of each kind are there too.
        fits_registers(m / rows * (n / columns) / 32 + 2 * (m / rows + n / columns) / 4, 255);
        fits_shared_memory(Self::STAGES, 2 * Self::STAGE, 0);
        GemmMma(PhantomData)
    }
}

/// What a thread copies of `A`, and of `B`: a vector, of a row and a matrix, of all steps.
pub type OwnIn = ((usize, usize), (usize, RangeFull, usize));
/// A vector of a tile of `C`, by row and column; a tile, and a matrix.
pub type Place = ((usize, usize), (usize, usize, usize));
/// A row and a column.
pub type Point = HList![usize, usize];

/// `A` or `B` in vectors of 8, by rows, divided by steps: `((1, vector), (row, step, matrix))`.
type In<K> = Layout<
    HList![HList![Static<U1>, Static<Quot<K, U8>>], HList![Dynamic, Dynamic, Dynamic]],
    HList![HList![Static<U0>, Static<U1>], HList![Dynamic, Static<Quot<K, U8>>, Dynamic]],
>;
type InTiler<K> = HList![Static<U1>, Static<Quot<K, U8>>];
type Matrices = Layout<HList![Dynamic, Dynamic, Dynamic], HList![Dynamic, Static<U1>, Dynamic]>;
/// Of a thread the steps.
type Steps<K> = Layout<Dynamic, Static<Quot<K, U8>>>;

/// How often 16 rows of each warp are in a tile.
type RowsOfWarp<M, Warps> = Quot<Quot<M, U16>, Warps>;
/// How often 32 columns of each warp are.
type ColumnsOfWarp<N, Warps> = Quot<Quot<N, U32>, Warps>;
/// `C` in vectors of 8, by rows, divided by tiles: `((row, column), (tile, tile, matrix))`.
type C<M, N> = Layout<
    HList![HList![Static<M>, Static<Quot<N, U8>>], HList![Dynamic, Dynamic, Dynamic]],
    HList![HList![Dynamic, Static<U1>], HList![Dynamic, Static<Quot<N, U8>>, Dynamic]],
>;
type Tiler<M, N> = HList![Static<M>, Static<Quot<N, U8>>];
/// Of a tile of `C` the vectors that a thread writes, of those that its quad has of the sums of `mma.sync`: two rows of each 16 of
/// its warp, and a vector of each 32 columns.
type Values<M, N, WarpsM, WarpsN> = Layout<
    HList![Static<U2>, Static<RowsOfWarp<M, WarpsM>>, Static<ColumnsOfWarp<N, WarpsN>>],
    HList![E<U8, U0>, E<Prod<U16, WarpsM>, U0>, E<Prod<U4, WarpsN>, U1>],
>;
type E<Multiple, Place> = Basis<Static<Multiple>, HList![Place]>;
/// A step in shared memory, without the swizzle: rows of `A`, and then those of `B`.
type Step<M, N, K> = Layout<HList![Static<Sum<M, N>>, Static<K>], HList![Static<K>, Static<U1>]>;
/// Numbers from 0 on, one after another.
type Count<X> = Layout<Static<X>, Static<U1>>;
/// Two of each.
type Pairs<X> = Layout<HList![Static<U2>, Static<X>], HList![Static<U1>, Static<U2>]>;
/// The instructions of a warp: 4 side by side in 32 columns, these, and rows.
type Instructions<Rows, Columns> = Layout<
    HList![Static<U4>, Static<Columns>, Static<Rows>],
    HList![Static<U1>, Static<U4>, Static<Prod<U4, Columns>>],
>;

/// The layouts of the kernel, which follow from its parameters.
pub trait Layouts: Parameters {
    /// `A` or `B`, divided by steps.
    type In: Argument<5> + SliceBy<OwnIn, Output = Self::Steps>;
    /// Of a thread the steps.
    type Steps: SliceBy<usize>;
    /// `C`, divided by tiles.
    type C: Argument<6> + SliceBy<Place>;
    /// The vectors of a tile that a thread writes, from the first of them.
    type Values: Unroll<Point> + Known;
    /// What is applied to the offsets in shared memory.
    type Swizzle: OffsetMap + Known;
    /// A step in shared memory, without it: rows of `A`, and then those of `B`.
    type Step: SliceAt<(usize, usize), usize> + Known;
    /// How often a warp has 16 rows of a tile.
    type Rows: ArrayLength;
    /// How often it has 32 columns.
    type Columns: ArrayLength;
    /// The loads of a warp from `A`, 16 rows each.
    type LoadsOfA: Unroll + Known;
    /// Those from `B`.
    type LoadsOfB: Unroll + Known;
    /// The instructions of a warp: 4 side by side in 32 columns, these, and rows.
    type Instructions: Unroll + Known;
    /// What is multiplied of a step one after another.
    type Depth: Unroll + Known;

    /// [`Layouts::In`] of so many matrices `next` vectors apart, of `m` rows of `k` vectors of 8, rows `lda` of them apart; steps may
    /// reach past the ends. Without columns there is one step of zeros, of which nothing is read, so that `C` is 0.
    ///
    /// # Errors
    /// Where offsets do not fit 32 bits.
    fn operand(self, extents: [u32; 3], strides: [u32; 2]) -> Result<Self::In, Error>;
    /// [`Layouts::C`] of so many matrices `next` vectors apart, of `m` rows of `n` vectors of 8, rows `ldc` of them apart; tiles may
    /// reach past the ends.
    ///
    /// # Errors
    /// As of [`operand`](Self::operand).
    fn c(self, extents: [u32; 3], strides: [u32; 2]) -> Result<Self::C, Error>;
    /// The blocks of a launch, for `m`, `n` and the number of matrices: a band of tiles, bands, and matrices.
    fn grid(self, [m, n, matrices]: [u32; 3]) -> [u32; 3] {
        let [rows, columns] = [m.div_ceil(Self::TILE[0] as u32), n.div_ceil(Self::TILE[1] as u32)];
        let band = Self::BAND.min(rows).max(1);
        [band, rows.div_ceil(band) * columns, matrices]
    }
}
impl<M, N, K, Stages, WarpsM, WarpsN, Instruction, Operand, Band> Layouts
    for GemmMma<(M, N, K), Stages, (WarpsM, WarpsN), Instruction, Operand, Band>
where
    Self: Parameters,
    Operand: SharedTile<Swizzle: OffsetMap>,
    M: Add<N> + Div<U16, Output: Div<WarpsM, Output: ArrayLength>>,
    N: Div<U8> + Div<U32, Output: Div<WarpsN, Output: ArrayLength>>,
    K: Div<U8> + Div<U16>,
    U4: Mul<WarpsN> + Mul<ColumnsOfWarp<N, WarpsN>>,
    U16: Mul<WarpsM>,
    InTiler<K>: IsTiler + Known,
    Tiler<M, N>: IsTiler + Known,
    Matrices: IntegerLayout<
            Apply<ZippedDivideCeil<InTiler<K>>> = In<K>,
            Apply<ZippedDivideCeil<Tiler<M, N>>> = C<M, N>,
        >,
    In<K>: Argument<5> + SliceBy<OwnIn, Output = Steps<K>>,
    Steps<K>: SliceBy<usize>,
    C<M, N>: Argument<6> + SliceBy<Place>,
    Values<M, N, WarpsM, WarpsN>: Unroll<Point> + Known,
    Step<M, N, K>: SliceAt<(usize, usize), usize> + Known,
    Count<RowsOfWarp<M, WarpsM>>: Unroll + Known,
    Pairs<ColumnsOfWarp<N, WarpsN>>: Unroll + Known,
    Instructions<RowsOfWarp<M, WarpsM>, ColumnsOfWarp<N, WarpsN>>: Unroll + Known,
    Count<Quot<K, U16>>: Unroll + Known,
{
    type In = In<K>;
    type Steps = Steps<K>;
    type C = C<M, N>;
    type Values = Values<M, N, WarpsM, WarpsN>;
    type Swizzle = Operand::Swizzle;
    type Step = Step<M, N, K>;
    type Rows = RowsOfWarp<M, WarpsM>;
    type Columns = ColumnsOfWarp<N, WarpsN>;
    type LoadsOfA = Count<RowsOfWarp<M, WarpsM>>;
    type LoadsOfB = Pairs<ColumnsOfWarp<N, WarpsN>>;
    type Instructions = Instructions<RowsOfWarp<M, WarpsM>, ColumnsOfWarp<N, WarpsN>>;
    type Depth = Count<Quot<K, U16>>;
    fn operand(self, [m, k, batch]: [u32; 3], [lda, next]: [u32; 2]) -> Result<Self::In, Error> {
        let k = k.max(1);
        let matrices: Matrices = try_layout!((m,k,batch):(lda,1,next))?;
        matrices.try_apply(ZippedDivideCeil::new(InTiler::<K>::VALUE))
    }
    fn c(self, [m, n, batch]: [u32; 3], [ldc, next]: [u32; 2]) -> Result<Self::C, Error> {
        let matrices: Matrices = try_layout!((m,n,batch):(ldc,1,next))?;
        matrices.try_apply(ZippedDivideCeil::new(Tiler::<M, N>::VALUE))
    }
}
