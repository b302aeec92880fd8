//! Divides: the tile and its complement, both composed on the layout, which need no check of segregation: they never
//! carry into each other.
//!
//! ```text
//! logical_divide(a, b) = (onto(b, m), onto(rest, m)), m = coalesced(a), rest = complement(b, size(a))
//! ```
//! (papers: 004, section 3.5.)

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};

use super::complement::{Gaps, PaddedGaps, UpTo, gaps, padded};
use super::composition::{self, Merged};
use super::leaves::{AmongBoth, Leaves};
use super::list::{List, positive, positive_but_last};
use super::number::Number;
use super::numbers::{Pair, compute};
use super::tree::Tree;
use super::way::{Applied, Refuses};
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Exact, Round};
use crate::operation::divide::Logical;
use crate::verdict::operation::Named as _;

#[diagnostic::do_not_recommend]
impl Refuses for Logical<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Logical<Ceil> {}

/// Which complement is the rest.
pub trait Rounding: Round {
    /// Whether the tile and its complement are a bijection onto the coordinates of the layout.
    const IS_EXACT: bool;
    /// The gaps of the tile `S:D` up to `N`.
    type Gaps<S: Leaves<D>, D, N: Number>: List;
    /// The same. The first leaf stands at `at`.
    fn gaps<S: Leaves<D>, D, N: Number>(
        tile: Layout<S, D>,
        n: N,
        at: usize,
    ) -> Result<Self::Gaps<S, D, N>, Error>;
}
impl Rounding for Exact {
    const IS_EXACT: bool = true;
    type Gaps<S: Leaves<D>, D, N: Number> = Gaps<S, D, N>;
    #[inline(always)]
    fn gaps<S: Leaves<D>, D, N: Number>(
        tile: Layout<S, D>,
        n: N,
        at: usize,
    ) -> Result<Self::Gaps<S, D, N>, Error> {
        gaps(tile.leaves(), n, at)
    }
}
impl Rounding for Ceil {
    const IS_EXACT: bool = false;
    type Gaps<S: Leaves<D>, D, N: Number> = PaddedGaps<S, D, N>;
    #[inline(always)]
    fn gaps<S: Leaves<D>, D, N: Number>(
        tile: Layout<S, D>,
        n: N,
        at: usize,
    ) -> Result<Self::Gaps<S, D, N>, Error> {
        padded(tile.leaves(), UpTo(n), at)
    }
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
    positive_but_last(Operation::Composition, layout.leaves())?;
    positive(Operation::Complement, tile.leaves())?;
    of_pair(layout, tile, R::gaps(tile, size(layout)?, at)?, at)
}

impl<BS: Leaves<BD>, BD: Copy, R: Rounding> Applied<Layout<BS, BD>> for Logical<R> {
    const OPERATION: Operation = R::LogicalDivide::OPERATION;
    type Operands<S: Leaves<D>, D> = AmongBoth<S, D, BS, BD>;
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
type OfPair<BS, BD, Rest, Merged> =
    <<BS as Leaves<BD>>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>> as Tree>::Beside<
        <Rest as composition::OnList>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>>,
    >;
#[inline(always)]
fn size<S: Leaves<D>, D>(layout: Layout<S, D>) -> Result<Size<S, D>, Error> {
    let size = <Size<S, D>>::within(layout.leaves().size());
    size.map_err(|rule| Error::new(Operation::LogicalDivide, rule))
}
/// The tile and its complement `rest` composed on the layout. The modes of the complement are none that the caller
/// knows.
#[inline(always)]
fn of_pair<AS: Leaves<AD>, AD: Copy, BS: Leaves<BD>, BD: Copy, Rest: List>(
    layout: Layout<AS, AD>,
    tile: Layout<BS, BD>,
    rest: Rest,
    at: usize,
) -> Result<OfPair<BS, BD, Rest, Merged<AS, AD>>, Error> {
    compute::<composition::OfPair, _, _, _>(layout, Pair(tile, rest), (BS::LEAVES, at))
}
