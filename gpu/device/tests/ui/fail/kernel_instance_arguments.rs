// An instance lacks an argument.
use tilework_device::*;

#[kernel(instances(scale_f32 = <f32>))]
pub fn scale<T, const N: usize>(to: *mut Vector<T, N>) {
    let _ = to;
}

fn main() {}
