//! What the processor that this runs on can do.

use core::arch::x86_64::__cpuid;
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the processor has these instructions; without `std`, whether the crate is compiled for them.
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

/// Returns whether the first TLB has few entries for pages that are written: 16 in Intel's processors, and 64 or more
/// for all pages in AMD's. A processor of another vendor counts as Intel's.
pub(crate) fn writes_few_pages() -> bool {
    /// 0 until the processor was asked, then 1 or 2.
    static KNOWN: AtomicU8 = AtomicU8::new(0);
    match KNOWN.load(Ordering::Relaxed) {
        // Miri does not interpret `cpuid`.
        0 if !cfg!(miri) => {
            // SAFETY: every x86-64 has the instruction, which some versions of Rust call safe.
            #[allow(unused_unsafe)]
            let vendor = unsafe { __cpuid(0) }.ebx.to_le_bytes();
            let few = vendor != *b"Auth";
            KNOWN.store(2 - u8::from(few), Ordering::Relaxed);
            few
        }
        known => known < 2,
    }
}
