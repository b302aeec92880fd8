//! The elements of products: their bits, and the numbers with which they are measured.

use half::{bf16, f16};
use tilework_host::Buffer;
use tilework_host::product::{Multiplied, Results};
use tilework_host::reference::{Random, e4m3, part_of_signs};
use tilework_kernels::device::{Bf16, E4m3, Element, F16, S8, TensorElement, Tf32};

/// The elements of buffers.
pub trait Stored: Element + PartialEq + Send + Sync {}
impl<T: Element + PartialEq + Send + Sync> Stored for T {}

/// Elements and their numbers.
pub trait Number: TensorElement<Storage: Stored> {
    /// The bits of the nearest element.
    fn bits(number: f32) -> Self::Storage;
    /// The number with these bits.
    fn number(bits: Self::Storage) -> f64;
}
macro_rules! numbers {
    ($($t:ident |$number:ident| $to:expr, |$bits:ident| $from:expr;)*) => {$(
        impl Number for $t {
            fn bits($number: f32) -> Self::Storage {
                $to
            }
            fn number($bits: Self::Storage) -> f64 {
                $from
            }
        }
    )*};
}
numbers! {
    Bf16 |x| bf16::from_f32(x), |x| x.to_f64();
    F16 |x| f16::from_f32(x), |x| x.to_f64();
    f32 |x| x, |x| x.into();
    // In memory it is `f32`: its error is the part of the mantissa that the instruction drops.
    Tf32 |x| x, |x| x.into();
    E4m3 |x| e4m3::nearest(x), |bits| e4m3::value(bits);
    S8 |x| x.round_ties_even() as i8, |x| x.into();
    i32 |x| x as i32, |x| x.into();
}

/// Elements of `A` and `B`.
pub trait Operand: Multiplied + Number {
    /// The factor of normal numbers before they are rounded.
    const SCALE: f32 = 1.0;
    /// The largest error of a row of `C`, relative to its length. Elements and results of 16 bits and of tf32 are
    /// rounded by up to 2^-8.
    const ERROR: f64 = 0.01;

    /// Integers whose sums of `k` products are exact. If results have all integers up to `most`, these are so few of
    /// -1, 0 and 1 that sums are less.
    fn integers(random: &mut Random, count: usize, k: u32, most: f64) -> Vec<f32> {
        random.signs(count, part_of_signs(k as usize, most))
    }
}
impl Operand for Bf16 {}
impl Operand for F16 {}
impl Operand for Tf32 {}
impl Operand for E4m3 {
    /// The instruction keeps 13 bits of sums, and drops smaller parts every 32 columns.
    const ERROR: f64 = 0.1;
}
impl Operand for S8 {
    /// 127 is four times the standard deviation.
    const SCALE: f32 = 32.0;

    /// All of 8 bits: sums are 32-bit integers.
    fn integers(random: &mut Random, count: usize, _: u32, _: f64) -> Vec<f32> {
        (0..count).map(|_| f32::from((random.bits() >> 56) as i8)).collect()
    }
}

/// Elements of `C`.
pub trait Rounded: Number {
    /// All integers up to it are exact, also if sums of e4m3 have 13 bits.
    const MOST: f64;
    /// A buffer for results.
    fn results(buffer: &mut Buffer<Self::Storage>) -> Results<'_>;
}
macro_rules! rounded {
    ($($t:ident $most:literal;)*) => {$(
        impl Rounded for $t {
            const MOST: f64 = $most;
            fn results(buffer: &mut Buffer<Self::Storage>) -> Results<'_> {
                buffer.into()
            }
        }
    )*};
}
rounded! {
    Bf16 256.0;
    F16 256.0;
    f32 2048.0;
    i32 2_147_483_647.0;
}
