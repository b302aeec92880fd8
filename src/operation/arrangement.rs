//! How the two parts of a divided or multiplied layout stand side by side.
//!
//! An operation by mode has them as `((t_0, r_0), (t_1, r_1), ...)`. Here they are gathered to `(t_0, t_1, ...)` and
//! `(r_0, r_1, ...)`: as two modes (zipped), with the modes of the second at the top (tiled), or of both (flat).

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Mode, Operation};

use crate::layout::numbered::{Numbered, OfNumbers, Sound};
use crate::layout::same_extents::TopModes;
use crate::layout::shape::Shape;
use crate::layout::{AnyLayout, Followed, Layout, Parts};
use crate::leaf::int::{Dyn, Static};
use crate::operation::tiler::{ByMode, Gather};
use crate::verdict::{Bad, First, Verdict};

/// The form `((t_0, t_1, ...), (r_0, r_1, ...))`.
#[derive(Clone, Copy, Debug)]
pub struct Zipped;
/// The form `((t_0, t_1, ...), r_0, r_1, ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Tiled;
/// The form `(t_0, t_1, ..., r_0, r_1, ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// A tile `A` and what runs over its copies, `B`.
pub type Pair<AS, AD, BS, BD> = Layout<HList![AS, BS], HList![AD, BD]>;
#[inline(always)]
pub(crate) fn pair<AS, AD, BS, BD>(a: Layout<AS, AD>, b: Layout<BS, BD>) -> Pair<AS, AD, BS, BD> {
    a.followed_by(b.followed_by(Layout::sound(HNil, HNil)))
}
#[inline(always)]
pub(crate) fn halves<AS, AD, BS, BD>(
    pair: Pair<AS, AD, BS, BD>,
) -> (Layout<AS, AD>, Layout<BS, BD>) {
    let (a, b) = pair.split_first();
    (a, b.split_first().0)
}

/// A layout `(T, R)` whose modes are still known as a tile and the rest.
#[derive(Clone, Copy)]
pub struct Halved<T, R> {
    /// The tile.
    pub tile: T,
    /// The rest.
    pub rest: R,
}
impl<T: Parts, R: Parts> Parts for Halved<T, R> {
    type Shape = HList![T::Shape, R::Shape];
    type Stride = HList![T::Stride, R::Stride];
    type Tile = T;
    type Rest = R;
    #[inline(always)]
    fn by_parts(self) -> Layout<Self::Shape, Self::Stride> {
        pair(self.tile.by_parts(), self.rest.by_parts())
    }
    #[inline(always)]
    fn halves(self) -> (T, R) {
        (self.tile, self.rest)
    }
}
impl<A: OfNumbers, B: OfNumbers> OfNumbers for Halved<A, B> {
    const COUNT: usize = A::COUNT + B::COUNT;
    const IS_REFUSED: bool = A::IS_REFUSED;
    #[inline(always)]
    fn of_numbers(from: &[Mode], at: usize, sound: Sound) -> Self {
        Halved {
            tile: A::of_numbers(from, at, sound),
            rest: B::of_numbers(from, at + A::COUNT, sound),
        }
    }
}
// The parts of both, mode by mode.
impl<A: Numbered, B: Numbered> Numbered for Halved<A, B> {
    type First = Halved<A::First, B::First>;
    type Others = Halved<A::Others, B::Others>;
    #[inline(always)]
    fn followed(first: Self::First, others: Self::Others, sound: Sound) -> Self {
        Halved {
            tile: A::followed(first.tile, others.tile, sound),
            rest: B::followed(first.rest, others.rest, sound),
        }
    }
    type Tile = A;
    type Rest = B;
    #[inline(always)]
    fn halved(tile: A, rest: B, _: Sound) -> Self {
        Halved { tile, rest }
    }
}
impl<T: Verdict, R> Verdict for Halved<T, R> {
    type Out = T::Out;
}

/// The operation `F` by mode, with the tiles of all modes gathered, and the rests.
pub struct Zipping<F>(PhantomData<F>);
impl<F> Gather for Zipping<F> {
    type Followed<A: Parts, T: Parts> =
        Halved<Followed<A::Tile, T::Tile>, Followed<A::Rest, T::Rest>>;
    type Beyond<S, D> = Halved<Layout<HNil, HNil>, Layout<S, D>>;
}
#[diagnostic::do_not_recommend]
impl<F, S, D, J, BS, BD> ByMode<Zipping<F>, S, D, J> for Layout<BS, BD>
where
    Self: ByMode<F, S, D, J> + AnyLayout<Shape = BS>,
    BS: Shape,
{
    const ONE_LAYOUT: &'static TopModes = BS::TOP;
    type Out = <Self as ByMode<F, S, D, J>>::Out;
    #[inline(always)]
    fn by_mode<O: Numbered>(self, layout: Layout<S, D>, at: usize) -> Result<O, Error> {
        ByMode::<F, S, D, J>::by_mode(self, layout, at)
    }
    #[inline(always)]
    fn stays_within(&self, layout: Layout<S, D>) -> bool {
        ByMode::<F, S, D, J>::stays_within(self, layout)
    }
}
/// The layout `(tile, rest)` of the halves of `L`.
pub type Zip<L> = Pair<
    <<L as Parts>::Tile as Parts>::Shape,
    <<L as Parts>::Tile as Parts>::Stride,
    <<L as Parts>::Rest as Parts>::Shape,
    <<L as Parts>::Rest as Parts>::Stride,
>;
/// What the operation `F` makes of the layout by the tiler, gathered, as the two modes `R`.
#[inline(always)]
pub(crate) fn zipped<F, S, D, T: ByMode<Zipping<F>, S, D, First>, R: Numbered>(
    tiler: T,
    layout: Layout<S, D>,
) -> Result<R, Error> {
    if const { R::IS_REFUSED } {
        return Ok(R::of_numbers(&[], 0, Sound::YES));
    }
    match tiler.by_mode::<Halved<R::Tile, R::Rest>>(layout, 0) {
        Ok(halved) => Ok(R::halved(halved.tile, halved.rest, Sound::YES)),
        Err(error) => Err(error),
    }
}

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
