//! Tuples of types as plain numbers.

use core::fmt;

use frunk_core::HList;
use frunk_core::hlist::HNil;

use crate::layout::AnyLayout;
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// A shape, or a coordinate of integers, in plain numbers: a `usize` for a leaf, and a Rust tuple for a tuple of at
/// most eight modes.
#[diagnostic::on_unimplemented(
    message = "extents: not in plain numbers: in generic code, where a mode may be nested, the sizes of modes are `let [m, n] = t.sizes()`, and of one `t.layout().extent::<0>()`; nor is a tuple of more than eight modes"
)]
pub trait Numbers: Copy {
    /// A `usize`, or a tuple.
    type Numbers: Copy + fmt::Debug + PartialEq;
    /// The numbers.
    fn numbers(self) -> Self::Numbers;
}
/// The extents of the layout `L` in plain numbers: [`Layout::extents`](crate::Layout::extents).
pub type Extents<L> = <<L as AnyLayout>::Shape as Numbers>::Numbers;

impl Numbers for usize {
    type Numbers = usize;
    #[inline(always)]
    fn numbers(self) -> usize {
        self
    }
}
impl<N> Numbers for Static<N>
where
    Self: Leaf,
{
    type Numbers = usize;
    #[inline(always)]
    fn numbers(self) -> usize {
        self.get()
    }
}
impl<I: Index> Numbers for Dyn<I> {
    type Numbers = usize;
    #[inline(always)]
    fn numbers(self) -> usize {
        self.get()
    }
}
impl Numbers for HNil {
    type Numbers = ();
    #[inline(always)]
    fn numbers(self) {}
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<$($c: Numbers),*> Numbers for HList![$($c),*] {
            type Numbers = ($($c::Numbers,)*);
            #[inline(always)]
            #[allow(non_snake_case)]
            fn numbers(self) -> Self::Numbers {
                let frunk_core::hlist_pat![$($c),*] = self;
                ($($c.numbers(),)*)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C E;
    A B C E F;
    A B C E F G;
    A B C E F G H;
    A B C E F G H J;
}
