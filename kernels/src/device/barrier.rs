//! `bar.sync`: a barrier of the threads of a block.

/// Waits for all threads of the block; what they wrote before is there after.
///
/// # Safety
/// All threads of the block come here.
#[inline(always)]
pub unsafe fn barrier() {
    on! {
        // SAFETY: as promised.
        gpu { unsafe { asm!("bar.sync 0;") } }
        cpu { host::barrier(0, host::threads()) }
    }
}
