//! Leaves of strides: elements of integer-semimodules.

use core::fmt;

use typenum::Bit;

use crate::layout::Truth;
use crate::layout::notation::Notation;
use crate::leaf::int::{Index, Leaf, LeafIn, sealed};
use crate::leaf::occupied::Occupied;

/// The most leaves that a result with leaves of run time has. Further numbers of a stride stand so many places farther on.
pub(crate) const MOST_LEAVES: usize = 128;

/// A leaf of a stride: an element of an integer-semimodule ([004](crate::guide::papers), section
/// 2.3.1), which coordinates scale and which add up to offsets.
///
/// | leaf | notation | offsets |
/// |---|---|---|
/// | [`Static`](crate::Static), [`Dyn`](crate::Dyn) | `6`, `n` | integers |
/// | [`Basis`](crate::Basis) | `6e1`, `n*e(0,1)` | coordinates |
/// | [`ArithmeticTuple`](crate::ArithmeticTuple) | `e0+6e1` | coordinates |
/// | [`Xor`](crate::Xor) | `f5`, `n*f1` | integers, added by XOR |
///
/// Of one layout all are of one kind; a static 0 is of each. Sealed.
pub trait StrideLeaf: Copy + fmt::Debug + Notation + Sync + sealed::Sealed + 'static {
    /// `B1` if the type says that the leaf is 0.
    type IsZero: Bit;
    /// Whether the type carries the value.
    type IsStatic: Truth;
    /// The leaf, where the type carries its value.
    const KNOWN: Option<Self>;
    /// The integer, the multiple of the basis element, the sum of those, or the bits, where the type
    /// carries it.
    const STATIC: Option<u64>;
    /// The largest value of the integers that a layout with this leaf is computed in.
    const LIMIT: u64;
    /// What it is an element of.
    const CODOMAIN: Codomain;
    /// The places of the coordinates that it is.
    #[doc(hidden)]
    const OCCUPIED: &'static Occupied = &Occupied::Nothing;
    /// The integer, the multiple of the basis element, the sum of those, or the bits.
    fn multiple(self) -> usize;
}
impl<L: Leaf> StrideLeaf for L {
    type IsZero = L::IsZero;
    type IsStatic = L::IsStatic;
    const KNOWN: Option<Self> = L::KNOWN;
    const STATIC: Option<u64> = L::STATIC;
    const LIMIT: u64 = L::LIMIT;
    const CODOMAIN: Codomain = match L::STATIC {
        Some(0) => Codomain::Any,
        _ => Codomain::Integers,
    };
    #[inline(always)]
    fn multiple(self) -> usize {
        self.get()
    }
}

/// The semimodules that strides are elements of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codomain {
    /// Nothing but 0, which all have.
    Any,
    /// The integers.
    Integers,
    /// Vectors of bits.
    Bits,
    /// Coordinates.
    Coordinates,
}
impl Codomain {
    /// That of strides of `self` and of `other` together.
    ///
    /// # Panics
    /// If there is none. It is asked while compiling.
    pub(crate) const fn with(self, other: Self) -> Self {
        match (self, other) {
            (Codomain::Any, one) | (one, Codomain::Any) => one,
            (Codomain::Integers, Codomain::Integers)
            | (Codomain::Bits, Codomain::Bits)
            | (Codomain::Coordinates, Codomain::Coordinates) => self,
            _ => panic!("layout: codomain: the strides are not of one integer-semimodule"),
        }
    }

    /// Does not build for strides with which a tensor would look for its elements elsewhere than it
    /// has checked.
    pub(crate) const fn of_a_tensor(self) {
        assert!(
            self.is_integers(),
            "tensor: codomain: strides are integers; XOR strides come before such, in \
             `Tensor::through`, and coordinates are in `Tensor::coordinates`"
        );
    }

    /// Whether offsets are integers that are added as such.
    pub(crate) const fn is_integers(self) -> bool {
        matches!(self, Codomain::Any | Codomain::Integers)
    }
}

/// A stride that coordinates of `I` scale and that is added to offsets `O`.
pub trait StrideLeafIn<I: Index, O = I>: StrideLeaf {
    /// `sum + coordinate * self`
    fn accumulate(self, coordinate: I, sum: O) -> O;
}
impl<I: Index, D: LeafIn<I>> StrideLeafIn<I> for D {
    #[inline(always)]
    fn accumulate(self, coordinate: I, sum: I) -> I {
        sum.plus(coordinate.times(self.get_in()))
    }
}
