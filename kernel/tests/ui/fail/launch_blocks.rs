// A kernel without a number of blocks.
#[path = "../kernels.rs"]
mod kernels;
use kernels::*;
use tilework::layout;
use tilework_kernel::host::Host;
use tilework_kernel::launch::promise;

fn main() {
    let mut host = Host::new(1);
    let n = 4_u32;
    let (from, mut to) = (host.upload(&[1.0_f32; 1024]), host.poisoned::<f32>(1024));
    host.run(unsafe { promise(scale { from: &from, to: &mut to, layout: layout!((64,n):(1,64)), factor: 2.0 }) });
}
