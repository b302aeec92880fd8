// The kernel is unsafe, and nobody promises its requirements.
#[path = "../kernels.rs"]
mod kernels;
use kernels::scale;
use tilework::layout;
use tilework_device::emulator::Emulator;

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 4_u32);
    let (from, mut to) = (emulator.upload(&[0.0_f32; 1024]), emulator.poisoned::<f32>(1024));
    let layout = layout!((64,n):(1,64));
    emulator.run_in(1, [1, 1, 1], 256, 0, scale { from: &from, to: &mut to, layout, factor: 2.0 });
}
