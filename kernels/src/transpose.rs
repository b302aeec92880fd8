//! The transpose, through a tile of 64 x 64 elements in shared memory.
//!
//! A tile is read by columns of the one matrix and written by columns of the other. In between a swizzle takes
//! care that neither the stores to shared memory nor the loads from there meet in a bank.

use tilework::proof::{Access, covers_once};
use tilework::typenum::{P6, U0, U2, U4, U32, U128, U256};
use tilework::{Composed, Static, Swizzle, Tensor, layout};

use crate::argument::{Columns, Leaves};
use crate::device::{F32x4, Global, Shared, barrier, block, kernel, thread};

/// Vectors of 4 rows are stored, and elements of every fourth column loaded: the place of 4 rows in a column is
/// swizzled by that of 4 columns.
type Apart = Swizzle<U4, U2, P6>;

const _: () = {
    // Vectors of a column are stored: 16 threads have one column. 8 threads of a quarter of a warp are served together.
    Access::new(layout!(32:1), 16).through(Swizzle::<U4, U0, P6>::new()).without_bank_conflicts();
    // 8 groups of 4 columns, and 4 rows, are loaded.
    Access::new(layout!((8,4):(256,1)), 4).through(Apart::new()).without_bank_conflicts();
    // Threads and values have the tile once: in vectors as they are loaded, and turned, as they are stored.
    covers_once(layout!(((16,16),4):((1,16),256)), 16 * 64);
    covers_once(layout!(((8,4,2,4),4):((1,16,8,64),256)), 16 * 64);
};

/// `to(j, i) = from(i, j)`, of matrices whose extents and leading dimensions are multiples of the tile, in
/// units of 16 bytes.
#[kernel]
pub unsafe fn transpose(from: *const F32x4, a: Leaves<5>, to: *mut F32x4, b: Leaves<5>) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (from, to) = (Global::new(from), Global::new(to));
        let (a, b) = (Columns::from_dynamic_leaves(a.0), Columns::from_dynamic_leaves(b.0));
        // Blocks that run at the same time write columns as a whole.
        let (t, [y, x, _]) = (thread::<256>(), block());
        let (x, y) = (x as usize, y as usize);

        // (row, column) of the tile: in vectors of 4 rows for the stores, with 4 columns for the loads.
        let tile = Composed::of(Apart::new(), layout!((64,(16,4)):(1,(64,1024))));
        let vectors = tile.recast(Static::<U32>::new(), Static::<U128>::new());
        let vectors = Tensor::through_raw_parts(Shared::<F32x4>::new(0), vectors);
        let tile = Composed::of(Apart::new(), layout!(((16,4),(4,16)):((1,16),(64,256))));
        let tile = Tensor::through_raw_parts(Shared::<f32>::new(0), tile);

        let [row, column] = [t % 16, t / 16].map(|x| x as usize);
        let loaded =
            Tensor::from_raw_parts(from, a).slice_unchecked(((row, (column, ..)), (x, y))).load();
        vectors.slice_unchecked((row, (column, ..))).write_each(|i| loaded[i]);
        barrier();

        // 8 x 4 of a warp, so that 8 groups of 4 columns meet 4 rows.
        let at = layout!((8,4,2,4):(1,16,8,64)).offset(t) as u32;
        let [column, row] = [at % 16, at / 16].map(|x| x as usize);
        let own = tile.slice_unchecked(((row, ..), (.., column))).load();
        let own_to = Tensor::from_raw_parts(to, b).slice_unchecked(((column, (row, ..)), (y, x)));
        own_to.write_each(|i| F32x4::of([0, 1, 2, 3].map(|j| own[i + 4 * j])));
    }
}

/// Kernels that transpose any matrices of f32, by tiles of so many rows and columns, each of so many threads:
/// [`RaggedTranspose`](crate::argument::transpose::RaggedTranspose).
///
/// Columns of `from` and of `to` begin at no multiple of anything. What two blocks write a part of costs most, sectors
/// of 32 bytes: so a warp writes whole sectors, and a tile is sheared. It begins in each row of `from` up to 7 columns earlier,
/// where a sector of `to` begins.
#[macro_export]
macro_rules! ragged_transposes {
    ($($(#[$doc:meta])* $name:ident<($m:ident, $n:ident), $threads:ident>;)*) => {$(
        $(#[$doc])*
        #[$crate::device::kernel]
        pub unsafe fn $name(
            from: *const f32,
            a: $crate::argument::Leaves<5>,
            to: *mut f32,
            b: $crate::argument::Leaves<5>,
            extents: $crate::argument::Leaves<2>,
        ) {
            use $crate::argument::transpose::*;
            use $crate::device::*;
            use tilework::bound::{Known, Pointer, PointerMut};
            use tilework::{Composed, Tensor};
            type Kernel = RaggedTranspose<($m, $n), $threads>;
            const { Kernel::new() };
            const WARPS: u32 = Kernel::WARPS;
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                let a = ByWarps::<$m, $n, $threads>::from_dynamic_leaves(a.0);
                let b = ByWarps::<$n, $m, $threads>::from_dynamic_leaves(b.0);
                // Blocks that run at the same time write columns as a whole.
                let (t, [y, x, _]) = (thread::<{ Kernel::THREADS }>(), block());
                let [lane, warp] = [t % 32, t / 32];
                // How many rows there are from this tile on, and columns from a sector before it on.
                let m = extents.0[0] - Kernel::M * x;
                let n = extents.0[1] + SECTOR - Kernel::N * y;

                // Who has what is the same of the data and of its coordinates.
                let own = ((lane, ..), (SECTOR + warp, ..));
                let coordinates =
                    Tensor::coordinates(StoredAt::<$m, $n, $threads>::VALUE).slice(own);
                let from = Tensor::from_raw_parts(from, a);
                let own_from = from.slice_unchecked((((lane, ..), (warp, ..)), (x, y)));
                let mut loaded = zeros::<{ Kernel::VALUES }>();
                coordinates.unroll(|i, at| {
                    if (at.head as u32) < m && (at.tail.head as u32) < n {
                        loaded[i] = own_from.at(i).read();
                    }
                });
                // The columns of a sector before the tile are the last ones of the tile before.
                let mut before = zeros::<{ Kernel::BEFORE }>();
                let column = warp % SECTOR;
                let rows = |i: usize| warp / SECTOR + WARPS / SECTOR * i as u32;
                if y > 0 && column < n {
                    let last = (WARPS - SECTOR + column, Kernel::N / WARPS - 1);
                    for i in 0..Kernel::BEFORE {
                        if lane + 32 * rows(i) < m {
                            before[i] = from.at((((lane, rows(i)), last), (x, y - 1))).read();
                        }
                    }
                }
                let stored = Composed::of(Apart::<$m>::new(), Stored::<$m, $n, $threads>::VALUE);
                let stored = Tensor::through_raw_parts(Shared::<f32>::new(0), stored);
                stored.slice_unchecked(own).write_each(|i| loaded[i]);
                for i in 0..Kernel::BEFORE {
                    stored.at(((lane, rows(i)), (column, 0))).write(before[i]);
                }
                barrier();

                // The columns of `to` that a warp writes begin as many elements after a sector does.
                let columns = Tensor::from_raw_parts(to, b);
                let columns = columns.slice_unchecked((((0_u32, ..), (warp, ..)), (y, x)));
                let shift = (columns.pointer().address() / 4) as u32 % SECTOR;
                let to = Tensor::from_raw_parts(to.before(shift), b);
                let to = to.slice_unchecked((((lane, ..), (warp, ..)), (y, x)));
                let own = ((SECTOR + lane - shift, ..), (warp, ..));
                let coordinates =
                    Tensor::coordinates(LoadedAt::<$m, $n, $threads>::VALUE).slice(own);
                let loaded = Composed::of(Apart::<$m>::new(), Loaded::<$m, $n, $threads>::VALUE);
                let loaded = Tensor::through_raw_parts(Shared::<f32>::new(0), loaded);
                let loaded = loaded.slice_unchecked(own).load();
                let first = if y == 0 { SECTOR } else { 0 };
                coordinates.unroll(|i, at| {
                    let column = at.head as u32;
                    if first <= column && column < n && (at.tail.head as u32) < m {
                        to.at(i).write(loaded[i]);
                    }
                });
            }
        }
    )*};
}
ragged_transposes! {
    /// `to(j, i) = from(i, j)`, of any matrices.
    transpose_ragged<(U128, U128), U256>;
}
