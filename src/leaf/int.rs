//! Leaves of shapes and strides: integers that the type carries, and integers of run time.

use core::fmt;
use core::marker::PhantomData;

use tilework_algebra::int::Int;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Bit, UInt, UTerm, Unsigned};

use crate::layout::notation::Notation;
use crate::layout::{Shape, Truth};
use crate::leaf::integers::Integers;
use crate::leaf::occupied::Occupied;

mod sealed {
    pub trait Sealed {}
    impl<N> Sealed for super::Static<N> {}
    impl<I> Sealed for super::Dyn<I> {}
    impl<N, P> Sealed for crate::Basis<N, P> {}
    impl<T> Sealed for crate::ArithmeticTuple<T> {}
    impl<N> Sealed for crate::Xor<N> {}
}

/// An integer in which coordinates and offsets are computed.
///
/// `usize` is the default; `u32` serves where 32-bit arithmetic is cheaper, as on GPUs.
/// Sealed.
#[diagnostic::on_unimplemented(
    message = "leaves of run time and offsets are `usize` or `u32`, not `{Self}`"
)]
pub trait Index: Int + Default + fmt::Display + Integers + sealed_index::Sealed {
    /// The largest value.
    const MAX: u64;
    /// `n`; the caller knows that it fits.
    fn of(n: u64) -> Self;
    /// `n`, if it fits.
    fn try_of(n: u64) -> Result<Self, Rule>;
    /// The value as `usize`.
    fn to_usize(self) -> usize;
    /// `self + other`, as Rust's operator.
    fn plus(self, other: Self) -> Self;
    /// `self * other`, as Rust's operator.
    fn times(self, other: Self) -> Self;
}

mod sealed_index {
    pub trait Sealed {}
    impl Sealed for u32 {}
    impl Sealed for usize {}
}

macro_rules! index {
    ($($t:ty)*) => {$(
        impl Index for $t {
            const MAX: u64 = <$t>::MAX as u64;
            #[inline(always)]
            fn of(n: u64) -> Self {
                n as $t
            }
            #[inline(always)]
            fn try_of(n: u64) -> Result<Self, Rule> {
                Self::try_from(n).map_err(|_| Rule::Overflow)
            }
            #[inline(always)]
            fn to_usize(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self + other
            }
            #[inline(always)]
            fn times(self, other: Self) -> Self {
                self * other
            }
        }
    )*};
}
index!(u32 usize);

/// A static leaf: the typenum integer `N`, known to the compiler, of no size.
///
/// ```
/// use tilework::{Leaf, Static, typenum::U8};
/// const EIGHT: Static<U8> = Static::new();
/// assert_eq!(EIGHT.get(), 8);
/// assert_eq!(size_of::<Static<U8>>(), 0);
/// ```
pub struct Static<N>(PhantomData<N>);

impl<N> Static<N> {
    /// The leaf of value `N`.
    #[inline(always)]
    pub const fn new() -> Self {
        Static(PhantomData)
    }
}

impl<N> Clone for Static<N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<N> Copy for Static<N> {}
impl<N> Default for Static<N> {
    fn default() -> Self {
        Self::new()
    }
}
impl<N> PartialEq for Static<N> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<N> Eq for Static<N> {}
impl<N: Width> fmt::Debug for Static<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        N::VALUE.fmt(f)
    }
}

/// A dynamic leaf: an integer of run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyn<I = usize>(pub I);

impl<I: Index> fmt::Debug for Dyn<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A leaf of a shape or stride: [`Static`] or [`Dyn`]. Sealed.
pub trait Leaf: Shape + fmt::Debug + sealed::Sealed + 'static {
    /// `B1` if the type says that the leaf is 1.
    type IsOne: Bit;
    /// `B1` if the type says that the leaf is 0.
    type IsZero: Bit;
    /// The value, where the type carries it.
    const STATIC: Option<u64>;
    /// The largest value of the integers that a layout with this leaf is computed in.
    const LIMIT: u64;
    /// The value.
    fn get(self) -> usize;
    /// The value in an error's text.
    #[inline(always)]
    fn number(self) -> i64 {
        i64::try_from(self.get()).unwrap_or(i64::MAX)
    }
}

/// That `n` is an extent: at least 1, and within `i64` as all numbers of errors are.
#[inline(always)]
pub(crate) fn positive_extent(n: impl Leaf) -> Result<(), Rule> {
    match n.get() as u64 {
        0 => Err(Rule::Extent { extent: 0 }),
        1..=LARGEST => Ok(()),
        _ => Err(Rule::Overflow),
    }
}
/// The largest number of the value level.
const LARGEST: u64 = i64::MAX as u64;

/// A leaf that can be computed with in `I`: static ones in any, dynamic ones in integers at
/// least as wide as their own.
pub trait LeafIn<I: Index>: Leaf {
    /// The value in `I`, of a leaf of a layout that is computed in `I`. A static one that does not fit
    /// does not build.
    fn get_in(self) -> I;
    /// The value in `I`.
    ///
    /// # Errors
    /// [`Rule::Overflow`] where it does not fit.
    fn try_get_in(self) -> Result<I, Rule>;
}

/// A leaf of a stride: an element of an integer-semimodule (004, section 2.3.1), which
/// coordinates scale and which add up to offsets.
///
/// | leaf | notation | offsets |
/// |---|---|---|
/// | [`Static`], [`Dyn`] | `6`, `n` | integers |
/// | [`Basis`](crate::Basis) | `6e1`, `n*e(0,1)` | coordinates |
/// | [`ArithmeticTuple`](crate::ArithmeticTuple) | `e0+6e1` | coordinates |
/// | [`Xor`](crate::Xor) | `f5`, `n*f1` | integers, added by XOR |
///
/// Of one layout all are of one kind; a static 0 is of each. Sealed.
pub trait StrideLeaf: Copy + fmt::Debug + Notation + sealed::Sealed + 'static {
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

/// The number of bits of a typenum integer, which may have more than Rust's.
pub trait Width: Unsigned {
    /// The number of bits.
    const WIDTH: u32;
    /// The value. Evaluating it fails to compile where it does not fit `i64`.
    const VALUE: u64 = {
        assert!(Self::WIDTH < 64, "overflow: a static leaf does not fit i64");
        Self::U64
    };
}
impl Width for UTerm {
    const WIDTH: u32 = 0;
}
impl<U: Width, B: Bit> Width for UInt<U, B> {
    const WIDTH: u32 = 1 + U::WIDTH;
}

macro_rules! static_leaf {
    ($([$($g:tt)*] $n:ty, $is_one:ty, $is_zero:ty;)*) => {$(
        impl<$($g)*> Leaf for Static<$n> {
            type IsOne = $is_one;
            type IsZero = $is_zero;
            const STATIC: Option<u64> = Some(<$n>::VALUE);
            const LIMIT: u64 = u64::MAX;
            #[inline(always)]
            fn get(self) -> usize {
                const { assert!(<$n>::VALUE <= usize::MAX as u64, "a static leaf does not fit usize") };
                <$n>::VALUE as usize
            }
        }
        impl<I: Index, $($g)*> LeafIn<I> for Static<$n> {
            #[inline(always)]
            fn get_in(self) -> I {
                const { assert!(<$n>::VALUE <= I::MAX, "a static leaf does not fit the index type") };
                I::of(<$n>::VALUE)
            }
            #[inline(always)]
            fn try_get_in(self) -> Result<I, Rule> {
                I::try_of(<$n>::VALUE)
            }
        }
    )*};
}
static_leaf! {
    [] UTerm, B0, B1;
    [B: Bit] UInt<UTerm, B>, B1, B0;
    [U: Width, C: Bit, B: Bit] UInt<UInt<U, C>, B>, B0, B0;
}

impl<I: Index> Leaf for Dyn<I> {
    type IsOne = B0;
    type IsZero = B0;
    const STATIC: Option<u64> = None;
    const LIMIT: u64 = I::MAX;
    #[inline(always)]
    fn get(self) -> usize {
        self.0.to_usize()
    }
}
impl<I: Index> LeafIn<I> for Dyn<I> {
    #[inline(always)]
    fn get_in(self) -> I {
        self.0
    }
    #[inline(always)]
    fn try_get_in(self) -> Result<I, Rule> {
        Ok(self.0)
    }
}
#[cfg(not(target_pointer_width = "16"))]
impl LeafIn<usize> for Dyn<u32> {
    #[inline(always)]
    fn get_in(self) -> usize {
        self.0 as usize
    }
    #[inline(always)]
    fn try_get_in(self) -> Result<usize, Rule> {
        Ok(self.0 as usize)
    }
}

/// What is known from its type alone: static leaves, and tuples, layouts and tilers of them.
pub trait Known: Copy {
    /// The one value of the type.
    const VALUE: Self;
}
impl<N> Known for Static<N> {
    const VALUE: Self = Static::new();
}

/// An integer that can be a leaf: `usize`, `u32`, `i32` (the type of a plain literal; computed
/// in `usize`), or a leaf.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no leaf: integers of run time are `usize`, `u32` or `i32`",
    label = "is no leaf",
    note = "others are converted before: `layout!(({{n as usize}},8))`"
)]
pub trait IntoLeaf: AsLeaf {}

/// [`IntoLeaf`] before the types that are no leaves are refused.
#[diagnostic::on_unimplemented(message = "`{Self}` is no leaf", label = "is no leaf")]
pub trait AsLeaf {
    /// The leaf.
    type Leaf: Leaf;
    /// The leaf of this value.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] for a negative `i32`.
    fn try_into_leaf(self) -> Result<Self::Leaf, Error>;
}
impl AsLeaf for i32 {
    type Leaf = Dyn<usize>;
    #[inline(always)]
    fn try_into_leaf(self) -> Result<Dyn, Error> {
        usize::try_from(self)
            .map(Dyn)
            .map_err(|_| Error::new(Operation::Layout, Rule::NaturalStride { stride: self.into() }))
    }
}
impl<I: Index> AsLeaf for Dyn<I> {
    type Leaf = Self;
    #[inline(always)]
    fn try_into_leaf(self) -> Result<Self, Error> {
        Ok(self)
    }
}
impl<N> AsLeaf for Static<N>
where
    Static<N>: Leaf,
{
    type Leaf = Self;
    #[inline(always)]
    fn try_into_leaf(self) -> Result<Self, Error> {
        Ok(self)
    }
}
macro_rules! indices {
    ($($integer:ty)*) => {$(
        impl AsLeaf for $integer {
            type Leaf = Dyn<Self>;
            #[inline(always)]
            fn try_into_leaf(self) -> Result<Dyn<Self>, Error> {
                Ok(Dyn(self))
            }
        }
    )*};
}
indices!(u32 usize);
macro_rules! leaves {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*> IntoLeaf for $t {}
    )*};
}
leaves! {
    [] usize;
    [] u32;
    [] i32;
    [I: Index] Dyn<I>;
}
#[diagnostic::do_not_recommend]
impl<N> IntoLeaf for Static<N> where Static<N>: Leaf {}
// That these are no leaves is one error and not one for each use of the result.
macro_rules! no_leaves {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)*> AsLeaf for $t {
            type Leaf = Dyn<usize>;
            #[cold]
            fn try_into_leaf(self) -> Result<Dyn, Error> {
                Err(Error::new(Operation::Layout, Rule::Overflow))
            }
        }
    )*};
}
no_leaves! {
    [] u8; [] u16; [] u64; [] u128; [] i8; [] i16; [] i64; [] i128; [] isize; [] f32; [] f64;
    [T] &T;
}

/// An integer that is known while compiling: [`Static`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is of run time: positions and factors are `Static::<U1>::new()` and the like, or literals in `layout!`",
    label = "is not known while compiling"
)]
pub trait KnownInteger: AsKnown {}
#[diagnostic::do_not_recommend]
impl<N> KnownInteger for Static<N> {}
/// [`KnownInteger`] before others are refused.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is of run time: positions and factors are `Static::<U1>::new()` and the like, or literals in `layout!`",
    label = "is not known while compiling"
)]
pub trait AsKnown {
    /// A static integer.
    type Known;
    /// The integer, which is known.
    fn known(self) -> Self::Known;
}
impl<N> AsKnown for Static<N> {
    type Known = Self;
    #[inline(always)]
    fn known(self) -> Self {
        self
    }
}
// Of one type, so that a plain integer is of that at once.
impl AsKnown for i32 {
    type Known = Static<typenum::U1>;
    fn known(self) -> Self::Known {
        Static::new()
    }
}
/// What the macros make of the name of a position or a factor.
#[doc(hidden)]
#[inline(always)]
pub fn known_integer<N: KnownInteger<Known = K>, K>(n: N) -> K {
    n.known()
}

/// The leaf of an integer.
///
/// # Panics
/// Where [`try_leaf`] is an error.
#[inline(always)]
#[track_caller]
pub fn leaf<N: IntoLeaf>(n: N) -> N::Leaf {
    match n.try_into_leaf() {
        Ok(leaf) => leaf,
        Err(error) => panic!("{error}"),
    }
}

/// What the macros make of an integer: [`try_leaf_of`] with the text of an error as a panic.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn leaf_of<N: IntoLeaf>(n: N, extent: Option<Operation>, at: Option<usize>) -> N::Leaf {
    match try_leaf_of(n, extent, at) {
        Ok(leaf) => leaf,
        Err(error) => panic!("{error}"),
    }
}

/// [`try_leaf`]. Of an `extent` of an operand of this operation, at mode `at`, it is said that a
/// negative number is none. One function for extents and strides: of a name that stands for both
/// the compiler says once what is wrong with it.
#[doc(hidden)]
#[inline(always)]
pub fn try_leaf_of<N: IntoLeaf>(
    n: N,
    extent: Option<Operation>,
    at: Option<usize>,
) -> Result<N::Leaf, Error> {
    n.try_into_leaf().map_err(|error| match (extent, error.rule) {
        (Some(operation), Rule::NaturalStride { stride }) => {
            Error { operation, rule: Rule::Extent { extent: stride }, mode: at }
        }
        _ => error,
    })
}

/// The leaf of an integer.
///
/// # Errors
/// [`Rule::NaturalStride`] for a negative number.
#[inline(always)]
pub fn try_leaf<N: IntoLeaf>(n: N) -> Result<N::Leaf, Error> {
    n.try_into_leaf()
}
