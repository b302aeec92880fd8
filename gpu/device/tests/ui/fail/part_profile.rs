// The layout has no modes of threads, values and blocks.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

type ByRows = Layout!((N,N):(N,1));
#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn by_rows(here: Here<256>, to: Output<f32, ByRows, OfThreads>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {}
