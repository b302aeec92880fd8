//! XOR strides and coordinates where the types have no result. The types read, slice and divide layouts with XOR
//! strides, and do nothing else with them. Layouts into coordinates have no inverses and complements in the types, and
//! so no products, and no divides by such layouts. Neither kind may be on the right of a composition or serve as a
//! thread-value layout.
//!
//! The value level has all of this, and so do literals in the macros. Each impl here is the verdict that says so.

use tilework_algebra::Error;

use crate::layout::Layout;
use crate::layout::codomain::{Bits, Integers, Points, Zero};
use crate::operation::layout_like::LikeKind;
use crate::operation::max_common::CommonUnder;
use crate::operation::sort::SortKind;
use crate::operation::thread_value::WithinOf;
use crate::verdict::{Bad, rule};

/// The verdicts.
type OfBits = Bad<rule::OfBits, (), (), ()>;
type OfPoints = Bad<rule::OfPoints, (), (), ()>;
/// The verdict in place of a layout.
type NoLayout = Layout<OfBits, OfBits>;
fn no_layout() -> NoLayout {
    Layout::sound(Bad::new(), Bad::new())
}

macro_rules! within {
    ($($kind:ident $verdict:ident;)*) => {$(
        impl<T, L, F> WithinOf<T, L, F> for $kind {
            type Verdict = $verdict;
            fn within_of(_: L, _: T) -> Result<bool, Error> {
                Ok(false)
            }
        }
    )*};
}
within! {
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
// Either of two layouts may have such strides.
macro_rules! either {
    ($($kind:ident $other:ident;)*) => {$(
        impl<A, B> CommonUnder<$other, A, B> for $kind {
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
