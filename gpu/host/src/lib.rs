//! Loads, launches and times kernels with layouts of tilework on NVIDIA GPUs.
//!
//! A program contains the PTX of a crate of kernels, which `tilework-ptx` compiles in its build script, and the crate
//! itself, for the types of the kernels. [`Gpu::first`] loads the PTX; [`Gpu::kernel`] and [`Kernel::launch`] use the
//! types. The crate `tilework-kernels` contains the PTX of the kernels of this repository, so that stable Rust and a
//! driver are enough to run them. The driver is loaded at run time.
//!
//! ```no_run
//! # use tilework::{layout, operation::try_zipped_divide, try_layout};
//! use tilework_host::{Gpu, promise};
//! use tilework_kernels::scaled_copy::scaled_copy;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let gpu = Gpu::first(tilework_kernels::PTX)?;
//! let (m, n) = (64_u32, 12_u32);
//! let data = vec![1.0_f32; 4 * 64 * 12];
//! let (from, mut to) = (gpu.upload(&data)?, gpu.poisoned::<f32>(data.len())?);
//! let tiles = try_zipped_divide(try_layout!((m,n):(1,m))?, layout!(<64,4>))?;
//! // The grid, the threads of a block, the bytes of shared memory.
//! let kernel = gpu.kernel::<scaled_copy>([m / 64, n / 4, 1], 256, 0)?;
//! // SAFETY: both buffers are as long as the layout reaches, and there is a block for each tile.
//! kernel.launch(unsafe { promise(scaled_copy { from: &from, to: &mut to, matrix: tiles, factor: 2.0 }) })?;
//! assert_eq!(gpu.download(&to)?[0], 2.0);
//! # Ok(())
//! # }
//! ```
//!
//! [`Gpu::new`] takes another GPU of [`Gpu::all`], and [`Gpu::with_file`] takes PTX from a file. A [`Graph`] records
//! kernels that are shorter than their launch overhead. [`Pinned`] memory is copied while the program goes on. A `Gpu`
//! runs everything in order, as one stream.
//!
//! ```sh
//! cargo run --release -p tilework-host --example copy
//! cargo run --release -p tilework-host --example transpose -- --m 16384 --n 16384
//! cargo run --release -p tilework-host --example gemm -- --m 4096 --n 4096 --k 4096 --json
//! ```
//!
//! The feature `multi_gpu` supports several GPUs that NCCL connects: `tilework_host::multi_gpu`.
//!
//! The feature `products` has matrix products and attention by the kernels of this repository: `Gpu::gemm`,
//! `Gpu::gemm_with`, `Gpu::gemm_grouped`, `Gpu::gemm_scaled` for e4m3, and `Gpu::attention`.
//!
//! Without a GPU or a driver the programs say so and end with status 3. `--help` lists their options.

#[cfg(feature = "products")]
pub mod attention;
mod buffer;
mod device;
mod error;
mod foreign;
mod gpu;
mod graph;
mod launch;
#[cfg(feature = "products")]
mod leaves;
mod memory;
#[cfg(feature = "multi_gpu")]
pub mod multi_gpu;
mod options;
mod pinned;
#[cfg(feature = "products")]
pub mod product;
pub mod reference;
mod report;
mod tensor_map;

pub use buffer::{Buffer, Owner, Part};
pub use device::Device;
pub use error::Error;
pub use gpu::{Gpu, NoGpu};
pub use graph::{Graph, Recorder};
pub use launch::{Kernel, blocks_for};
pub use options::{Options, Usage};
pub use pinned::Pinned;
pub use report::{Report, program};
pub use tensor_map::TensorMap;
pub use tilework_device::launch::promise;
