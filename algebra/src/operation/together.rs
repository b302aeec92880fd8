//! The number of offsets that stay together.

use crate::int::gcd;

/// The set of numbers `v` such that `f(x + i) = f(x) + i`, which is a multiple of `v` for `i = 0`, for all multiples
/// `x` of `v` and all `i` below `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// All numbers.
    All,
    /// The divisors of this number, which is at least 1.
    DivisorsOf(i64),
}

impl Together {
    /// The divisors of an integer of either sign. For 0, which adds nothing, all numbers.
    #[inline(always)]
    pub fn divisors_of(n: i64) -> Self {
        match n.checked_abs() {
            Some(0) => Together::All,
            Some(n) => Together::DivisorsOf(n),
            // The divisors of 2^63 that fit.
            None => Together::DivisorsOf(1 << 62),
        }
    }

    /// The numbers that are in both sets.
    #[inline(always)]
    pub fn and(self, other: Together) -> Self {
        match (self, other) {
            (Together::All, both) | (both, Together::All) => both,
            (Together::DivisorsOf(n), Together::DivisorsOf(m)) => Together::DivisorsOf(gcd(n, m)),
        }
    }

    /// Returns whether `v` offsets stay together.
    #[inline(always)]
    pub fn has(self, v: i64) -> bool {
        self.of(v) == v
    }

    /// The largest divisor of `v` that is in the set.
    #[inline(always)]
    pub fn of(self, v: i64) -> i64 {
        match self {
            Together::All => v,
            Together::DivisorsOf(n) => gcd(n, v),
        }
    }

    /// The largest number in the set.
    #[inline(always)]
    pub fn greatest(self) -> i64 {
        match self {
            Together::All => 1 << 62,
            Together::DivisorsOf(n) => n,
        }
    }

    /// The largest power of 2 in the set that fits.
    #[inline(always)]
    pub fn power_of_two(self) -> i64 {
        match self {
            Together::All => 1 << 62,
            Together::DivisorsOf(n) => 1 << n.trailing_zeros(),
        }
    }
}
