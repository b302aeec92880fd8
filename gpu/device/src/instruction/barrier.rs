//! Barriers of the threads of a warp, a block, and a cluster.

/// Waits for all threads of the block. Afterwards, they see what was written before the barrier.
///
/// # Safety
/// All threads of the block reach this call.
#[inline(always)]
pub unsafe fn barrier() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.sync 0;") } }
        cpu { emulator::barrier(0, emulator::threads()) }
    }
}

/// Waits for all threads of the block that have not ended. Threads may reach it at different places in the kernel: the
/// `n`-th call of one thread meets the `n`-th call of each other.
///
/// This is `barrier.sync` without `.aligned`: PTX ISA 8.0, 9.7.12.1. From sm_70 on, it needs no convergence.
#[inline(always)]
pub(crate) fn barrier_anywhere() {
    on! {
        // SAFETY: it accesses no memory.
        together { unsafe { asm!("barrier.sync 0;") } }
        cpu { emulator::barrier(0, emulator::threads()) }
    }
}

/// Waits for all threads of the warp. Afterwards, they see what was written before the barrier.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn warp_barrier() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.warp.sync 0xffffffff;") } }
        cpu { emulator::warp_barrier() }
    }
}

/// Waits for all threads of all blocks of the cluster. Afterwards, they see what was written before the barrier.
///
/// # Safety
/// All threads of the cluster reach this call.
#[inline(always)]
pub unsafe fn cluster_barrier() {
    on! {
        // SAFETY: as promised.
        together {
            unsafe {
                asm!("barrier.cluster.arrive.release.aligned;", "barrier.cluster.wait.acquire.aligned;")
            }
        }
        cpu { emulator::cluster_barrier() }
    }
}
