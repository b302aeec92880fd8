//! Injectivity of XOR strides.

use smallvec::SmallVec;

use super::Xor;
use super::bits::bit_length;
use crate::mode::Mode;
use crate::stride::codomain::Codomain;

/// Two integral coordinates with the same offset, the smaller one first, if there are two.
///
/// Offsets are linear in the bits of natural coordinates. For any set of bits below the length of an extent there are
/// two coordinates below the extent that differ exactly in these bits: one has only the highest bit, the other has the
/// rest. So two coordinates collide if and only if the value of a bit is the sum of values of others.
#[inline]
pub(super) fn collision(modes: &[Mode<Xor>]) -> Option<(i64, i64)> {
    // Vectors with distinct leading bits, and the bits whose values they are sums of.
    let mut basis: SmallVec<[(u128, u128); 16]> = SmallVec::new();
    let mut number = 0;
    for mode in modes {
        for place in 0..bit_length(mode.shape - 1) {
            let (mut value, mut bits) = (mode.stride.accumulate(1 << place, 0)?, 1u128 << number);
            for &(other, others) in &basis {
                if value & 1 << other.ilog2() != 0 {
                    value ^= other;
                    bits ^= others;
                }
            }
            if value == 0 {
                return Some(apart(modes, bits));
            }
            // The leading bits decrease, so one pass reduces the vector.
            let at = basis.partition_point(|(other, _)| *other > value);
            basis.insert(at, (value, bits));
            number += 1;
        }
    }
    None
}

/// Two coordinates that differ in these bits, which are counted through the modes.
#[inline]
fn apart(modes: &[Mode<Xor>], mut bits: u128) -> (i64, i64) {
    let (mut first, mut second, mut weight) = (0, 0, 1);
    for mode in modes {
        let length = bit_length(mode.shape - 1);
        let here = (bits & ((1 << length) - 1)) as i64;
        bits >>= length;
        let highest = if here == 0 { 0 } else { 1 << here.ilog2() };
        first += weight * (here ^ highest);
        second += weight * highest;
        weight *= mode.shape;
    }
    (first.min(second), first.max(second))
}
