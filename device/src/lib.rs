//! Kernels with layouts of tilework on NVIDIA GPUs: what loads them, launches them and takes the time.
//!
//! A program has the PTX of a crate of kernels, which `tilework-ptx` compiles in its build script, and the crate itself, for the types of the
//! kernels: [`Gpu::first`] loads the one, [`Gpu::kernel`] and [`Kernel::launch`] take the others. The PTX of the kernels of this repository is part of
//! the crate `tilework-kernels`, so that stable Rust and a driver are enough to run them. The driver is loaded when a program runs.
//!
//! ```no_run
//! # use tilework::{layout, operation::try_zipped_divide, try_layout};
//! use tilework_device::{Gpu, promise};
//! use tilework_kernels::scaled_copy::scaled_copy;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::first(tilework_kernels::PTX)?;
//! let (m, n) = (64_u32, 12_u32);
//! let data = vec![1.0_f32; 4 * 64 * 12];
//! let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
//! let tiles = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
//! // The grid, threads of a block, bytes of shared memory.
//! let kernel = gpu.kernel::<scaled_copy>([m / 64, n / 4, 1], 256, 0)?;
//! // SAFETY: both buffers are as long as the layout reaches, and there is a block for each tile.
//! kernel.launch(unsafe { promise(scaled_copy { from: &from, to: &mut to, matrix: tiles, factor: 2.0 }) })?;
//! assert_eq!(gpu.download(&to)?[0], 2.0);
//! # Ok(())
//! # }
//! ```
//!
//! [`Gpu::new`] takes another GPU of [`Gpu::all`], [`Gpu::with_file`] PTX in a file. Kernels that take less time than their launches are recorded as a
//! [`Graph`]; [`Pinned`] memory is copied while the program goes on. All that a `Gpu` does is in order, as on one stream.
//!
//! ```sh
//! cargo run --release -p tilework-device --example copy
//! cargo run --release -p tilework-device --example transpose -- --m 16384 --n 16384
//! cargo run --release -p tilework-device --example gemm -- --m 4096 --n 4096 --k 4096 --json
//! ```
//!
//! The feature `many` has several GPUs, which NCCL connects: `tilework_device::many`.
//!
//! The feature `products` has products of matrices and attention by the kernels of this repository: `Gpu::gemm`, `Gpu::gemm_with`, `Gpu::gemm_grouped`, of e4m3
//! `Gpu::gemm_scaled`, and `Gpu::attention`.
//!
//! Where there is no GPU, or no driver, they say so and end with status 3; `--help` says what options there are.

#[cfg(feature = "products")]
pub mod attention;
mod buffer;
mod device;
mod error;
mod gpu;
mod graph;
mod launch;
#[cfg(feature = "products")]
mod leaves;
#[cfg(feature = "many")]
pub mod many;
mod options;
mod pinned;
#[cfg(feature = "products")]
pub mod product;
pub mod reference;
mod report;
mod tensor_map;

pub use buffer::Buffer;
pub use cudarc::driver::{DeviceRepr, ValidAsZeroBits};
pub use device::Device;
pub use error::Error;
pub use gpu::{Gpu, NoGpu};
pub use graph::{Graph, Recorder};
pub use launch::{Kernel, blocks_for};
pub use options::{Options, Usage};
pub use pinned::Pinned;
pub use report::{Report, program};
pub use tensor_map::TensorMap;
pub use tilework_kernel::launch::promise;
