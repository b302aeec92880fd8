//! Copies: each block copies a tile of a matrix with one layout to the same tile of a matrix with another.

use tilework::typenum::{U16, U64, U256};

/// Kernels that copy tiles of `$m` rows and `$n` columns by `$threads` threads, between matrices that are
/// [`ByColumns`](crate::argument::copy::ByColumns) or [`InTiles`](crate::argument::copy::InTiles):
/// [`CopyTile`](crate::argument::copy::CopyTile).
#[macro_export]
macro_rules! copies {
    ($($(#[$doc:meta])* $name:ident<($m:ident, $n:ident), $threads:ident> $from:ident $to:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// In units of 16 bytes.
        #[$crate::device::kernel]
        pub unsafe fn $name(
            from: *const $crate::device::Bits128,
            a: $crate::argument::copy::$from<$m, $n, $threads>,
            to: *mut $crate::device::Bits128,
            b: $crate::argument::copy::$to<$m, $n, $threads>,
        ) {
            use tilework::Tensor;
            use tilework::bound::Known;
            use tilework_device::proof::covers_once;
            use $crate::argument::copy::*;
            use $crate::device::{Global, block, thread};
            type Kernel = CopyTile<($m, $n), $threads>;
            const {
                Kernel::new();
                covers_once(OneTile::<$m, $n, $threads>::VALUE, Kernel::TILE);
            };
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                let (t, [x, y, _]) = (thread::<{ Kernel::THREADS }>(), block());
                let at = ((t % Kernel::ROWS, (t / Kernel::ROWS, ..)), (x, y));
                let from = Tensor::from_raw_parts(from, a).slice_unchecked(at);
                let to = Tensor::from_raw_parts(to, b).slice_unchecked(at);
                let loaded = from.load();
                to.write_each(|i| loaded[i]);
            }
        }
    )*};
}
copies! {
    /// Copies a column-major matrix to another.
    copy<(U16, U64), U256> ByColumns ByColumns;
    /// Copies a column-major matrix to tiles.
    copy_to_tiles<(U16, U64), U256> ByColumns InTiles;
    /// Copies tiles to a column-major matrix.
    copy_from_tiles<(U16, U64), U256> InTiles ByColumns;
}
