//! 5.2.3, numbers of 8 and 16 bits, and 9.7.8.21, cvt.

use half::{bf16, f16};

use crate::run;

/// The 8-bit number with `mantissa` bits of mantissa, by its definition. The other bits except the sign are the
/// exponent, whose bias is half of its range.
fn number(bits: u32, mantissa: u32) -> f64 {
    let (field, bias) = ((bits & 127) >> mantissa, (1 << (6 - mantissa)) - 1);
    let fraction = f64::from(bits & ((1 << mantissa) - 1)) / f64::from(1 << mantissa);
    let magnitude = match field {
        0 => fraction * 2_f64.powi(1 - bias),
        _ => (1.0 + fraction) * 2_f64.powi(field as i32 - bias),
    };
    if bits & 128 == 0 { magnitude } else { -magnitude }
}

/// Asserts that these bits are the number nearest to `x`, ties to even, or the largest one.
fn assert_nearest(bits: u32, x: f64, mantissa: u32, largest: u32) {
    let found = number(bits, mantissa);
    assert_eq!(bits >> 7 == 1, x.is_sign_negative());
    let magnitude = bits & 127;
    assert!(magnitude <= largest);
    let distance = (x - found).abs();
    for other in [magnitude.wrapping_sub(1), magnitude + 1] {
        if other <= largest {
            let further = (x.abs() - number(other, mantissa)).abs();
            assert!(
                distance < further || distance == further && magnitude.is_multiple_of(2),
                "{x} is {found}"
            );
        }
    }
}

#[test]
fn conversions_of_8_bits() {
    let (from, to) = run("conversions_of_8_bits", 1);
    let mut large = 0;
    for (pair, to) in from.into_iter().zip(to.chunks(5)) {
        let is_number = [10, 26].iter().all(|at| pair >> at & 31 != 31);
        let pair = if is_number { pair } else { 0 };
        for half in [0, 1] {
            let x = f16::from_bits((pair >> (16 * half)) as u16).to_f64();
            large += usize::from(x.abs() > 448.0);
            let [e4m3, e5m2] = [0, 1].map(|i| to[i] >> (8 * half) & 255);
            // 448 is 1.75 * 2^8, and 57344 is 1.75 * 2^15.
            assert_nearest(e4m3, x, 3, 0x7e);
            assert_nearest(e5m2, x, 2, 0x7b);
            let widened = [3, 4].map(|i| f16::from_bits((to[i] >> (16 * half)) as u16).to_f64());
            assert_eq!(widened, [number(e4m3, 3), number(e5m2, 2)]);
        }
        assert_eq!(to[2], to[0] | to[1] << 16);
    }
    assert!(large > 100);
}

#[test]
fn numbers_of_16_bits() {
    let (from, to) = run("numbers_of_16_bits", 1);
    for (pair, to) in from.into_iter().zip(to.chunks(4)) {
        let half = |bits: u32| f32::from(f16::from_bits(bits as u16)).to_bits();
        assert_eq!(to, [half(pair), half(pair >> 16), pair << 16, pair >> 16 << 16]);
    }
}

#[test]
fn one_number_of_16_bits() {
    let halves = |word: &u32| [*word as u16, (*word >> 16) as u16];
    let (from, to) = run("doubled_f16", 1);
    for (from, to) in from.iter().flat_map(halves).zip(to.iter().flat_map(halves)) {
        assert_eq!(f16::from_bits(to).to_f32(), 2.0 * f16::from_bits(from).to_f32());
    }
    let (from, to) = run("doubled_bf16", 1);
    for (from, to) in from.iter().flat_map(halves).zip(to.iter().flat_map(halves)) {
        assert_eq!(bf16::from_bits(to).to_f32(), 2.0 * bf16::from_bits(from).to_f32());
    }
}
