//! Coalesce relative to a profile: the part at each leaf of the profile is coalesced by itself.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Leaf, Static};
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::face::operation;
use crate::verdict::{Bad, Of, ResultOf, operation, rule};

// The names are short, so that a function and its bound fit on one line in errors.
type ToProfile = operation::coalesce_profile_of;

operation! {
    /// The layout with the part at each leaf of `profile` coalesced. It is the same function of the coordinates of any
    /// shape with that profile. ([003](crate::guide::papers), definition 2.3.4.7; [004](crate::guide::papers), section
    /// 3.2.)
    ///
    /// `profile` is any tuple, such as a shape; its leaves do not matter. Modes past the end of a shorter tuple of the
    /// profile stay.
    ///
    /// **Errors.** *Profile*, at compile time, if the profile has a tuple where the layout has a leaf or fewer modes.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let (m, lda) = (3, 8);
    /// let layout = layout!(((2,2),(m,4)):((1,2),(lda,24)));
    /// let by_mode: Layout!((4,(_,4)):(1,(_,24))) = layout!(coalesce(layout, (*,*)));
    /// assert_eq!(by_mode.to_string(), "(4,(3,4)):(1,(8,24))");
    /// ```
    fn coalesce_profile[R: ResultOf<ToProfile>, L: CoalesceByTotal<P, Result = R>, P]
        (layout: L; profile: P) = coalesce_relative;

    /// Layouts that match the profile `P`: the bound of [`coalesce_profile`].
    trait CoalesceBy[P]: AnyLayout = CoalesceByTotal[P], ToProfile, Layout: AnyLayout;
    /// The layout `L` coalesced relative to the profile of the tuple `P`.
    type CoalesceProfile[L, P] = CoalesceByTotal[P], ToProfile;

    /// [`CoalesceBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "coalesce: not a layout and a profile, or in generic code without the bound `CoalesceBy<P>`"
    )]
    trait CoalesceByTotal[P]: Copy {} fn coalesce_relative() -> Result;
}

#[diagnostic::do_not_recommend]
impl<S, D, P, RS, RD> CoalesceByTotal<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    P: Coalesces<S, D, (Self, P), Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn coalesce_relative(self) -> Layout<RS, RD> {
        P::coalesces(self)
    }
}

/// Coalesces the layout `S:D` for each leaf of the profile `Self`. `O` is what errors name, the whole layout and the
/// whole profile.
pub trait Coalesces<S, D, O> {
    /// The layout.
    type Out;
    /// The layout.
    fn coalesces(layout: Layout<S, D>) -> Self::Out;
}
impl<P: Leaf, S, D, O> Coalesces<S, D, O> for P
where
    Layout<S, D>: CoalesceTotal,
{
    type Out = <Layout<S, D> as CoalesceTotal>::Output;
    #[inline(always)]
    fn coalesces(layout: Layout<S, D>) -> Self::Out {
        layout.coalesce()
    }
}
impl<P, PT, S, ST, D, DT, O, HS, HD, TS, TD> Coalesces<HCons<S, ST>, HCons<D, DT>, O>
    for HCons<P, PT>
where
    P: Coalesces<S, D, O, Out = Layout<HS, HD>>,
    PT: Coalesces<ST, DT, O, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn coalesces(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> Self::Out {
        let (first, others) = layout.split_first();
        P::coalesces(first).followed_by(PT::coalesces(others))
    }
}
// Modes past the end of the profile stay.
impl<O> Coalesces<HNil, HNil, O> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn coalesces(layout: Layout<HNil, HNil>) -> Self::Out {
        layout
    }
}
impl<S, ST, D, DT, O> Coalesces<HCons<S, ST>, HCons<D, DT>, O> for HNil {
    type Out = Layout<HCons<S, ST>, HCons<D, DT>>;
    #[inline(always)]
    fn coalesces(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> Self::Out {
        layout
    }
}
// A tuple of the profile meets a leaf, or fewer modes.
macro_rules! does_not_fit {
    ($([$($g:tt)*] $profile:ty, $shape:ty, $stride:ty;)*) => {$(
        impl<$($g)* L, W> Coalesces<$shape, $stride, (L, W)> for $profile {
            type Out = Layout<DoesNotFit<L, W>, DoesNotFit<L, W>>;
            fn coalesces(_: Layout<$shape, $stride>) -> Self::Out {
                Layout::sound(Bad::new(), Bad::new())
            }
        }
    )*};
}
does_not_fit! {
    [S: Leaf, D,] HNil, S, D;
    [P, PT, S: Leaf, D,] HCons<P, PT>, S, D;
    [P, PT,] HCons<P, PT>, HNil, HNil;
}
type DoesNotFit<L, P> = Bad<rule::Profile, Of<L>, P, HNil>;
// A verdict has reported the error already.
impl<P, PT, R, At, X, Y, O> Coalesces<Bad<R, At, X, Y>, Bad<R, At, X, Y>, O> for HCons<P, PT> {
    type Out = Layout<Static<typenum::U1>, Static<typenum::U0>>;
    fn coalesces(_: Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>) -> Self::Out {
        Layout::sound(Static::new(), Static::new())
    }
}
