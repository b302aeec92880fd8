//! Transposes of row-major matrices, by tiles in shared memory.

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// Tiles of 32 x 32 of a row-major matrix: `((thread, value), block)`. The threads are `(column, row)`, and each has 4
/// elements of a column.
pub type From = Layout!((((32,8),4),(N,N)):(((1,N),N),(N,32)));
/// The tiles of the transposed matrix, for the same blocks.
pub type To = Layout!((((32,8),4),(N,N)):(((1,N),N),(32,N)));

/// The tiles of a matrix with `32 x` rows and `32 y` columns.
///
/// # Errors
/// If there are more elements than fit 32 bits.
pub fn from(x: u32, y: u32) -> Result<From, Error> {
    let n = 32 * y;
    try_layout!((((32,8),4),(x,y)):(((1,n),{8 * n}),({32 * n},32)))
}
/// The tiles of the transposed matrix of one with `32 x` rows and `32 y` columns.
///
/// # Errors
/// If there are more elements than fit 32 bits.
pub fn to(x: u32, y: u32) -> Result<To, Error> {
    let m = 32 * x;
    try_layout!((((32,8),4),(x,y)):(((1,m),{8 * m}),(32,{32 * m})))
}

/// `to(j, i) = from(i, j)`. Rows in shared memory are 33 elements apart, so that the elements of a column lie in
/// different banks.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn transpose(
    mut here: Here<256>,
    from: Input<f32, From, OfThreads>,
    to: Output<f32, To, OfThreads>,
) {
    let rows = from.own(&here).load();
    let tile = here.publish(array!([f32; 1056]: Layout!(((32,8),4):((1,33),264))), |i| rows[i]);
    let columns = tile.own(layout!(((32,8),4):((33,1),8))).load();
    to.own(&here).write_each(|i| columns[i]);
}
