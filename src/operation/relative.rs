//! Relative modes: what stands in the places of the leaves of a coarser profile.

use frunk_core::hlist::{HCons, HNil};

use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::Concatenate;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Leaf;
use crate::operation::coalesce::IntoTuple;
use crate::verdict::{Bad, HasResult, Of, ResultOf, Verdict, operation, rule};

// Short, so that the function and its bound stand on one line in errors.
type Flattening = operation::relative_flatten_of;
type Listing = operation::relative_modes_of;

/// What stands in the places of the leaves of `profile`, from left to right, as the modes of one
/// tuple. The layout keeps its function. (003, definition 2.2.4.11.)
///
/// `profile` is any tuple, as a shape; what its leaves are does not matter. Of a leaf the result has
/// one mode, the layout.
///
/// **Errors.** *Profile*, while compiling, unless the layout has the profile with subtrees for leaves
/// ([`weakly_congruent`](crate::weakly_congruent())).
///
/// ```
/// use tilework::{Layout, layout};
/// let m = 3;
/// let layout = layout!((((2,2),(m,3)),25):(((1,2),(4,12)),36));
/// let flat: Layout!(((2,2),(_,3),25):((1,2),(4,12),36)) =
///     layout!(relative_flatten(layout, ((*,*),*)));
/// assert_eq!(flat.to_string(), "((2,2),(3,3),25):((1,2),(4,12),36)");
/// ```
#[inline(always)]
pub fn relative_flatten<R: ResultOf<Flattening>, L: FlattenRelative<P, Result = R>, P>(
    layout: L,
    profile: P,
) -> R::Layout {
    let _ = profile;
    layout.flatten_relative().layout()
}

/// The layouts in the places of the leaves of `profile`, from left to right, as an hlist. (003,
/// construction 2.2.4.5 and definition 2.3.4.1.)
///
/// **Errors.** As those of [`relative_flatten`].
///
/// ```
/// use tilework::hlist::HList;
/// use tilework::{hlist, layout, relative_modes};
/// let (m, profile) = (25, layout!((1,(1,1))).shape());
/// let modes = relative_modes(layout!(((2,2),((3,3),m)):((1,2),((4,12),36))), profile);
/// assert_eq!(modes, hlist![layout!((2,2):(1,2)), layout!((3,3):(4,12)), layout!(m:36)]);
/// ```
#[inline(always)]
pub fn relative_modes<R: ResultOf<Listing> + OneByOne, L: FlattenRelative<P, Result = R>, P>(
    layout: L,
    profile: P,
) -> R::List {
    let _ = profile;
    layout.flatten_relative().one_by_one()
}

/// Layouts that have the profile `P` with subtrees for leaves: the bound of [`relative_flatten`].
pub trait FlattenBy<P>:
    AnyLayout + FlattenRelative<P, Result: ResultOf<Flattening, Layout: AnyLayout>>
{
}
/// The layout `L` with the modes that stand in the places of the leaves of `P`.
pub type RelativeFlatten<L, P> =
    <<L as FlattenRelative<P>>::Result as ResultOf<Flattening>>::Layout;

impl<L, P> FlattenBy<P> for L
where
    L: AnyLayout + FlattenRelative<P>,
    L::Result: Verdict<Out: HasResult<operation::relative_flatten_of>>
        + ResultOf<Flattening, Layout: AnyLayout>,
{
}

/// Layouts that have the profile `P` with subtrees for leaves: the bound of [`relative_modes`].
pub trait HasRelativeModes<P>:
    AnyLayout + FlattenRelative<P, Result: ResultOf<Listing> + OneByOne>
{
}
/// The hlist of the layouts in `L` that stand in the places of the leaves of `P`.
pub type RelativeModes<L, P> = <<L as FlattenRelative<P>>::Result as OneByOne>::List;

impl<L, P> HasRelativeModes<P> for L
where
    L: AnyLayout + FlattenRelative<P>,
    L::Result: Verdict<Out: HasResult<operation::relative_modes_of>> + ResultOf<Listing> + OneByOne,
{
}

/// [`FlattenBy`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "relative modes: not a layout and a profile, or in generic code without the bound `FlattenBy<P>` or `HasRelativeModes<P>`"
)]
pub trait FlattenRelative<P>: Copy {
    /// The layout, with a verdict in it if the profile does not fit.
    type Result;
    /// The layout.
    fn flatten_relative(self) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<S, D, P, Parts, RS, RD> FlattenRelative<P> for Layout<S, D>
where
    Self: AnyLayout<Shape = S, Stride = D>,
    P: Divide<S, D, (Self, P), Out = Parts>,
    Parts: IntoTuple<Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn flatten_relative(self) -> Layout<RS, RD> {
        P::divide(self).into_tuple()
    }
}
/// The parts of the layout `S:D` in the places of the leaves of the profile `Self`; `O` is what errors
/// name, the whole layout and the whole profile.
pub trait Divide<S, D, O> {
    /// An hlist of [`Mode`], whose shapes and strides may be tuples.
    type Out;
    /// The list.
    fn divide(layout: Layout<S, D>) -> Self::Out;
}
impl<P: Leaf, S, D, O> Divide<S, D, O> for P {
    type Out = HCons<Mode<S, D>, HNil>;
    #[inline(always)]
    fn divide(layout: Layout<S, D>) -> Self::Out {
        let (shape, stride) = layout.into_parts();
        cons(mode(shape, stride), HNil)
    }
}
impl<O> Divide<HNil, HNil, O> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn divide(_: Layout<HNil, HNil>) -> HNil {
        HNil
    }
}
impl<P, PT, S, ST, D, DT, O, These, Others> Divide<HCons<S, ST>, HCons<D, DT>, O> for HCons<P, PT>
where
    P: Divide<S, D, O, Out = These>,
    PT: Divide<ST, DT, O, Out = Others>,
    These: Concatenate<Others>,
{
    type Out = These::Out;
    #[inline(always)]
    fn divide(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> These::Out {
        let (first, others) = layout.split_first();
        P::divide(first).concatenate(PT::divide(others))
    }
}
// That has said what is wrong.
impl<P, PT, R, At, X, Y, O> Divide<Bad<R, At, X, Y>, Bad<R, At, X, Y>, O> for HCons<P, PT> {
    type Out = HNil;
    fn divide(_: Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>) -> HNil {
        HNil
    }
}
// A tuple of the profile for a leaf, or for more or fewer modes.
macro_rules! does_not_fit {
    ($([$($g:tt)*] $profile:ty, $shape:ty, $stride:ty;)*) => {$(
        impl<$($g)* L, W> Divide<$shape, $stride, (L, W)> for $profile {
            type Out = Bad<rule::Profile, Of<L>, W, HNil>;
            fn divide(_: Layout<$shape, $stride>) -> Self::Out {
                Bad::new()
            }
        }
    )*};
}
does_not_fit! {
    [S: Leaf, D,] HNil, S, D;
    [S, ST, D, DT,] HNil, HCons<S, ST>, HCons<D, DT>;
    [P, PT, S: Leaf, D,] HCons<P, PT>, S, D;
    [P, PT,] HCons<P, PT>, HNil, HNil;
}

/// A layout of modes, as the hlist of these.
#[diagnostic::on_unimplemented(message = "relative modes: those of a composed layout are no list")]
pub trait OneByOne {
    /// The list of layouts.
    type List;
    /// The list.
    fn one_by_one(self) -> Self::List;
}
impl<S: EachWith<D>, D> OneByOne for Layout<S, D> {
    type List = S::List;
    #[inline(always)]
    fn one_by_one(self) -> S::List {
        S::each_with(self)
    }
}
/// The modes of the layout of the shape `Self` and the stride `D`, a tuple.
pub trait EachWith<D>: Sized {
    /// The list of layouts.
    type List;
    /// The list.
    fn each_with(layout: Layout<Self, D>) -> Self::List;
}
impl EachWith<Self> for HNil {
    type List = HNil;
    #[inline(always)]
    fn each_with(_: Layout<HNil, HNil>) -> HNil {
        HNil
    }
}
impl<S, ST: EachWith<DT>, D, DT> EachWith<HCons<D, DT>> for HCons<S, ST> {
    type List = HCons<Layout<S, D>, ST::List>;
    #[inline(always)]
    fn each_with(layout: Layout<Self, HCons<D, DT>>) -> Self::List {
        let (first, others) = layout.split_first();
        cons(first, ST::each_with(others))
    }
}
impl<R, At, X, Y> EachWith<Self> for Bad<R, At, X, Y> {
    type List = HNil;
    fn each_with(_: Layout<Self, Self>) -> HNil {
        HNil
    }
}
