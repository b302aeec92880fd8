//! Products by `wgmma` of f16, bf16, tf32, e4m3 and integers: the parameters of the kernel, and the numbers derived
//! from them.

#![allow(clippy::type_complexity, reason = "a kernel is a type")]

use core::marker::PhantomData;
use core::ops::{Add, Mul};

use tilework::bound::Known;
use tilework::typenum::*;
use tilework::{AnyLayout, Layout, Leaf, Static};
use tilework_device::atom::{
    Mma, SharedTile, WgmmaColumns, WgmmaK128B, WgmmaM64K8Tf32Ss, WgmmaM64K16Bf16Ss,
    WgmmaM64K16F16Ss, WgmmaM64K32E4m3Ss, WgmmaM64K32S8Ss, WgmmaMn128B,
};
use tilework_device::proof::{evenly_divides, fits_registers, fits_shared_memory, has_bits};
use tilework_device::{Accumulate, Accumulator, Bf16, Element, TensorElement};

mod operand;
mod result;
use operand::fills;
pub use operand::{InBoth, Placed, PlacedTile};
pub use result::{ByColumns, ByRows, InMemory, Named, OfOperands, Rounds};

/// The one kernel of products by `wgmma` with its parameters:
///
/// - `Tile`: the rows and columns of `C` of a block, and the columns of `A` and `B` in a step, `(M, N, K)`;
/// - `Stages`: the number of steps in shared memory at a time;
/// - `Instruction`: it gives the elements of `A` and `B`, the type of their sums, and how many columns of the tile one
///   instruction covers;
/// - `Operand`: the atom of `A` and `B` in shared memory, with its swizzle, or a pair of two, one for `A` and one for
///   `B`. It gives the major: [`WgmmaK128B`] if `k` is contiguous in memory, and [`WgmmaMn128B`], for elements of 16
///   bits, if the rows of `A` or of `B` are;
/// - `Cluster`: the number of blocks whose tiles lie below one another, and each of which loads a part of `B` for all
///   of them;
/// - `Band`: the number of rows of such tiles in a band, whose tiles run together to reuse the cache;
/// - `Result`: the memory layout and the elements of `C`, [`ByRows`] or [`ByColumns`];
/// - `Splits`: the number of blocks, in one cluster, that each take a part of `k` of a tile and add up their sums.
///
/// The rest is derived: one warpgroup multiplies each 64 rows, and one more loads the operands.
#[derive(Clone, Copy, Debug)]
pub struct Gemm<
    Tile,
    Stages,
    Instruction,
    Operand,
    Cluster = U1,
    Band = U8,
    Result = ByRows,
    Splits = U1,
>(PhantomData<(Tile, Stages, Instruction, Operand, Cluster, Band, Result, Splits)>);

/// The product of f16: tiles of 128 x 256, where two blocks share `B`.
pub type GemmF16 = Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, WgmmaK128B<U16>, U2>;
/// The product of bf16 with the same tiles.
pub type GemmBf16 = Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>, U2>;
/// The product of bf16 in tiles of 128 x 128. A small product has twice as many of them for the multiprocessors.
pub type GemmBf16By128 = Gemm<(U128, U128, U64), U6, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U2>;
/// The product of bf16 in tiles of 128 x 128, where two blocks share the `k`.
pub type GemmBf16By128K2 =
    Gemm<(U128, U128, U64), U6, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U1, U8, ByRows, U2>;
/// The product of bf16 in tiles of 128 x 256, where four blocks share the `k`.
pub type GemmBf16K4 =
    Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>, U1, U8, ByRows, U4>;
/// Products of bf16 with few columns and a column-major `C`. One warpgroup multiplies 64 rows, and the time is that of
/// reading `A`.
pub type GemmBf16Few<Columns, K, Stages, Splits = U1> = Gemm<
    (U64, Columns, K),
    Stages,
    WgmmaM64K16Bf16Ss<Columns>,
    WgmmaK128B<U16>,
    U1,
    U8,
    ByColumns,
    Splits,
>;
/// 16 columns.
pub type GemmBf16N16 = GemmBf16Few<U16, U256, U5>;
/// 32 columns.
pub type GemmBf16N32 = GemmBf16Few<U32, U128, U8>;
/// 32 columns, where two blocks share the `k`.
pub type GemmBf16N32K2 = GemmBf16Few<U32, U128, U8, U2>;
/// 64 columns.
pub type GemmBf16N64 = GemmBf16Few<U64, U128, U6>;
/// 64 columns, where two blocks share the `k`.
pub type GemmBf16N64K2 = GemmBf16Few<U64, U128, U6, U2>;
/// 128 columns.
pub type GemmBf16N128 = GemmBf16Few<U128, U64, U8>;
/// 128 columns, where two blocks share the `k`.
pub type GemmBf16N128K2 = GemmBf16Few<U128, U64, U8, U2>;
/// The product of bf16 with a column-major `C` in tiles of 192 x 128, where two blocks share the `k`. It is for extents
/// where tiles of 64 rows take two turns on the multiprocessors.
pub type GemmBf16By192N128K2 =
    Gemm<(U192, U128, U64), U5, WgmmaM64K16Bf16Ss<U128>, WgmmaK128B<U16>, U1, U8, ByColumns, U2>;
/// The product of f16 in tiles of 128 x 128.
pub type GemmF16By128 = Gemm<(U128, U128, U64), U6, WgmmaM64K16F16Ss<U128>, WgmmaK128B<U16>, U2>;
/// [`GemmBf16Few`] for f16.
pub type GemmF16Few<Columns, K, Stages, Splits = U1> = Gemm<
    (U64, Columns, K),
    Stages,
    WgmmaM64K16F16Ss<Columns>,
    WgmmaK128B<U16>,
    U1,
    U8,
    ByColumns,
    Splits,
>;
/// 16 columns.
pub type GemmF16N16 = GemmF16Few<U16, U256, U5>;
/// 32 columns.
pub type GemmF16N32 = GemmF16Few<U32, U128, U8>;
/// 64 columns.
pub type GemmF16N64 = GemmF16Few<U64, U128, U6>;
/// 128 columns, where two blocks share the `k`.
pub type GemmF16N128K2 = GemmF16Few<U128, U64, U8, U2>;
/// Grouped products of bf16: tiles of 128 x 256 without clusters.
pub type GemmBf16Grouped = Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, WgmmaK128B<U16>>;
/// Grouped products of f16 with the same tiles.
pub type GemmF16Grouped = Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, WgmmaK128B<U16>>;

/// The atom of column-major operands of 16 bits, whose rows are contiguous.
pub type Rows = WgmmaMn128B<U16>;
/// The product of bf16 with a column-major `B`, `(n,k):(1,n)`, which is a row-major matrix `(k,n)`.
pub type GemmBf16Nn =
    Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, (WgmmaK128B<U16>, Rows), U2>;
/// The product of bf16 with column-major `A` and `B`.
pub type GemmBf16Tn = Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, Rows, U2>;
/// The product of bf16 with a column-major `A`.
pub type GemmBf16Tt =
    Gemm<(U128, U256, U64), U4, WgmmaM64K16Bf16Ss<U256>, (Rows, WgmmaK128B<U16>), U2>;
/// The product of f16 with a column-major `B`.
pub type GemmF16Nn =
    Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, (WgmmaK128B<U16>, Rows), U2>;
/// The product of f16 with column-major `A` and `B`.
pub type GemmF16Tn = Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, Rows, U2>;
/// The product of f16 with a column-major `A`.
pub type GemmF16Tt =
    Gemm<(U128, U256, U64), U4, WgmmaM64K16F16Ss<U256>, (Rows, WgmmaK128B<U16>), U2>;
/// The product of `f32`, multiplied as tf32, to `f32`.
pub type GemmTf32 =
    Gemm<(U128, U256, U32), U4, WgmmaM64K8Tf32Ss<U256>, WgmmaK128B<U32>, U2, U8, ByRows<f32>>;
/// The product of e4m3, to bf16.
pub type GemmE4m3 =
    Gemm<(U128, U256, U128), U4, WgmmaM64K32E4m3Ss<U256>, WgmmaK128B<U8>, U2, U8, ByRows<Bf16>>;
/// The product of e4m3, to `f32`.
pub type GemmE4m3F32 =
    Gemm<(U128, U256, U128), U4, WgmmaM64K32E4m3Ss<U256>, WgmmaK128B<U8>, U2, U8, ByRows<f32>>;
/// The product of e4m3 with scales for blocks of 128, to bf16. A warpgroup has the sums of a step for 128 columns of
/// the tile at a time.
pub type GemmE4m3Blocks =
    Gemm<(U128, U256, U128), U4, WgmmaM64K32E4m3Ss<U128>, WgmmaK128B<U8>, U2, U8, ByRows<Bf16>>;
/// The same in tiles of 128 x 128.
pub type GemmE4m3Blocks128 =
    Gemm<(U128, U128, U128), U6, WgmmaM64K32E4m3Ss<U128>, WgmmaK128B<U8>, U2, U8, ByRows<Bf16>>;
/// The product of integers of 8 bits, to integers of 32.
pub type GemmS8 =
    Gemm<(U128, U256, U128), U4, WgmmaM64K32S8Ss<U256>, WgmmaK128B<U8>, U2, U8, ByRows<i32>>;

/// The first row and the first row of tiles of each group, in turn, for groups with `rows` rows and tiles of `tile`
/// rows: the prefix sums of the rows, and of `ceil(rows / tile)`. The last two numbers are the totals, so there are two
/// numbers for each group and two more. `Gpu::groups` of `tilework-host` uploads them.
pub fn first_of_groups(
    rows: impl IntoIterator<Item = u32>,
    tile: u32,
) -> impl Iterator<Item = u32> {
    let next = move |[row, tiles]: &mut [u32; 2], rows: u32| {
        *row += rows;
        *tiles += rows.div_ceil(tile);
        Some([*row, *tiles])
    };
    [0, 0].into_iter().chain(rows.into_iter().scan([0, 0], next).flatten())
}

/// [`GemmF16`].
pub const GEMM_F16: GemmF16 = Gemm::new();
/// [`GemmBf16`].
pub const GEMM_BF16: GemmBf16 = Gemm::new();
/// [`GemmBf16By128`].
pub const GEMM_BF16_128: GemmBf16By128 = Gemm::new();

/// The parameters of the kernel as numbers, and the numbers derived from them.
pub trait Parameters: Copy {
    /// The instruction.
    type Instruction: Accumulate<Sum = Self::Sum, Element: TensorElement<Storage: Element>>;
    /// The type of a sum.
    type Sum: Accumulator;
    /// The type that sums are converted to before they are stored: [`Rounds::Finished`].
    type Finished: Copy;
    /// The elements of `C`.
    type C: Rounds<Self::Sum, Finished = Self::Finished>;
    /// The atom of `A` in shared memory.
    type OfA: Placed;
    /// The atom of `B`.
    type OfB: Placed;
    /// The bytes of an element of `A` and `B`.
    const ELEMENT: usize = size_of::<Storage<<Self::Instruction as Accumulate>::Element>>();
    /// The bytes of an element of `C`.
    const ELEMENT_C: usize = size_of::<Storage<Self::C>>();
    /// `M`, `N` and `K` of the tile.
    const TILE: [usize; 3];
    /// The number of steps in shared memory at a time, as a type.
    type Stages: Unsigned;
    /// The number of steps in shared memory at a time.
    const STAGES: usize = Self::Stages::USIZE;
    /// The number of blocks that share `B`.
    const CLUSTER: usize;
    /// The number of rows of tiles in a band.
    const BAND: u32;
    /// The memory layout of `C`.
    type Result: InMemory;
    /// True if `C` is column-major.
    const BY_COLUMNS: bool = Self::Result::BY_COLUMNS;
    /// The number of blocks that share the `k` of a tile.
    const SPLITS: usize;
    /// The number of blocks of a cluster.
    const BLOCKS: usize = Self::CLUSTER * Self::SPLITS;

    /// The number of consumer warpgroups, each with 64 rows.
    const WARPGROUPS: usize = Self::TILE[0] / 64;
    /// The threads of a block, including one warpgroup that loads operands.
    const THREADS: u32 = 128 * (Self::WARPGROUPS as u32 + 1);
    /// The registers of each thread: in the producer warpgroup, and in the consumers. A multiprocessor has 512 for the
    /// threads with the same index in all warpgroups.
    const REGISTERS: [u32; 2] = match Self::WARPGROUPS {
        // The compiler takes as many as it wants: no warpgroup has to release any.
        1 => [248, 248],
        2 => [40, 232],
        _ => [32, 160],
    };
    /// The elements of a swizzled row of `A`, `B` and `C`, which is a row of a box of the copy engine. Several boxes
    /// may lie side by side in a step.
    const WIDTHS: [usize; 3] = [
        (16 << Self::OfA::VALUE.bits) / Self::ELEMENT,
        (16 << Self::OfB::VALUE.bits) / Self::ELEMENT,
        128 / Self::ELEMENT_C,
    ];
    /// The columns and rows of a box of `A`, of `B`, and of `C`. A warp writes a box of `C`; if `C` is column-major, a
    /// warpgroup does, with rows and columns exchanged. The contiguous extent is a row of a box, even if it is a column
    /// of `A` or `B`.
    const BOXES: [[u32; 2]; 3] = {
        let [m, n, k] = Self::TILE;
        let rows_a = if Self::OfA::ROWS { k } else { m };
        let rows_b = if Self::OfB::ROWS { k } else { n / Self::CLUSTER };
        let [a, b, c] = Self::WIDTHS;
        [[a as u32, rows_a as u32], [b as u32, rows_b as u32], [c as u32, 16]]
    };
    /// The number of boxes side by side: of `A`, and of the part of `B` that a block loads.
    const BESIDE: [usize; 2] = {
        let [m, n, k] = Self::TILE;
        let a = if Self::OfA::ROWS { m } else { k };
        let b = if Self::OfB::ROWS { n / Self::CLUSTER } else { k };
        [a / Self::WIDTHS[0], b / Self::WIDTHS[1]]
    };
    /// The bytes of `A` and of `B` in a step.
    const BYTES: [usize; 2] = [
        Self::ELEMENT * Self::TILE[0] * Self::TILE[2],
        Self::ELEMENT * Self::TILE[1] * Self::TILE[2],
    ];
    /// The bytes of both.
    const STAGE: usize = Self::BYTES[0] + Self::BYTES[1];
    /// The bytes of the barriers of all stages: one for full and one for empty.
    const BARRIERS: usize = 2 * 8 * Self::STAGES;
    /// The rows and columns that a warp writes to a box of `C`, or a warpgroup if `C` is column-major.
    const STORED: [usize; 2] =
        if Self::BY_COLUMNS { [Self::WIDTHS[2], 16] } else { [16, Self::WIDTHS[2]] };
    /// The number of warps, or of warpgroups if `C` is column-major, that write to boxes of their own.
    const WRITERS: usize = Self::TILE[0] / Self::STORED[0];
    /// The bytes of a box of `C`. Each warp writes one box while the one before is stored.
    const RESULT: usize = 16 * 128;
    /// The bytes of the boxes of all warps, or of all warpgroups if `C` is column-major.
    const RESULTS: usize =
        2 * Self::WARPGROUPS * Self::RESULT * if Self::BY_COLUMNS { 1 } else { 4 };
    /// The bytes of shared memory of a block.
    const SHARED_MEMORY: usize = Self::STAGES * Self::STAGE + Self::RESULTS + Self::BARRIERS;

    /// The numbers of tiles along the rows and columns of `m` x `n` elements, where a tile is that of a cluster, whose
    /// tiles lie below one another. Tiles may reach past the ends.
    fn tiles(m: u32, n: u32) -> [u32; 2] {
        let [rows, columns] = [Self::CLUSTER * Self::TILE[0], Self::TILE[1]];
        [m.div_ceil(rows as u32), n.div_ceil(columns as u32)]
    }
    /// The number of parts, 1 to 8, into which the `k` of each of these tiles is divided. Each part has blocks of its
    /// own, and all blocks run at the same time.
    fn parts(tiles: [u32; 2], multiprocessors: u32) -> u32 {
        let blocks = (Self::BLOCKS as u32).saturating_mul(tiles[0].saturating_mul(tiles[1]));
        (multiprocessors / blocks.max(1)).clamp(1, 8)
    }
    /// The number of steps along `k` columns of `A` and `B`. The last one may reach past the end. Without columns there
    /// is none, and `C` is 0.
    fn steps(k: u32) -> u32 {
        k.div_ceil(Self::TILE[2] as u32)
    }
    /// The place of a block: the number of its cluster, which of the cluster's tiles it has, and which part of their
    /// `k`.
    #[inline(always)]
    fn place(block: u32) -> (u32, u32, u32) {
        let (cluster, of_cluster) = (block / Self::BLOCKS as u32, block % Self::BLOCKS as u32);
        match Self::SPLITS {
            1 => (cluster, of_cluster, 0),
            _ => {
                let blocks = Self::CLUSTER as u32;
                (cluster, of_cluster % blocks, of_cluster / blocks)
            }
        }
    }
    /// The steps of part `split` of `k`, out of `steps`: from the first number up to the second, exclusive.
    #[inline(always)]
    fn part(steps: u32, split: u32) -> [usize; 2] {
        let part = |split: u32| (steps as usize * split as usize).div_ceil(Self::SPLITS);
        [part(split), part(split + 1)]
    }
    /// The blocks of a cluster that share `B` of part `split` of `k`: bit `i` is 1 for block `i`.
    #[inline(always)]
    fn sharing(split: u32) -> u16 {
        ((1 << Self::CLUSTER) - 1) << (Self::CLUSTER as u32 * split)
    }
    /// The number of blocks that take these tiles one after another. There are as many as multiprocessors allow, but no
    /// more than needed for the same number of turns, since fewer blocks leave more power to each. Blocks that share
    /// the `k` of a tile take one tile. For a batch, the third of `tiles` is the number of products.
    fn blocks<const RANK: usize>(tiles: [u32; RANK], multiprocessors: u32) -> u32 {
        let (tiles, blocks) = (tiles.iter().product::<u32>(), Self::BLOCKS as u32);
        if Self::SPLITS > 1 {
            return blocks * tiles;
        }
        let turns = tiles.div_ceil((multiprocessors / blocks).max(1)).max(1);
        blocks * tiles.div_ceil(turns)
    }
}
impl<M, N, K, Stages, Instruction, Operand, Cluster, Band, Result, Splits> Parameters
    for Gemm<(M, N, K), Stages, Instruction, Operand, Cluster, Band, Result, Splits>
where
    M: Unsigned + Copy,
    N: Unsigned + Copy,
    K: Unsigned + Copy,
    Stages: Unsigned + Copy,
    Instruction: Accumulate<Element: TensorElement<Storage: Element>>,
    Operand: InBoth,
    Cluster: Unsigned + Copy,
    Band: Unsigned + Copy,
    Result: InMemory<Of: Named<Instruction, Element: Rounds<Instruction::Sum>>>,
    Splits: Unsigned + Copy,
{
    type Instruction = Instruction;
    type Sum = Instruction::Sum;
    type Finished = <Self::C as Rounds<Instruction::Sum>>::Finished;
    type C = <Result::Of as Named<Instruction>>::Element;
    type OfA = Operand::A;
    type OfB = Operand::B;
    type Stages = Stages;
    const TILE: [usize; 3] = [M::USIZE, N::USIZE, K::USIZE];
    const CLUSTER: usize = Cluster::USIZE;
    const BAND: u32 = Band::U32;
    type Result = Result;
    const SPLITS: usize = Splits::USIZE;
}

impl<Tile, Stages, Instruction, Operand, Cluster, Band, Result, Splits>
    Gemm<Tile, Stages, Instruction, Operand, Cluster, Band, Result, Splits>
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
        let ([m, n, k], instruction) = (Self::TILE, <Self as Parameters>::Instruction::VALUE.shape);
        let (columns, depth) = (instruction[1] as usize, instruction[2] as usize);
        evenly_divides("rows of the tile", m, "rows of the instruction", 64);
        evenly_divides("columns of the tile", n, "columns of the instruction", columns);
        if Self::BY_COLUMNS {
            evenly_divides("columns of the tile", n, "columns of a box of the result", 16);
            // `stmatrix` stores it.
            let this = ("this one", 8 * Self::ELEMENT_C);
            has_bits("result: by columns", ("C", 16), this, "write `ByRows<f32>`");
        } else {
            let two_boxes = 2 * Self::WIDTHS[2];
            evenly_divides(
                "columns of the tile",
                n,
                "columns of two boxes of the result",
                two_boxes,
            );
        }
        evenly_divides("columns of a step", k, "columns of the instruction", depth);
        fills::<<Self as Parameters>::OfA>("A", "rows of the tile", m, k, Self::ELEMENT);
        assert!(
            Self::CLUSTER == 1 || Self::CLUSTER == 2 || Self::CLUSTER == 4,
            "cluster: blocks that each bring a part of B: write 1, 2 or 4 of them"
        );
        evenly_divides(
            "columns of the tile",
            n,
            "blocks that each bring a part of them",
            Self::CLUSTER,
        );
        let part = n / Self::CLUSTER;
        fills::<<Self as Parameters>::OfB>(
            "B",
            "columns of the tile that a block brings",
            part,
            k,
            Self::ELEMENT,
        );
        assert!(
            n <= 256,
            "copy engine: a box has at most 256 rows: write a tile of 256 columns or fewer"
        );
        assert!(
            m == 64 || m == 128 || m == 192,
            "registers: one, two or three warpgroups multiply: write a tile of 64, 128 or 192 rows"
        );
        assert!(
            Self::SPLITS.is_power_of_two() && Self::BLOCKS <= 8,
            "splits: a cluster has at most 8 blocks: write 1, 2, 4 or 8 of them, divided by those that share `B`"
        );
        assert!(
            Self::SPLITS == 1 || Self::STAGES * Self::STAGE >= 4 * m * n,
            "splits: the sums of a tile lie where its steps were: write more stages, or a smaller tile"
        );
        assert!(
            Self::STAGES >= 2,
            "stages: one is multiplied while another comes: write 2 or more"
        );
        fits_registers(n / 2, Self::REGISTERS[1] as usize);
        fits_shared_memory(Self::STAGES, Self::STAGE, Self::RESULTS + Self::BARRIERS);
        Gemm(PhantomData)
    }
}

type InStages<M, N, K, Stages> = Layout<Static<Stages>, Static<Prod<Sum<M, N>, K>>>;

/// The layouts of the kernel, derived from its parameters.
pub trait Layouts: Parameters {
    /// `A` in shared memory, `(m,k)`.
    type A: AnyLayout + Known;
    /// `B` in shared memory, `(n,k)`.
    type B: AnyLayout + Known;
    /// `A` in the layout of the copy engine.
    type CopiedA: AnyLayout + Known;
    /// `B` in the layout of the copy engine.
    type CopiedB: AnyLayout + Known;
    /// The mode of stages, which follows the modes of `A` and of `B`.
    type InStages: AnyLayout + Known;
    /// An instruction with the number of columns of `C` that are stored at a time: its accumulators are what a thread
    /// stores then.
    type Stored: Mma + Default;
}
impl<M, N, K, Stages, Instruction, Operand, Cluster, Band, Result, Splits> Layouts
    for Gemm<(M, N, K), Stages, Instruction, Operand, Cluster, Band, Result, Splits>
where
    Self: Parameters,
    Operand: InBoth<A: PlacedTile<M, K>, B: PlacedTile<N, K>>,
    Result: InMemory<Stored<Width<Self>>: WgmmaColumns + Copy + Default>,
    Static<Result::Stored<Width<Self>>>: Leaf + Known,
    InStages<M, N, K, Stages>: AnyLayout + Known,
    M: Add<N, Output: Mul<K>>,
{
    type A = <Operand::A as PlacedTile<M, K>>::Tile;
    type B = <Operand::B as PlacedTile<N, K>>::Tile;
    type CopiedA = <Operand::A as PlacedTile<M, K>>::Copied;
    type CopiedB = <Operand::B as PlacedTile<N, K>>::Copied;
    type InStages = InStages<M, N, K, Stages>;
    type Stored = WgmmaM64K16F16Ss<Result::Stored<Width<Self>>>;
}
/// The type that memory has for elements `E`.
pub type Storage<E> = <E as TensorElement>::Storage;
/// The elements of a swizzled row of `C`.
type Width<G> = <<G as Parameters>::C as Rounds<<G as Parameters>::Sum>>::Width;

/// Products of elements `E` of 16 bits with results of the same.
pub trait Of16Bits<E>:
    Layouts<C: TensorElement<Storage = E>, Instruction: Accumulate<Element: TensorElement<Storage = E>>>
{
}
impl<E, G> Of16Bits<E> for G where
    G: Layouts<
            C: TensorElement<Storage = E>,
            Instruction: Accumulate<Element: TensorElement<Storage = E>>,
        >
{
}
