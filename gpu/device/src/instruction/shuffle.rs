//! `shfl.sync`: reads a register of another thread of the warp.

/// The value of this register in the thread whose index differs by the bits of `distance`.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn shuffle(x: u32, distance: u32) -> u32 {
    on! {
        together {
            let other;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
                    out(reg32) other, in(reg32) x, in(reg32) distance,
                );
            }
            other
        }
        cpu { emulator::shuffle(x, distance) }
    }
}

/// [`shuffle`] of a number.
///
/// # Safety
/// As for [`shuffle`].
#[inline(always)]
pub unsafe fn shuffle_f32(x: f32, distance: u32) -> f32 {
    on! {
        together {
            let other;
            // SAFETY: as promised.
            unsafe {
                asm!(
                    "shfl.sync.bfly.b32 {}, {}, {}, 0x1f, 0xffffffff;",
                    out(reg32) other, in(reg32) x, in(reg32) distance,
                );
            }
            other
        }
        cpu { f32::from_bits(emulator::shuffle(x.to_bits(), distance)) }
    }
}

macro_rules! shuffles {
    ($($(#[$doc:meta])* $name:ident $instruction:literal $bound:literal |$lane:ident, $by:ident| $of:expr;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// All threads of the warp reach this call.
        #[inline(always)]
        pub unsafe fn $name(x: u32, by: u32) -> u32 {
            on! {
                together {
                    let other;
                    // SAFETY: as promised.
                    unsafe {
                        asm!(
                            concat!("shfl.sync.", $instruction, ".b32 {}, {}, {}, ", $bound, ", 0xffffffff;"),
                            out(reg32) other, in(reg32) x, in(reg32) by,
                        );
                    }
                    other
                }
                cpu {
                    let ($lane, $by) = (emulator::lane(), by);
                    emulator::shuffle_of(x, $of)
                }
            }
        }
    )*};
}
shuffles! {
    /// `shfl.sync.idx`: the value of this register in thread `by` of the warp.
    shuffle_idx "idx" "0x1f" |_lane, by| by % 32;
    /// `shfl.sync.up`: the value in the thread `by` places before. The first ones keep their own.
    shuffle_up "up" "0" |lane, by| lane.wrapping_sub(by);
    /// `shfl.sync.down`: the value in the thread `by` places after. The last ones keep their own.
    shuffle_down "down" "0x1f" |lane, by| lane.saturating_add(by);
}

/// Values that threads of a warp combine: numbers of 32 and 64 bits.
#[diagnostic::on_unimplemented(
    message = "threads of a warp do not combine `{Self}`: they do numbers of 32 and of 64 bits"
)]
pub trait Combined: Copy {
    /// [`shuffle`] of it.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    unsafe fn shuffled(self, distance: u32) -> Self;
}
macro_rules! combined {
    ($($t:ty: |$x:ident, $distance:ident| $shuffled:expr;)*) => {$(
        impl Combined for $t {
            #[inline(always)]
            unsafe fn shuffled(self, $distance: u32) -> Self {
                let $x = self;
                // SAFETY: as promised.
                unsafe { $shuffled }
            }
        }
    )*};
}
combined! {
    f32: |x, distance| shuffle_f32(x, distance);
    u32: |x, distance| shuffle(x, distance);
    i32: |x, distance| shuffle(x as u32, distance) as i32;
    u64: |x, distance| u64::from(shuffle(x as u32, distance)) | u64::from(shuffle((x >> 32) as u32, distance)) << 32;
    i64: |x, distance| (x as u64).shuffled(distance) as i64;
    f64: |x, distance| f64::from_bits(x.to_bits().shuffled(distance));
}

/// Combines the numbers of the threads of a quad, which are 4 consecutive threads.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn over_quad<T: Combined>(x: T, combine: impl Fn(T, T) -> T) -> T {
    // One by one: in the loop of a caller, LLVM would not unroll a loop over distances, and keep them in local memory.
    // SAFETY: as promised.
    unsafe {
        let x = combine(x, x.shuffled(1));
        combine(x, x.shuffled(2))
    }
}

/// Combines the numbers of the 32 threads of a warp. Every thread gets the same result. `combine` is `|x, y| x + y`,
/// `u32::max`, `larger` for `f32`, or another function whose result does not depend on the order.
///
/// # Safety
/// All threads of the warp reach this call.
#[inline(always)]
pub unsafe fn over_warp<T: Combined>(x: T, combine: impl Fn(T, T) -> T) -> T {
    // SAFETY: as promised.
    unsafe {
        let x = over_quad(x, &combine);
        let x = combine(x, x.shuffled(4));
        let x = combine(x, x.shuffled(8));
        combine(x, x.shuffled(16))
    }
}
