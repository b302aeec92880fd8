//! Collectives: what the threads of a warp or of a block compute together.
//!
//! `shfl.sync` waits until all threads of the warp that have not ended execute one of the same kind. A value of a
//! thread that does not take part is unpredictable, and any bits are a valid number: PTX ISA 8.0, 9.7.8.6.

use super::Here;
use tilework::bound::{Pointer, PointerMut};

use crate::{Combined, Element, Shared, over_warp, shared, shuffle_idx, vote_ballot};

impl<const THREADS: u32> Here<'_, THREADS> {
    /// Combines the numbers of the threads of a block: first within each warp, then across warps. Every thread gets the
    /// same result. The numbers are `f32`, `f64` and integers of 32 and 64 bits. `combine` is `|x, y| x + y`,
    /// `u32::max`, or another function whose result does not depend on the order.
    ///
    /// All threads of the block reach this call. Otherwise, those that do may wait forever, or get another number.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// /// The sum of the indices of the threads.
    /// #[kernel(threads = 128, blocks = [1])]
    /// fn summed(mut here: Here<128>, to: Output<u32, Layout!(128:1), OfEach>) {
    ///     let sum = here.over_block(here.thread(), |x, y| x + y);
    ///     if let Some(own) = to.own(&here) {
    ///         own.set(sum);
    ///     }
    /// }
    /// let mut emulator = Emulator::new(1);
    /// let mut to = emulator.poisoned::<u32>(128);
    /// emulator.run(summed { to: (&mut to, layout!(128:1)) });
    /// assert_eq!(emulator.written(to), [127 * 64; 128]);
    /// ```
    #[inline(always)]
    pub fn over_block<T: Combined + Element>(&mut self, x: T, combine: impl Fn(T, T) -> T) -> T {
        let of_warp = self.over_warp(x, &combine);
        let slots = self.slots_of_warps(0, of_warp);
        // SAFETY: as `slots_of_warps` says.
        let number = |warp: usize| unsafe { slots.offset(warp).read() };
        let mut combined = number(0);
        for warp in 1..THREADS as usize / 32 {
            combined = combine(combined, number(warp));
        }
        combined
    }

    /// The number `x` of one thread of the block, in every thread: of the thread `from % THREADS`.
    ///
    /// All threads of the block reach this call with the same `from`. Otherwise, those that do may wait forever, or get
    /// another number.
    #[inline(always)]
    pub fn broadcast(&mut self, x: u32, from: u32) -> u32 {
        let from = from % THREADS;
        // SAFETY: as in `over_warp`.
        let slots = self.slots_of_warps(0, unsafe { shuffle_idx(x, from) });
        // SAFETY: as `slots_of_warps` says.
        unsafe { slots.offset(from as usize / 32).read() }
    }

    /// Combines the numbers of the 32 threads of a warp. Every thread gets the same result.
    ///
    /// All threads of the warp reach this call. Otherwise, those that do may wait forever, or get another number.
    #[inline(always)]
    pub fn over_warp<T: Combined>(&self, x: T, combine: impl Fn(T, T) -> T) -> T {
        const { whole_warps(THREADS) };
        // SAFETY: the warp has 32 threads. A shuffle accesses no memory; without some threads it waits, or returns any
        // number.
        unsafe { over_warp(x, combine) }
    }

    /// Returns whether `x` is true in all threads of the warp. All of them reach this call, as for
    /// [`over_warp`](Self::over_warp).
    #[inline(always)]
    pub fn all_of_warp(&self, x: bool) -> bool {
        self.ballot(x) == u32::MAX
    }
    /// Returns whether `x` is true in any thread of the warp. All of them reach this call, as for
    /// [`over_warp`](Self::over_warp).
    #[inline(always)]
    pub fn any_of_warp(&self, x: bool) -> bool {
        self.ballot(x) != 0
    }

    /// Writes the number of thread `lane` of each warp to shared memory, and waits for all threads. The result points to
    /// the numbers.
    ///
    /// They are read until the next wait, and nobody writes them meanwhile. This thread of a warp writes the slot of
    /// the warp, in one of two arrays. It is the one of the parity of the next interval, and only read in that one.
    #[inline(always)]
    pub(super) fn slots_of_warps<T: Element>(&mut self, lane: u32, x: T) -> Shared<T> {
        const {
            whole_warps(THREADS);
            assert!(matches!(size_of::<T>(), 4 | 8), "over_block: numbers of 4 or 8 bytes");
        };
        let slots: Shared<T> = match size_of::<T>() {
            4 => shared!([u32; 64]).cast(),
            _ => shared!([u64; 64]).cast(),
        };
        let slots = slots.offset(if self.is_odd() { 32 } else { 0 });
        let thread = self.thread();
        if thread % 32 == lane {
            // SAFETY: no other thread has this slot, and nobody reads this array in this interval.
            unsafe { slots.offset(thread as usize / 32).write(x) };
        }
        self.wait();
        slots
    }
}

macro_rules! of_warp {
    ($($(#[$doc:meta])* $name:ident($x:ident: $t:ty $(, $by:ident)?) = $of:ident;)*) => {
        impl<const THREADS: u32> Here<'_, THREADS> {$(
            $(#[$doc])*
            ///
            /// All threads of the warp reach this call. Otherwise, those that do may wait forever, or get another
            /// number.
            #[inline(always)]
            pub fn $name(&self, $x: $t $(, $by: u32)?) -> u32 {
                const { whole_warps(THREADS) };
                // SAFETY: as in `over_warp`.
                unsafe { $of($x $(, $by)?) }
            }
        )*}
    };
}
of_warp! {
    /// The threads of the warp in which `x` is true, one bit for each thread.
    ballot(x: bool) = vote_ballot;
}

pub(super) const fn whole_warps(threads: u32) {
    assert!(
        threads.is_multiple_of(32) && threads > 0 && threads <= 1024,
        "threads: a block of whole warps: a multiple of 32, at most 1024"
    );
}
