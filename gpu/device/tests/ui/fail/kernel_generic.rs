// Kernels have no type parameters.
use tilework_device::*;

#[kernel]
pub unsafe fn scale<T>(from: *const T, to: *mut T) {
    let _ = (from, to);
}

fn main() {}
