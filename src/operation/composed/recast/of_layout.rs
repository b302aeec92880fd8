//! A layout, at integral coordinates that are offsets of elements, as that of elements of another width.

use core::ops;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::upcast_leaf;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Gcd, Gcf, IsEqual, U1, UInt, UTerm, Unsigned};

use super::{CastOuter, Widths};
use crate::f2::Vector;
use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{self, Kind};
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::offset_map::OffsetMap;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::{Scale, Scaled};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Known, Leaf, LeafIn, Static};
use crate::leaf::xor::Xor;
use crate::operation::coalesce::{CoalesceModes, IntoLayout};
use crate::operation::swizzle::IntoBits;
use crate::verdict::{Bad, Of, rule};

impl<S, D, C, Q, P, W, M, J, G, E, K, One, X, R> CastOuter<C> for Layout<S, D>
where
    Self: AnyLayout<Modes = M>,
    C: Widths<Finer = Q, Coarser = P>,
    D: Kind<Out = K>,
    Q: ops::Mul<P, Output = W>,
    K: Elements<W, One = One, Scales = X>,
    M: CoalesceModes<Out = J>,
    J: Together<P, Out = G>,
    G: IsEqual<P, Output = E>,
    X: CastIf<W, E, Self, One, Q, P, G, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn cast_outer(self) -> Result<R, Error> {
        X::cast_if(self)
    }
}
/// Elements as offsets. `Self` is the kind of strides.
pub trait Elements<W> {
    /// The stride from one element to the next.
    type One: Known;
    /// Whether strides are scaled by the divisors of `W`.
    type Scales;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<W> Elements<W> for codomain::$kind {
            type One = Static<U1>;
            type Scales = B1;
        }
    )*};
}
integers!(Zero Integers);
impl<W: Vector> Elements<W> for codomain::Bits {
    type One = Xor<Static<U1>>;
    type Scales = W::IsPower;
}

/// How many offsets stay together, of `P`: the greatest common divisor with the run at the beginning and the
/// strides behind it. `Self` are coalesced modes, of which static leaves count.
pub trait Together<P> {
    /// The divisor.
    type Out;
}
impl<P> Together<P> for HNil {
    type Out = U1;
}
impl<S, D, T, P> Together<P> for HCons<Mode<S, D>, T>
where
    D: RunOf<S, P>,
    T: StrideMultiples<D::Out>,
{
    type Out = T::Out;
}
/// The common divisor of `P` and of the run of `S` steps of the stride `Self`.
pub trait RunOf<S, P> {
    /// The divisor.
    type Out;
}
impl<S, P> RunOf<S, P> for Static<UTerm> {
    type Out = U1;
}
impl<S, P, U, A, B> RunOf<S, P> for Static<UInt<UInt<U, A>, B>> {
    type Out = U1;
}
impl<S: Divisor<P>, P> RunOf<S, P> for Static<U1> {
    type Out = S::Out;
}
impl<S, P, I> RunOf<S, P> for Dyn<I> {
    type Out = P;
}
impl<S, P, D: RunOf<S, P>> RunOf<S, P> for Xor<D> {
    type Out = D::Out;
}
/// The common divisor of `P` and of the strides of the modes `Self`.
pub trait StrideMultiples<P> {
    /// The divisor.
    type Out;
}
impl<P> StrideMultiples<P> for HNil {
    type Out = P;
}
impl<S, D: Divisor<P>, T: StrideMultiples<D::Out>, P> StrideMultiples<P> for HCons<Mode<S, D>, T> {
    type Out = T::Out;
}
/// The common divisor of `P` and of the leaf `Self`, if it is static.
pub trait Divisor<P> {
    /// The divisor.
    type Out;
}
impl<N, P: Gcd<N>> Divisor<P> for Static<N> {
    type Out = Gcf<P, N>;
}
impl<I, P> Divisor<P> for Dyn<I> {
    type Out = P;
}
impl<D: Divisor<P>, P> Divisor<P> for Xor<D> {
    type Out = D::Out;
}

/// The layout `L` as a function of elements `Q` times as small and then `P` times as large, if `Self` is true, that its
/// strides are scaled by these, of the product `W`.
pub trait CastIf<W, E, L, One, Q, P, G> {
    /// The function, or the verdict.
    type Out;
    /// The function.
    fn cast_if(layout: L) -> Result<Self::Out, Error>;
}
impl<W, E, L, One, Q, P, G> CastIf<W, E, L, One, Q, P, G> for B0 {
    type Out = Bad<rule::FactorPowerOfTwo, Of<L>, Static<W>, Static<UTerm>>;
    fn cast_if(_: L) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
impl<W, E, L, One, Q, P, G> CastIf<W, E, L, One, Q, P, G> for B1
where
    E: CastFunction<L, One, Q, P, G>,
{
    type Out = E::Out;
    #[inline(always)]
    fn cast_if(layout: L) -> Result<E::Out, Error> {
        E::cast_function(layout)
    }
}
/// The same, if `Self` is true, that of the offsets `P` stay together; it is `G` that do.
pub trait CastFunction<L, One, Q, P, G> {
    /// The function, or the verdict.
    type Out;
    /// The function.
    fn cast_function(layout: L) -> Result<Self::Out, Error>;
}
impl<L, One, Q, P, G> CastFunction<L, One, Q, P, G> for B0 {
    type Out = Bad<rule::Alignment, Of<L>, Static<G>, Static<P>>;
    fn cast_function(_: L) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
impl<L, One, Q, P, M, Fine, Joined, Coarse, Kept> CastFunction<L, One, Q, P, P> for B1
where
    L: AnyLayout<Modes = M> + OffsetMap,
    M: Finer<Q, Out = Fine>,
    One: Known,
    Static<Q>: Leaf + Known,
    P: Unsigned,
    // The parts of an element, which stay together, before its modes.
    HCons<Mode<Static<Q>, One>, Fine>: CoalesceModes<Out = Joined>,
    Joined: Coarser<P, Out = Coarse>,
    Coarse: CoalesceModes<Out = Kept>,
    Kept: IntoLayout<Out: AnyResult>,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn cast_function(layout: L) -> Result<Kept::Out, Error> {
        let (together, wanted) = (layout.together().of(P::I64), P::I64);
        if together != wanted {
            return Err(Error::new(Operation::Recast, Rule::Alignment { together, wanted }));
        }
        let fine = cons(mode(Known::VALUE, Known::VALUE), layout.modes().finer(0)?);
        let coarse = fine.coalesce_modes().coarser(0)?;
        coarse.coalesce_modes().into_layout().validated(Operation::Recast)
    }
}
/// Modes of elements `Q` times as small.
pub trait Finer<Q> {
    /// The modes.
    type Out;
    /// The modes, the first one standing at `at`.
    fn finer(self, at: usize) -> Result<Self::Out, Error>;
}
impl<Q> Finer<Q> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn finer(self, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S, D, T: Finer<Q>, Q> Finer<Q> for HCons<Mode<S, D>, T>
where
    Static<Q>: Scale<D> + Known,
{
    type Out = HCons<Mode<S, Scaled<Static<Q>, D>>, T::Out>;
    #[inline(always)]
    fn finer(self, at: usize) -> Result<Self::Out, Error> {
        let Mode { shape, stride } = self.head;
        let stride = <Static<Q> as Known>::VALUE.checked_scale(stride);
        let stride = stride.map_err(|rule| Error::new(Operation::Recast, rule).at(at))?;
        Ok(cons(mode(shape, stride), self.tail.finer(at + 1)?))
    }
}
/// Modes of elements `P` times as large, of which the strides are multiples, but for those of the run at the
/// beginning.
pub trait Coarser<P> {
    /// The modes.
    type Out;
    /// The modes, the first one standing at `at`.
    fn coarser(self, at: usize) -> Result<Self::Out, Error>;
}
impl<P> Coarser<P> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn coarser(self, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S, D, T, P, S1, D1> Coarser<P> for HCons<Mode<S, D>, T>
where
    D: CoarserStride<P, S, Out = Mode<S1, D1>>,
    T: Coarser<P>,
{
    type Out = HCons<Mode<S1, D1>, T::Out>;
    #[inline(always)]
    fn coarser(self, at: usize) -> Result<Self::Out, Error> {
        let Mode { shape, stride } = self.head;
        let head = stride.coarser_stride(shape);
        let head = head.map_err(|rule| Error::new(Operation::Recast, rule).at(at))?;
        Ok(cons(head, self.tail.coarser(at + 1)?))
    }
}
/// The mode of extent `S` and stride `Self`, of elements `P` times as large.
pub trait CoarserStride<P, S> {
    /// The mode.
    type Out;
    /// The mode.
    fn coarser_stride(self, extent: S) -> Result<Self::Out, Rule>;
}
impl<K, P, S, Quotient> CoarserStride<P, S> for Static<K>
where
    K: ExactDiv<P, Out = Quotient>,
    Quotient: CoarserExtent<P, S>,
{
    type Out = Quotient::Out;
    #[inline(always)]
    fn coarser_stride(self, extent: S) -> Result<Self::Out, Rule> {
        Quotient::coarser_extent(extent)
    }
}
impl<D, P, S, S1, D1: IntoBits> CoarserStride<P, S> for Xor<D>
where
    D: CoarserStride<P, S, Out = Mode<S1, D1>>,
{
    type Out = Mode<S1, D1::Out>;
    #[inline(always)]
    fn coarser_stride(self, extent: S) -> Result<Self::Out, Rule> {
        let Mode { shape, stride } = self.0.coarser_stride(extent)?;
        Ok(mode(shape, stride.into_bits()))
    }
}
// The last mode of a run has no end: where nothing is left of its extent its stride is still one element.
impl<I: Index, A: Index, P> CoarserStride<P, Dyn<A>> for Dyn<I>
where
    Static<P>: LeafIn<I>,
    Dyn<A>: LeafIn<I>,
{
    type Out = Mode<Self, Self>;
    #[inline(always)]
    fn coarser_stride(self, extent: Dyn<A>) -> Result<Self::Out, Rule> {
        let times = Static::<P>::new().try_get_in()?;
        let (extent, stride) = upcast_leaf((extent.try_get_in()?, self.0), times)?;
        let whole = self.0.rem(times) == I::ZERO;
        Ok(mode(Dyn(extent), Dyn(if whole { stride } else { I::ONE })))
    }
}
impl<I: Index, E, P> CoarserStride<P, Static<E>> for Dyn<I>
where
    Static<P>: LeafIn<I>,
    Static<E>: LeafIn<I>,
{
    type Out = Mode<Static<E>, Self>;
    #[inline(always)]
    fn coarser_stride(self, extent: Static<E>) -> Result<Self::Out, Rule> {
        let of = extent.try_get_in()?;
        let (cast, stride) = upcast_leaf((of, self.0), Static::<P>::new().try_get_in()?)?;
        if cast != of {
            return Err(Rule::StaticExtent { extent: extent.number(), stride: self.number() });
        }
        Ok(mode(extent, Dyn(stride)))
    }
}
/// The mode of extent `S`, of elements `P` times as large. `Self` is the quotient of its stride, or [`Inexact`] along
/// elements.
pub trait CoarserExtent<P, S> {
    /// The mode.
    type Out;
    /// The mode.
    fn coarser_extent(extent: S) -> Result<Self::Out, Rule>;
}
macro_rules! multiple {
    ($([$($g:ident)*] $quotient:ty;)*) => {$(
        impl<P, S, $($g),*> CoarserExtent<P, S> for $quotient {
            type Out = Mode<S, Static<Self>>;
            #[inline(always)]
            fn coarser_extent(extent: S) -> Result<Self::Out, Rule> {
                Ok(mode(extent, Static::new()))
            }
        }
    )*};
}
multiple! {
    [] UTerm;
    [U B] UInt<U, B>;
}
impl<E: ExactDiv<P>, P> CoarserExtent<P, Static<E>> for Inexact
where
    Static<E::Out>: Known,
{
    type Out = Mode<Static<E::Out>, Static<U1>>;
    #[inline(always)]
    fn coarser_extent(_: Static<E>) -> Result<Self::Out, Rule> {
        Ok(mode(Known::VALUE, Static::new()))
    }
}
impl<A: Index, P> CoarserExtent<P, Dyn<A>> for Inexact
where
    Static<P>: LeafIn<A>,
{
    type Out = Mode<Dyn<A>, Static<U1>>;
    #[inline(always)]
    fn coarser_extent(extent: Dyn<A>) -> Result<Self::Out, Rule> {
        let (extent, _) = upcast_leaf((extent.0, A::ONE), Static::<P>::new().try_get_in()?)?;
        Ok(mode(Dyn(extent), Static::new()))
    }
}
