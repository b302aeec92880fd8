// A buffer under another name, which a launch would not borrow.
use tilework_device::*;

type Numbers = SliceMut<f32>;

#[kernel]
pub fn fill(to: Numbers) {
    let _ = to;
}

fn main() {}
