//! Arrangements of the two parts of a divided or multiplied layout.
//!
//! The result of an operation by mode is `((t_0, r_0), (t_1, r_1), ...)`. Here the parts are gathered to
//! `(t_0, t_1, ...)` and `(r_0, r_1, ...)`: as two modes (zipped), with the modes of the second part at the top
//! (tiled), or with those of both (flat).

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Mode, Operation};
use typenum::U1;

use crate::layout::fill_from_modes::{FillFromModes, FillFromNumbers, Sound};
use crate::layout::{Layout, Parts, Shape};
use crate::leaf::int::Static;
use crate::operation::kind::leaves::{Leaves, StridedLeaves};
use crate::operation::kind::tree::{Outcome, Tree};
use crate::operation::tiler::{Gather, Tiler};
use crate::verdict::Verdict;

/// The form `((t_0, t_1, ...), (r_0, r_1, ...))`.
#[derive(Clone, Copy, Debug)]
pub struct Zipped;
/// The form `((t_0, t_1, ...), r_0, r_1, ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Tiled;
/// The form `(t_0, t_1, ..., r_0, r_1, ...)`.
#[derive(Clone, Copy, Debug)]
pub struct Flat;

/// A tile `A` and the layout `B` over its copies.
pub type Pair<AS, AD, BS, BD> = Layout<HList![AS, BS], HList![AD, BD]>;
#[inline(always)]
pub(crate) fn pair<AS, AD, BS, BD>(a: Layout<AS, AD>, b: Layout<BS, BD>) -> Pair<AS, AD, BS, BD> {
    a.followed_by(b.followed_by(Layout::sound(HNil, HNil)))
}
/// Both modes of a pair.
#[inline(always)]
pub fn halves<AS, AD, BS, BD>(pair: Pair<AS, AD, BS, BD>) -> (Layout<AS, AD>, Layout<BS, BD>) {
    let (a, b) = pair.split_first();
    (a, b.split_first().0)
}

/// A layout `(T, R)` that still keeps the tile and the rest apart.
#[derive(Clone, Copy)]
pub struct TileAndRest<T, R> {
    /// The tile.
    pub tile: T,
    /// The rest.
    pub rest: R,
}
impl<T: Parts, R: Parts> Parts for TileAndRest<T, R> {
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
impl<A: FillFromNumbers, B: FillFromNumbers> FillFromNumbers for TileAndRest<A, B> {
    const COUNT: usize = A::COUNT + B::COUNT;
    const IS_REFUSED: bool = A::IS_REFUSED;
    #[inline(always)]
    fn fill_from_numbers(from: &[Mode], at: usize, sound: Sound) -> Self {
        TileAndRest {
            tile: A::fill_from_numbers(from, at, sound),
            rest: B::fill_from_numbers(from, at + A::COUNT, sound),
        }
    }
}
// The parts of both, mode by mode.
impl<A: FillFromModes, B: FillFromModes> FillFromModes for TileAndRest<A, B> {
    type First = TileAndRest<A::First, B::First>;
    type Others = TileAndRest<A::Others, B::Others>;
    #[inline(always)]
    fn followed(first: Self::First, others: Self::Others, sound: Sound) -> Self {
        TileAndRest {
            tile: A::followed(first.tile, others.tile, sound),
            rest: B::followed(first.rest, others.rest, sound),
        }
    }
    type Tile = A;
    type Rest = B;
    #[inline(always)]
    fn tile_and_rest(tile: A, rest: B, _: Sound) -> Self {
        TileAndRest { tile, rest }
    }
}
impl<T: Verdict, R> Verdict for TileAndRest<T, R> {
    type Out = T::Out;
}

/// The operation `F` by mode, with the tiles of all modes gathered, and the rests too.
pub struct Zipping<F>(PhantomData<F>);
impl<F: Gather> Gather for Zipping<F> {
    type With<BS: Leaves<BD>, BD: Copy> = F::With<BS, BD>;
    type Followed<A: Outcome, T: Outcome> = Followed<A, T>;
    type Untiled<S: Leaves<D>, D> = <Layout<HNil, HNil> as Tree>::Pair<S::IntoTree>;
}
/// The number of positions that a mode counts for in refusals.
pub type OneLeaf = Static<U1>;
/// The tile and the rest of a first mode, and those of the others.
type Followed<A, T> =
    <<<A as Outcome>::Tile as Tree>::Before<<T as Outcome>::Tile, OneLeaf> as Tree>::Pair<
        <<A as Outcome>::Rest as Tree>::Before<<T as Outcome>::Rest, OneLeaf>,
    >;
/// The layout `(tile, rest)` of the halves of `L`.
pub type Zip<L> = Pair<
    <<L as Parts>::Tile as Parts>::Shape,
    <<L as Parts>::Tile as Parts>::Stride,
    <<L as Parts>::Rest as Parts>::Shape,
    <<L as Parts>::Rest as Parts>::Stride,
>;
/// The gathered result of the operation `F` on the layout with the tiler, as the two modes `R`.
#[inline(always)]
pub(crate) fn zipped<F: Gather, S: Leaves<D>, D: Copy, T: Tiler, R: FillFromModes>(
    tiler: T,
    layout: Layout<S, D>,
) -> Result<R, Error> {
    if const { R::IS_REFUSED } {
        return Ok(R::fill_from_numbers(&[], 0, Sound::YES));
    }
    match tiler.by::<Zipping<F>, S, D, TileAndRest<R::Tile, R::Rest>>(layout, 0) {
        Ok(halved) => Ok(R::tile_and_rest(halved.tile, halved.rest, Sound::YES)),
        Err(error) => Err(error),
    }
}

/// Arranges two gathered parts.
pub trait Arrange {
    /// The product with this arrangement.
    const PRODUCT: Operation;
    /// The layout of the tile `TS:TD` and the rest `RS:RD`.
    type Of<TS: StridedLeaves<TD>, TD: Shape, RS: StridedLeaves<RD>, RD: Shape>: Tree;
}
impl Arrange for Zipped {
    const PRODUCT: Operation = Operation::ZippedProduct;
    type Of<TS: StridedLeaves<TD>, TD: Shape, RS: StridedLeaves<RD>, RD: Shape> =
        Pair<TS, TD, RS, RD>;
}
impl Arrange for Tiled {
    const PRODUCT: Operation = Operation::TiledProduct;
    type Of<TS: StridedLeaves<TD>, TD: Shape, RS: StridedLeaves<RD>, RD: Shape> =
        <RS::Then<Layout<HNil, HNil>> as Tree>::Cons<TS, TD, HNil>;
}
impl Arrange for Flat {
    const PRODUCT: Operation = Operation::FlatProduct;
    type Of<TS: StridedLeaves<TD>, TD: Shape, RS: StridedLeaves<RD>, RD: Shape> =
        TS::Then<RS::Then<Layout<HNil, HNil>>>;
}
