//! The strides of compact layouts by themselves.

use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::any_result::known_or;
use crate::layout::compact::{ColMajor, Column, Compact, Row, RowMajor};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::Static;
use crate::operation::ordered::{InKeyOrder, MakeOrderedLayout};
use crate::verdict::{ResultOf, operation};

type StrideOf<L> = <L as AnyLayout>::Stride;

/// The stride of [`make_ordered_layout`](crate::make_ordered_layout()): of a leaf the product of the extents
/// with smaller numbers in `order`, or 0 where its extent is statically 1. Its bound is
/// [`OrderedBy`](crate::OrderedBy).
///
/// **Errors.** As there.
///
/// ```
/// use tilework::{compact_order, layout};
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
    or_panic(try_compact_order(shape, order))
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

/// The stride for which the first leaf of `shape` is the fastest, that of [`ColMajor`] (004, section 2.4.2;
/// 003, definition 2.1.2.9).
///
/// ```
/// use tilework::{compact_col_major, layout};
/// let m = 3;
/// let stride = compact_col_major(layout!(((2,m),1,4)).shape());
/// assert_eq!(stride, layout!(((2,m),1,4):((1,2),0,{2 * m})).stride());
/// ```
///
/// # Panics
/// Where [`try_compact_col_major`] is an error.
#[inline(always)]
#[track_caller]
pub fn compact_col_major<S: Compact<Static<U1>, Column>>(shape: S) -> StrideOf<ColMajor<S>>
where
    ColMajor<S>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    or_panic(try_compact_col_major(shape))
}

/// [`compact_col_major`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_compact_col_major<S: Compact<Static<U1>, Column>>(
    shape: S,
) -> Result<StrideOf<ColMajor<S>>, Error>
where
    ColMajor<S>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    Layout::try_col_major(shape).map(stride)
}

/// The stride for which the last leaf of `shape` is the fastest, that of [`RowMajor`].
///
/// ```
/// use tilework::{compact_row_major, layout};
/// let m = 3;
/// let stride = compact_row_major(layout!(((2,m),1,4)).shape());
/// assert_eq!(stride, layout!(((2,m),1,4):(({4 * m},4),0,1)).stride());
/// ```
///
/// # Panics
/// Where [`try_compact_row_major`] is an error.
#[inline(always)]
#[track_caller]
pub fn compact_row_major<S: Compact<Static<U1>, Row>>(shape: S) -> StrideOf<RowMajor<S>>
where
    RowMajor<S>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    or_panic(try_compact_row_major(shape))
}

/// [`compact_row_major`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_compact_row_major<S: Compact<Static<U1>, Row>>(
    shape: S,
) -> Result<StrideOf<RowMajor<S>>, Error>
where
    RowMajor<S>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    Layout::try_row_major(shape).map(stride)
}

/// The products of the leaves before each one, times the leaf `start`: [`compact_col_major`] with `start` in
/// place of 1 (003, definition 2.1.2.9).
///
/// ```
/// use tilework::{layout, leaf, prefix_product};
/// let m = 8;
/// let stride = prefix_product(layout!((m,4)).shape(), leaf(3));
/// assert_eq!(stride, layout!((m,4):({3},{3 * m})).stride());
/// ```
///
/// # Panics
/// Where [`try_prefix_product`] is an error.
#[inline(always)]
#[track_caller]
pub fn prefix_product<S: Compact<N, Column>, N>(shape: S, start: N) -> S::Stride
where
    Layout<S, S::Stride>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    or_panic(try_prefix_product(shape, start))
}

/// [`prefix_product`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Extent`](crate::Rule) for a dynamic extent of 0, [`Rule::Overflow`](crate::Rule).
#[inline(always)]
pub fn try_prefix_product<S: Compact<N, Column>, N>(shape: S, start: N) -> Result<S::Stride, Error>
where
    Layout<S, S::Stride>: AnyLayout<Shape = S, Stride = S::Stride>,
{
    Layout::try_new(shape, shape.compact(start)?.0).map(stride)
}

#[inline(always)]
fn stride<L: AnyLayout>(layout: L) -> L::Stride {
    layout.parts().1
}

#[inline(always)]
#[track_caller]
fn or_panic<D>(stride: Result<D, Error>) -> D {
    match stride {
        Ok(stride) => stride,
        Err(error) => panic!("{error}"),
    }
}
