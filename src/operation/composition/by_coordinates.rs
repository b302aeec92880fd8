//! Composition with a layout into coordinates: place by place.

use core::ops::Sub;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, UInt, UTerm};

use super::leaf::OntoLeaf;
use super::{ComposeKind, Onto, Operands};
use crate::layout::codomain::{Join, Kind, Points};
use crate::layout::modes::positive;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic_tuple::{ArithmeticTuple, MultipleAt};
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::operation::coalesce::{CoalesceModes, IntoLayout, IntoTuple};
use crate::operation::segregation::Distributes;
use crate::verdict::{Advance, Bad, Place, Unless, rule};

impl<A: AnyLayout, BS, BD, J, RS, RD> ComposeKind<A, Layout<BS, BD>, J> for Points
where
    Layout<BS, BD>: AnyLayout,
    BS: Copy + OntoPlaces<BD, A, Layout<BS, BD>, J, Out = Layout<RS, RD>>,
    BD: Copy,
{
    type Out = Layout<RS, RD>;
    #[inline(always)]
    fn compose_kind(a: A, b: Layout<BS, BD>, at: usize) -> Result<Layout<RS, RD>, Error> {
        positive(Operation::Composition, a)?;
        positive(Operation::Composition, b)?;
        b.shape().onto_places(b.stride(), a, b, at)
    }
    #[inline(always)]
    fn stays_within(_: &A, _: &Layout<BS, BD>) -> bool {
        false
    }
}

/// A tree of leaves of the right side `W` (`Self`, with strides `D`), each composed with the part of
/// the left side `A` at its place; its first leaf stands at position `J`.
#[diagnostic::on_unimplemented(
    message = "composition: coordinate profile: the coordinates of the right side do not fit the \
               left side's profile",
    label = "has no mode at the place of a stride of the right side"
)]
pub trait OntoPlaces<D, A, W, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_places(self, stride: D, a: A, whole: W, at: usize) -> Result<Self::Out, Error>;
}
impl<A, W, J> OntoPlaces<HNil, A, W, J> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn onto_places(self, _: HNil, _: A, _: W, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<S, ST, D, DT, A: Copy, W: Copy, J, J1, HS, HD, TS, TD> OntoPlaces<HCons<D, DT>, A, W, J>
    for HCons<S, ST>
where
    S: OntoPlaces<D, A, W, J, Out = Layout<HS, HD>> + Advance<J, Out = J1>,
    ST: OntoPlaces<DT, A, W, J1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn onto_places(
        self,
        stride: HCons<D, DT>,
        a: A,
        whole: W,
        at: usize,
    ) -> Result<Self::Out, Error> {
        let head = self.head.onto_places(stride.head, a, whole, at)?;
        let tail = self.tail.onto_places(stride.tail, a, whole, at + S::LEAVES)?;
        Ok(head.followed_by(tail))
    }
}
impl<S: Leaf, D: OntoPlace<S, A, W, J>, A, W, J> OntoPlaces<D, A, W, J> for S {
    type Out = D::Out;
    #[inline(always)]
    fn onto_places(self, stride: D, a: A, whole: W, at: usize) -> Result<D::Out, Error> {
        stride.onto_place(self, a, whole, at)
    }
}

// A verdict on the right side is the verdict of the composition.
impl<R, At, X, Y, A, W, J> OntoPlaces<Self, A, W, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    #[inline(always)]
    fn onto_places(self, _: Self, _: A, _: W, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(self, self))
    }
}

/// The leaf of extent `S` and stride `Self`, composed with the part of `A` at its place.
pub trait OntoPlace<S, A, W, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn onto_place(self, extent: S, a: A, whole: W, at: usize) -> Result<Self::Out, Error>;
}
impl<S: Leaf, A, W, J, Kept> OntoPlace<S, A, W, J> for Static<UTerm>
where
    (S::IsOne, B1): OntoLeaf<S, Self, HNil, (), Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn onto_place(self, extent: S, _: A, _: W, _: usize) -> Result<Kept::Out, Error> {
        Ok(<(S::IsOne, B1)>::onto_leaf(extent, self, HNil, ())?.into_layout())
    }
}
// All leaves that move the place are composed together, so that what they do to one another is
// checked.
impl<S, N: Copy, P, A, W, J, Part> OntoPlace<S, A, W, J> for Basis<N, P>
where
    A: PartAt<P, Out = Part>,
    Part: UnderPlace<S, N, P, A, W, J>,
{
    type Out = Part::Out;
    #[inline(always)]
    fn onto_place(self, extent: S, a: A, whole: W, at: usize) -> Result<Part::Out, Error> {
        a.part_at().under_place(extent, self.multiple(), whole, at)
    }
}
/// The part `Self` of `A` at the place `P`, composed with the leaf `S:N`.
pub trait UnderPlace<S, N, P, A, W, J> {
    /// The result, a layout.
    type Out;
    /// The result.
    fn under_place(self, extent: S, multiple: N, whole: W, at: usize) -> Result<Self::Out, Error>;
}
impl<S, N, P, A, W, J, PS, PD, M, Merged, WM, Moving, RS, RD, K, U, V, XS, XD>
    UnderPlace<S, N, P, A, W, J> for Layout<PS, PD>
where
    Layout<PS, PD>: AnyLayout<Modes = M>,
    M: CoalesceModes<Out = Merged>,
    W: AnyLayout<Modes = WM>,
    WM: AtPlace<P, Out = Moving>,
    Moving: IntoTuple<Out = Layout<RS, RD>>,
    Layout<RS, RD>: AnyLayout,
    Merged: Copy + Distributes<Layout<PS, PD>, Layout<RS, RD>, J, Verdict = U>,
    PD: Kind<Out = K>,
    K: Join<Settled<U> = V>,
    S: Onto<
            N,
            Merged,
            Operands<Layout<PS, PD>, Layout<RS, RD>, Layout<RS, RD>>,
            J,
            Out = Layout<XS, XD>,
        >,
    V: Unless<XS, XD>,
{
    type Out = V::Out;
    #[inline(always)]
    fn under_place(self, extent: S, multiple: N, whole: W, at: usize) -> Result<V::Out, Error> {
        let modes = self.modes().coalesce_modes();
        let right = whole.modes().at_place().into_tuple();
        modes.check(right).map_err(|error| error.at(at))?;
        let composed = extent.onto(multiple, modes, Operands::new(right), at)?;
        Ok(V::unless(composed))
    }
}
/// What there is at a place that a layout does not have.
pub struct NoPart;
impl<S, N, P, A, W, J> UnderPlace<S, N, P, A, W, J> for NoPart {
    type Out = Layout<NoPlace<N, P, A, W, J>, NoPlace<N, P, A, W, J>>;
    fn under_place(self, _: S, _: N, _: W, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}
type NoPlace<N, P, A, W, J> = Bad<rule::NoPlace, Place<A, W, J>, Basis<N, P>, HNil>;

/// The part of a layout at the place `P`.
pub trait PartAt<P> {
    /// A layout, or [`NoPart`].
    type Out;
    /// The layout.
    fn part_at(self) -> Self::Out;
}
impl<S, D, N: PartOf<Self, P>, P> PartAt<HCons<N, P>> for Layout<S, D> {
    type Out = N::Out;
    #[inline(always)]
    fn part_at(self) -> N::Out {
        N::part_of(self)
    }
}
/// What the layout `L` has at the place `P` in the mode at the position `Self`. (The position is
/// recursed on: of a layout that is not inferred yet rustc would try all.)
pub trait PartOf<L, P> {
    /// A layout, or [`NoPart`].
    type Out;
    /// The layout.
    fn part_of(layout: L) -> Self::Out;
}
impl<S, ST, D, DT> PartOf<Layout<HCons<S, ST>, HCons<D, DT>>, HNil> for UTerm {
    type Out = Layout<S, D>;
    #[inline(always)]
    fn part_of(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> Layout<S, D> {
        layout.split_first().0
    }
}
impl<S, ST, D, DT, N, P> PartOf<Layout<HCons<S, ST>, HCons<D, DT>>, HCons<N, P>> for UTerm
where
    N: PartOf<Layout<S, D>, P>,
{
    type Out = N::Out;
    #[inline(always)]
    fn part_of(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> N::Out {
        N::part_of(layout.split_first().0)
    }
}
impl<S, ST, D, DT, U, B, P, N> PartOf<Layout<HCons<S, ST>, HCons<D, DT>>, P> for UInt<U, B>
where
    Self: Sub<B1, Output = N>,
    N: PartOf<Layout<ST, DT>, P>,
{
    type Out = N::Out;
    #[inline(always)]
    fn part_of(layout: Layout<HCons<S, ST>, HCons<D, DT>>) -> N::Out {
        N::part_of(layout.split_first().1)
    }
}

macro_rules! no_part {
    ($([$($g:ident)*] $position:ty, $shape:ty, $stride:ty;)*) => {$(
        impl<P, $($g),*> PartOf<Layout<$shape, $stride>, P> for $position {
            type Out = NoPart;
            fn part_of(_: Layout<$shape, $stride>) -> NoPart {
                NoPart
            }
        }
    )*};
}
no_part! {
    [] UTerm, HNil, HNil;
    [N D] UTerm, Static<N>, D;
    [I D] UTerm, Dyn<I>, D;
    [U B] UInt<U, B>, HNil, HNil;
    [U B N D] UInt<U, B>, Static<N>, D;
    [U B I D] UInt<U, B>, Dyn<I>, D;
}

/// The flat modes that move the place `P`, with multiples for strides.
pub trait AtPlace<P> {
    /// The modes.
    type Out;
    /// The modes.
    fn at_place(self) -> Self::Out;
}
impl<P> AtPlace<P> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn at_place(self) -> HNil {
        HNil
    }
}
impl<S, T: AtPlace<P>, P> AtPlace<P> for HCons<Mode<S, Static<UTerm>>, T> {
    type Out = T::Out;
    #[inline(always)]
    fn at_place(self) -> T::Out {
        self.tail.at_place()
    }
}
impl<S, N: Copy, Q: SamePlace<P, Out = F>, T: AtPlace<P>, P, F> AtPlace<P>
    for HCons<Mode<S, Basis<N, Q>>, T>
where
    F: BeforeIf<Mode<S, N>, T::Out>,
{
    type Out = F::Out;
    #[inline(always)]
    fn at_place(self) -> F::Out {
        let Mode { shape, stride } = self.head;
        F::before_if(mode(shape, stride.multiple()), self.tail.at_place())
    }
}
impl<S, U: Copy + MultipleAt<P>, T: AtPlace<P>, P> AtPlace<P>
    for HCons<Mode<S, ArithmeticTuple<U>>, T>
{
    type Out = HCons<Mode<S, U::Out>, T::Out>;
    #[inline(always)]
    fn at_place(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(mode(shape, stride.terms().multiple_at()), self.tail.at_place())
    }
}
/// A mode before others, if `Self` is true.
pub trait BeforeIf<M, T> {
    /// The modes.
    type Out;
    /// The modes.
    fn before_if(first: M, others: T) -> Self::Out;
}
impl<M, T> BeforeIf<M, T> for B1 {
    type Out = HCons<M, T>;
    #[inline(always)]
    fn before_if(first: M, others: T) -> Self::Out {
        cons(first, others)
    }
}
impl<M, T> BeforeIf<M, T> for B0 {
    type Out = T;
    #[inline(always)]
    fn before_if(_: M, others: T) -> T {
        others
    }
}
