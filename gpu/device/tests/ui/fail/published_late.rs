// What was published is not read once something else is.
use tilework::{Layout, layout};
use tilework_device::*;

#[kernel(threads = 64, blocks = [1])]
fn late(mut here: Here<64>) {
    let first = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| 1);
    let second = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| 2);
    let _ = (first.own(layout!((64,1))).load(), second);
}

fn main() {}
