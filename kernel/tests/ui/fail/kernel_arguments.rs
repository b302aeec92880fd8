// The attribute has no arguments.
use tilework_kernel::device::*;

#[kernel(threads = 256)]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
