//! Left inverse: the coordinate that an offset belongs to.
//!
//! Its modes are the digits of an offset, with the sorted strides as radices. Other radices, and whatever else needs a
//! search, are left to the value level. `inverse.rs` has the computation.

use tilework_algebra::Error;
use typenum::{Integer, Unsigned};

use crate::layout::AnyLayout;
use crate::layout::any_result::{AnyResult, Is, fail};
use crate::layout::swizzle::Swizzle;
use crate::operation::face::operation;
use crate::operation::kind::Statically;
use crate::verdict::{ResultOf, operation};

// A short name, as in `complement`.
type Inverse = operation::left_inverse_of;

/// A left inverse of `layout`: a layout `R` with `layout(R(layout(k))) = layout(k)` for all `k`
/// below the size ([004](crate::guide::papers), section 3.4.3, equation 26).
///
/// The modes are coalesced and sorted by stride. Then a mode `s:d` becomes `d'/d : w`, where `d'` is the next stride
/// and `w` the weight of its coordinate in the integral coordinate; the last mode becomes `s:w`. These are the digits
/// of an offset; the digits below the first stride do not count. Modes of extent 1 and of stride 0 are dropped.
///
/// **Law.** `R(layout(k)) = k`, apart from modes of stride 0.
///
/// **Errors.** Each stride must be a multiple of the one before it (divisibility) and larger than all offsets of the
/// modes before it (digits). Other layouts may have a left inverse too; the value level finds it
/// ([`algebra::left_inverse`](tilework_algebra::left_inverse())). Two or more modes need static strides (known order).
///
/// XOR strides and layouts into coordinates have one only in values and literals:
/// `layout!(left_inverse((4,8):(e0,e1)))`.
///
/// ```
/// use tilework::{Layout, layout, operation::left_inverse};
/// let coordinate: Layout!((5,8):(1,4)) = left_inverse(layout!((4,8):(1,5)));
/// assert_eq!(coordinate.offset(3 + 5 * 7), 3 + 4 * 7);
/// let (m, n) = (3, 4);
/// assert_eq!(left_inverse(layout!((m,n):(1,8))).to_string(), "(8,4):(1,3)");
/// ```
///
/// # Panics
/// If [`try_left_inverse`] returns an error.
#[inline(always)]
#[track_caller]
pub fn left_inverse<R: ResultOf<Inverse>, L: LeftInverseTotal<Result = R>>(layout: L) -> R::Layout {
    match layout.try_invert_left::<R>() {
        Ok(result) => result.layout(),
        Err(error) => fail(error),
    }
}

/// Like [`left_inverse`], but returns errors at run time instead of panicking.
///
/// # Errors
/// [`Rule::Digits`](tilework_algebra::Rule::Digits), if dynamic extents make modes reach a later stride, and overflow.
#[inline(always)]
pub fn try_left_inverse<R: ResultOf<Inverse>, L: LeftInverseTotal<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    // Not `known_or`: dynamic extents may reach a later stride although the result is static.
    match layout.try_invert_left::<R>() {
        Ok(result) => Ok(result.layout()),
        Err(error) => Err(error),
    }
}

operation! {
    /// Layouts with a left inverse that the types know: the bound of [`left_inverse`].
    trait HasLeftInverse[]: AnyLayout = LeftInverseTotal[], Inverse, Layout: AnyLayout;
    /// The type of the left inverse of `L`.
    type LeftInverse[L] = LeftInverseTotal[], Inverse;

    /// [`HasLeftInverse`] before the verdict is checked: the left inverse of any layout.
    #[diagnostic::on_unimplemented(
        message = "left_inverse: not a layout, or in generic code one without the bound `HasLeftInverse`"
    )]
    trait LeftInverseTotal[]: Sized {} fn try_invert_left() for InvertingLeft as Statically;
}

#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> LeftInverseTotal for Swizzle<B, M, S> {
    type Result = Self;
    #[inline(always)]
    fn try_invert_left<O: AnyResult>(self) -> Result<O, Error>
    where
        Self: Is<O>,
    {
        Ok(self.inverse().itself())
    }
}
/// The left inverse as an operation.
pub struct InvertingLeft;
