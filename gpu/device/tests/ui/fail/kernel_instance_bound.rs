// The argument of an instance lacks a bound of the function.
use tilework_device::*;

#[kernel(instances(scale_char = <char>))]
pub fn scale<T: Element>(to: *mut T) {
    let _ = to;
}

fn main() {}
