// A view of what was published does not outlive the next wait.
use tilework::{Layout, layout};
use tilework_device::*;

#[kernel(threads = 64, blocks = [1])]
fn view(mut here: Here<64>) {
    let view = here.publish(array!([u32; 64]: Layout!((64,1):(1,64))), |_| 1).tensor(layout!(64));
    here.wait();
    let _ = view.get(3);
}

fn main() {}
