//! How often each byte is there.

use tilework::bound::{Pointer, PointerMut};
use tilework::{Dyn, Error, Layout, layout, try_layout};
use tilework_kernel::device::*;

/// An integer of run time.
type N = Dyn<u32>;
/// 16 bytes at a time, of which each of 256 threads has 4.
pub type Tiles = Layout!(((256,4),N):((1,256),1024));
/// A number for each byte.
pub type Bins = Layout!(256:1);

/// A number for each byte.
pub fn bins() -> Bins {
    layout!(256:1)
}

/// So many blocks of 16384 bytes.
///
/// # Errors
/// Where there are more than fit 32 bits.
pub fn tiles(blocks: u32) -> Result<Tiles, Error> {
    try_layout!(((256,4),blocks):((1,256),1024))
}

/// Adds to `bins` how often each byte is in `from`: each block in shared memory first.
#[kernel(threads = 256, blocks = from.layout().extents().1)]
pub fn histogram(from: Input<Bits128, Tiles>, bins: Output<u32, Bins>) {
    // SAFETY: each thread has a bin, and all add by `red`.
    unsafe {
        let (t, of_block) = (thread::<256>(), shared!([u32; 256]));
        of_block.offset(t as usize).write(0);
        barrier();
        let words = from.tensor().slice(((t, ..), block()[0])).load();
        // Indices that are constants: an array that a loop indexes is in local memory.
        layout!(64).unroll(|i, _| {
            let byte = (words[i / 16].0[i / 4 % 4] >> (8 * (i % 4))) & 255;
            of_block.offset(byte as usize).red_add(1);
        });
        barrier();
        bins.tensor().at(t).red_add(of_block.offset(t as usize).read());
    }
}
