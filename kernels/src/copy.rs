//! Copies: each block copies a tile of a matrix, of one layout, to the same tile of another.

use tilework::proof::{Access, covers_once};
use tilework::{Tensor, layout};

use crate::argument::{Columns, Leaves, Tiles};
use crate::device::{Bits128, Global, block, kernel, thread};

const _: () = {
    // Of each column of a tile 16 threads have 256 bytes.
    Access::new(layout!((16,2):(1,1024)), 16).in_fewest_sectors();
    covers_once(layout!(((16,16),4):((1,16),256)), 16 * 64);
};

macro_rules! copies {
    ($($(#[$doc:meta])* $name:ident $a:ident $i:literal $b:ident $j:literal;)*) => {$(
        $(#[$doc])*
        ///
        /// In units of 16 bytes. Of each tile 256 threads copy 4 each.
        #[kernel]
        pub unsafe fn $name(
            from: *const Bits128,
            a: Leaves<$i>,
            to: *mut Bits128,
            b: Leaves<$j>,
        ) {
            // SAFETY: the host has checked layouts, pointers and the grid.
            unsafe {
                let (from, to) = (Global::new(from), Global::new(to));
                let (a, b) = ($a::from_dynamic_leaves(a.0), $b::from_dynamic_leaves(b.0));
                let (t, [x, y, _]) = (thread::<256>(), block());
                let [row, column, x, y] = [t % 16, t / 16, x, y].map(|x| x as usize);
                let at = ((row, (column, ..)), (x, y));
                let from = Tensor::from_raw_parts(from, a).slice_unchecked(at);
                let to = Tensor::from_raw_parts(to, b).slice_unchecked(at);
                let loaded = from.load();
                to.write_each(|i| loaded[i]);
            }
        }
    )*};
}
copies! {
    /// A matrix by columns to another.
    copy Columns 5 Columns 5;
    /// A matrix by columns to tiles.
    copy_to_tiles Columns 5 Tiles 3;
    /// Tiles to a matrix by columns.
    copy_from_tiles Tiles 3 Columns 5;
}
