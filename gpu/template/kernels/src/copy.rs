//! Copies of matrices with any extents and any distance between rows.

use tilework::Layout;
use tilework_device::*;

use crate::matrix::ByRows;

/// Tiles of 4 x 256 elements. A thread has 4 elements of a column, so that adjacent threads have adjacent elements.
pub type Tiles = OfTiles<Layout!((4, 256)), Layout!((256,4):(4,1))>;

/// `to = from`, with a block for each tile. Tiles at the end reach past the matrix: elements outside are not written.
#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (4, 256)))]
pub fn copy(here: Here<256>, from: Input<f32, ByRows, Tiles>, to: Output<f32, ByRows, Tiles>) {
    let numbers = from.own(&here).or(0.0).load();
    to.own(&here).write_each(|i| numbers[i]);
}
