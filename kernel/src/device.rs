//! What the machine has, a file each: instructions on a GPU, and on a CPU what [`host`](crate::host) has in their place.

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
        $crate::device::together();
        $gpu
    }};
}
/// What is done on a GPU, `together` where all threads of a warp come to an instruction together, and what on a CPU.
#[cfg(not(target_arch = "nvptx64"))]
macro_rules! on {
    ($gpu_or_together:ident $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use crate::host;
        $cpu
    }};
}

/// The next instruction stands once in the kernel, and all threads of a warp come to it together.
///
/// LLVM copies what follows two branches on the same condition into both of them, and an instruction that all threads of a warp have to
/// execute together with it: then they wait for one another without an end. It does not do so where a block has a call that it knows to
/// be one of them all, as this intrinsic; of the text of `asm!` it cannot know (rustc marks no `asm!` as `convergent`). `tilework-ptx`
/// leaves the instruction out of the PTX.
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
pub use shuffle::*;
pub use slice::*;
pub use tilework::bound::{Pointer, PointerMut};
pub use tilework_kernel_macros::kernel;
/// An array in the shared memory of a block, `shared!([f32; 256])`: a `Shared<f32>`, to its first element.
///
/// Each place in the source has bytes of its own, and one has the same in all threads of a block and wherever it is inlined, as `__shared__` has in CUDA C++:
/// a function that is called twice has one array. `tilework-ptx` says where each begins, at a multiple of its bytes, rounded up to a power of 2 from 16 to 1024, as the
/// copy engine and swizzles ask; what a launch needs is the sum, and it takes it from there. How many elements there are may be a constant of a parameter of the
/// function. On threads of the CPU an access past the end of an array is found.
///
/// A kernel that lays out its memory by hand has `Shared::new` alone: who writes both is told so.
///
/// ```
/// use tilework_kernel::device::*;
/// use tilework_kernel::host::Host;
/// use tilework_kernel::launch::promise;
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
/// let mut host = Host::new(1);
/// let mut numbers = host.upload(&[7_u32; 64]);
/// // SAFETY: 64 numbers.
/// host.run(unsafe { promise(turned { numbers: &mut numbers }) });
/// assert_eq!(host.download(numbers)[..33], [[7; 32].as_slice(), &[49]].concat());
/// ```
pub use tilework_kernel_macros::shared;
pub use tma::*;
pub use view::*;
pub use vote::*;
pub use warpgroup::*;
pub use wgmma::*;

pub use crate::{at_most_threads, blocks_of_cluster};
