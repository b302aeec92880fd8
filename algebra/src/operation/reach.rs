//! The reach of XOR strides: the largest offset, by elimination.

/// The largest number of carry-free parts that extents are split into.
pub(crate) const LIMIT: u64 = 1 << 16;

/// Vectors of bits, one for each position of the leading bit.
#[derive(Clone, Copy)]
pub(crate) struct Basis([u64; 64]);

impl Basis {
    pub(crate) const EMPTY: Basis = Basis([0; 64]);

    /// Adds a vector and returns whether it is independent of the others.
    pub(crate) fn add(&mut self, mut vector: u64) -> bool {
        while vector != 0 {
            let other = &mut self.0[vector.ilog2() as usize];
            if *other == 0 {
                *other = vector;
                return true;
            }
            vector ^= *other;
        }
        false
    }

    /// The largest sum of `vector` and vectors of the basis.
    fn largest(&self, vector: u64) -> u64 {
        self.0.iter().rev().fold(vector, |largest, other| largest.max(largest ^ other))
    }
}

/// The product without carries.
fn times(n: u64, bits: u64) -> u64 {
    (0..64).filter(|place| n >> place & 1 == 1).fold(0, |sum, place| sum ^ bits << place)
}

/// The largest offset of modes `extent:f_bits`, whose offsets have at most 64 bits; `None` if too many extents are not
/// powers of 2 to find it.
pub fn largest_of_bits(modes: &[(u64, u64)]) -> Option<u64> {
    largest(modes, Basis::EMPTY, 0, &mut { LIMIT })
}

/// [`largest_of_bits`], or an upper bound: the largest offset with the extents rounded up to powers of 2, which have
/// one part each.
pub fn largest_of_bits_rounded(modes: &mut [(u64, u64)]) -> u64 {
    largest_of_bits(modes).unwrap_or_else(|| {
        modes.iter_mut().for_each(|mode| mode.0 = mode.0.next_power_of_two());
        largest_of_bits(modes).unwrap_or(u64::MAX)
    })
}

/// The largest sum of an offset of these modes, vectors of the basis, and `fixed`.
fn largest(modes: &[(u64, u64)], basis: Basis, fixed: u64, left: &mut u64) -> Option<u64> {
    *left = left.checked_sub(1)?;
    let Some((&(extent, bits), others)) = modes.split_first() else {
        return Some(basis.largest(fixed));
    };
    // An integer is below the extent if it has 0 at some bit that is 1 in the extent, and agrees with the extent above
    // that bit.
    let mut most = 0;
    for bit in (0..64).filter(|bit| extent >> bit & 1 == 1) {
        let above = extent >> bit ^ 1;
        let mut free = basis;
        for place in 0..bit {
            free.add(bits << place);
        }
        let fixed = fixed ^ times(above << bit, bits);
        most = most.max(largest(others, free, fixed, left)?);
    }
    Some(most)
}
