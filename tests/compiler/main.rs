//! What needs the compiler or the sources: programs that must not compile or build, random ones, one whose machine code is
//! read, those that know the library by another name, and what must be written where.

mod compiler;
mod snapshot;

mod constructors;
mod documented;
mod generic;
mod listed;
mod names;
mod random;
mod trusted;
mod ui;
#[cfg(target_arch = "x86_64")]
mod zero_cost;
