//! Tensors that own their memory.

use alloc::vec;
use alloc::vec::Vec;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;
use typenum::{B1, UInt, UTerm};

use super::Tensor;
use crate::layout::codomain::IntegerStrides;
use crate::layout::compact::{Column, HasCompact, Row};
use crate::layout::for_each::is_run_by_rows;
use crate::layout::modes::Modes;
use crate::layout::natural::Natural;
use crate::layout::plain_tuple::Numbers;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ModesOf, cosize};
use crate::leaf::int::{Dyn, Index, Static};
use crate::plain::plain;
use crate::tensor::iterate::{Offsets, WithCoordinates};

/// A tensor that owns its elements, in a `Vec`. [`Tensor::to_owned`], `&t + &u` and similar operations make one, and so
/// do [`Owned::zeros`] and [`Owned::from_fn`].
///
/// ```
/// use tilework::{Layout, Owned, layout};
/// struct Image {
///     pixels: Owned<f32, Layout!((_,_):(_,1))>,
/// }
/// let (h, w) = (4, 6);
/// let mut image = Image { pixels: Owned::zeros(layout!((h,w):row_major)) };
/// image.pixels[(3, 5)] = 1.0;
/// assert_eq!((image.pixels.len(), image.pixels.sum()), (24, 1.0));
/// ```
pub type Owned<T, L> = Tensor<Vec<T>, L>; // of any: `&Tensor<impl Memory<Item = f32>, impl MatrixLayout>`

/// The layout of [`Tensor::to_owned`] and of `&t + &u`, for a tensor `t` of the layout `L`. It is the compact layout of
/// the same shape: row-major if the type of `L` says that its last mode is contiguous, otherwise column-major.
pub type OwnedLayout<L> = <L as HasOwned>::Layout;

/// Layouts whose tensors can be copied to an [`Owned`], which are all those with extents of one integer type: the bound
/// of [`Tensor::to_owned`] and of `&t + &u`. The layout of the copy is [`OwnedLayout<L>`](crate::result::OwnedLayout).
#[diagnostic::on_unimplemented(
    message = "to_owned: in generic code a layout without the bound `HasOwned`, or one with extents of two integer types",
    label = "has no compact layout"
)]
pub trait HasOwned: AnyLayout {
    /// The compact layout.
    type Layout: AnyLayout<Shape = Self::Shape>;
    /// True if it is row-major.
    #[doc(hidden)]
    const OWNED_BY_ROWS: bool;
    /// The layout of a tensor that owns its elements, as a value.
    #[doc(hidden)]
    fn try_owned(self) -> Result<Self::Layout, Error>;
}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout> HasOwned for L
where
    L::Stride: LastStride,
    L::Shape: HasCompact<<L::Stride as LastStride>::Order>,
{
    type Layout = <L::Shape as HasCompact<<L::Stride as LastStride>::Order>>::Layout;
    const OWNED_BY_ROWS: bool = <L::Stride as LastStride>::BY_ROWS;
    #[inline(always)]
    fn try_owned(self) -> Result<Self::Layout, Error> {
        self.shape().try_compact_layout()
    }
}

/// Layouts whose shape has a compact layout in the order of the layout `L`: the bound of
/// [`Tensor::transposed_inplace`] and [`Tensor::permuted_inplace`]. Sealed, because tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "transposed_inplace, permuted_inplace: in generic code a layout without the bound `CompactLike<L>`, or one with extents of two integer types",
    label = "has no compact layout"
)]
pub trait CompactLike<L>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The compact layout.
    type Layout: AnyLayout<Shape = Self::Shape>;
    /// True if it is row-major.
    #[doc(hidden)]
    const BY_ROWS: bool;
    /// The compact layout, as a value.
    #[doc(hidden)]
    fn try_compact_like(self) -> Result<Self::Layout, Error>;
}
/// The compact layout of the shape of `M`, row-major if the type of `L` says that its last mode is contiguous, otherwise
/// column-major.
pub type CompactAs<M, L> = <M as CompactLike<L>>::Layout;
#[diagnostic::do_not_recommend]
impl<M: AnyLayout, L: AnyLayout> CompactLike<L> for M
where
    L::Stride: LastStride,
    M::Shape: HasCompact<<L::Stride as LastStride>::Order>,
{
    const SEAL: Seal = Seal;
    type Layout = <M::Shape as HasCompact<<L::Stride as LastStride>::Order>>::Layout;
    const BY_ROWS: bool = <L::Stride as LastStride>::BY_ROWS;
    #[inline(always)]
    fn try_compact_like(self) -> Result<Self::Layout, Error> {
        self.shape().try_compact_layout()
    }
}

/// The order that the rightmost stride indicates: row-major if it is statically 1.
pub trait LastStride {
    /// [`Row`] or [`Column`].
    type Order;
    /// True if it is [`Row`].
    const BY_ROWS: bool;
}
macro_rules! last {
    ($([$($g:tt)*] $t:ty: $order:ty, $by_rows:literal;)*) => {$(
        impl<$($g)*> LastStride for $t {
            type Order = $order;
            const BY_ROWS: bool = $by_rows;
        }
    )*};
}
last! {
    [] Static<UTerm>: Column, false;
    [] Static<UInt<UTerm, B1>>: Row, true;
    [U, A, B] Static<UInt<UInt<U, A>, B>>: Column, false;
    [I: Index] Dyn<I>: Column, false;
    [] HNil: Column, false;
}
impl<H: LastStride> LastStride for HCons<H, HNil> {
    type Order = H::Order;
    const BY_ROWS: bool = H::BY_ROWS;
}
impl<H, H1, T> LastStride for HCons<H, HCons<H1, T>>
where
    HCons<H1, T>: LastStride,
{
    type Order = <HCons<H1, T> as LastStride>::Order;
    const BY_ROWS: bool = <HCons<H1, T> as LastStride>::BY_ROWS;
}

impl<T: Clone, L> Tensor<Vec<T>, L> {
    /// The tensor of `layout` that owns its elements, with the default value (0 for numbers) in every place.
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) for a layout with two coordinates of the same offset, and
    /// [`Rule::Undecided`](crate::Rule) if the check takes too many steps.
    #[inline]
    pub fn try_zeros(layout: L) -> Result<Self, Error>
    where
        T: Default,
        L: IntegerStrides,
    {
        Tensor::checked(vec![T::default(); cosize(layout.modes())], layout)
    }

    /// The tensor of `layout` that owns its elements, with the default value (0 for numbers) in every place.
    ///
    /// # Panics
    /// If [`Tensor::try_zeros`] returns an error, which never happens for a layout that is written as a shape.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let (m, n) = (3, 4);
    /// let mut t = Owned::zeros(layout!((m,n):row_major));
    /// t[(2, 3)] = 1.5;
    /// assert_eq!((t.sum(), t.data()[11]), (1.5, 1.5));
    /// ```
    #[inline]
    #[track_caller]
    pub fn zeros(layout: L) -> Self
    where
        T: Default,
        L: IntegerStrides,
    {
        plain(Self::try_zeros(layout))
    }

    /// The tensor of `layout` that owns its elements, with `value` in every place.
    ///
    /// # Errors
    /// Those of [`Tensor::try_zeros`].
    #[inline]
    pub fn try_full(layout: L, value: T) -> Result<Self, Error>
    where
        L: IntegerStrides,
    {
        Tensor::checked(vec![value; cosize(layout.modes())], layout)
    }

    /// The tensor of `layout` that owns its elements, with `value` in every place.
    ///
    /// # Panics
    /// If [`Tensor::try_full`] returns an error, which never happens for a layout that is written as a shape.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let (m, n) = (3, 4);
    /// let least = Owned::full(layout!((m,n)), f32::INFINITY);
    /// assert_eq!((least.min(), least.data().len()), (Some(f32::INFINITY), 12));
    /// ```
    #[inline]
    #[track_caller]
    pub fn full(layout: L, value: T) -> Self
    where
        L: IntegerStrides,
    {
        plain(Self::try_full(layout, value))
    }

    /// The tensor of `layout` that owns its elements, with `f(c)` at each coordinate `c`. Coordinates have the form of
    /// [`Tensor::extents`]: an integer for one mode, otherwise a tuple. `f` is called once for each coordinate, in
    /// row-major order if the type says that the layout is row-major, otherwise in column-major order. Gaps between the
    /// elements hold the first one.
    ///
    /// # Errors
    /// Those of [`Tensor::try_zeros`].
    #[inline]
    pub fn try_from_fn<F>(layout: L, mut f: F) -> Result<Self, Error>
    where
        L: IntegerStrides,
        L::Shape: Natural<usize, Coordinate: Numbers>,
        F: FnMut(CoordinateNumbers<L>) -> T,
    {
        if const { ModesOf::<L>::BY_ROWS } && is_run_by_rows(layout.modes()) {
            let mut data = Vec::with_capacity(layout.size());
            layout.shape().for_each_by_rows(&mut |at| data.push(f(at.numbers())));
            return Tensor::checked(data, layout);
        }
        let offsets = Offsets::new(layout.modes());
        let places = offsets.places();
        let mut places = WithCoordinates::new(offsets, layout.shape(), places);
        let mut data = Vec::new();
        if let Some((first, _)) = places.next() {
            // The first element has the offset 0.
            data = vec![f(first); cosize(layout.modes())];
            places.for_each(|(at, offset)| data[offset] = f(at));
        }
        Tensor::checked(data, layout)
    }

    /// The tensor of `layout` that owns its elements, with `f(c)` at each coordinate `c`. Coordinates have the form of
    /// [`Tensor::extents`]: an integer for one mode, otherwise a tuple. `f` is called once for each coordinate, in
    /// row-major order if the type says that the layout is row-major, otherwise in column-major order. Gaps between the
    /// elements hold the first one.
    ///
    /// # Panics
    /// If [`Tensor::try_from_fn`] returns an error, which never happens for a layout that is written as a shape.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let table = Owned::from_fn(layout!((3,4):row_major), |(i, j)| 10 * i + j);
    /// assert_eq!(table.data()[..6], [0, 1, 2, 3, 10, 11]);
    /// let squares = Owned::from_fn(layout!(5:1), |i| i * i);
    /// assert_eq!(squares.to_vec(), [0, 1, 4, 9, 16]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn from_fn<F>(layout: L, f: F) -> Self
    where
        L: IntegerStrides,
        L::Shape: Natural<usize, Coordinate: Numbers>,
        F: FnMut(CoordinateNumbers<L>) -> T,
    {
        plain(Self::try_from_fn(layout, f))
    }
}
/// The natural coordinates of the layout `L` in plain numbers.
type CoordinateNumbers<L> =
    <<<L as AnyLayout>::Shape as Natural<usize>>::Coordinate as Numbers>::Numbers;
