//! `shfl.sync`: reads a register of another thread of the warp.

use super::Vector;

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

/// Values that threads of a warp exchange, register by register: numbers of 8 to 64 bits, and vectors, arrays and pairs of
/// them. A number of 64 bits takes two registers.
///
/// ```
/// use tilework_device::*;
/// use tilework_device::emulator::Emulator;
/// // SAFETY: one warp, all of whose threads come to the exchanges.
/// Emulator::new(1).launch([1, 1, 1], 32, 0, || unsafe {
///     let t = thread::<32>();
///     let x = F64x2::of([f64::from(t), -1.5]);
///     assert_eq!(x.shuffled(8).0, [f64::from(t ^ 8), -1.5]);
///     assert_eq!((t, u64::from(t) << 40).shuffled_idx(5), (5, 5 << 40));
///     // The first threads keep their own.
///     assert_eq!(t.shuffled_up(2), if t < 2 { t } else { t - 2 });
///     assert_eq!([t; 3].shuffled_down(1), [if t == 31 { 31 } else { t + 1 }; 3]);
/// });
/// ```
#[diagnostic::on_unimplemented(
    message = "threads of a warp do not combine `{Self}`: they do numbers of 8 to 64 bits, and vectors, arrays and pairs of them"
)]
pub trait Combined: Copy {
    /// The value whose registers of 32 bits are those of this one after `f`.
    fn by_registers(self, f: impl Fn(u32) -> u32) -> Self;
    /// [`shuffle`] of it: the value of the thread whose index differs by the bits of `distance`.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    #[inline(always)]
    unsafe fn shuffled(self, distance: u32) -> Self {
        // SAFETY: as promised.
        self.by_registers(|x| unsafe { shuffle(x, distance) })
    }
    /// [`shuffle_idx`] of it: the value of thread `by` of the warp.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    #[inline(always)]
    unsafe fn shuffled_idx(self, by: u32) -> Self {
        // SAFETY: as promised.
        self.by_registers(|x| unsafe { shuffle_idx(x, by) })
    }
    /// [`shuffle_up`] of it: the value of the thread `by` places before. The first ones keep their own.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    #[inline(always)]
    unsafe fn shuffled_up(self, by: u32) -> Self {
        // SAFETY: as promised.
        self.by_registers(|x| unsafe { shuffle_up(x, by) })
    }
    /// [`shuffle_down`] of it: the value of the thread `by` places after. The last ones keep their own.
    ///
    /// # Safety
    /// All threads of the warp reach this call.
    #[inline(always)]
    unsafe fn shuffled_down(self, by: u32) -> Self {
        // SAFETY: as promised.
        self.by_registers(|x| unsafe { shuffle_down(x, by) })
    }
}
macro_rules! combined {
    ($($t:ty: |$x:ident, $f:ident| $made:expr;)*) => {$(
        impl Combined for $t {
            #[inline(always)]
            fn by_registers(self, $f: impl Fn(u32) -> u32) -> Self {
                let $x = self;
                $made
            }
        }
    )*};
}
combined! {
    u32: |x, f| f(x);
    i32: |x, f| f(x as u32) as i32;
    f32: |x, f| f32::from_bits(f(x.to_bits()));
    u8: |x, f| f(x.into()) as u8;
    i8: |x, f| f(x as u32) as i8;
    u16: |x, f| f(x.into()) as u16;
    i16: |x, f| f(x as u32) as i16;
    u64: |x, f| u64::from(f(x as u32)) | u64::from(f((x >> 32) as u32)) << 32;
    i64: |x, f| (x as u64).by_registers(f) as i64;
    f64: |x, f| f64::from_bits(x.to_bits().by_registers(f));
}
impl<T: Combined, const N: usize> Combined for [T; N] {
    #[inline(always)]
    fn by_registers(self, f: impl Fn(u32) -> u32) -> Self {
        self.map(|x| x.by_registers(&f))
    }
}
impl<T: Combined, const N: usize> Combined for Vector<T, N> {
    #[inline(always)]
    fn by_registers(self, f: impl Fn(u32) -> u32) -> Self {
        Vector(self.0.by_registers(f))
    }
}
impl<A: Combined, B: Combined> Combined for (A, B) {
    #[inline(always)]
    fn by_registers(self, f: impl Fn(u32) -> u32) -> Self {
        (self.0.by_registers(&f), self.1.by_registers(&f))
    }
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
