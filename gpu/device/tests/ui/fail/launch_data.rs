// The kernel's value of a buffer, taken without a launch that borrows the buffer.
use tilework_device::SliceMut;
use tilework_device::emulator::Emulator;
use tilework_device::launch::{Data, Seen};

fn main() {
    let mut to = Emulator::new(1).poisoned::<f32>(1024);
    let _: SliceMut<f32> = Data::<Emulator, SliceMut<f32>>::data(&mut to, "to", &mut Seen::default());
}
