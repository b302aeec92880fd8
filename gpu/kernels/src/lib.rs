//! Kernels for GPUs with layouts of tilework, which `gpu/kernels/build` compiles to PTX.
//!
//! `device` is the vocabulary of kernels, a file for each instruction or two. Each other module is a kernel, with the
//! functions that a program launches. The host side is the crate `tilework-host`.
//!
//! Without a GPU, `emulator` runs the threads of a block as CPU threads, so that kernels can be tested.

#![allow(clippy::missing_safety_doc)]
#![recursion_limit = "256"]

pub mod attention;
pub mod attention_masked;
pub mod copy;
pub mod epilogue;
pub mod gemm_e4m3;
pub mod gemm_f16;
pub mod gemm_f16_batched;
pub mod gemm_f16_grouped;
pub mod gemm_f16_parts;
pub mod gemm_f16_with;
pub mod gemm_f32;
pub mod gemm_f32_ragged;
pub mod gemm_mma;
pub mod gemm_wgmma;
pub mod scaled_copy;
pub mod scheduler;
pub mod searched;
pub mod softmax;
pub mod stencil;
pub mod strided_copy;
pub mod transpose;

pub use tilework_device as device;
#[cfg(not(target_arch = "nvptx64"))]
pub use tilework_device::emulator;
#[cfg(not(target_arch = "nvptx64"))]
pub use tilework_device::launch;
pub use tilework_kernel_arguments as argument;

/// The PTX of these kernels, which `gpu/kernels/build` writes: for GPUs of compute capability 9.0.
#[cfg(not(target_arch = "nvptx64"))]
pub const PTX: &str = include_str!("../ptx/kernels.ptx");
