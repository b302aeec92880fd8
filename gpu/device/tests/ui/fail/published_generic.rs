// An array has the same parts in each instance of a function.
use tilework_device::*;

fn publish<L>(here: &mut Here<64>) {
    let _ = here.publish(array!([u32; 64]: L), |_| 1);
}

fn main() {}
