//! The complement of a layout into coordinates, in a shape: that of the modes that move a place, in
//! the extent there, for each place (004, table 7).

use core::ops::{Add, Sub};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Rule};
use typenum::{Add1, B0, B1, Sub1, U0, U1, UInt, UTerm};

use super::{Ceil, Exact, LeaveOf, LeftBy, Round};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Integers, Kind, Points, Zero};
use crate::layout::modes::{Mode, StaticSize, cons, mode};
use crate::layout::nested::PushBack;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::int::{Dyn, Known, Leaf, Static, any_extent};
use crate::operation::by_place::{AtBasis, UnlessOne};
use crate::operation::coalesce::IntoTuple;
use crate::operation::identity::HasIdentity;
use crate::sorts::Left;
use crate::verdict::{Bad, First, Of, Place, Position, Unless, Verdict, every, failed, rule};

macro_rules! shapes {
    ($([$($g:ident)*] $shape:ty;)*) => {$(
        impl<$($g,)* L, R, D, K> LeftBy<L, R> for $shape
        where
            L: AnyLayout<Stride = D>,
            D: Kind<Out = K>,
            K: LeaveOf<L, Self, R>,
        {
            type Out = K::Out;
            #[inline(always)]
            fn left_by(self, layout: L) -> Result<K::Out, Error> {
                K::leave_of(layout, self)
            }
        }
    )*};
}
shapes! {
    [] HNil;
    [H T] HCons<H, T>;
}

macro_rules! coordinates {
    ($([$($g:ident)*] $shape:ty;)*) => {$(
        impl<$($g,)* L, R, M, I, Checked, V, S, D> LeaveOf<L, $shape, R> for Points
        where
            L: AnyLayout<Modes = M>,
            $shape: HasIdentity<Stride = I>
                + InPlaces<M, R, (L, Layout<$shape, I>, First), HNil, Out = Layout<S, D>>,
            M: InShape<$shape, R, L, (L, Layout<$shape, I>), First, Out = Checked>,
            Checked: Verdict<Out = V>,
            V: Unless<S, D>,
        {
            type Out = V::Out;
            #[inline(always)]
            fn leave_of(layout: L, n: $shape) -> Result<V::Out, Error> {
                Ok(V::unless(n.in_places(layout.modes())?))
            }
        }
    )*};
}
coordinates! {
    [] HNil;
    [H T] HCons<H, T>;
}
// Of offsets that are integers it is in as many of them as there are coordinates.
macro_rules! in_size {
    ($([$($g:ident)*] $shape:ty, $kind:ident;)*) => {$(
        impl<$($g,)* L: AnyLayout, R: Round, I: Known, M, N> LeaveOf<L, $shape, R> for $kind
        where
            $shape: HasIdentity<Stride = I>,
            Layout<$shape, I>: AnyLayout<Modes = M>,
            M: StaticSize<Size = N>,
            N: LeftBy<L, R>,
        {
            type Out = N::Out;
            #[inline(always)]
            fn leave_of(layout: L, n: $shape) -> Result<N::Out, Error> {
                let shape = Layout::sound(n, I::VALUE).validated(R::ROUNDING.operation())?;
                shape.modes().size_leaf().left_by(layout)
            }
        }
    )*};
}
in_size! {
    [] HNil, Zero;
    [] HNil, Integers;
    [H T] HCons<H, T>, Zero;
    [H T] HCons<H, T>, Integers;
}
// An integer has no places.
impl<L, N: Leaf, R: Round> LeaveOf<L, N, R> for Points {
    type Out = Layout<NoPlace<L, every, N>, NoPlace<L, every, N>>;
    fn leave_of(_: L, _: N) -> Result<Self::Out, Error> {
        failed(Error::new(R::ROUNDING.operation(), Rule::Profile))
    }
}
type NoPlace<L, J, N> = Bad<rule::Profile, Of<L, J>, N, HNil>;

/// Which of the flat modes `Self` of `L` have no complement in the shape `N`. The first stands at
/// `J`; `O` are the operands that errors name.
pub trait InShape<N, R, L, O, J> {
    /// An hlist of `HNil` and verdicts.
    type Out;
}
impl<N, R, L, O, J> InShape<N, R, L, O, J> for HNil {
    type Out = HNil;
}
impl<S, D, T, N, R, L, O, J: Position, F, V, Rest> InShape<N, R, L, O, J> for HCons<Mode<S, D>, T>
where
    D: Moves<S, N, R, L, O, J, Out = V>,
    S: Leaf<IsOne = F>,
    F: UnlessOne<V>,
    T: InShape<N, R, L, O, J::After, Out = Rest>,
{
    type Out = HCons<F::Out, Rest>;
}
/// Whether a mode of extent `S` with the stride `Self` moves a leaf of `N`.
pub trait Moves<S, N, R, L, O, J> {
    /// `HNil` or a verdict.
    type Out;
}
// Stride 0: an error, or ignored.
impl<S, N, L, A, B, J> Moves<S, N, Exact, L, (A, B), J> for Static<UTerm> {
    type Out = Bad<rule::Broadcast, Place<A, B, J>, S, Self>;
}
impl<S, N, L, O, J> Moves<S, N, Ceil, L, O, J> for Static<UTerm> {
    type Out = HNil;
}
impl<S, M, P, N: HasLeaf<P, Out = F>, R, L, O, J, F: OrNoPlace<L, J, N>> Moves<S, N, R, L, O, J>
    for Basis<M, P>
{
    type Out = F::Out;
}
impl<S, T, N, R, L, O, J> Moves<S, N, R, L, O, J> for ArithmeticTuple<T> {
    type Out = Bad<rule::ScaledBasis, Of<L, J>, HNil, HNil>;
}
/// The verdict, unless `Self` is true.
pub trait OrNoPlace<A, J, N> {
    /// `HNil` or the verdict.
    type Out;
}
impl<A, J, N> OrNoPlace<A, J, N> for B1 {
    type Out = HNil;
}
impl<A, J, N> OrNoPlace<A, J, N> for B0 {
    type Out = NoPlace<A, J, N>;
}

/// Whether a shape has a leaf at the place `P`, as `B1` or `B0`.
pub trait HasLeaf<P> {
    /// The answer.
    type Out;
}
macro_rules! has_leaf {
    ($([$($g:ident)*] $shape:ty, $place:ty: $answer:ty;)*) => {$(
        impl<$($g),*> HasLeaf<$place> for $shape {
            type Out = $answer;
        }
    )*};
}
has_leaf! {
    [N] Static<N>, HNil: B1;
    [I] Dyn<I>, HNil: B1;
    [N K P] Static<N>, HCons<K, P>: B0;
    [I K P] Dyn<I>, HCons<K, P>: B0;
    [] HNil, HNil: B0;
    [K P] HNil, HCons<K, P>: B0;
    [H T] HCons<H, T>, HNil: B0;
}
impl<H: HasLeaf<P>, T, P> HasLeaf<HCons<UTerm, P>> for HCons<H, T> {
    type Out = H::Out;
}
impl<H, T, U, B, P> HasLeaf<HCons<UInt<U, B>, P>> for HCons<H, T>
where
    UInt<U, B>: Sub<B1>,
    T: HasLeaf<HCons<Sub1<UInt<U, B>>, P>>,
{
    type Out = T::Out;
}

/// What the flat modes `M` leave of a shape at the place `P`. `O` are the operands that errors
/// name.
pub trait InPlaces<M, R, O, P> {
    /// A layout.
    type Out: Parts;
    /// The layout.
    fn in_places(self, modes: M) -> Result<Self::Out, Error>;
}
impl<N, M, R, A, B, J, P, Modes, L, S, D> InPlaces<M, R, (A, B, J), P> for N
where
    N: Leaf,
    R: Round,
    M: OnlyPlace<P, Out = Modes>,
    Modes: IntoTuple<Out = L>,
    L: Left<N, R, A, B, J, Out = Layout<S, D>>,
    D: AtBasis<P>,
{
    type Out = Layout<S, D::Out>;
    #[inline(always)]
    fn in_places(self, modes: M) -> Result<Self::Out, Error> {
        any_extent(self).map_err(|rule| Error::new(R::ROUNDING.operation(), rule))?;
        let (shape, stride) = modes.only_place().into_tuple().left(self, 0)?.into_parts();
        Ok(Layout::sound(shape, stride.at_basis()))
    }
}
impl<M, R, O, P> InPlaces<M, R, O, P> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn in_places(self, _: M) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<H, T, M, R, O, P> InPlaces<M, R, O, P> for HCons<H, T>
where
    Self: InModes<M, R, O, P, U0>,
{
    type Out = <Self as InModes<M, R, O, P, U0>>::Out;
    #[inline(always)]
    fn in_places(self, modes: M) -> Result<Self::Out, Error> {
        self.in_modes(modes)
    }
}
/// The same of the modes `Self` of a shape, from position `K` on.
pub trait InModes<M, R, O, P, K> {
    /// A layout.
    type Out: Parts;
    /// The layout.
    fn in_modes(self, modes: M) -> Result<Self::Out, Error>;
}
impl<M, R, O, P, K> InModes<M, R, O, P, K> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn in_modes(self, _: M) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<H, T, M: Copy, R, O, P, K, Here, HS, HD, TS, TD> InModes<M, R, O, P, K> for HCons<H, T>
where
    P: PushBack<K, Out = Here>,
    H: InPlaces<M, R, O, Here, Out = Layout<HS, HD>>,
    K: Add<B1>,
    T: InModes<M, R, O, P, Add1<K>, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn in_modes(self, modes: M) -> Result<Self::Out, Error> {
        let head = self.head.in_places(modes)?;
        Ok(head.followed_by(self.tail.in_modes(modes)?))
    }
}

/// The flat modes with the multiples of the place `P` for strides; those that do not move it are `1:0`, so that all stay
/// where they are.
pub trait OnlyPlace<P> {
    /// The modes.
    type Out;
    /// The modes.
    fn only_place(self) -> Self::Out;
}
impl<P> OnlyPlace<P> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn only_place(self) -> HNil {
        HNil
    }
}
type Unmoved = Mode<Static<U1>, Static<U0>>;
const UNMOVED: Unmoved = mode(Static::new(), Static::new());
impl<S, T: OnlyPlace<P>, P> OnlyPlace<P> for HCons<Mode<S, Static<UTerm>>, T> {
    type Out = HCons<Unmoved, T::Out>;
    #[inline(always)]
    fn only_place(self) -> Self::Out {
        cons(UNMOVED, self.tail.only_place())
    }
}
impl<S, N: Copy, Q: SamePlace<P, Out = F>, T: OnlyPlace<P>, P, F: MovedIf<S, N>> OnlyPlace<P>
    for HCons<Mode<S, Basis<N, Q>>, T>
{
    type Out = HCons<F::Out, T::Out>;
    #[inline(always)]
    fn only_place(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(F::moved_if(mode(shape, stride.multiple())), self.tail.only_place())
    }
}
// It has been refused.
impl<S, U, T: OnlyPlace<P>, P> OnlyPlace<P> for HCons<Mode<S, ArithmeticTuple<U>>, T> {
    type Out = HCons<Unmoved, T::Out>;
    #[inline(always)]
    fn only_place(self) -> Self::Out {
        cons(UNMOVED, self.tail.only_place())
    }
}
/// A mode, if `Self` is true, else `1:0`.
pub trait MovedIf<S, D> {
    /// The mode.
    type Out;
    /// The mode.
    fn moved_if(mode: Mode<S, D>) -> Self::Out;
}
impl<S, D> MovedIf<S, D> for B1 {
    type Out = Mode<S, D>;
    #[inline(always)]
    fn moved_if(mode: Mode<S, D>) -> Self::Out {
        mode
    }
}
impl<S, D> MovedIf<S, D> for B0 {
    type Out = Unmoved;
    #[inline(always)]
    fn moved_if(_: Mode<S, D>) -> Unmoved {
        UNMOVED
    }
}
