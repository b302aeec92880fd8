//! Integers that can be leaves, and integers that must be static.

use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, NonZero};

use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::plain::plain;

/// An integer that can be a leaf: `usize`, `u32`, `i32` (the type of a plain literal; computed in `usize`), or a leaf.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no leaf: dynamic integers are `usize`, `u32`, or an `i32` that becomes a `usize`",
    label = "is no leaf",
    note = "others are converted before, and references followed: `layout!(({{n as usize}},{{*m}}))`"
)]
pub trait IntoLeaf: AsLeaf {}
#[diagnostic::do_not_recommend]
impl<N: AsLeaf<IsLeaf: NonZero>> IntoLeaf for N {}

/// [`IntoLeaf`] by type, before some types are refused. A type that is no leaf is then one error, and not one error for
/// each use of the result.
pub trait AsLeaf {
    /// The leaf.
    type Leaf: Leaf;
    /// `B0` for a type that is refused, else `B1`.
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

/// A position or a factor, `Static<N>`. For another type functions report it once, and `N` is not inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is dynamic: positions and factors are `Static::<U1>::new()` and the like, or in `layout!` literals and constants, `const K`",
    label = "is not known while compiling"
)]
pub trait IsStatic<N> {}
#[diagnostic::do_not_recommend]
impl<N> IsStatic<N> for Static<N> {}

/// `Static<N>` after an argument `I` that is `Static<M>`: one bound for two arguments. It is on the second, so that
/// rustc reports an error once, after both types are inferred.
#[diagnostic::on_unimplemented(
    message = "a dynamic position or factor: they are `Static::<U1>::new()` and the like, or in `layout!` literals and constants, `const K`",
    label = "is not known while compiling, or what stands before it"
)]
pub trait IsStaticBehind<I, M, N> {}
#[diagnostic::do_not_recommend]
impl<I, J: StaticBehind<I, M, N>, M, N> IsStaticBehind<I, M, N> for J {}
/// [`IsStaticBehind`] by type.
pub trait StaticBehind<I, M, N> {}
impl<M, N> StaticBehind<Static<M>, M, N> for Static<N> {}

/// The code that the macros emit for the name of a position or a factor.
#[doc(hidden)]
#[inline(always)]
pub fn known_integer<K: IsStatic<N>, N>(n: K) -> Static<N> {
    let _ = n;
    Static::new()
}

/// The leaf of an integer.
///
/// # Panics
/// If [`try_leaf`] returns an error.
#[inline(always)]
#[track_caller]
pub fn leaf<N: IntoLeaf<Leaf = L>, L>(n: N) -> L {
    plain(n.try_into_leaf())
}

/// The code that the macros emit for an integer: [`try_leaf_of`], which panics with the text of an error.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn leaf_of<N: IntoLeaf<Leaf = L>, L>(n: N, extent: Option<Operation>, at: Option<usize>) -> L {
    plain(try_leaf_of(n, extent, at))
}

/// [`try_leaf`] for the macros. If the integer is the `extent` of an operand of this operation, at mode `at`, the error
/// says that a negative number is no extent. Extents and strides share this function: for a name that stands for both,
/// the compiler reports an error once.
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
