// What a kernel reads is not written.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

#[kernel(threads = 256, blocks = from.layout().extents().1)]
fn of_input(here: Here<256>, from: Input<f32, Tiles, OfThreads>) {
    from.own(&here).write_each(|_| 0.0);
}

fn main() {}
