//! Divides: the tile and its complement, both composed on the layout, which need no check of segregation: they never
//! carry into each other.
//!
//! ```text
//! logical_divide(a, b) = (onto(b, m), onto(rest, m)), m = coalesced(a), rest = complement(b, size(a))
//! ```
//! (papers: 004, section 3.5.)

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};

use super::coalesce::OnList as _;
use super::complement::{Gaps, PaddedGaps, UpTo, gaps, padded};
use super::composition::{self, Merged};
use super::list::List;
use super::number::Number;
use super::tree::{AmongBoth, Leaves, Tree};
use super::way::{Computes, Refuses, Statically};
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Exact};
use crate::operation::divide::Logical;

#[diagnostic::do_not_recommend]
impl Refuses for Logical<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Logical<Ceil> {}

impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Exact>
{
    type Operands = AmongBoth<AS, AD, BS, BD>;
    type Out = OfPair<BS, BD, Gaps<BS, BD, Size<AS, AD>>, Merged<AS, AD>>;
}
impl<AS: Leaves<AD>, AD: Copy, BS: Leaves<BD>, BD: Copy> Computes<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Exact>
{
    #[inline(always)]
    fn compute(a: Layout<AS, AD>, b: Layout<BS, BD>, at: usize) -> Result<Self::Out, Error> {
        of_pair(a, b, gaps(b.leaves(), size(a)?, at)?, at)
    }
    // The tile and its exact complement are a bijection onto the coordinates of the layout.
    #[inline(always)]
    fn stays_within(_: &Layout<AS, AD>, _: &Layout<BS, BD>) -> bool {
        true
    }
}
impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Ceil>
{
    type Operands = AmongBoth<AS, AD, BS, BD>;
    type Out = OfPair<BS, BD, PaddedGaps<BS, BD, Size<AS, AD>>, Merged<AS, AD>>;
}
impl<AS: Leaves<AD>, AD: Copy, BS: Leaves<BD>, BD: Copy> Computes<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Ceil>
{
    #[inline(always)]
    fn compute(a: Layout<AS, AD>, b: Layout<BS, BD>, at: usize) -> Result<Self::Out, Error> {
        of_pair(a, b, padded(b.leaves(), UpTo(size(a)?), at)?, at)
    }
    #[inline(always)]
    fn stays_within(_: &Layout<AS, AD>, _: &Layout<BS, BD>) -> bool {
        false
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
fn of_pair<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD: Copy, Rest: List>(
    layout: Layout<AS, AD>,
    tile: Layout<BS, BD>,
    rest: Rest,
    at: usize,
) -> Result<OfPair<BS, BD, Rest, Merged<AS, AD>>, Error> {
    let merged = layout.leaves().coalesced();
    let whole = tile.shape().flatten(tile.stride(), rest);
    let tile = tile.shape().onto(tile.stride(), merged, whole, at)?;
    Ok(tile.beside(rest.onto(merged, whole)?))
}
