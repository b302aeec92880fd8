//! Divides by tiles with XOR strides.

use frunk_core::HList;
use tilework_algebra::Error;

use super::DivideKind;
use crate::layout::codomain::Bits;
use crate::layout::modes::StaticSize;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::operation::arrangement::{Pair, pair};
use crate::operation::complement::LeaveOf;
use crate::operation::composition::ComposeKind;
use crate::verdict::{Unless, Verdict};

// The tile and its complement composed in one go.
impl<S, D, BS, BD, J, R, M, N, GS, GD, C, V, RS, RD> DivideKind<Layout<S, D>, Layout<BS, BD>, J, R>
    for Bits
where
    Layout<S, D>: AnyLayout<Modes = M>,
    M: StaticSize<Size = N>,
    Layout<BS, BD>: Copy,
    Bits: LeaveOf<Layout<BS, BD>, N, R, Out = Layout<GS, GD>>
        + ComposeKind<Layout<S, D>, Pair<BS, BD, GS, GD>, J, Out = C>,
    C: Parts<Shape = RS, Stride = RD>,
    // Without a complement nothing else matters.
    GS: Verdict<Out = V>,
    V: Unless<RS, RD>,
    HList![BS, GS]: Copy,
{
    type Out = V::Out;
    #[inline(always)]
    fn divide_kind(layout: Layout<S, D>, tile: Layout<BS, BD>, at: usize) -> Result<V::Out, Error> {
        let gaps = Bits::leave_of(tile, layout.modes().size_leaf())?;
        Ok(V::unless(Bits::compose_kind(layout, pair(tile, gaps), at)?.by_parts()))
    }
}
