//! The complement of a layout into coordinates, in a shape: that of the modes that move a place, in
//! the extent there, for each place (004, table 7).

use core::ops::{Add, Sub};

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Rule};
use typenum::{Add1, B0, B1, Sub1, U0, U1, UInt, UTerm};

use super::{Ceil, Exact, GapsFrom, LeaveOf, LeftBy, Round};
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Integers, Kind, Points, Zero};
use crate::layout::modes::{Mode, StaticSize, mode};
use crate::layout::nested::PushBack;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::int::{Dyn, Known, Leaf, Static, any_extent};
use crate::operation::by_place::{AtBasis, UnlessOne};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::operation::identity::HasIdentity;
use crate::operation::sort::{InsertUnless, Placed};
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
                + InPlaces<M, R, (L, Layout<$shape, I>, every), HNil, Out = Layout<S, D>>,
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
impl<N, M, R, O, P, Sorted, Gaps, Merged, Kept, S, D> InPlaces<M, R, O, P> for N
where
    N: Leaf,
    R: Round,
    M: SortPlace<P, First, Out = Sorted>,
    Sorted: GapsFrom<Static<U1>, N, R, O, Out = Gaps>,
    Gaps: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: IntoLayout<Out = Layout<S, D>>,
    D: AtBasis<P>,
{
    type Out = Layout<S, D::Out>;
    #[inline(always)]
    fn in_places(self, modes: M) -> Result<Self::Out, Error> {
        any_extent(self).map_err(|rule| Error::new(R::ROUNDING.operation(), rule))?;
        let gaps = modes.sort_place(0).gaps_from(Static::new(), self)?;
        let (shape, stride) = gaps.coalesce_modes().drop_last_one().into_layout().into_parts();
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

/// The flat modes that move the place `P`, with multiples for strides, sorted by these; modes whose
/// extent is statically 1 go.
pub trait SortPlace<P, J> {
    /// An hlist of [`Placed`], or [`Unsorted`](crate::operation::sort::Unsorted).
    type Out;
    /// The modes, the first of them from position `at`.
    fn sort_place(self, at: usize) -> Self::Out;
}
impl<P, J> SortPlace<P, J> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn sort_place(self, _: usize) -> HNil {
        HNil
    }
}
impl<S, T, P, J: Position> SortPlace<P, J> for HCons<Mode<S, Static<UTerm>>, T>
where
    T: SortPlace<P, J::After>,
{
    type Out = T::Out;
    #[inline(always)]
    fn sort_place(self, at: usize) -> T::Out {
        self.tail.sort_place(at + 1)
    }
}
impl<S, N: Copy, Q, T, P, J: Position, Sorted, F> SortPlace<P, J> for HCons<Mode<S, Basis<N, Q>>, T>
where
    Q: SamePlace<P, Out = F>,
    T: SortPlace<P, J::After, Out = Sorted>,
    F: InsertIf<S, N, J, Sorted>,
{
    type Out = F::Out;
    #[inline(always)]
    fn sort_place(self, at: usize) -> F::Out {
        let Mode { shape, stride } = self.head;
        let placed = Placed::new(mode(shape, stride.multiple()), at);
        F::insert_if(placed, self.tail.sort_place(at + 1))
    }
}
// It has been refused.
impl<S, U, T, P, J: Position> SortPlace<P, J> for HCons<Mode<S, ArithmeticTuple<U>>, T>
where
    T: SortPlace<P, J::After>,
{
    type Out = T::Out;
    #[inline(always)]
    fn sort_place(self, at: usize) -> T::Out {
        self.tail.sort_place(at + 1)
    }
}
/// Inserts a mode into sorted ones, if `Self` is true.
pub trait InsertIf<S, D, J, L> {
    /// The list.
    type Out;
    /// The list.
    fn insert_if(mode: Placed<S, D, J>, list: L) -> Self::Out;
}
impl<S, D, J, L> InsertIf<S, D, J, L> for B0 {
    type Out = L;
    #[inline(always)]
    fn insert_if(_: Placed<S, D, J>, list: L) -> L {
        list
    }
}
impl<S, D, J, L, F> InsertIf<S, D, J, L> for B1
where
    S: Leaf<IsOne = F>,
    F: InsertUnless<Placed<S, D, J>, L>,
{
    type Out = F::Out;
    #[inline(always)]
    fn insert_if(mode: Placed<S, D, J>, list: L) -> F::Out {
        F::insert_unless(mode, list)
    }
}
