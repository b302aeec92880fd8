// A buffer under another name, which a launch would not borrow.
use tilework_kernel::device::*;

type Numbers = SliceMut<f32>;

#[kernel]
pub fn fill(to: Numbers) {
    let _ = to;
}

fn main() {}
