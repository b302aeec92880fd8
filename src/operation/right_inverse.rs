//! Right inverse: the places of the offsets `0, 1, 2, ...`
//!
//! The modes are sorted by stride. Each mode whose stride is the span of the modes before it continues the offsets. The
//! first mode with a larger stride leaves a gap, and the inverse ends there. Only the value level searches among modes
//! that overlap. `inverse.rs` has the computation.

use tilework_algebra::{Error, Operation};
use typenum::{Integer, Unsigned};

use crate::layout::any_result::{AnyResult, Computes, Is, fail};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, ByParts, Staticness};
use crate::operation::kind::Statically;
use crate::verdict::{First, HasResult, ResultOf, Verdict, operation};

// A short name, as in `complement`.
type Inverse = operation::right_inverse_of;

/// The right inverse of `layout`: the largest coalesced layout `R` into its integral coordinates with
/// `layout(R(i)) = i` ([004](crate::guide::papers), section 3.4.1).
///
/// Sorted by stride, a mode `s:d` whose stride is the span of the modes before it becomes `s:w`, where `w` is the
/// weight of its coordinate in the integral coordinate. The first mode with a larger stride ends the inverse. Modes of
/// extent 1 and of stride 0 do not count. If extents are dynamic, the end is found at run time: the modes from there
/// on have extent 1.
///
/// **Law.** `layout(R(i)) = i` for `i < size(R)`, and no layout into the coordinates is larger.
///
/// **Errors.** Overlap: a stride is below the span of the modes before it; the value level searches then
/// ([`algebra::right_inverse`](tilework_algebra::right_inverse())). Two or more modes need static strides (known
/// order).
///
/// XOR strides and layouts into coordinates have one only in values and literals:
/// `layout!(right_inverse((4,8):(e0,e1)))`.
///
/// ```
/// use tilework::{Layout, layout, operation::right_inverse};
/// let order: Layout!((5,21):(21,1)) = right_inverse(layout!((3,7,5):(5,15,1)));
/// assert_eq!(order.to_string(), "(5,21):(21,1)");
/// // 4 is no offset.
/// let beginning: Layout!(4:1) = right_inverse(layout!((4,8):(1,5)));
/// assert_eq!(beginning.to_string(), "4:1");
/// let m = 4;
/// assert_eq!(right_inverse(layout!((m,8):(1,4))).to_string(), "(4,8):(1,4)");
/// // Of a literal; the first mode would move both places.
/// let places: Layout!((2,4):(12,3)) = layout!(right_inverse((3,4,2):(e0+e1,e1,e0)));
/// assert_eq!(places.to_string(), "(2,4):(12,3)");
/// ```
///
/// # Panics
/// If [`try_right_inverse`] returns an error.
#[inline(always)]
#[track_caller]
pub fn right_inverse<R: ResultOf<Inverse>, L: RightInverseTotal<Result = R>>(
    layout: L,
) -> R::Layout {
    match R::IsKnown::known_or::<Inverted, L, (), R>(layout, ()) {
        Ok(result) => result.layout(),
        Err(error) => fail(error),
    }
}

/// Like [`right_inverse`], but returns errors at run time instead of panicking.
///
/// # Errors
/// [`Rule::Overlap`](tilework_algebra::Rule::Overlap), if dynamic extents make modes overlap.
#[inline(always)]
pub fn try_right_inverse<R: ResultOf<Inverse>, L: RightInverseTotal<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    match R::IsKnown::known_or::<Inverted, L, (), R>(layout, ()) {
        Ok(result) => Ok(result.layout()),
        Err(error) => Err(error),
    }
}

/// Layouts whose right inverse the types know: the bound of [`right_inverse`].
pub trait HasRightInverse:
    AnyLayout + RightInverseTotal<Result: ResultOf<operation::right_inverse_of, Layout: AnyLayout>>
{
}
/// The type of the right inverse of `L`.
pub type RightInverse<L> = <<L as RightInverseTotal>::Result as ResultOf<Inverse>>::Layout;

impl<L> HasRightInverse for L
where
    L: AnyLayout + RightInverseTotal,
    L::Result: Verdict<Out: HasResult<operation::right_inverse_of>>
        + ResultOf<operation::right_inverse_of, Layout: AnyLayout>,
{
}

/// [`HasRightInverse`] before the verdict is checked: the right inverse of any layout.
#[diagnostic::on_unimplemented(
    message = "right_inverse: not a layout, or in generic code one without the bound `HasRightInverse`"
)]
pub trait RightInverseTotal: Sized {
    /// The right inverse, with a verdict in it if the types know none.
    type Result;
    /// The right inverse as `O`, which is the same type.
    fn try_invert_right<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: AnyResult + Is<O>;
}
#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> RightInverseTotal for Swizzle<B, M, S> {
    type Result = Self;
    #[inline(always)]
    fn try_invert_right<O: AnyResult>(self) -> Result<O, Error>
    where
        Self: Is<O>,
    {
        Ok(self.inverse().itself())
    }
}
// The result is written as `Layout`, for the reason in [`CompositionTotal`](crate::operation::composition::CompositionTotal).
#[diagnostic::do_not_recommend]
impl<L> RightInverseTotal for L
where
    L: AnyLayout,
    InvertingRight: Statically<L, ()>,
{
    type Result = ByParts<<InvertingRight as Statically<L, ()>>::Judged<First>>;
    #[inline(always)]
    fn try_invert_right<O: AnyResult>(self) -> Result<O, Error> {
        InvertingRight::try_validated(self, (), Operation::RightInverse)
    }
}
/// The right inverse as a function of its operand.
pub struct Inverted;
impl<L: RightInverseTotal<Result = O>, O: AnyResult> Computes<L, (), O> for Inverted {
    #[inline(always)]
    fn compute(layout: L, _: ()) -> Result<O, Error> {
        layout.try_invert_right()
    }
}
/// The right inverse as an operation.
pub struct InvertingRight;
