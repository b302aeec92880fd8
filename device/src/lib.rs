//! Kernels with layouts of tilework on NVIDIA GPUs: what loads them, launches them and takes the time.
//!
//! The kernels are Rust, in `kernels/`; their PTX is part of this crate, [`KERNELS`], so that stable Rust and a
//! driver are enough to run them. The driver is loaded when a program runs.
//!
//! ```sh
//! cargo run --release -p tilework-device --example copy
//! cargo run --release -p tilework-device --example transpose -- --m 16384 --n 16384
//! cargo run --release -p tilework-device --example gemm -- --m 4096 --n 4096 --k 4096 --json
//! ```
//!
//! Where there is no GPU, or no driver, they say so and end with status 3; `--help` says what options there are.

#[path = "../../kernels/src/argument.rs"]
pub mod argument;
mod error;
mod gpu;
mod launch;
mod options;
mod ptx;
pub mod reference;
mod report;
mod tensor_map;

pub use cudarc::driver::{CudaSlice, DeviceRepr, ValidAsZeroBits};
pub use error::Error;
pub use gpu::{Gpu, NoGpu};
pub use launch::{Kernel, Launch};
pub use options::{Options, Usage};
pub use ptx::{KERNELS, kernels_for};
pub use report::{Report, program};
pub use tensor_map::TensorMap;

// SAFETY: `repr(C)`, of integers.
unsafe impl<const N: usize> cudarc::driver::DeviceRepr for argument::Leaves<N> {}
