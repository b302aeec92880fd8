//! The parts of explanations that differ between kinds of strides.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Display;

use super::Steps;
use crate::error::Error;
use crate::layout::Layout;
use crate::steps::Rounding;
use crate::stride::Stride;
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;
use crate::tuple::int_tuple::IntTuple;
use crate::{complement, complement_ceil, composition};

/// Strides of layouts that can be explained. A method that explains a step returns whether there is a result.
pub(super) trait Explained: Stride<Extent: Clone + Display> {
    /// The text of an offset, written as a stride.
    fn written(offset: &Self::Offset) -> String {
        offset.to_string()
    }

    /// The cosize, if offsets are integers.
    fn cosize(_: &Layout<Self>) -> Option<i64> {
        None
    }

    /// Explains `a o b`.
    fn composition(steps: &mut Steps<'_>, a: &Layout<Self>, b: &Layout) -> bool {
        steps.by_rules(a, b)
    }

    /// Explains the decision by the values of `a o b`, if the rules do not hold.
    fn exactly(_: &mut Steps<'_>, _a: &Layout<Self>, _b: &Layout, _has_result: bool) {}

    /// Explains the complement in `n`, or without end.
    fn gaps(
        steps: &mut Steps<'_>,
        rounding: Rounding,
        layout: &Layout<Self>,
        n: Option<&Self::Extent>,
    ) -> bool;

    /// The complement itself.
    fn rest(
        rounding: Rounding,
        layout: &Layout<Self>,
        n: &Self::Extent,
    ) -> Result<Layout<Self>, Error> {
        match rounding {
            Rounding::Exact => complement(layout, n.clone()),
            Rounding::Ceil => complement_ceil(layout, n.clone()),
        }
    }
}

impl Explained for i64 {
    fn cosize(layout: &Layout) -> Option<i64> {
        layout.cosize().ok()
    }

    fn exactly(steps: &mut Steps<'_>, a: &Layout, b: &Layout, has_result: bool) {
        steps.exactly(a, b, has_result);
    }

    fn gaps(steps: &mut Steps<'_>, rounding: Rounding, layout: &Layout, n: Option<&i64>) -> bool {
        steps.gaps(rounding, layout, n.copied())
    }
}

impl Explained for ArithmeticTuple {
    fn gaps(
        steps: &mut Steps<'_>,
        rounding: Rounding,
        layout: &Layout<Self>,
        n: Option<&IntTuple>,
    ) -> bool {
        steps.gaps_by_place(rounding, layout, n)
    }
}

impl Explained for Xor {
    fn written(offset: &i64) -> String {
        format!("f{offset}")
    }

    fn composition(steps: &mut Steps<'_>, a: &Layout<Self>, b: &Layout) -> bool {
        steps.leaves(a, b, |d, bit| d.checked_mul(bit));
        composition(a, b).is_ok()
    }

    fn gaps(steps: &mut Steps<'_>, _: Rounding, layout: &Layout<Self>, _: Option<&i64>) -> bool {
        steps.echelon(layout);
        true
    }
}
