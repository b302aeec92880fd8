//! `cvt` of two numbers of 8 or 16 bits in one register: PTX ISA 8.0, 9.7.8.21.

use super::{Bf16, E4m3, E5m2, F16};

/// Elements of 8 bits that numbers are rounded to. Two of them share 16 bits, the first in the lower half. GPUs of
/// compute capability 8.9 and later have these instructions.
pub trait Pair8 {
    /// Rounds two numbers to nearest, ties to even. Numbers beyond the largest element become the largest:
    /// `cvt.rn.satfinite`.
    fn pair8(low: f32, high: f32) -> u16;
    /// The same for a pair of f16.
    fn pair8_of_f16x2(pair: u32) -> u16;
    /// Widens a pair to f16, exactly: `cvt.rn.f16x2`.
    fn f16x2(pair: u16) -> u32;
}
macro_rules! pairs {
    ($($t:ident $type:literal;)*) => {$(
        impl Pair8 for $t {
            #[inline(always)]
            fn pair8(low: f32, high: f32) -> u16 {
                on! {
                    gpu {
                        let pair;
                        // SAFETY: computes numbers.
                        unsafe {
                            asm!(
                                concat!("cvt.rn.satfinite.", $type, ".f32 {}, {}, {};"),
                                out(reg16) pair, in(reg32) high, in(reg32) low, options(pure, nomem, nostack),
                            );
                        }
                        pair
                    }
                    cpu { emulator::pair8::<$t>([low, high].map(f64::from)) }
                }
            }
            #[inline(always)]
            fn pair8_of_f16x2(pair: u32) -> u16 {
                on! {
                    gpu {
                        let rounded;
                        // SAFETY: computes numbers.
                        unsafe {
                            asm!(
                                concat!("cvt.rn.satfinite.", $type, ".f16x2 {}, {};"),
                                out(reg16) rounded, in(reg32) pair, options(pure, nomem, nostack),
                            );
                        }
                        rounded
                    }
                    cpu { emulator::pair8::<$t>(F16::numbers(pair).map(f64::from)) }
                }
            }
            #[inline(always)]
            fn f16x2(pair: u16) -> u32 {
                on! {
                    gpu {
                        let numbers;
                        // SAFETY: computes numbers.
                        unsafe {
                            asm!(
                                concat!("cvt.rn.f16x2.", $type, " {}, {};"),
                                out(reg32) numbers, in(reg16) pair, options(pure, nomem, nostack),
                            );
                        }
                        numbers
                    }
                    cpu { emulator::f16x2::<$t>(pair) }
                }
            }
        }
    )*};
}
pairs! {
    E4m3 "e4m3x2";
    E5m2 "e5m2x2";
}

/// Widens elements of 16 bits to numbers, exactly: the inverse of [`Pair`](super::Pair).
///
/// ```
/// use tilework_device::{Bf16, F16, Numbers, Pair};
/// assert_eq!(F16::rounded(1.0 / 3.0).number(), 0.333_251_95);
/// assert_eq!(Bf16::numbers(Bf16::pair(1.0, -2.5)), [1.0, -2.5]);
/// ```
pub trait Numbers: Sized {
    /// The number in the lower bits, then the one in the upper bits.
    fn numbers(pair: u32) -> [f32; 2];
    /// The number: one `cvt`, or a shift for `Bf16`.
    fn number(self) -> f32;
}
impl Numbers for F16 {
    #[inline(always)]
    fn number(self) -> f32 {
        on! {
            gpu {
                let number;
                // SAFETY: computes a number.
                unsafe {
                    asm!("cvt.f32.f16 {}, {};", out(reg32) number, in(reg16) self.to_bits(), options(pure, nomem, nostack));
                }
                number
            }
            cpu { self.to_f32() }
        }
    }
    #[inline(always)]
    fn numbers(pair: u32) -> [f32; 2] {
        on! {
            gpu {
                let (low, high);
                // SAFETY: computes numbers.
                unsafe {
                    asm!(
                        "{{ .reg .b16 l, h; mov.b32 {{l, h}}, {}; cvt.f32.f16 {}, l; cvt.f32.f16 {}, h; }}",
                        in(reg32) pair, out(reg32) low, out(reg32) high, options(pure, nomem, nostack),
                    );
                }
                [low, high]
            }
            cpu { [pair as u16, (pair >> 16) as u16].map(|bits| half::f16::from_bits(bits).to_f32()) }
        }
    }
}
/// A bf16 is the upper half of an `f32`.
impl Numbers for Bf16 {
    #[inline(always)]
    fn number(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }
    #[inline(always)]
    fn numbers(pair: u32) -> [f32; 2] {
        [pair << 16, pair & 0xffff_0000].map(f32::from_bits)
    }
}
