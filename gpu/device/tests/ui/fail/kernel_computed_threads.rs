// A constant computes too many threads.
use tilework_device::*;

const WARPS: u32 = 33;
#[kernel(threads = 32 * WARPS, blocks = [1])]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
