//! Strides: elements of an integer-semimodule.

pub(crate) mod arithmetic_tuple;
pub(crate) mod axes;
pub(crate) mod xor;

use core::cmp::Ordering;
use core::fmt::{Debug, Display};
use core::hash::Hash;

use crate::layout::Layout;
use crate::layout::tile::Tile;
use codomain::Codomain;

use crate::budget::Budget;
use crate::error::{Error, Rule};
use crate::mode::Mode;
use crate::operation::rounding::Rounding;
use crate::operation::together::Together;
#[allow(unused_imports, reason = "linked above")]
use crate::stride::arithmetic_tuple::ArithmeticTuple;
use crate::stride::xor::Xor;

/// An element of an integer-semimodule: it can be added, and scaled by integers ([004](crate::papers), section 2.3.1,
/// definition 2.16).
/// A layout `S:D` takes the natural coordinate `c` to `sum c_k d_k`.
///
/// | strides | addition | `n` times `d` | offsets |
/// |---|---|---|---|
/// | `i64` | `+` | `n d` | integers |
/// | [`ArithmeticTuple`] | `+` at each place | `n d` at each place | coordinates |
/// | [`Xor`] | XOR | the product without carries | integers |
///
/// This trait decides what an operation means for a codomain: `complement` fills an [`Extent`](Stride::Extent), and an
/// inverse has strides in [`Inverse`](Stride::Inverse). The trait is sealed.
pub trait Stride: Clone + Eq + Hash + Debug + Display + Codomain {
    /// The value of a layout at a coordinate.
    type Offset: Clone + Eq + Debug + Display;
    /// The extent that a complement fills.
    type Extent;
    /// The strides of inverses.
    type Inverse: Stride;

    /// The neutral element of the addition.
    fn zero() -> Self;

    /// Returns whether this is the neutral element of the addition.
    fn is_zero(&self) -> bool;

    /// The sum; `None` if it does not fit, or if the two are not of one semimodule.
    fn plus(&self, other: &Self) -> Option<Self>;

    /// `n` times this stride; `None` if it does not fit.
    fn times(&self, n: i64) -> Option<Self>;
}

/// The part of [`Stride`] that is not public: what operations need to know about a codomain.
pub(crate) mod codomain {
    use super::*;

    pub trait Codomain: Sized {
        /// A sum of strides, which may have more digits than an offset.
        type Sum: Default;

        /// Requires that the bits of coordinates do not overlap when they are added.
        const BITWISE: bool = false;

        /// `sum + n * self`, for `n` of at least 0.
        fn accumulate(&self, n: i64, sum: Self::Sum) -> Option<Self::Sum>;

        /// `sum` plus the value of the flat modes at an integral coordinate of at least 0. The last mode is unbounded.
        fn evaluate(modes: &[Mode<Self>], index: i64, sum: Self::Sum) -> Option<Self::Sum> {
            let Some((last, others)) = modes.split_last() else { return Some(sum) };
            let mut rest = index;
            let mut sum = sum;
            for mode in others {
                sum = mode.stride.accumulate(rest % mode.shape, sum)?;
                rest /= mode.shape;
            }
            last.stride.accumulate(rest, sum)
        }

        /// The sum as a stride; `None` if it does not fit.
        fn of_sum(sum: Self::Sum) -> Option<Self>;

        /// The sum as an offset of this layout.
        fn offset(layout: &Layout<Self>, sum: Self::Sum) -> Option<Self::Offset>
        where
            Self: Stride;

        /// The sum of two offsets that are integers; `None` if it does not fit or offsets are not integers.
        fn add_offsets(_left: i64, _right: i64) -> Option<i64> {
            None
        }

        /// Returns whether the mode `extent:self` and a following mode of stride `next` are one mode.
        fn continues(&self, extent: i64, next: &Self) -> bool;

        /// The stride in elements as an integer, which the caller divides or multiplies by `n`. Coordinates have no
        /// such integer.
        fn to_elements(&self, _n: i64) -> Result<i64, Rule> {
            Err(Rule::Codomain)
        }

        /// The stride with this integer value.
        fn of_elements(_integer: i64) -> Option<Self> {
            None
        }

        /// Checks that all strides are of one semimodule.
        fn go_together(_modes: &[Mode<Self>]) -> Result<(), Rule> {
            Ok(())
        }

        /// `layout o b` for a `b` with XOR strides, in case `b` is also an integer layout.
        fn compose_xor(
            layout: &Layout<Self>,
            b: &Layout<Xor>,
            budget: &Budget<'_>,
        ) -> Result<Layout<Self>, Error>
        where
            Self: Stride;

        /// The order of offsets. Coordinates are ordered as their integral coordinates are.
        fn order(a: &Self::Offset, b: &Self::Offset) -> Ordering
        where
            Self: Stride;

        /// The layout as a tiler.
        fn tile(layout: &Layout<Self>) -> Tile<'_>;

        /// See [`image_in_range`](crate::image_in_range).
        fn in_range<D: Stride>(a: &Layout<D>, b: &Layout<Self>) -> Result<bool, Error>
        where
            Self: Stride;

        /// See [`injectivity::collision`](crate::injectivity::collision).
        fn collision(
            modes: &[Mode<Self>],
            budget: &Budget<'_>,
        ) -> Result<Option<(i64, i64)>, Error>;

        /// The number of values that are consecutive in memory, counted from the first one, and that begin at a
        /// multiple of this number, whatever the other modes of a layout add to them.
        fn together(values: &[Mode<Self>], others: &[Mode<Self>]) -> Together;

        /// A composition that the rules refuse, by the exact criterion.
        fn exact(
            _left: &[Mode<Self>],
            _b: &Layout,
            _budget: &Budget<'_>,
        ) -> Result<Option<Layout<Self>>, Error> {
            Ok(None)
        }

        fn complement(
            rounding: Rounding,
            layout: &Layout<Self>,
            n: Self::Extent,
        ) -> Result<Layout<Self>, Error>
        where
            Self: Stride;

        fn complement_ext(layout: &Layout<Self>) -> Result<Layout<Self>, Error>;

        fn right_inverse(
            layout: &Layout<Self>,
            budget: &Budget<'_>,
        ) -> Result<Layout<Self::Inverse>, Error>
        where
            Self: Stride;

        fn left_inverse(
            layout: &Layout<Self>,
            budget: &Budget<'_>,
        ) -> Result<Layout<Self::Inverse>, Error>
        where
            Self: Stride;
    }
}
