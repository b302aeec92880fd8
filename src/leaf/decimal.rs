//! Readable names, which errors print instead of typenum's binary digits.
//!
//! They are computed only for an error. `Static<UInt<UInt<UTerm, B1>, B1>>` reads `_3`, a tuple of leaves reads as a
//! tuple, and larger numbers read in groups of thousands: `Thousands<_1, _048, _576>` is 1048576.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, NInt, NonZero, PInt, U1000, UInt, UTerm, Unsigned, Z0};

use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::number::{Division, Floor, Number};
use crate::leaf::xor::Xor;

/// A type that errors print under another name.
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
/// An XOR stride, `f<_9>` for `f9`.
#[allow(non_camel_case_types)]
pub struct f<N>(PhantomData<N>);
impl<N: Readable> Readable for Xor<N> {
    type Name = f<N::Name>;
}
/// A swizzle, `Sw<_3, _4, minus<_3>>` for `Sw<3,4,-3>`.
pub struct Sw<B, M, S>(PhantomData<(B, M, S)>);
/// A negative number.
#[allow(non_camel_case_types)]
pub struct minus<N>(PhantomData<N>);
impl Readable for Z0 {
    type Name = names::_0;
}
impl<N: Unsigned + NonZero + Decimal> Readable for PInt<N> {
    type Name = N::Name;
}
impl<N: Unsigned + NonZero + Decimal> Readable for NInt<N> {
    type Name = minus<N::Name>;
}
impl<N: Readable, P: BasisName> Readable for Basis<N, P> {
    type Name = P::Times<N::Name>;
}
/// The sum of the terms `T`.
pub struct SumOf<T>(PhantomData<T>);
impl<T: Readable> Readable for ArithmeticTuple<T> {
    type Name = SumOf<T::Name>;
}
/// The name of the basis element of a place.
pub trait BasisName {
    /// `N` times it.
    type Times<N>;
}
macro_rules! basis {
    ($($e:ident $place:ident)*) => {$(
        #[doc = concat!("`N ", stringify!($e), "`, by itself `", stringify!($e), "`.")]
        #[allow(non_camel_case_types)]
        pub struct $e<N = names::_1>(PhantomData<N>);
        impl BasisName for HCons<typenum::$place, HNil> {
            type Times<N> = $e<N>;
        }
    )*};
}
basis!(e0 U0 e1 U1 e2 U2 e3 U3 e4 U4 e5 U5 e6 U6 e7 U7);
/// `N e(P)` for any other place; `e<P>` has the multiple 1.
#[allow(non_camel_case_types)]
pub struct e<P, N = names::_1>(PhantomData<(P, N)>);
impl<U, A, B, C, D> BasisName for HCons<UInt<UInt<UInt<UInt<U, A>, B>, C>, D>, HNil>
where
    UInt<UInt<UInt<UInt<U, A>, B>, C>, D>: Decimal,
{
    type Times<N> = e<<UInt<UInt<UInt<UInt<U, A>, B>, C>, D> as Decimal>::Name, N>;
}
impl<N: Decimal, M: Decimal> BasisName for HCons<N, HCons<M, HNil>> {
    type Times<K> = e<(N::Name, M::Name), K>;
}
impl<N: Decimal, M: Decimal, H: Decimal, T> BasisName for HCons<N, HCons<M, HCons<H, T>>> {
    type Times<K> = e<(N::Name, M::Name, H::Name, AndMore), K>;
}
impl Readable for HNil {
    type Name = ();
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
/// Further modes, which are not printed.
pub struct AndMore;

/// The names of 0 to 8 in turn, and [`AndMore`] for larger counts.
pub trait CountName {
    /// The name of the next count.
    type Next: CountName;
}
macro_rules! next {
    ($($name:ty: $next:ty;)*) => {$(
        impl CountName for $name {
            type Next = $next;
        }
    )*};
}
next! {
    names::_0: names::_1;
    names::_1: names::_2;
    names::_2: names::_3;
    names::_3: names::_4;
    names::_4: names::_5;
    names::_5: names::_6;
    names::_6: names::_7;
    names::_7: names::_8;
    names::_8: AndMore;
    AndMore: AndMore;
}
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

/// A number in groups of 3 digits, the highest first.
pub struct Thousands<A, B, C = (), D = (), E = (), F = (), G = (), H = ()>(
    PhantomData<(A, B, C, D, E, F, G, H)>,
);

/// The decimal name of a typenum integer.
pub trait Decimal {
    /// `_0` to `_1023`, or [`Thousands`].
    type Name;
}
impl<N: Find<names::Names, Entry: NameOr<InGroups<N>>>> Decimal for N {
    type Name = <N::Entry as NameOr<InGroups<N>>>::Name;
}
/// A number below 1000 with three digits.
pub trait Padded {
    /// `_000` to `_999`
    type Name;
}
impl<N: Find<names::PaddedNames, Entry: NameOr<Static<N>>>> Padded for N {
    type Name = <N::Entry as NameOr<Static<N>>>::Name;
}

/// The entry of a number in a table of names. It has the entries of twice the number and of twice the number plus one.
pub struct Entry<Name, Even = Beyond, Odd = Beyond>(PhantomData<(Name, Even, Odd)>);
/// The end of a table.
pub struct Beyond;
/// The parts of an entry.
pub trait Entries {
    /// The entry of twice the number.
    type Even;
    /// The entry of one more than that.
    type Odd;
}
impl<Name, Even, Odd> Entries for Entry<Name, Even, Odd> {
    type Even = Even;
    type Odd = Odd;
}
impl Entries for Beyond {
    type Even = Beyond;
    type Odd = Beyond;
}
/// A typenum integer as an index into a table; the table is the entry of 0.
pub trait Find<Table> {
    /// Its entry.
    type Entry;
}
impl<T> Find<T> for UTerm {
    type Entry = T;
}
impl<T, U: Find<T, Entry: Entries>> Find<T> for UInt<U, B0> {
    type Entry = <U::Entry as Entries>::Even;
}
impl<T, U: Find<T, Entry: Entries>> Find<T> for UInt<U, B1> {
    type Entry = <U::Entry as Entries>::Odd;
}
/// The name of an entry, or that of `Else` beyond the table.
pub trait NameOr<Else> {
    /// The name.
    type Name;
}
impl<Name, Even, Odd, Else> NameOr<Else> for Entry<Name, Even, Odd> {
    type Name = Name;
}
impl<Else: Readable> NameOr<Else> for Beyond {
    type Name = Else::Name;
}

/// The number `N` in groups of 3 digits.
pub struct InGroups<N>(PhantomData<N>);
impl<N: Groups<HNil>> Readable for InGroups<N> {
    type Name = N::Name;
}
/// A number to the left of the groups `T`.
pub trait Groups<T> {
    /// [`Thousands`]
    type Name;
}
impl<N: Number, T> Groups<T> for N
where
    Above<N>: Before<Below<N>, T>,
{
    type Name = <Above<N> as Before<Below<N>, T>>::Name;
}
/// The number without its last 3 digits. Functions compute it, because typenum's division of 62 bits is too deep for
/// rustc.
type Above<N> = <<N as Floor>::Over<U1000> as Division>::Quotient;
/// Its last 3 digits.
type Below<N> = <<N as Floor>::Over<U1000> as Division>::Remainder;
/// The digits before the last 3 digits `R` of a number, which are before the groups `T`.
pub trait Before<R, T> {
    /// See [`Groups::Name`].
    type Name;
}
impl<R: Trimmed<Out: Decimal>, T: Grouped<<R::Out as Decimal>::Name>> Before<R, T> for UTerm {
    type Name = T::Name;
}
impl<U, B, R: Trimmed<Out: Padded>, T> Before<R, T> for UInt<U, B>
where
    Self: Groups<HCons<<R::Out as Padded>::Name, T>>,
{
    type Name = <Self as Groups<HCons<<R::Out as Padded>::Name, T>>>::Name;
}
/// A number that may have leading zeros.
pub trait Trimmed {
    /// The number without them.
    type Out: Number;
}
impl Trimmed for UTerm {
    type Out = UTerm;
}
impl<U: Trimmed> Trimmed for UInt<U, B0> {
    type Out = <U::Out as Number>::Twice;
}
impl<U: Trimmed> Trimmed for UInt<U, B1> {
    type Out = UInt<U::Out, B1>;
}
/// Groups that follow the highest one, `A`.
pub trait Grouped<A> {
    /// See [`Groups::Name`].
    type Name;
}
macro_rules! grouped {
    ($($($group:ident)*;)*) => {$(
        impl<A, $($group),*> Grouped<A> for frunk_core::HList![$($group),*] {
            type Name = Thousands<A, $($group),*>;
        }
    )*};
}
grouped! {
    B;
    B C;
    B C D;
    B C D E;
    B C D E F;
    B C D E F G;
}
/// Numbers beyond every integer: only the highest groups are printed.
impl<A, B, C, D, E, F, G, H, T> Grouped<A>
    for HCons<B, HCons<C, HCons<D, HCons<E, HCons<F, HCons<G, HCons<H, T>>>>>>>
{
    type Name = Thousands<A, B, C, D, E, F, G, AndMore>;
}
/// The names.
#[allow(non_camel_case_types, missing_docs)]
pub mod names {
    use super::{Beyond, Entry};
    #[cfg(not(doc))]
    tilework_macros::decimal_names!(1023);
    // These few suffice for the documentation.
    #[cfg(doc)]
    tilework_macros::decimal_names!(8);
}
