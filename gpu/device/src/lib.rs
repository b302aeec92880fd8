//! Kernels for NVIDIA GPUs in Rust, and threads of the CPU that test them.
//!
//! A crate of kernels depends on this crate and on `tilework`. The functions and types here are the vocabulary
//! of a kernel, an instruction or two each, and [`kernel`] is the attribute that makes a function an entry.
//! `tilework-ptx` compiles the crate to PTX, in the build script of a program or by a command. `tilework-host` loads
//! and launches it.
//!
//! A program launches a struct of the kernel's name ([`launch`]), whose fields have the names of the parameters. An
//! argument of another type, or a missing one, is a compile error, and names keep arguments from being exchanged.
//!
//! [`emulator`] runs the kernels of the same crate when it is compiled for the CPU: `cargo test` needs no GPU to find most
//! errors.
//!
//! ```
//! use tilework::{Tensor, layout};
//! use tilework_device::*;
//! use tilework_device::emulator::Emulator;
//! use tilework_device::launch::promise;
//!
//! /// `to = factor from`, of 256 numbers.
//! #[kernel(threads = 256, blocks = [1])]
//! pub unsafe fn scaled(from: *const f32, to: *mut f32, factor: f32) {
//! // SAFETY: a launch of one block of 256 threads, and buffers of 256 numbers.
//!     unsafe {
//!         let t = thread::<256>();
//!         let [from, to] = [from, to.cast_const()].map(|data| Tensor::from_raw_parts(Global::new(data), layout!(256)));
//!         to.at(t).write(factor * from.at(t).read());
//!     }
//! }
//!
//! // Another seed gives another order of the threads.
//! let mut emulator = Emulator::new(1);
//! let data: Vec<f32> = (0..256).map(|i| i as f32).collect();
//! let (from, mut to) = (emulator.upload(&data), emulator.poisoned::<f32>(256));
//! // SAFETY: the requirements of the kernel hold.
//! let with = unsafe { promise(scaled { from: &from, to: &mut to, factor: 3.0 }) };
//! emulator.run(with);
//! // A thread has written each number.
//! assert_eq!(emulator.written(to)[100], 300.0);
//! ```

// An intrinsic of LLVM is the only call that rustc marks as convergent (`instruction::together`).
#![cfg_attr(target_arch = "nvptx64", allow(internal_features))]
// `tilework-ptx` compiles this crate, and sets the same for the crates that build on it.
#![cfg_attr(target_arch = "nvptx64", no_std)]
#![cfg_attr(
    target_arch = "nvptx64",
    feature(asm_experimental_arch, core_float_math, link_llvm_intrinsics, stdarch_nvptx)
)]

// The macros of this crate name it.
extern crate self as tilework_device;

#[cfg(not(target_arch = "nvptx64"))]
pub mod emulator;
mod instruction;
#[cfg(not(target_arch = "nvptx64"))]
pub mod launch;
pub mod parameter;
#[cfg(not(target_arch = "nvptx64"))]
mod part;
mod safe;

#[cfg(target_arch = "nvptx64")]
pub(crate) use instruction::together;
pub use instruction::*;
pub use parameter::Parameter;
pub use safe::*;
pub use tilework_atom as atom;
pub use tilework_atom::proof;

#[cfg(target_arch = "nvptx64")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: ends the kernel with an error.
    unsafe { core::arch::nvptx::trap() }
}
