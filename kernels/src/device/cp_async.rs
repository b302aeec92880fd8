//! `cp.async`: copies from global to shared memory that do not wait.

use core::arch::asm;

use super::{Global, Shared};

/// Begins to copy 16 bytes.
///
/// # Safety
/// Both are aligned to 16 bytes and there; until the copy has ended nobody writes the one or accesses the other.
#[inline(always)]
pub unsafe fn cp_async<T>(from: Global<T>, to: Shared<T>) {
    // SAFETY: as promised.
    unsafe {
        asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to.address(), in(reg64) from.address());
    }
}

/// [`cp_async`] of the first `bytes` of the 16; the others are 0.
///
/// # Safety
/// As there, of these bytes.
#[inline(always)]
pub unsafe fn cp_async_part<T>(from: Global<T>, to: Shared<T>, bytes: u32) {
    // SAFETY: as promised.
    unsafe {
        asm!(
            "cp.async.cg.shared.global [{}], [{}], 16, {};",
            in(reg32) to.address(), in(reg64) from.address(), in(reg32) bytes,
        );
    }
}

/// Ends a group of copies: all that this thread began since the last group.
#[inline(always)]
pub fn cp_async_commit() {
    // SAFETY: has no preconditions.
    unsafe { asm!("cp.async.commit_group;") };
}

/// Waits until at most `LEFT` groups of this thread are under way.
#[inline(always)]
pub fn cp_async_wait<const LEFT: u32>() {
    // SAFETY: has no preconditions.
    unsafe { asm!("cp.async.wait_group {};", const LEFT) };
}
