// Two instances of one name.
use tilework_device::*;

#[kernel(instances(scale_f32 = <f32>, scale_f32 = <f64>))]
pub fn scale<T>(to: *mut T) {
    let _ = to;
}

fn main() {}
