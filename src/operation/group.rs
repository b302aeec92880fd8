//! Group: several modes as one.

use frunk_core::hlist::HCons;

use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::{Concatenate, Nested};
use crate::layout::sealed::Seal;
use crate::layout::slice::StaticRange;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::into_leaf::IsStaticBehind;
use crate::operation::face::operation;
use crate::operation::take::CutOut;
use crate::verdict::{Bad, ResultOf, operation};

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
impl<S, D, B, E, P, Cut, RS, RD> GroupTotal<B, E> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    P: CutOut<B, E, Self, Out = Cut>,
    Cut: GroupMiddle<Out = Layout<RS, RD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn group_range(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        shape.parts(stride).cut_out().group_middle()
    }
}

/// Three lists as one, with the middle list as one mode.
pub trait GroupMiddle {
    /// The layout.
    type Out;
    /// The layout.
    fn group_middle(self) -> Self::Out;
}
impl<Front, Mid, Back, S, D, All> GroupMiddle for (Front, Mid, Back)
where
    Mid: IntoTuple<Out = Layout<S, D>>,
    Front: Concatenate<HCons<Mode<S, D>, Back>, Out = All>,
    All: IntoTuple,
{
    type Out = All::Out;
    #[inline(always)]
    fn group_middle(self) -> All::Out {
        let (front, middle, back) = self;
        let (shape, stride) = middle.into_tuple().into_parts();
        front.concatenate(cons(mode(shape, stride), back)).into_tuple()
    }
}
impl<R, At, X, Y> GroupMiddle for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn group_middle(self) -> Self::Out {
        Layout::sound(self, self)
    }
}
