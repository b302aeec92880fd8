//! Kernels of this crate with layouts that a search finds at compile time, instead of hand-picked ones.
//!
//! `transpose_found` and `transpose_ragged_found` lay out shared memory by `shared`, for the same accesses as the
//! originals. `transpose_planned` uses no shared memory, which is what `copy_plan` finds for the transpose of f32. For
//! `gemm_f32` the search finds the layout that it already has. `gpu/host/examples/searched.rs` compares their times.

use tilework::bound::Known;
use tilework::result::Composition as Of;
use tilework::typenum::{U64, U128, U256};
use tilework::{Composed, Layout, Tensor, layout};
use tilework_device::proof::{Access, covers_once};

use crate::argument::transpose::{OfThread, Read, TileRead, TileWritten, Transpose, Written};
use crate::device::*;

type Tile = Transpose<(U64, U64), U256>;

/// The tile of [`transpose`](crate::transpose::transpose): 4 rows are stored at once, and one element of each of 4
/// columns is loaded.
type OfTranspose = Layout!(shared(
    (64,64), 4,
    vectors(((16,16),(4,4)):((4,64),(1,1024)), 16),
    vectors(((8,4,2,4),(4,4)):((256,1,2048,4),(64,16)), 16)
));
/// The distance of 4 columns, which is the same in every row.
type OfColumns = Layout!(4:512);

const _: () = {
    // Vectors of 4 rows, with 16 in a column.
    type OfVectors = Layout!(recast(shared(
        (64,64), 4,
        vectors(((16,16),(4,4)):((4,64),(1,1024)), 16),
        vectors(((8,4,2,4),(4,4)):((256,1,2048,4),(64,16)), 16)
    ), 32, 128) o 32:1);
    Access::new(OfVectors::VALUE, 16).without_bank_conflicts();
    // 8 groups of 4 columns meet 4 rows.
    Access::new(Of::<OfTranspose, Layout!((8,4):(256,1))>::VALUE, 4).without_bank_conflicts();
};

/// [`transpose`](crate::transpose::transpose) with the layout that was found.
#[kernel]
pub unsafe fn transpose_found(
    from: *const F32x4,
    a: Read<U64, U64, U256>,
    to: *mut F32x4,
    b: Written<U64, U64, U256>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (from, to) = (Global::new(from), Global::new(to));
        let (t, [y, x, _]) = (thread::<{ Tile::THREADS }>(), block());
        let stored = Composed::of(OfTranspose::VALUE, TileRead::<U64, U64, U256>::VALUE);
        let stored = Tensor::through_raw_parts(Shared::<f32>::new(0), stored);
        let read = Composed::of(OfTranspose::VALUE, TileWritten::<U64, U64, U256>::VALUE);
        let read = Tensor::through_raw_parts(Shared::<f32>::new(0), read);

        let [rows, columns] = Tile::ROWS;
        let [row, column] = [t % rows, t / rows];
        let loaded = Tensor::from_raw_parts(from, a).slice_unchecked(((row, (column, ..)), (x, y)));
        let loaded = loaded.load();
        let own = stored.slice_unchecked((4 * row, (column, ..)));
        layout!(4).unroll(|i, _| own.at(i).pointer().cast::<F32x4>().write(loaded[i]));
        barrier();

        let at = OfThread::<U64, U256>::VALUE.offset(t) as u32;
        let [column, row] = [at % columns, at / columns];
        let own: [_; Tile::VALUES] = core::array::from_fn(|i| {
            let first = read.at(((row, i as u32), (0_u32, column))).pointer();
            Tensor::from_raw_parts(first, OfColumns::VALUE).load()
        });
        let own_to = Tensor::from_raw_parts(to, b).slice_unchecked(((column, (row, ..)), (y, x)));
        own_to.write_each(|i| F32x4::of(own[i].into_array()));
    }
}

/// The transpose that `copy_plan` finds: each thread turns 4 x 4 elements in its registers.
#[kernel]
pub unsafe fn transpose_planned(
    from: *const F32x4,
    a: Read<U64, U64, U256>,
    to: *mut F32x4,
    b: Written<U64, U64, U256>,
) {
    // SAFETY: the host has checked layouts, pointers and the grid.
    unsafe {
        let (from, to) = (Global::new(from), Global::new(to));
        let (t, [y, x, _]) = (thread::<{ Tile::THREADS }>(), block());
        let read = layout!(copy_plan_read((64,64):(1,16384), (64,64):(16384,1), 256, 4));
        let write = layout!(copy_plan_write((64,64):(1,16384), (64,64):(16384,1), 256, 4));
        const {
            covers_once(
                layout!(copy_plan_read((64,64):(1,16384), (64,64):(16384,1), 256, 4)),
                4096,
            );
        };
        let a = Tensor::from_raw_parts(from, a);
        let b = Tensor::from_raw_parts(to, b);
        // The columns are in groups of 16, and a group is read at a time.
        let own: [_; 4] = core::array::from_fn(|i| {
            let at = read.offset((t as usize, 4 * i)) as u32;
            let (row, column) = (at % 64 / 4, at / 64);
            a.at(((row, (column % 16, column / 16)), (x, y))).read()
        });
        for i in 0..4 {
            let at = write.offset((t as usize, 4 * i)) as u32;
            let (row, column) = (at % 64, at / 64 / 4);
            let turned = F32x4::of(own.map(|vector| vector.0[i]));
            b.at(((column, (row % 16, row / 16)), (y, x))).write(turned);
        }
    }
}

/// The tile of [`transpose_ragged`](crate::transpose::transpose_ragged) with the columns before it. It is padded,
/// because its extents are no powers of 2.
pub type OfRagged = Layout!(shared(
    (128,136), 4,
    vectors(((32,8),(4,17)):((1,128),(32,1024)), 4),
    vectors(((32,8),(4,16)):((128,1),(4096,8)), 4)
));
/// Its bytes of shared memory, 512 more than without padding.
pub const RAGGED_SHARED_MEMORY: usize = 4 * 128 * 137;

crate::ragged_transposes! {
    /// [`transpose_ragged`](crate::transpose::transpose_ragged) with the layout that was found, and
    /// [`RAGGED_SHARED_MEMORY`].
    transpose_ragged_found<(U128, U128), U256> by OfRagged, [
        Access::new(Of::<OfRagged, Layout!(32:1)>::VALUE, 4),
        Access::new(Of::<OfRagged, OfRow<U128>>::VALUE, 4)
    ];
}
