//! Arithmetic that is one instruction.

use core::arch::asm;

/// `2^x`, with an error of about 2^-22. It stays where it is written, so that it runs while multiplications do.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    let y;
    // SAFETY: computes a number.
    unsafe {
        asm!("ex2.approx.ftz.f32 {}, {};", out(reg32) y, in(reg32) x, options(nomem, nostack))
    };
    y
}

/// The larger of two numbers.
#[inline(always)]
pub fn larger(x: f32, y: f32) -> f32 {
    let most;
    // SAFETY: computes a number.
    unsafe {
        asm!("max.f32 {}, {}, {};", out(reg32) most, in(reg32) x, in(reg32) y, options(pure, nomem, nostack))
    };
    most
}

/// Elements of 16 bits, 5 of them exponent.
#[derive(Clone, Copy, Debug)]
pub struct F16;
/// Elements of 16 bits, 8 of them exponent.
#[derive(Clone, Copy, Debug)]
pub struct Bf16;

/// Elements of 16 bits that numbers are rounded to.
pub trait Pair {
    /// Two of them, the first in the lower bits.
    fn pair(low: f32, high: f32) -> u32;
}
macro_rules! pairs {
    ($($t:ident $instruction:literal;)*) => {$(
        impl Pair for $t {
            #[inline(always)]
            fn pair(low: f32, high: f32) -> u32 {
                let pair;
                // SAFETY: computes numbers.
                unsafe {
                    asm!(
                        concat!($instruction, " {}, {}, {};"),
                        out(reg32) pair, in(reg32) high, in(reg32) low, options(pure, nomem, nostack),
                    );
                }
                pair
            }
        }
    )*};
}
pairs! {
    F16 "cvt.rn.f16x2.f32";
    Bf16 "cvt.rn.bf16x2.f32";
}
