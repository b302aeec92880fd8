//! The numbers of a verdict as values, for code that inspects it.

use frunk_core::hlist::{HCons, HNil};
use typenum::Unsigned;

use super::readable::Count;
use super::{First, LastOf, Next, Place, Within, every, of_the_complement};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::operation::kind::Number;

/// Something that a verdict names: a number, or another type.
pub trait Named {
    /// The number, if it is one and static.
    const NUMBER: Option<u64>;
}
impl<N: Number> Named for Static<N> {
    const NUMBER: Option<u64> = N::STATIC;
}
macro_rules! no_numbers {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g),*> Named for $t {
            const NUMBER: Option<u64> = None;
        }
    )*};
}
no_numbers! {
    [] ();
    [] HNil;
    [H T] HCons<H, T>;
    [I] Dyn<I>;
    [N P] Basis<N, P>;
    [T] ArithmeticTuple<T>;
    [] every;
    [] of_the_complement;
}
macro_rules! counted {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g),*> Named for $t
        where
            Self: Count<Number: Unsigned>,
        {
            const NUMBER: Option<u64> = Some(<<Self as Count>::Number as Unsigned>::U64);
        }
    )*};
}
counted! {
    [] First;
    [J] Next<J>;
    [J K] Within<J, K>;
    [B E] LastOf<B, E>;
}

/// The place of a verdict.
pub trait At {
    /// The mode, if it is one mode.
    const MODE: Option<u64>;
}
impl At for () {
    const MODE: Option<u64> = None;
}
impl<A, B, J: Named> At for Place<A, B, J> {
    const MODE: Option<u64> = J::NUMBER;
}
