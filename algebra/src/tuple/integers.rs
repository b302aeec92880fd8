//! The meaning of operations for layouts into integers.

use core::cmp::Ordering;

use crate::budget::Budget;
use crate::error::{Error, Rule};
use crate::injectivity;
use crate::layout::Layout;
use crate::layout::coordinate::evaluate;
use crate::layout::image::integers_in_range;
use crate::layout::tile::Tile;
use crate::mode::Mode;
use crate::operation::coalesce::coalesced;
use crate::operation::complement::{integer_complement, integer_complement_ext};
use crate::operation::composition::{compose_as_integers, exact};
use crate::operation::left_inverse::integer_left_inverse;
use crate::operation::right_inverse::integer_right_inverse;
use crate::operation::rounding::Rounding;
use crate::operation::together::Together;
use crate::stride::xor::Xor;
use crate::stride::{Stride, codomain::Codomain};

impl Stride for i64 {
    type Offset = i64;
    type Extent = i64;
    type Inverse = i64;

    #[inline]
    fn zero() -> Self {
        0
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0
    }

    #[inline]
    fn plus(&self, other: &Self) -> Option<Self> {
        self.checked_add(*other)
    }

    #[inline]
    fn times(&self, n: i64) -> Option<Self> {
        self.checked_mul(n)
    }
}

impl Codomain for i64 {
    type Sum = i128;

    #[inline]
    fn accumulate(&self, n: i64, sum: i128) -> Option<i128> {
        sum.checked_add(i128::from(n) * i128::from(*self))
    }

    #[inline]
    fn evaluate(modes: &[Mode], index: i64, sum: i128) -> Option<i128> {
        sum.checked_add(evaluate(modes, index))
    }

    #[inline]
    fn of_sum(sum: i128) -> Option<i64> {
        i64::try_from(sum).ok()
    }

    #[inline]
    fn offset(_: &Layout, sum: i128) -> Option<i64> {
        i64::try_from(sum).ok()
    }

    #[inline]
    fn add_offsets(left: i64, right: i64) -> Option<i64> {
        left.checked_add(right)
    }

    #[inline]
    fn continues(&self, extent: i64, next: &i64) -> bool {
        // A span beyond `i64` cannot be a stride.
        extent.checked_mul(*self) == Some(*next)
    }

    fn to_elements(&self, _n: i64) -> Result<i64, Rule> {
        Ok(*self)
    }

    fn of_elements(integer: i64) -> Option<i64> {
        Some(integer)
    }

    #[inline]
    fn order(a: &i64, b: &i64) -> Ordering {
        a.cmp(b)
    }

    fn tile(layout: &Layout) -> Tile<'_> {
        Tile::Layout(layout)
    }

    fn in_range<D: Stride>(a: &Layout<D>, b: &Layout) -> Result<bool, Error> {
        Ok(integers_in_range(a, b))
    }

    #[inline]
    fn collision(modes: &[Mode], budget: &Budget<'_>) -> Result<Option<(i64, i64)>, Error> {
        injectivity::collision_within(modes, budget)
    }

    #[inline]
    fn together(values: &[Mode], others: &[Mode]) -> Together {
        let values = coalesced(values);
        let Some(&Mode { shape: run, stride: 1 }) = values.first() else {
            return Together::DivisorsOf(1);
        };
        let others = values[1..].iter().chain(others).filter(|mode| mode.shape > 1);
        let others = others.map(|mode| Together::divisors_of(mode.stride));
        others.fold(Together::DivisorsOf(run), Together::and)
    }

    #[inline]
    fn compose_xor(layout: &Layout, b: &Layout<Xor>, budget: &Budget<'_>) -> Result<Layout, Error> {
        compose_as_integers(layout, b, budget)
    }

    #[inline]
    fn exact(left: &[Mode], b: &Layout, budget: &Budget<'_>) -> Result<Option<Layout>, Error> {
        exact::exact(left, b, budget)
    }

    #[inline]
    fn complement(rounding: Rounding, layout: &Layout, n: i64) -> Result<Layout, Error> {
        integer_complement(rounding, layout, n)
    }

    #[inline]
    fn complement_ext(layout: &Layout) -> Result<Layout, Error> {
        integer_complement_ext(layout)
    }

    #[inline]
    fn right_inverse(layout: &Layout, budget: &Budget<'_>) -> Result<Layout, Error> {
        integer_right_inverse(layout, budget)
    }

    #[inline]
    fn left_inverse(layout: &Layout, budget: &Budget<'_>) -> Result<Layout, Error> {
        integer_left_inverse(layout, budget)
    }
}
