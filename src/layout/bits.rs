//! Offsets of XOR strides: how far they reach, and whether two coordinates share one.

use tilework_algebra::steps::largest_of_bits_rounded;
use tilework_algebra::{Error, Mode, Operation, Rule};

use crate::layout::modes::Modes;

/// The most modes with extents above 1.
const MOST: usize = 63;

/// Vectors of bits. Each place holds one that begins there, with the columns whose sum it is.
#[derive(Clone, Copy)]
struct Basis([(u64, u64); 64]);

impl Basis {
    /// Adds the column with this number. If it is a sum of others, returns which columns sum to 0.
    fn add(&mut self, column: u64, number: u32) -> Option<u64> {
        let (mut vector, mut sum) = (column, 1 << number);
        while vector != 0 {
            let (other, others) = &mut self.0[vector.ilog2() as usize];
            if *other == 0 {
                (*other, *others) = (vector, sum);
                return None;
            }
            vector ^= *other;
            sum ^= *others;
        }
        Some(sum)
    }
}

/// The modes with extents above 1, and their strides, which are bits.
fn listed<M: Modes>(modes: M) -> ([(u64, u64); MOST], usize) {
    let (mut list, mut count) = ([(1, 0); MOST], 0);
    modes.for_each_mode(0, &mut |_, Mode { shape, stride }| {
        if shape > 1 && count < MOST {
            list[count] = (shape.unsigned_abs(), stride.unsigned_abs());
            count += 1;
        }
    });
    (list, count)
}

/// The largest offset. If too many extents are not powers of 2 to find it, an upper bound: the value with the extents
/// rounded up to powers of 2.
pub(crate) fn reach<M: Modes>(modes: M) -> usize {
    let (mut list, count) = listed(modes);
    largest_of_bits_rounded(&mut list[..count]) as usize
}

/// Checks that no two coordinates have the same offset. It requires that the values of the coordinates' bits are
/// linearly independent. Two coordinates below an extent can differ in any of the bits that the extent has room for.
///
/// # Errors
/// [`Rule::Injectivity`] with two integral coordinates that collide.
pub(crate) fn check_injective<M: Modes>(modes: M) -> Result<(), Error> {
    let (list, count) = listed(modes);
    let (mut basis, mut number) = (Basis([(0, 0); 64]), 0);
    for &(extent, bits) in &list[..count] {
        for place in 0..(extent - 1).ilog2() + 1 {
            if let Some(columns) = basis.add(bits << place, number) {
                let (first, second) = apart(&list[..count], columns);
                let rule = Rule::Injectivity { first, second };
                return Err(Error::new(Operation::Tensor, rule));
            }
            number += 1;
        }
    }
    Ok(())
}
/// Two coordinates that differ in these bits, counted through the modes.
fn apart(modes: &[(u64, u64)], columns: u64) -> (i64, i64) {
    let (mut first, mut second, mut weight, mut rest) = (0, 0, 1, columns);
    for &(extent, _) in modes {
        let length = (extent - 1).ilog2() + 1;
        let bits = rest & ((1 << length) - 1);
        rest >>= length;
        // One coordinate has the highest of the bits, the other has the rest.
        let highest = if bits == 0 { 0 } else { 1 << bits.ilog2() };
        first += weight * (bits ^ highest);
        second += weight * highest;
        weight *= extent;
    }
    (first.min(second) as i64, first.max(second) as i64)
}
