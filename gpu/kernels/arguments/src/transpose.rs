//! Transposes: the parameters of the kernels, and their arguments.

use core::marker::PhantomData;
use core::ops::Div;

use tilework::bound::Known;
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivideCeil};
use tilework::typenum::*;
use tilework::{Basis, Error, HList, Layout, Static, Swizzle, try_layout};
use tilework_device::proof::{evenly_divides, fits_registers, fits_shared_memory};

use super::N as Dynamic;
use super::copy::{AtATime, ByColumns, CopyTile};

/// The kernel of `transpose` with its parameters:
///
/// - `Tile`: the rows and columns of `from` that a block transposes, `(M, N)`, in elements of f32;
/// - `Threads`: the threads of a block.
///
/// It reads like a copy with tiles of `(M/4, N)` units of 16 bytes, [`ByColumns`], and writes like one of `(N/4, M)`.
#[derive(Clone, Copy, Debug)]
pub struct Transpose<Tile, Threads>(PhantomData<(Tile, Threads)>);

/// The transpose of matrices of f32 whose extents are multiples of 64: tiles of 64 x 64.
pub const TRANSPOSE: Transpose<(U64, U64), U256> = Transpose::new();

impl<M: Unsigned, N: Unsigned, Threads: Unsigned> Transpose<(M, N), Threads> {
    /// The rows of vectors of a block in `from`, and in `to`.
    pub const ROWS: [u32; 2] = [M::U32 / 4, N::U32 / 4];
    /// The threads of a block.
    pub const THREADS: u32 = Threads::U32;
    /// The number of vectors that a thread writes.
    pub const VALUES: usize = M::USIZE / (Threads::USIZE / (N::USIZE / 4));
    /// The bytes of shared memory of a block.
    pub const SHARED_MEMORY: usize = 4 * M::USIZE * N::USIZE;

    /// The kernel, if its parameters are compatible.
    ///
    /// # Panics
    /// If they are not compatible; in a constant this is a compile error.
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        let (m, n, threads) = (M::USIZE, N::USIZE, Threads::USIZE);
        assert!(
            matches!(m, 32 | 64 | 128 | 256),
            "swizzle: rows are exchanged by powers of 2: write a tile of 32, 64, 128 or 256 rows"
        );
        evenly_divides("columns of the tile", n, "columns that a warp loads", 32);
        let read = evenly_divides("threads", threads, "vectors of a column that is read", m / 4);
        let written =
            evenly_divides("threads", threads, "vectors of a column that is written", n / 4);
        evenly_divides("columns that are written at a time", written, "those of a warp", 4);
        let values = evenly_divides("columns that are read", n, "columns read at a time", read);
        let rows = evenly_divides("columns that are written", m, "written at a time", written);
        assert!(
            read > 1 && values > 1 && rows > 1,
            "values: a thread has two vectors or more each way: write fewer threads"
        );
        fits_registers(4 * values, 128);
        fits_shared_memory(1, Self::SHARED_MEMORY, 0);
        Transpose(PhantomData)
    }

    /// The tiles that are read; [`CopyTile::by_columns`] makes the argument.
    pub const fn read(self) -> CopyTile<(Quot<M, U4>, N), Threads>
    where
        M: Div<U4>,
    {
        CopyTile(PhantomData)
    }

    /// The tiles that are written; [`CopyTile::by_columns`] makes the argument.
    pub const fn written(self) -> CopyTile<(Quot<N, U4>, M), Threads>
    where
        N: Div<U4>,
    {
        CopyTile(PhantomData)
    }

    /// The threads of a block.
    pub const fn threads(self) -> u32 {
        Self::THREADS
    }

    /// The bytes of shared memory of a block.
    pub const fn shared_memory(self) -> usize {
        Self::SHARED_MEMORY
    }

    /// The blocks along the columns and along the rows of an `m` x `n` matrix.
    pub const fn grid(self, m: u32, n: u32) -> [u32; 3] {
        [n / N::U32, m / M::U32, 1]
    }
}

/// The layout that `transpose` reads, like a copy of these tiles.
pub type Read<M, N, Threads> = ByColumns<Quot<M, U4>, N, Threads>;
/// The layout that it writes.
pub type Written<M, N, Threads> = ByColumns<Quot<N, U4>, M, Threads>;
type Columns4<R, C, V, M, P> = Layout!((R,(C,V)):(1,(M,P)));
type Rows4<R, V, M, X, P> = Layout!(((R,V),(4,X)):((1,R),(M,P)));
type Quads<X, R, N4, N> = Layout!((8,4,X,R):(1,N4,8,N));
/// A tile in shared memory in the order in which it is read from memory: `(row, (column, value))`. Rows count elements.
pub type TileRead<M, N, Threads> = Columns4<
    Static<M>,
    Static<AtATime<Quot<M, U4>, Threads>>,
    Static<Quot<N, AtATime<Quot<M, U4>, Threads>>>,
    Static<M>,
    Static<Prod<M, AtATime<Quot<M, U4>, Threads>>>,
>;
/// A tile in shared memory in the order in which it is written to memory: `((row, value), (column of 4, column))`.
pub type TileWritten<M, N, Threads> = Rows4<
    Static<AtATime<Quot<N, U4>, Threads>>,
    Static<Quot<M, AtATime<Quot<N, U4>, Threads>>>,
    Static<M>,
    Static<Quot<N, U4>>,
    Static<Prod<M, U4>>,
>;
type Quad<M> = Layout!(4:M);
/// One element of each of 4 columns.
pub type OfColumns<M> = Quad<Static<M>>;
/// The vector of a tile that a thread writes. A warp has 8 x 4 of them, so that 8 groups of 4 columns meet 4 rows.
pub type OfThread<N, Threads> = Quads<
    Static<Quot<N, U32>>,
    Static<Quot<AtATime<Quot<N, U4>, Threads>, U4>>,
    Static<Quot<N, U4>>,
    Static<N>,
>;
type WrittenOnceOf<X, R, N4, N, V, Threads> = Layout!(((8,4,X,R),V):((1,N4,8,N),Threads));
/// The thread-value layout of the vectors that are written: `(thread, value)`.
pub type WrittenOnce<M, N, Threads> = WrittenOnceOf<
    Static<Quot<N, U32>>,
    Static<Quot<AtATime<Quot<N, U4>, Threads>, U4>>,
    Static<Quot<N, U4>>,
    Static<N>,
    Static<Quot<M, AtATime<Quot<N, U4>, Threads>>>,
    Static<Threads>,
>;
type Vectors4<P> = Layout!((8,4):(P,1));
/// What a warp loads of a tile at a time.
pub type OfWarp<M> = Vectors4<Static<Prod<M, U4>>>;
/// Vectors of 4 rows are stored, and elements of every fourth column are loaded. The place of 4 rows in a column is
/// swizzled by that of 4 columns.
pub type VectorsApart<M> = Swizzle<Log2<Quot<M, U4>>, U2, PInt<Log2<M>>>;
/// The same swizzle for vectors.
pub type OfVectors<M> = Swizzle<Log2<Quot<M, U4>>, U0, PInt<Log2<M>>>;

/// The kernel of `transpose_ragged` with its parameters:
///
/// - `Tile`: the rows and columns of `from` that a block transposes, `(M, N)`;
/// - `Threads`: the threads of a block.
///
/// Each warp reads 32 rows of a column of `from` at a time, and writes 32 rows of a column of `to`.
#[derive(Clone, Copy, Debug)]
pub struct RaggedTranspose<Tile, Threads>(PhantomData<(Tile, Threads)>);

/// The transpose of any matrices of f32: tiles of 128 x 128 by 256 threads, each with 64 elements and 4 before them.
pub const RAGGED_TRANSPOSE: RaggedTranspose<(U128, U128), U256> = RaggedTranspose::new();

/// The elements of 4 bytes in a sector, the unit in which memory is written. Stores begin at multiples of it.
pub const SECTOR: u32 = 8;

impl<M: Unsigned, N: Unsigned, Threads: Unsigned> RaggedTranspose<(M, N), Threads> {
    /// The rows of `from` of a block.
    pub const M: u32 = M::U32;
    /// The columns of `from` of a block.
    pub const N: u32 = N::U32;
    /// The threads of a block.
    pub const THREADS: u32 = Threads::U32;
    /// The warps of a block.
    pub const WARPS: u32 = Threads::U32 / 32;
    /// The elements of the tile.
    pub const TILE: usize = M::USIZE * N::USIZE;
    /// The number of elements of the tile that a thread has.
    pub const VALUES: usize = M::USIZE * N::USIZE / Threads::USIZE;
    /// The number of elements of the [`SECTOR`] columns before the tile that a thread reads.
    pub const BEFORE: usize = M::USIZE * SECTOR as usize / Threads::USIZE;
    /// The bytes of shared memory of a block, for the tile and the columns before it.
    pub const SHARED_MEMORY: usize = 4 * M::USIZE * (SECTOR as usize + N::USIZE);

    /// The kernel, if its parameters are compatible.
    ///
    /// # Panics
    /// If they are not compatible; in a constant this is a compile error.
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

    /// `from`, [`ByWarps`] of `m` x `n` elements, with columns `lda` apart.
    ///
    /// # Errors
    /// If offsets do not fit 32 bits.
    pub fn a(self, m: u32, n: u32, lda: u32) -> Result<ByWarps<M, N, Threads>, Error>
    where
        M: Div<U32>,
        N: Div<Warps<Threads>>,
        Threads: Div<U32>,
        Tiler<M, N, Threads>: IsTiler + Known,
        Matrix:
            IntegerLayout<Apply<ZippedDivideCeil<Tiler<M, N, Threads>>> = ByWarps<M, N, Threads>>,
    {
        let matrix: Matrix = try_layout!((m,n):(1,lda))?;
        matrix.try_apply(ZippedDivideCeil::new(Tiler::<M, N, Threads>::VALUE))
    }

    /// `to`, [`ByWarps`] of `n` x `m` elements, with columns `ldb` apart.
    ///
    /// # Errors
    /// As for [`RaggedTranspose::a`].
    pub fn b(self, n: u32, m: u32, ldb: u32) -> Result<ByWarps<N, M, Threads>, Error>
    where
        N: Div<U32>,
        M: Div<Warps<Threads>>,
        Threads: Div<U32>,
        Tiler<N, M, Threads>: IsTiler + Known,
        Matrix:
            IntegerLayout<Apply<ZippedDivideCeil<Tiler<N, M, Threads>>> = ByWarps<N, M, Threads>>,
    {
        RaggedTranspose::<(N, M), Threads>(PhantomData).a(n, m, ldb)
    }

    /// The threads of a block.
    pub const fn threads(self) -> u32 {
        Self::THREADS
    }

    /// The bytes of shared memory of a block.
    pub const fn shared_memory(self) -> usize {
        Self::SHARED_MEMORY
    }

    /// The blocks along the columns and along the rows of an `m` x `n` matrix.
    pub const fn grid(self, m: u32, n: u32) -> [u32; 3] {
        [(n + SECTOR - 1).div_ceil(N::U32), m.div_ceil(M::U32), 1]
    }
}

/// The warps of a block.
pub type Warps<Threads> = Quot<Threads, U32>;
type OfWarps<M, V, W, X> =
    Layout!((((32,V),(W,X)),(Dynamic,Dynamic)):(((1,32),(Dynamic,Dynamic)),(M,Dynamic)));
/// A column-major matrix divided by tiles of `M` x `N` that may reach past its ends: `(((thread of a warp, value),
/// (warp, value)), (tile, tile))`. The matrix that is written is divided by tiles of `N` x `M`.
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
/// The [`SECTOR`] columns before a tile, and the tile, in shared memory as they are stored there: `((thread of a warp,
/// value), (column, value))`. The column is one of the former, or [`SECTOR`] plus the warp.
pub type Stored<M, N, Threads> = Turned<
    Static<Quot<M, U32>>,
    Static<M>,
    Static<Sum<Warps<Threads>, U8>>,
    Static<Quot<N, Warps<Threads>>>,
    Static<Prod<Warps<Threads>, M>>,
>;
/// The same as they are loaded from there: `((column, value), (warp, value))`. The column is [`SECTOR`] plus the thread
/// of a warp, or up to [`SECTOR`] less.
pub type Loaded<M, N, Threads> = Places<
    Static<U40>,
    Static<Quot<N, U32>>,
    Static<M>,
    Static<Warps<Threads>>,
    Static<Quot<M, Warps<Threads>>>,
    Static<Prod<U32, M>>,
>;
/// The rows and columns of the elements in [`Stored`].
pub type StoredAt<M, N, Threads> =
    Points<U32, Quot<M, U32>, Sum<Warps<Threads>, U8>, Quot<N, Warps<Threads>>, Warps<Threads>>;
/// The columns and rows of the elements in [`Loaded`].
pub type LoadedAt<M, N, Threads> =
    Points<U40, Quot<N, U32>, Warps<Threads>, Quot<M, Warps<Threads>>, Warps<Threads>>;
type OnceOf<R, C, W, V, X, P, Y> = Layout!(((32,W),(V,X)):((R,C),(P,Y)));
/// The thread-value layout of the stores of a tile: `(thread, value)`.
pub type StoredOnce<M, N, Threads> = OnceOf<
    Static<U1>,
    Static<M>,
    Static<Warps<Threads>>,
    Static<Quot<M, U32>>,
    Static<Quot<N, Warps<Threads>>>,
    Static<U32>,
    Static<Prod<Warps<Threads>, M>>,
>;
/// The thread-value layout of the loads of a tile: `(thread, value)`.
pub type LoadedOnce<M, N, Threads> = OnceOf<
    Static<M>,
    Static<U1>,
    Static<Warps<Threads>>,
    Static<Quot<N, U32>>,
    Static<Quot<M, Warps<Threads>>>,
    Static<Prod<U32, M>>,
    Static<Warps<Threads>>,
>;
type Row32<M> = Layout!(32:M);
/// What a warp loads of a tile at a time.
pub type OfRow<M> = Row32<Static<M>>;
/// Elements are stored along columns and loaded along rows. The place in a column is swizzled by the number of the column.
pub type Apart<M> = Swizzle<U5, U0, PInt<Log2<M>>>;
