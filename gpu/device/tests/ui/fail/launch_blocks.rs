// A kernel without a number of blocks.
#[path = "../kernels.rs"]
mod kernels;
use kernels::*;
use tilework::layout;
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;

fn main() {
    let mut emulator = Emulator::new(1);
    let n = 4_u32;
    let (from, mut to) = (emulator.upload(&[1.0_f32; 1024]), emulator.poisoned::<f32>(1024));
    emulator.run(unsafe { promise(scale { from: &from, to: &mut to, layout: layout!((64,n):(1,64)), factor: 2.0 }) });
}
