//! Products with the modes of the tile and of the grid in pairs.

use tilework_algebra::{Error, Operation};

use super::Multiply;
use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::Kind;
use crate::layout::composed::Composed;
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::Known;
use crate::operation::kind::Statically;
use crate::operation::tiler::{Plain, TiledByComposed};
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
