//! Conversion to numbers of 8 bits, by a search through all of them.

use half::f16;

use super::exact::Number;

/// The bits of the nearest number of 8 bits, ties to even.
fn nearest<E: Number>(x: f64) -> u8 {
    if x.is_nan() {
        return 0x7f;
    }
    let finite = (0..128_u64).filter(|bits| E::number(*bits).is_finite());
    let distance = |bits: &u64| (E::number(*bits) - x.abs()).abs();
    let near =
        finite.min_by(|a, b| distance(a).total_cmp(&distance(b)).then((a & 1).cmp(&(b & 1))));
    near.expect("there are numbers") as u8 | if x.is_sign_negative() { 0x80 } else { 0 }
}
pub(crate) fn pair8<E: Number>(numbers: [f64; 2]) -> u16 {
    u16::from_le_bytes(numbers.map(nearest::<E>))
}
pub(crate) fn f16x2<E: Number>(pair: u16) -> u32 {
    let [low, high] = pair.to_le_bytes().map(|bits| {
        let number = E::number(u64::from(bits));
        // A GPU converts NaN to this one.
        u32::from(if number.is_nan() { 0x7fff } else { f16::from_f64(number).to_bits() })
    });
    low | high << 16
}
