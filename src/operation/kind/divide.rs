//! Divides: the tile and its complement, both composed on the layout, which need no check of segregation: they never
//! carry into each other.
//!
//! ```text
//! logical_divide(a, b) = (onto(b, m), onto(rest, m)), m = coalesced(a), rest = complement(b, size(a))
//! ```
//! (papers: 004, section 3.5.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::partly_known::{
    Divide, Known, Leaf, ModeByInteger, Right, divide_mode, logical_divide, logical_divide_here,
    logical_divide_of_bits,
};
use tilework_algebra::{Error, Mode, Operation};

use super::complement::{Gaps, PaddedGaps};
use super::composition::{self, Merged};
use super::leaves::{Leaves, RunningBoth};
use super::list::List;
use super::number::Number;
use super::numbers::{Done, FactsOf, Steps, compute};
use super::way::Applied;
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Exact, Round};
use crate::operation::divide::Logical;
use crate::verdict::operation::Named as _;

/// Which complement is the rest.
pub trait Rounding: Round {
    /// Whether the tile and its complement are a bijection onto the coordinates of the layout.
    const IS_EXACT: bool;
    /// The gaps of the tile `S:D` up to `N`.
    type Gaps<S: Leaves<D>, D, N: Number>: List;
}
impl Rounding for Exact {
    const IS_EXACT: bool = true;
    type Gaps<S: Leaves<D>, D, N: Number> = Gaps<S, D, N>;
}
impl Rounding for Ceil {
    const IS_EXACT: bool = false;
    type Gaps<S: Leaves<D>, D, N: Number> = PaddedGaps<S, D, N>;
}
/// The layout `S:D` divided by the tile `BS:BD`.
pub type Divided<S, D, BS, BD, R> =
    OfPair<BS, BD, <R as Rounding>::Gaps<BS, BD, Size<S, D>>, Merged<S, D>>;
/// The same.
#[inline(always)]
pub fn divide<S: Leaves<D>, D: Copy, BS: Leaves<BD>, BD: Copy, R: Rounding>(
    layout: Layout<S, D>,
    tile: Layout<BS, BD>,
    at: usize,
) -> Result<Divided<S, D, BS, BD, R>, Error> {
    compute::<Dividing<R, BS, BD>, _, _, _>(layout, tile, at)
}
/// A divide by the tile `BS:BD`.
struct Dividing<R, BS, BD>(PhantomData<(R, BS, BD)>);
impl<R: Rounding, BS: Leaves<BD>, BD> Dividing<R, BS, BD> {
    #[inline(always)]
    fn by<A: List, B: List>(right: Right<'_>) -> Divide<'_> {
        Divide {
            rounding: R::ROUNDING,
            tile: FactsOf::<B>::tile(right.leaves, right.at, right.limit),
            both: &FactsOf::<BS::Flatten<R::Gaps<BS, BD, A::Size>>>::PLAIN,
            gaps: <R::Gaps<BS, BD, A::Size> as List>::COUNT,
            size_is_known: FactsOf::<A>::SIZE_IS_KNOWN,
        }
    }
}
impl<R: Rounding, BS: Leaves<BD>, BD> Steps for Dividing<R, BS, BD> {
    const HERE: (usize, usize) = (4, 1);
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        if const { A::COUNT == 1 && steps_by_one(&B::KNOWN) } {
            let by = ModeByInteger {
                rounding: R::ROUNDING,
                extent_is_known: const { extent_is_known(&A::KNOWN) },
                integer_is_known: const { extent_is_known(&B::KNOWN) },
                limit: right.limit,
            };
            return divide_mode(left[0], right.leaves[0].shape, by, out);
        }
        let facts = &FactsOf::<A>::EXTENDED;
        logical_divide_here::<3>(left, facts, Self::by::<A, B>(right), out)
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        match SHIFTS {
            true => {
                logical_divide_of_bits(left, &FactsOf::<A>::EXTENDED, Self::by::<A, B>(right), out)
            }
            false => logical_divide(left, &FactsOf::<A>::EXTENDED, Self::by::<A, B>(right), out),
        }
    }
}

/// Whether the first of these modes is known to have the stride 1.
const fn steps_by_one(modes: &Known) -> bool {
    matches!(modes, Known::Then(Leaf { stride: Some(1), .. }, _))
}
/// Whether the extent of the first of these modes is known.
const fn extent_is_known(modes: &Known) -> bool {
    matches!(modes, Known::Then(Leaf { shape: Some(_), .. }, _))
}

impl<BS: Leaves<BD>, BD: Copy, R: Rounding> Applied<Layout<BS, BD>> for Logical<R> {
    const OPERATION: Operation = R::LogicalDivide::OPERATION;
    type Operands<S: Leaves<D>, D> = RunningBoth<S, D, BS, BD>;
    type Of<S: Leaves<D>, D> = Divided<S, D, BS, BD, R>;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        tile: Layout<BS, BD>,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        divide::<_, _, _, _, R>(layout, tile, at)
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &Layout<BS, BD>) -> bool {
        R::IS_EXACT
    }
}
/// The size of the layout.
type Size<S, D> = <<S as Leaves<D>>::Flatten<HNil> as List>::Size;
/// The tile and its complement `Rest` composed on `Merged`.
type OfPair<BS, BD, Rest, Merged> = <Rest as composition::OnList>::Beside<
    <BS as Leaves<BD>>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>>,
    Merged,
    <BS as Leaves<BD>>::Flatten<Rest>,
>;
