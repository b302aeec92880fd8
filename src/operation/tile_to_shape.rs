//! A tile repeated until it fills a shape.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Rounding, cover};
use tilework_algebra::{Error, Mode, Operation, Rule};
use typenum::{B0, B1, U1};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::fill_from_modes::{FillFromNumbers, Sound};
use crate::layout::modes::positive;
use crate::layout::size::size_of_shape;
use crate::layout::{AnyLayout, Layout, Parts, Shape};
use crate::leaf::int::{Dyn, Index, Leaf, Static, any_extent};
use crate::leaf::integers::OneType;
use crate::leaf::stride::MOST_LEAVES;
use crate::operation::coalesce_profile::CoalesceByTotal;
use crate::operation::complement::{OnNumber, Span};
use crate::operation::face::operation;
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::List;
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::GivenVerdict;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::ordered::OrderedTotal;
use crate::operation::product::ProductTotal;
use crate::operation::product::paired::Blocked;
use crate::operation::take::TakeIf;
use crate::operation::tiler::OneAfterAnother;
use crate::verdict::{Bad, First, Of, ResultOf, ToShape, Unless, Verdict, operation, rule};

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
impl<TS: TileShape + Leaves<TD>, TD: Copy, S: Filled + Shape, K, E, V, RS, RD>
    TileToShapeTotal<S, K> for Layout<TS, TD>
where
    Self: AnyLayout,
    Copies<S, TS, TD>: Outcome<Or<Self, ToShape<S>, First>: Parts<Shape = E>>,
    E: Verdict<Out = V>,
    V: FillUnless<Self, E, K, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_fill<O: AnyResult>(self, shape: S, order: K) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        positive(Operation::TileToShape, self)?;
        copies::<S, TS, Copies<S, TS, TD>>(shape, self.into_parts().0)
            .and_then(|copies| {
                let extents = copies.or::<Self, ToShape<S>, First>().by_parts().into_parts().0;
                V::fill_unless(self, extents, order)
            })
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

/// The shape of a tile.
pub trait TileShape: Shape {
    /// The static factor of the size: the product of the static extents.
    type StaticFactor: Number;
    /// The first mode. A leaf is its own only mode, and modes beyond the tile are empty.
    type FirstMode: TileShape;
    /// The modes after it.
    type OtherModes: TileShape;
    /// Whether there is no mode.
    type HasNoModes: TakeIf;
    /// The modes.
    fn modes(self) -> (Self::FirstMode, Self::OtherModes);
}
macro_rules! tiles {
    ($([$($g:tt)*] $tile:ty: $factor:ty, $first:ty, $others:ty, $end:ty, |$modes:ident| $parts:expr;)*) => {$(
        impl<$($g)*> TileShape for $tile {
            type StaticFactor = $factor;
            type FirstMode = $first;
            type OtherModes = $others;
            type HasNoModes = $end;
            #[inline(always)]
            fn modes(self) -> ($first, $others) {
                let $modes = self;
                $parts
            }
        }
    )*};
}
tiles! {
    [] HNil: U1, HNil, HNil, B1, |end| (end, end);
    [N: Number] Static<N>: N, Self, HNil, B0, |leaf| (leaf, HNil);
    [I: Index] Dyn<I>: U1, Self, HNil, B0, |leaf| (leaf, HNil);
    [H: TileShape, T: TileShape] HCons<H, T>: <H::StaticFactor as Number>::Times<T::StaticFactor>, H, T, B0, |modes| modes.split();
}

/// A shape that is filled with tiles.
#[diagnostic::on_unimplemented(
    message = "tile_to_shape: not a shape of the tile's modes: of a layout it is `shape()`, of integers `hlist![leaf(m), leaf(n)]`; plain tuples are for `layout!(tile_to_shape(a, (m,n)))`"
)]
pub trait Filled: Copy {
    /// The size of each mode divided by that of the mode of the tile `A`, as a layout of the copies. `O` replaces it if
    /// the tile has more modes. The tile `L` and the whole shape `W` are for errors.
    type FilledBy<A: TileShape, L, W, O: Tree>: Tree;
    /// Writes the copies, and the sizes that they cover, from the mode `at` on.
    fn filled_by<A: TileShape>(self, tile: A, at: usize, to: &mut [Mode]) -> Result<(), Error>;
}
/// The copies of a mode of the tile `A` that fill the size `N`.
type Covered<N, A> =
    <<<A as Shape>::Size as OnNumber>::Spans<U1, <A as TileShape>::StaticFactor> as Span>::Cover<N>;
/// The copies of a mode. A refusal names the tile `L` and the shape `W`.
type InMode<N, L, W> = <<N as List>::IntoLayout as Outcome>::InMode<L, W>;
#[diagnostic::do_not_recommend]
impl Filled for HNil {
    type FilledBy<A: TileShape, L, W, O: Tree> =
        <A::HasNoModes as TakeIf>::Else<Layout<HNil, HNil>, O>;
    #[inline(always)]
    fn filled_by<A: TileShape>(self, _: A, _: usize, _: &mut [Mode]) -> Result<(), Error> {
        Ok(())
    }
}
#[diagnostic::do_not_recommend]
impl<S: Shape<Integers: OneType<()>>, T: Filled> Filled for HCons<S, T> {
    type FilledBy<A: TileShape, L, W, O: Tree> = OneAfterAnother<
        InMode<Covered<S::Size, A::FirstMode>, L, W>,
        T::FilledBy<A::OtherModes, L, W, O>,
    >;
    #[inline(always)]
    fn filled_by<A: TileShape>(self, tile: A, at: usize, to: &mut [Mode]) -> Result<(), Error> {
        let (mode, others) = tile.modes();
        let error = |rule| Error::new(Operation::TileToShape, rule).at(at);
        let size = size_of_shape(self.head).map_err(error)?;
        any_extent(size).map_err(error)?;
        // The size of the tile fits.
        let (size, span) = (size.number(), mode.product() as i64);
        let count = cover(Rounding::Exact, size, span).map_err(|error| error.at(at))?;
        if count > const { Covered::<S::Size, A::FirstMode>::LIMIT } {
            return Err(error(Rule::Overflow));
        }
        to[at] = Mode { shape: count, stride: span };
        self.tail.filled_by(others, at + 1, to)
    }
}
/// The copies of the tile `TS:TD` that fill the shape `S`, or the verdict.
type Copies<S, TS, TD> =
    <S as Filled>::FilledBy<TS, Layout<TS, TD>, ToShape<S>, GivenVerdict<MoreModes<S, TS, TD>>>;
type MoreModes<S, TS, TD> = Bad<
    rule::ModeRange,
    Of<Layout<TS, TD>>,
    Static<<<TS as Leaves<TD>>::Rank as Number>::Previous>,
    Static<<S as Shape>::Rank>,
>;
/// The value of the copies.
#[inline(always)]
fn copies<S: Filled, A: TileShape, R: FillFromNumbers>(shape: S, tile: A) -> Result<R, Error> {
    const { assert!(R::COUNT <= MOST_LEAVES, "a shape that is filled with tiles has at most 128 modes") };
    let mut numbers = [Mode { shape: 0, stride: 0 }; MOST_LEAVES];
    if const { !R::IS_REFUSED } {
        shape.filled_by(tile, 0, &mut numbers)?;
    }
    Ok(R::fill_from_numbers(&numbers, 0, Sound::YES))
}
