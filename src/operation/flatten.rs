//! Flatten and unflatten: all leaves at the top, and back.
//!
//! ```text
//! unflatten(l, p) = if p has as many leaves as l { nested(p, flatten(l)) } else { profile }
//! nested(p, f) = match p {
//!     (h, ..t) => (nested(h, f), ..nested(t, behind(h, f))),
//!     ()       => (),
//!     *        => f_0,
//! }
//! behind(p, f) = f without as many modes as p has leaves
//! ```

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U0, U1};

use crate::layout::fill_from_modes::FillFromNumbers;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Static};
use crate::operation::face::operation;
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::Truth;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{GivenVerdict, Refused, Somewhere};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::rearranged::{InPlace, rearranged};
use crate::operation::take::TakeIf;
use crate::verdict::rule::OfIntegers;
use crate::verdict::{AnyResult, Bad, First, Of, ResultOf, operation, rule};

operation! {
    /// The layout of the same function whose modes are the leaves: `(s_0, s_1, ...):(d_0, d_1, ...)`.
    ///
    /// A leaf alone becomes a tuple of one. ([003](crate::guide::papers), definitions 2.2.2.1 and
    /// 2.3.1.13.)
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::flatten};
    /// let lda = 16;
    /// let flat: Layout!((5,2,2):(_,80,4)) = flatten(layout!((5,(2,2)):(lda,(80,4))));
    /// assert_eq!(flat.to_string(), "(5,2,2):(16,80,4)");
    /// ```
    fn flatten[L: FlattenTotal<Output = R>, R](layout: L) -> R = flatten;

    /// Layouts that can be flattened; all can. The bound of [`flatten`].
    trait CanFlatten[]: AnyLayout = FlattenTotal[], Output: AnyLayout;
    /// The type of [`flatten`]'s result.
    type Flatten[L] = FlattenTotal[];

    /// [`CanFlatten`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "flatten: not a layout, or in generic code one without the bound `CanFlatten`"
    )]
    trait FlattenTotal[]: Copy { #[doc(hidden)] const SEAL: Seal; } fn flatten() -> Output: AnyResult;
}

// For any layout, which makes the error in generic code shorter.
#[diagnostic::do_not_recommend]
impl<L, S: Leaves<D>, D: Copy, RS, RD> FlattenTotal for L
where
    L: AnyLayout<Shape = S, Stride = D>,
    FlatModes<S, D>: Outcome<Or<L, (), First>: Parts<Shape = RS, Stride = RD>>,
    Layout<RS, RD>: AnyLayout + FillFromNumbers,
{
    const SEAL: Seal = Seal;
    type Output = Layout<RS, RD>;
    #[inline(always)]
    fn flatten(self) -> Layout<RS, RD> {
        let (shape, stride) = AnyLayout::parts(self);
        rearranged::<InPlace, _, _, _>(Layout::sound(shape, stride))
    }
}
/// The leaves of `S:D` as a tuple.
type FlatModes<S, D> = <<S as Leaves<D>>::Flatten<HNil> as List>::IntoTuple;

operation! {
    /// The leaves, left to right, in the profile of `profile`: `unflatten(flatten(x), shape(x)) = x`. The layout keeps
    /// its function. ([003](crate::guide::papers), construction 2.3.1.19.)
    ///
    /// `profile` is any tuple, such as a shape; its leaves do not matter.
    ///
    /// **Errors.** *Profile*, at compile time, unless the profile has as many leaves as the layout.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let layout = layout!((2,m,4):(1,8,2));
    /// let nested: Layout!((2,(_,4)):(1,(8,2))) = layout!(unflatten(layout, (*,(*,*))));
    /// assert_eq!(nested.to_string(), "(2,(5,4)):(1,(8,2))");
    /// ```
    fn unflatten[R: ResultOf<operation::unflatten_of>, L: UnflattenTotal<P, Result = R>, P]
        (layout: L; profile: P) = in_profile;

    /// Layouts with as many leaves as the profile `P`: the bound of [`unflatten`].
    trait UnflattenBy[P]: AnyLayout = UnflattenTotal[P], operation::unflatten_of, Layout: AnyLayout;
    /// The layout `L` in the profile of the tuple `P`.
    type Unflatten[L, P] = UnflattenTotal[P], operation::unflatten_of;

    /// [`UnflattenBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "unflatten: not a layout and a profile, or in generic code without the bound `UnflattenBy<P>`"
    )]
    trait UnflattenTotal[P]: Copy {} fn in_profile() -> Result;
}

#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, P: Nest> UnflattenTotal<P> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<<Unflattened<S, D, P> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn in_profile(self) -> Self::Result {
        rearranged::<InPlace, _, _, Unflattened<S, D, P>>(self).or::<Self, (), First>().by_parts()
    }
}
/// The leaves of `S:D` in the profile `P`, or the verdict unless there are as many.
type Unflattened<S, D, P> = <<S as Leaves<D>>::OrReported<
    <<P as Nest>::Behind<<S as Leaves<D>>::Flatten<HNil>> as OnList>::IsEmpty,
> as TakeIf>::Else<
    <P as Nest>::Nested<<S as Leaves<D>>::Flatten<HNil>>,
    GivenVerdict<Bad<rule::Profile, Of<Layout<S, D>>, P, HNil>>,
>;

/// The kind of profiles: tuples whose leaves do not matter.
#[diagnostic::on_unimplemented(
    message = "not a profile: of a layout it is `shape()`, of a tuple `hlist![..]`; plain tuples are for the macros, `layout!(unflatten(a, (*,*)))`",
    label = "is no profile"
)]
pub trait Nest {
    /// The first modes of `L` in this profile, with `1:0` in place of those that are missing.
    type Nested<L: List>: Tree;
    /// The modes of `L` behind these.
    type Behind<L: List>: List;
}
// Each kind of leaf has its own impl: nothing is computed for a type that is no leaf.
macro_rules! leaf {
    ($([$g:ident] $leaf:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$g> Nest for $leaf {
            type Nested<L: List> = L::FirstMode;
            type Behind<L: List> = L::Others;
        }
    )*};
}
leaf! {
    [N] Static<N>;
    [I] Dyn<I>;
}
#[diagnostic::do_not_recommend]
impl Nest for HNil {
    type Nested<L: List> = Layout<HNil, HNil>;
    type Behind<L: List> = L;
}
#[diagnostic::do_not_recommend]
impl<P: Nest, PT: Nest> Nest for HCons<P, PT> {
    type Nested<L: List> = <P::Nested<L> as Tree>::Before<PT::Nested<P::Behind<L>>, HNil>;
    type Behind<L: List> = PT::Behind<P::Behind<L>>;
}

/// Functions of lists of modes.
pub trait OnList {
    /// The first mode as a layout, or `1:0`.
    type FirstMode: Tree;
    /// The modes after the first one, or [`Undecided`] if there is none.
    type Others: List;
    /// True if there is no mode, and none was missing.
    type IsEmpty: Truth;
}
macro_rules! on_list {
    ($([$($g:tt)*] $list:ty: $first:ty, $others:ty, $empty:ty;)*) => {$(
        impl<$($g)*> OnList for $list {
            type FirstMode = $first;
            type Others = $others;
            type IsEmpty = $empty;
        }
    )*};
}
on_list! {
    [] HNil: Missing, Undecided, B1;
    [S: Number, D: Stride, T: List] Then<S, D, T>: S::WithStride<D>, T, B0;
    [S: Number, D: Stride] Last<S, D>: S::WithStride<D>, HNil, B0;
    [] Undecided: Missing, Undecided, B0;
    [R: OfIntegers, X: Number, Y: Number, P: Somewhere] Refused<R, X, Y, P>: Missing, Undecided, B0;
}
type Missing = Layout<Static<U1>, Static<U0>>;
