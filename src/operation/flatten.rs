//! Flatten and unflatten: all leaves at the top, and back.

use frunk_core::hlist::{HCons, HNil};
use typenum::{U0, U1};

use crate::layout::any_result::AnyResult;
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, cons};
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Static};
use crate::operation::face::operation;
use crate::verdict::{Bad, Of, ResultOf, Verdict, operation, rule};

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

#[diagnostic::do_not_recommend]
impl<L, M, S, D> FlattenTotal for L
where
    L: AnyLayout<Modes = M>,
    M: IntoTuple<Out = Layout<S, D>>,
    Layout<S, D>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Output = Layout<S, D>;
    #[inline(always)]
    fn flatten(self) -> Layout<S, D> {
        self.modes().into_tuple()
    }
}

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
impl<S, D, P, M, V, NS, ND, Rest, RS, RD> UnflattenTotal<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D, Modes = M>,
    S: Verdict<Out = V>,
    P: TakeLeaves<M, Out = (NS, ND, Rest)>,
    Rest: NothingLeft<NS, ND, V, Of<Self>, P, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn in_profile(self) -> Layout<RS, RD> {
        let (shape, stride, rest) = P::take_leaves(self.modes());
        rest.nothing_left(shape, stride)
    }
}

/// A shape and a stride in the profile `Self`, made from the first modes of the list `M`.
#[diagnostic::on_unimplemented(
    message = "not a profile: of a layout it is `shape()`, of a tuple `hlist![..]`; plain tuples are for the macros, `layout!(unflatten(a, (*,*)))`",
    label = "is no profile"
)]
pub trait TakeLeaves<M> {
    /// The shape, the stride and the remaining modes.
    type Out;
    /// The values of the shape, the stride and the remaining modes.
    fn take_leaves(modes: M) -> Self::Out;
}
// Each kind of leaf has its own impl: nothing is computed for a type that is no leaf.
macro_rules! leaf {
    ($([$g:ident] $leaf:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$g, S, D, T> TakeLeaves<HCons<Mode<S, D>, T>> for $leaf {
            type Out = (S, D, T);
            #[inline(always)]
            fn take_leaves(modes: HCons<Mode<S, D>, T>) -> Self::Out {
                (modes.head.shape, modes.head.stride, modes.tail)
            }
        }
        too_few!($leaf, $g: HNil TooFew);
    )*};
}
macro_rules! too_few {
    ($leaf:ty, $g:ident: $($modes:ident)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$g> TakeLeaves<$modes> for $leaf {
            type Out = (TooFew, TooFew, TooFew);
            fn take_leaves(_: $modes) -> Self::Out {
                (TooFew, TooFew, TooFew)
            }
        }
    )*};
}
leaf! {
    [N] Static<N>;
    [I] Dyn<I>;
}
#[diagnostic::do_not_recommend]
impl<M> TakeLeaves<M> for HNil {
    type Out = (HNil, HNil, M);
    #[inline(always)]
    fn take_leaves(modes: M) -> Self::Out {
        (HNil, HNil, modes)
    }
}
#[diagnostic::do_not_recommend]
impl<P, PT, M, S, D, N, ST, DT, Rest> TakeLeaves<M> for HCons<P, PT>
where
    P: TakeLeaves<M, Out = (S, D, N)>,
    PT: TakeLeaves<N, Out = (ST, DT, Rest)>,
{
    type Out = (HCons<S, ST>, HCons<D, DT>, Rest);
    #[inline(always)]
    fn take_leaves(modes: M) -> Self::Out {
        let (shape, stride, modes) = P::take_leaves(modes);
        let (shapes, strides, rest) = PT::take_leaves(modes);
        (cons(shape, shapes), cons(stride, strides), rest)
    }
}

/// The list of modes has ended, and the profile has not.
#[derive(Clone, Copy)]
pub struct TooFew;

/// The layout `S:D` if no mode is left. `V` is the verdict of the operand. `At` and `P` are what errors name.
pub trait NothingLeft<S, D, V, At, P> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn nothing_left(self, shape: S, stride: D) -> Self::Out;
}
impl<S, D, V, At, P> NothingLeft<S, D, V, At, P> for HNil {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn nothing_left(self, shape: S, stride: D) -> Layout<S, D> {
        Layout::sound(shape, stride)
    }
}
type DoesNotFit<At, P> = Bad<rule::Profile, At, P, HNil>;
macro_rules! does_not_fit {
    ($([$($g:ident),*] $rest:ty;)*) => {$(
        impl<$($g,)* S, D, At, P> NothingLeft<S, D, HNil, At, P> for $rest {
            type Out = Layout<DoesNotFit<At, P>, DoesNotFit<At, P>>;
            fn nothing_left(self, _: S, _: D) -> Self::Out {
                Layout::sound(Bad::new(), Bad::new())
            }
        }
        // The verdict of the operand has reported the error already.
        impl<$($g,)* S, D, R, X, Y, In, At, P> NothingLeft<S, D, Bad<R, In, X, Y>, At, P> for $rest {
            type Out = Layout<Static<U1>, Static<U0>>;
            fn nothing_left(self, _: S, _: D) -> Self::Out {
                Layout::sound(Static::new(), Static::new())
            }
        }
    )*};
}
does_not_fit! {
    [M, T] HCons<M, T>;
    [] TooFew;
}
