//! Transposes of any extents: the parameters of the kernel, and its arguments.

use core::marker::PhantomData;
use core::ops::Div;

use tilework::bound::Known;
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivideCeil};
use tilework::proof::{evenly_divides, fits_registers, fits_shared_memory};
use tilework::typenum::*;
use tilework::{Basis, Error, HList, Layout, Static, Swizzle, try_layout};

use super::{Argument, Leaves, N as Dynamic};

/// The kernel of `transpose_ragged` with its parameters:
///
/// - `Tile`: the rows and columns of `from` that a block transposes, `(M, N)`;
/// - `Threads`: the threads of a block.
///
/// Each warp reads 32 rows of a column of `from`, and writes 32 rows of a column of `to`, at a time.
#[derive(Clone, Copy, Debug)]
pub struct RaggedTranspose<Tile, Threads>(PhantomData<(Tile, Threads)>);

/// The transpose of any matrices of f32: tiles of 128 x 128 by 256 threads, 64 elements and 4 before them each.
pub const RAGGED_TRANSPOSE: RaggedTranspose<(U128, U128), U256> = RaggedTranspose::new();

/// Elements of 4 bytes of a sector, which is what memory is written in: stores begin at multiples of it.
pub const SECTOR: u32 = 8;

impl<M: Unsigned, N: Unsigned, Threads: Unsigned> RaggedTranspose<(M, N), Threads> {
    /// Rows of `from` of a block.
    pub const M: u32 = M::U32;
    /// Columns of `from` of a block.
    pub const N: u32 = N::U32;
    /// Threads of a block.
    pub const THREADS: u32 = Threads::U32;
    /// Warps of a block.
    pub const WARPS: u32 = Threads::U32 / 32;
    /// How many elements of the tile a thread has.
    pub const VALUES: usize = M::USIZE * N::USIZE / Threads::USIZE;
    /// How many elements of the [`SECTOR`] columns before the tile a thread reads.
    pub const BEFORE: usize = M::USIZE * SECTOR as usize / Threads::USIZE;
    /// Bytes of shared memory of a block: of the tile and of the columns before it.
    pub const SHARED_MEMORY: usize = 4 * M::USIZE * (SECTOR as usize + N::USIZE);

    /// The kernel, if its parameters go together.
    ///
    /// # Panics
    /// Where they do not, which in a constant is while compiling.
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        let warps = Self::WARPS as usize;
        evenly_divides("threads", Threads::USIZE, "threads that read a sector of 8 columns", 256);
        evenly_divides("columns of the tile", N::USIZE, "threads of a warp", 32);
        evenly_divides("rows of the tile", M::USIZE, "columns that warps write", warps);
        evenly_divides("columns of the tile", N::USIZE, "columns that warps read", warps);
        assert!(
            matches!(M::USIZE, 64 | 128 | 256),
            "swizzle: rows are exchanged by powers of 2: write a tile of 64, 128 or 256 rows"
        );
        assert!(
            N::USIZE >= 64 && M::USIZE > warps && N::USIZE > warps,
            "values: a thread has two or more each way: write a tile of 64 columns or more, or fewer threads"
        );
        fits_registers(Self::VALUES + Self::BEFORE, 128);
        fits_shared_memory(1, Self::SHARED_MEMORY, 0);
        RaggedTranspose(PhantomData)
    }

    /// What is passed of `from`, [`ByWarps`] of `m` x `n` elements, columns `lda` apart.
    ///
    /// # Errors
    /// Where offsets do not fit 32 bits.
    pub fn a(self, m: u32, n: u32, lda: u32) -> Result<Leaves<5>, Error>
    where
        M: Div<U32>,
        N: Div<Warps<Threads>>,
        Threads: Div<U32>,
        Tiler<M, N, Threads>: IsTiler + Known,
        Matrix:
            IntegerLayout<Apply<ZippedDivideCeil<Tiler<M, N, Threads>>> = ByWarps<M, N, Threads>>,
        ByWarps<M, N, Threads>: Argument<5>,
    {
        let matrix: Matrix = try_layout!((m,n):(1,lda))?;
        let divided = matrix.try_apply(ZippedDivideCeil::new(Tiler::<M, N, Threads>::VALUE))?;
        Ok(divided.leaves())
    }

    /// What is passed of `to`, [`ByWarps`] of `n` x `m` elements, columns `ldb` apart.
    ///
    /// # Errors
    /// As of [`RaggedTranspose::a`].
    pub fn b(self, n: u32, m: u32, ldb: u32) -> Result<Leaves<5>, Error>
    where
        N: Div<U32>,
        M: Div<Warps<Threads>>,
        Threads: Div<U32>,
        Tiler<N, M, Threads>: IsTiler + Known,
        Matrix:
            IntegerLayout<Apply<ZippedDivideCeil<Tiler<N, M, Threads>>> = ByWarps<N, M, Threads>>,
        ByWarps<N, M, Threads>: Argument<5>,
    {
        RaggedTranspose::<(N, M), Threads>(PhantomData).a(n, m, ldb)
    }

    /// Threads of a block.
    pub const fn threads(self) -> u32 {
        Self::THREADS
    }

    /// Bytes of shared memory of a block.
    pub const fn shared_memory(self) -> usize {
        Self::SHARED_MEMORY
    }

    /// Blocks along the columns and along the rows of an `m` x `n` matrix.
    pub const fn grid(self, m: u32, n: u32) -> [u32; 3] {
        [(n + SECTOR - 1).div_ceil(N::U32), m.div_ceil(M::U32), 1]
    }
}

/// Warps of a block.
pub type Warps<Threads> = Quot<Threads, U32>;
type OfWarps<M, V, W, X> =
    Layout!((((32,V),(W,X)),(Dynamic,Dynamic)):(((1,32),(Dynamic,Dynamic)),(M,Dynamic)));
/// A matrix by columns, divided by tiles of `M` x `N` that may reach past its ends:
/// `(((thread of a warp, value), (warp, value)), (tile, tile))`. What is read is one, and what is written one of `N` x `M`.
pub type ByWarps<M, N, Threads> = OfWarps<
    Static<M>,
    Static<Quot<M, U32>>,
    Static<Warps<Threads>>,
    Static<Quot<N, Warps<Threads>>>,
>;
type OfWarpsTiler<V, W, X> = HList![Layout!((32,V):(1,32)), Layout!((W,X):(1,W))];
type Tiler<M, N, Threads> =
    OfWarpsTiler<Static<Quot<M, U32>>, Static<Warps<Threads>>, Static<Quot<N, Warps<Threads>>>>;
type Matrix = Layout!((Dynamic,Dynamic):(1,Dynamic));

type Places<A, V, M, W, X, P> = Layout!(((A,V),(W,X)):((M,P),(1,W)));
type Turned<V, M, W, X, P> = Layout!(((32,V),(W,X)):((1,32),(M,P)));
type Points<A, V, W, X, P> = Layout<
    HList![HList![Static<A>, Static<V>], HList![Static<W>, Static<X>]],
    HList![HList![E<U1, U0>, E<U32, U0>], HList![E<U1, U1>, E<P, U1>]],
>;
type E<Multiple, Place> = Basis<Static<Multiple>, HList![Place]>;
/// The [`SECTOR`] columns before a tile and the tile in shared memory, as they are stored there: `((thread of a warp,
/// value), (column, value))`, where the column is one of the former, or [`SECTOR`] and the warp.
pub type Stored<M, N, Threads> = Turned<
    Static<Quot<M, U32>>,
    Static<M>,
    Static<Sum<Warps<Threads>, U8>>,
    Static<Quot<N, Warps<Threads>>>,
    Static<Prod<Warps<Threads>, M>>,
>;
/// As they are loaded from there: `((column, value), (warp, value))`, where the column is [`SECTOR`] and the thread of a warp, or
/// up to [`SECTOR`] less.
pub type Loaded<M, N, Threads> = Places<
    Static<U40>,
    Static<Quot<N, U32>>,
    Static<M>,
    Static<Warps<Threads>>,
    Static<Quot<M, Warps<Threads>>>,
    Static<Prod<U32, M>>,
>;
/// Rows and columns of what is [`Stored`].
pub type StoredAt<M, N, Threads> =
    Points<U32, Quot<M, U32>, Sum<Warps<Threads>, U8>, Quot<N, Warps<Threads>>, Warps<Threads>>;
/// Columns and rows of what is [`Loaded`].
pub type LoadedAt<M, N, Threads> =
    Points<U40, Quot<N, U32>, Warps<Threads>, Quot<M, Warps<Threads>>, Warps<Threads>>;
/// Elements are stored by columns and loaded by rows: the place in a column is swizzled by that of the column.
pub type Apart<M> = Swizzle<U5, U0, PInt<Log2<M>>>;
