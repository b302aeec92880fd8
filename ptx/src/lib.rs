//! Compiles a crate of kernels to PTX, and says of each kernel which GPUs it is for.
//!
//! A workspace has a crate of kernels and a program. The build script of the program is
//!
//! ```no_run
//! tilework_ptx::build_script("../kernels");
//! ```
//!
//! and the program has the PTX by `include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"))`. So `cargo build` compiles both. The
//! kernels are compiled by the nightly Rust that [`CHANNEL`] names, with its component `rust-src`, or by the one of which
//! `DEVICE_RUSTC` and `DEVICE_CARGO` name the compiler and cargo; where it is missing the error says how to get it. Who has the
//! PTX needs neither: `TILEWORK_PTX=/where/it/is.ptx cargo build` takes it as it is.
//!
//! The same as a command, which writes a file, or compares it with one that is there:
//!
//! ```sh
//! cargo run -p tilework-ptx -- KERNELS kernels.ptx
//! cargo run -p tilework-ptx -- KERNELS kernels.ptx --check
//! ```

mod compile;
mod module;
mod needs;
mod text;
mod toolchain;

pub use compile::{Error, build_script, compile};
pub use module::{Entry, Module};
pub use needs::{Capability, Needs};
pub use toolchain::CHANNEL;
