//! Take: adjacent modes at the top, as a layout.

use typenum::{B0, B1, Diff, IsLessOrEqual};

use crate::layout::from_modes::IntoTuple;
use crate::layout::nested::{LastOf, Nested, RankOf, Reaches, SplitAt};
use crate::layout::sealed::Seal;
use crate::layout::slice::StaticRange;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Static;
use crate::leaf::into_leaf::IsStaticBehind;
use crate::operation::face::operation;
use crate::verdict::{Bad, Of, ResultOf, operation, rule};

operation! {
    /// The modes `b, ..., e - 1` of a layout, as a tuple.
    ///
    /// **Errors.** *Mode range*, at compile time, unless `b <= e <= rank(layout)`.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let layout = layout!((2,3,m,7):(1,2,6,30));
    /// let taken: Layout!((3,_):(2,6)) = layout!(take(layout, 1, 3));
    /// assert_eq!(taken.to_string(), "(3,5):(2,6)");
    /// ```
    fn take[R: ResultOf<operation::take_of>, L: TakeTotal<B, E, Result = R>, I, J, B, E]
        (layout: L; begin: I, end: J) where [J: IsStaticBehind<I, B, E>] = take_range;

    /// The modes `B, ..., E - 1`, as a tuple. See [`take`](take()).
    ///
    /// **Errors.** Those of [`take`](take()).
    ///
    /// ```
    /// use tilework::{Layout, layout, range};
    /// let middle: Layout!((3,5):(2,6)) = layout!((2,3,5,7):(1,2,6,30)).take(range::<1, 3>());
    /// assert_eq!(middle.to_string(), "(3,5):(2,6)");
    /// ```
    method take[R: ResultOf<operation::take_of>, B, E](modes: StaticRange<B, E>)
        where [Self: TakeTotal<B, E, Result = R>] = |layout: Self, _| layout.take_range().layout();

    /// Layouts with the modes `B, ..., E - 1`: the bound of [`take`].
    trait TakeFrom[B, E]: AnyLayout = TakeTotal[B, E], operation::take_of, Layout: AnyLayout;
    /// The layout of the modes `B, ..., E - 1` of `L`, typenum integers.
    type Take[L, B, E] = TakeTotal[B, E], operation::take_of;

    /// [`TakeFrom`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "take: not a layout, or in generic code one without the bound `TakeFrom<B, E>`"
    )]
    trait TakeTotal[B, E]: Copy { #[doc(hidden)] const SEAL: Seal; } fn take_range() -> Result;
}

#[diagnostic::do_not_recommend]
impl<S, D, B, E, P, Cut, RS, RD> TakeTotal<B, E> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    S: Nested<D, Out = P>,
    P: CutOut<B, E, Self, Out = Cut>,
    Cut: Middle<Out = Layout<RS, RD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn take_range(self) -> Layout<RS, RD> {
        let (shape, stride) = self.parts();
        shape.parts(stride).cut_out().middle()
    }
}

/// The modes before `B`, the modes `B, ..., E - 1` and the others, from a list of modes of the layout `L`.
pub trait CutOut<B, E, L> {
    /// A triple of lists, or the verdict.
    type Out;
    /// The lists.
    fn cut_out(self) -> Self::Out;
}
impl<P, B, E, L, F, G, Cut> CutOut<B, E, L> for P
where
    B: IsLessOrEqual<E, Output = F>,
    P: Reaches<E, Out = G>,
    (F, G): CutIf<P, B, E, L, Out = Cut>,
{
    type Out = Cut;
    #[inline(always)]
    fn cut_out(self) -> Cut {
        <(F, G)>::cut_if(self)
    }
}
/// [`CutOut`]. `Self` says whether `B <= E` and whether the list reaches `E`.
pub trait CutIf<P, B, E, L> {
    /// A triple of lists, or the verdict.
    type Out;
    /// The lists.
    fn cut_if(modes: P) -> Self::Out;
}
impl<P, B, E, L, Front, Rest, Mid, Back> CutIf<P, B, E, L> for (B1, B1)
where
    P: SplitAt<B, Out = (Front, Rest)>,
    E: core::ops::Sub<B>,
    Rest: SplitAt<Diff<E, B>, Out = (Mid, Back)>,
{
    type Out = (Front, Mid, Back);
    #[inline(always)]
    fn cut_if(modes: P) -> Self::Out {
        let (front, rest) = modes.split_at();
        let (middle, back) = rest.split_at();
        (front, middle, back)
    }
}
macro_rules! out_of_range {
    ($($begin:ident $end:ident: $rule:ident($first:ty, $second:ty);)*) => {$(
        impl<P, B, E, L> CutIf<P, B, E, L> for ($begin, $end) {
            type Out = Bad<rule::$rule, Of<L>, $first, $second>;
            fn cut_if(_: P) -> Self::Out {
                Bad::new()
            }
        }
    )*};
}
out_of_range! {
    B0 B0: ReversedRange(Static<B>, Static<E>);
    B0 B1: ReversedRange(Static<B>, Static<E>);
    B1 B0: ModeRange(LastOf<B, E>, RankOf<P>);
}

/// The layout of the middle of three lists.
pub trait Middle {
    /// The layout.
    type Out;
    /// The layout.
    fn middle(self) -> Self::Out;
}
impl<Front, Mid: IntoTuple, Back> Middle for (Front, Mid, Back) {
    type Out = Mid::Out;
    #[inline(always)]
    fn middle(self) -> Mid::Out {
        self.1.into_tuple()
    }
}
impl<R, At, X, Y> Middle for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn middle(self) -> Self::Out {
        Layout::sound(self, self)
    }
}
