//! `to = factor from` for contiguous numbers.

use tilework::{Dyn, Error, Layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// `((thread, each), block)`: adjacent threads have adjacent numbers.
pub type Tiles = Layout!(((256,4),N):((1,256),1024));

/// The layout of `blocks` blocks of 1024 numbers.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn tiles(blocks: u32) -> Result<Tiles, Error> {
    try_layout!(((256,4),blocks):((1,256),1024))
}

/// Each block of 256 threads has one tile of both buffers, and there are as many blocks as tiles.
#[kernel(threads = 256, blocks = to.layout().extents().1)]
pub fn scale(
    here: Here<256>,
    from: Input<f32, Tiles, OfThreads>,
    to: Output<f32, Tiles, OfThreads>,
    factor: f32,
) {
    let numbers = from.own(&here).load();
    to.own(&here).write_each(|i| factor * numbers[i]);
}
