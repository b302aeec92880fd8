//! The unbounded complement: its last mode has no end. Products compose their grid on it.

use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, Computes, Is, fail};
use crate::layout::{AnyLayout, ByParts, Staticness};
use crate::operation::kind::Statically;
use crate::verdict::{First, HasResult, ResultOf, Verdict, operation};

// A short name, as in `complement`.
type Ext = operation::complement_ext_of;

/// The unbounded complement of `layout`: that of [`complement_ceil`](crate::operation::complement_ceil()), but the last
/// mode is `1:d` for the largest span `d` ([004](crate::guide::papers), section 3.5, equations 27 to 29).
///
/// Gaps are rounded down, and modes of stride 0 are ignored. On the extended domain the last mode is unbounded, and
/// [`composition`](crate::operation::composition()) keeps it.
///
/// XOR strides and layouts into coordinates have one only in values and literals.
///
/// **Law.** Copies of the values of `layout` at different offsets of the result are disjoint.
/// common.
///
/// **Errors.** Modes that overlap (complementability). Two or more modes need static strides
/// (known order).
///
/// ```
/// use tilework::{Layout, layout, operation::complement_ext};
/// let gaps: Layout!((2,1):(4,64)) = complement_ext(layout!((4,8):(1,8)));
/// assert_eq!(gaps.to_string(), "(2,1):(4,64)");
/// ```
///
/// # Panics
/// If [`try_complement_ext`] returns an error.
#[inline(always)]
#[track_caller]
pub fn complement_ext<R: ResultOf<Ext>, L: ComplementExtTotal<Result = R>>(layout: L) -> R::Layout {
    match R::IsKnown::known_or::<ComplementingExt, L, (), R>(layout, ()) {
        Ok(result) => result.layout(),
        Err(error) => fail(error),
    }
}

/// Like [`complement_ext`], but returns errors at run time instead of panicking.
///
/// # Errors
/// The rules of [`complement_ext`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_complement_ext<R: ResultOf<Ext>, L: ComplementExtTotal<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    match R::IsKnown::known_or::<ComplementingExt, L, (), R>(layout, ()) {
        Ok(result) => Ok(result.layout()),
        Err(error) => Err(error),
    }
}

/// Layouts that have an unbounded complement: the bound of [`complement_ext`].
pub trait HasComplementExt:
    AnyLayout + ComplementExtTotal<Result: ResultOf<operation::complement_ext_of, Layout: AnyLayout>>
{
}
/// The type of the unbounded complement of `L`.
pub type ComplementExt<L> = <<L as ComplementExtTotal>::Result as ResultOf<Ext>>::Layout;

impl<L> HasComplementExt for L
where
    L: AnyLayout + ComplementExtTotal,
    L::Result: Verdict<Out: HasResult<operation::complement_ext_of>>
        + ResultOf<operation::complement_ext_of, Layout: AnyLayout>,
{
}

/// [`HasComplementExt`] before the verdict is checked: the unbounded complement of any layout.
#[diagnostic::on_unimplemented(
    message = "complement_ext: not a layout, or in generic code one without the bound `HasComplementExt`"
)]
pub trait ComplementExtTotal: Copy {
    /// The complement, with a verdict in it if there is none.
    type Result;
    /// The complement as `O`, which is the same type.
    fn try_leave_ext<O: AnyResult>(self) -> Result<O, Error>
    where
        Self::Result: AnyResult + Is<O>;
}
// The result is written as `Layout`, for the reason in [`CompositionTotal`](crate::operation::composition::CompositionTotal).
#[diagnostic::do_not_recommend]
impl<L> ComplementExtTotal for L
where
    L: AnyLayout,
    ComplementingExt: Statically<L, ()>,
{
    type Result = ByParts<<ComplementingExt as Statically<L, ()>>::Judged<First>>;
    #[inline(always)]
    fn try_leave_ext<O: AnyResult>(self) -> Result<O, Error> {
        ComplementingExt::try_validated(self, (), Operation::ComplementExt)
    }
}
impl<L: ComplementExtTotal<Result = O>, O: AnyResult> Computes<L, (), O> for ComplementingExt {
    #[inline(always)]
    fn compute(layout: L, _: ()) -> Result<O, Error> {
        layout.try_leave_ext()
    }
}

/// The unbounded complement as an operation.
pub struct ComplementingExt;
