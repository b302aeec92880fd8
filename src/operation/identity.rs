//! Identity layouts map coordinates to themselves.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{U0, U1};

use crate::layout::any_result::AnyResult;
use crate::layout::compact::{Column, Compact, HasCompact};
use crate::layout::rank::Count;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::plain::plain;

/// The identity on `0..size`: the layout of `shape` with its compact column-major stride. ([004](crate::guide::papers),
/// section 3.3.1.)
///
/// ```
/// use tilework::{Layout, layout};
/// let m = 5;
/// let l: Layout!((3,(_,2)):(1,(3,_))) = layout!(identity((3,(m,2))));
/// assert_eq!(l.to_string(), "(3,(5,2)):(1,(3,15))");
/// ```
///
/// # Panics
/// If [`try_identity`] returns an error.
#[inline(always)]
#[track_caller]
pub fn identity<S: HasCompact<Column, Layout = R>, R>(shape: S) -> R {
    plain(try_identity(shape))
}

/// Like [`identity`], but returns errors at run time instead of panicking.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_identity<S: HasCompact<Column, Layout = R>, R>(shape: S) -> Result<R, Error> {
    shape.try_compact_layout().map_err(|error| error.during(Operation::Identity))
}

/// The identity on the coordinates of a shape, `I(c) = c`: each leaf has the basis element of its place as its stride
/// ([004](crate::guide::papers), section 3.3.1). The coordinates of an integer are integers, so for an integer it is
/// [`identity`](crate::operation::identity()), `24:1`.
///
/// If it is tiled like the data, it says which coordinates of the data a tile has, also those past its end:
/// [`Tensor::coordinates`](crate::Tensor::coordinates).
///
/// ```
/// use tilework::{Layout, hlist, layout, operation::make_identity_layout};
/// let m = 5;
/// let l: Layout!((3,(_,2)):(e0,(e(1,0),e(1,1)))) = make_identity_layout(layout!((3,(m,2))).shape());
/// assert_eq!(l.to_string(), "(3,(5,2)):(e0,(e(1,0),e(1,1)))");
/// assert_eq!(l.coordinate(22), hlist![1, hlist![2, 1]]);
/// let integers: Layout!(24:1) = layout!(make_identity_layout(24));
/// ```
///
/// # Panics
/// If [`try_make_identity_layout`] returns an error.
#[inline(always)]
#[track_caller]
pub fn make_identity_layout<S: HasIdentity<Output = R>, R: AnyLayout>(shape: S) -> R {
    plain(try_make_identity_layout(shape))
}

/// Like [`make_identity_layout`], but returns errors at run time instead of panicking.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_make_identity_layout<S: HasIdentity<Output = R>, R: AnyLayout>(
    shape: S,
) -> Result<R, Error> {
    shape.at_places().validated(Operation::MakeIdentityLayout)
}

/// Shapes that have an identity layout; all have one. The bound of [`make_identity_layout`].
#[diagnostic::on_unimplemented(
    message = "make_identity_layout: not a shape, or in generic code one without the bound `HasIdentity`"
)]
pub trait HasIdentity: Sized {
    /// The basis element of the place of each leaf, or the stride of an integer.
    type Stride: Known;
    /// The layout of the shape with this stride.
    type Output: AnyLayout;
    /// The layout, which may be unsound.
    #[doc(hidden)]
    fn at_places(self) -> Self::Output;
}
/// The identity layout of the shape `S`.
pub type MakeIdentityLayout<S> = <S as HasIdentity>::Output;

// The impls name the types, so that another type gives one error.
macro_rules! leaf {
    ($([$g:ident] $leaf:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$g, D> HasIdentity for $leaf
        where
            Self: Compact<Static<U1>, Column, Stride = D>,
            D: Known,
            Layout<Self, D>: AnyLayout,
        {
            type Stride = D;
            type Output = Layout<Self, D>;
            #[inline(always)]
            fn at_places(self) -> Layout<Self, D> {
                Layout::sound(self, D::VALUE)
            }
        }
    )*};
}
leaf! {
    [N] Static<N>;
    [I] Dyn<I>;
}
#[diagnostic::do_not_recommend]
impl HasIdentity for HNil {
    type Stride = HNil;
    type Output = Layout<HNil, HNil>;
    #[inline(always)]
    fn at_places(self) -> Layout<HNil, HNil> {
        Layout::sound(HNil, HNil)
    }
}
#[diagnostic::do_not_recommend]
impl<S, T, D> HasIdentity for HCons<S, T>
where
    Self: Placed<At<HNil> = D>,
    D: Known,
    Layout<Self, D>: AnyLayout,
{
    type Stride = D;
    type Output = Layout<Self, D>;
    #[inline(always)]
    fn at_places(self) -> Layout<Self, D> {
        Layout::sound(self, D::VALUE)
    }
}

/// Places, to which a position is added.
pub trait Path {
    /// The place `K` in this one.
    type Inside<K>: Path;
}
impl Path for HNil {
    type Inside<K> = HCons<K, HNil>;
}
impl<H, T: Path> Path for HCons<H, T> {
    type Inside<K> = HCons<H, T::Inside<K>>;
}
/// The kind of shapes at a place.
pub trait Placed {
    /// The basis elements of the leaves at the place `P`.
    type At<P: Path>;
    /// Those of the modes, which are at positions from `K` on inside the place `P`.
    type From<P: Path, K: Count>;
}
impl<S: Leaf> Placed for S {
    type At<P: Path> = Basis<Static<U1>, P>;
    type From<P: Path, K: Count> = HNil;
}
impl Placed for HNil {
    type At<P: Path> = HNil;
    type From<P: Path, K: Count> = HNil;
}
impl<S: Placed, T: Placed> Placed for HCons<S, T> {
    type At<P: Path> = Self::From<P, U0>;
    type From<P: Path, K: Count> = HCons<S::At<P::Inside<K>>, T::From<P, K::Next>>;
}
