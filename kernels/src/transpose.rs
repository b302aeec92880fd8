//! The transpose, through a tile of 64 x 64 elements in shared memory.
//!
//! A tile is read by columns of the one matrix and written by columns of the other. In between a swizzle takes
//! care that neither the stores to shared memory nor the loads from there meet in a bank.

use tilework::bound::{Pointer, PointerMut};
use tilework::proof::{Access, covers_once};
use tilework::typenum::{P6, U0, U2, U4, U5, U32, U128};
use tilework::{Composed, Static, Swizzle, Tensor, layout};

use crate::argument::{Columns, Leaves, RaggedFrom, RaggedTo};
use crate::device::{F32x4, Global, Shared, barrier, block, kernel, thread};

/// Vectors of 4 rows are stored, and elements of every fourth column loaded: the place of 4 rows in a column is
/// swizzled by that of 4 columns.
type Apart = Swizzle<U4, U2, P6>;
/// Elements are stored by columns and loaded by rows: the place in a column is swizzled by that of the column.
type ElementsApart = Swizzle<U5, U0, P6>;

const _: () = {
    // Vectors of a column are stored: 16 threads have one column. 8 threads of a quarter of a warp are served together.
    Access::new(layout!(32:1), 16).through(Swizzle::<U4, U0, P6>::new()).without_bank_conflicts();
    // 8 groups of 4 columns, and 4 rows, are loaded.
    Access::new(layout!((8,4):(256,1)), 4).through(Apart::new()).without_bank_conflicts();
    Access::new(layout!(32:1), 4).through(ElementsApart::new()).without_bank_conflicts();
    Access::new(layout!(32:64), 4).through(ElementsApart::new()).without_bank_conflicts();
    // Threads and values have the tile once: in vectors as they are loaded, and turned, as they are stored.
    covers_once(layout!(((16,16),4):((1,16),256)), 16 * 64);
    covers_once(layout!(((8,4,2,4),4):((1,16,8,64),256)), 16 * 64);
    covers_once(layout!(((32,16),(2,8)):((1,64),(32,1024))), 64 * 128);
    covers_once(layout!(((32,16),(4,4)):((64,1),(2048,16))), 64 * 128);
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

/// [`transpose`] of any matrices, in units of elements, by tiles of 64 x 128: what is written is longer than what is read, since
/// sectors that two blocks write a part of cost more than those that two blocks read.
#[kernel]
pub unsafe fn transpose_ragged(
    from: *const f32,
    a: Leaves<5>,
    to: *mut f32,
    b: Leaves<5>,
    extents: Leaves<2>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (from, to) = (Global::new(from), Global::new(to));
        let (a, b) = (RaggedFrom::from_dynamic_leaves(a.0), RaggedTo::from_dynamic_leaves(b.0));
        let (t, [y, x, _]) = (thread::<512>(), block());
        let (x, y) = (x as usize, y as usize);
        // How many rows and columns there are from this tile on.
        let (m, n) = (extents.0[0] as usize - 64 * x, extents.0[1] as usize - 128 * y);

        let tile = Composed::of(ElementsApart::new(), layout!(((32,2),(16,8)):((1,32),(64,1024))));
        let tile = Tensor::through_raw_parts(Shared::<f32>::new(0), tile);
        let turned =
            Composed::of(ElementsApart::new(), layout!(((32,4),(16,4)):((64,2048),(1,16))));
        let turned = Tensor::through_raw_parts(Shared::<f32>::new(0), turned);

        // Who has what is the same of the data and of its coordinates.
        let [lane, warp] = [t % 32, t / 32].map(|x| x as usize);
        let own = ((lane, ..), (warp, ..));
        let coordinates =
            Tensor::coordinates(layout!(((32,2),(16,8)):((e0,32e0),(e1,16e1)))).slice(own);
        let from = Tensor::from_raw_parts(from, a).slice_unchecked((own, (x, y)));
        let mut loaded = [0.0; 16];
        coordinates.unroll(|i, at| {
            if at.head < m && at.tail.head < n {
                loaded[i] = from.at(i).read();
            }
        });
        tile.slice_unchecked(own).write_each(|i| loaded[i]);
        barrier();

        let own = ((lane, ..), (warp, ..));
        let coordinates =
            Tensor::coordinates(layout!(((32,4),(16,4)):((e0,32e0),(e1,16e1)))).slice(own);
        let loaded = turned.slice_unchecked(own).load();
        let to = Tensor::from_raw_parts(to, b).slice_unchecked((own, (y, x)));
        coordinates.unroll(|i, at| {
            if at.head < n && at.tail.head < m {
                to.at(i).write(loaded[i]);
            }
        });
    }
}
