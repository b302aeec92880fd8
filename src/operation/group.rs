//! Group: several modes as one.
//!
//! ```text
//! group(l, b, e) = (..between(l, 0, b), between(l, b, e), ..between(l, e, rank))      between: `take.rs`
//! ```

use frunk_core::hlist::HNil;
use typenum::UTerm;

use crate::layout::sealed::Seal;
use crate::layout::slice::StaticRange;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::into_leaf::IsStaticBehind;
use crate::operation::face::operation;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::mode::FromMode;
use crate::operation::rearranged::rearranged;
use crate::operation::take::{InRange, NoMode};
use crate::verdict::{First, ResultOf, operation};

operation! {
    /// The modes `b, ..., e - 1` as one mode: `(x_0, ..., (x_b, ..., x_{e-1}), x_e, ...)`. The layout keeps its
    /// function.
    ///
    /// **Errors.** *Mode range*, at compile time, unless `b <= e <= rank(layout)`.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 7;
    /// let layout = layout!((2,3,5,m):(1,2,6,30));
    /// let grouped: Layout!((2,(3,5),_):(1,(2,6),30)) = layout!(group(layout, 1, 3));
    /// assert_eq!(grouped.to_string(), "(2,(3,5),7):(1,(2,6),30)");
    /// ```
    #[doc(alias = "group_modes")]
    fn group[R: ResultOf<operation::group_of>, L: GroupTotal<B, E, Result = R>, I, J, B, E]
        (layout: L; begin: I, end: J) where [J: IsStaticBehind<I, B, E>] = group_range;

    /// The layout with the modes `B, ..., E - 1` as one mode, which is the same function. See [`group`](group()).
    ///
    /// **Errors.** Those of [`group`](group()).
    ///
    /// ```
    /// use tilework::{Layout, layout, range};
    /// let grouped: Layout!((2,(3,5),7):(1,(2,6),30)) = layout!((2,3,5,7):(1,2,6,30)).group(range::<1, 3>());
    /// assert_eq!(grouped.to_string(), "(2,(3,5),7):(1,(2,6),30)");
    /// ```
    method group[R: ResultOf<operation::group_of>, B, E](modes: StaticRange<B, E>)
        where [Self: GroupTotal<B, E, Result = R>] = |layout: Self, _| layout.group_range().layout();

    /// Layouts with the modes `B, ..., E - 1`: the bound of [`group`].
    trait GroupBy[B, E]: AnyLayout = GroupTotal[B, E], operation::group_of, Layout: AnyLayout;
    /// The layout `L` with the modes `B, ..., E - 1`, typenum integers, as one.
    type Group[L, B, E] = GroupTotal[B, E], operation::group_of;

    /// [`GroupBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "group: not a layout, or in generic code one without the bound `GroupBy<B, E>`"
    )]
    trait GroupTotal[B, E]: Copy { #[doc(hidden)] const SEAL: Seal; } fn group_range() -> Result;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, B: Number, E: Number> GroupTotal<B, E> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result =
        ByParts<<Grouped<S, D, B, E, NoMode<S, D, B, E>> as Outcome>::Or<Self, (), First>>;
    // All leaves stay in their places.
    #[inline(always)]
    fn group_range(self) -> Self::Result {
        rearranged::<FromMode<S, D, UTerm>, _, _, Grouped<S, D, B, E, NoMode<S, D, B, E>>>(self)
            .or::<Self, (), First>()
            .by_parts()
    }
}
/// The modes of `S:D` with those from `B` on and before `E` as one, or `O` if there are fewer modes.
type Grouped<S, D, B, E, O> =
    InRange<S, D, B, E, <S as Leaves<D>>::Between<UTerm, B, AndBehind<S, D, B, E, O>, O>>;
/// These modes as one, and the modes after them.
type AndBehind<S, D, B, E, O> =
    <<S as Leaves<D>>::Between<B, E, Layout<HNil, HNil>, O> as Tree>::Before<
        <S as Leaves<D>>::Between<E, <S as Leaves<D>>::Rank, Layout<HNil, HNil>, O>,
        HNil,
    >;
