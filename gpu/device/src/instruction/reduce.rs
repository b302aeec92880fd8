//! Reductions over a block.

use tilework::bound::{Pointer, PointerMut};

use super::{Combined, Element, Shared, barrier, over_warp};

/// Combines the numbers of the `THREADS` threads of a block: first within each warp by shuffles, then across warps
/// through shared memory. `shared` has room for a number of each warp: an array `shared!([f32; 8])` for 256 threads.
/// Every thread gets the same result. The numbers are `f32`, `f64` and integers of 32 and 64 bits. `combine` is `|x, y|
/// x + y`, `u32::max`, or another function whose result does not depend on the order.
///
/// # Safety
/// All `THREADS` threads of the block reach this call, and `THREADS` is a multiple of 32. Nobody else uses the shared
/// memory at `shared`.
#[inline(always)]
#[track_caller]
pub unsafe fn over_block<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    x: T,
    shared: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> T {
    #[cfg(not(target_arch = "nvptx64"))]
    let _placed = crate::emulator::Placed::here();
    const {
        assert!(
            THREADS.is_multiple_of(32) && THREADS > 0 && THREADS <= 1024,
            "threads: a block of whole warps"
        )
    };
    // SAFETY: as promised. Barriers separate the writes of a thread from the reads of others.
    unsafe {
        let of_warp = over_warp(x, &combine);
        // The numbers of an earlier call have been read.
        barrier();
        if thread.is_multiple_of(32) {
            shared.offset(thread as usize / 32).write(of_warp);
        }
        barrier();
        let mut combined = shared.read();
        for warp in 1..THREADS as usize / 32 {
            combined = combine(combined, shared.offset(warp).read());
        }
        combined
    }
}
