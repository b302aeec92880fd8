//! The device functions, on threads of the CPU.

#![allow(
    clippy::undocumented_unsafe_blocks,
    reason = "one comment is for a kernel and those that follow it"
)]

mod buffer_parts;
mod collectives;
mod descriptors;
mod instances;
mod instructions;
mod machine;
mod parts;
#[allow(dead_code)]
#[path = "../../../host/src/reference.rs"]
mod reference;

mod quads;
mod raster;
mod scan;
mod together;

use reference::Random;
use tilework_device::emulator::Emulator;

/// A machine with a random order of threads. The seed is printed if the test fails.
fn emulator(random: &mut Random) -> Emulator {
    let seed = random.bits();
    println!("Emulator::new({seed})");
    Emulator::new(seed)
}
