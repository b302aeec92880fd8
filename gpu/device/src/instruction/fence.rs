//! `fence.acq_rel`, and loads and stores with an order: they decide when other threads see what a thread wrote.
//!
//! PTX ISA 8.0, 9.7.12.4, 9.7.8.8 and 9.7.8.11; section 8.5 explains scopes.
//!
//! Threads of the CPU report a data race where a release, an acquire or a `fence.acq_rel` is missing, or has too small a
//! scope. They do not find a missing `fence.sc`, because they all see one order of all accesses.

use super::Global;

macro_rules! fences {
    ($($(#[$doc:meta])* $name:ident $scope:ident $instruction:literal;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name() {
            on! {
                // SAFETY: has no preconditions.
                gpu { unsafe { asm!($instruction, options(nostack)) } }
                cpu { emulator::fence(emulator::Scope::$scope) }
            }
        }
    )*};
}
fences! {
    /// Threads of the block that see a later access of this thread also see its earlier ones: `fence.acq_rel.cta`.
    fence_cta Block "fence.acq_rel.cta;";
    /// The same for threads of the cluster: `fence.acq_rel.cluster`.
    fence_cluster Cluster "fence.acq_rel.cluster;";
    /// The same for threads of the GPU: `fence.acq_rel.gpu`.
    fence_gpu Gpu "fence.acq_rel.gpu;";
    /// The same for threads of all GPUs and of the host: `fence.acq_rel.sys`.
    fence_sys Gpu "fence.acq_rel.sys;";
    /// [`fence_cta`], and all threads see such fences in the same order: `fence.sc.cta`.
    fence_sc_cta Block "fence.sc.cta;";
    /// [`fence_cluster`], and all threads see such fences in the same order: `fence.sc.cluster`.
    fence_sc_cluster Cluster "fence.sc.cluster;";
    /// [`fence_gpu`], and all threads see such fences in the same order: `fence.sc.gpu`.
    fence_sc_gpu Gpu "fence.sc.gpu;";
    /// [`fence_sys`], and all threads see such fences in the same order: `fence.sc.sys`.
    fence_sc_sys Gpu "fence.sc.sys;";
}

macro_rules! ordered {
    ($($t:ty: $register:ident $suffix:literal;)*) => {$(
        ordered! { @ $t: $register $suffix "gpu" Gpu load_acquire store_release }
        ordered! { @ $t: $register $suffix "cta" Block load_acquire_cta store_release_cta }
        ordered! { @ $t: $register $suffix "cluster" Cluster load_acquire_cluster store_release_cluster }
        ordered! { @ $t: $register $suffix "sys" Gpu load_acquire_sys store_release_sys }
    )*};
    (@ $t:ty: $register:ident $suffix:literal $scope:literal $of:ident $load:ident $store:ident) => {
        impl Global<$t> {
            #[doc = concat!("`ld.acquire.", $scope, "`: what was done before the store that is read is seen after.")]
            ///
            /// # Safety
            /// There is an element, and threads access it only by `atom`, `red`, and loads and stores like this one.
            #[inline(always)]
            #[track_caller]
            pub unsafe fn $load(self) -> $t {
                on! {
                    gpu {
                        let x;
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!("ld.acquire.", $scope, ".global.", $suffix, " {}, [{}];"),
                                out($register) x, in(reg64) self.address(), options(nostack),
                            );
                        }
                        x
                    }
                    cpu { emulator::load_acquire(self.address(), emulator::Scope::$of) }
                }
            }
            #[doc = concat!("`st.release.", $scope, "`: what was done before is seen by who reads this.")]
            ///
            /// # Safety
            /// As for the load.
            #[inline(always)]
            #[track_caller]
            pub unsafe fn $store(self, x: $t) {
                on! {
                    gpu {
                        // SAFETY: as promised.
                        unsafe {
                            asm!(
                                concat!("st.release.", $scope, ".global.", $suffix, " [{}], {};"),
                                in(reg64) self.address(), in($register) x, options(nostack),
                            );
                        }
                    }
                    cpu { emulator::store_release(self.address(), x, emulator::Scope::$of) }
                }
            }
        }
    };
}
ordered! {
    u32: reg32 "b32";
    u64: reg64 "b64";
}

impl Global<u32> {
    /// Waits until the number is at least `least`, by repeated [`load_acquire`](Self::load_acquire). Afterwards this
    /// thread sees what another thread did before its [`store_release`](Self::store_release), or before a [`fence_gpu`]
    /// and a relaxed `atom_add`. The thread that changes the number must run at the same time or have ended; otherwise
    /// this waits forever.
    ///
    /// # Safety
    /// As for [`load_acquire`](Self::load_acquire).
    #[inline(always)]
    #[track_caller]
    pub unsafe fn wait_for(self, least: u32) {
        on! {
            gpu {
                // SAFETY: as promised.
                while unsafe { self.load_acquire() } < least {}
            }
            cpu { emulator::wait_for(self.address(), least) }
        }
    }
}
