// The part of another thread is not written.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn of_another(here: Here<256>, to: Output<f32, Tiles, OfThreads>) {
    let other = (here.thread() + 1) % 256;
    to.tensor().slice(((other, ..), here.block()[0])).write_each(|_| 0.0);
}

fn main() {}
