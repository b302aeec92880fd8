//! Products with the modes of the tile and of the grid in pairs.

use frunk_core::hlist::{HCons, HNil};
use frunk_core::{HList, hlist};
use tilework_algebra::{Error, Operation};
use typenum::{U0, U1};

use super::{GridOver, Multiply};
use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::Kind;
use crate::layout::composed::Composed;
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Known, Static};
use crate::operation::arrangement::IntoModes;
use crate::operation::tiler::{Plain, TiledByComposed};
use crate::sorts::{Generally, Statically, Way};
use crate::verdict::{Bad, First, HasResult, ResultOf, Verdict, operation};

// Short, so that the function and its bound stand on one line in errors.
type ByBlocked = operation::blocked_product_by;
type ByRaked = operation::raked_product_by;

/// [`logical_product`](crate::operation::logical_product()) with the modes of `A` and of the grid paired, the
/// tile inside: `((a_0, grid_0), (a_1, grid_1), ...)`, so that the tiles are blocks (004, section
/// 3.5.1). The operand of lower rank goes on with modes `1:0`.
///
/// **Errors.** Those of [`logical_product`](crate::operation::logical_product()).
///
/// ```
/// use tilework::{Layout, layout, operation::blocked_product};
/// let blocks: Layout!(((3,2),(4,5)):((4,12),(1,24))) =
///     blocked_product(layout!((3,4):(4,1)), layout!((2,5):(1,2)));
/// assert_eq!(blocks.to_string(), "((3,2),(4,5)):((4,12),(1,24))");
/// ```
///
/// # Panics
/// Where [`try_blocked_product`] is an error.
#[inline(always)]
#[track_caller]
pub fn blocked_product<R: ResultOf<ByBlocked>, A: Multiply<B, Blocked, Result = R>, B>(
    a: A,
    b: B,
) -> R::Layout {
    R::known_or_panic_by(a, b, Multiply::try_multiply).layout()
}

/// [`blocked_product`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`logical_product`](crate::operation::logical_product()) that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_blocked_product<R: ResultOf<ByBlocked>, A: Multiply<B, Blocked, Result = R>, B>(
    a: A,
    b: B,
) -> Result<R::Layout, Error> {
    known_or(|| a.try_multiply(b)).map(R::layout)
}

/// Layouts that are multiplied by the layout `B`: the bound of [`blocked_product`].
pub trait BlockedProductBy<B>:
    AnyLayout + Multiply<B, Blocked, Result: ResultOf<ByBlocked, Layout: AnyLayout>>
{
}
/// The type of [`blocked_product`]'s result.
pub type BlockedProduct<A, B> =
    <<A as Multiply<B, Blocked>>::Result as ResultOf<ByBlocked>>::Layout;

impl<A, B> BlockedProductBy<B> for A
where
    A: AnyLayout + Multiply<B, Blocked>,
    A::Result: Verdict<Out: HasResult<operation::blocked_product_by>>
        + ResultOf<ByBlocked, Layout: AnyLayout>,
{
}

/// [`blocked_product`] with the grid inside: `((grid_0, a_0), (grid_1, a_1), ...)`, so that the
/// elements of a tile lie a grid apart (004, section 3.5.1).
///
/// **Errors.** Those of [`logical_product`](crate::operation::logical_product()).
///
/// ```
/// use tilework::{Layout, layout, operation::raked_product};
/// let rakes: Layout!(((2,3),(5,4)):((12,4),(24,1))) =
///     raked_product(layout!((3,4):(4,1)), layout!((2,5):(1,2)));
/// assert_eq!(rakes.to_string(), "((2,3),(5,4)):((12,4),(24,1))");
/// ```
///
/// # Panics
/// Where [`try_raked_product`] is an error.
#[inline(always)]
#[track_caller]
pub fn raked_product<R: ResultOf<ByRaked>, A: Multiply<B, Raked, Result = R>, B>(
    a: A,
    b: B,
) -> R::Layout {
    R::known_or_panic_by(a, b, Multiply::try_multiply).layout()
}

/// [`raked_product`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`logical_product`](crate::operation::logical_product()) that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_raked_product<R: ResultOf<ByRaked>, A: Multiply<B, Raked, Result = R>, B>(
    a: A,
    b: B,
) -> Result<R::Layout, Error> {
    known_or(|| a.try_multiply(b)).map(R::layout)
}

/// Layouts that are multiplied by the layout `B`: the bound of [`raked_product`].
pub trait RakedProductBy<B>:
    AnyLayout + Multiply<B, Raked, Result: ResultOf<ByRaked, Layout: AnyLayout>>
{
}
/// The type of [`raked_product`]'s result.
pub type RakedProduct<A, B> = <<A as Multiply<B, Raked>>::Result as ResultOf<ByRaked>>::Layout;

impl<A, B> RakedProductBy<B> for A
where
    A: AnyLayout + Multiply<B, Raked>,
    A::Result:
        Verdict<Out: HasResult<operation::raked_product_by>> + ResultOf<ByRaked, Layout: AnyLayout>,
{
}

/// The form of [`blocked_product`]: the tile inside.
pub struct Blocked;
/// The form of [`raked_product`]: the grid inside.
pub struct Raked;

/// Two modes as one, a tile and its grid.
pub trait Order<T, G> {
    /// The pair.
    type Out;
    /// The pair.
    fn order(tile: T, grid: G) -> Self::Out;
}
impl<T, G> Order<T, G> for Blocked {
    type Out = HList![T, G];
    #[inline(always)]
    fn order(tile: T, grid: G) -> Self::Out {
        hlist![tile, grid]
    }
}
impl<T, G> Order<T, G> for Raked {
    type Out = HList![G, T];
    #[inline(always)]
    fn order(tile: T, grid: G) -> Self::Out {
        hlist![grid, tile]
    }
}

macro_rules! multiply_paired {
    ($($form:ident $operation:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S, D, BS, BD> Multiply<Layout<BS, BD>, $form> for Layout<S, D>
        where
            Self: AnyLayout,
            $form: Statically<Self, Layout<BS, BD>>,
            PairWay<S, D, BS, BD, $form>: Way<$form, Self, Layout<BS, BD>, First>,
        {
            type Result = ByParts<
                <PairWay<S, D, BS, BD, $form> as Way<$form, Self, Layout<BS, BD>, First>>::Out,
            >;
            #[inline(always)]
            fn try_multiply(self, b: Layout<BS, BD>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                let operation = Operation::$operation;
                positive(operation, self)?;
                let product = PairWay::<S, D, BS, BD, $form>::apply(self, b, 0)
                    .map_err(|error| error.during(operation))?;
                product.by_parts().validated(operation)
            }
        }

        // Were there one kind of grid only, rustc would expect it, and not ask for this trait.
        #[diagnostic::do_not_recommend]
        impl<S: Copy, D: Copy> Multiply<i32, $form> for Layout<S, D> {
            type Result = Layout<Plain, Plain>;
            fn try_multiply(self, _: i32) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                Ok(Layout::sound(Bad::new(), Bad::new()))
            }
        }

        impl<S, D, BS, BD, J, GS, GD, MS, MD, AS, AD, RS, RD>
            Generally<Layout<S, D>, Layout<BS, BD>, J> for $form
        where
            Layout<S, D>: Copy,
            Layout<BS, BD>: GridOver<Layout<S, D>, J, Out = Layout<GS, GD>>,
            BS: GridModes<GS, GD, Out = Layout<MS, MD>>,
            S: IntoModes<D, HNil, HNil, Out = Layout<AS, AD>>,
            AS: PairModes<AD, MS, MD, $form, Out = Layout<RS, RD>>,
        {
            type Out = Layout<RS, RD>;
            #[inline(always)]
            fn generally(
                a: Layout<S, D>,
                b: Layout<BS, BD>,
                at: usize,
            ) -> Result<Layout<RS, RD>, Error> {
                let grid = b.grid_over(a, at)?;
                let (shape, stride) = a.into_parts();
                let (shape, stride) =
                    shape.into_modes(stride, Layout::sound(HNil, HNil)).into_parts();
                Ok(PairModes::<_, _, _, $form>::pair_modes(shape, stride, BS::grid_modes(grid)))
            }
            #[inline(always)]
            fn stays_within(_: &Layout<S, D>, _: &Layout<BS, BD>) -> bool {
                false
            }
        }
    )*};
}
macro_rules! by_composed {
    ($($form:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Copy, D: Copy, F, N, L, K> Multiply<Composed<F, N, L>, $form> for Layout<S, D>
        where
            D: Kind<Out = K>,
            K: TiledByComposed,
        {
            type Result = Layout<K::Verdict, K::Verdict>;
            fn try_multiply(self, _: Composed<F, N, L>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                Ok(Layout::sound(Known::VALUE, Known::VALUE))
            }
        }
    )*};
}
by_composed!(Blocked; Raked;);
multiply_paired! {
    Blocked BlockedProduct;
    Raked RakedProduct;
}
type PairWay<S, D, BS, BD, F> = <F as Statically<Layout<S, D>, Layout<BS, BD>>>::Operands;

/// The modes of a grid made of a right side of shape `Self`: that of a leaf is one mode.
pub trait GridModes<S, D> {
    /// The layout whose modes are those of the grid.
    type Out;
    /// The layout.
    fn grid_modes(grid: Layout<S, D>) -> Self::Out;
}
macro_rules! grid_modes {
    ($([$($g:ident),*] $shape:ty, $wrapped:ty, |$grid:ident| $modes:expr;)*) => {$(
        impl<S, D, $($g),*> GridModes<S, D> for $shape {
            type Out = $wrapped;
            #[inline(always)]
            fn grid_modes($grid: Layout<S, D>) -> Self::Out {
                $modes
            }
        }
    )*};
}
grid_modes! {
    [N] Static<N>, Layout<HList![S], HList![D]>, |grid| grid.followed_by(Layout::sound(HNil, HNil));
    [I] Dyn<I>, Layout<HList![S], HList![D]>, |grid| grid.followed_by(Layout::sound(HNil, HNil));
    [] HNil, Layout<S, D>, |grid| grid;
    [H, T] HCons<H, T>, Layout<S, D>, |grid| grid;
}

/// The modes of the tile `Self:D` paired with those of the grid `G:H` in the order `F`.
pub trait PairModes<D, G, H, F> {
    /// The layout of the pairs.
    type Out;
    /// The layout of the pairs.
    fn pair_modes(self, stride: D, grid: Layout<G, H>) -> Self::Out;
}
impl<F> PairModes<HNil, HNil, HNil, F> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn pair_modes(self, _: HNil, grid: Layout<HNil, HNil>) -> Self::Out {
        grid
    }
}
impl<S, ST, D, DT, G, GT, H, HT, F, PS, PD, TS, TD>
    PairModes<HCons<D, DT>, HCons<G, GT>, HCons<H, HT>, F> for HCons<S, ST>
where
    F: Order<S, G, Out = PS> + Order<D, H, Out = PD>,
    ST: PairModes<DT, GT, HT, F, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<PS, TS>, HCons<PD, TD>>;
    #[inline(always)]
    fn pair_modes(
        self,
        stride: HCons<D, DT>,
        grid: Layout<HCons<G, GT>, HCons<H, HT>>,
    ) -> Self::Out {
        let (first, others) = grid.split_first();
        let (g, h) = first.into_parts();
        let pair = Layout::sound(F::order(self.head, g), F::order(stride.head, h));
        pair.followed_by(PairModes::<_, _, _, F>::pair_modes(self.tail, stride.tail, others))
    }
}
// The operand of lower rank goes on with `1:0`.
impl<S, ST, D, DT, F, R> PairModes<HCons<D, DT>, HNil, HNil, F> for HCons<S, ST>
where
    Self: PairModes<HCons<D, DT>, HList![Static<U1>], HList![Static<U0>], F, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn pair_modes(self, stride: HCons<D, DT>, grid: Layout<HNil, HNil>) -> R {
        let unit = Layout::sound(Static::new(), Static::new());
        PairModes::<_, _, _, F>::pair_modes(self, stride, unit.followed_by(grid))
    }
}
impl<G, GT, H, HT, F, R> PairModes<HNil, HCons<G, GT>, HCons<H, HT>, F> for HNil
where
    HCons<G, GT>: PairWithUnits<HCons<H, HT>, F, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn pair_modes(self, _: HNil, grid: Layout<HCons<G, GT>, HCons<H, HT>>) -> R {
        let (shape, stride) = grid.into_parts();
        shape.pair_with_units(stride)
    }
}
/// The modes of the grid `Self:H` paired with tiles `1:0` in the order `F`.
pub trait PairWithUnits<H, F> {
    /// The layout of the pairs.
    type Out;
    /// The layout of the pairs.
    fn pair_with_units(self, stride: H) -> Self::Out;
}
impl<F> PairWithUnits<HNil, F> for HNil {
    type Out = Layout<HNil, HNil>;
    #[inline(always)]
    fn pair_with_units(self, _: HNil) -> Self::Out {
        Layout::sound(HNil, HNil)
    }
}
impl<G, GT, H, HT, F, PS, PD, TS, TD> PairWithUnits<HCons<H, HT>, F> for HCons<G, GT>
where
    F: Order<Static<U1>, G, Out = PS> + Order<Static<U0>, H, Out = PD>,
    GT: PairWithUnits<HT, F, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<PS, TS>, HCons<PD, TD>>;
    #[inline(always)]
    fn pair_with_units(self, stride: HCons<H, HT>) -> Self::Out {
        let shape = F::order(Static::new(), self.head);
        let pair = Layout::sound(shape, F::order(Static::new(), stride.head));
        pair.followed_by(self.tail.pair_with_units(stride.tail))
    }
}
// A verdict in place of the grid.
macro_rules! no_grid {
    ($([$($g:ident),*] $shape:ty, $stride:ty;)*) => {$(
        impl<F, R, At, X, Y, $($g),*> PairModes<$stride, Bad<R, At, X, Y>, Bad<R, At, X, Y>, F>
            for $shape
        {
            type Out = Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>;
            fn pair_modes(
                self,
                _: $stride,
                grid: Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>,
            ) -> Self::Out {
                grid
            }
        }
    )*};
}
no_grid! {
    [] HNil, HNil;
    [S, ST, D, DT] HCons<S, ST>, HCons<D, DT>;
}
