//! The strides of compact layouts by themselves.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::any_result::known_or;
use crate::layout::compact::{Column, Compact, Row};
use crate::layout::shape_div::AsShape;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Static};
use crate::operation::ordered::{InKeyOrder, MakeOrderedLayout};
use crate::plain::plain;
use crate::verdict::{ResultOf, operation};

type StrideOf<L> = <L as AnyLayout>::Stride;

/// The stride of [`make_ordered_layout`](crate::operation::make_ordered_layout()): of a leaf the product of the extents
/// with smaller numbers in `order`, or 0 where its extent is statically 1. Its bound is
/// [`OrderedBy`](crate::bound::OrderedBy).
///
/// **Errors.** Those of [`make_ordered_layout`](crate::operation::make_ordered_layout()).
///
/// ```
/// use tilework::{layout, operation::compact_order};
/// let m = 5;
/// let order = layout!((1,1,1):(3,1,2)).stride();
/// let stride = compact_order(layout!((2,3,(m,7))).shape(), order);
/// assert_eq!(stride, layout!((2,3,(m,7)):({21 * m},1,(3,{3 * m}))).stride());
/// ```
///
/// # Panics
/// Where [`try_compact_order`] is an error.
#[inline(always)]
#[track_caller]
pub fn compact_order<R, S: InKeyOrder<K, Result = R>, K>(shape: S, order: K) -> StrideOf<R::Layout>
where
    R: ResultOf<operation::make_ordered_layout_of, Layout: AnyLayout>,
{
    plain(try_compact_order(shape, order))
}

/// [`compact_order`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_compact_order<R, S: InKeyOrder<K, Result = R>, K>(
    shape: S,
    order: K,
) -> Result<StrideOf<R::Layout>, Error>
where
    R: ResultOf<operation::make_ordered_layout_of, Layout: AnyLayout>,
{
    let layout = known_or(|| shape.try_in_key_order(order)).map(R::layout);
    layout.map(stride).map_err(|error| error.during(Operation::CompactOrder))
}

/// The compact stride of the shape `S` in the order `K`.
pub type CompactOrder<S, K> = StrideOf<MakeOrderedLayout<S, K>>;

/// The stride for which the first leaf of `shape` is the fastest, that of [`ColMajor`](crate::result::ColMajor) (004, section 2.4.2;
/// 003, definition 2.1.2.9).
///
/// ```
/// use tilework::{layout, operation::compact_col_major};
/// let m = 3;
/// let stride = compact_col_major(layout!(((2,m),1,4)).shape());
/// assert_eq!(stride, layout!(((2,m),1,4):((1,2),0,{2 * m})).stride());
/// ```
///
/// # Panics
/// Where [`try_compact_col_major`] is an error.
#[inline(always)]
#[track_caller]
pub fn compact_col_major<D, S: CompactStride<Static<U1>, Column, Stride = D>>(shape: S) -> D {
    plain(try_compact_col_major(shape))
}

/// [`compact_col_major`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_compact_col_major<D, S: CompactStride<Static<U1>, Column, Stride = D>>(
    shape: S,
) -> Result<D, Error> {
    let stride = shape.try_compact_stride(Static::new());
    stride.map_err(|error| error.during(Operation::CompactColMajor))
}

/// The stride for which the last leaf of `shape` is the fastest, that of [`RowMajor`](crate::result::RowMajor).
///
/// ```
/// use tilework::{layout, operation::compact_row_major};
/// let m = 3;
/// let stride = compact_row_major(layout!(((2,m),1,4)).shape());
/// assert_eq!(stride, layout!(((2,m),1,4):(({4 * m},4),0,1)).stride());
/// ```
///
/// # Panics
/// Where [`try_compact_row_major`] is an error.
#[inline(always)]
#[track_caller]
pub fn compact_row_major<D, S: CompactStride<Static<U1>, Row, Stride = D>>(shape: S) -> D {
    plain(try_compact_row_major(shape))
}

/// [`compact_row_major`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_compact_row_major<D, S: CompactStride<Static<U1>, Row, Stride = D>>(
    shape: S,
) -> Result<D, Error> {
    let stride = shape.try_compact_stride(Static::new());
    stride.map_err(|error| error.during(Operation::CompactRowMajor))
}

/// The products of the leaves before each one, times the leaf `start`: [`compact_col_major`] with `start` in
/// place of 1 (003, definition 2.1.2.9).
///
/// ```
/// use tilework::{layout, leaf, operation::prefix_product};
/// let m = 8;
/// let stride = prefix_product(layout!((m,4)).shape(), leaf(3));
/// assert_eq!(stride, layout!((m,4):({3},{3 * m})).stride());
/// ```
///
/// # Panics
/// Where [`try_prefix_product`] is an error.
#[inline(always)]
#[track_caller]
pub fn prefix_product<D, S: CompactStride<N, Column, Stride = D>, N>(shape: S, start: N) -> D {
    plain(try_prefix_product(shape, start))
}

/// [`prefix_product`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_prefix_product<D, S: CompactStride<N, Column, Stride = D>, N>(
    shape: S,
    start: N,
) -> Result<D, Error> {
    shape.try_compact_stride(start).map_err(|error| error.during(Operation::PrefixProduct))
}

/// Shapes with a compact stride in the order [`Column`] or [`Row`] times the leaf `N`: the bound of
/// [`prefix_product`], [`compact_col_major`] and [`compact_row_major`].
#[diagnostic::on_unimplemented(
    message = "compact layout: not a shape and a leaf: of a layout it is `shape()`, of an integer `leaf(n)`, or in generic code without the bound `CompactStride<N, Order>`"
)]
pub trait CompactStride<N, Order>: Copy {
    /// The stride.
    type Stride;
    /// The stride, of a layout that fits.
    #[doc(hidden)]
    fn try_compact_stride(self, start: N) -> Result<Self::Stride, Error>;
}
macro_rules! shapes {
    ($([$($g:ident $(: $bound:ident)?),*] $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g $(: $bound)?,)* M, Order, E, D> CompactStride<M, Order> for $shape
        where
            M: AsShape<Shape = E>,
            Self: Compact<E, Order, Stride = D>,
            Layout<Self, D>: AnyLayout<Shape = Self, Stride = D>,
        {
            type Stride = D;
            #[inline(always)]
            fn try_compact_stride(self, start: M) -> Result<D, Error> {
                Layout::try_new(self, self.compact(start.as_shape())?.0).map(stride)
            }
        }
    )*};
}
shapes! {
    [N] Static<N>;
    [I: Copy] Dyn<I>;
    [] HNil;
    [H: Copy, T: Copy] HCons<H, T>;
}

#[inline(always)]
fn stride<L: AnyLayout>(layout: L) -> L::Stride {
    layout.parts().1
}
