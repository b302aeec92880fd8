//! Shapes with a part of one mode.

use core::ops::Sub;

use frunk_core::hlist::HCons;
use typenum::{B1, Sub1, UInt, UTerm};

use crate::layout::modes::cons;
use crate::layout::slice::Part;
use crate::leaf::int::{Dyn, Index, Leaf, Static};

/// Shapes whose mode `K`, a typenum integer, is an integer. A leaf is its own only mode.
pub trait PartAt<K>: Copy {
    /// The shape with a dynamic extent in its place, of the same integer type.
    type Out: Copy;
    /// The extent of the mode.
    fn extent_at(self) -> usize;
    /// The shape with `count` in its place, which is at most that extent.
    fn part_at(self, count: usize) -> Self::Out;
}
macro_rules! only_mode {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> PartAt<UTerm> for $t
        where
            Self: Part,
        {
            type Out = <Self as Part>::Out;
            #[inline(always)]
            fn extent_at(self) -> usize {
                self.get()
            }
            #[inline(always)]
            fn part_at(self, count: usize) -> Self::Out {
                Self::part(count)
            }
        }
    )*};
}
only_mode! {
    [N] Static<N>;
    [I: Index] Dyn<I>;
}
impl<H: Leaf + Part, T: Copy> PartAt<UTerm> for HCons<H, T> {
    type Out = HCons<H::Out, T>;
    #[inline(always)]
    fn extent_at(self) -> usize {
        self.head.get()
    }
    #[inline(always)]
    fn part_at(self, count: usize) -> Self::Out {
        cons(H::part(count), self.tail)
    }
}
impl<H: Copy, T, U, B> PartAt<UInt<U, B>> for HCons<H, T>
where
    UInt<U, B>: Sub<B1>,
    T: PartAt<Sub1<UInt<U, B>>>,
{
    type Out = HCons<H, T::Out>;
    #[inline(always)]
    fn extent_at(self) -> usize {
        self.tail.extent_at()
    }
    #[inline(always)]
    fn part_at(self, count: usize) -> Self::Out {
        cons(self.head, self.tail.part_at(count))
    }
}
