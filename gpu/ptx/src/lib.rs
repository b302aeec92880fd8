//! Compiles a crate of kernels to PTX, and determines which GPUs each kernel is for.
//!
//! A workspace has a crate of kernels and a program. The build script of the program is
//!
//! ```no_run
//! tilework_ptx::build_script("../kernels");
//! ```
//!
//! and the program includes the PTX by `include_str!(concat!(env!("OUT_DIR"), "/kernels.ptx"))`. So `cargo build`
//! compiles both. The kernels are compiled by the nightly Rust that [`CHANNEL`] names, with its component `rust-src`.
//! `DEVICE_RUSTC` and `DEVICE_CARGO` can name another compiler and cargo. If it is missing, the error says how to get
//! it. A user who already has the PTX needs neither: `TILEWORK_PTX=/where/it/is.ptx cargo build` uses that file.
//!
//! A command does the same. It writes a file, or compares it with an existing one:
//!
//! ```sh
//! cargo run -p tilework-ptx -- KERNELS kernels.ptx
//! cargo run -p tilework-ptx -- KERNELS kernels.ptx --check
//! ```

mod compile;
mod lines;
mod module;
mod needs;
mod text;
mod toolchain;

pub use compile::{Error, build_script, compile};
pub use module::{Entry, Module};
pub use needs::{Capability, Needs};
pub use toolchain::CHANNEL;
