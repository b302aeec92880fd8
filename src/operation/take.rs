//! Take: adjacent modes at the top, as a layout.
//!
//! ```text
//! take(l, b, e) = if b > e { reversed range } else { between(l, b, e) }
//! between(l, b, e) = if e = 0 { () } else { match l {
//!     (h, ..t) => if b = 0 { (h, ..between(t, 0, e - 1)) } else { between(t, b - 1, e - 1) },
//!     ()       => mode range,
//!     s:d      => between((s:d), b, e),
//! } }
//! ```

use frunk_core::hlist::HNil;
use typenum::{B0, B1, Equal, Greater, Less, UTerm};

use crate::layout::sealed::Seal;
use crate::layout::slice::StaticRange;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::Static;
use crate::leaf::into_leaf::IsStaticBehind;
use crate::operation::face::operation;
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::GivenVerdict;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::mode::FromMode;
use crate::operation::rearranged::rearranged;
use crate::verdict::{Bad, First, LastOf, Of, ResultOf, operation, rule};

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
impl<S: Leaves<D>, D: Copy, B: Number, E: Number> TakeTotal<B, E> for Layout<S, D>
where
    Self: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Result = ByParts<<Taken<S, D, B, E> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn take_range(self) -> Self::Result {
        rearranged::<FromMode<S, D, B>, _, _, Taken<S, D, B, E>>(self)
            .or::<Self, (), First>()
            .by_parts()
    }
}

/// The modes of `S:D` from `B` on and before `E`, or a refusal.
type Taken<S, D, B, E> =
    InRange<S, D, B, E, <S as Leaves<D>>::Between<B, E, Layout<HNil, HNil>, NoMode<S, D, B, E>>>;
/// `T`, the modes of `S:D` from `B` on and before `E`, unless that range is reversed.
pub type InRange<S, D, B, E, T> =
    <<B as Number>::Compared<E, Equal> as OnOrder>::UnlessGreater<T, Reversed<S, D, B, E>>;
/// The range ends before it begins.
type Reversed<S, D, B, E> =
    GivenVerdict<Bad<rule::ReversedRange, Of<Layout<S, D>>, Static<B>, Static<E>>>;
/// `S:D` has fewer modes than the range.
pub type NoMode<S, D, B, E> = GivenVerdict<
    Bad<rule::ModeRange, Of<Layout<S, D>>, LastOf<B, E>, Static<<S as Leaves<D>>::Rank>>,
>;

/// [`Leaves::Between`] of the mode `S:D`, then the modes of `ST:DT`.
pub type Between<S, D, ST, DT, B, E, T, O> =
    <<E as Number>::IsZero as TakeIf>::Between<S, D, ST, DT, B, E, T, O>;
/// Functions of truths.
pub trait TakeIf: Sized {
    /// `T`, or `O` if this is false.
    type Else<T: Tree, O: Tree>: Tree;
    /// [`Between`]. `Self`: `E = 0`.
    type Between<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree>: Tree;
    /// [`Between`] for `E` above 0. `Self`: `B = 0`.
    type Begun<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree>: Tree;
}
impl TakeIf for B1 {
    type Else<T: Tree, O: Tree> = T;
    type Between<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree> = T;
    type Begun<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree> =
        <S::IntoTree as Tree>::Before<ST::Between<UTerm, E::Previous, T, O>, HNil>;
}
impl TakeIf for B0 {
    type Else<T: Tree, O: Tree> = O;
    type Between<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree> =
        <B::IsZero as TakeIf>::Begun<S, D, ST, DT, B, E, T, O>;
    type Begun<S: Leaves<D>, D, ST: Leaves<DT>, DT, B: Number, E: Number, T: Tree, O: Tree> =
        ST::Between<B::Previous, E::Previous, T, O>;
}
/// Functions of orders.
pub trait OnOrder {
    /// `T`, or `O` if this is `Greater`.
    type UnlessGreater<T: Tree, O: Tree>: Tree;
}
macro_rules! on_order {
    ($($order:ident $out:ident;)*) => {$(
        impl OnOrder for $order {
            type UnlessGreater<T: Tree, O: Tree> = $out;
        }
    )*};
}
on_order! {
    Less T;
    Equal T;
    Greater O;
    Unknown T;
}
