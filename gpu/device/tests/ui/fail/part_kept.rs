// A part does not outlive the kernel.
use core::cell::Cell;
use tilework::Tensor;
use tilework::result::Raw;
use tilework::{Dyn, Layout};
use tilework_device::*;

type N = Dyn<u32>;
type Tiles = Layout!(((256,4),N):((1,256),1024));

thread_local! {
    static KEPT: Cell<Option<Tensor<Raw<Own<'static, f32>>, OwnOf<Tiles>>>> = const { Cell::new(None) };
}

#[kernel(threads = 256, blocks = to.layout().extents().1)]
fn kept(here: Here<256>, to: Output<f32, Tiles, OfThreads>) {
    KEPT.set(Some(to.own(&here)));
}

fn main() {}
