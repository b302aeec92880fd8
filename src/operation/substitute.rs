//! Substitute: layouts in place of the leaves of a profile.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::{IfOneKind, Kind};
use crate::layout::shape_div::AsShape;
use crate::layout::{AnyLayout, Layout};
use crate::operation::coalesce::IntoTuple;
use crate::operation::composed::beside::Inside;
use crate::operation::concatenate::EachAsMode;
use crate::operation::flatten::{NothingLeft, TakeLeaves};
use crate::verdict::{Of, ResultOf, operation};

/// The profile of the tuple `profile` with the layouts of an hlist in place of its leaves, from left to
/// right: `substitute((*,(*,*)), [a, b, c]) = (a,(b,c))`. (003, definitions 2.2.3.1 and 2.3.2.12.)
///
/// **Errors.** *Profile*, while compiling, if there are more or fewer layouts than leaves; *codomain*,
/// where strides are not of one integer-semimodule.
///
/// ```
/// use tilework::{Layout, layout};
/// let lda = 20;
/// let (a, b, c) = (layout!((2,2):(1,2)), layout!(3:4), layout!(5:lda));
/// let nested: Layout!(((2,2),(3,5)):((1,2),(4,_))) = layout!(substitute((*,(*,*)), [a, b, c]));
/// assert_eq!(nested.to_string(), "((2,2),(3,5)):((1,2),(4,20))");
/// ```
///
/// # Panics
/// Where [`try_substitute`] is an error.
#[inline(always)]
#[track_caller]
pub fn substitute<R: ResultOf<operation::substitute_in>, P, T: InPlaces<P, Result = R>>(
    profile: P,
    layouts: T,
) -> R::Layout {
    let _ = profile;
    R::known_or_panic(layouts, InPlaces::try_in_places).layout()
}

/// [`substitute`] with the errors of run time returned.
///
/// # Errors
/// Overflow, if the size or cosize does not fit; one function, where leaves of run time are of two.
#[inline(always)]
pub fn try_substitute<R: ResultOf<operation::substitute_in>, P, T: InPlaces<P, Result = R>>(
    profile: P,
    layouts: T,
) -> Result<R::Layout, Error> {
    let _ = profile;
    known_or(|| layouts.try_in_places()).map(R::layout)
}

/// Hlists of as many layouts as the tuple `P` has leaves: the bound of [`substitute`].
pub trait SubstituteIn<P>:
    InPlaces<P, Result: ResultOf<operation::substitute_in, Layout: AnyLayout>>
{
}
/// The layouts of the hlist `T` in place of the leaves of the tuple `P`.
pub type Substitute<P, T> =
    <<T as InPlaces<P>>::Result as ResultOf<operation::substitute_in>>::Layout;
impl<P, T> SubstituteIn<P> for T where
    T: InPlaces<P, Result: ResultOf<operation::substitute_in, Layout: AnyLayout>>
{
}

/// [`SubstituteIn`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "substitute: not a profile, of a layout `shape()`, and an hlist of layouts, `hlist![a, b]`, or in generic code one without the bound `SubstituteIn<P>`"
)]
pub trait InPlaces<P>: Copy {
    /// The layout, or a verdict.
    type Result;
    /// The layout, if its size and cosize fit.
    fn try_in_places(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
// The words above say what is missing.
#[diagnostic::do_not_recommend]
impl<P, T, Q, M, U, AS, AD, NS, ND, Rest, RS, RD, K, LS, LD, R> InPlaces<P> for T
where
    T: EachAsMode<Out = M, Under = U>,
    M: IntoTuple<Out = Layout<AS, AD>>,
    P: AsShape<Shape = Q>,
    Q: TakeLeaves<M, Out = (NS, ND, Rest)>,
    Rest: NothingLeft<NS, ND, HNil, Of<Layout<AS, AD>>, Q, Out = Layout<RS, RD>>,
    RD: Kind<Out = K>,
    K: IfOneKind<RS, RD, Of<Layout<RS, RD>>, Out = Layout<LS, LD>>,
    U: Inside<Layout<LS, LD>, Out = R>,
{
    type Result = R;
    #[inline(always)]
    fn try_in_places(self) -> Result<R, Error>
    where
        R: AnyResult,
    {
        let under = self.under().map_err(|error| error.during(Operation::Substitute))?;
        let (shape, stride, rest) = Q::take_leaves(self.each_as_mode());
        let layout = K::if_one_kind(rest.nothing_left(shape, stride));
        under.inside(layout).validated(Operation::Substitute)
    }
}
