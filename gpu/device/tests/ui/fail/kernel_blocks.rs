// Blocks are numbers.
use tilework_device::*;

#[kernel(threads = 256, blocks = factor)]
pub fn scale(to: *mut f32, factor: f32) {
    let _ = (to, factor);
}

fn main() {}
