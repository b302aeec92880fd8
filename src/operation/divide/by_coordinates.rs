//! A tile into coordinates: what it leaves of the shape is another, and both are composed together.

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};

use super::DivideKind;
use crate::layout::codomain::{Places, Points};
use crate::layout::congruence::Coarsened;
use crate::layout::modes::positive;
use crate::layout::{AnyLayout, Layout, Parts};
use crate::operation::arrangement::{Pair, pair};
use crate::operation::complement::Round;
use crate::operation::complement::in_shape::{InPlaces, InShape};
use crate::operation::composition::by_coordinates::OntoPlaces;
use crate::verdict::{Bad, Position, Verdict};

impl<S, D, BS, BD, J, R, M, P, N, Checked, GS, GD, V> DivideKind<Layout<S, D>, Layout<BS, BD>, J, R>
    for Points
where
    Layout<S, D>: AnyLayout<Shape = S>,
    Layout<BS, BD>: AnyLayout<Modes = M>,
    R: Round,
    J: Position,
    M: Places<Out = P>
        + InShape<N, R, Layout<BS, BD>, (Layout<S, D>, Layout<BS, BD>), J, Out = Checked>,
    S: Coarsened<P, Out = N> + Copy,
    N: InPlaces<M, R, (Layout<S, D>, Layout<BS, BD>, J), HNil, Out = Layout<GS, GD>>,
    HList![Checked, GS]: Verdict<Out = V>,
    V: PlacesUnless<Layout<S, D>, Layout<BS, BD>, Layout<GS, GD>, J>,
{
    type Out = V::Out;
    #[inline(always)]
    fn divide_kind(layout: Layout<S, D>, tile: Layout<BS, BD>, at: usize) -> Result<V::Out, Error> {
        positive(Operation::Composition, layout)?;
        positive(Operation::Complement, tile)?;
        let gaps = layout.parts().0.coarsened().in_places(tile.modes())?;
        V::places_unless(layout, tile, gaps, at)
    }
}

/// `A o (B, G)`, unless `Self` is a verdict.
pub trait PlacesUnless<A, B, G, J> {
    /// The layout, or the verdict.
    type Out: Parts;
    /// The layout.
    fn places_unless(a: A, tile: B, gaps: G, at: usize) -> Result<Self::Out, Error>;
}
impl<A, BS, BD, GS, GD, J, RS, RD> PlacesUnless<A, Layout<BS, BD>, Layout<GS, GD>, J> for HNil
where
    Pair<BS, BD, GS, GD>: AnyLayout,
    HList![BS, GS]: OntoPlaces<HList![BD, GD], A, Pair<BS, BD, GS, GD>, J, Out = Layout<RS, RD>>,
{
    type Out = Layout<RS, RD>;
    #[inline(always)]
    fn places_unless(
        a: A,
        tile: Layout<BS, BD>,
        gaps: Layout<GS, GD>,
        at: usize,
    ) -> Result<Layout<RS, RD>, Error> {
        let pair = pair(tile, gaps);
        let (shape, stride) = pair.into_parts();
        shape.onto_places(stride, a, pair, at)
    }
}
impl<A, B, G, J, R, At, X, Y> PlacesUnless<A, B, G, J> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn places_unless(_: A, _: B, _: G, _: usize) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}
