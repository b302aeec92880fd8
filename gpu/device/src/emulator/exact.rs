//! The numbers that bits stand for in a multiplication, and the sums that products are added to.

use half::{bf16, f16};

use crate::{Bf16, E4m3, E5m2, F16, S8, Tf32, U8};

/// Elements whose multiplication is exact.
pub(crate) trait Number {
    /// The number of bits of an element in a register.
    const BITS: usize;
    /// The number that these bits stand for.
    fn number(bits: u64) -> f64;
}
macro_rules! numbers {
    ($($t:ty: $bits:literal $number:expr;)*) => {$(
        impl Number for $t {
            const BITS: usize = $bits;
            fn number(bits: u64) -> f64 {
                $number(bits)
            }
        }
    )*};
}
numbers! {
    F16: 16 |bits| f16::from_bits(bits as u16).to_f64();
    Bf16: 16 |bits| bf16::from_bits(bits as u16).to_f64();
    // The lower 13 bits are ignored.
    Tf32: 32 |bits| f64::from(f32::from_bits(bits as u32 & !0x1fff));
    E4m3: 8 |bits| e4m3(bits as u8);
    // The upper half of an f16.
    E5m2: 8 |bits| f16::from_bits((bits as u16) << 8).to_f64();
    S8: 8 |bits| f64::from(bits as i8);
    U8: 8 |bits| bits as u8 as f64;
    f64: 64 f64::from_bits;
}
/// Converts a number with 4 bits of exponent, of bias 7, and 3 bits of mantissa. There is no infinity, and a single NaN
/// per sign.
pub(crate) fn e4m3(bits: u8) -> f64 {
    let (exponent, mantissa) = (i32::from(bits >> 3 & 15), f64::from(bits & 7));
    let magnitude = match (exponent, bits & 7) {
        (15, 7) => f64::NAN,
        (0, _) => mantissa * 2_f64.powi(-9),
        _ => (8.0 + mantissa) * 2_f64.powi(exponent - 10),
    };
    if bits >> 7 == 1 { -magnitude } else { magnitude }
}

/// Element `index` of an array of registers of 32 bits.
pub(super) fn element<E: Number>(registers: &[u32], index: usize) -> f64 {
    let (at, mask) = (index * E::BITS, u64::MAX >> (64 - E::BITS));
    let low = u64::from(registers[at / 32] >> (at % 32));
    let high = if E::BITS == 64 { u64::from(registers[at / 32 + 1]) << 32 } else { 0 };
    E::number((low | high) & mask)
}

/// One register's sums: one number, or two of 16 bits.
pub(crate) trait Sum: Copy {
    /// The number of numbers that it holds.
    const VALUES: usize;
    /// The registers of 32 bits, one or two.
    fn registers(self) -> Vec<u32>;
    fn of_registers(registers: &[u32]) -> Self;
    /// The numbers, which are added to exactly.
    fn numbers(self) -> Vec<f64>;
    /// Makes it from numbers, which are rounded or wrap.
    fn of_numbers(numbers: &[f64]) -> Self;
}
impl Sum for f32 {
    const VALUES: usize = 1;
    fn registers(self) -> Vec<u32> {
        vec![self.to_bits()]
    }
    fn of_registers(registers: &[u32]) -> Self {
        f32::from_bits(registers[0])
    }
    fn numbers(self) -> Vec<f64> {
        vec![f64::from(self)]
    }
    fn of_numbers(numbers: &[f64]) -> Self {
        numbers[0] as f32
    }
}
impl Sum for i32 {
    const VALUES: usize = 1;
    fn registers(self) -> Vec<u32> {
        vec![self as u32]
    }
    fn of_registers(registers: &[u32]) -> Self {
        registers[0] as i32
    }
    fn numbers(self) -> Vec<f64> {
        vec![f64::from(self)]
    }
    fn of_numbers(numbers: &[f64]) -> Self {
        numbers[0] as i64 as i32
    }
}
/// Two numbers of 16 bits with 5 bits of exponent.
impl Sum for u32 {
    const VALUES: usize = 2;
    fn registers(self) -> Vec<u32> {
        vec![self]
    }
    fn of_registers(registers: &[u32]) -> Self {
        registers[0]
    }
    fn numbers(self) -> Vec<f64> {
        vec![f16::from_bits(self as u16).to_f64(), f16::from_bits((self >> 16) as u16).to_f64()]
    }
    fn of_numbers(numbers: &[f64]) -> Self {
        let [low, high] = [0, 1].map(|i| u32::from(f16::from_f64(numbers[i]).to_bits()));
        low | high << 16
    }
}
impl Sum for f64 {
    const VALUES: usize = 1;
    fn registers(self) -> Vec<u32> {
        vec![self.to_bits() as u32, (self.to_bits() >> 32) as u32]
    }
    fn of_registers(registers: &[u32]) -> Self {
        f64::from_bits(u64::from(registers[0]) | u64::from(registers[1]) << 32)
    }
    fn numbers(self) -> Vec<f64> {
        vec![self]
    }
    fn of_numbers(numbers: &[f64]) -> Self {
        numbers[0]
    }
}

/// The registers of several sums.
pub(super) fn registers<S: Sum>(of: &[S]) -> Vec<u32> {
    of.iter().flat_map(|one| one.registers()).collect()
}
