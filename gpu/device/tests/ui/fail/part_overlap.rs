// The values of a thread are 255 elements apart, so two threads have some in common.
use tilework_device::emulator::Emulator;
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,255),1024));

#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn overlapping(here: Here<256>, to: Output<f32, Tiles, OfThreads>) {
    to.own(&here).write_each(|_| 0.0);
}

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 1_u32);
    let mut to = emulator.poisoned::<f32>(1024);
    emulator.run(overlapping { to: (&mut to, tilework::layout!(((256,4),n):((1,255),1024))) });
}
