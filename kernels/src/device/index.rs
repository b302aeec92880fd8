//! Where a thread is.

use core::arch::nvptx::{_block_idx_x, _block_idx_y, _block_idx_z, _thread_idx_x};

/// The index of the thread in a block of `THREADS`.
///
/// # Safety
/// The kernel is launched in blocks of `THREADS` threads in `x`, and 1 in `y` and in `z`.
#[inline(always)]
pub unsafe fn thread<const THREADS: u32>() -> usize {
    // SAFETY: as promised.
    unsafe {
        let index = _thread_idx_x() as u32;
        core::hint::assert_unchecked(index < THREADS);
        index as usize
    }
}

/// The indices of the block in `x`, `y` and `z`.
#[inline(always)]
pub fn block() -> [u32; 3] {
    // SAFETY: they are always there.
    unsafe { [_block_idx_x() as u32, _block_idx_y() as u32, _block_idx_z() as u32] }
}
