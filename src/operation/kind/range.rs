//! Decides whether size and cosize of a layout fit `i64`, as far as the lengths of its static numbers tell.
//!
//! Computing both would take about as long as the operation that made the layout. Therefore bits are counted: those of
//! all extents together, of each stride, and of each extent with its stride. A number that is no power of 2 counts as
//! the power below it, and the offsets of modes are not added. A layout that is too large only because of that fails in
//! the build. Digits to the base 16 are counted first, because mostly there are so few that everything fits.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt, UTerm};

use super::nat::Number;
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::swizzle::Swizzle;
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::verdict::{Bad, Of, Or, Verdict, rule};

/// A result that may be larger than the operands.
pub trait InRange {
    /// The verdict of the result: the one of the operation that made it, or *overflow*.
    type Verdict: Or;
}
impl<S: Verdict + Digits<D>, D> InRange for Layout<S, D>
where
    <S::Left<Few> as Room>::Verdict<S, D>: Verdict,
{
    type Verdict = <S::Out as Or>::Or<<S::Left<Few> as Room>::Verdict<S, D>>;
}
impl<F, N, L: InRange> InRange for Composed<F, N, L> {
    type Verdict = L::Verdict;
}
impl<B, M, S> InRange for Swizzle<B, M, S> {
    type Verdict = HNil;
}

/// Room for digits.
pub trait Room {
    /// The room that remains after a digit.
    type Less: Room;
    /// This room plus one digit, unless it is [`Full`].
    type More: Room;
    /// [`Full`] if one of the two rooms is.
    type And<O: Room>: Room;
    /// The verdict on the layout `S:D`, whose digits leave this room.
    type Verdict<S, D>;
    /// The verdict `V` if it is [`Full`].
    type Or<V: Or>: Or;
}
/// Room for one digit more than `R`.
pub struct Free<R>(PhantomData<R>);
impl<R: Room> Room for Free<R> {
    type Less = R;
    type More = Free<Self>;
    type And<O: Room> = O;
    type Verdict<S, D> = HNil;
    type Or<V: Or> = HNil;
}
/// There is no room, or there were more digits.
pub struct Full;
impl Room for Full {
    type Less = Full;
    type More = Full;
    type And<O: Room> = Full;
    type Verdict<S, D> = Counted<S, D>;
    type Or<V: Or> = V;
}
type Free8<R> = Free<Free<Free<Free<Free<Free<Free<Free<R>>>>>>>>;
/// Room for the 15 digits of a number below 2^60.
type Few = Free8<Free8<Full>>;
/// Room for 62 bits: those of a number below 2^63 after its first one.
type Bits62 = Free8<Free8<Free8<Free8<Free8<Free8<Free8<Bits6>>>>>>>;
type Bits6 = Free<Free<Free<Free<Free<Free<Free<Full>>>>>>>;
/// Room for the bits of a number below 2^63.
type Bits63 = Free<Bits62>;
/// Room for the bits of two numbers whose product is below 2^63; products up to four times as large may pass.
type Bits64 = Free<Bits63>;

/// A shape with the strides `D`, by digits to the base 16.
pub trait Digits<D> {
    /// The room that the extents leave of `R`, if they are below 2^32 and all strides below 2^24. The offsets of at
    /// most 126 modes are then below 2^63.
    type Left<R: Room>: Room;
}
/// A shape with the strides `D`, by bits.
pub trait Bits<D> {
    /// The room that the bits of the extents after the first ones leave of `R`.
    type Left<R: Room>: Room;
    /// [`Full`] if a stride, or the offset of the last coordinate of a mode, does not fit.
    type Reach: Room;
}
impl Digits<HNil> for HNil {
    type Left<R: Room> = R;
}
impl Bits<HNil> for HNil {
    type Left<R: Room> = R;
    type Reach = Free<Full>;
}
impl<S: Digits<D>, ST: Digits<DT>, D, DT> Digits<HCons<D, DT>> for HCons<S, ST> {
    type Left<R: Room> = S::Left<ST::Left<R>>;
}
impl<S: Bits<D>, ST: Bits<DT>, D, DT> Bits<HCons<D, DT>> for HCons<S, ST> {
    type Left<R: Room> = S::Left<ST::Left<R>>;
    type Reach = <S::Reach as Room>::And<ST::Reach>;
}
macro_rules! strides {
    ($([$($g:ident)*] $stride:ty;)*) => {$(
        impl<S: Hexadecimal<Seven>, D: Short<Two>, $($g),*> Digits<$stride> for Static<S> {
            type Left<R: Room> = D::Or<S::Left<R>>;
        }
        impl<S: Number, D: Number, $($g),*> Bits<$stride> for Static<S> {
            type Left<R: Room> = S::Bits<R::More>;
            type Reach = <D::Bits<Bits63> as Room>::And<S::BitsBefore<D::Bits<Bits64>>>;
        }
    )*};
}
strides! {
    [] Static<D>;
    [] Xor<Static<D>>;
    [P] Basis<Static<D>, P>;
}
macro_rules! unknown {
    ($([$($g:ident)*] $shape:ty, $stride:ty;)*) => {$(
        impl<$($g),*> Digits<$stride> for $shape {
            type Left<R: Room> = R;
        }
        impl<$($g),*> Bits<$stride> for $shape {
            type Left<R: Room> = R;
            type Reach = Free<Full>;
        }
    )*};
}
unknown! {
    [N I] Static<N>, Dyn<I>;
    [N I] Static<N>, Xor<Dyn<I>>;
    [N I P] Static<N>, Basis<Dyn<I>, P>;
    [N T] Static<N>, ArithmeticTuple<T>;
    [I D] Dyn<I>, D;
    [Rule At X Y D] Bad<Rule, At, X, Y>, D;
    [N Rule At X Y] Static<N>, Bad<Rule, At, X, Y>;
}

/// One more than `K`.
pub struct Another<K>(PhantomData<K>);
type Two = Another<Another<()>>;
type Seven = Another<Another<Another<Another<Another<Two>>>>>;

/// A number of up to `K` digits to the base 16 and one more.
pub trait Hexadecimal<K> {
    /// The room that the digits leave of `R`; [`Full`] if there are more of them.
    type Left<R: Room>: Room;
}
macro_rules! one_digit {
    ($([$($bit:ident)*] $n:ty;)*) => {$(
        impl<K, $($bit),*> Hexadecimal<K> for $n {
            type Left<R: Room> = R::Less;
        }
    )*};
}
one_digit! {
    [] UTerm;
    [A] UInt<UTerm, A>;
    [A B] UInt<UInt<UTerm, A>, B>;
    [A B C] UInt<UInt<UInt<UTerm, A>, B>, C>;
    [A B C D] Bits4<UTerm, A, B, C, D>;
}
type Bits4<U, A, B, C, D> = UInt<UInt<UInt<UInt<U, A>, B>, C>, D>;
impl<U, Z, A, B, C, D> Hexadecimal<()> for Bits4<UInt<U, Z>, A, B, C, D> {
    type Left<R: Room> = Full;
}
impl<K, U, Z, A, B, C, D> Hexadecimal<Another<K>> for Bits4<UInt<U, Z>, A, B, C, D>
where
    UInt<U, Z>: Hexadecimal<K>,
{
    type Left<R: Room> = <UInt<U, Z> as Hexadecimal<K>>::Left<R::Less>;
}

/// A number of up to `K` bytes and one more.
pub trait Short<K> {
    /// `R`; [`Full`] if the number has more bytes.
    type Or<R: Room>: Room;
}
macro_rules! one_byte {
    ($([$($bit:ident)*] $n:ty;)*) => {$(
        impl<K, $($bit),*> Short<K> for $n {
            type Or<R: Room> = R;
        }
    )*};
}
one_byte! {
    [] UTerm;
    [A] UInt<UTerm, A>;
    [A B] UInt<UInt<UTerm, A>, B>;
    [A B C] UInt<UInt<UInt<UTerm, A>, B>, C>;
    [A B C D] Bits4<UTerm, A, B, C, D>;
    [A B C D E] Bits4<UInt<UTerm, A>, B, C, D, E>;
    [A B C D E F] Bits4<UInt<UInt<UTerm, A>, B>, C, D, E, F>;
    [A B C D E F G] Bits4<UInt<UInt<UInt<UTerm, A>, B>, C>, D, E, F, G>;
    [A B C D E F G H] Bits8<UTerm, A, B, C, D, E, F, G, H>;
}
type Bits8<U, A, B, C, D, E, F, G, H> = Bits4<Bits4<U, A, B, C, D>, E, F, G, H>;
impl<U, Z, A, B, C, D, E, F, G, H> Short<()> for Bits8<UInt<U, Z>, A, B, C, D, E, F, G, H> {
    type Or<R: Room> = Full;
}
impl<K, U, Z, A, B, C, D, E, F, G, H> Short<Another<K>>
    for Bits8<UInt<U, Z>, A, B, C, D, E, F, G, H>
where
    UInt<U, Z>: Short<K>,
{
    type Or<R: Room> = <UInt<U, Z> as Short<K>>::Or<R>;
}

/// Functions of numbers for counting bits.
pub trait Binary {
    /// The room that the bits of `Self` leave of `R`.
    type Bits<R: Room>: Room;
    /// The room that the bits of `2 Self` leave of `R`.
    type BitsOfTwice<R: Room>: Room;
    /// The room that the bits of `Self - 1` leave of `R`; 0 has none.
    type BitsBefore<R: Room>: Room;
}
impl Binary for UTerm {
    type Bits<R: Room> = R;
    type BitsOfTwice<R: Room> = R;
    type BitsBefore<R: Room> = R;
}
impl<V: Number> Binary for UInt<V, B0> {
    type Bits<R: Room> = V::Bits<R::Less>;
    type BitsOfTwice<R: Room> = Self::Bits<R::Less>;
    type BitsBefore<R: Room> = V::BitsBefore<R::Less>;
}
impl<V: Number> Binary for UInt<V, B1> {
    type Bits<R: Room> = V::Bits<R::Less>;
    type BitsOfTwice<R: Room> = Self::Bits<R::Less>;
    type BitsBefore<R: Room> = V::BitsOfTwice<R>;
}
impl<I> Binary for Dyn<I> {
    type Bits<R: Room> = R;
    type BitsOfTwice<R: Room> = R;
    type BitsBefore<R: Room> = R;
}

/// The layout `S:D`, whose bits are to be counted.
pub struct Counted<S, D>(PhantomData<(S, D)>);
impl<S: Bits<D>, D> Verdict for Counted<S, D> {
    type Out = <<S::Left<Bits62> as Room>::And<S::Reach> as Room>::Or<
        Bad<rule::Overflow, Of<Layout<S, D>>, HNil, HNil>,
    >;
}
