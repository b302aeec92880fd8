//! `fence.acq_rel`, and loads and stores with an order: what others see of what a thread wrote.
//!
//! Threads of the CPU run one at a time, and what one has written the others see: that a fence is missing is not found there.

use super::Global;

macro_rules! fences {
    ($($(#[$doc:meta])* $name:ident $instruction:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name() {
            on! {
                // SAFETY: has no preconditions.
                gpu { unsafe { asm!($instruction, options(nostack)) } }
                cpu {}
            }
        }
    )*};
}
fences! {
    /// What this thread did before is seen by the threads of the block that see what it does after: `fence.acq_rel.cta`.
    fence_cta "fence.acq_rel.cta;";
    /// By those of the GPU: `fence.acq_rel.gpu`.
    fence_gpu "fence.acq_rel.gpu;";
    /// By those of all GPUs and of the host: `fence.acq_rel.sys`.
    fence_sys "fence.acq_rel.sys;";
}

impl Global<u32> {
    /// `ld.acquire.gpu`: what was done before the store that is read is seen after.
    ///
    /// # Safety
    /// There is an element, which threads access by `atom`, `red`, [`load_acquire`](Self::load_acquire) and [`store_release`](Self::store_release) alone.
    #[inline(always)]
    pub unsafe fn load_acquire(self) -> u32 {
        on! {
            gpu {
                let x;
                // SAFETY: as promised.
                unsafe { asm!("ld.acquire.gpu.global.b32 {}, [{}];", out(reg32) x, in(reg64) self.address(), options(nostack)) };
                x
            }
            cpu { host::load_global(self.address()) }
        }
    }
    /// `st.release.gpu`: what was done before is seen by who reads this.
    ///
    /// # Safety
    /// As of [`load_acquire`](Self::load_acquire).
    #[inline(always)]
    pub unsafe fn store_release(self, x: u32) {
        on! {
            // SAFETY: as promised.
            gpu { unsafe { asm!("st.release.gpu.global.b32 [{}], {};", in(reg64) self.address(), in(reg32) x, options(nostack)) } }
            cpu { host::store_global(self.address(), x) }
        }
    }
}
