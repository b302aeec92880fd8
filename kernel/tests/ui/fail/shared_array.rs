// A shared array without a number of elements.
use tilework_kernel::device::*;

fn main() {
    let _ = shared!(f32);
}
