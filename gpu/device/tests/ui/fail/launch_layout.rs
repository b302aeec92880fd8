// The layout is row-major.
#[path = "../kernels.rs"]
mod kernels;
use kernels::scale;
use tilework::layout;
use tilework_device::emulator::Emulator;
use tilework_device::launch::promise;

fn main() {
    let (mut emulator, n) = (Emulator::new(1), 4_u32);
    let (from, mut to) = (emulator.upload(&[0.0_f32; 1024]), emulator.poisoned::<f32>(1024));
    let layout = layout!((64,n):(1,64));
    let by_rows = layout!((64,n):(n,1));
    let _ = layout;
    emulator.run_in(1, [1, 1, 1], 256, 0, unsafe { promise(scale { from: &from, to: &mut to, layout: by_rows, factor: 2.0 }) });
}
