//! Coalesce relative to a profile: the part at each leaf of the profile is coalesced by itself.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::fill_from_modes::FillFromModes;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::integers::Integers;
use crate::operation::coalesce::{CoalescedModes, Coalescing};
use crate::operation::face::operation;
use crate::operation::kind::applied::Applied;
use crate::operation::kind::leaves::{Leaves, Profile, Running};
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::GivenVerdict;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::tiler;
use crate::verdict::{Bad, First, Of, ResultOf, operation, rule};

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
impl<S: Leaves<D>, D: Copy, P: Profile> CoalesceByTotal<P> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<<Coalesced<S, D, P> as Outcome>::Or<Self, (), First>>;
    #[inline(always)]
    fn coalesce_relative(self) -> Self::Result {
        P::by_profile::<S, D, Coalesced<S, D, P>>(self).or::<Self, (), First>().by_parts()
    }
}
/// The layout `S:D` coalesced relative to the profile `P`, or the verdict.
type Coalesced<S, D, P> =
    <P as Profile>::ByProfile<S, D, GivenVerdict<Bad<rule::Profile, Of<Layout<S, D>>, P, HNil>>>;

macro_rules! leaf {
    ($([$($g:tt)*] $leaf:ty;)*) => {$(
        impl<$($g)*> Profile for $leaf {
            type ByProfile<S: Leaves<D>, D, O: Tree> = <<Running<S, D> as Integers>::Allow<
                <CoalescedModes<S, D> as List>::IntoLayout,
            > as Outcome>::AsTree;
            #[inline(always)]
            fn by_profile<S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R {
                match Coalescing::try_parts(layout, (), 0) {
                    Ok(coalesced) => coalesced,
                    Err(_) => unreachable!("all layouts can be coalesced"),
                }
            }
        }
    )*};
}
leaf! {
    [N: Number] Static<N>;
    [I: Index] Dyn<I>;
}
impl Profile for HNil {
    type ByProfile<S: Leaves<D>, D, O: Tree> = S::IfTuple<O>;
    #[inline(always)]
    fn by_profile<S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R {
        tiler::itself(layout)
    }
}
impl<P: Profile, PT: Profile> Profile for HCons<P, PT> {
    type ByProfile<S: Leaves<D>, D, O: Tree> = S::ByProfiles<P, PT, O>;
    #[inline(always)]
    fn by_profile<S: Leaves<D>, D: Copy, R: FillFromModes>(layout: Layout<S, D>) -> R {
        let (shape, stride) = layout.into_parts();
        shape.by_profiles::<P, PT, R>(stride)
    }
}
