// A thread has one `Here`.
use tilework_device::*;

#[kernel(threads = 256, blocks = [1])]
fn cloned(here: Here<256>) {
    let other = here.clone();
    let _ = (here, other);
}

fn main() {}
