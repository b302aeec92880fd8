//! A tile into coordinates: what it leaves of the shape is another, and both are composed together.

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::Error;

use super::DivideKind;
use crate::layout::codomain::{Places, Points};
use crate::layout::congruence::Coarsened;
use crate::layout::{AnyLayout, Layout};
use crate::operation::arrangement::{Pair, pair};
use crate::operation::complement::Round;
use crate::operation::complement::in_shape::{InPlaces, InShape};
use crate::operation::composition::by_coordinates::OntoPlaces;
use crate::verdict::{Position, Unless, Verdict};

impl<S, D, BS, BD, J, R, M, P, N, Checked, GS, GD, V, RS, RD>
    DivideKind<Layout<S, D>, Layout<BS, BD>, J, R> for Points
where
    Layout<S, D>: AnyLayout<Shape = S>,
    Layout<BS, BD>: AnyLayout<Modes = M>,
    R: Round,
    J: Position,
    M: Places<Out = P>
        + InShape<N, R, Layout<BS, BD>, (Layout<S, D>, Layout<BS, BD>), J, Out = Checked>,
    S: Coarsened<P, Out = N> + Copy,
    N: InPlaces<M, R, (Layout<S, D>, Layout<BS, BD>, J::Whole), HNil, Out = Layout<GS, GD>>,
    HList![Checked, GS]: Verdict<Out = V>,
    V: Unless<RS, RD>,
    Pair<BS, BD, GS, GD>: AnyLayout,
    HList![BS, GS]:
        OntoPlaces<HList![BD, GD], Layout<S, D>, Pair<BS, BD, GS, GD>, J, Out = Layout<RS, RD>>,
{
    type Out = V::Out;
    #[inline(always)]
    fn divide_kind(layout: Layout<S, D>, tile: Layout<BS, BD>, at: usize) -> Result<V::Out, Error> {
        let shape = layout.parts().0;
        let pair = pair(tile, shape.coarsened().in_places(tile.modes())?);
        let (shape, stride) = pair.into_parts();
        shape.onto_places(stride, layout, pair, at).map(V::unless)
    }
}
