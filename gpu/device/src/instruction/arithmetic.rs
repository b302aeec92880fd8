//! Arithmetic operations that are one instruction each.

/// `x y + z`, rounded once.
#[inline(always)]
pub fn mul_add(x: f32, y: f32, z: f32) -> f32 {
    on! {
        gpu { core::f32::math::mul_add(x, y, z) }
        cpu { x.mul_add(y, z) }
    }
}

/// `2^x`, with an error of about 2^-22. The compiler keeps it at its place, so that it runs while multiplications do.
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

macro_rules! approximate {
    ($($(#[$doc:meta])* $name:ident $instruction:literal $cpu:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub fn $name(x: f32) -> f32 {
            on! {
                gpu {
                    let y;
                    // SAFETY: computes a number.
                    unsafe {
                        asm!(
                            concat!($instruction, " {}, {};"),
                            out(reg32) y, in(reg32) x, options(pure, nomem, nostack),
                        );
                    }
                    y
                }
                cpu { $cpu(x) }
            }
        }
    )*};
}
approximate! {
    /// `1 / sqrt(x)`, with an error of about 2^-22: `rsqrt.approx`.
    rsqrt "rsqrt.approx.ftz.f32" |x: f32| 1.0 / x.sqrt();
    /// `1 / x`, with an error of about 2^-23: `rcp.approx`.
    rcp "rcp.approx.ftz.f32" |x: f32| 1.0 / x;
    /// The logarithm to the base 2, with an error of about 2^-22: `lg2.approx`.
    lg2 "lg2.approx.ftz.f32" f32::log2;
    /// The square root, rounded: `sqrt.rn`.
    sqrt "sqrt.rn.f32" f32::sqrt;
    /// The hyperbolic tangent, with an error of about 2^-11: `tanh.approx`.
    tanh "tanh.approx.f32" f32::tanh;
}

/// `prmt`: selects 4 bytes from `x`, whose bytes are numbered 0 to 3, and `y`, with 4 to 7. The 4 lower nibbles of
/// `which` say which bytes, the lowest first. If the highest bit of a nibble is 1, the result is the sign of the byte,
/// repeated.
#[inline(always)]
pub fn prmt(x: u32, y: u32, which: u32) -> u32 {
    on! {
        gpu {
            let bytes;
            // SAFETY: computes a number.
            unsafe {
                asm!(
                    "prmt.b32 {}, {}, {}, {};",
                    out(reg32) bytes, in(reg32) x, in(reg32) y, in(reg32) which, options(pure, nomem, nostack),
                );
            }
            bytes
        }
        cpu {
            let all = (u64::from(y) << 32 | u64::from(x)).to_le_bytes();
            u32::from_le_bytes([0, 4, 8, 12].map(|at| {
                let nibble = which >> at & 15;
                let byte = all[nibble as usize % 8];
                match nibble < 8 {
                    true => byte,
                    false => if byte >= 128 { 255 } else { 0 },
                }
            }))
        }
    }
}

/// `lop3`: any bitwise function of three operands. The result bit for the bits `x`, `y` and `z` is bit `4 x + 2 y + z`
/// of `TABLE`, which is the function of `0xf0`, `0xcc` and `0xaa`.
#[inline(always)]
pub fn lop3<const TABLE: u8>(x: u32, y: u32, z: u32) -> u32 {
    on! {
        gpu {
            let bits;
            // SAFETY: computes a number.
            unsafe {
                asm!(
                    "lop3.b32 {}, {}, {}, {}, {};",
                    out(reg32) bits, in(reg32) x, in(reg32) y, in(reg32) z, const TABLE, options(pure, nomem, nostack),
                );
            }
            bits
        }
        cpu {
            (0..32).fold(0, |bits, at| {
                let [x, y, z] = [x, y, z].map(|word| word >> at & 1);
                bits | (u32::from(TABLE) >> (4 * x + 2 * y + z) & 1) << at
            })
        }
    }
}

/// `dp4a`: adds to `z` the dot product of four signed bytes.
#[inline(always)]
pub fn dp4a(x: u32, y: u32, z: i32) -> i32 {
    on! {
        gpu {
            let sum;
            // SAFETY: computes a number.
            unsafe {
                asm!(
                    "dp4a.s32.s32 {}, {}, {}, {};",
                    out(reg32) sum, in(reg32) x, in(reg32) y, in(reg32) z, options(pure, nomem, nostack),
                );
            }
            sum
        }
        cpu {
            let products = x.to_le_bytes().into_iter().zip(y.to_le_bytes());
            products.fold(z, |sum, (x, y)| sum.wrapping_add(i32::from(x as i8) * i32::from(y as i8)))
        }
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

use super::{Bf16, F16};

/// An element of 16 bits that an `f32` is rounded to.
pub trait Pair: Sized {
    /// Rounds two numbers, and puts the first one in the lower bits.
    fn pair(low: f32, high: f32) -> u32;
    /// Rounds a number to nearest, ties to even. Two numbers together, by [`Pair::pair`], take one instruction, too.
    fn rounded(x: f32) -> Self;
}
macro_rules! pairs {
    ($($t:ident $half:ident $instruction:literal;)*) => {$(
        impl Pair for $t {
            #[inline(always)]
            fn rounded(x: f32) -> Self {
                $t::from_bits(Self::pair(x, 0.0) as u16)
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
