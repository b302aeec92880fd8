//! The device functions, on threads of the CPU.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "one comment is for a kernel and those that follow it"
)]

mod descriptors;
mod instructions;
mod machine;
#[allow(dead_code)]
#[path = "../../../gpu/host/src/reference.rs"]
mod reference;

mod raster;
mod together;

use reference::Random;
use tilework_kernel::host::Host;

/// A machine with a random order of threads. The seed is printed if the test fails.
fn host(random: &mut Random) -> Host {
    let seed = random.bits();
    println!("Host::new({seed})");
    Host::new(seed)
}
