// The layout has parts for 256 threads, and the kernel has 128.
use tilework_device::emulator::Emulator;
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

#[kernel(threads = 128, blocks = to.layout().extents().1)]
fn of_more(here: Here<128>, to: Output<f32, Tiles, OfThreads>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 1_u32);
    let mut to = emulator.poisoned::<f32>(1024);
    emulator.run(of_more { to: (&mut to, tilework::layout!(((256,4),n):((1,256),1024))) });
}
