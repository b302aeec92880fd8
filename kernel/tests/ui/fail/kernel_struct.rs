// A kernel is a function.
use tilework_kernel::device::*;

#[kernel]
pub struct Scale;

fn main() {}
