//! What the machine has, a file each: instructions on a GPU, and on a CPU what [`host`](crate::host) has in their place.

#[cfg(target_arch = "nvptx64")]
macro_rules! on {
    (gpu $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use core::arch::asm;
        $gpu
    }};
}
/// What is done on a GPU, and what on a CPU.
#[cfg(not(target_arch = "nvptx64"))]
macro_rules! on {
    (gpu $gpu:block cpu $cpu:block) => {{
        #[allow(unused_imports)]
        use crate::host;
        $cpu
    }};
}

pub mod arithmetic;
pub mod barrier;
pub mod cp_async;
pub mod element;
pub mod index;
pub mod ldmatrix;
pub mod mbarrier;
pub mod memory;
pub mod mma_sync;
pub mod quad;
pub mod shuffle;
pub mod tma;
pub mod warpgroup;
pub mod wgmma;

pub use arithmetic::*;
pub use barrier::*;
pub use cp_async::*;
pub use element::*;
pub use index::*;
pub use ldmatrix::*;
pub use mbarrier::*;
pub use memory::*;
pub use mma_sync::*;
pub use quad::*;
pub use shuffle::*;
pub use tilework::bound::{Pointer, PointerMut};
pub use tilework_kernel_macros::kernel;
pub use tma::*;
pub use warpgroup::*;
pub use wgmma::*;

pub use crate::{at_most_threads, blocks_of_cluster};
