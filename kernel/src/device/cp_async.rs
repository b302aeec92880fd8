//! `cp.async`: copies from global to shared memory that do not wait.

use super::{Global, Shared};

/// Begins to copy 16 bytes.
///
/// # Safety
/// Both are aligned to 16 bytes and there; until the copy has ended nobody writes the one or accesses the other.
#[inline(always)]
pub unsafe fn cp_async<T>(from: Global<T>, to: Shared<T>) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("cp.async.cg.shared.global [{}], [{}], 16;", in(reg32) to.address(), in(reg64) from.address());
            }
        }
        cpu { host::cp_async(from.address(), to.address(), 16) }
    }
}

/// [`cp_async`] of the first `bytes` of the 16; the others are 0.
///
/// # Safety
/// As there, of these bytes.
#[inline(always)]
pub unsafe fn cp_async_part<T>(from: Global<T>, to: Shared<T>, bytes: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.cg.shared.global [{}], [{}], 16, {};",
                    in(reg32) to.address(), in(reg64) from.address(), in(reg32) bytes,
                );
            }
        }
        cpu { host::cp_async(from.address(), to.address(), bytes) }
    }
}

/// [`cp_async`] of 4, 8 or 16 bytes, which go through the first cache: `cp.async.ca`.
///
/// # Safety
/// As there, aligned to so many bytes.
#[inline(always)]
pub unsafe fn cp_async_ca<const BYTES: u32, T>(from: Global<T>, to: Shared<T>) {
    const { assert!(matches!(BYTES, 4 | 8 | 16), "cp.async: it is of 4, 8 or 16 bytes") };
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "cp.async.ca.shared.global [{}], [{}], {};",
                    in(reg32) to.address(), in(reg64) from.address(), const BYTES,
                );
            }
        }
        cpu { host::cp_async_of(from.address(), to.address(), BYTES, BYTES) }
    }
}

/// Ends a group of copies: all that this thread began since the last group.
#[inline(always)]
pub fn cp_async_commit() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.commit_group;") } }
        cpu { host::cp_async_commit() }
    }
}

/// Waits until at most `LEFT` groups of this thread are under way.
#[inline(always)]
pub fn cp_async_wait<const LEFT: u32>() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("cp.async.wait_group {};", const LEFT) } }
        cpu { host::cp_async_wait(LEFT) }
    }
}
