//! XOR strides and coordinates where the types have no result. Of what has XOR strides they read, slice and divide, and no
//! more; of layouts into coordinates there are no inverses and complements, nor what is made of such: products, and divides by
//! them. None of both stand on the right of a composition, as a thread-value layout does.
//!
//! Values have the rest, and literals in the macros. Each impl here is the verdict that says so.

use tilework_algebra::Error;

use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::{Layout, Parts};
use crate::leaf::xor::Xor;
use crate::operation::cast::CastLeaf;
use crate::operation::composition::ComposeKind;
use crate::operation::divide::DivideKind;
use crate::operation::layout_like::LikeKind;
use crate::operation::left_inverse::InvertingLeft;
use crate::operation::locate::LocateKinds;
use crate::operation::max_common::Inverted;
use crate::operation::right_inverse::InvertingRight;
use crate::operation::sorted::SortKind;
use crate::operation::thread_value::WithinOf;
use crate::sorts::Generally;
use crate::verdict::{Bad, rule};

/// The verdicts.
type OfBits = Bad<rule::OfBits, (), (), ()>;
type OfPoints = Bad<rule::OfPoints, (), (), ()>;
/// The verdict in place of a layout.
type NoLayout = Layout<OfBits, OfBits>;
fn no_layout() -> NoLayout {
    Layout::sound(Bad::new(), Bad::new())
}

macro_rules! refused {
    ($($kind:ident $verdict:ident: [$($g:tt)*] $operation:ty, $function:ident($($arg:ty),*);)*) => {$(
        impl<$($g)*> $operation for $kind {
            type Out = Layout<$verdict, $verdict>;
            fn $function($(_: $arg),*) -> Result<Self::Out, Error> {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }
    )*};
}
refused! {
    Bits OfBits: [A, B, J, R] DivideKind<A, B, J, R>, divide_kind(A, B, usize);
    Points OfPoints: [A, B, J, R] DivideKind<A, B, J, R>, divide_kind(A, B, usize);
    Bits OfBits: [L] OnlyIntegers<L>, only_integers(L);
    Points OfPoints: [L] OnlyIntegers<L>, only_integers(L);
}
/// What an operation on one layout that is for integers alone makes of a layout whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(message = "codomain: the strides are not of one integer-semimodule")]
pub trait OnlyIntegers<L> {
    /// The verdict in place of a layout.
    type Out: Parts;
    /// The same.
    fn only_integers(layout: L) -> Result<Self::Out, Error>;
}
// Only a verdict comes here: layouts of integers are for functions of sorts.
impl<L: Parts> OnlyIntegers<L> for Zero {
    type Out = L;
    fn only_integers(layout: L) -> Result<L, Error> {
        Ok(layout)
    }
}
macro_rules! only_integers {
    ($($operation:ident)*) => {$(
        impl<S, D, J, K> Generally<Layout<S, D>, (), J> for $operation
        where
            D: Kind<Out = K>,
            K: OnlyIntegers<Layout<S, D>>,
        {
            type Out = K::Out;
            fn generally(layout: Layout<S, D>, _: (), _: usize) -> Result<K::Out, Error> {
                K::only_integers(layout)
            }
            fn stays_within(_: &Layout<S, D>, _: &()) -> bool {
                false
            }
        }
    )*};
}
only_integers!(InvertingRight InvertingLeft);

// On the right side.
macro_rules! on_the_right {
    ($($kind:ident $verdict:ident;)*) => {$(
        impl<A, B, J> ComposeKind<A, B, J> for $kind {
            type Out = Layout<$verdict, $verdict>;
            fn compose_kind(_: A, _: B, _: usize) -> Result<Self::Out, Error> {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
            fn stays_within(_: &A, _: &B) -> bool {
                false
            }
        }
        impl<T, L, F> WithinOf<T, L, F> for $kind {
            type Verdict = $verdict;
            fn within_of(_: L, _: T) -> Result<bool, Error> {
                Ok(false)
            }
        }
    )*};
}
on_the_right! {
    Bits OfBits;
    Points OfPoints;
}
impl<L> SortKind<L> for Bits {
    type Out = NoLayout;
    fn sort_kind(_: L) -> NoLayout {
        no_layout()
    }
}
impl<S, D> LikeKind<S, D> for Bits {
    type Out = NoLayout;
    fn like_kind(_: Layout<S, D>) -> NoLayout {
        no_layout()
    }
}
impl<F, S, D, L, J> CastLeaf<F, S, L, J> for Xor<D> {
    type Out = NoLayout;
    fn cast_leaf(self, _: S, _: &mut bool) -> Result<NoLayout, Error> {
        Ok(no_layout())
    }
}

// Of two layouts either may have them.
macro_rules! either {
    ($($kind:ident $other:ident;)*) => {$(
        impl<A, B> Inverted<A, B, $other> for $kind {
            type Out = NoLayout;
        }
        impl<A, B> LocateKinds<$other, A, B> for $kind {
            type Out = NoLayout;
        }
    )*};
}
either! {
    Bits Zero;
    Bits Integers;
    Bits Bits;
    Zero Bits;
    Integers Bits;
}
