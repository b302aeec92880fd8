//! AArch64 with NEON.

use core::arch::asm;

/// Whether the processor that runs this program has all these instructions: whether the compilation target has them.
macro_rules! has {
    ($($feature:tt)*) => {
        $(cfg!(target_feature = $feature))&&*
    };
}
pub(crate) use has;

/// Whether there are instructions that write past the caches. There are, but Rust has no function for them.
pub(crate) const WRITES_PAST_CACHES: bool = false;

/// Returns whether the first-level TLB has few entries for pages that are written. Processors have 32 or more for all
/// pages, but nothing tells a program how many.
pub(crate) fn writes_few_pages() -> bool {
    true
}

/// Prefetches the line at `at`, which is written soon. It may be any address.
#[inline(always)]
pub(crate) fn ask_for<T>(at: *const T) {
    // Miri runs no assembly.
    if !cfg!(miri) {
        // SAFETY: a prefetch changes nothing that a program can see, whatever the address.
        unsafe {
            asm!("prfm pstl1keep, [{}]", in(reg) at.addr(), options(nomem, nostack, preserves_flags));
        }
    }
}
