//! The complement without end: its last mode is unbounded. Products compose their grid on it.

use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, ByParts, Parts};
use crate::operation::kind::Statically;
use crate::verdict::{First, HasResult, ResultOf, Verdict, operation};

/// The complement of `layout` without end: that of
/// [`complement_ceil`](crate::operation::complement_ceil()), with a last mode `1:d` for the largest span `d`
/// (004, section 3.5, equations 27 to 29).
///
/// Gaps are rounded down and modes of stride 0 ignored. On the extended domain the last mode is
/// unbounded, and [`composition`](crate::operation::composition()) keeps it.
///
/// Of XOR strides and of layouts into coordinates only values and literals have one.
///
/// **Law.** Copies of the values of `layout` at different offsets of the result have none in
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
/// Where [`try_complement_ext`] is an error.
#[inline(always)]
#[track_caller]
pub fn complement_ext<R: ResultOf<operation::complement_ext_of>, L: LeaveExt<Result = R>>(
    layout: L,
) -> R::Layout {
    R::known_or_panic(layout, LeaveExt::try_leave_ext).layout()
}

/// [`complement_ext`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`complement_ext`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_complement_ext<R: ResultOf<operation::complement_ext_of>, L: LeaveExt<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_leave_ext()).map(R::layout)
}

/// Layouts that have a complement without end: the bound of [`complement_ext`].
pub trait HasComplementExt:
    AnyLayout + LeaveExt<Result: ResultOf<operation::complement_ext_of, Layout: AnyLayout>>
{
}
/// The type of the complement of `L` without end.
pub type ComplementExt<L> =
    <<L as LeaveExt>::Result as ResultOf<operation::complement_ext_of>>::Layout;

impl<L> HasComplementExt for L
where
    L: AnyLayout + LeaveExt,
    L::Result: Verdict<Out: HasResult<operation::complement_ext_of>>
        + ResultOf<operation::complement_ext_of, Layout: AnyLayout>,
{
}

/// [`HasComplementExt`] before the verdict: what any layout leaves.
#[diagnostic::on_unimplemented(
    message = "complement_ext: not a layout, or in generic code one without the bound `HasComplementExt`"
)]
pub trait LeaveExt: Copy {
    /// The complement, with a verdict in it if there is none.
    type Result;
    /// The complement.
    fn try_leave_ext(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
// The result is a `Layout` by name, as in [`Compose`](crate::operation::composition::Compose).
#[diagnostic::do_not_recommend]
impl<L> LeaveExt for L
where
    L: AnyLayout,
    LeavingExt: Statically<L, ()>,
{
    type Result = ByParts<<LeavingExt as Statically<L, ()>>::Judged<First>>;
    #[inline(always)]
    fn try_leave_ext(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        positive(Operation::ComplementExt, self)?;
        let gaps = LeavingExt::judged::<First>(self, (), 0)?.by_parts();
        gaps.validated(Operation::ComplementExt)
    }
}

/// The complement without end as an operation.
pub struct LeavingExt;
