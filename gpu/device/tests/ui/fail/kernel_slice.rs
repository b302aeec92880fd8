// A slice is not a parameter.
use tilework_device::*;

#[kernel]
pub fn scale(from: &[f32], to: *mut f32) {
    let _ = (from, to);
}

fn main() {}
