//! Leaves of strides: elements of integer-semimodules.

use core::fmt;

use typenum::Bit;

use crate::layout::Staticness;
use crate::leaf::int::{Index, Leaf, LeafIn, sealed};
use crate::leaf::notation::Notation;
use crate::leaf::occupied::Occupied;

/// The largest number of leaves of a result with dynamic leaves. Each further number of a stride is stored so many
/// places further.
pub(crate) const MOST_LEAVES: usize = 128;

/// A leaf of a stride: an element of an integer-semimodule ([004](crate::guide::papers), section 2.3.1). Coordinates
/// scale it, and the products
/// add up to offsets.
///
/// | leaf | notation | offsets |
/// |---|---|---|
/// | [`Static`](crate::Static), [`Dyn`](crate::Dyn) | `6`, `n` | integers |
/// | [`Basis`](crate::Basis) | `6e1`, `n*e(0,1)` | coordinates |
/// | [`ArithmeticTuple`](crate::ArithmeticTuple) | `e0+6e1` | coordinates |
/// | [`Xor`](crate::Xor) | `f5`, `n*f1` | integers, added by XOR |
///
/// All strides of a layout are of one kind; a static 0 belongs to each. Sealed.
pub trait StrideLeaf:
    Copy + fmt::Debug + Notation + Send + Sync + sealed::Sealed + 'static
{
    /// `B1` if the type says that the leaf is 0.
    type IsZero: Bit;
    /// True if the type carries the value.
    type IsStatic: Staticness;
    /// The leaf, if the type carries its value.
    const KNOWN: Option<Self>;
    /// The number of the stride, if the type carries it: the integer, the multiple of the basis element, the sum of
    /// multiples, or the bits.
    const STATIC: Option<u64>;
    /// The largest value of the integers that a layout with this leaf is computed in.
    const LIMIT: u64;
    /// The semimodule that it is an element of.
    const CODOMAIN: Codomain;
    /// The places of its coordinates.
    #[doc(hidden)]
    const OCCUPIED: &'static Occupied = &Occupied::Nothing;
    /// The number of the stride: the integer, the multiple of the basis element, the sum of multiples, or the bits.
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
    /// Only 0, which belongs to all semimodules.
    Any,
    /// The integers.
    Integers,
    /// Vectors of bits.
    Bits,
    /// Coordinates.
    Coordinates,
}
impl Codomain {
    /// The semimodule of the strides of `self` and of `other` together.
    ///
    /// # Panics
    /// If there is none. It is evaluated at compile time.
    pub const fn with(self, other: Self) -> Self {
        match (self, other) {
            (Codomain::Any, one) | (one, Codomain::Any) => one,
            (Codomain::Integers, Codomain::Integers)
            | (Codomain::Bits, Codomain::Bits)
            | (Codomain::Coordinates, Codomain::Coordinates) => self,
            _ => panic!("layout: codomain: the strides are not of one integer-semimodule"),
        }
    }

    /// Fails to build for strides with which a tensor would access other elements than it has checked.
    pub const fn of_a_tensor(self) {
        assert!(
            self.is_integers(),
            "tensor: codomain: strides are integers; XOR strides come before such, in \
             `Tensor::through`, and coordinates are in `Tensor::coordinates`"
        );
    }

    /// Returns whether offsets are integers with ordinary addition.
    pub const fn is_integers(self) -> bool {
        matches!(self, Codomain::Any | Codomain::Integers)
    }
}

/// A stride that coordinates of type `I` scale and that is added to offsets `O`.
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
