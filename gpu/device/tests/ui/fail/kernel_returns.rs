// A kernel returns nothing.
use tilework_device::*;

#[kernel]
pub unsafe fn sum(from: *const f32) -> f32 {
    unsafe { *from }
}

fn main() {}
