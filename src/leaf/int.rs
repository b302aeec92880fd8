//! Leaves of shapes and strides: static integers, which the type carries, and dynamic ones.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use tilework_algebra::Rule;
use tilework_algebra::int::Int;
use typenum::B0;

use crate::layout::Shape;
use crate::leaf::integers::Integers;
use crate::leaf::into_leaf::IntoLeaf;
use crate::leaf::number::{Number, Places, Truth};

pub(super) mod sealed {
    pub trait Sealed {}
    impl<N> Sealed for super::Static<N> {}
    impl<I> Sealed for super::Dyn<I> {}
    impl<N, P> Sealed for crate::Basis<N, P> {}
    impl<T> Sealed for crate::ArithmeticTuple<T> {}
    impl<N> Sealed for crate::Xor<N> {}
}

/// An integer in which coordinates and offsets are computed.
///
/// `usize` is the default; `u32` serves where 32-bit arithmetic is cheaper, as on GPUs. Sealed.
#[diagnostic::on_unimplemented(
    message = "dynamic leaves and offsets are `usize` or `u32`, not `{Self}`: `leaf(n)` of an `i32` is a `usize`"
)]
pub trait Index:
    Int + Default + fmt::Display + Integers + Send + Sync + sealed_index::Sealed
{
    /// `Self`; no type for another integer, so that rustc reports nothing more about a leaf of it.
    #[doc(hidden)]
    type Itself: Integers;
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
            type Itself = Self;
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

/// A static leaf: the typenum integer `N`, known to the compiler and zero-sized.
///
/// ```
/// use tilework::{Leaf, Static, typenum::U8};
/// const EIGHT: Static<U8> = Static::new();
/// assert_eq!(EIGHT.get(), 8);
/// assert_eq!(size_of::<Static<U8>>(), 0);
/// ```
#[doc(alias("Int", "C", "_8"))]
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
impl<N> Hash for Static<N> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl<N: Number> fmt::Debug for Static<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const { value::<N>() }.fmt(f)
    }
}

/// A dynamic leaf: an integer known at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Dyn<I = usize>(pub I);

impl<I: Index> fmt::Debug for Dyn<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A leaf of a shape or stride: [`Static`] or [`Dyn`]. Sealed.
///
/// A bound for an integer of either kind in generic code. A layout that is written with such integers needs a bound of
/// its own on its type, named by [`Layout!`](crate::Layout!). [`AnyLayout`](crate::AnyLayout) suffices if nothing else
/// is asked of it.
///
/// ```
/// use tilework::{AnyLayout, Layout, Leaf, Static, layout, leaf, typenum::U16};
/// fn rows<M: Leaf, D: Leaf>(m: M, lda: D) -> Layout!((M,8):(D,1))
/// where
///     Layout!((M,8):(D,1)): AnyLayout,
/// {
///     layout!((m,8):(lda,1))
/// }
/// assert_eq!(rows(leaf(3), Static::<U16>::new()).to_string(), "(3,8):(16,1)");
/// ```
#[diagnostic::on_unimplemented(
    message = "not a leaf: plain integers and tuples are none: write `leaf(n)`, `hlist![..]`; in generic code a type without the bound `Leaf`",
    label = "is no leaf"
)]
pub trait Leaf:
    Shape + Places + IntoLeaf<Leaf = Self> + fmt::Debug + Sync + sealed::Sealed + 'static
{
    /// The number, for functions of types.
    #[doc(hidden)]
    type Number: Number;
    /// The dynamic integers of this leaf and of `I`.
    #[doc(hidden)]
    type Among<I: Integers>: Integers;
    /// `B1` if the type says that the leaf is 1.
    type IsOne: Truth;
    /// `B1` if the type says that the leaf is 0.
    type IsZero: Truth;
    /// The value, if the type carries it.
    const STATIC: Option<u64>;
    /// The largest value of the integers that a layout with this leaf is computed in.
    const LIMIT: u64;
    /// The leaf of value `n`, if it fits. A static leaf has its own value.
    #[doc(hidden)]
    fn try_of(n: u64) -> Result<Self, Rule>;
    /// The value.
    fn get(self) -> usize;
    /// The value, for the text of an error.
    #[inline(always)]
    fn number(self) -> i64 {
        i64::try_from(self.get()).unwrap_or(i64::MAX)
    }
}

/// Checks that `n` is an extent: at least 1, and at most the largest number.
#[inline(always)]
pub(crate) fn positive_extent(n: impl Leaf) -> Result<(), Rule> {
    match n.get() as u64 {
        0 => Err(Rule::Extent { extent: 0 }),
        1..=LARGEST => Ok(()),
        _ => Err(Rule::Overflow),
    }
}
/// Checks that `n` is an extent or a size: at most the largest number, and at least 1 if it is static.
#[inline(always)]
pub(crate) fn any_extent<N: Leaf>(n: N) -> Result<(), Rule> {
    match n.get() as u64 {
        0 if const { N::STATIC.is_some() } => Err(Rule::Extent { extent: 0 }),
        0..=LARGEST => Ok(()),
        _ => Err(Rule::Overflow),
    }
}
/// The largest number: it fits `i64`, the integer of the value level, and the target's `usize`.
pub(crate) const LARGEST: u64 =
    if (usize::MAX as u64) < i64::MAX as u64 { usize::MAX as u64 } else { i64::MAX as u64 };

/// A leaf that can be computed with in `I`: static leaves in any integer, dynamic ones in integers at least as wide as
/// their own.
pub trait LeafIn<I: Index>: Leaf {
    /// The value in `I` of a leaf of a layout that is computed in `I`. A static leaf that does not fit does not build.
    fn get_in(self) -> I;
    /// The value in `I`.
    ///
    /// # Errors
    /// [`Rule::Overflow`] if it does not fit.
    fn try_get_in(self) -> Result<I, Rule>;
}

/// The value of the static leaf `N`. Its evaluation fails to compile if the value does not fit `i64`.
const fn value<N: Number>() -> u64 {
    match N::STATIC {
        Some(value) => value,
        None => panic!("overflow: a static leaf does not fit i64"),
    }
}
impl<N: Number> Leaf for Static<N> {
    type Number = N;
    type Among<I: Integers> = I;
    type IsOne = N::IsOne;
    type IsZero = N::IsZero;
    const STATIC: Option<u64> = Some(value::<N>());
    const LIMIT: u64 = u64::MAX;
    #[inline(always)]
    fn try_of(_: u64) -> Result<Self, Rule> {
        Ok(Static::new())
    }
    #[inline(always)]
    fn get(self) -> usize {
        const { assert!(value::<N>() <= usize::MAX as u64, "a static leaf does not fit usize") };
        const { value::<N>() as usize }
    }
}
impl<I: Index, N: Number> LeafIn<I> for Static<N> {
    #[inline(always)]
    fn get_in(self) -> I {
        const { assert!(value::<N>() <= I::MAX, "a static leaf does not fit the index type") };
        I::of(const { value::<N>() })
    }
    #[inline(always)]
    fn try_get_in(self) -> Result<I, Rule> {
        I::try_of(const { value::<N>() })
    }
}

impl<I: Index> Leaf for Dyn<I> {
    type Number = Self;
    type Among<T: Integers> = <I::Itself as Integers>::With<T>;
    type IsOne = B0;
    type IsZero = B0;
    const STATIC: Option<u64> = None;
    const LIMIT: u64 = I::MAX;
    #[inline(always)]
    fn try_of(n: u64) -> Result<Self, Rule> {
        I::try_of(n).map(Dyn)
    }
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

// Not sealed: what tensors rely on follows from leaves and layouts, which are sealed.
/// A type with one value: static leaves, and tuples, layouts and tilers of them.
pub trait Known: Copy {
    /// The one value of the type.
    const VALUE: Self;
}
impl<N> Known for Static<N> {
    const VALUE: Self = Static::new();
}
