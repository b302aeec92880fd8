// A thread does not publish while it publishes.
use tilework::Layout;
use tilework_device::*;

#[kernel(threads = 64, blocks = [1])]
fn inside(mut here: Here<64>) {
    let _ = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| here.over_block(1, |x, y| x + y));
}

fn main() {}
