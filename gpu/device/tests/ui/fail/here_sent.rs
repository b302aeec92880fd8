// `Here` does not leave its thread.
use tilework_device::*;

fn send(_: impl Send) {}

#[kernel(threads = 256, blocks = [1])]
fn sent(here: Here<256>) {
    send(here);
}

fn main() {}
