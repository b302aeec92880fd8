//! What the machine has, by threads of the CPU.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "one comment is for a kernel and those that follow it"
)]

mod descriptors;
mod instructions;
mod machine;
#[allow(dead_code)]
#[path = "../../../device/src/reference.rs"]
mod reference;

mod raster;
mod together;

use reference::Random;
use tilework_kernel::host::Host;

/// A machine whose threads run in an order of its own, which is printed if the test fails.
fn host(random: &mut Random) -> Host {
    let seed = random.bits();
    println!("Host::new({seed})");
    Host::new(seed)
}
