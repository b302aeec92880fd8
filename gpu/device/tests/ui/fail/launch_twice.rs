// A kernel writes a buffer that another of its parameters reads.
#[path = "../kernels.rs"]
mod kernels;
use kernels::scale;
use tilework::layout;
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 4_u32);
    let mut both = emulator.upload(&[0.0_f32; 1024]);
    let layout = layout!((64,n):(1,64));
    emulator.run_in(1, [1, 1, 1], 256, 0, unsafe { promise(scale { from: &both, to: &mut both, layout, factor: 2.0 }) });
}
