//! Cuts data into tiles, arranges each tile by a layout, and puts the rests in their place.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};

use crate::layout::any_result::AnyResult;
use crate::layout::modes::cons;
use crate::layout::size::{SizeOf, size_of_shape};
use crate::layout::{AnyLayout, Layout, Shape};
use crate::leaf::int::Leaf;
use crate::leaf::integers::OneType;
use crate::operation::arrangement::{Pair, halves, pair};
use crate::operation::composition::CompositionTotal;
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Exact;
use crate::verdict::{Bad, Verdict};

/// The sizes of the modes of a shape.
pub trait ModeSizes {
    /// A leaf, or an hlist of leaves.
    type Out;
    /// The sizes.
    fn mode_sizes(self) -> Result<Self::Out, Error>;
}
impl<L: Leaf> ModeSizes for L {
    type Out = L;
    #[inline(always)]
    fn mode_sizes(self) -> Result<L, Error> {
        Ok(self)
    }
}
impl ModeSizes for HNil {
    type Out = HNil;
    #[inline(always)]
    fn mode_sizes(self) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<H: Shape<Integers: OneType<()>>, T: ModeSizes> ModeSizes for HCons<H, T> {
    type Out = HCons<SizeOf<H>, T::Out>;
    #[inline(always)]
    fn mode_sizes(self) -> Result<Self::Out, Error> {
        let size = size_of_shape(self.head).map_err(|rule| Error::new(Operation::Layout, rule))?;
        Ok(cons(size, self.tail.mode_sizes()?))
    }
}

/// A layout that the tiler `B` divides. Its tile is composed with the layout `V`, and `F` says where the rest goes.
pub trait Distribute<B, V, F>: AnyLayout {
    /// The layout, with a verdict in it if there is none.
    type Result;
    /// The layout. `tv` maps to coordinates of the tile.
    fn try_distribute(self, tiler: B, tv: V) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
impl<S, D, B, V, F, TS, TD, RS, RD, W, PS, PD> Distribute<B, V, F> for Layout<S, D>
where
    Self: AnyLayout + ZippedDivideTotal<B, Exact, Result = Pair<TS, TD, RS, RD>>,
    Pair<TS, TD, RS, RD>: AnyLayout,
    TS: Verdict<Out = W>,
    W: DistributeUnless<Layout<TS, TD>, Layout<RS, RD>, V, F, Out = Layout<PS, PD>>,
{
    type Result = Layout<PS, PD>;
    #[inline(always)]
    fn try_distribute(self, tiler: B, tv: V) -> Result<Layout<PS, PD>, Error>
    where
        Layout<PS, PD>: AnyResult,
    {
        let divided = self.try_split_zipped(tiler);
        let (tile, rest) = halves(divided.map_err(|error| error.during(Operation::Partition))?);
        let all = W::distribute_unless(tile, rest, tv);
        // If `tv` repeats elements, it is larger than the tile.
        all.map_err(|error| error.during(Operation::Partition))?.validated(Operation::Partition)
    }
}
/// The tile `T` composed with `V` and gathered with the rest `R`, unless `Self` is a verdict.
pub trait DistributeUnless<T, R, V, F> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn distribute_unless(tile: T, rest: R, tv: V) -> Result<Self::Out, Error>;
}
impl<T, R, V, F, CS, CD, W> DistributeUnless<T, R, V, F> for HNil
where
    T: CompositionTotal<V, Result = Layout<CS, CD>>,
    Layout<CS, CD>: AnyLayout,
    CS: Verdict<Out = W>,
    W: GatherUnless<Layout<CS, CD>, R, F>,
{
    type Out = W::Out;
    #[inline(always)]
    fn distribute_unless(tile: T, rest: R, tv: V) -> Result<W::Out, Error> {
        Ok(W::gather_unless(tile.try_compose(tv)?, rest))
    }
}
impl<T, L, V, F, R, At, X, Y> DistributeUnless<T, L, V, F> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn distribute_unless(_: T, _: L, _: V) -> Result<Self::Out, Error> {
        Ok(Layout::sound(Bad::new(), Bad::new()))
    }
}

/// The threads and values `T` gathered with the rest `R`, unless `Self` is a verdict.
pub trait GatherUnless<T, R, F> {
    /// The layout, or the verdict.
    type Out;
    /// The layout.
    fn gather_unless(tile: T, rest: R) -> Self::Out;
}
impl<CS, CD, RS, RD, F: WithRest<CS, CD, RS, RD>> GatherUnless<Layout<CS, CD>, Layout<RS, RD>, F>
    for HNil
{
    type Out = F::Out;
    #[inline(always)]
    fn gather_unless(tile: Layout<CS, CD>, rest: Layout<RS, RD>) -> F::Out {
        F::with_rest(tile, rest)
    }
}
impl<T, L, F, R, At, X, Y> GatherUnless<T, L, F> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
    fn gather_unless(_: T, _: L) -> Self::Out {
        Layout::sound(Bad::new(), Bad::new())
    }
}

/// The place of the rests `RS:RD` of divided data beside threads and values `S:D`.
pub trait WithRest<S, D, RS, RD> {
    /// The layout.
    type Out;
    /// The layout.
    fn with_rest(tile: Layout<S, D>, rest: Layout<RS, RD>) -> Self::Out;
}
// The verdict of a tile is that of the whole.
impl<R, At, X, Y, RS, RD, F> WithRest<Bad<R, At, X, Y>, Bad<R, At, X, Y>, RS, RD> for F {
    type Out = Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>;
    fn with_rest(bad: Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>>, _: Layout<RS, RD>) -> Self::Out {
        bad
    }
}
/// The form `(t, (v, rest))`.
pub struct ByThread;
impl<T, V, TD, VD, RS, RD> WithRest<HList![T, V], HList![TD, VD], RS, RD> for ByThread {
    type Out = Pair<T, TD, HList![V, RS], HList![VD, RD]>;
    #[inline(always)]
    fn with_rest(tile: Pair<T, TD, V, VD>, rest: Layout<RS, RD>) -> Self::Out {
        let (threads, values) = halves(tile);
        pair(threads, pair(values, rest))
    }
}
