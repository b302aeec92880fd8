//! Casts of single leaves: a leaf of a layout of elements becomes a leaf of larger or smaller elements. `recast.rs` has
//! the operations.

pub mod behind;

use frunk_core::hlist::HNil;
use tilework_algebra::steps::{downcast_leaf, upcast_leaf};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, U0, U1, UInt, UTerm};

use crate::layout::{Layout, Shape};
use crate::leaf::arithmetic::{Mul, Product};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, LARGEST, Leaf, LeafIn, Static};
use crate::operation::recast::{Before, Down, Up};
use crate::verdict::{Bad, Of, rule};

/// Casts the leaf of extent `S` with the stride `Self`, at `J`.
pub trait CastLeaf<F, S, L, J>: Sized {
    /// The layout, or the verdict.
    type Out;
    /// The layout. `unit` says whether a dynamic stride so far is 1.
    fn cast_leaf(self, extent: S, unit: &mut bool) -> Result<Self::Out, Error>;
}

// Upcast: the quotient of stride and factor decides.
impl<K, N, S, L, J, Q> CastLeaf<Up<N>, S, L, J> for Static<K>
where
    K: ExactDiv<N, Out = Q>,
    Q: UpcastStride<S, K, N, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn cast_leaf(self, extent: S, _: &mut bool) -> Result<Q::Out, Error> {
        Q::upcast_stride(extent)
    }
}
/// Upcast by the quotient: `Self` is the stride `K` divided by the factor `N`.
pub trait UpcastStride<S, K, N, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn upcast_stride(extent: S) -> Result<Self::Out, Error>;
}
macro_rules! divided {
    ($([$($g:tt)*] $quotient:ty;)*) => {$(
        impl<$($g)* S, K, N, L, J> UpcastStride<S, K, N, L, J> for $quotient {
            type Out = Layout<S, Static<Self>>;
            #[inline(always)]
            fn upcast_stride(extent: S) -> Result<Self::Out, Error> {
                Ok(Layout::sound(extent, Static::new()))
            }
        }
    )*};
}
divided! {
    [] UTerm;
    [U, B,] UInt<U, B>;
}
impl<S, K, N, L, J, Steps> UpcastStride<S, K, N, L, J> for Inexact
where
    N: ExactDiv<K, Out = Steps>,
    Steps: UpcastExtent<S, K, N, L, J>,
{
    type Out = Steps::Out;
    #[inline(always)]
    fn upcast_stride(extent: S) -> Result<Steps::Out, Error> {
        Steps::upcast_extent(extent)
    }
}
/// Upcast by the inverse quotient: `Self` is the factor `N` divided by the stride `K`, the number of steps to an
/// element.
pub trait UpcastExtent<S, K, N, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn upcast_extent(extent: S) -> Result<Self::Out, Error>;
}
impl<S, K, N, L, J> UpcastExtent<S, K, N, L, J> for Inexact
where
    Static<K>: Leaf,
    Static<N>: Leaf,
{
    type Out = Indivisible<L, J, Static<K>, Static<N>>;
    fn upcast_extent(_: S) -> Result<Self::Out, Error> {
        indivisible(Static::<K>::new(), Static::<N>::new())
    }
}
fn indivisible<T>(left: impl Leaf, right: impl Leaf) -> Result<T, Error> {
    let rule = Rule::Divisibility { left: left.number(), right: right.number() };
    Err(Error::new(Operation::Upcast, rule))
}
type Indivisible<L, J, X, Y> =
    Layout<Bad<rule::EitherDivides, Of<L, J>, X, Y>, Bad<rule::EitherDivides, Of<L, J>, X, Y>>;
impl<E, K, N, L, J, U, B, Q> UpcastExtent<Static<E>, K, N, L, J> for UInt<U, B>
where
    E: ExactDiv<Self, Out = Q>,
    Q: Shrunk<E, Self, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn upcast_extent(_: Static<E>) -> Result<Q::Out, Error> {
        Q::shrunk()
    }
}
impl<I: Index, K, N, L, J, U, B> UpcastExtent<Dyn<I>, K, N, L, J> for UInt<U, B>
where
    Static<K>: LeafIn<I>,
    Static<N>: LeafIn<I>,
{
    type Out = Layout<Dyn<I>, Static<U1>>;
    #[inline(always)]
    fn upcast_extent(extent: Dyn<I>) -> Result<Self::Out, Error> {
        let error = |rule| Error::new(Operation::Upcast, rule);
        let stride = Static::<K>::new().try_get_in().map_err(error)?;
        let n = Static::<N>::new().try_get_in().map_err(error)?;
        let (extent, _) = upcast_leaf((extent.0, stride), n).map_err(error)?;
        Ok(Layout::sound(Dyn(extent), Static::new()))
    }
}
/// `Self` is the extent `E` divided by the steps `M` to an element.
pub trait Shrunk<E, M, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn shrunk() -> Result<Self::Out, Error>;
}
impl<E, M, L, J> Shrunk<E, M, L, J> for UInt<UTerm, B1> {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn shrunk() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J, U, B, C> Shrunk<E, M, L, J> for UInt<UInt<U, B>, C> {
    type Out = Layout<Static<Self>, Static<U1>>;
    #[inline(always)]
    fn shrunk() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J, Q> Shrunk<E, M, L, J> for Inexact
where
    M: ExactDiv<E, Out = Q>,
    Q: WithinOne<E, M, L, J>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn shrunk() -> Result<Q::Out, Error> {
        Q::within_one()
    }
}
/// `Self` is the steps `M` to an element divided by the extent `E`.
pub trait WithinOne<E, M, L, J> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn within_one() -> Result<Self::Out, Error>;
}
impl<E, M, L, J, U, B> WithinOne<E, M, L, J> for UInt<U, B> {
    type Out = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn within_one() -> Result<Self::Out, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
}
impl<E, M, L, J> WithinOne<E, M, L, J> for Inexact
where
    Static<E>: Leaf,
    Static<M>: Leaf,
{
    type Out = Indivisible<L, J, Static<E>, Static<M>>;
    fn within_one() -> Result<Self::Out, Error> {
        indivisible(Static::<E>::new(), Static::<M>::new())
    }
}

// Downcast: the first leaf whose stride is 1 is cast differently.
impl<K, N, S, L, J, F> CastLeaf<Down<N>, S, L, J> for Static<K>
where
    Self: Leaf<IsOne = F>,
    F: DowncastStride<S, Self, N>,
{
    type Out = F::Out;
    #[inline(always)]
    fn cast_leaf(self, extent: S, unit: &mut bool) -> Result<F::Out, Error> {
        F::downcast_stride(extent, self, *unit)
    }
}
/// `Self` says whether the stride is 1.
pub trait DowncastStride<S, D, N> {
    /// The layout.
    type Out;
    /// The layout. `unit` says whether a dynamic stride before this one is 1.
    fn downcast_stride(extent: S, stride: D, unit: bool) -> Result<Self::Out, Error>;
}
const OVERFLOW: Error = Error::new(Operation::Downcast, Rule::Overflow);
impl<S: Mul<Static<N>>, D, N> DowncastStride<S, D, N> for B1
where
    Static<N>: Leaf,
{
    type Out = Layout<Product<S, Static<N>>, D>;
    #[inline(always)]
    fn downcast_stride(extent: S, stride: D, unit: bool) -> Result<Self::Out, Error> {
        if unit {
            let factor = Static::<N>::new().number();
            return Err(Error::new(Operation::Downcast, Rule::StaticStride { factor }));
        }
        let extent = extent.checked_mul(Static::new()).ok_or(OVERFLOW)?;
        Ok(Layout::sound(extent, stride))
    }
}
impl<S: Leaf, D: Mul<Static<N>>, N> DowncastStride<S, D, N> for B0 {
    type Out = Layout<S, Product<D, Static<N>>>;
    #[inline(always)]
    fn downcast_stride(extent: S, stride: D, _: bool) -> Result<Self::Out, Error> {
        match stride.checked_mul(Static::new()) {
            Some(stride) if stride.get() as u64 <= LARGEST => Ok(Layout::sound(extent, stride)),
            // No coordinate moves by it.
            _ if extent.get() == 1 => Ok(Layout::sound(extent, Shape::BLANK)),
            _ => Err(OVERFLOW),
        }
    }
}

// After the mode along which elements are adjacent, other modes are only scaled.
macro_rules! behind {
    ($([$g:ident] $stride:ty;)*) => {$(
        impl<$g, N, S, L, J, R> CastLeaf<Down<N, Before>, S, L, J> for $stride
        where
            B0: DowncastStride<S, Self, N, Out = R>,
        {
            type Out = R;
            #[inline(always)]
            fn cast_leaf(self, extent: S, _: &mut bool) -> Result<R, Error> {
                <B0 as DowncastStride<S, Self, N>>::downcast_stride(extent, self, false)
            }
        }
    )*};
}
behind! {
    [K] Static<K>;
    [I] Dyn<I>;
}
// Coordinates are no places in memory.
macro_rules! coordinates {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<$($g,)* C, S, L, J> CastLeaf<C, S, L, J> for $stride {
            type Out = Layout<NoElements<L>, NoElements<L>>;
            fn cast_leaf(self, _: S, _: &mut bool) -> Result<Self::Out, Error> {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }
    )*};
}
coordinates! {
    [N P] Basis<N, P>;
    [T] ArithmeticTuple<T>;
}
type NoElements<L> = Bad<rule::NoElements, Of<L>, HNil, HNil>;

// A dynamic stride. A dynamic extent is cast with it at run time; a static one stays.
macro_rules! dynamic_stride {
    ($($cast:ident $leaf:ident $operation:ident;)*) => {$(
        impl<I: Index, A: Index, N, L, J> CastLeaf<$cast<N>, Dyn<A>, L, J> for Dyn<I>
        where
            Static<N>: LeafIn<I>,
            Dyn<A>: LeafIn<I>,
        {
            type Out = Layout<Self, Self>;
            #[inline(always)]
            fn cast_leaf(self, extent: Dyn<A>, unit: &mut bool) -> Result<Self::Out, Error> {
                let error = |rule| Error::new(Operation::$operation, rule);
                let n = Static::<N>::new().try_get_in().map_err(error)?;
                let extent = extent.try_get_in().map_err(error)?;
                let (extent, stride) = $leaf((extent, self.0), n, unit).map_err(error)?;
                Ok(Layout::sound(Dyn(extent), Dyn(stride)))
            }
        }
        impl<I: Index, E, N, L, J> CastLeaf<$cast<N>, Static<E>, L, J> for Dyn<I>
        where
            Static<N>: LeafIn<I>,
            Static<E>: LeafIn<I>,
        {
            type Out = Layout<Static<E>, Self>;
            #[inline(always)]
            fn cast_leaf(self, extent: Static<E>, unit: &mut bool) -> Result<Self::Out, Error> {
                let error = |rule| Error::new(Operation::$operation, rule);
                let n = Static::<N>::new().try_get_in().map_err(error)?;
                let of = extent.try_get_in().map_err(error)?;
                let (cast, stride) = $leaf((of, self.0), n, unit).map_err(error)?;
                if cast != of {
                    let (extent, stride) = (extent.number(), self.number());
                    return Err(error(Rule::StaticExtent { extent, stride }));
                }
                Ok(Layout::sound(extent, Dyn(stride)))
            }
        }
    )*};
}
dynamic_stride! {
    Up larger Upcast;
    Down smaller Downcast;
}
#[inline(always)]
fn larger<I: Index>(leaf: (I, I), n: I, _: &mut bool) -> Result<(I, I), Rule> {
    upcast_leaf(leaf, n)
}
#[inline(always)]
fn smaller<I: Index>((s, d): (I, I), n: I, unit: &mut bool) -> Result<(I, I), Rule> {
    if !*unit && d == I::ONE {
        *unit = true;
        return downcast_leaf((s, d), n);
    }
    match d.checked_mul(n) {
        Some(stride) if stride.to_usize() as u64 <= LARGEST => Ok((s, stride)),
        // No coordinate moves by it.
        _ if s == I::ONE => Ok((s, I::ZERO)),
        _ => Err(Rule::Overflow),
    }
}
