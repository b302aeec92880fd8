//! How many offsets a function of offsets keeps together.

use tilework_algebra::steps::gcd;

/// Which numbers `v` of offsets a function `F` keeps together from a multiple of `v` on:
/// `F(x + i) = F(x) + i`, and `F(x)` is a multiple of `v`, for multiples `x` of `v` and `i` below `v`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    /// Every number: the function is the identity.
    All,
    /// Every divisor of this number, which is at least 1.
    DivisorsOf(usize),
}
use Together::{All, DivisorsOf};

impl Together {
    /// What the addition of `offset` keeps together.
    #[inline(always)]
    pub(crate) fn added(offset: usize) -> Self {
        if offset == 0 { All } else { DivisorsOf(offset) }
    }

    /// What two functions, one after the other, both keep together.
    #[inline(always)]
    pub(crate) fn and(self, other: Self) -> Self {
        match (self, other) {
            (All, both) | (both, All) => both,
            (DivisorsOf(a), DivisorsOf(b)) => DivisorsOf(gcd(a as i64, b as i64) as usize),
        }
    }

    /// How many of `wanted` offsets stay together: the greatest divisor of `wanted` that does.
    #[inline(always)]
    pub(crate) fn of(self, wanted: usize) -> usize {
        match self {
            All => wanted,
            DivisorsOf(n) => gcd(n as i64, wanted as i64) as usize,
        }
    }

    /// Whether `wanted` offsets stay together.
    #[inline(always)]
    pub(crate) fn keeps(self, wanted: usize) -> bool {
        self.of(wanted) == wanted
    }
}
