//! Products of f16 and bf16 by `mma.sync`: the parameters of the kernel, and the numbers derived from them.

use core::marker::PhantomData;
use core::ops::{Add, Div, Mul};

use tilework::bound::{Known, OffsetMap};
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivideCeil};
use tilework::typenum::*;
use tilework::{Error, HList, Layout, Leaf, Static, try_layout};
use tilework_device::atom::{Mma, MmaSyncM16N8K16Bf16, MmaSyncM16N8K16F16, SharedTile, WgmmaK64B};
use tilework_device::proof::{evenly_divides, fits_registers, fits_shared_memory, whole_atoms};

use super::{Argument, N as Dynamic};

/// The kernel of `gemm_mma` with its parameters:
///
/// - `Tile`: the rows and columns of `C` of a block, and the columns of `A` and `B` in a step, `(M, N, K)`;
/// - `Stages`: the number of steps in shared memory at a time;
/// - `Warps`: the numbers of warps that share the rows and the columns of a tile;
/// - `Instruction`: it gives the elements;
/// - `Operand`: the atom of `A` and `B` in shared memory, with its swizzle;
/// - `Band`: the number of rows of tiles in a band, whose tiles run together to reuse the cache.
#[derive(Clone, Copy, Debug)]
pub struct GemmMma<Tile, Stages, Warps, Instruction, Operand, Band = U16>(
    PhantomData<(Tile, Stages, Warps, Instruction, Operand, Band)>,
);

/// Tiles of 128 x 256 by 8 warps, each with 64 x 64. They take 96 KB of shared memory, which all GPUs of compute
/// capability 8.0 and later have.
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

/// The elements of a vector, which a thread copies at a time.
pub const VECTOR: usize = 8;

/// The parameters of the kernel as numbers, and the numbers derived from them.
pub trait Parameters: Copy {
    /// The instruction.
    type Instruction: Mma;
    /// The atom of operands in shared memory.
    type Operand: SharedTile;
    /// The rows of a tile of `C`.
    type M: Unsigned;
    /// The columns of a tile of `C`.
    type N: Unsigned;
    /// The columns of a step.
    type K: Unsigned;
    /// The number of steps in shared memory at a time.
    type Stages: Unsigned;
    /// The number of warps that share the rows of a tile.
    type WarpsM: Unsigned;
    /// The number of warps that share its columns.
    type WarpsN: Unsigned;
    /// `M`, `N` and `K` of the tile.
    const TILE: [usize; 3] = [Self::M::USIZE, Self::N::USIZE, Self::K::USIZE];
    /// The number of steps in shared memory at a time.
    const STAGES: usize = Self::Stages::USIZE;
    /// The numbers of warps that share the rows and the columns of a tile.
    const WARPS: [usize; 2] = [Self::WarpsM::USIZE, Self::WarpsN::USIZE];
    /// The number of rows of tiles in a band.
    const BAND: u32;

    /// The threads of a block.
    const THREADS: u32 = 32 * (Self::WARPS[0] * Self::WARPS[1]) as u32;
    /// The vectors of a row in a step.
    const VECTORS: usize = Self::TILE[2] / VECTOR;
    /// The rows that all threads copy at a time.
    const ROWS: usize = Self::THREADS as usize / Self::VECTORS;
    /// The elements of a step.
    const STAGE: usize = (Self::TILE[0] + Self::TILE[1]) * Self::TILE[2];
    /// The bytes of shared memory of a block.
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
    type M = M;
    type N = N;
    type K = K;
    type Stages = Stages;
    type WarpsM = WarpsM;
    type WarpsN = WarpsN;
    const BAND: u32 = Band::U32;
}

impl<Tile, Stages, Warps, Instruction, Operand, Band>
    GemmMma<Tile, Stages, Warps, Instruction, Operand, Band>
where
    Self: Parameters,
{
    /// The kernel, if its parameters are compatible.
    ///
    /// # Panics
    /// If they are not compatible; in a constant this is a compile error.
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
        // The operands of two multiplications of each kind are in registers too.
        fits_registers(m / rows * (n / columns) / 32 + 2 * (m / rows + n / columns) / 4, 255);
        fits_shared_memory(Self::STAGES, 2 * Self::STAGE, 0);
        GemmMma(PhantomData)
    }
}

/// A row-major `A` or `B` in vectors of 8, divided by steps: `((1, vector), (row, step, matrix))`.
type In<K> = Layout<
    HList![HList![Static<U1>, Static<Quot<K, U8>>], HList![Dynamic, Dynamic, Dynamic]],
    HList![HList![Static<U0>, Static<U1>], HList![Dynamic, Static<Quot<K, U8>>, Dynamic]],
>;
type InTiler<K> = HList![Static<U1>, Static<Quot<K, U8>>];
type Matrices = Layout<HList![Dynamic, Dynamic, Dynamic], HList![Dynamic, Static<U1>, Dynamic]>;
/// A row-major `C` in vectors of 8, divided by tiles: `((row, column), (tile, tile, matrix))`.
type C<M, N> = Layout<
    HList![HList![Static<M>, Static<Quot<N, U8>>], HList![Dynamic, Dynamic, Dynamic]],
    HList![HList![Dynamic, Static<U1>], HList![Dynamic, Static<Quot<N, U8>>, Dynamic]],
>;
type Tiler<M, N> = HList![Static<M>, Static<Quot<N, U8>>];
/// The layouts of the kernel, derived from its parameters.
pub trait Layouts: Parameters {
    /// `A` or `B`, divided by steps.
    type In: Argument<5>;
    /// `C`, divided by tiles.
    type C: Argument<6>;
    /// The swizzle of the offsets in shared memory.
    type Swizzle: OffsetMap + Known;
    /// The number of elements of a stage.
    type Stage: Leaf + Known;

    /// [`Layouts::In`] for matrices with `m` rows of `k` vectors of 8, rows `lda` vectors apart, matrices `next`
    /// vectors apart. Steps may reach past the ends. Without columns there is one step of zeros that reads nothing, so
    /// that `C` is 0.
    ///
    /// # Errors
    /// If offsets do not fit 32 bits.
    fn operand(self, extents: [u32; 3], strides: [u32; 2]) -> Result<Self::In, Error>;
    /// [`Layouts::C`] for matrices with `m` rows of `n` vectors of 8, rows `ldc` vectors apart, matrices `next` vectors
    /// apart. Tiles may reach past the ends.
    ///
    /// # Errors
    /// As for [`operand`](Self::operand).
    fn c(self, extents: [u32; 3], strides: [u32; 2]) -> Result<Self::C, Error>;
    /// The blocks of a launch for `m`, `n` and the number of matrices: the tiles of a band, bands, and matrices.
    fn grid(self, [m, n, matrices]: [u32; 3]) -> [u32; 3] {
        let [rows, columns] = [m.div_ceil(Self::TILE[0] as u32), n.div_ceil(Self::TILE[1] as u32)];
        let band = Self::BAND.min(rows).max(1);
        [band, rows.div_ceil(band) * columns, matrices]
    }
    /// The row and the column of a block's tile in such a launch, and its matrix, for a `C` with these rows and columns
    /// of tiles. `None` if the last band has fewer rows than blocks.
    #[inline(always)]
    fn tile([x, y, z]: [u32; 3], [rows, columns]: [u32; 2]) -> Option<[usize; 3]> {
        // There are columns, so no divisor is 0.
        let (band, columns) = (Self::BAND.min(rows), columns.max(1));
        let (x, y) = (x + band * (y / columns), y % columns);
        (x < rows).then(|| [x, y, z].map(|x| x as usize))
    }
}
impl<M, N, K, Stages, WarpsM, WarpsN, Instruction, Operand, Band> Layouts
    for GemmMma<(M, N, K), Stages, (WarpsM, WarpsN), Instruction, Operand, Band>
where
    Self: Parameters,
    Operand: SharedTile<Swizzle: OffsetMap>,
    M: Add<N, Output: Mul<K>>,
    N: Div<U8>,
    K: Div<U8>,
    Static<Prod<Sum<M, N>, K>>: Leaf + Known,
    InTiler<K>: IsTiler + Known,
    Tiler<M, N>: IsTiler + Known,
    Matrices: IntegerLayout<Apply<ZippedDivideCeil<InTiler<K>>> = In<K>>
        + IntegerLayout<Apply<ZippedDivideCeil<Tiler<M, N>>> = C<M, N>>,
    In<K>: Argument<5>,
    C<M, N>: Argument<6>,
{
    type In = In<K>;
    type C = C<M, N>;
    type Swizzle = Operand::Swizzle;
    type Stage = Static<Prod<Sum<M, N>, K>>;
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
