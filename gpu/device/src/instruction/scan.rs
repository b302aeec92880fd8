//! Scans over a warp and over a block: each thread combines the numbers of the threads before it.
//!
//! `combine(x, y)` is associative, with the numbers of earlier threads in `x`. It need not be commutative.

use tilework::bound::{Pointer, PointerMut};

use super::{Combined, Element, Shared, barrier};

/// The inclusive scan over a warp: thread `l` gets `x_0 ∘ x_1 ∘ .. ∘ x_l`, where `∘` is `combine`, and `x_i` is the number
/// of thread `i` of the warp. `lane` is the index of the thread in the warp.
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// // SAFETY: one warp, all of whose threads come to the scan.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     let t = thread::<32>();
///     assert_eq!(inclusive_over_warp(t, t, |x, y| x + y), t * (t + 1) / 2);
/// });
/// ```
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn inclusive_over_warp<T: Combined>(lane: u32, x: T, combine: impl Fn(T, T) -> T) -> T {
    // SAFETY: as promised.
    unsafe { inclusive_over_first::<32, T>(lane, x, combine) }
}

/// The exclusive scan over a warp: thread `l` gets `x_0 ∘ .. ∘ x_(l-1)`, and thread 0 gets `identity`.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn exclusive_over_warp<T: Combined>(
    lane: u32,
    x: T,
    identity: T,
    combine: impl Fn(T, T) -> T,
) -> T {
    // SAFETY: as promised.
    let before = unsafe { inclusive_over_warp(lane, x, combine).shuffled_up(1) };
    if lane == 0 { identity } else { before }
}

/// The inclusive scan over a block of `THREADS` threads, and the result for all of them: thread `t` gets
/// `(x_0 ∘ .. ∘ x_t, x_0 ∘ .. ∘ x_(THREADS-1))`. `shared` has room for a number of each warp.
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// // SAFETY: all threads of the block come to the scan, and there is room for 4 numbers.
/// Emulator::new(1).launch([1, 1, 1], 128, 16, || unsafe {
///     let t = thread::<128>();
///     let scanned = inclusive_over_block::<128, _>(t, t, Shared::new(0), |x, y| x + y);
///     assert_eq!(scanned, (t * (t + 1) / 2, 127 * 64));
/// });
/// ```
///
/// # Safety
/// All `THREADS` threads of the block reach this call, and `THREADS` is a multiple of 32. Nobody else uses the shared
/// memory at `shared`.
#[inline(always)]
pub unsafe fn inclusive_over_block<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    x: T,
    shared: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> (T, T) {
    // SAFETY: as promised.
    let (of_warp, before, all) = unsafe { scanned::<THREADS, T>(thread, x, shared, &combine) };
    (if thread < 32 { of_warp } else { combine(before, of_warp) }, all)
}
/// The inclusive scan over the warp, what the warps before have combined, and what all have.
///
/// # Safety
/// As for [`inclusive_over_block`].
#[inline(always)]
unsafe fn scanned<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    x: T,
    shared: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> (T, T, T) {
    // SAFETY: as promised. Barriers separate the writes of a thread from the reads of others.
    unsafe {
        let of_warp = inclusive_over_warp(thread % 32, x, &combine);
        // The numbers of an earlier call have been read.
        barrier();
        if thread % 32 == 31 {
            shared.offset(thread as usize / 32).write(of_warp);
        }
        barrier();
        let (before, all) = before_warp::<THREADS, T>(thread, shared, &combine);
        (of_warp, before, all)
    }
}

/// The exclusive scan over a block of `THREADS` threads, and the result for all of them: thread `t` gets
/// `(x_0 ∘ .. ∘ x_(t-1), x_0 ∘ .. ∘ x_(THREADS-1))`, and thread 0 gets `identity`. `shared` has room for a number of each
/// warp.
///
/// # Safety
/// As for [`inclusive_over_block`].
#[inline(always)]
pub unsafe fn exclusive_over_block<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    x: T,
    identity: T,
    shared: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> (T, T) {
    // SAFETY: as promised.
    unsafe {
        let (of_warp, before, all) = scanned::<THREADS, T>(thread, x, shared, &combine);
        (exclusive_of(thread, of_warp, before, identity, combine), all)
    }
}

/// The exclusive scan over a block, from the inclusive one over the warp and the numbers of the warps before.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub(crate) unsafe fn exclusive_of<T: Combined>(
    thread: u32,
    of_warp: T,
    before: T,
    identity: T,
    combine: impl Fn(T, T) -> T,
) -> T {
    // SAFETY: as promised.
    let in_warp = unsafe { of_warp.shuffled_up(1) };
    match (thread < 32, thread.is_multiple_of(32)) {
        (true, true) => identity,
        (true, false) => in_warp,
        (false, true) => before,
        (false, false) => combine(before, in_warp),
    }
}

/// What the warps before that of this thread have combined, and what all have, from the number of each warp at `numbers`.
/// The first is any number in the first warp.
///
/// # Safety
/// All threads of the warp reach this call. The numbers are written, and nobody writes them at the same time.
#[inline(always)]
pub(crate) unsafe fn before_warp<const THREADS: u32, T: Combined + Element>(
    thread: u32,
    numbers: Shared<T>,
    combine: impl Fn(T, T) -> T,
) -> (T, T) {
    const {
        assert!(
            THREADS.is_multiple_of(32) && THREADS > 0 && THREADS <= 1024,
            "threads: a block of whole warps"
        )
    };
    let (lane, last) = (thread % 32, THREADS / 32 - 1);
    // SAFETY: as promised.
    unsafe {
        let x = numbers.offset(lane.min(last) as usize).read();
        let x = match last {
            0 => return (x, x),
            1 => inclusive_over_first::<2, T>(lane, x, combine),
            2..4 => inclusive_over_first::<4, T>(lane, x, combine),
            4..8 => inclusive_over_first::<8, T>(lane, x, combine),
            8..16 => inclusive_over_first::<16, T>(lane, x, combine),
            _ => inclusive_over_first::<32, T>(lane, x, combine),
        };
        (x.shuffled_idx((thread / 32).wrapping_sub(1)), x.shuffled_idx(last))
    }
}

/// The inclusive scan over the first `COUNT` threads of a warp. The others get any number.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
unsafe fn inclusive_over_first<const COUNT: u32, T: Combined>(
    lane: u32,
    x: T,
    combine: impl Fn(T, T) -> T,
) -> T {
    let step = |x: T, by: u32| {
        if by >= COUNT {
            return x;
        }
        // SAFETY: as promised.
        let before = unsafe { x.shuffled_up(by) };
        if lane >= by { combine(before, x) } else { x }
    };
    // One by one, as in `over_warp`.
    let x = step(step(x, 1), 2);
    step(step(step(x, 4), 8), 16)
}
