//! Modes of stride 0 where the order of the others is not known.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt, UTerm};

use super::{Ceil, Exact};
use crate::layout::modes::Mode;
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::operation::sort::Unsorted;
use crate::verdict::Position;

/// Sorted modes. Where the order is not known, but a stride of the modes `M` is statically 0, that decides
/// if it counts.
pub trait OrBroadcast<M, R, J> {
    /// `Self`, or [`Broadcasting`].
    type Out;
    /// `Self`, or [`Broadcasting`].
    fn or_broadcast(self) -> Self::Out;
}
macro_rules! sorted {
    ($([$($g:ident)*] $sorted:ty, $rounding:ty;)*) => {$(
        impl<$($g,)* M, J> OrBroadcast<M, $rounding, J> for $sorted {
            type Out = Self;
            #[inline(always)]
            fn or_broadcast(self) -> Self {
                self
            }
        }
    )*};
}
sorted! {
    [R] HNil, R;
    [P T R] HCons<P, T>, R;
    [K] Unsorted<K>, Ceil;
}
impl<M: FirstZero<J, Self>, J, K> OrBroadcast<M, Exact, J> for Unsorted<K> {
    type Out = M::Out;
    fn or_broadcast(self) -> M::Out {
        M::first_zero(self)
    }
}
/// Modes of which that of extent `S` at `J` has the stride 0.
pub struct Broadcasting<S, J>(PhantomData<(S, J)>);
/// The first of the modes `Self` whose stride is statically 0 and whose extent is not 1, else `L`.
pub trait FirstZero<J, L> {
    /// [`Broadcasting`] or `L`.
    type Out;
    /// [`Broadcasting`] or `L`.
    fn first_zero(list: L) -> Self::Out;
}
impl<J, L> FirstZero<J, L> for HNil {
    type Out = L;
    fn first_zero(list: L) -> L {
        list
    }
}
impl<S, T, J: Position, L, F> FirstZero<J, L> for HCons<Mode<S, Static<UTerm>>, T>
where
    S: Leaf<IsOne = F>,
    F: FirstZeroUnless<S, T, J, L>,
{
    type Out = F::Out;
    fn first_zero(list: L) -> F::Out {
        F::first_zero_unless(list)
    }
}
macro_rules! not_zero {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<$($g,)* S, T: FirstZero<J::After, L>, J: Position, L> FirstZero<J, L>
            for HCons<Mode<S, $stride>, T>
        {
            type Out = T::Out;
            fn first_zero(list: L) -> T::Out {
                T::first_zero(list)
            }
        }
    )*};
}
not_zero! {
    [U B] Static<UInt<U, B>>;
    [I] Dyn<I>;
}
/// The mode of extent `S` at `J` if `Self` is false, else the first such mode of `T`.
pub trait FirstZeroUnless<S, T, J, L> {
    /// [`Broadcasting`] or `L`.
    type Out;
    /// [`Broadcasting`] or `L`.
    fn first_zero_unless(list: L) -> Self::Out;
}
impl<S, T, J, L> FirstZeroUnless<S, T, J, L> for B0 {
    type Out = Broadcasting<S, J>;
    fn first_zero_unless(_: L) -> Self::Out {
        Broadcasting(PhantomData)
    }
}
impl<S, T: FirstZero<J::After, L>, J: Position, L> FirstZeroUnless<S, T, J, L> for B1 {
    type Out = T::Out;
    fn first_zero_unless(list: L) -> T::Out {
        T::first_zero(list)
    }
}
