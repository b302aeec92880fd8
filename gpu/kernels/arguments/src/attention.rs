//! Attention by `wgmma`: the parameters of the kernel, and the numbers derived from them.

use core::marker::PhantomData;
use core::ops::{Div, Mul, RangeFull};

use tilework::bound::{Known, SliceBy, Unroll};
use tilework::generic_array::ArrayLength;
use tilework::typenum::*;
use tilework::{HList, Layout, Static};
use tilework_device::atom::{WgmmaK128B, WgmmaM64K16Bf16Rs, WgmmaM64K16Bf16Ss};
use tilework_device::proof::{evenly_divides, fits_registers, fits_shared_memory, whole_atoms};

/// The kernel of `attention` with its parameters:
///
/// - `Head`: the elements of a row of `Q`, `K`, `V` and `O`;
/// - `Tokens`: the rows of `K` and `V` in a step;
/// - `Stages`: the number of steps in shared memory at a time.
///
/// A block has 128 rows of `Q`, 64 for each of two warpgroups. A third warpgroup loads the operands.
#[derive(Clone, Copy, Debug)]
pub struct Attention<Head, Tokens, Stages>(PhantomData<(Head, Tokens, Stages)>);

/// Attention with `d` = 128.
pub type Attention128 = Attention<U128, U128, U2>;
/// Attention with `d` = 64.
pub type Attention64 = Attention<U64, U128, U2>;
const _: (Attention128, Attention64) = (Attention::new(), Attention::new());

/// Bytes of an element.
pub const ELEMENT: usize = 2;
/// The rows of `Q` of a block.
pub const ROWS: usize = 128;
/// The atom of operands in shared memory.
pub type Atom = WgmmaK128B<U16>;
/// The columns of an atom, and of a box of the copy engine.
pub const BOX: usize = 64;
/// The threads of a block.
pub const THREADS: u32 = 3 * 128;
/// The registers of each thread: in the producer warpgroup, and in the consumers.
pub const REGISTERS: [u32; 2] = [24, 240];

/// The parameters of the kernel as numbers, and the numbers derived from them.
pub trait Parameters: Copy {
    /// The elements of a row.
    const HEAD: usize;
    /// The rows of `K` and `V` in a step.
    const TOKENS: usize;
    /// The number of steps in shared memory at a time.
    const STAGES: usize;
    /// The number of boxes of the copy engine side by side.
    const BOXES: usize = Self::HEAD / BOX;
    /// `Q` lies before the steps and takes the room of this many.
    const BEFORE: usize = (ELEMENT * ROWS * Self::HEAD).div_ceil(Self::STAGE);
    /// The bytes of `K`, and of `V`, in a step.
    const STAGE: usize = ELEMENT * Self::TOKENS * Self::HEAD;
    /// The bytes of the barriers: one for `Q`, and a full and an empty one for `K` and `V` of each stage.
    const BARRIERS: usize = 8 * (1 + 4 * Self::STAGES);
    /// The bytes of shared memory of a block.
    const SHARED_MEMORY: usize = (Self::BEFORE + 2 * Self::STAGES) * Self::STAGE + Self::BARRIERS;

    /// The grid of a launch of `attention_masked`, for `heads` heads of `Q`, each `shared_by` of which share a head of
    /// `K`: `(heads at a time, tiles, turns)`. The heads that run at a time are those whose `K` and `V` fit the L2
    /// cache. Their tiles run from the longest to the shortest, so that long tiles of the next heads begin when only
    /// short ones are left.
    fn grid(queries: u32, keys: u32, [heads, shared_by]: [u32; 2], batches: u32) -> [u32; 3] {
        let (all, of_one) =
            (heads * batches, 2 * ELEMENT as u64 * Self::HEAD as u64 * u64::from(keys));
        let fit = (CACHED / of_one.max(1)).clamp(1, all.into()) as u32 * shared_by;
        // The largest divisor of the number of heads, up to the number that fits.
        let near = (1..=fit.min(all)).rev().find(|near| all.is_multiple_of(*near)).unwrap_or(1);
        [near, queries.div_ceil(ROWS as u32), all / near]
    }
}
/// The bytes of `K` and `V` that stay in the L2 cache: half of that of an H100.
const CACHED: u64 = 24 << 20;
impl<Head, Tokens, Stages> Parameters for Attention<Head, Tokens, Stages>
where
    Head: Unsigned + Copy,
    Tokens: Unsigned + Copy,
    Stages: Unsigned + Copy,
{
    const HEAD: usize = Head::USIZE;
    const TOKENS: usize = Tokens::USIZE;
    const STAGES: usize = Stages::USIZE;
}

impl<Head, Tokens, Stages> Attention<Head, Tokens, Stages>
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
        whole_atoms::<Atom>(Self::TOKENS, Self::HEAD);
        evenly_divides("tokens of a step", Self::TOKENS, "tokens of an instruction", 16);
        evenly_divides("elements of a row", Self::HEAD, "columns of an instruction", 16);
        assert!(
            Self::TOKENS <= 256 && Self::HEAD <= 256,
            "instruction: it has at most 256 columns: write steps of 256 tokens and rows of 256 elements, or fewer"
        );
        assert!(
            Self::STAGES >= 2,
            "stages: one is multiplied while another comes: write 2 or more"
        );
        // `S`, `P` in pairs, and `O`.
        let accumulators = Self::TOKENS / 2 + Self::TOKENS / 4 + Self::HEAD / 2;
        fits_registers(accumulators, REGISTERS[1] as usize);
        let beside = Self::BEFORE * Self::STAGE + Self::BARRIERS;
        fits_shared_memory(Self::STAGES, 2 * Self::STAGE, beside);
        Attention(PhantomData)
    }
}

/// A thread's part of 128 rows of `O`: its row and column in an instruction, its warp, and its warpgroup.
pub type Own = ((usize, RangeFull, usize, usize), (usize, RangeFull));

/// The layouts of the kernel, derived from its parameters.
pub trait Layouts: Parameters {
    /// The instruction for `S = Q Kᵀ` of a step.
    type S;
    /// The instruction for `O += P V`.
    type O;
    /// The row, of the thread's two, that each accumulator of `S` is in: `(column, row, 8 columns)`.
    type RowsOfS: Unroll + Known;
    /// The same for `O`.
    type RowsOfO: Unroll + Known;
    /// The number of 16-column blocks of `S`.
    type Depth: ArrayLength;
    /// 128 rows of `O` in pairs: `((8 of a warp, value, warp, warpgroup), (4 of a quad, value))`.
    type Rows: SliceBy<Own, Output: Unroll> + Known;
}

type RowsOf<Columns> = Layout<
    HList![Static<U2>, Static<U2>, Static<Quot<Columns, U8>>],
    HList![Static<U0>, Static<U1>, Static<U0>],
>;
type Rows<Head> = Layout<
    HList![
        HList![Static<U8>, Static<U2>, Static<U4>, Static<U2>],
        HList![Static<U4>, Static<Quot<Head, U8>>]
    ],
    HList![
        HList![
            Static<Quot<Head, U2>>,
            Static<Prod<Head, U4>>,
            Static<Prod<Head, U8>>,
            Static<Prod<Head, U32>>
        ],
        HList![Static<U1>, Static<U4>]
    ],
>;
type OfThread<Head> =
    Layout<HList![Static<U2>, Static<Quot<Head, U8>>], HList![Static<Prod<Head, U4>>, Static<U4>]>;
impl<Head, Tokens, Stages> Layouts for Attention<Head, Tokens, Stages>
where
    Stages: Unsigned + Copy,
    Head: Unsigned + Copy + Div<U2> + Div<U8> + Mul<U4> + Mul<U8> + Mul<U32>,
    Tokens: Unsigned + Copy + Div<U8> + Div<U16>,
    Quot<Tokens, U16>: ArrayLength,
    RowsOf<Tokens>: Unroll + Known,
    RowsOf<Head>: Unroll + Known,
    Rows<Head>: SliceBy<Own, Output = OfThread<Head>> + Known,
    OfThread<Head>: Unroll,
{
    type S = WgmmaM64K16Bf16Ss<Tokens>;
    type O = WgmmaM64K16Bf16Rs<Head>;
    type RowsOfS = RowsOf<Tokens>;
    type RowsOfO = RowsOf<Head>;
    type Depth = Quot<Tokens, U16>;
    type Rows = Rows<Head>;
}
