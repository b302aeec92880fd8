// An unknown argument of the attribute.
use tilework_device::*;

#[kernel(threads = 256, tile = 16)]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
