//! Readable names: what errors print instead of typenum's binary digits.
//!
//! Computed only for an error. `Static<UInt<UInt<UTerm, B1>, B1>>` reads `_3`, a tuple of
//! leaves reads as a tuple, larger numbers in groups of thousands: `Thousand<_1, _48>` is 1048.

use core::marker::PhantomData;
use core::ops;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Mod, Quot, U0, U1000, UInt, UTerm};

use crate::layout::nested::{LastOf, RankOf};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::xor::Xor;
use crate::verdict::{Extra, First, Next, Within, every};

/// A type that errors print by another name.
pub trait Readable {
    /// The name.
    type Name;
}
impl<N: Decimal> Readable for Static<N> {
    type Name = N::Name;
}
impl<I: Index> Readable for Dyn<I> {
    type Name = Dyn<I>;
}
impl<N: Readable> Readable for Xor<N> {
    type Name = Xor<N::Name>;
}
impl<N: Readable, P: PlaceName> Readable for Basis<N, P> {
    type Name = Basis<N::Name, P::Name>;
}
/// The sum of the terms `T`.
pub struct SumOf<T>(PhantomData<T>);
impl<T: Readable> Readable for ArithmeticTuple<T> {
    type Name = SumOf<T::Name>;
}
/// A place by its name.
pub trait PlaceName {
    /// A number, or a tuple of them.
    type Name;
}
impl<N: Decimal> PlaceName for HCons<N, HNil> {
    type Name = N::Name;
}
impl<N: Decimal, M: Decimal> PlaceName for HCons<N, HCons<M, HNil>> {
    type Name = (N::Name, M::Name);
}
impl<N: Decimal, M: Decimal, H: Decimal, T> PlaceName for HCons<N, HCons<M, HCons<H, T>>> {
    type Name = (N::Name, M::Name, H::Name, AndMore);
}
impl Readable for HNil {
    type Name = ();
}
impl Readable for every {
    type Name = every;
}
macro_rules! tuples {
    ($($($leaf:ident)*;)*) => {$(
        impl<$($leaf: Readable),*> Readable for frunk_core::HList![$($leaf),*] {
            type Name = ($($leaf::Name,)*);
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
}
/// Some modes more than are printed.
pub struct AndMore;
impl<A, B, C, D, E, F, G, H, I, T> Readable
    for HCons<A, HCons<B, HCons<C, HCons<D, HCons<E, HCons<F, HCons<G, HCons<H, HCons<I, T>>>>>>>>>
where
    A: Readable,
    B: Readable,
    C: Readable,
    D: Readable,
    E: Readable,
    F: Readable,
    G: Readable,
    H: Readable,
{
    type Name = (A::Name, B::Name, C::Name, D::Name, E::Name, F::Name, G::Name, H::Name, AndMore);
}

/// Counts positions.
pub trait Count {
    /// A typenum integer.
    type Number;
}
impl Count for First {
    type Number = U0;
}
impl<J: Count> Count for Next<J>
where
    J::Number: ops::Add<B1>,
{
    type Number = typenum::Add1<J::Number>;
}
impl<J: Count, K> Count for Within<J, K> {
    type Number = J::Number;
}
impl<J: Count> Count for Extra<HNil, J> {
    type Number = J::Number;
}
impl<H, T, J> Count for Extra<HCons<H, T>, J>
where
    Extra<T, J>: Count<Number: ops::Add<B1>>,
{
    type Number = typenum::Add1<<Extra<T, J> as Count>::Number>;
}
impl Count for RankOf<HNil> {
    type Number = U0;
}
impl<H, T> Count for RankOf<HCons<H, T>>
where
    RankOf<T>: Count<Number: ops::Add<B1>>,
{
    type Number = typenum::Add1<<RankOf<T> as Count>::Number>;
}
impl<B, E> Count for LastOf<B, E>
where
    B: ops::Add<B1>,
    typenum::Add1<B>: typenum::Max<E, Output: ops::Sub<B1>>,
{
    type Number = typenum::Sub1<typenum::Maximum<typenum::Add1<B>, E>>;
}
macro_rules! positions {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g),*> Readable for $t
        where
            Self: Count<Number: Decimal>,
        {
            type Name = <<Self as Count>::Number as Decimal>::Name;
        }
    )*};
}
positions! {
    [] First;
    [J] Next<J>;
    [J K] Within<J, K>;
    [T J] Extra<T, J>;
    [L] RankOf<L>;
    [B E] LastOf<B, E>;
}

/// `1000 * Q + R`
pub struct Thousand<Q, R>(PhantomData<(Q, R)>);

/// A typenum integer by its decimal name.
pub trait Decimal {
    /// `_0` to `_1023`, or [`Thousand`].
    type Name;
}
/// The name of the number `N = 32 H + Self`, of more than 5 bits. `Self` is one of the names.
///
/// Impls of one trait for numbers of all values would be compared in pairs, half a million of them:
/// rustc does so only where the type in front is the same.
pub trait Above<H, N> {
    /// See [`Decimal::Name`].
    type Name;
}
impl<U, A, B, C, D, E, F, N, L> Above<UInt<UInt<UInt<UInt<UInt<UInt<U, A>, B>, C>, D>, E>, F>, N>
    for L
where
    N: ops::Div<U1000> + ops::Rem<U1000>,
    Quot<N, U1000>: Decimal,
    Mod<N, U1000>: Decimal,
{
    type Name = Thousand<<Quot<N, U1000> as Decimal>::Name, <Mod<N, U1000> as Decimal>::Name>;
}

/// The names.
#[allow(non_camel_case_types, missing_docs)]
pub mod names {
    use super::{Above, B0, B1, Decimal, UInt, UTerm};
    #[cfg(not(doc))]
    tilework_macros::decimal_names!(1023);
    // One is enough for the documentation.
    #[cfg(doc)]
    tilework_macros::decimal_names!(0);
}
