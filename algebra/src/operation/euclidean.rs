//! Euclidean rings: the integers, and the polynomials over F2, which are the numbers of products without carries.

use crate::stride::xor::Xor;

/// A ring with a division whose remainder is less than the divisor. Results are `None` if a number is too large.
pub(crate) trait Euclidean: Copy + PartialEq {
    /// The stride type for these numbers.
    type Stride;

    fn of(n: i64) -> Self;

    fn stride(self) -> Option<Self::Stride>;

    fn minus(self, other: Self) -> Option<Self>;

    fn times(self, other: Self) -> Option<Self>;

    /// `q` such that `self - q * divisor` is less than the divisor, which is not 0.
    fn quotient(self, divisor: Self) -> Self;
}

impl Euclidean for i128 {
    type Stride = i64;

    #[inline]
    fn of(n: i64) -> i128 {
        n.into()
    }

    #[inline]
    fn stride(self) -> Option<i64> {
        self.try_into().ok()
    }

    fn minus(self, other: i128) -> Option<i128> {
        self.checked_sub(other)
    }

    #[inline]
    fn times(self, other: i128) -> Option<i128> {
        self.checked_mul(other)
    }

    #[inline]
    fn quotient(self, divisor: i128) -> i128 {
        // If it does not fit, the product shows it.
        self.wrapping_div(divisor)
    }
}

/// A polynomial over F2 with these bits as coefficients; an [`Xor`] is such a number.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Polynomial(u128);

impl Euclidean for Polynomial {
    type Stride = Xor;

    #[inline]
    fn of(n: i64) -> Self {
        debug_assert!(n >= 0);
        Polynomial(n.unsigned_abs().into())
    }

    #[inline]
    fn stride(self) -> Option<Xor> {
        i64::try_from(self.0).ok().map(Xor::trusted)
    }

    fn minus(self, other: Self) -> Option<Self> {
        Some(Polynomial(self.0 ^ other.0))
    }

    #[inline]
    fn times(self, other: Self) -> Option<Self> {
        let (mut product, mut rest) = (0, other.0);
        while rest != 0 {
            let place = rest.trailing_zeros();
            if self.0.leading_zeros() < place {
                return None;
            }
            product ^= self.0 << place;
            rest &= rest - 1;
        }
        Some(Polynomial(product))
    }

    #[inline]
    fn quotient(self, divisor: Self) -> Self {
        let (mut quotient, mut rest) = (0, self.0);
        while rest.leading_zeros() <= divisor.0.leading_zeros() {
            let place = divisor.0.leading_zeros() - rest.leading_zeros();
            quotient |= 1 << place;
            rest ^= divisor.0 << place;
        }
        Polynomial(quotient)
    }
}
