//! Integers that can be leaves, and those that must be known while compiling.

use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, NonZero};

use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::plain::plain;

/// An integer that can be a leaf: `usize`, `u32`, `i32` (the type of a plain literal; computed
/// in `usize`), or a leaf.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no leaf: integers of run time are `usize`, `u32`, or an `i32` that becomes a `usize`",
    label = "is no leaf",
    note = "others are converted before, and references followed: `layout!(({{n as usize}},{{*m}}))`"
)]
pub trait IntoLeaf: AsLeaf {}
#[diagnostic::do_not_recommend]
impl<N: AsLeaf<IsLeaf: NonZero>> IntoLeaf for N {}

/// [`IntoLeaf`] by type, before some are refused: that they are no leaves is one error and not one for each use of
/// the result.
pub trait AsLeaf {
    /// The leaf.
    type Leaf: Leaf;
    /// `B0` of what is refused, else `B1`.
    type IsLeaf;
    /// The leaf of this value.
    ///
    /// # Errors
    /// [`Rule::NaturalStride`] for a negative `i32`.
    fn try_into_leaf(self) -> Result<Self::Leaf, Error>;
}
impl AsLeaf for i32 {
    type Leaf = Dyn<usize>;
    type IsLeaf = B1;
    #[inline(always)]
    fn try_into_leaf(self) -> Result<Dyn, Error> {
        usize::try_from(self)
            .map(Dyn)
            .map_err(|_| Error::new(Operation::Layout, Rule::NaturalStride { stride: self.into() }))
    }
}
impl<I: Index> AsLeaf for Dyn<I> {
    type Leaf = Self;
    type IsLeaf = B1;
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
    type IsLeaf = B1;
    #[inline(always)]
    fn try_into_leaf(self) -> Result<Self, Error> {
        Ok(self)
    }
}
macro_rules! indices {
    ($($integer:ty)*) => {$(
        impl AsLeaf for $integer {
            type Leaf = Dyn<Self>;
            type IsLeaf = B1;
            #[inline(always)]
            fn try_into_leaf(self) -> Result<Dyn<Self>, Error> {
                Ok(Dyn(self))
            }
        }
    )*};
}
indices!(u32 usize);
macro_rules! no_indices {
    ($($integer:ty)*) => {$(
        impl AsLeaf for Dyn<$integer> {
            type Leaf = Dyn<usize>;
            type IsLeaf = B0;
            #[cold]
            fn try_into_leaf(self) -> Result<Dyn, Error> {
                Err(Error::new(Operation::Layout, Rule::Overflow))
            }
        }
    )*};
}
no_indices!(i8 i16 i32 i64 i128 isize u8 u16 u64 u128);

/// `Static<N>`, a position or a factor: of what is none functions say so once, and `N` is not inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is of run time: positions and factors are `Static::<U1>::new()` and the like, or in `layout!` literals and constants, `const K`",
    label = "is not known while compiling"
)]
pub trait IsStatic<N> {}
#[diagnostic::do_not_recommend]
impl<N> IsStatic<N> for Static<N> {}

/// `Static<N>` behind `Static<M>`, which is `I`: one bound for two arguments, of the last, so that nothing is said
/// before both are inferred, and then once.
#[diagnostic::on_unimplemented(
    message = "a position or factor of run time: they are `Static::<U1>::new()` and the like, or in `layout!` literals and constants, `const K`",
    label = "is not known while compiling, or what stands before it"
)]
pub trait IsStaticBehind<I, M, N> {}
#[diagnostic::do_not_recommend]
impl<I, J: StaticBehind<I, M, N>, M, N> IsStaticBehind<I, M, N> for J {}
/// [`IsStaticBehind`] by type.
pub trait StaticBehind<I, M, N> {}
impl<M, N> StaticBehind<Static<M>, M, N> for Static<N> {}

/// What the macros make of the name of a position or a factor.
#[doc(hidden)]
#[inline(always)]
pub fn known_integer<K: IsStatic<N>, N>(n: K) -> Static<N> {
    let _ = n;
    Static::new()
}

/// The leaf of an integer.
///
/// # Panics
/// Where [`try_leaf`] is an error.
#[inline(always)]
#[track_caller]
pub fn leaf<N: IntoLeaf<Leaf = L>, L>(n: N) -> L {
    plain(n.try_into_leaf())
}

/// What the macros make of an integer: [`try_leaf_of`] with the text of an error as a panic.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn leaf_of<N: IntoLeaf<Leaf = L>, L>(n: N, extent: Option<Operation>, at: Option<usize>) -> L {
    plain(try_leaf_of(n, extent, at))
}

/// [`try_leaf`]. Of an `extent` of an operand of this operation, at mode `at`, it is said that a
/// negative number is none. One function for extents and strides: of a name that stands for both
/// the compiler says once what is wrong with it.
#[doc(hidden)]
#[inline(always)]
pub fn try_leaf_of<N: IntoLeaf<Leaf = L>, L>(
    n: N,
    extent: Option<Operation>,
    at: Option<usize>,
) -> Result<L, Error> {
    n.try_into_leaf().map_err(|error| match (extent, error.rule) {
        (Some(operation), Rule::NaturalStride { stride }) => {
            Error { operation, rule: Rule::NaturalExtent { extent: stride }, mode: at }
        }
        _ => error,
    })
}

/// The leaf of an integer.
///
/// # Errors
/// [`Rule::NaturalStride`] for a negative number.
#[inline(always)]
pub fn try_leaf<N: IntoLeaf<Leaf = L>, L>(n: N) -> Result<L, Error> {
    n.try_into_leaf()
}
