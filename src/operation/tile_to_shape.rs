//! A tile repeated until it fills a shape.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::U1;

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::compact::{Column, Compact};
use crate::layout::modes::{cons, positive};
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Leaf, Static, any_extent};
use crate::leaf::number::{Number, Product};
use crate::operation::coalesce_profile::CoalesceByTotal;
use crate::operation::evenness::QuotientBy;
use crate::operation::face::operation;
use crate::operation::ordered::OrderedTotal;
use crate::operation::product::ProductTotal;
use crate::operation::product::paired::Blocked;
use crate::verdict::{Bad, First, Position, ResultOf, ToShape, Unless, Verdict, operation};

// The names are short, so that a function and its bound fit on one line in errors.
type Tiling = operation::tile_to_shape_of;

operation! {
    /// `tile` repeated until it fills `shape`, mode by mode, with the copies in the order `order`. It is the
    /// [`blocked_product`](crate::operation::blocked_product()) of the tile with a compact layout, coalesced by mode.
    /// The compact layout has the quotients of the extents in this order
    /// ([`make_ordered_layout`](crate::operation::make_ordered_layout())). ([004](crate::guide::papers), section
    /// 3.5.1.)
    ///
    /// The shape is a tuple, and only the sizes of its modes matter. Modes beyond the tile are filled with copies
    /// alone.
    ///
    /// **Errors.** Evenness: the size of each mode must be a multiple of the tile's. It is checked at compile time if
    /// both are static, else at run time. Then those of the operations named above.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let (tile, m) = (layout!((2,4):(4,1)), 8);
    /// let tiled: Layout!(((2,_),(4,2)):((4,16),(1,8))) = layout!(tile_to_shape(tile, (m,8), (1,0)));
    /// assert_eq!(tiled.to_string(), "((2,4),(4,2)):((4,16),(1,8))");
    /// // Without an order the copies go down the columns; here they go on where the one above ends.
    /// let tiled = layout!(tile_to_shape(tile, (m,8)));
    /// assert_eq!(tiled.to_string(), "(8,(4,2)):(4,(1,32))");
    /// ```
    ///
    /// # Panics
    /// If [`try_tile_to_shape`] returns an error.
    fn tile_to_shape[R: ResultOf<Tiling>, T: TileToShapeTotal<S, K, Result = R>, S, K]
        (tile: T, shape: S, order: K) = TilingToShape;
    /// Like [`tile_to_shape`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// Evenness, extents of 0 and overflow.
    or try_tile_to_shape;

    /// Layouts that fill the shape `S` in copies in the order `K`: the bound of [`tile_to_shape`].
    trait TileTo[S, K]: AnyLayout = TileToShapeTotal[S, K], Tiling, Layout: AnyLayout;
    /// The type of [`tile_to_shape`]'s result.
    type TileToShape[T, S, K] = TileToShapeTotal[S, K], Tiling;

    /// [`TileTo`] before evenness is checked.
    #[diagnostic::on_unimplemented(
        message = "tile_to_shape: not a layout, a shape and an order of it, or in generic code without the bound `TileTo<S, K>`"
    )]
    trait TileToShapeTotal[S, K]: Copy {} fn try_fill(shape: S, order: K) for TilingToShape;
}
/// Tile to shape as an operation.
pub struct TilingToShape;

#[diagnostic::do_not_recommend]
impl<TS, TD, S, K, Extents, V, RS, RD> TileToShapeTotal<S, K> for Layout<TS, TD>
where
    Self: AnyLayout,
    S: DividedInto<TS, (Self, ToShape<S>), First, Out = Extents>,
    Extents: Verdict<Out = V>,
    V: FillUnless<Self, Extents, K, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_fill<O: AnyResult>(self, shape: S, order: K) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        positive(Operation::TileToShape, self)?;
        let extents = shape.divided_into(self.into_parts().0, 0);
        extents
            .and_then(|extents| V::fill_unless(self, extents, order))
            .map(Is::itself)
            .map_err(|error| error.during(Operation::TileToShape))
    }
}

/// The copies of the tile `T` over the extents `E`, unless `Self` is a verdict.
pub trait FillUnless<T, E, K> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn fill_unless(tile: T, extents: E, order: K) -> Result<Self::Out, Error>;
}
impl<T, E, K, Grid, Blocks, W, S, D, R> FillUnless<T, E, K> for HNil
where
    E: Copy + OrderedTotal<K, Result = Grid>,
    Grid: ResultOf<operation::make_ordered_layout_of>,
    T: ProductTotal<Grid, Blocked, Result = Blocks>,
    Blocks: AnyResult + Verdict<Out = W> + CoalesceByTotal<E, Result = Layout<S, D>>,
    W: Unless<S, D, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn fill_unless(tile: T, extents: E, order: K) -> Result<R, Error> {
        let grid = extents.try_in_key_order(order)?;
        let blocks = ProductTotal::<Grid, Blocked>::try_multiply(tile, grid)?;
        Ok(W::unless(CoalesceByTotal::<E>::coalesce_relative(blocks)))
    }
}
impl<T, E, K, R, At, X, Y> FillUnless<T, E, K> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn fill_unless(_: T, _: E, _: K) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}

/// The sizes of the modes of the shape `Self`, each divided by that of the mode of the tile's shape `A`. `O` are the
/// tile and the whole shape, and `J` is the position of the first mode, for errors. (The shape is `Self` because rustc
/// must not try all impls while its type is not inferred.)
#[diagnostic::on_unimplemented(
    message = "tile_to_shape: not a shape of the tile's modes: of a layout it is `shape()`, of integers `hlist![leaf(m), leaf(n)]`; plain tuples are for `layout!(tile_to_shape(a, (m,n)))`"
)]
pub trait DividedInto<A, O, J> {
    /// An hlist of leaves, in which a verdict may be.
    type Out;
    /// The quotients.
    fn divided_into(self, tile: A, at: usize) -> Result<Self::Out, Error>;
}
#[diagnostic::do_not_recommend]
impl<O, J> DividedInto<HNil, O, J> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn divided_into(self, _: HNil, _: usize) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<A, AT, S, ST, L, W, J: Position, Size, K, N, Q, Rest> DividedInto<HCons<A, AT>, (L, W), J>
    for HCons<S, ST>
where
    A: Compact<Static<U1>, Column, After = Size> + StaticFactor<Out = K>,
    S: Compact<Static<U1>, Column, After = N>,
    N: Leaf + QuotientBy<Size, K, (L, W, J), Out = Q>,
    ST: DividedInto<AT, (L, W), J::After, Out = Rest>,
{
    type Out = HCons<Q, Rest>;
    #[inline(always)]
    fn divided_into(self, tile: HCons<A, AT>, at: usize) -> Result<Self::Out, Error> {
        let span = tile.head.compact(Static::new())?.1;
        let size = extent(self.head, at)?;
        let quotient = size.quotient_by(span).map_err(|error| error.at(at))?;
        Ok(cons(quotient, self.tail.divided_into(tile.tail, at + 1)?))
    }
}
/// The size of the mode `at` of a shape.
#[inline(always)]
fn extent<S, N: Leaf>(mode: S, at: usize) -> Result<N, Error>
where
    S: Compact<Static<U1>, Column, After = N>,
{
    let size = mode.compact(Static::new()).map_err(|error| error.at(at))?.1;
    any_extent(size).map_err(|rule| Error::new(Operation::TileToShape, rule).at(at))?;
    Ok(size)
}
/// The product of the static extents of a shape, a divisor of its size.
pub trait StaticFactor {
    /// A static leaf.
    type Out: Leaf;
}
impl<N: Number> StaticFactor for Static<N> {
    type Out = Self;
}
impl<I> StaticFactor for Dyn<I> {
    type Out = Static<U1>;
}
impl StaticFactor for HNil {
    type Out = Static<U1>;
}
impl<H: StaticFactor, T: StaticFactor> StaticFactor for HCons<H, T> {
    type Out = Product<H::Out, T::Out>;
}
// Modes beyond the tile.
#[diagnostic::do_not_recommend]
impl<S, ST, O, J: Position, N: Leaf, Rest> DividedInto<HNil, O, J> for HCons<S, ST>
where
    S: Compact<Static<U1>, Column, After = N>,
    ST: DividedInto<HNil, O, J::After, Out = Rest>,
{
    type Out = HCons<N, Rest>;
    #[inline(always)]
    fn divided_into(self, tile: HNil, at: usize) -> Result<Self::Out, Error> {
        let size = extent(self.head, at)?;
        Ok(cons(size, self.tail.divided_into(tile, at + 1)?))
    }
}
// A leaf is its own only mode.
macro_rules! leaf {
    ($([$g:ident] $leaf:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$g, S, ST, O, J, R> DividedInto<$leaf, O, J> for HCons<S, ST>
        where
            Self: DividedInto<HCons<$leaf, HNil>, O, J, Out = R>,
        {
            type Out = R;
            #[inline(always)]
            fn divided_into(self, tile: $leaf, at: usize) -> Result<R, Error> {
                self.divided_into(cons(tile, HNil), at)
            }
        }
    )*};
}
leaf! {
    [N] Static<N>;
    [I] Dyn<I>;
}
