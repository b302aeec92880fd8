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

pub mod arithmetic;
pub mod atomic;
pub mod barrier;
pub mod cache;
pub mod convert;
pub mod cp_async;
pub mod element;
pub mod fence;
pub mod index;
pub mod kind;
pub mod ldmatrix;
pub mod mbarrier;
pub mod memory;
pub mod mma_sync;
pub mod pipeline;
pub mod print;
pub mod quad;
pub mod reduce;
pub mod shuffle;
pub mod slice;
pub mod tma;
pub mod view;
pub mod vote;
pub mod warpgroup;
pub mod wgmma;

pub use arithmetic::*;
pub use atomic::*;
pub use barrier::*;
pub use cache::*;
pub use convert::*;
pub use cp_async::*;
pub use element::*;
pub use fence::*;
pub use index::*;
pub use kind::*;
pub use ldmatrix::*;
pub use mbarrier::*;
pub use memory::*;
pub use mma_sync::*;
pub use pipeline::*;
pub use print::*;
pub use quad::*;
pub use reduce::*;
pub use shuffle::*;
pub use slice::*;
pub use tilework::bound::{Pointer, PointerMut};
pub use tilework_kernel_macros::{kernel, shared};
pub use tma::*;
pub use view::*;
pub use vote::*;
pub use warpgroup::*;
pub use wgmma::*;

pub use crate::{at_most_threads, blocks_of_cluster};
