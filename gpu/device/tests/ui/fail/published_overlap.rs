// Two threads have elements in common.
use tilework::Layout;
use tilework_device::emulator::Emulator;
use tilework_device::*;

#[kernel(threads = 64, blocks = [1])]
fn both(mut here: Here<64>) {
    here.publish(array!([u32; 256]: Layout!((64,4):(1,63))), |_| 1);
}

fn main() {
    Emulator::new(1).run(both {});
}
