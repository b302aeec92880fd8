//! Warpgroups: groups of four warps that can change their number of registers.

/// Releases registers: from here on each thread of the warpgroup has `COUNT`.
///
/// # Safety
/// All threads of the warpgroup reach this call with at least as many registers, and the kernel declares the number of
/// its threads.
#[inline(always)]
#[track_caller]
pub unsafe fn fewer_registers<const COUNT: u32>() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("setmaxnreg.dec.sync.aligned.u32 {};", const COUNT) } }
        cpu { emulator::warpgroup_registers(COUNT) }
    }
}

/// Acquires registers, waiting if necessary: from here on each thread of the warpgroup has `COUNT`.
///
/// # Safety
/// All threads of the warpgroup reach this call with at most as many registers; others of the block release them.
#[inline(always)]
#[track_caller]
pub unsafe fn more_registers<const COUNT: u32>() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("setmaxnreg.inc.sync.aligned.u32 {};", const COUNT) } }
        cpu { emulator::warpgroup_registers(COUNT) }
    }
}

/// Waits until all of `threads` threads have reached the barrier with this number, which is not 0.
///
/// # Safety
/// `threads` threads reach this barrier, in whole warps.
#[inline(always)]
#[track_caller]
pub unsafe fn barrier_of(number: u32, threads: u32) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.sync {}, {};", in(reg32) number, in(reg32) threads) } }
        cpu { emulator::barrier(number, threads) }
    }
}

/// `bar.arrive`: arrives at a barrier like [`barrier_of`], without waiting.
///
/// # Safety
/// As for [`barrier_of`].
#[inline(always)]
#[track_caller]
pub unsafe fn barrier_arrive(number: u32, threads: u32) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.arrive {}, {};", in(reg32) number, in(reg32) threads) } }
        cpu { emulator::barrier_arrive(number, threads) }
    }
}
