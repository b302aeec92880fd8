//! The meaning of operations for layouts with XOR strides.

use core::cmp::Ordering;

use super::Xor;
use super::bits::{compose_bits, is_power_of_two};
use super::{collision, complement, inverse};
use crate::budget::Budget;
use crate::error::{Error, Operation, Rule};
use crate::layout::Layout;
use crate::layout::tile::Tile;
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::composition::by_values;
use crate::operation::rounding::Rounding;
use crate::operation::together::Together;
use crate::stride::{Stride, codomain::Codomain};

impl Stride for Xor {
    type Offset = i64;
    type Extent = i64;
    type Inverse = Xor;

    fn zero() -> Self {
        Xor(0)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0
    }

    fn plus(&self, other: &Self) -> Option<Self> {
        Some(Xor(self.0 ^ other.0))
    }

    #[inline]
    fn times(&self, n: i64) -> Option<Self> {
        let product = self.accumulate(n, 0)?;
        i64::try_from(product).ok().map(Xor)
    }
}

impl Codomain for Xor {
    type Sum = u128;

    const BITWISE: bool = true;

    #[inline]
    fn accumulate(&self, n: i64, sum: u128) -> Option<u128> {
        let (mut rest, mut sum) = (u64::try_from(n).ok()?, sum);
        // The product of two integers below 2^63 has at most 125 bits.
        let factor = u128::from(self.0.unsigned_abs());
        while rest != 0 {
            sum ^= factor << rest.trailing_zeros();
            rest &= rest - 1;
        }
        Some(sum)
    }

    #[inline]
    fn of_sum(sum: u128) -> Option<Xor> {
        i64::try_from(sum).ok().map(Xor)
    }

    #[inline]
    fn offset(_: &Layout<Self>, sum: u128) -> Option<i64> {
        i64::try_from(sum).ok()
    }

    fn add_offsets(left: i64, right: i64) -> Option<i64> {
        Some(left ^ right)
    }

    #[inline]
    fn continues(&self, extent: i64, next: &Self) -> bool {
        // `i + 2^k j` is the XOR of the two terms for `i` below `2^k`. For other extents the sum carries, unless
        // nothing moves.
        let straight = is_power_of_two(extent) || self.is_zero();
        straight && self.times(extent) == Some(*next)
    }

    #[inline]
    fn to_elements(&self, n: i64) -> Result<i64, Rule> {
        // A power of 2 shifts bits, as the product without carries does.
        if is_power_of_two(n) {
            return Ok(self.0);
        }
        Err(Rule::PowerOfTwo { extent: n })
    }

    #[inline]
    fn of_elements(integer: i64) -> Option<Xor> {
        Xor::new(integer).ok()
    }

    #[inline]
    fn exact(
        left: &[Mode<Self>],
        b: &Layout,
        budget: &Budget<'_>,
    ) -> Result<Option<Layout<Self>>, Error> {
        // For linear functions, products of matrices are quick and work for any size.
        let bits = Layout::of_integers(b).and_then(|b| compose_bits(left, &b));
        bits.map(Some).or_else(|_| by_values::of_integral(left, b, budget))
    }

    #[inline]
    fn order(a: &i64, b: &i64) -> Ordering {
        a.cmp(b)
    }

    fn tile(layout: &Layout<Self>) -> Tile<'_> {
        Tile::Xor(layout)
    }

    fn in_range<D: Stride>(a: &Layout<D>, b: &Layout<Self>) -> Result<bool, Error> {
        match b.cosize() {
            Ok(cosize) => Ok(cosize <= a.size()),
            Err(Error { rule: Rule::Overflow, .. }) => Ok(false),
            Err(error) => Err(error.during(Operation::ImageInRange)),
        }
    }

    #[inline]
    fn collision(modes: &[Mode<Self>], _: &Budget<'_>) -> Result<Option<(i64, i64)>, Error> {
        Ok(collision::collision(modes))
    }

    #[inline]
    fn together(values: &[Mode<Self>], others: &[Mode<Self>]) -> Together {
        let values = coalesced(values);
        let Some(&Mode { shape: run, stride: Xor(1) }) = values.first() else {
            return Together::DivisorsOf(1);
        };
        // The added offsets must not move the bits of the values.
        let others = values[1..].iter().chain(others).filter(|mode| mode.shape > 1);
        let others = others.map(|mode| match mode.stride {
            Xor(0) => Together::All,
            Xor(bits) => Together::DivisorsOf(1 << bits.trailing_zeros()),
        });
        others.fold(Together::DivisorsOf(run), Together::and)
    }

    #[inline]
    fn compose_xor(
        layout: &Layout<Self>,
        b: &Layout<Self>,
        _: &Budget<'_>,
    ) -> Result<Layout<Self>, Error> {
        compose_bits(layout.flat_modes(), b)
    }

    #[inline]
    fn complement(
        rounding: Rounding,
        layout: &Layout<Self>,
        n: i64,
    ) -> Result<Layout<Self>, Error> {
        complement::complement(rounding, layout, n)
    }

    #[inline]
    fn complement_ext(layout: &Layout<Self>) -> Result<Layout<Self>, Error> {
        complement::complement_ext(layout)
    }

    #[inline]
    fn right_inverse(layout: &Layout<Self>, budget: &Budget<'_>) -> Result<Layout<Self>, Error> {
        inverse::right_inverse(layout, budget)
    }

    #[inline]
    fn left_inverse(layout: &Layout<Self>, budget: &Budget<'_>) -> Result<Layout<Self>, Error> {
        inverse::left_inverse(layout, budget)
    }
}
