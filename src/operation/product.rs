//! Products: a layout repeated over a grid. The grid is composed on the unbounded complement of the layout.
//!
//! ```text
//! logical_product(a, b) = (a, onto(b, gaps)), gaps = complement_ext(a), if that distributes over the leaves of b
//! ```
//! In the blocked and the raked product, the modes of `a` and of the grid are paired. (papers:
//! [004](crate::guide::papers), section 3.5.1.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
pub use paired::{
    BlockedProduct, BlockedProductBy, RakedProduct, RakedProductBy, blocked_product, raked_product,
    try_blocked_product, try_raked_product,
};
use tilework_algebra::rules::{Right, logical_product as product};
use tilework_algebra::{Error, Mode, Operation};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::fill_from_modes::{FillFromModes, FillFromNumbers};
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, ByParts, Layout, Parts, Shape};
use crate::operation::arrangement::{Arrange, Flat, Pair, Tiled, Zipped, Zipping, zipped};
use crate::operation::complement::WithoutEnd;
use crate::operation::composition::segregation::{self, Gate};
use crate::operation::face::operation;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, Steps};
use crate::operation::kind::leaves::{AmongBoth, Leaves, StridedLeaves};
use crate::operation::kind::list::List;
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::rearranged::{InPlace, rearranged};
use crate::operation::sort::Sorted;
use crate::operation::tiler;
use crate::operation::tiler::{Gather, OneAfterAnother, Tiler};
use crate::verdict::{First, ResultOf, operation};

pub(crate) mod paired;

// The names are short, so that a function and its bound fit on one line in errors.
type ByLogical = operation::logical_product_by;
type ByZip = operation::zipped_product_by;
type ByTile = operation::tiled_product_by;
type ByFlat = operation::flat_product_by;

operation! {
    /// The product of `A` and the grid `B`: the layout `(A, A* o B)` of rank 2, where `A*` is the unbounded complement
    /// of `A`. An hlist of tilers multiplies each mode by its tiler ([004](crate::guide::papers), section 3.5.1;
    /// [003](crate::guide::papers), definition 2.3.9.1).
    ///
    /// Mode 0 is `A`, and mode 1 runs over disjoint copies of it in the order of `B`. Modes of `A` that are beyond a
    /// tiler, or kept by it, stay.
    ///
    /// **Law.** `R(x, y) = A(x) + A*(B(y))`, where `A*` is [`complement_ext`](crate::operation::complement_ext()) of
    /// `A`.
    ///
    /// **Errors.** Those of [`complement_ext`](crate::operation::complement_ext()) and of
    /// [`composition`](crate::operation::composition()). They appear at compile time if static leaves decide, else at
    /// run time.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::logical_product};
    /// let copies: Layout!(((4,8),(3,2)):((20,2),(80,1))) =
    ///     logical_product(layout!((4,8):(20,2)), layout!((3,2):(2,1)));
    /// assert_eq!(copies.to_string(), "((4,8),(3,2)):((20,2),(80,1))");
    /// let n = 5;
    /// assert_eq!(layout!((4,2):(2,1) * n:1).to_string(), "((4,2),5):((2,1),8)");
    /// ```
    ///
    /// # Panics
    /// If [`try_logical_product`] returns an error.
    fn logical_product[R: ResultOf<ByLogical>, A: ProductTotal<B, Repeated, Result = R>, B]
        (a: A, tiler: B) = Multiplying<Repeated>;
    /// Like [`logical_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`] that dynamic leaves break, and overflow.
    or try_logical_product;

    /// Layouts that can be multiplied by the tiler `B`: the bound of [`logical_product`].
    trait LogicalProductBy[B]: AnyLayout = ProductTotal[B, Repeated], ByLogical, Layout: AnyLayout;
    /// The type of [`logical_product`]'s result.
    type LogicalProduct[A, B] = ProductTotal[B, Repeated], ByLogical;

    /// [`logical_product`] with the tiles of all modes in mode 0 and the grids in mode 1: `((a_0, a_1, ...), (grid_0,
    /// grid_1, ...))`. Modes beyond the tiler go to the grids, and a mode that the tiler keeps is a tile with the grid
    /// `1:0`. For a layout `B` it is [`logical_product`].
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::zipped_product};
    /// let product: Layout!(((4,2),(2,3)):((3,17),(1,1))) =
    ///     zipped_product(layout!((4,2):(3,17)), layout!(<2,3>));
    /// assert_eq!(product.to_string(), "((4,2),(2,3)):((3,17),(1,1))");
    /// ```
    ///
    /// # Panics
    /// If [`try_zipped_product`] returns an error.
    fn zipped_product[R: ResultOf<ByZip>, A: ProductTotal<B, Gathered<Zipped>, Result = R>, B]
        (a: A, tiler: B) = Multiplying<Gathered<Zipped>>;
    /// Like [`zipped_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`] that dynamic leaves break, and overflow.
    or try_zipped_product;

    /// Layouts that can be multiplied by the tiler `B`: the bound of [`zipped_product`].
    trait ZippedProductBy[B]: AnyLayout = ProductTotal[B, Gathered<Zipped>], ByZip, Layout: AnyLayout;
    /// The type of [`zipped_product`]'s result.
    type ZippedProduct[A, B] = ProductTotal[B, Gathered<Zipped>], ByZip;

    /// [`zipped_product`] with the modes of the grid at the top: `((a_0, a_1, ...), grid_0, grid_1, ...)`.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::tiled_product};
    /// let product: Layout!(((2,2),4,2):((4,1),8,2)) =
    ///     tiled_product(layout!((2,2):(4,1)), layout!((4,2):(2,1)));
    /// assert_eq!(product.to_string(), "((2,2),4,2):((4,1),8,2)");
    /// ```
    ///
    /// # Panics
    /// If [`try_tiled_product`] returns an error.
    fn tiled_product[R: ResultOf<ByTile>, A: ProductTotal<B, Gathered<Tiled>, Result = R>, B]
        (a: A, tiler: B) = Multiplying<Gathered<Tiled>>;
    /// Like [`tiled_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`] that dynamic leaves break, and overflow.
    or try_tiled_product;

    /// Layouts that can be multiplied by the tiler `B`: the bound of [`tiled_product`].
    trait TiledProductBy[B]: AnyLayout = ProductTotal[B, Gathered<Tiled>], ByTile, Layout: AnyLayout;
    /// The type of [`tiled_product`]'s result.
    type TiledProduct[A, B] = ProductTotal[B, Gathered<Tiled>], ByTile;

    /// [`zipped_product`] with all modes at the top: `(a_0, a_1, ..., grid_0, grid_1, ...)`.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::flat_product};
    /// let product: Layout!((2,2,4,2):(4,1,8,2)) =
    ///     flat_product(layout!((2,2):(4,1)), layout!((4,2):(2,1)));
    /// assert_eq!(product.to_string(), "(2,2,4,2):(4,1,8,2)");
    /// ```
    ///
    /// # Panics
    /// If [`try_flat_product`] returns an error.
    fn flat_product[R: ResultOf<ByFlat>, A: ProductTotal<B, Gathered<Flat>, Result = R>, B]
        (a: A, tiler: B) = Multiplying<Gathered<Flat>>;
    /// Like [`flat_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`] that dynamic leaves break, and overflow.
    or try_flat_product;

    /// Layouts that can be multiplied by the tiler `B`: the bound of [`flat_product`].
    trait FlatProductBy[B]: AnyLayout = ProductTotal[B, Gathered<Flat>], ByFlat, Layout: AnyLayout;
    /// The type of [`flat_product`]'s result.
    type FlatProduct[A, B] = ProductTotal[B, Gathered<Flat>], ByFlat;

    /// The product of any layout with any tiler, in the form `F`, before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "product: not a layout and a tiler, for blocks and rakes two layouts, or in generic code without the bound `LogicalProductBy<B>`, `BlockedProductBy<B>`, ..",
        note = "a tiler is a layout, `Keep`, or an hlist of tilers: `layout!(<4,8>)`, with dynamic integers `layout!(<m:1,8>)`, or in an expression `layout!(zipped_divide(a, (m,8)))`"
    )]
    trait ProductTotal[B, F]: Copy {} fn try_multiply(b: B) for Multiplying<F>;
}

/// The product in the form `F`, as a function of both operands.
pub struct Multiplying<F>(PhantomData<F>);

/// The form of [`logical_product`], and the product as an operation by mode.
pub struct Repeated;
impl Gather for Repeated {
    type With<BS: Leaves<BD>, BD: Copy> = Self;
    type Followed<A: Outcome, T: Outcome> = OneAfterAnother<A, T>;
    type Untiled<S: Leaves<D>, D> = S::IntoTree;
}
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, B: Tiler> ProductTotal<B, Repeated> for Layout<S, D>
where
    Self: AnyLayout,
{
    type Result = ByParts<tiler::Tiled<Repeated, S, D, B>>;
    #[inline(always)]
    fn try_multiply<O: AnyResult>(self, b: B) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        let operation = Operation::LogicalProduct;
        match positive(operation, self) {
            Ok(()) => b.try_validated::<Repeated, S, D, O>(self, false, operation),
            Err(error) => Err(error),
        }
    }
}

/// The forms in which tiles and grids are gathered.
pub struct Gathered<F>(core::marker::PhantomData<F>);
#[diagnostic::do_not_recommend]
impl<S: Leaves<D>, D: Copy, B: Tiler, F, TS, TD, GS, GD, RS, RD> ProductTotal<B, Gathered<F>>
    for Layout<S, D>
where
    Self: AnyLayout,
    B::By<Zipping<Repeated>, S, D>:
        Outcome<Or<Self, B::Name, First>: Parts<Tile = Layout<TS, TD>, Rest = Layout<GS, GD>>>,
    TS: StridedLeaves<TD>,
    TD: Shape,
    GS: StridedLeaves<GD>,
    GD: Shape,
    F: Arrange,
    F::Of<TS, TD, GS, GD>: Outcome<Or<Self, B::Name, First>: Parts<Shape = RS, Stride = RD>>,
    Layout<RS, RD>: FillFromNumbers,
    Pair<TS, TD, GS, GD>: FillFromModes,
{
    type Result = Layout<RS, RD>;
    #[inline(always)]
    fn try_multiply<O: AnyResult>(self, b: B) -> Result<O, Error>
    where
        Self::Result: Is<O>,
    {
        positive(F::PRODUCT, self)?;
        match zipped::<Repeated, _, _, _, Pair<TS, TD, GS, GD>>(b, self) {
            Ok(product) => {
                rearranged::<InPlace, _, _, Layout<RS, RD>>(product).itself().validated(F::PRODUCT)
            }
            Err(error) => Err(error.during(F::PRODUCT)),
        }
    }
}

impl<BS: Leaves<BD>, BD: Copy> Applied<Layout<BS, BD>> for Repeated {
    const OPERATION: Operation = Operation::LogicalProduct;
    type Operands<S: Leaves<D>, D> = AmongBoth<S, D, BS, BD>;
    type Of<S: Leaves<D>, D> = <S::IntoTree as Tree>::Pair<Grid<S, D, BS, BD>>;
    by_numbers!(OverGaps<S, D>, |b: Layout<BS, BD>| b);
}
/// The grid `BS:BD` composed on the unbounded gaps of `S:D`.
type Grid<S, D, BS, BD> = <Over<S, D, BS, BD> as Gate>::If<
    <BS as Leaves<BD>>::Onto<WithoutEnd<S, D>, <BS as Leaves<BD>>::Flatten<HNil>>,
>;
/// `HNil` if the unbounded gaps of `S:D` distribute over the grid `BS:BD`, else a refusal.
type Over<S, D, BS, BD> = <WithoutEnd<S, D> as segregation::OnList>::Distributes<
    Sorted<BS, BD>,
    <BS as Leaves<BD>>::Flatten<HNil>,
>;
/// `S:D`, and a grid over its unbounded gaps.
struct OverGaps<S, D>(PhantomData<(S, D)>);
impl<S: Leaves<D>, D> Steps for OverGaps<S, D> {
    // An error in the gaps does not count the modes of the layout.
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let tile = FactsOf::<A>::tile(left, 0, right.limit);
        product(tile, &FactsOf::<WithoutEnd<S, D>>::PLAIN, right, out)
    }
}
