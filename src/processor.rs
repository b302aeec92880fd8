//! Features of the processor that runs this program.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

/// True if the processor that runs this program has all these instructions. Without `std`, it is true if the
/// compilation target has them.
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
