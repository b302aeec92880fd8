// The layout reaches past the end of the array.
use tilework::Layout;
use tilework_device::emulator::Emulator;
use tilework_device::*;

#[kernel(threads = 64, blocks = [1])]
fn past_the_end(mut here: Here<64>) {
    here.publish(array!([u32; 255]: Layout!((64,4):(1,64))), |_| 1);
}

fn main() {
    Emulator::new(1).run(past_the_end {});
}
