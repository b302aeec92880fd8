// A kernel is a function.
use tilework_device::*;

#[kernel]
pub struct Scale;

fn main() {}
