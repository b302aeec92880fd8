// The maps of `A` and `B` are exchanged.
#[path = "../kernels.rs"]
mod kernels;
use kernels::{OfA, OfB, product};
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;

fn main() {
    let mut emulator = Emulator::new(1);
    let data = emulator.upload(&[0_u16; 4096]);
    let (a, b) = (emulator.tensor_map::<OfA>(data, 64), emulator.tensor_map::<OfB>(data, 64));
    emulator.run_in(1, [1, 1, 1], 256, 0, unsafe { promise(product { a: &b, b: &a, steps: 1 }) });
}
