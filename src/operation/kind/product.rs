//! Products: the layout, and the grid of its copies composed on the gaps that it leaves without end.
//!
//! ```text
//! logical_product(a, b) = (a, onto(b, gaps)), gaps = complement_ext(a), if that distributes over the leaves of b
//! ```
//! Blocked and raked, the modes of `a` and of the grid stand in pairs. (papers: 004, section 3.5.1.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::partly_known::{Right, grid};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U0, U1};

use super::Undecided;
use super::complement::WithoutEnd;
use super::leaves::{AmongBoth, Leaves};
use super::list::List;
use super::numbers::{Done, FactsOf, OfNumbers, Steps, compute};
use super::segregation::{self, Gate};
use super::sorted::Sorted;
use super::tree::Tree;
use super::way::Applied;
use crate::layout::Layout;
use crate::leaf::int::Static;
use crate::operation::product::Repeated;
use crate::operation::product::paired::{Blocked, Raked};

impl<BS: Leaves<BD>, BD: Copy> Applied<Layout<BS, BD>> for Repeated {
    const OPERATION: Operation = Operation::LogicalProduct;
    type Operands<S: Leaves<D>, D> = AmongBoth<S, D, BS, BD>;
    type Of<S: Leaves<D>, D> = <S::IntoTree as Tree>::Beside<Grid<S, D, BS, BD>>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        a: Layout<S, D>,
        b: Layout<BS, BD>,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        let grid: Grid<S, D, BS, BD> = compute::<OverGaps<S, D>, _, _, _>(a, b, at)?;
        Ok(a.shape().into_tree(a.stride()).beside(grid))
    }
    // The copies lie beside the layout.
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &Layout<BS, BD>) -> bool {
        false
    }
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
/// The grid `BS:BD` on the gaps of `S:D` without end.
type Grid<S, D, BS, BD> = <Over<S, D, BS, BD> as Gate>::If<
    <BS as Leaves<BD>>::Onto<WithoutEnd<S, D>, <BS as Leaves<BD>>::Flatten<HNil>>,
>;
/// Whether the gaps of `S:D` without end distribute over the grid `BS:BD`.
type Over<S, D, BS, BD> = <WithoutEnd<S, D> as segregation::OnList>::Distributes<
    Sorted<BS, BD>,
    <BS as Leaves<BD>>::Flatten<HNil>,
>;
/// A grid over the gaps of `S:D` without end.
struct OverGaps<S, D>(PhantomData<(S, D)>);
impl<S: Leaves<D>, D> Steps for OverGaps<S, D> {
    const HERE: (usize, usize) = (0, 0);
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        Self::shared::<A, B, false>(left, right, out)
    }
    // An error of the gaps does not count the modes of the layout.
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let tile = FactsOf::<A>::tile(left, 0, right.limit);
        grid(tile, &FactsOf::<WithoutEnd<S, D>>::PLAIN, right, out)
    }
}

/// A mode of the tile and one of the grid as one.
pub trait Pair {
    /// The pair.
    type Of<A: Tree, G: Tree>: Tree;
    /// The same.
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
    /// The same.
    fn with_units<F: Pair>(self) -> Self::WithUnits<F>;
}
type Unit = Layout<Static<U1>, Static<U0>>;
const UNIT: Unit = Layout::sound(Static::new(), Static::new());
impl OfNumbers for HNil {
    const COUNT: usize = 0;
    #[inline(always)]
    fn of_numbers(_: &[Mode], _: usize) -> HNil {
        HNil
    }
}
impl<M: OfNumbers, T: OfNumbers> OfNumbers for Copies<M, T> {
    const COUNT: usize = M::COUNT + T::COUNT;
    #[inline(always)]
    fn of_numbers(from: &[Mode], at: usize) -> Self {
        Copies(M::of_numbers(from, at), T::of_numbers(from, at + M::COUNT))
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
