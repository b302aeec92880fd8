//! Counts how often each byte occurs.

use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_device::*;

/// A dynamic integer.
type N = Dyn<u32>;
/// 16 bytes at a time; each of 256 threads has 4 such vectors.
pub type Tiles = Layout!(((256,4),N):((1,256),1024));
/// One counter for each byte value.
pub type Bins = Layout!(256:1);

/// One counter for each byte value.
pub fn bins() -> Bins {
    layout!(256:1)
}

/// The layout of `blocks` blocks of 16384 bytes.
///
/// # Errors
/// If there are more than fit 32 bits.
pub fn tiles(blocks: u32) -> Result<Tiles, Error> {
    try_layout!(((256,4),blocks):((1,256),1024))
}

/// Adds to `bins` how often each byte occurs in `from`. Each block counts in shared memory first.
#[kernel(threads = 256, blocks = from.layout().extents().1)]
pub fn histogram(
    mut here: Here<256>,
    from: Input<Bits128, Tiles, OfThreads>,
    bins: Output<u32, Bins, ByAtomics>,
) {
    let (t, of_block) = (here.thread(), atomics!([u32; 256]));
    let Some(own) = of_block.at(t) else { return };
    own.store(0);
    here.wait();
    let words = from.own(&here).load();
    // Constant indices, by `unroll`: an array that a loop indexes lies in local memory.
    layout!(64).unroll(|i, _| {
        let byte = (words[i / 16].0[i / 4 % 4] >> (8 * (i % 4))) & 255;
        if let Some(count) = of_block.at(byte) {
            count.add(1);
        }
    });
    here.wait();
    if let Some(bin) = bins.at(t) {
        bin.add(own.load());
    }
}
