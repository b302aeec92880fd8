//! `mbarrier`: barriers in shared memory, at which threads and the copy engine arrive.

use super::Shared;

/// Initializes the barrier for `count` arrivals in each phase.
///
/// # Safety
/// There are 8 bytes for the barrier, and nobody else uses them yet.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_init(barrier: Shared<u64>, count: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!("mbarrier.init.shared::cta.b64 [{}], {};", in(reg32) barrier.address(), in(reg32) count)
            };
        }
        cpu { emulator::mbarrier_init(barrier.address(), count) }
    }
}

/// Makes newly initialized barriers visible to the copy engine.
#[inline(always)]
pub fn mbarrier_init_fence() {
    on! {
        // SAFETY: has no preconditions.
        gpu { unsafe { asm!("fence.mbarrier_init.release.cluster;") } }
        cpu {}
    }
}

/// Arrives at the barrier.
///
/// # Safety
/// The barrier is initialized, and this phase still lacks an arrival.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_arrive(barrier: Shared<u64>) {
    on! {
        // SAFETY: as promised.
        gpu { unsafe { asm!("mbarrier.arrive.shared::cta.b64 _, [{}];", in(reg32) barrier.address()) } }
        cpu { emulator::mbarrier_arrive(barrier.address(), 0) }
    }
}

/// Arrives `count` times: `mbarrier.arrive` with a count.
///
/// # Safety
/// The barrier is initialized, and this phase still lacks `count` arrivals.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_arrive_count(barrier: Shared<u64>, count: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "mbarrier.arrive.release.cta.shared::cta.b64 _, [{}], {};",
                    in(reg32) barrier.address(), in(reg32) count,
                );
            }
        }
        cpu { (0..count).for_each(|_| emulator::mbarrier_arrive(barrier.address(), 0)) }
    }
}

/// Arrives at the barrier in the same place of a block of the cluster. It does not make this thread's writes visible to
/// that block: that would take a fence of all memory, which takes as long as a multiplication.
///
/// # Safety
/// As for [`mbarrier_arrive`]; the cluster has such a block, and the block does not end before.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_arrive_at(barrier: Shared<u64>, block: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "{{ .reg .b32 other; mapa.shared::cluster.u32 other, {}, {};",
                    "mbarrier.arrive.shared::cluster.b64 _, [other]; }}",
                    in(reg32) barrier.address(), in(reg32) block,
                );
            }
        }
        cpu { emulator::mbarrier_arrive_at(barrier.address(), block) }
    }
}

/// Makes the phase also wait for `bytes` bytes of copies, without arriving: `mbarrier.expect_tx`.
///
/// # Safety
/// The barrier is initialized, and the phase does not end before.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_expect(barrier: Shared<u64>, bytes: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [{}], {};",
                    in(reg32) barrier.address(), in(reg32) bytes,
                );
            }
        }
        cpu { emulator::mbarrier_expect(barrier.address(), bytes) }
    }
}

/// Arrives, and makes the phase also wait for `bytes` bytes of copies.
///
/// # Safety
/// As for [`mbarrier_arrive`].
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_arrive_expect(barrier: Shared<u64>, bytes: u32) {
    on! {
        gpu {
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "mbarrier.arrive.expect_tx.shared::cta.b64 _, [{}], {};",
                    in(reg32) barrier.address(), in(reg32) bytes,
                );
            }
        }
        cpu { emulator::mbarrier_arrive(barrier.address(), bytes) }
    }
}

/// Waits until the phase of this parity has ended. The phase before the first has parity 1.
///
/// # Safety
/// The barrier is initialized.
#[inline(always)]
#[track_caller]
pub unsafe fn mbarrier_wait(barrier: Shared<u64>, parity: u32) {
    on! {
        gpu {
            loop {
                let ended: u32;
                // SAFETY: as promised.
                unsafe {
                    asm!(
                        "{{ .reg .pred p;",
                        "mbarrier.try_wait.parity.shared::cta.b64 p, [{}], {};",
                        "selp.u32 {}, 1, 0, p; }}",
                        in(reg32) barrier.address(), in(reg32) parity, out(reg32) ended,
                    );
                }
                if ended != 0 {
                    return;
                }
            }
        }
        cpu { emulator::mbarrier_wait(barrier.address(), parity) }
    }
}
