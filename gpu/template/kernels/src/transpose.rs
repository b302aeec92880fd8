//! Transposes of matrices with any extents, by tiles in shared memory.

use tilework::{Layout, layout};
use tilework_device::*;

use crate::matrix::{ByColumns, ByRows};

/// Tiles of 32 x 32 elements, where adjacent threads have adjacent elements of a row. A thread has 4 elements of a column.
pub type Rows = OfTiles<Layout!((32, 32)), Layout!(((32,8),4):((32,1),8))>;
/// The same tiles, where adjacent threads have adjacent elements of a column. A thread has 4 elements of a row.
pub type Columns = OfTiles<Layout!((32, 32)), Layout!(((32,8),4):((1,32),256))>;

/// `to(i, j) = from(i, j)`, where `from` is row-major and `to` is column-major: read row by row, `to` is the transpose.
/// Rows in shared memory are 33 elements apart, so that the elements of a column lie in different banks.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (32, 32)))]
pub fn transpose(
    mut here: Here<256>,
    from: Input<f32, ByRows, Rows>,
    to: Output<f32, ByColumns, Columns>,
) {
    let rows = from.own(&here).or(0.0).load();
    let tile = here.publish(array!([f32; 1056]: Layout!(((32,8),4):((1,33),264))), |i| rows[i]);
    let columns = tile.own(layout!(((32,8),4):((33,1),8))).load();
    to.own(&here).write_each(|i| columns[i]);
}
