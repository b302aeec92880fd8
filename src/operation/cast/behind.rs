//! Casts of leaves after others: after the first stride of 1, no leaf is along adjacent elements.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B1, UInt, UTerm};

use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::operation::recast::{Before, Down, FromHere, Up};
use crate::verdict::Bad;

/// A cast leaf by leaf.
pub trait CastBy {
    /// The cast of the leaves after a static stride of 1.
    type BehindOne: CastBy;
}
impl<N> CastBy for Up<N> {
    type BehindOne = Self;
}
macro_rules! smaller {
    ($($unit:ident)*) => {$(
        impl<N> CastBy for Down<N, $unit> {
            type BehindOne = Down<N, Before>;
        }
    )*};
}
smaller!(FromHere Before);

/// Strides after which other leaves are cast. rustc proves nothing about associated types with parameters, so it visits
/// the leaves after them only once.
pub trait Behind {
    /// The cast of the leaves after this stride, if this one is cast by `F`.
    type Next<F: CastBy>: CastBy;
}
impl Behind for Static<UInt<UTerm, B1>> {
    type Next<F: CastBy> = F::BehindOne;
}
macro_rules! others {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<$($g),*> Behind for $stride {
            type Next<F: CastBy> = F;
        }
    )*};
}
others! {
    [] Static<UTerm>;
    [U B C] Static<UInt<UInt<U, B>, C>>;
    [I] Dyn<I>;
    [N P] Basis<N, P>;
    [T] ArithmeticTuple<T>;
    [N] Xor<N>;
    [] HNil;
    // The verdict has reported the error already.
    [R At X Y] Bad<R, At, X, Y>;
}
impl<H: Behind, T: Behind> Behind for HCons<H, T> {
    type Next<F: CastBy> = T::Next<H::Next<F>>;
}
