//! The XOR stride `f1`, along which elements are adjacent.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, UInt, UTerm};

use crate::f2::Choice;
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::leaf::xor::Xor;
use crate::verdict::Bad;

/// Strides among which `f1` is looked for.
pub trait UnitStride {
    /// `B0` where all are known, XOR strides, and none is `f1`.
    type Out: Choice;
    /// Adds them to `found`.
    fn find(self, found: &mut Found);
}

/// What was found among XOR strides.
#[derive(Default)]
pub struct Found {
    leaves: usize,
    unit: bool,
    odd: Option<(usize, i64)>,
}
impl Found {
    /// The first odd stride in `strides` if none is `f1`, as an error: which one elements are adjacent
    /// along is not known.
    #[inline(always)]
    pub fn in_strides(strides: impl UnitStride) -> Result<(), Error> {
        let mut found = Found::default();
        strides.find(&mut found);
        match found.odd {
            Some((at, stride)) if !found.unit => {
                Err(Error::new(Operation::Downcast, Rule::UnitStride { stride }).at(at))
            }
            _ => Ok(()),
        }
    }
}

impl<N, F: Choice> UnitStride for Xor<Static<N>>
where
    Static<N>: Leaf<IsOne = F>,
{
    type Out = F;
    #[inline(always)]
    fn find(self, found: &mut Found) {
        found.bits(self.0);
    }
}
impl<I> UnitStride for Xor<Dyn<I>>
where
    Dyn<I>: Leaf,
{
    type Out = B1;
    #[inline(always)]
    fn find(self, found: &mut Found) {
        found.bits(self.0);
    }
}
impl Found {
    #[inline(always)]
    fn bits(&mut self, bits: impl Leaf) {
        self.unit |= bits.get() == 1;
        if self.odd.is_none() && bits.get() % 2 == 1 {
            self.odd = Some((self.leaves, bits.number()));
        }
        self.leaves += 1;
    }
}
macro_rules! no_bits {
    ($([$($g:ident)*] $stride:ty: $out:ty;)*) => {$(
        impl<$($g),*> UnitStride for $stride {
            type Out = $out;
            #[inline(always)]
            fn find(self, found: &mut Found) {
                found.leaves += 1;
            }
        }
    )*};
}
no_bits! {
    // A static 0 is of each kind.
    [] Static<UTerm>: B0;
    [U B] Static<UInt<U, B>>: B1;
    [I] Dyn<I>: B1;
    [N P] Basis<N, P>: B1;
    [T] ArithmeticTuple<T>: B1;
    // It has said what is wrong.
    [R At X Y] Bad<R, At, X, Y>: B1;
}
impl UnitStride for HNil {
    type Out = B0;
    #[inline(always)]
    fn find(self, _: &mut Found) {}
}
impl<H: UnitStride, T: UnitStride> UnitStride for HCons<H, T> {
    type Out = <H::Out as Choice>::Or<T::Out>;
    #[inline(always)]
    fn find(self, found: &mut Found) {
        self.head.find(found);
        self.tail.find(found);
    }
}
