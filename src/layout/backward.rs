//! Backward strides: the strides of a mode whose coordinates are visited from the last to the first.
//!
//! Strides and offsets are natural numbers here. Therefore `-d` is the number `2^32 - d`, and offsets are counted
//! modulo `2^32`. If `usize` has more bits than that, the offsets themselves are those of an ordinary layout.

use core::fmt;
use core::ops::Sub;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::ContiguousBlock;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B1, Diff, Sub1, U4294967296, UInt, UTerm};

use crate::layout::modes::cons;
use crate::layout::offset_map::{OffsetMap, sealed};
use crate::leaf::int::{Dyn, Leaf, Static};

/// The modulus of offsets, as a number.
pub(crate) const MODULUS: u64 = 1 << 32;

/// The function of offsets that takes them modulo `2^32`, adds a number, and applies `F`.
#[derive(Clone, Copy, Debug)]
pub struct Modulo<F> {
    /// The function.
    pub outer: F,
    /// The number that is added.
    pub added: usize,
}
impl<F> sealed::Sealed for Modulo<F> {}
impl<F: fmt::Display> fmt::Display for Modulo<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} o {} + mod 2^32", self.outer, self.added)
    }
}
impl<F: OffsetMap> OffsetMap for Modulo<F> {
    const IS_SWIZZLE: bool = false;
    #[inline(always)]
    fn apply(self, offset: usize) -> usize {
        self.outer.apply(self.added + offset as u32 as usize)
    }
    #[inline(always)]
    fn bound(self, _: usize, last: usize) -> Result<usize, Error> {
        self.largest(last).ok_or(Error::new(Operation::Tensor, Rule::Overflow))
    }
    #[inline(always)]
    fn largest(self, last: usize) -> Option<usize> {
        self.outer.largest(self.added + last.min(u32::MAX as usize))
    }
    #[inline(always)]
    fn check_injective(self) -> Result<(), Error> {
        self.outer.check_injective()
    }
    #[inline(always)]
    fn together(self) -> ContiguousBlock {
        ContiguousBlock::DivisorsOf(1)
    }
}

/// A stride, or a tuple of strides.
pub trait Backward: Copy {
    /// `2^32 - d` for each stride `d`, and 0 for 0.
    type Out: Copy;
    /// The reversed strides. The strides are at most `2^32`.
    fn backward(self) -> Self::Out;
}
impl Backward for Static<UTerm> {
    type Out = Self;
    #[inline(always)]
    fn backward(self) -> Self {
        self
    }
}
impl<U, B> Backward for Static<UInt<U, B>>
where
    Self: Copy,
    U4294967296: Sub<UInt<U, B>>,
    Static<Diff<U4294967296, UInt<U, B>>>: Leaf,
{
    type Out = Static<Diff<U4294967296, UInt<U, B>>>;
    #[inline(always)]
    fn backward(self) -> Self::Out {
        Static::new()
    }
}
impl Backward for Dyn<usize> {
    type Out = Self;
    #[inline(always)]
    fn backward(self) -> Self {
        // The result for 0 is 0, and the compiler sees that the sign changes.
        Dyn((self.0 as u32).wrapping_neg() as usize)
    }
}
impl Backward for HNil {
    type Out = HNil;
    #[inline(always)]
    fn backward(self) -> HNil {
        HNil
    }
}
impl<H: Backward, T: Backward> Backward for HCons<H, T> {
    type Out = HCons<H::Out, T::Out>;
    #[inline(always)]
    fn backward(self) -> Self::Out {
        cons(self.head.backward(), self.tail.backward())
    }
}

/// Strides whose mode `K`, a typenum integer, can be reversed. A leaf is its own only mode.
pub trait BackwardAt<K>: Copy {
    /// The strides.
    type Out: Copy;
    /// The strides.
    fn backward_at(self) -> Self::Out;
}
macro_rules! only_mode {
    ($([$($g:ident)*] $t:ty;)*) => {$(
        impl<$($g)*> BackwardAt<UTerm> for $t
        where
            Self: Backward,
        {
            type Out = <Self as Backward>::Out;
            #[inline(always)]
            fn backward_at(self) -> Self::Out {
                self.backward()
            }
        }
    )*};
}
only_mode! {
    [N] Static<N>;
    [I] Dyn<I>;
}
impl<H: Backward, T: Copy> BackwardAt<UTerm> for HCons<H, T> {
    type Out = HCons<H::Out, T>;
    #[inline(always)]
    fn backward_at(self) -> Self::Out {
        cons(self.head.backward(), self.tail)
    }
}
impl<H: Copy, T, U, B> BackwardAt<UInt<U, B>> for HCons<H, T>
where
    UInt<U, B>: Sub<B1>,
    T: BackwardAt<Sub1<UInt<U, B>>>,
{
    type Out = HCons<H, T::Out>;
    #[inline(always)]
    fn backward_at(self) -> Self::Out {
        cons(self.head, self.tail.backward_at())
    }
}
