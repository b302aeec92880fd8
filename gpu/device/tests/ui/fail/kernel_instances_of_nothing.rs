// A function without parameters of its own has no instances.
use tilework_device::*;

#[kernel(instances(scale_f32 = <f32>))]
pub fn scale(to: *mut f32) {
    let _ = to;
}

fn main() {}
