//! Copies of whole tiles in units of 16 bytes: the parameters of the kernels, and their arguments.

use core::marker::PhantomData;
use core::ops::{Div, Mul};

use tilework::bound::Known;
use tilework::generic::{IntegerLayout, Tiler as IsTiler, ZippedDivide};
use tilework::typenum::*;
use tilework::{Error, HList, Layout, Static, try_layout};
use tilework_device::proof::{evenly_divides, fits_registers};

use super::{Argument, N as Dynamic};

/// The kernels of `copy` with their parameters:
///
/// - `Tile`: the rows, in units of 16 bytes, and the columns that a block copies, `(Rows, Columns)`;
/// - `Threads`: the threads of a block, which copy several whole columns at a time.
#[derive(Clone, Copy, Debug)]
pub struct CopyTile<Tile, Threads>(pub(super) PhantomData<(Tile, Threads)>);

/// The copies: tiles of 16 x 64 units, which are 64 x 64 elements of f32, by 256 threads.
pub const COPY: CopyTile<(U16, U64), U256> = CopyTile::new();

impl<Rows: Unsigned, Columns: Unsigned, Threads: Unsigned> CopyTile<(Rows, Columns), Threads> {
    /// The rows of a tile, in units of 16 bytes.
    pub const ROWS: u32 = Rows::U32;
    /// The vectors of a tile.
    pub const TILE: usize = Rows::USIZE * Columns::USIZE;
    /// The threads of a block.
    pub const THREADS: u32 = Threads::U32;

    /// The kernel, if its parameters are compatible.
    ///
    /// # Panics
    /// If they are not compatible; in a constant this is a compile error.
    #[track_caller]
    #[allow(clippy::new_without_default, reason = "it is made in constants")]
    pub const fn new() -> Self {
        let (rows, columns, threads) = (Rows::USIZE, Columns::USIZE, Threads::USIZE);
        evenly_divides("rows of the tile", rows, "units of 16 bytes of a sector", 2);
        let at_a_time = evenly_divides("threads", threads, "rows of the tile", rows);
        let each = evenly_divides("columns", columns, "columns copied at a time", at_a_time);
        assert!(
            at_a_time > 1 && each > 1,
            "values: threads copy two columns or more at a time, and a thread of two or more: write a tile of fewer rows or of more columns"
        );
        fits_registers(4 * each, 128);
        CopyTile(PhantomData)
    }

    /// A column-major matrix divided by tiles, [`ByColumns`]: `m` units of 16 bytes by `n` columns, which are `ld`
    /// units apart.
    ///
    /// # Errors
    /// If the tiles do not divide the matrix, or offsets do not fit 32 bits.
    pub fn by_columns(
        self,
        m: u32,
        n: u32,
        ld: u32,
    ) -> Result<ByColumns<Rows, Columns, Threads>, Error>
    where
        Columns: Div<AtATime<Rows, Threads>>,
        Threads: Div<Rows>,
        Tiler<Rows, Columns, Threads>: IsTiler + Known,
        Matrix: IntegerLayout<
            Apply<ZippedDivide<Tiler<Rows, Columns, Threads>>> = ByColumns<Rows, Columns, Threads>,
        >,
        ByColumns<Rows, Columns, Threads>: Argument<5>,
    {
        let matrix: Matrix = try_layout!((m,n):(1,ld))?;
        matrix.try_apply(ZippedDivide::new(Tiler::<Rows, Columns, Threads>::VALUE))
    }

    /// A matrix whose tiles follow one another, [`InTiles`]: `m` units of 16 bytes by `n` columns.
    ///
    /// # Errors
    /// As for [`CopyTile::by_columns`].
    pub fn in_tiles(self, m: u32, n: u32) -> Result<InTiles<Rows, Columns, Threads>, Error>
    where
        Rows: Mul<Columns>,
        Columns: Div<AtATime<Rows, Threads>>,
        Threads: Div<Rows>,
        Tiler<Rows, Columns, Threads>: IsTiler + Known,
        Matrix: IntegerLayout<
            Apply<ZippedDivide<Tiler<Rows, Columns, Threads>>> = ByColumns<Rows, Columns, Threads>,
        >,
        ByColumns<Rows, Columns, Threads>: Argument<5>,
        InTiles<Rows, Columns, Threads>: Argument<3>,
    {
        // It has the tiles and the offsets of a column-major matrix, which are checked there.
        let [x, y, ..] = self.by_columns(m, n, m)?.leaves();
        // If there is one column of tiles, the stride to the next column is unused; it may not fit.
        let next = (Rows::U32 * Columns::U32).wrapping_mul(x);
        // SAFETY: tiles and offsets fit 32 bits, as in the column-major matrix.
        Ok(unsafe { InTiles::<Rows, Columns, Threads>::of_leaves([x, y, next]) })
    }

    /// The threads of a block.
    pub const fn threads(self) -> u32 {
        Self::THREADS
    }

    /// The blocks along the rows and columns of `m` units of 16 bytes by `n` columns.
    pub const fn grid(self, m: u32, n: u32) -> [u32; 3] {
        [m / Rows::U32, n / Columns::U32, 1]
    }
}

/// The columns that are copied at a time.
pub type AtATime<Rows, Threads> = Quot<Threads, Rows>;
type Each<Rows, Columns, Threads> = Quot<Columns, AtATime<Rows, Threads>>;
type Matrix = Layout!((Dynamic,Dynamic):(1,Dynamic));
type TilerOf<R, C, V> = HList![Layout!(R:1), Layout!((C,V):(1,C))];
type Tiler<Rows, Columns, Threads> =
    TilerOf<Static<Rows>, Static<AtATime<Rows, Threads>>, Static<Each<Rows, Columns, Threads>>>;
type ByColumnsOf<R, C, V> =
    Layout!(((R,(C,V)),(Dynamic,Dynamic)):((1,(Dynamic,Dynamic)),(R,Dynamic)));
type InTilesOf<R, C, V, Threads, Tile> =
    Layout!(((R,(C,V)),(Dynamic,Dynamic)):((1,(R,Threads)),(Tile,Dynamic)));
type OneTileOf<R, C, V, Threads> = Layout!(((R,C),V):((1,R),Threads));
/// The thread-value layout of one tile: `(thread, value)`.
pub type OneTile<Rows, Columns, Threads> = OneTileOf<
    Static<Rows>,
    Static<AtATime<Rows, Threads>>,
    Static<Each<Rows, Columns, Threads>>,
    Static<Threads>,
>;
/// A column-major matrix divided by tiles: `((thread, (thread, value)), (tile, tile))`.
pub type ByColumns<Rows, Columns, Threads> =
    ByColumnsOf<Static<Rows>, Static<AtATime<Rows, Threads>>, Static<Each<Rows, Columns, Threads>>>;
/// [`ByColumns`] for a matrix whose tiles follow one another in memory.
pub type InTiles<Rows, Columns, Threads> = InTilesOf<
    Static<Rows>,
    Static<AtATime<Rows, Threads>>,
    Static<Each<Rows, Columns, Threads>>,
    Static<Threads>,
    Static<Prod<Rows, Columns>>,
>;
