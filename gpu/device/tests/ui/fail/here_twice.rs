// A kernel has one `Here`.
use tilework_device::*;

#[kernel(threads = 256, blocks = [1])]
fn twice(here: Here<256>, there: Here<256>) {
    let _ = (here, there);
}

fn main() {}
