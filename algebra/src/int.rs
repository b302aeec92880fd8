//! Integers with checked arithmetic, in the widths that extents, strides and offsets have.

use crate::error::{Error, Operation, Rule};

mod sealed {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
    impl Sealed for usize {}
    impl Sealed for i64 {}
}

/// An integer type in which layouts are computed.
///
/// The value level computes in `i64`. The type level computes in the width of its dynamic leaves, `usize` or `u32`, so
/// that 32-bit kernels stay 32-bit. The trait is sealed.
pub trait Int: Copy + Ord + core::fmt::Debug + sealed::Sealed + 'static {
    /// 0
    const ZERO: Self;
    /// 1
    const ONE: Self;
    /// `self + other`, or `None` if it does not fit.
    fn checked_add(self, other: Self) -> Option<Self>;
    /// `self * other`, or `None` if it does not fit.
    fn checked_mul(self, other: Self) -> Option<Self>;
    /// `floor(self / other)` for `self >= 0`, `other >= 1`.
    fn div(self, other: Self) -> Self;
    /// `self mod other` for `self >= 0`, `other >= 1`.
    fn rem(self, other: Self) -> Self;
    /// The value as printed in an error; it saturates at the limits of `i64`.
    fn number(self) -> i64;
}

macro_rules! int {
    ($($t:ty)*) => {$(
        impl Int for $t {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            #[inline(always)]
            fn checked_add(self, other: Self) -> Option<Self> {
                <$t>::checked_add(self, other)
            }
            #[inline(always)]
            fn checked_mul(self, other: Self) -> Option<Self> {
                <$t>::checked_mul(self, other)
            }
            #[inline(always)]
            fn div(self, other: Self) -> Self {
                self / other
            }
            #[inline(always)]
            fn rem(self, other: Self) -> Self {
                self % other
            }
            #[inline(always)]
            fn number(self) -> i64 {
                i64::try_from(self).unwrap_or(i64::MAX)
            }
        }
    )*};
}
int!(u32 u64 usize i64);

/// `a * b`, or [`Rule::Overflow`] with the name of `operation`.
#[inline(always)]
pub fn mul<I: Int>(operation: Operation, a: I, b: I) -> Result<I, Error> {
    a.checked_mul(b).ok_or(Error::new(operation, Rule::Overflow))
}

/// `a + b`, or [`Rule::Overflow`] with the name of `operation`.
#[inline(always)]
pub fn add<I: Int>(operation: Operation, a: I, b: I) -> Result<I, Error> {
    a.checked_add(b).ok_or(Error::new(operation, Rule::Overflow))
}

/// `ceil(a / b)` for `a >= 0`, `b >= 1`; never overflows.
#[inline(always)]
pub fn ceil_div<I: Int>(a: I, b: I) -> I {
    let floor = a.div(b);
    if a.rem(b) == I::ZERO {
        floor
    } else {
        // `floor < a` here, since `b > 1`, so adding 1 does not overflow.
        floor.checked_add(I::ONE).unwrap_or(floor)
    }
}

/// The greatest common divisor of two integers of at least 0.
#[inline]
pub const fn gcd(mut a: i64, mut b: i64) -> i64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
