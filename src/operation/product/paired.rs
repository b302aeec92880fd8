//! The blocked and the raked product: products whose modes of the tile and of the grid are paired.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{Pairs, Right, paired_product};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U0, U1};

use super::{Grid, Multiplying, ProductTotal};
use crate::layout::any_result::{AnyResult, Is};
use crate::layout::composed::Composed;
use crate::layout::same_extents::TopModes;
use crate::layout::{AnyLayout, ByParts, Layout};
use crate::leaf::int::Static;
use crate::operation::complement::WithoutEnd;
use crate::operation::face::operation;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, Steps};
use crate::operation::kind::leaves::{AmongBoth, Leaves};
use crate::operation::kind::list::List;
use crate::operation::kind::tree::Tree;
use crate::operation::kind::{Statically, Undecided};
use crate::operation::tiler::Plain;
use crate::verdict::{Bad, First, ResultOf, operation, rule};

// The names are short, so that a function and its bound fit on one line in errors.
type ByBlocked = operation::blocked_product_by;
type ByRaked = operation::raked_product_by;

operation! {
    /// [`logical_product`](crate::operation::logical_product()) with the modes of `A` and of the grid paired, the tile
    /// inside: `((a_0, grid_0), (a_1, grid_1), ...)`. The tiles are blocks ([004](crate::guide::papers), section
    /// 3.5.1). The operand of lower rank is extended by modes `1:0`.
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
    /// If [`try_blocked_product`] returns an error.
    fn blocked_product[R: ResultOf<ByBlocked>, A: ProductTotal<B, Blocked, Result = R>, B]
        (a: A, b: B) = Multiplying<Blocked>;
    /// Like [`blocked_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`](crate::operation::logical_product()) that dynamic leaves break, and overflow.
    or try_blocked_product;

    /// Layouts that can be multiplied by the layout `B`: the bound of [`blocked_product`].
    trait BlockedProductBy[B]: AnyLayout = ProductTotal[B, Blocked], ByBlocked, Layout: AnyLayout;
    /// The type of [`blocked_product`]'s result.
    type BlockedProduct[A, B] = ProductTotal[B, Blocked], ByBlocked;

    /// [`blocked_product`] with the grid inside: `((grid_0, a_0), (grid_1, a_1), ...)`. The elements of a tile are a
    /// grid apart ([004](crate::guide::papers), section 3.5.1).
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
    /// If [`try_raked_product`] returns an error.
    fn raked_product[R: ResultOf<ByRaked>, A: ProductTotal<B, Raked, Result = R>, B]
        (a: A, b: B) = Multiplying<Raked>;
    /// Like [`raked_product`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// The rules of [`logical_product`](crate::operation::logical_product()) that dynamic leaves break, and overflow.
    or try_raked_product;

    /// Layouts that can be multiplied by the layout `B`: the bound of [`raked_product`].
    trait RakedProductBy[B]: AnyLayout = ProductTotal[B, Raked], ByRaked, Layout: AnyLayout;
    /// The type of [`raked_product`]'s result.
    type RakedProduct[A, B] = ProductTotal[B, Raked], ByRaked;
}

/// The form of [`blocked_product`]: the tile inside.
pub struct Blocked;
/// The form of [`raked_product`]: the grid inside.
pub struct Raked;

macro_rules! multiply_paired {
    ($($form:ident $operation:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S, D, BS, BD> ProductTotal<Layout<BS, BD>, $form> for Layout<S, D>
        where
            Self: AnyLayout,
            $form: Statically<Self, Layout<BS, BD>>,
        {
            type Result = ByParts<<$form as Statically<Self, Layout<BS, BD>>>::Judged<First>>;
            #[inline(always)]
            fn try_multiply<O: AnyResult>(self, b: Layout<BS, BD>) -> Result<O, Error>
            where
                Self::Result: Is<O>,
            {
                <$form as Statically<Self, Layout<BS, BD>>>::try_validated(self, b, Operation::$operation)
            }
        }

        // With only one kind of grid rustc would expect that kind, and not ask for this trait.
        #[diagnostic::do_not_recommend]
        impl<S: Copy, D: Copy> ProductTotal<i32, $form> for Layout<S, D> {
            type Result = Layout<Plain, Plain>;
            fn try_multiply<O: AnyResult>(self, _: i32) -> Result<O, Error> {
                Ok(O::known())
            }
        }
    )*};
}
macro_rules! by_composed {
    ($($form:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<S: Leaves<D>, D: Copy, F, N, L> ProductTotal<Composed<F, N, L>, $form> for Layout<S, D> {
            type Result = Layout<
                S::ByComposed<Bad<rule::ComposedTiler, (), (), ()>>,
                S::ByComposed<Bad<rule::ComposedTiler, (), (), ()>>,
            >;
            fn try_multiply<O: AnyResult>(self, _: Composed<F, N, L>) -> Result<O, Error> {
                Ok(O::known())
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
            by_numbers!(InPairs<$form, S, D, BS, BD>, |b: Layout<BS, BD>| b);
        }
    )*};
}
paired! {
    Blocked BlockedProduct;
    Raked RakedProduct;
}
/// `S:D`, and the grid `BS:BD` over its unbounded gaps, with their modes paired.
struct InPairs<F, S, D, BS, BD>(PhantomData<(F, S, D, BS, BD)>);
impl<F: Pair, S: Leaves<D>, D, BS: Leaves<BD>, BD> Steps for InPairs<F, S, D, BS, BD> {
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let tile = FactsOf::<A>::tile(left, 0, right.limit);
        let pairs = const { &pairs(S::MODES, CopiesOf::<S, D, BS, BD>::MODES, F::FIRST) };
        paired_product(tile, &FactsOf::<WithoutEnd<S, D>>::PLAIN, right, pairs, out)
    }
}
/// The modes of the grid `BS:BD` on the unbounded gaps of `S:D`.
type CopiesOf<S, D, BS, BD> =
    <BS as Leaves<BD>>::Copies<WithoutEnd<S, D>, <BS as Leaves<BD>>::Flatten<HNil>>;

/// The places of the leaves of a tile and of a grid when each mode of one is paired with a mode of the other. `first`
/// is the side whose mode comes first, 0 for the tile and 1 for the grid.
pub const fn pairs(tile: &TopModes, grid: &TopModes, first: usize) -> Pairs {
    let count = leaves(tile) + leaves(grid);
    let (mut places, mut filled) = ([0; 128], 0);
    let (mut modes, mut next, mut side) = ([tile, grid], [0, leaves(tile)], first);
    while !matches!(modes, [TopModes::End, TopModes::End]) || side != first {
        let (mut place, end) = match modes[side] {
            TopModes::Mode { leaves, others, .. } => {
                modes[side] = *others;
                (next[side], next[side] + *leaves)
            }
            TopModes::End => (count, count + 1),
        };
        while place < end && filled < 128 {
            places[filled] = place as u8;
            (place, filled) = (place + 1, filled + 1);
        }
        (next[side], side) = (end, 1 - side);
    }
    Pairs { count, places }
}
/// The number of leaves of these modes.
const fn leaves(mut modes: &TopModes) -> usize {
    let mut count = 0;
    while let TopModes::Mode { leaves, others, .. } = modes {
        (count, modes) = (count + *leaves, *others);
    }
    count
}

/// Joins a mode of the tile and one of the grid.
pub trait Pair {
    /// The mode that comes first: 0 for that of the tile, 1 for that of the grid.
    const FIRST: usize;
    /// The pair.
    type Of<A: Tree, G: Tree>: Tree;
}
impl Pair for Blocked {
    const FIRST: usize = 0;
    type Of<A: Tree, G: Tree> = A::Before<G::Before<Layout<HNil, HNil>, HNil>, HNil>;
}
impl Pair for Raked {
    const FIRST: usize = 1;
    type Of<A: Tree, G: Tree> = G::Before<A::Before<Layout<HNil, HNil>, HNil>, HNil>;
}

/// The mode `M` of a grid, then `T`.
pub struct Copies<M, T>(PhantomData<(M, T)>);
/// The modes of a grid: [`Copies`] up to `HNil`. Further modes are `1:0`.
pub trait Copied {
    /// The number of leaves of each of these modes.
    const MODES: &'static TopModes;
    /// The first mode.
    type First: Tree;
    /// The modes after it.
    type Others: Copied;
    /// Each mode paired with `1:0`.
    type WithUnits<F: Pair>: Tree;
}
type Unit = Layout<Static<U1>, Static<U0>>;
impl Copied for HNil {
    const MODES: &'static TopModes = &TopModes::End;
    type First = Unit;
    type Others = HNil;
    type WithUnits<F: Pair> = Layout<HNil, HNil>;
}
impl<M: Tree, T: Copied> Copied for Copies<M, T> {
    const MODES: &'static TopModes =
        &TopModes::Mode { size: None, leaves: M::COUNT, others: T::MODES };
    type First = M;
    type Others = T;
    type WithUnits<F: Pair> = <F::Of<Unit, M> as Tree>::Before<T::WithUnits<F>, HNil>;
}
impl Copied for Undecided {
    const MODES: &'static TopModes = &TopModes::End;
    type First = Undecided;
    type Others = Undecided;
    type WithUnits<F: Pair> = Undecided;
}
