//! x86-64.

use core::arch::x86_64::{__cpuid, _MM_HINT_T0, _mm_prefetch};
use core::sync::atomic::{AtomicU8, Ordering};

/// True if the processor that runs this program has all these instructions. Without `std`, true if the compilation
/// target has them.
macro_rules! has {
    ($($feature:tt)*) => {
        $(({
            #[cfg(feature = "std")]
            let has = std::arch::is_x86_feature_detected!($feature);
            #[cfg(not(feature = "std"))]
            let has = cfg!(target_feature = $feature);
            has
        }))&&*
    };
}
pub(crate) use has;

/// Whether there are instructions that write past the caches.
pub(crate) const WRITES_PAST_CACHES: bool = true;

/// Returns whether the first-level TLB has few entries for pages that are written. Intel's processors have 16, AMD's
/// have 64 or more for all pages. Any other processor counts as Intel's.
pub(crate) fn writes_few_pages() -> bool {
    /// 0 before the first query, then 1 or 2.
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        // Miri does not emulate a processor.
        0 if !cfg!(miri) => {
            // SAFETY: every x86-64 processor has the instruction. Some versions of Rust declare the function safe.
            #[allow(unused_unsafe)]
            let vendor = unsafe { __cpuid(0) }.ebx.to_le_bytes();
            let few = vendor != *b"Auth";
            KNOWN.store(2 - u8::from(few), Ordering::Relaxed);
            few
        }
        known => known < 2,
    }
}

/// Prefetches the line at `at`, which is written soon. It may be any address.
#[inline(always)]
pub(crate) fn ask_for<T>(at: *const T) {
    // SAFETY: a prefetch changes nothing that a program can see, whatever the address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(at.cast()) }
}
