//! Scans over a warp and a block, and exchanges of values of any type.

use super::Here;
use crate::{Combined, Element, before_warp, exclusive_of};
use crate::{exclusive_over_warp, inclusive_over_warp};

impl<const THREADS: u32> Here<'_, THREADS> {
    /// The inclusive scan over a warp: thread `l` gets `x_0 ∘ x_1 ∘ .. ∘ x_l`, where `∘` is `combine`, and `x_i` is the number
    /// of thread `i` of the warp. `combine(x, y)` is associative, with the numbers of earlier threads in `x`.
    ///
    /// All threads of the warp reach this call, as for [`over_warp`](Self::over_warp).
    #[inline(always)]
    pub fn inclusive_over_warp<T: Combined>(&self, x: T, combine: impl Fn(T, T) -> T) -> T {
        const { super::collective::whole_warps(THREADS) };
        // SAFETY: as in `over_warp`.
        unsafe { inclusive_over_warp(self.thread() % 32, x, combine) }
    }

    /// The exclusive scan over a warp: thread `l` gets `x_0 ∘ .. ∘ x_(l-1)`, and the first thread gets `identity`.
    ///
    /// All threads of the warp reach this call, as for [`over_warp`](Self::over_warp).
    #[inline(always)]
    pub fn exclusive_over_warp<T: Combined>(
        &self,
        x: T,
        identity: T,
        combine: impl Fn(T, T) -> T,
    ) -> T {
        const { super::collective::whole_warps(THREADS) };
        // SAFETY: as in `over_warp`.
        unsafe { exclusive_over_warp(self.thread() % 32, x, identity, combine) }
    }

    /// The inclusive scan over a block, and the result for all of its threads: thread `t` gets
    /// `(x_0 ∘ .. ∘ x_t, x_0 ∘ .. ∘ x_(THREADS-1))`. `combine(x, y)` is associative, with the numbers of earlier threads in
    /// `x`.
    ///
    /// All threads of the block reach this call, as for [`over_block`](Self::over_block).
    #[inline(always)]
    pub fn inclusive_over_block<T: Combined + Element>(
        &mut self,
        x: T,
        combine: impl Fn(T, T) -> T,
    ) -> (T, T) {
        let (of_warp, before, all) = self.scanned(x, &combine);
        (if self.thread() < 32 { of_warp } else { combine(before, of_warp) }, all)
    }

    /// The exclusive scan over a block, and the result for all of its threads: thread `t` gets
    /// `(x_0 ∘ .. ∘ x_(t-1), x_0 ∘ .. ∘ x_(THREADS-1))`, and the first thread gets `identity`.
    ///
    /// All threads of the block reach this call, as for [`over_block`](Self::over_block).
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// use tilework_device::*;
    /// use tilework_device::emulator::Emulator;
    ///
    /// /// The sum of the indices of the threads before each one.
    /// #[kernel(threads = 128, blocks = [1])]
    /// fn summed(mut here: Here<128>, to: Output<u32, Layout!(128:1), OfEach>) {
    ///     let (before, all) = here.exclusive_over_block(here.thread(), 0, |x, y| x + y);
    ///     if let Some(own) = to.own(&here) {
    ///         own.set(all - before);
    ///     }
    /// }
    /// let mut emulator = Emulator::new(1);
    /// let mut to = emulator.poisoned::<u32>(128);
    /// emulator.run(summed { to: (&mut to, layout!(128:1)) });
    /// assert_eq!(emulator.written(to)[100], 127 * 64 - 99 * 50);
    /// ```
    #[inline(always)]
    pub fn exclusive_over_block<T: Combined + Element>(
        &mut self,
        x: T,
        identity: T,
        combine: impl Fn(T, T) -> T,
    ) -> (T, T) {
        let (of_warp, before, all) = self.scanned(x, &combine);
        // SAFETY: as in `over_warp`.
        (unsafe { exclusive_of(self.thread(), of_warp, before, identity, combine) }, all)
    }

    /// The inclusive scan over the warp, what the warps before have combined, and what all have.
    #[inline(always)]
    fn scanned<T: Combined + Element>(&mut self, x: T, combine: impl Fn(T, T) -> T) -> (T, T, T) {
        let of_warp = self.inclusive_over_warp(x, &combine);
        let slots = self.slots_of_warps::<31, T>(of_warp);
        // SAFETY: as `slots_of_warps` says, and as in `over_warp`.
        let (before, all) = unsafe { before_warp::<THREADS, T>(self.thread(), slots, combine) };
        (of_warp, before, all)
    }
}

macro_rules! exchanges {
    ($($(#[$doc:meta])* $name:ident($by:ident) = $of:ident;)*) => {
        impl<const THREADS: u32> Here<'_, THREADS> {$(
            $(#[$doc])*
            ///
            /// All threads of the warp reach this call. Otherwise, those that do may wait forever, or get another value.
            #[inline(always)]
            pub fn $name<T: Combined>(&self, x: T, $by: u32) -> T {
                const { super::collective::whole_warps(THREADS) };
                // SAFETY: as in `over_warp`.
                unsafe { x.$of($by) }
            }
        )*}
    };
}
exchanges! {
    /// The value `x` of the thread whose index in the warp differs by the bits of `distance`.
    shuffle_xor(distance) = shuffled;
    /// The value `x` of the thread `index % 32` of the warp.
    shuffle_index(index) = shuffled_idx;
    /// The value `x` of the thread `by` places before in the warp. The first threads get their own.
    shuffle_up(by) = shuffled_up;
    /// The value `x` of the thread `by` places after in the warp. The last threads get their own.
    shuffle_down(by) = shuffled_down;
}
