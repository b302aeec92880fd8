// Blocks have threads.
use tilework_device::*;

#[kernel(blocks = [1])]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
