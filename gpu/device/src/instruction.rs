//! The instructions of the machine, one file for each topic. On a GPU these are instructions; on a CPU they
//! are their counterparts in [`emulator`](crate::emulator).

#[cfg(target_arch = "nvptx64")]
macro_rules! on {
    (gpu $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use core::arch::asm;
        $gpu
    }};
    (together $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use core::arch::asm;
        $crate::together();
        $gpu
    }};
}
/// Selects code by target. The first word, `gpu` or `together`, precedes the GPU code; `together` marks an instruction
/// that all threads of a warp execute together. `cpu` precedes the CPU code.
#[cfg(not(target_arch = "nvptx64"))]
macro_rules! on {
    ($gpu_or_together:ident $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use crate::emulator;
        $cpu
    }};
}

/// Keeps the next instruction at one place in the kernel, so that all threads of a warp reach it together.
///
/// LLVM may copy the code after two branches on the same condition into both of them. If that code has an instruction
/// that all threads of a warp must execute together, the threads then wait for one another forever. LLVM does not copy
/// a block that contains a convergent call, such as this intrinsic. It cannot know this of the text of `asm!`, because
/// rustc marks no `asm!` as `convergent`. `tilework-ptx` removes the instruction from the PTX.
#[cfg(target_arch = "nvptx64")]
#[inline(always)]
pub(crate) fn together() {
    unsafe extern "C" {
        #[link_name = "llvm.nvvm.activemask"]
        fn active_mask() -> u32;
    }
    // SAFETY: it has no preconditions, and its result is not used.
    unsafe { active_mask() };
}

pub mod accumulate;
pub mod arithmetic;
pub mod atomic;
pub mod barrier;
pub mod boxes;
pub mod cache;
pub mod convert;
pub mod cp_async;
pub mod descriptor;
pub mod element;
pub mod fence;
pub mod fma;
pub mod fragment;
pub mod index;
pub mod kind;
pub mod ldmatrix;
pub mod mbarrier;
pub mod memory;
pub mod mma_sync;
pub mod pipeline;
pub mod print;
pub mod quad;
pub mod raster;
pub mod reduce;
pub mod roles;
pub mod scan;
pub mod shuffle;
pub mod slice;
pub mod tma;
pub mod view;
pub mod vote;
pub mod warpgroup;
pub mod wgmma;

pub use accumulate::*;
pub use arithmetic::*;
pub use atomic::*;
pub use barrier::*;
pub use boxes::*;
pub use cache::*;
pub use convert::*;
pub use cp_async::*;
pub use descriptor::*;
pub use element::*;
pub use fence::*;
pub use fma::*;
pub use fragment::*;
pub use index::*;
pub use kind::*;
pub use ldmatrix::*;
pub use mbarrier::*;
pub use memory::*;
pub use mma_sync::*;
pub use pipeline::*;
pub use print::*;
pub use quad::*;
pub use raster::*;
pub use reduce::*;
pub use roles::*;
pub use scan::*;
pub use shuffle::*;
pub use slice::*;
pub use tilework::bound::{Pointer, PointerMut};
pub use tilework_device_macros::kernel;
/// An array in the shared memory of a block: `shared!([f32; 256])` is a `Shared<f32>` that points to its first element.
///
/// Each place in the source has an array of its own, as with `__shared__` in CUDA C++. That array is the same in all
/// threads of a block, and wherever the code is inlined: a function that is called twice has one array.
/// `tilework-ptx` places the arrays. Each begins at a multiple of its size in bytes, rounded up to a power of 2 from 16
/// to 1024, as the copy engine and swizzles require. The launch takes the total size from there. The number of elements
/// may be a constant parameter of the function. Threads of the CPU report an access past the end of an array.
///
/// A kernel uses either `shared!` or `Shared::new`, for a hand-written layout of the memory. Using both is an error.
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// use tilework_device::launch::promise;
///
/// /// The numbers of a warp in the opposite order, and their squares.
/// #[kernel(threads = 32, blocks = [1])]
/// pub unsafe fn turned(numbers: *mut u32) {
///     // SAFETY: there are 64 numbers.
///     unsafe {
///         let t = thread::<32>() as usize;
///         let (own, squares) = (shared!([u32; 32]), shared!([u32; 32]));
///         let numbers = Global::new(numbers.cast_const());
///         let x = numbers.offset(t).read();
///         own.offset(t).write(x);
///         squares.offset(t).write(x * x);
///         warp_barrier();
///         numbers.offset(t).write(own.offset(31 - t).read());
///         numbers.offset(32 + t).write(squares.offset(31 - t).read());
///     }
/// }
///
/// let mut emulator = Emulator::new(1);
/// let mut numbers = emulator.upload(&[7_u32; 64]);
/// // SAFETY: 64 numbers.
/// emulator.run(unsafe { promise(turned { numbers: &mut numbers }) });
/// assert_eq!(emulator.download(numbers)[..33], [[7; 32].as_slice(), &[49]].concat());
/// ```
pub use tilework_device_macros::shared;
pub use tma::*;
pub use view::*;
pub use vote::*;
pub use warpgroup::*;
pub use wgmma::*;
