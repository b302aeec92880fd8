// The kernel's value of a buffer, taken without a launch that borrows the buffer.
use tilework_kernel::device::SliceMut;
use tilework_kernel::host::Host;
use tilework_kernel::launch::{Data, Seen};

fn main() {
    let mut to = Host::new(1).poisoned::<f32>(1024);
    let _: SliceMut<f32> = Data::<Host, SliceMut<f32>>::data(&mut to, "to", &mut Seen::default());
}
