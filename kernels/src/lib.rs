//! Kernels for GPUs with layouts of tilework, compiled to PTX by `kernels/build`.
//!
//! `device` is what the machine has, a file for each instruction or two; each other module is a kernel and the
//! functions that a program launches. The host side is the crate `tilework-device`.
//!
//! Where there is no GPU, `host` has CPU threads take the place of those of a block, so that kernels are tested.

// Besides what `tilework-ptx` says for every crate of kernels.
#![cfg_attr(target_arch = "nvptx64", feature(core_float_math, stdarch_nvptx))]
#![allow(clippy::missing_safety_doc)]
#![recursion_limit = "256"]

pub mod argument;
pub mod attention;
pub mod copy;
pub mod device;
pub mod gemm_f16;
pub mod gemm_f32;
pub mod gemm_f32_ragged;
pub mod gemm_mma;
#[cfg(not(target_arch = "nvptx64"))]
pub mod host;
pub mod scaled_copy;
pub mod softmax;
pub mod transpose;
pub mod wgmma;

#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the kernel with an error.
    unsafe { core::arch::nvptx::trap() }
}
