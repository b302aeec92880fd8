//! Reductions over a block.

use tilework::bound::{Pointer, PointerMut};

use super::{Combined, Element, Shared, barrier, over_warp};

/// The numbers of the `THREADS` threads of a block, combined: each warp by shuffles, then those of the warps through shared memory, where a number for each
/// warp lies from `shared` on, an array `shared!([f32; 8])` of 256 threads. Each thread has the result, and all have the same: of `f32`, `f64` and integers of 32 and
/// 64 bits, by `|x, y| x + y`, `u32::max` and what else is the same in any order.
///
/// # Safety
/// All threads of the block come here, which are `THREADS`, a multiple of 32; shared memory from there on is nobody else's.
#[inline(always)]
pub unsafe fn over_block<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    x: T,
    shared: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> T {
    const {
        assert!(
            THREADS.is_multiple_of(32) && THREADS > 0 && THREADS <= 1024,
            "threads: a block of whole warps"
        )
    };
    // SAFETY: as promised; barriers are between what threads write and what others read.
    unsafe {
        let of_warp = over_warp(x, &combine);
        // What was combined before has been read.
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
