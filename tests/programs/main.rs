//! Programs that a test compiles: those that must not compile or build, random ones, and one whose machine
//! code is read.

mod compiler;
mod snapshot;

mod generic;
mod random;
mod ui;
#[cfg(target_arch = "x86_64")]
mod zero_cost;
