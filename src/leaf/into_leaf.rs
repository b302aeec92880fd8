//! Integers that can be leaves, and those that must be known while compiling.

use tilework_algebra::{Error, Operation, Rule};

use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::plain::plain;

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
    [] Dyn<i32>; [] u8; [] u16; [] u64; [] u128; [] i8; [] i16; [] i64; [] i128; [] isize; [] f32; [] f64;
    [T: ?Sized] &T;
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
/// `Static<N>`, a position or a factor, or two of them: of what is none functions say so once, and `N` is
/// not inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is of run time: positions and factors are `Static::<U1>::new()` and the like, or literals in `layout!`",
    label = "is not known while compiling"
)]
pub trait IsStatic<N> {}
#[diagnostic::do_not_recommend]
impl<N> IsStatic<N> for Static<N> {}
#[diagnostic::do_not_recommend]
impl<I: IsStatic<M>, J: IsStatic<N>, M, N> IsStatic<(M, N)> for (I, J) {}

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
    plain(n.try_into_leaf())
}

/// What the macros make of an integer: [`try_leaf_of`] with the text of an error as a panic.
#[doc(hidden)]
#[inline(always)]
#[track_caller]
pub fn leaf_of<N: IntoLeaf>(n: N, extent: Option<Operation>, at: Option<usize>) -> N::Leaf {
    plain(try_leaf_of(n, extent, at))
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
