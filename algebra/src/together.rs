//! How many offsets stay together.

use crate::int::gcd;

/// The numbers `v` of offsets with `f(x + i) = f(x) + i`, a multiple of `v` for `i = 0`, for the multiples `x` of
/// `v` and `i` below `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// All numbers.
    All,
    /// The divisors of this, which is at least 1.
    DivisorsOf(i64),
}

impl Together {
    /// The divisors of an integer of either sign; all numbers of 0, which nothing is added by.
    #[inline(always)]
    pub fn divisors_of(n: i64) -> Self {
        match n.checked_abs() {
            Some(0) => Together::All,
            Some(n) => Together::DivisorsOf(n),
            // Of 2^63 those that are integers.
            None => Together::DivisorsOf(1 << 62),
        }
    }

    /// Those that both have.
    #[inline(always)]
    pub fn and(self, other: Together) -> Self {
        match (self, other) {
            (Together::All, both) | (both, Together::All) => both,
            (Together::DivisorsOf(n), Together::DivisorsOf(m)) => Together::DivisorsOf(gcd(n, m)),
        }
    }

    /// Whether so many stay together.
    #[inline(always)]
    pub fn has(self, v: i64) -> bool {
        self.of(v) == v
    }

    /// The most of `v` that stay together: of its divisors.
    #[inline(always)]
    pub fn of(self, v: i64) -> i64 {
        match self {
            Together::All => v,
            Together::DivisorsOf(n) => gcd(n, v),
        }
    }

    /// The largest integer that all of them divide.
    #[inline(always)]
    pub fn greatest(self) -> i64 {
        match self {
            Together::All => 1 << 62,
            Together::DivisorsOf(n) => n,
        }
    }

    /// The largest power of 2 that is an integer.
    #[inline(always)]
    pub fn power_of_two(self) -> i64 {
        match self {
            Together::All => 1 << 62,
            Together::DivisorsOf(n) => 1 << n.trailing_zeros(),
        }
    }
}
