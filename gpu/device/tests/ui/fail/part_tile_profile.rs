// The tile stands in the type of the distribution, and the layout is a plain matrix.
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

type OfWarp = OfTiles<Layout!((32,4)), Layout!((32,4))>;
#[kernel(threads = 32, blocks = to.layout().extents().1)]
fn divided(here: Here<32>, to: Output<f32, Tiles, OfWarp>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {}
