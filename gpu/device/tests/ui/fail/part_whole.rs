// A parameter that is not divided among threads has no parts.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn whole(here: Here<256>, to: Output<f32, Tiles>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {}
