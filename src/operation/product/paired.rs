//! The blocked and the raked product: products with the modes of the tile and of the grid in pairs.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U0, U1};

use super::{Grid, Multiply, OverGaps};
use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::Kind;
use crate::layout::composed::Composed;
use crate::layout::modes::positive;
use crate::layout::numbered::Sound;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Known, Static};
use crate::operation::complement::WithoutEnd;
use crate::operation::kind::applied::Applied;
use crate::operation::kind::leaves::{AmongBoth, Leaves};
use crate::operation::kind::numbers::{OfNumbers, compute};
use crate::operation::kind::tree::Tree;
use crate::operation::kind::{Statically, Undecided};
use crate::operation::tiler::{Plain, TiledByComposed};
use crate::verdict::{Bad, First, HasResult, ResultOf, Verdict, operation};

// The names are short, so that a function and its bound stand on one line in errors.
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

macro_rules! multiply_paired {
    ($($form:ident $operation:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S, D, BS, BD> Multiply<Layout<BS, BD>, $form> for Layout<S, D>
        where
            Self: AnyLayout,
            $form: Statically<Self, Layout<BS, BD>>,
        {
            type Result = ByParts<<$form as Statically<Self, Layout<BS, BD>>>::Judged<First>>;
            #[inline(always)]
            fn try_multiply(self, b: Layout<BS, BD>) -> Result<Self::Result, Error>
            where
                Self::Result: AnyResult,
            {
                let operation = Operation::$operation;
                positive(operation, self)?;
                let product = <$form as Statically<Self, Layout<BS, BD>>>::judged::<First>(self, b, 0)
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

macro_rules! paired {
    ($($form:ident $operation:ident;)*) => {$(
        impl<BS: Leaves<BD>, BD: Copy> Applied<Layout<BS, BD>> for $form {
            const OPERATION: Operation = Operation::$operation;
            type Operands<S: Leaves<D>, D> = AmongBoth<S, D, BS, BD>;
            type Of<S: Leaves<D>, D> = <Grid<S, D, BS, BD> as Tree>::If<
                S::Paired<BS::Copies<WithoutEnd<S, D>, BS::Flatten<HNil>>, $form>,
            >;
            #[inline(always)]
            fn of<S: Leaves<D>, D: Copy>(
                a: Layout<S, D>,
                b: Layout<BS, BD>,
                at: usize,
            ) -> Result<Self::Of<S, D>, Error> {
                let grid: BS::Copies<WithoutEnd<S, D>, BS::Flatten<HNil>> =
                    compute::<OverGaps<S, D>, _, _, _>(a, b, at)?;
                let pairs = a.shape().paired::<_, $form>(a.stride(), grid);
                Ok(Grid::<S, D, BS, BD>::allow(pairs))
            }
            #[inline(always)]
            fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &Layout<BS, BD>) -> bool {
                false
            }
        }
    )*};
}
paired! {
    Blocked BlockedProduct;
    Raked RakedProduct;
}
/// A mode of the tile and one of the grid as one.
pub trait Pair {
    /// The pair.
    type Of<A: Tree, G: Tree>: Tree;
    /// The pair, a value.
    fn of<A: Tree, G: Tree>(a: A, g: G) -> Self::Of<A, G>;
}
impl Pair for Blocked {
    type Of<A: Tree, G: Tree> = A::Before<G::Before<Layout<HNil, HNil>, HNil>, HNil>;
    #[inline(always)]
    fn of<A: Tree, G: Tree>(a: A, g: G) -> Self::Of<A, G> {
        a.before::<_, HNil>(g.before::<_, HNil>(Layout::sound(HNil, HNil)))
    }
}
impl Pair for Raked {
    type Of<A: Tree, G: Tree> = G::Before<A::Before<Layout<HNil, HNil>, HNil>, HNil>;
    #[inline(always)]
    fn of<A: Tree, G: Tree>(a: A, g: G) -> Self::Of<A, G> {
        g.before::<_, HNil>(a.before::<_, HNil>(Layout::sound(HNil, HNil)))
    }
}

/// The mode `M` of a grid, then `T`.
pub struct Copies<M, T>(pub M, pub T);
/// The modes of a grid: [`Copies`] up to `HNil`. Past them they are `1:0`.
pub trait Copied: OfNumbers {
    /// The first mode.
    type First: Tree;
    /// The modes behind it.
    type Others: Copied;
    /// Both.
    fn split_first(self) -> (Self::First, Self::Others);
    /// Each mode paired with `1:0`.
    type WithUnits<F: Pair>: Tree;
    /// The pairs, a value.
    fn with_units<F: Pair>(self) -> Self::WithUnits<F>;
}
type Unit = Layout<Static<U1>, Static<U0>>;
const UNIT: Unit = Layout::sound(Static::new(), Static::new());
impl OfNumbers for HNil {
    const COUNT: usize = 0;
    #[inline(always)]
    fn of_numbers(_: &[Mode], _: usize, _: Sound) -> HNil {
        HNil
    }
}
impl<M: OfNumbers, T: OfNumbers> OfNumbers for Copies<M, T> {
    const COUNT: usize = M::COUNT + T::COUNT;
    #[inline(always)]
    fn of_numbers(from: &[Mode], at: usize, sound: Sound) -> Self {
        Copies(M::of_numbers(from, at, sound), T::of_numbers(from, at + M::COUNT, sound))
    }
}
impl Copied for HNil {
    type First = Unit;
    type Others = HNil;
    #[inline(always)]
    fn split_first(self) -> (Unit, HNil) {
        (UNIT, HNil)
    }
    type WithUnits<F: Pair> = Layout<HNil, HNil>;
    #[inline(always)]
    fn with_units<F: Pair>(self) -> Self::WithUnits<F> {
        Layout::sound(HNil, HNil)
    }
}
impl<M: Tree, T: Copied> Copied for Copies<M, T> {
    type First = M;
    type Others = T;
    #[inline(always)]
    fn split_first(self) -> (M, T) {
        (self.0, self.1)
    }
    type WithUnits<F: Pair> = <F::Of<Unit, M> as Tree>::Before<T::WithUnits<F>, HNil>;
    #[inline(always)]
    fn with_units<F: Pair>(self) -> Self::WithUnits<F> {
        F::of(UNIT, self.0).before::<_, HNil>(self.1.with_units::<F>())
    }
}
impl Copied for Undecided {
    type First = Undecided;
    type Others = Undecided;
    #[inline(always)]
    fn split_first(self) -> (Undecided, Undecided) {
        (self, self)
    }
    type WithUnits<F: Pair> = Undecided;
    #[inline(always)]
    fn with_units<F: Pair>(self) -> Undecided {
        self
    }
}
