//! Layouts into coordinates, place by place: each place of the codomain has the layout of the modes
//! that move it, and the operations are those of these layouts (004, tables 5 to 7).

use core::ops::Add;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;
use typenum::{Add1, B0, B1, U0, UTerm};

use crate::layout::codomain::{Gap, Places};
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::PushBack;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic_tuple::{ArithmeticTuple, MultipleAt};
use crate::leaf::basis::{Basis, SamePlace};
use crate::leaf::int::{Leaf, Static};
use crate::verdict::{Bad, First, Of, Position, Unless, Verdict, rule};

/// The operation `Self` at each place of the codomain of `L`, with the results in the places.
pub trait ByPlace<L> {
    /// A layout.
    type Out;
    /// The layout.
    fn by_place(layout: L) -> Result<Self::Out, Error>;
}
impl<F, L, M, T, S, D, Sums, V> ByPlace<L> for F
where
    L: AnyLayout<Modes = M>,
    M: Places<Out = T> + ScaledBases<F, L, First, Out = Sums>,
    Sums: Verdict<Out = V>,
    T: OverPlaces<F, L, HNil, Out = Layout<S, D>>,
    V: Unless<S, D>,
{
    type Out = V::Out;
    #[inline(always)]
    fn by_place(layout: L) -> Result<V::Out, Error> {
        Ok(V::unless(T::over_places(layout)?))
    }
}

/// Which strides of the flat modes `Self` of `L` are sums, which belong to no place alone, and which
/// the operation `F` has no use for. The first mode stands at `J`.
pub trait ScaledBases<F, L, J> {
    /// An hlist of `HNil` and verdicts.
    type Out;
}
impl<F, L, J> ScaledBases<F, L, J> for HNil {
    type Out = HNil;
}
impl<F, L, J: Position, S: Leaf<IsOne = One>, D, T, One, V, Rest> ScaledBases<F, L, J>
    for HCons<Mode<S, D>, T>
where
    D: ScaledBasis<F, L, J, Out = V>,
    One: UnlessOne<V>,
    T: ScaledBases<F, L, J::After, Out = Rest>,
{
    type Out = HCons<One::Out, Rest>;
}
/// Whether the stride `Self` is a multiple of one basis element, or a sum that `F` takes.
pub trait ScaledBasis<F, L, J> {
    /// `HNil` or the verdict.
    type Out;
}
impl<N, F, L, J> ScaledBasis<F, L, J> for Static<N> {
    type Out = HNil;
}
impl<N, P, F, L, J> ScaledBasis<F, L, J> for Basis<N, P> {
    type Out = HNil;
}
impl<T, F: OfSum<T, Of<L, J>, Out = V>, L, J, V> ScaledBasis<F, L, J> for ArithmeticTuple<T> {
    type Out = V;
}
/// What the operation `Self` does with a stride that is the sum of the terms `T`.
pub trait OfSum<T, At> {
    /// `HNil` or the verdict.
    type Out;
}
/// The verdict on a stride that is a sum.
pub type Sum<At> = Bad<rule::ScaledBasis, At, HNil, HNil>;
/// `V`, unless `Self` is true: the extent of a mode is 1.
pub trait UnlessOne<V> {
    /// `HNil` or `V`.
    type Out;
}
impl<V> UnlessOne<V> for B1 {
    type Out = HNil;
}
impl<V> UnlessOne<V> for B0 {
    type Out = V;
}

/// The operation `Self` on what the layout `L` does at the place `P`.
pub trait AtOnePlace<L, P> {
    /// A layout.
    type Out;
    /// The layout.
    fn at_one_place(layout: L) -> Result<Self::Out, Error>;
}

/// The operation `F` at the places `Self`, which are those in `P`.
pub trait OverPlaces<F, L, P> {
    /// A layout.
    type Out;
    /// The layout.
    fn over_places(layout: L) -> Result<Self::Out, Error>;
}
macro_rules! leaves {
    ($($leaf:ty)*) => {$(
        impl<F: AtOnePlace<L, P>, L, P> OverPlaces<F, L, P> for $leaf {
            type Out = F::Out;
            #[inline(always)]
            fn over_places(layout: L) -> Result<F::Out, Error> {
                F::at_one_place(layout)
            }
        }
    )*};
}
leaves!(usize Gap);
impl<F, L, P> OverPlaces<F, L, P> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn over_places(_: L) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<F, L, P, H, T> OverPlaces<F, L, P> for HCons<H, T>
where
    Self: OverModes<F, L, P, U0>,
{
    type Out = <Self as OverModes<F, L, P, U0>>::Out;
    #[inline(always)]
    fn over_places(layout: L) -> Result<Self::Out, Error> {
        <Self as OverModes<F, L, P, U0>>::over_modes(layout)
    }
}
/// The same at the modes `Self`, from position `K` on.
pub trait OverModes<F, L, P, K> {
    /// A layout.
    type Out;
    /// The layout.
    fn over_modes(layout: L) -> Result<Self::Out, Error>;
}
impl<F, L, P, K> OverModes<F, L, P, K> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn over_modes(_: L) -> Result<Self::Out, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<F, L: Copy, P, K, H, T, Here, HS, HD, TS, TD> OverModes<F, L, P, K> for HCons<H, T>
where
    P: PushBack<K, Out = Here>,
    H: OverPlaces<F, L, Here, Out = Layout<HS, HD>>,
    K: Add<B1>,
    T: OverModes<F, L, P, Add1<K>, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<HS, TS>, HCons<HD, TD>>;
    #[inline(always)]
    fn over_modes(layout: L) -> Result<Self::Out, Error> {
        Ok(H::over_places(layout)?.followed_by(T::over_modes(layout)?))
    }
}

/// Flat modes of which those whose strides are sums move nothing.
pub trait StillSums {
    /// The modes.
    type Out;
    /// The modes.
    fn still_sums(self) -> Self::Out;
}
impl StillSums for HNil {
    type Out = HNil;
    #[inline(always)]
    fn still_sums(self) -> HNil {
        HNil
    }
}
impl<S, T: StillSums, U> StillSums for HCons<Mode<S, ArithmeticTuple<U>>, T> {
    type Out = HCons<Mode<S, Static<UTerm>>, T::Out>;
    #[inline(always)]
    fn still_sums(self) -> Self::Out {
        cons(mode(self.head.shape, Static::new()), self.tail.still_sums())
    }
}
macro_rules! moving {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<$($g,)* S, T: StillSums> StillSums for HCons<Mode<S, $stride>, T> {
            type Out = HCons<Mode<S, $stride>, T::Out>;
            #[inline(always)]
            fn still_sums(self) -> Self::Out {
                cons(self.head, self.tail.still_sums())
            }
        }
    )*};
}
moving! {
    [N] Static<N>;
    [N P] Basis<N, P>;
}

/// Flat modes with their multiples at the place `P` for strides, and 0 for those that do not move
/// it.
pub trait Project<P> {
    /// The modes.
    type Out;
    /// The modes.
    fn project(self) -> Self::Out;
}
impl<P> Project<P> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn project(self) -> HNil {
        HNil
    }
}
impl<S, T: Project<P>, P> Project<P> for HCons<Mode<S, Static<UTerm>>, T> {
    type Out = HCons<Mode<S, Static<UTerm>>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        cons(self.head, self.tail.project())
    }
}
impl<S, N: Copy, Q: SamePlace<P, Out = F>, T: Project<P>, P, F: OrZero<N>> Project<P>
    for HCons<Mode<S, Basis<N, Q>>, T>
{
    type Out = HCons<Mode<S, F::Out>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(mode(shape, F::or_zero(stride.multiple())), self.tail.project())
    }
}
impl<S, U: Copy + MultipleAt<P>, T: Project<P>, P> Project<P>
    for HCons<Mode<S, ArithmeticTuple<U>>, T>
{
    type Out = HCons<Mode<S, U::Out>, T::Out>;
    #[inline(always)]
    fn project(self) -> Self::Out {
        let Mode { shape, stride } = self.head;
        cons(mode(shape, stride.terms().multiple_at()), self.tail.project())
    }
}
/// `N` if `Self` is true, else 0.
pub trait OrZero<N> {
    /// A leaf.
    type Out;
    /// The leaf.
    fn or_zero(n: N) -> Self::Out;
}
impl<N> OrZero<N> for B1 {
    type Out = N;
    #[inline(always)]
    fn or_zero(n: N) -> N {
        n
    }
}
impl<N> OrZero<N> for B0 {
    type Out = Static<UTerm>;
    #[inline(always)]
    fn or_zero(_: N) -> Static<UTerm> {
        Static::new()
    }
}
