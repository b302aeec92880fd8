// Elements that threads change by atomic operations have no owner.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn by_atomics(here: Here<256>, to: Output<u32, Tiles, ByAtomics>) {
    to.own(&here);
}

fn main() {}
