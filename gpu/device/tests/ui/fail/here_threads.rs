// `Here` is for as many threads as the attribute says.
use tilework_device::*;

#[kernel(threads = 128, blocks = [1])]
fn of_others(here: Here<256>) {
    let _ = here;
}

fn main() {}
