//! Compact layouts of a shape: column-major and row-major.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{U0, U1};

use crate::layout::modes::cons;
use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::leaf::integers::OneType;
use crate::leaf::number::{Number, NumberOf, Truth};
use crate::plain::plain;

/// The compact strides of a shape that follows `N` elements. The traversal is left to right; [`Row`] goes right to
/// left. Sealed: its size is used to check that the elements of threads lie in their tile.
#[diagnostic::on_unimplemented(
    message = "compact: one integer type: dynamic extents are all `usize` or all `u32`, or in generic code a shape without the bound `HasCompact<{Order}>`, where with `const S: usize` you write strides, `(m,const S):(const S,1)`; of an integer a shape is `leaf(n)`, of a tuple `hlist![..]`",
    label = "has no compact strides"
)]
pub trait Compact<N, Order>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The stride, congruent with the shape.
    type Stride: Copy;
    /// `N` times the size of the shape.
    type After: Copy;
    /// The stride and the size.
    fn compact(self, before: N) -> Result<(Self::Stride, Self::After), Error>;
}
/// Column-major: the leftmost leaf is contiguous.
#[derive(Clone, Copy, Debug)]
pub struct Column;
/// Row-major: the rightmost leaf is contiguous.
#[derive(Clone, Copy, Debug)]
pub struct Row;

#[diagnostic::do_not_recommend]
impl<S: CompactStrides<Order, Integers: OneType<()>>, N: Leaf, Order> Compact<N, Order> for S {
    const SEAL: Seal = Seal;
    type Stride = S::After<N::Number>;
    type After = <<N::Number as Number>::Times<S::Size> as Number>::Leaf;
    #[inline(always)]
    fn compact(self, before: N) -> Result<(Self::Stride, Self::After), Error> {
        let mut count = before.get() as u64;
        match (self.after::<N::Number>(&mut count), Leaf::try_of(count)) {
            (Ok(strides), Ok(after)) => Ok((strides, after)),
            (Err(rule), _) | (_, Err(rule)) => Err(Error::new(Operation::Layout, rule)),
        }
    }
}
/// A shape whose compact strides are computed.
pub trait CompactStrides<Order>: Shape {
    /// The strides behind `N` elements. An extent of 1 has stride 0.
    type After<N: Number>: Copy;
    /// The strides behind `count` elements. The count is multiplied by the size of the shape.
    ///
    /// # Errors
    /// [`Rule::Overflow`]
    fn after<N: Number>(self, count: &mut u64) -> Result<Self::After<N>, Rule>;
}
macro_rules! leaf {
    ($([$($g:tt)*] $leaf:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)*, Order> CompactStrides<Order> for $leaf {
            type After<N: Number> =
                <<<Self as Leaf>::IsOne as Truth>::Either<U0, N> as Number>::Leaf;
            #[inline(always)]
            fn after<N: Number>(self, count: &mut u64) -> Result<Self::After<N>, Rule> {
                let stride = Leaf::try_of(*count);
                *count = count.checked_mul(self.get() as u64).ok_or(Rule::Overflow)?;
                <N::Times<NumberOf<Self>> as Number>::Leaf::try_of(*count)?;
                stride
            }
        }
    )*};
}
leaf! {
    [M: Number] Static<M>;
    [I: Index] Dyn<I>;
}
#[diagnostic::do_not_recommend]
impl<Order> CompactStrides<Order> for HNil {
    type After<N: Number> = HNil;
    #[inline(always)]
    fn after<N: Number>(self, _: &mut u64) -> Result<HNil, Rule> {
        Ok(HNil)
    }
}
#[diagnostic::do_not_recommend]
impl<H: CompactStrides<Column>, T: CompactStrides<Column>> CompactStrides<Column> for HCons<H, T> {
    type After<N: Number> = HCons<H::After<N>, T::After<N::Times<H::Size>>>;
    #[inline(always)]
    fn after<N: Number>(self, count: &mut u64) -> Result<Self::After<N>, Rule> {
        let head = self.head.after::<N>(count)?;
        Ok(cons(head, self.tail.after::<N::Times<H::Size>>(count)?))
    }
}
#[diagnostic::do_not_recommend]
impl<H: CompactStrides<Row>, T: CompactStrides<Row>> CompactStrides<Row> for HCons<H, T> {
    type After<N: Number> = HCons<H::After<N::Times<T::Size>>, T::After<N>>;
    #[inline(always)]
    fn after<N: Number>(self, count: &mut u64) -> Result<Self::After<N>, Rule> {
        let tail = self.tail.after::<N>(count)?;
        Ok(cons(self.head.after::<N::Times<T::Size>>(count)?, tail))
    }
}

/// Shapes that have a compact layout: all dynamic extents are of one integer type. This is the bound of
/// [`identity`](crate::operation::identity()), [`Layout::col_major`] and, with [`Row`], [`Layout::row_major`].
///
/// ```
/// use tilework::{AnyLayout, layout, bound::{Column, HasCompact}, operation::identity};
/// fn last<S: HasCompact<Column>>(shape: S) -> usize {
///     identity(shape).cosize() - 1
/// }
/// assert_eq!(last(layout!((3,5)).shape()), 14);
/// ```
///
/// A tensor with the compact layout also needs `ColMajor<S>: IntegerStrides`.
#[diagnostic::on_unimplemented(
    message = "compact: one integer type: dynamic extents are all `usize` or all `u32`, or in generic code a shape without the bound `HasCompact<{Order}>`, where with `const S: usize` you write strides, `(m,const S):(const S,1)`; of an integer a shape is `leaf(n)`, of a tuple `hlist![..]`",
    label = "has no compact strides"
)]
pub trait HasCompact<Order>: CompactInto<Order, <Self as HasCompact<Order>>::Layout> {
    /// The stride, congruent with the shape.
    type Stride: Copy;
    /// The compact layout.
    type Layout: AnyLayout<Shape = Self>;
    /// Shape and stride.
    #[doc(hidden)]
    fn try_compact_parts(self) -> Result<(Self, Self::Stride), Error>;
    /// The layout.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`].
    fn try_compact_layout(self) -> Result<Self::Layout, Error>;
}
#[diagnostic::do_not_recommend]
impl<S, Order, D> HasCompact<Order> for S
where
    S: CompactStrides<Order, Integers: OneType<()>, After<U1> = D>,
    D: Copy + OrderedAs<D>,
    Layout<S, D>: AnyLayout<Shape = S, Stride = D>,
{
    type Stride = D;
    type Layout = Layout<S, D>;
    #[inline(always)]
    fn try_compact_parts(self) -> Result<(S, D), Error> {
        self.try_compact_layout().map(Layout::into_parts)
    }
    #[inline(always)]
    fn try_compact_layout(self) -> Result<Layout<S, D>, Error> {
        match self.after::<U1>(&mut 1) {
            Ok(stride) => Layout::try_new(self, stride),
            Err(rule) => Err(Error::new(Operation::Layout, rule)),
        }
    }
}

/// The compact layout of the shape `S` whose leftmost leaf is contiguous.
pub type ColMajor<S> = <S as HasCompact<Column>>::Layout;
/// The compact layout of the shape `S` whose rightmost leaf is contiguous.
pub type RowMajor<S> = <S as HasCompact<Row>>::Layout;

/// Shapes whose compact layout is `L`; each shape with [`HasCompact`] is one. This is the bound of
/// [`Layout::col_major`] and, with [`Row`], [`Layout::row_major`].
#[diagnostic::on_unimplemented(
    message = "compact: one integer type: dynamic extents are all `usize` or all `u32`, or in generic code a shape without the bound `HasCompact<{Order}>`, where with `const S: usize` you write strides, `(m,const S):(const S,1)`; of an integer a shape is `leaf(n)`, of a tuple `hlist![..]`",
    label = "has no compact strides"
)]
pub trait CompactInto<Order, L>: Copy {
    /// The layout, if it is static.
    #[doc(hidden)]
    const KNOWN: Option<L>;
    /// The layout.
    ///
    /// # Errors
    /// As in [`HasCompact::try_compact_layout`].
    fn try_compact_into(self) -> Result<L, Error>;
}
// The expected strides may be known before the integers of the shape are.
impl<S, D: Copy, Order> CompactInto<Order, Layout<S, D>> for S
where
    S: HasCompact<Order>,
    S::Stride: OrderedAs<D>,
    Layout<S, D>: AnyLayout,
{
    const KNOWN: Option<Layout<S, D>> = <Layout<S, D> as AnyLayout>::KNOWN;
    #[inline(always)]
    fn try_compact_into(self) -> Result<Layout<S, D>, Error> {
        let (shape, stride) = self.try_compact_parts()?;
        Ok(Layout::sound(shape, stride.itself()))
    }
}
/// Compact strides that are the expected strides `D`. (`Self` are the strides that are computed, leaf by leaf, so that
/// rustc does not infer them from `D`.)
#[diagnostic::on_unimplemented(
    message = "layout: order: the strides that are wanted here are others: `layout!((m,n))` is column-major, the leftmost mode contiguous, `layout!((m,n):row_major)` row-major, and any are written out, `(m,n):(lda,1)`",
    label = "has other strides"
)]
pub trait OrderedAs<D>: IsStrides<D> {}
#[diagnostic::do_not_recommend]
impl<S: IsStrides<D>, D> OrderedAs<D> for S {}
/// [`OrderedAs`] in a form whose impls rustc does not recommend.
pub trait IsStrides<D>: Sized {
    /// The strides.
    fn itself(self) -> D;
}
#[diagnostic::do_not_recommend]
impl<N: Copy> IsStrides<Static<N>> for Static<N>
where
    Self: Leaf,
{
    #[inline(always)]
    fn itself(self) -> Self {
        self
    }
}
#[diagnostic::do_not_recommend]
impl<I: Index> IsStrides<Dyn<I>> for Dyn<I> {
    #[inline(always)]
    fn itself(self) -> Self {
        self
    }
}
#[diagnostic::do_not_recommend]
impl IsStrides<HNil> for HNil {
    #[inline(always)]
    fn itself(self) -> HNil {
        HNil
    }
}
#[diagnostic::do_not_recommend]
impl<H: IsStrides<H1>, T: IsStrides<T1>, H1: Copy, T1: Copy> IsStrides<HCons<H1, T1>>
    for HCons<H, T>
{
    #[inline(always)]
    fn itself(self) -> HCons<H1, T1> {
        cons(self.head.itself(), self.tail.itself())
    }
}

// On this one layout, because the results are not of type `Self`: a path without parameters then names the functions.
impl Layout<HNil, HNil> {
    /// The compact layout of `shape` whose leftmost leaf is contiguous. `layout!` makes the same from a shape alone.
    /// Extents that are statically 1 get stride 0.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let l: Layout!((_,8):(1,_)) = layout!((m,8));
    /// assert_eq!(l.to_string(), "(5,8):(1,5)");
    /// ```
    #[inline(always)]
    pub fn try_col_major<S: CompactInto<Column, L>, L>(shape: S) -> Result<L, Error> {
        shape.try_compact_into()
    }

    /// The compact layout of `shape` whose leftmost leaf is contiguous. `layout!` makes the same from a shape alone.
    /// Extents that are statically 1 get stride 0.
    ///
    /// # Panics
    /// If [`Layout::try_col_major`] returns an error.
    #[doc(alias("LayoutLeft", "GenColMajor"))]
    #[inline(always)]
    #[track_caller]
    pub fn col_major<S: CompactInto<Column, L>, L>(shape: S) -> L {
        plain(Self::try_col_major(shape))
    }

    /// The compact layout of `shape` whose rightmost leaf is contiguous: `layout!(S:row_major)`.
    ///
    /// # Errors
    /// [`Rule::Extent`], [`Rule::Overflow`].
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let l: Layout!((_,(2,4)):(8,(4,1))) = layout!((m,(2,4)):row_major);
    /// assert_eq!(l.to_string(), "(5,(2,4)):(8,(4,1))");
    /// ```
    #[inline(always)]
    pub fn try_row_major<S: CompactInto<Row, L>, L>(shape: S) -> Result<L, Error> {
        shape.try_compact_into()
    }

    /// The compact layout of `shape` whose rightmost leaf is contiguous: `layout!(S:row_major)`.
    ///
    /// # Panics
    /// If [`Layout::try_row_major`] returns an error.
    #[doc(alias("LayoutRight", "GenRowMajor"))]
    #[inline(always)]
    #[track_caller]
    pub fn row_major<S: CompactInto<Row, L>, L>(shape: S) -> L {
        plain(Self::try_row_major(shape))
    }
}
