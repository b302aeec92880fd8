// Neither are characters.
use tilework_kernel::device::*;

#[kernel]
pub fn scale(to: *mut f32, how: char) {
    let _ = (to, how);
}

fn main() {}
