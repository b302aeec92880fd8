// A parameter has a name, which is that of the argument.
use tilework_device::*;

#[kernel]
pub fn scale(to: *mut f32, [m, n]: [u32; 2]) {
    let _ = (to, m, n);
}

fn main() {}
