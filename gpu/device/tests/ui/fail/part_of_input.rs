// What a kernel reads is not written.
use tilework::{Dyn, Layout};
use tilework_device::*;

type Numbers = Layout!({Dyn<u32>}:1);

#[kernel(threads = 64, blocks = blocks_for(from.layout().extents(), 64))]
fn written(here: Here<64>, from: Input<f32, Numbers, OfEach>) {
    if let Some(own) = from.own(&here) {
        own.store(0.0);
    }
}

fn main() {}
