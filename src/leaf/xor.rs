//! Strides that are vectors of bits.

use core::fmt;
use core::ops::{BitXor, Shl};

use tilework_algebra::Mode;

use crate::layout::Shape;
use crate::leaf::decimal::names;
use crate::leaf::int::{Known, Leaf, LeafIn};
use crate::leaf::notation::Notation;
use crate::leaf::stride::{Codomain, MOST_LEAVES, StrideLeaf, StrideLeafIn};

/// The stride `f_N`, a vector of the bits of `N`. Addition is XOR, and `n` times `f_k` is the product without carries:
/// the XOR of `k` shifted by the place of each set bit of `n` ([004](crate::guide::papers), section 2.3.1 and table 1).
///
/// Zero-sized if the leaf `N` is static. No bits are written `0`. Offsets are integers.
///
/// ```
/// use tilework::{Layout, layout};
/// let swizzled: Layout!((4,4):(f1,f5)) = layout!((4,4):(f1,f5));
/// assert_eq!(swizzled.to_string(), "(4,4):(f1,f5)");
/// assert_eq!([0, 1, 2, 3, 4, 5, 6, 7].map(|i| swizzled.offset(i)), [0, 1, 2, 3, 5, 4, 7, 6]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Xor<N>(pub N);

impl<N: Leaf> fmt::Debug for Xor<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.get() {
            0 => f.write_str("0"),
            bits => write!(f, "f{bits}"),
        }
    }
}
impl<N: Leaf> Notation for Xor<N> {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
    fn write_rest(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f)
    }
}
impl<N: Known> Known for Xor<N> {
    const VALUE: Self = Xor(N::VALUE);
}

impl<N: Leaf> StrideLeaf for Xor<N> {
    type IsZero = N::IsZero;
    type IsStatic = N::IsStatic;
    const KNOWN: Option<Self> = match N::KNOWN {
        Some(bits) => Some(Xor(bits)),
        None => None,
    };
    const STATIC: Option<u64> = N::STATIC;
    const LIMIT: u64 = N::LIMIT;
    const CODOMAIN: Codomain = Codomain::Bits;
    #[inline(always)]
    fn multiple(self) -> usize {
        self.0.get()
    }
}
impl<N: Leaf> Shape for Xor<N> {
    type IsStatic = N::IsStatic;
    type Integers = N::Integers;
    type Size = typenum::U1;
    type Rank = typenum::U1;
    type Modes = names::_1;
    const KNOWN: Option<Self> = <Self as StrideLeaf>::KNOWN;
    type Head = frunk_core::hlist::HNil;
    type Tail = frunk_core::hlist::HNil;
    const TERMS: usize = 2;
    const BLANK: Self = Xor(N::BLANK);
    #[inline(always)]
    fn put<const IS_STRIDE: bool>(self, at: usize, to: &mut [Mode]) {
        self.0.put::<IS_STRIDE>(at + MOST_LEAVES, to);
    }
    #[inline(always)]
    fn fill<const IS_STRIDE: bool>(&mut self, at: usize, from: &[Mode]) {
        // The first numbers are 1, the factor of the bits.
        self.0.fill::<IS_STRIDE>(at + MOST_LEAVES, from);
    }
    const RANK: usize = 1;
    const DEPTH: usize = 0;
}

impl<N: LeafIn<usize>> StrideLeafIn<usize> for Xor<N> {
    #[inline(always)]
    fn accumulate(self, coordinate: usize, sum: usize) -> usize {
        sum ^ times_bits(coordinate, self.0.get_in())
    }
}

/// `n` times these bits: `n` shifted by the place of each set bit, added by XOR.
#[inline(always)]
pub fn times_bits<I>(n: I, mut bits: usize) -> I
where
    I: Copy + Default + BitXor<Output = I> + Shl<u32, Output = I>,
{
    let mut product = I::default();
    while bits != 0 {
        product = product ^ (n << bits.trailing_zeros());
        bits &= bits - 1;
    }
    product
}
