// A character is not a parameter.
use tilework_device::*;

#[kernel]
pub fn scale(to: *mut f32, how: char) {
    let _ = (to, how);
}

fn main() {}
