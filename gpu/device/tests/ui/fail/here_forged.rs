// Safe code makes no `Here`.
use tilework_device::*;

#[kernel(threads = 256, blocks = [1])]
fn forged(here: Here<256>) {
    let scope = Scope::new();
    let other = Here::<256>::new(&scope);
    let _ = (here, other);
}

fn main() {}
