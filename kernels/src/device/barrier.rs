//! `bar.sync`: a barrier of the threads of a block.

use core::arch::asm;

/// Waits for all threads of the block; what they wrote before is there after.
///
/// # Safety
/// All threads of the block come here.
#[inline(always)]
pub unsafe fn barrier() {
    // SAFETY: as promised.
    unsafe { asm!("bar.sync 0;") };
}
