// The thread-value layout goes past the end of the tile.
use tilework_device::emulator::Emulator;
use tilework::{Dyn, Layout, layout};
use tilework_device::*;

type N = Dyn<u32>;
type ByRows = Layout!((N,N):(N,1));
type Tiles = OfTiles<Layout!((16,16)), Layout!(((16,16),2):((16,1),8))>;

#[kernel(threads = 256, blocks = blocks_for(to.layout().extents(), (16, 16)))]
fn past_the_end(here: Here<256>, to: Output<f32, ByRows, Tiles>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {
    let (mut emulator, m, n) = (Emulator::new(1), 16_u32, 16_u32);
    let mut to = emulator.poisoned::<f32>(256);
    emulator.run(past_the_end { to: (&mut to, layout!((m,n):(n,1))) });
}
