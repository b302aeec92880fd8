//! A race that is one. `.ci/races` fails where ThreadSanitizer does not say so.

use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::sync::atomic::{AtomicU32, Ordering};

struct Shared(UnsafeCell<u32>);
// SAFETY: none. Two threads write without order, on purpose.
unsafe impl Sync for Shared {}
static SHARED: Shared = Shared(UnsafeCell::new(0));
/// How many threads have begun. It is relaxed, so that it puts nothing in order.
static BEGUN: AtomicU32 = AtomicU32::new(0);

fn main() {
    // The sanitizer does not see what registers of 32 and 64 bytes read and write.
    #[cfg(target_arch = "x86_64")]
    assert!(!is_x86_feature_detected!("avx"), "AVX is found, whose accesses are not seen");
    std::thread::scope(|scope| {
        for i in 0..2 {
            scope.spawn(move || {
                BEGUN.fetch_add(1, Ordering::Relaxed);
                while BEGUN.load(Ordering::Relaxed) < 2 {
                    spin_loop();
                }
                // One write may be missed, at the same time as that of the other.
                for _ in 0..1000 {
                    // SAFETY: none, as above.
                    unsafe { *SHARED.0.get() = i };
                }
            });
        }
    });
}
