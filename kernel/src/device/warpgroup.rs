//! Warpgroups: four warps, which have the registers they need.

/// Gives registers back: from here on the warpgroup has `COUNT` for each thread.
///
/// # Safety
/// All of its threads come here, with at least as many, and the kernel has a bound of its threads.
#[inline(always)]
pub unsafe fn fewer_registers<const COUNT: u32>() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("setmaxnreg.dec.sync.aligned.u32 {};", const COUNT) } }
        cpu { host::warpgroup_registers(COUNT) }
    }
}

/// Waits for registers: from here on the warpgroup has `COUNT` for each thread.
///
/// # Safety
/// All of its threads come here, with at most as many; others of the block give them back.
#[inline(always)]
pub unsafe fn more_registers<const COUNT: u32>() {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("setmaxnreg.inc.sync.aligned.u32 {};", const COUNT) } }
        cpu { host::warpgroup_registers(COUNT) }
    }
}

/// Waits for all of `threads` threads that come to the barrier of this number, which is not 0.
///
/// # Safety
/// As many come here, whole warps of them.
#[inline(always)]
pub unsafe fn barrier_of(number: u32, threads: u32) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.sync {}, {};", in(reg32) number, in(reg32) threads) } }
        cpu { host::barrier(number, threads) }
    }
}

/// `bar.arrive`: comes to a barrier as [`barrier_of`] does, and does not wait.
///
/// # Safety
/// As of [`barrier_of`].
#[inline(always)]
pub unsafe fn barrier_arrive(number: u32, threads: u32) {
    on! {
        // SAFETY: as promised.
        together { unsafe { asm!("bar.arrive {}, {};", in(reg32) number, in(reg32) threads) } }
        cpu { host::barrier_arrive(number, threads) }
    }
}
