//! Programs that a test compiles: those that must not compile or build, random ones, one whose machine code is read,
//! and those that know the library by another name.

mod compiler;
mod snapshot;

mod generic;
mod names;
mod random;
mod trusted;
mod ui;
#[cfg(target_arch = "x86_64")]
mod zero_cost;
