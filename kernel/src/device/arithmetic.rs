//! Arithmetic that is one instruction.

/// `x y + z`, rounded once.
#[inline(always)]
pub fn mul_add(x: f32, y: f32, z: f32) -> f32 {
    on! {
        gpu { core::f32::math::mul_add(x, y, z) }
        cpu { x.mul_add(y, z) }
    }
}

/// `2^x`, with an error of about 2^-22. It stays where it is written, so that it runs while multiplications do.
#[inline(always)]
pub fn exp2(x: f32) -> f32 {
    on! {
        gpu {
            let y;
            // SAFETY: computes a number.
            unsafe {
                asm!("ex2.approx.ftz.f32 {}, {};", out(reg32) y, in(reg32) x, options(nomem, nostack))
            };
            y
        }
        cpu { x.exp2() }
    }
}

/// The larger of two numbers.
#[inline(always)]
pub fn larger(x: f32, y: f32) -> f32 {
    on! {
        gpu {
            let most;
            // SAFETY: computes a number.
            unsafe {
                asm!("max.f32 {}, {}, {};", out(reg32) most, in(reg32) x, in(reg32) y, options(pure, nomem, nostack))
            };
            most
        }
        cpu { x.max(y) }
    }
}

/// Elements of 16 bits, 5 of them exponent.
#[derive(Clone, Copy, Debug)]
pub struct F16;
/// Elements of 16 bits, 8 of them exponent.
#[derive(Clone, Copy, Debug)]
pub struct Bf16;

/// Elements of 16 bits that numbers are rounded to.
pub trait Pair {
    /// The number that the 16 bits are.
    #[cfg(not(target_arch = "nvptx64"))]
    fn number(bits: u16) -> f32;
    /// Two of them, the first in the lower bits.
    fn pair(low: f32, high: f32) -> u32;
}
macro_rules! pairs {
    ($($t:ident $half:ident $instruction:literal;)*) => {$(
        impl Pair for $t {
            #[cfg(not(target_arch = "nvptx64"))]
            fn number(bits: u16) -> f32 {
                half::$half::from_bits(bits).to_f32()
            }
            #[inline(always)]
            fn pair(low: f32, high: f32) -> u32 {
                on! {
                    gpu {
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
                    cpu {
                        let bits = [low, high].map(|x| u32::from(half::$half::from_f32(x).to_bits()));
                        bits[0] | bits[1] << 16
                    }
                }
            }
        }
    )*};
}
pairs! {
    F16 f16 "cvt.rn.f16x2.f32";
    Bf16 bf16 "cvt.rn.bf16x2.f32";
}
