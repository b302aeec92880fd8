// A shared array without a number of elements.
use tilework_device::*;

fn main() {
    let _ = shared!(f32);
}
