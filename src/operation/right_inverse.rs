//! Right inverse: the places of the offsets `0, 1, 2, ...`
//!
//! The modes are sorted by stride. Each mode whose stride is the span of the modes before it continues the offsets. The
//! first mode with a larger stride leaves a gap, and the inverse ends there. Only the value level searches among modes
//! that overlap. `inverse.rs` has the computation.

use tilework_algebra::Error;
use typenum::{Integer, Unsigned};

use crate::layout::AnyLayout;
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::swizzle::Swizzle;
use crate::operation::face::operation;
use crate::operation::kind::Statically;
use crate::verdict::{ResultOf, operation};

// A short name, as in `complement`.
type Inverse = operation::right_inverse_of;

operation! {
    /// The right inverse of `layout`: the largest coalesced layout `R` into its integral coordinates with
    /// `layout(R(i)) = i` ([004](crate::guide::papers), section 3.4.1).
    ///
    /// Sorted by stride, a mode `s:d` whose stride is the span of the modes before it becomes `s:w`, where `w` is the
    /// weight of its coordinate in the integral coordinate. The first mode with a larger stride ends the inverse. Modes
    /// of extent 1 and of stride 0 do not count. If extents are dynamic, the end is found at run time: the modes from
    /// there on have extent 1.
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
    fn right_inverse[R: ResultOf<Inverse>, L: RightInverseTotal<Result = R>]
        (layout: L) = InvertingRight;
    /// Like [`right_inverse`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// [`Rule::Overlap`](tilework_algebra::Rule::Overlap), if dynamic extents make modes overlap.
    or try_right_inverse;

    /// Layouts whose right inverse the types know: the bound of [`right_inverse`].
    trait HasRightInverse[]: AnyLayout = RightInverseTotal[], Inverse, Layout: AnyLayout;
    /// The type of the right inverse of `L`.
    type RightInverse[L] = RightInverseTotal[], Inverse;

    /// [`HasRightInverse`] before the verdict is checked: the right inverse of any layout.
    #[diagnostic::on_unimplemented(
        message = "right_inverse: not a layout, or in generic code one without the bound `HasRightInverse`"
    )]
    trait RightInverseTotal[]: Sized {} fn try_invert_right() for InvertingRight as Statically;
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
/// The right inverse as an operation.
pub struct InvertingRight;
