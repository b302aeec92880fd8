//! Products of f32: the parameters of the kernel, and its arguments.

use core::marker::PhantomData;

use tilework::bound::Known;
use tilework::operation::{try_zipped_divide, try_zipped_divide_ceil};
use tilework::typenum::*;
use tilework::{Error, HList, Layout, Static, try_layout};
use tilework_device::proof::{evenly_divides, fits_registers, fits_shared_memory};

use super::N;

/// The kernel of `gemm_f32` with its parameters:
///
/// - `Values`: each of 16 x 16 threads has `4 Values` rows and as many columns of a tile of `C`;
/// - `K`: the columns of `A` and `B` in a step;
/// - `Stages`: the number of steps in shared memory at a time.
#[derive(Clone, Copy, Debug)]
pub struct GemmF32<Values, K, Stages>(PhantomData<(Values, K, Stages)>);

/// The product of f32: tiles of 128 x 128, with 8 x 8 elements for each thread.
pub const GEMM_F32: GemmF32<U2, U16, U4> = GemmF32::new();

impl<Values: Unsigned, K: Unsigned, Stages: Unsigned> GemmF32<Values, K, Stages> {
    /// The threads of a block.
    pub const THREADS: u32 = 256;
    /// The number of vectors of 4 rows, and of 4 columns, of a thread.
    pub const VALUES: usize = Values::USIZE;
    /// The rows, and the columns, of a tile.
    pub const TILE: usize = 64 * Values::USIZE;
    /// The columns of a step.
    pub const K: usize = K::USIZE;
    /// The number of steps in shared memory at a time.
    pub const STAGES: usize = Stages::USIZE;
    /// The vectors of a column of the tile.
    pub const ROWS: usize = 16 * Values::USIZE;
    /// The vectors of `A`, and of `B`, in a step.
    pub const VECTORS: usize = Self::ROWS * K::USIZE;
    /// The number of vectors that a thread copies.
    pub const COPIES: usize = Self::VECTORS / Self::THREADS as usize;
    /// The bytes of shared memory of a block.
    pub const SHARED_MEMORY: usize = Stages::USIZE * 2 * 16 * Self::VECTORS;

    /// The kernel, if its parameters are compatible.
    ///
    /// # Panics
    /// If they are not compatible; in a constant this is a compile error.
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        assert!(
            256_usize.is_multiple_of(Self::ROWS),
            "threads: 256 copy whole columns of `16 Values` vectors: write a power of 2 for `Values`, up to 16"
        );
        let columns = 256 / Self::ROWS;
        evenly_divides(
            "columns of a step",
            K::USIZE,
            "columns that threads copy at a time",
            columns,
        );
        assert!(
            Stages::USIZE >= 2,
            "stages: one is multiplied while another comes: write 2 or more"
        );
        // One block runs on a multiprocessor, and the operands of two columns are in registers too.
        let operands = 2 * 2 * 4 * Values::USIZE;
        fits_registers(16 * Values::USIZE * Values::USIZE + operands, 255);
        fits_shared_memory(Stages::USIZE, 2 * 16 * Self::VECTORS, 0);
        GemmF32(PhantomData)
    }
}

/// The vectors of a column of the tile.
pub type Rows<Values> = Prod<U16, Values>;
/// `A` or `B` in vectors of 4 rows, divided by tiles and steps: `((row, column), (tile, step))`.
pub type In<Values, K> = Layout<
    HList![HList![Static<Rows<Values>>, Static<K>], HList![N, N]],
    HList![HList![Static<U1>, N], HList![Static<Rows<Values>>, N]],
>;
type InTiler<Values, K> =
    HList![Layout<Static<Rows<Values>>, Static<U1>>, Layout<Static<K>, Static<U1>>];
/// `C` in vectors of 4 rows, divided by tiles: `((row, column), (tile, tile))`.
pub type Out<Values> = In<Values, Prod<U64, Values>>;
type OutTiler<Values> = InTiler<Values, Prod<U64, Values>>;

/// [`In`] of [`GEMM_F32`].
pub type GemmF32In = In<U2, U16>;
/// [`Out`] of [`GEMM_F32`].
pub type GemmF32Out = Out<U2>;

/// [`GemmF32In`] for `m` x `k` vectors of 4, with columns `lda` apart.
///
/// # Errors
/// If the tiles do not divide the matrix, or offsets do not fit 32 bits.
pub fn gemm_f32_in(m: u32, k: u32, lda: u32) -> Result<GemmF32In, Error> {
    try_zipped_divide(try_layout!((m,k):(1,lda))?, InTiler::<U2, U16>::VALUE)
}

/// [`GemmF32Out`] for `m` x `n` vectors of 4, with columns `ldc` apart.
///
/// # Errors
/// As for [`gemm_f32_in`].
pub fn gemm_f32_out(m: u32, n: u32, ldc: u32) -> Result<GemmF32Out, Error> {
    try_zipped_divide(try_layout!((m,n):(1,ldc))?, OutTiler::<U2>::VALUE)
}

/// [`gemm_f32_in`] with tiles that may reach past the ends. All vectors exist; the elements of a column's last vector
/// that are past its end may have any value.
///
/// # Errors
/// If offsets do not fit 32 bits.
pub fn gemm_f32_ragged_in(m: u32, k: u32, lda: u32) -> Result<GemmF32In, Error> {
    try_zipped_divide_ceil(try_layout!((m,k):(1,lda))?, InTiler::<U2, U16>::VALUE)
}

/// [`gemm_f32_out`] with tiles that may reach past the ends.
///
/// # Errors
/// As for [`gemm_f32_ragged_in`].
pub fn gemm_f32_ragged_out(m: u32, n: u32, ldc: u32) -> Result<GemmF32Out, Error> {
    try_zipped_divide_ceil(try_layout!((m,n):(1,ldc))?, OutTiler::<U2>::VALUE)
}
