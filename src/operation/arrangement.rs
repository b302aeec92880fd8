//! How the two parts of a divided or multiplied layout stand side by side.
//!
//! Mode by mode they are `((t_0, r_0), (t_1, r_1), ...)`. Gathered, `(t_0, t_1, ...)` and
//! `(r_0, r_1, ...)` are two modes (zipped), the second one opened (tiled), or both (flat).

use frunk_core::hlist::{HCons, HNil};

use tilework_algebra::Operation;

use crate::layout::Layout;
use crate::leaf::int::{Dyn, Static};
use crate::operation::divide::{Pair, halves};
use crate::verdict::Bad;

/// `((t_0, t_1, ...), (r_0, r_1, ...))`
#[derive(Clone, Copy, Debug)]
pub struct Zipped;
/// `((t_0, t_1, ...), r_0, r_1, ...)`
#[derive(Clone, Copy, Debug)]
pub struct Tiled;
/// `(t_0, t_1, ..., r_0, r_1, ...)`
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// Rearranges two gathered parts.
pub trait Arrange<TS, TD, RS, RD> {
    /// The product of this form.
    const PRODUCT: Operation;
    /// The layout.
    type Out;
    /// The layout.
    fn arrange(zipped: Pair<TS, TD, RS, RD>) -> Self::Out;
}
impl<TS, TD, RS, RD> Arrange<TS, TD, RS, RD> for Zipped {
    const PRODUCT: Operation = Operation::ZippedProduct;
    type Out = Pair<TS, TD, RS, RD>;
    #[inline(always)]
    fn arrange(zipped: Pair<TS, TD, RS, RD>) -> Self::Out {
        zipped
    }
}
impl<TS, TD, RS: IntoModes<RD, HNil, HNil, Out = Layout<S, D>>, RD, S, D> Arrange<TS, TD, RS, RD>
    for Tiled
{
    const PRODUCT: Operation = Operation::TiledProduct;
    type Out = Layout<HCons<TS, S>, HCons<TD, D>>;
    #[inline(always)]
    fn arrange(zipped: Pair<TS, TD, RS, RD>) -> Self::Out {
        let (tile, rest) = halves(zipped);
        let (shape, stride) = rest.into_parts();
        tile.followed_by(shape.into_modes(stride, Layout::sound(HNil, HNil)))
    }
}
impl<TS, TD, RS, RD, S, D, S1, D1> Arrange<TS, TD, RS, RD> for Flat
where
    RS: IntoModes<RD, HNil, HNil, Out = Layout<S, D>>,
    TS: IntoModes<TD, S, D, Out = Layout<S1, D1>>,
{
    const PRODUCT: Operation = Operation::FlatProduct;
    type Out = Layout<S1, D1>;
    #[inline(always)]
    fn arrange(zipped: Pair<TS, TD, RS, RD>) -> Self::Out {
        let (tile, rest) = halves(zipped);
        let (shape, stride) = rest.into_parts();
        let rest = shape.into_modes(stride, Layout::sound(HNil, HNil));
        let (shape, stride) = tile.into_parts();
        shape.into_modes(stride, rest)
    }
}

/// The modes of the layout `Self:D` in front of those of `S1:D1`; a leaf is its own one mode.
pub trait IntoModes<D, S1, D1> {
    /// A layout.
    type Out;
    /// A layout.
    fn into_modes(self, stride: D, others: Layout<S1, D1>) -> Self::Out;
}
impl<N, D, S1, D1> IntoModes<D, S1, D1> for Static<N> {
    type Out = Layout<HCons<Self, S1>, HCons<D, D1>>;
    #[inline(always)]
    fn into_modes(self, stride: D, others: Layout<S1, D1>) -> Self::Out {
        Layout::sound(self, stride).followed_by(others)
    }
}
impl<I, D, S1, D1> IntoModes<D, S1, D1> for Dyn<I> {
    type Out = Layout<HCons<Self, S1>, HCons<D, D1>>;
    #[inline(always)]
    fn into_modes(self, stride: D, others: Layout<S1, D1>) -> Self::Out {
        Layout::sound(self, stride).followed_by(others)
    }
}
impl<S1, D1> IntoModes<HNil, S1, D1> for HNil {
    type Out = Layout<S1, D1>;
    #[inline(always)]
    fn into_modes(self, _: HNil, others: Layout<S1, D1>) -> Self::Out {
        others
    }
}
impl<S, ST, D, DT, S1, D1, TS, TD> IntoModes<HCons<D, DT>, S1, D1> for HCons<S, ST>
where
    ST: IntoModes<DT, S1, D1, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<S, TS>, HCons<D, TD>>;
    #[inline(always)]
    fn into_modes(self, stride: HCons<D, DT>, others: Layout<S1, D1>) -> Self::Out {
        let tail = self.tail.into_modes(stride.tail, others);
        Layout::sound(self.head, stride.head).followed_by(tail)
    }
}
// A verdict in place of a part is the verdict of the whole.
impl<R, At, X, Y, S1, D1> IntoModes<Self, S1, D1> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn into_modes(self, _: Self, _: Layout<S1, D1>) -> Self::Out {
        Layout::sound(self, self)
    }
}
