//! The transpose, through a tile in shared memory.
//!
//! A tile is read along the columns of one matrix and written along the columns of the other. A swizzle keeps the stores to shared
//! memory, and the loads from there, free of bank conflicts.

use tilework::typenum::{U64, U128, U256};

/// Kernels that transpose matrices whose extents are multiples of the tile. Tiles have `$m` rows and `$n` columns, and
/// blocks `$threads` threads: [`Transpose`](crate::argument::transpose::Transpose).
#[macro_export]
macro_rules! transposes {
    ($($(#[$doc:meta])* $name:ident<($m:ident, $n:ident), $threads:ident>;)*) => {$(
        $(#[$doc])*
        #[$crate::device::kernel]
        pub unsafe fn $name(
            from: *const $crate::device::F32x4,
            a: $crate::argument::transpose::Read<$m, $n, $threads>,
            to: *mut $crate::device::F32x4,
            b: $crate::argument::transpose::Written<$m, $n, $threads>,
        ) {
            use tilework::bound::Known;
            use tilework_device::proof::{Access, covers_once};
            use tilework::typenum::{Quot, U4, U32, U128};
            use tilework::{Composed, Static, Tensor, layout};
            use $crate::argument::copy::OneTile;
            use $crate::argument::transpose::*;
            use $crate::device::{F32x4, Global, Shared, barrier, block, thread};
            type Kernel = Transpose<($m, $n), $threads>;
            const {
                Kernel::new();
                // Vectors of columns are stored.
                let stored = Access::new(layout!(32:1), 16);
                stored.through(OfVectors::<$m>::new()).without_bank_conflicts();
                let loaded = Access::new(OfWarp::<$m>::VALUE, 4);
                loaded.through(VectorsApart::<$m>::new()).without_bank_conflicts();
                // Threads and values cover the tile once, as it is read, and as it is written after turning.
                let vectors = Kernel::SHARED_MEMORY / 16;
                covers_once(OneTile::<Quot<$m, U4>, $n, $threads>::VALUE, vectors);
                covers_once(WrittenOnce::<$m, $n, $threads>::VALUE, vectors);
            };
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                // Blocks that run at the same time write whole columns.
                let (t, [y, x, _]) = (thread::<{ Kernel::THREADS }>(), block());

                // The (row, column) in the tile: in vectors of 4 rows for the stores, and with 4 columns for the loads.
                let apart = VectorsApart::<$m>::new();
                let vectors = Composed::of(apart, TileRead::<$m, $n, $threads>::VALUE)
                    .recast(Static::<U32>::new(), Static::<U128>::new());
                let vectors = Tensor::through_raw_parts(Shared::<F32x4>::new(0), vectors);
                let tile = Composed::of(apart, TileWritten::<$m, $n, $threads>::VALUE);
                let tile = Tensor::through_raw_parts(Shared::<f32>::new(0), tile);

                let [rows, columns] = Kernel::ROWS;
                let [row, column] = [t % rows, t / rows];
                let loaded =
                    Tensor::from_raw_parts(from, a).slice_unchecked(((row, (column, ..)), (x, y))).load();
                vectors.slice_unchecked((row, (column, ..))).write_each(|i| loaded[i]);
                barrier();

                let at = OfThread::<$n, $threads>::VALUE.offset(t) as u32;
                let [column, row] = [at % columns, at / columns];
                // The swizzle depends only on every fourth column. So the distances of 4 columns are the same after it.
                let own: [_; Kernel::VALUES] = core::array::from_fn(|i| {
                    let first = tile.at(((row, i as u32), (0_u32, column))).pointer();
                    Tensor::from_raw_parts(first, OfColumns::<$m>::VALUE).load()
                });
                let own_to = Tensor::from_raw_parts(to, b).slice_unchecked(((column, (row, ..)), (y, x)));
                own_to.write_each(|i| F32x4::of(own[i].into_array()));
            }
        }
    )*};
}
transposes! {
    /// `to(j, i) = from(i, j)` for matrices whose extents and leading dimensions are multiples of the tile, in units of
    /// 16 bytes.
    transpose<(U64, U64), U256>;
}

/// Kernels that transpose any matrices of f32, in tiles of `$m` rows and `$n` columns with `$threads` threads:
/// [`RaggedTranspose`](crate::argument::transpose::RaggedTranspose).
///
/// Columns of `from` and of `to` may begin anywhere. The largest cost is a sector of 32 bytes of which two blocks each
/// write a part. So a warp writes whole sectors, and a tile is sheared: in each row of `from` it begins up to 7 columns
/// earlier, where a sector of `to` begins. `by` names another offset function than
/// [`Apart`](crate::argument::transpose::Apart), which keeps elements of a row in separate banks, and the accesses of a
/// warp.
#[macro_export]
macro_rules! ragged_transposes {
    ($($(#[$doc:meta])* $name:ident<($m:ident, $n:ident), $threads:ident>;)*) => {
        $crate::ragged_transposes! {
            $($(#[$doc])* $name<($m, $n), $threads> by $crate::argument::transpose::Apart<$m>, [
                Access::new(tilework::layout!(32:1), 4).through(Apart::<$m>::new()),
                Access::new(OfRow::<$m>::VALUE, 4).through(Apart::<$m>::new())
            ];)*
        }
    };
    ($(
        $(#[$doc:meta])* $name:ident<($m:ident, $n:ident), $threads:ident>
        by $apart:ty, [$stored:expr, $loaded:expr];
    )*) => {$(
        $(#[$doc])*
        #[$crate::device::kernel]
        pub unsafe fn $name(
            from: *const f32,
            a: $crate::argument::transpose::ByWarps<$m, $n, $threads>,
            to: *mut f32,
            b: $crate::argument::transpose::ByWarps<$n, $m, $threads>,
            extents: [u32; 2],
        ) {
            use $crate::argument::transpose::*;
            use $crate::device::*;
            use tilework::bound::{Known, Pointer, PointerMut};
            use tilework_device::proof::{Access, covers_once};
            use tilework::{Composed, Tensor};
            type Kernel = RaggedTranspose<($m, $n), $threads>;
            const {
                Kernel::new();
                $stored.without_bank_conflicts();
                $loaded.without_bank_conflicts();
                // Threads and values cover the tile once, as it is stored and as it is loaded.
                covers_once(StoredOnce::<$m, $n, $threads>::VALUE, Kernel::TILE);
                covers_once(LoadedOnce::<$m, $n, $threads>::VALUE, Kernel::TILE);
            };
            const WARPS: u32 = Kernel::WARPS;
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                // Blocks that run at the same time write whole columns.
                let (t, [y, x, _]) = (thread::<{ Kernel::THREADS }>(), block());
                let [lane, warp] = [t % 32, t / 32];
                // The rows from this tile on, and the columns from one sector before it on.
                let m = extents[0] - Kernel::M * x;
                let n = extents[1] + SECTOR - Kernel::N * y;

                // The data and its coordinates have the same thread-value layout.
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
                let stored = Composed::of(<$apart>::VALUE, Stored::<$m, $n, $threads>::VALUE);
                let stored = Tensor::through_raw_parts(Shared::<f32>::new(0), stored);
                stored.slice_unchecked(own).write_each(|i| loaded[i]);
                for i in 0..Kernel::BEFORE {
                    stored.at(((lane, rows(i)), (column, 0))).write(before[i]);
                }
                barrier();

                // The distance from the beginning of a sector to the columns of `to` that a warp writes, in elements.
                let columns = Tensor::from_raw_parts(to, b);
                let columns = columns.slice_unchecked((((0_u32, ..), (warp, ..)), (y, x)));
                let shift = (columns.pointer().address() / 4) as u32 % SECTOR;
                let to = Tensor::from_raw_parts(to.before(shift), b);
                let to = to.slice_unchecked((((lane, ..), (warp, ..)), (y, x)));
                let own = ((SECTOR + lane - shift, ..), (warp, ..));
                let coordinates =
                    Tensor::coordinates(LoadedAt::<$m, $n, $threads>::VALUE).slice(own);
                let loaded = Composed::of(<$apart>::VALUE, Loaded::<$m, $n, $threads>::VALUE);
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
    /// `to(j, i) = from(i, j)` for any matrices.
    transpose_ragged<(U128, U128), U256>;
}
