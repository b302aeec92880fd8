//! XOR strides where the types have no result: of what has such they read, slice and divide, and no more.
//!
//! Values have the rest, and literals in the macros. Each impl here is the verdict that says so.

use tilework_algebra::Error;

use crate::layout::Layout;
use crate::layout::codomain::{Bits, Integers, Zero};
use crate::leaf::xor::Xor;
use crate::operation::cast::CastLeaf;
use crate::operation::complement::LeaveOf;
use crate::operation::complement_ext::LeaveExtOf;
use crate::operation::composition::ComposeKind;
use crate::operation::divide::DivideKind;
use crate::operation::layout_like::LikeKind;
use crate::operation::left_inverse::InvertLeftOf;
use crate::operation::locate::LocateKinds;
use crate::operation::max_common::Inverted;
use crate::operation::right_inverse::InvertRightOf;
use crate::operation::sorted::SortKind;
use crate::operation::thread_value::WithinOf;
use crate::verdict::{Bad, rule};

/// The verdict.
type OfBits = Bad<rule::OfBits, (), (), ()>;
/// The verdict in place of a layout.
type NoLayout = Layout<OfBits, OfBits>;
fn no_layout() -> NoLayout {
    Layout::sound(Bad::new(), Bad::new())
}

macro_rules! refused {
    ($([$($g:tt)*] $operation:ty, $function:ident($($arg:ty),*);)*) => {$(
        impl<$($g)*> $operation for Bits {
            type Out = NoLayout;
            fn $function($(_: $arg),*) -> Result<NoLayout, Error> {
                Ok(no_layout())
            }
        }
    )*};
}
refused! {
    [L, N, R] LeaveOf<L, N, R>, leave_of(L, N);
    [L] LeaveExtOf<L>, leave_ext_of(L);
    [L] InvertRightOf<L>, invert_right_of(L);
    [L] InvertLeftOf<L>, invert_left_of(L);
    [A, B, J, R] DivideKind<A, B, J, R>, divide_kind(A, B, usize);
}
// On the right side.
impl<A, B, J> ComposeKind<A, B, J> for Bits {
    type Out = NoLayout;
    fn compose_kind(_: A, _: B, _: usize) -> Result<NoLayout, Error> {
        Ok(no_layout())
    }
    fn stays_within(_: &A, _: &B) -> bool {
        false
    }
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
impl<T, L, F> WithinOf<T, L, F> for Bits {
    type Verdict = OfBits;
    fn within_of(_: L, _: T) -> Result<bool, Error> {
        Ok(false)
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
