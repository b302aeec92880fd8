//! Kernels for GPUs with layouts of tilework, compiled to PTX by `kernels/build`.
//!
//! `device` is what the machine has, a file for each instruction or two; each other module is a kernel and the
//! functions that a program launches. The host side is the crate `tilework-device`.
//!
//! Where there is no GPU, `host` has CPU threads take the place of those of a block, so that kernels are tested.

#![allow(clippy::missing_safety_doc)]
#![recursion_limit = "256"]

pub mod argument;
pub mod attention;
pub mod attention_masked;
pub mod copy;
pub mod epilogue;
pub mod found;
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
pub mod softmax;
pub mod stencil;
pub mod strided_copy;
pub mod transpose;
pub mod work;

pub use tilework_kernel::device;
#[cfg(not(target_arch = "nvptx64"))]
pub use tilework_kernel::host;
#[cfg(not(target_arch = "nvptx64"))]
pub use tilework_kernel::launch;

/// The PTX of these kernels, as `kernels/build` writes it: for GPUs of compute capability 9.0.
#[cfg(not(target_arch = "nvptx64"))]
pub const PTX: &str = include_str!("../ptx/kernels.ptx");
