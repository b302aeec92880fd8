// A block has at most 1024 threads.
use tilework_device::*;

#[kernel(threads = 2048)]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
