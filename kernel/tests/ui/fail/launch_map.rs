// The maps of `A` and `B` are exchanged.
#[path = "../kernels.rs"]
mod kernels;
use kernels::{OfA, OfB, product};
use tilework_kernel::host::Host;
use tilework_kernel::launch::promise;

fn main() {
    let mut host = Host::new(1);
    let data = host.upload(&[0_u16; 4096]);
    let (a, b) = (host.tensor_map::<OfA>(data, 64), host.tensor_map::<OfB>(data, 64));
    host.run_in(1, [1, 1, 1], 256, 0, unsafe { promise(product { a: &b, b: &a, steps: 1 }) });
}
