//! Barriers of the threads of a warp, a block, and a cluster.

/// Waits for all threads of the block; what they wrote before is there after.
///
/// # Safety
/// All threads of the block come here.
#[inline(always)]
pub unsafe fn barrier() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.sync 0;") } }
        cpu { host::barrier(0, host::threads()) }
    }
}

/// Waits for all threads of the warp; what they wrote before is there after.
///
/// # Safety
/// All threads of the warp come here.
#[inline(always)]
pub unsafe fn warp_barrier() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.warp.sync 0xffffffff;") } }
        cpu { host::warp_barrier() }
    }
}

/// Waits for all threads of all blocks of the cluster; what they wrote before is there after.
///
/// # Safety
/// All threads of the cluster come here.
#[inline(always)]
pub unsafe fn cluster_barrier() {
    on! {
        // SAFETY: as promised.
        together {
            unsafe {
                asm!("barrier.cluster.arrive.release.aligned;", "barrier.cluster.wait.acquire.aligned;")
            }
        }
        cpu { host::cluster_barrier() }
    }
}
