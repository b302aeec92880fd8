//! Local tiles: the tile of a block, with its modes at the top level.

use core::ops::RangeFull;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{U0, U1};

use super::by_mode::ByMode;
use super::part::parts;
use super::{Exclusive, Tensor};
use crate::layout::any_result::AnyResult;
use crate::layout::coordinate::{Tuple, Whole};
use crate::layout::modes::{Mode, cons};
use crate::layout::sealed::Seal;
use crate::layout::slice::kept::{Kept, Nested};
use crate::layout::slice::{Slice, SliceModes};
use crate::layout::{AnyLayout, Layout, Staticness};
use crate::leaf::int::Static;
use crate::operation::arrangement::Zipping;
use crate::operation::divide::{Logical, ZippedDivideTotal};
use crate::operation::round::{Exact, Round, Rounded};
use crate::plain::plain_in;
use crate::tensor::accessor::AccessorMut;
use crate::tensor::engine::Engine;
use crate::verdict::{Bad, HasResult, ResultOf, Verdict, operation};

/// The divide that cuts tiles.
pub type ByZip<K = Exact> = Rounded<operation::zipped_divide_by, K>;

/// A coordinate of the rests `S:D`, in which `..` keeps a mode. Offsets are `O`.
pub trait OfRests<S, D, O>: Copy {
    /// The modes that are kept, as a list.
    type Kept: Kept;
    /// The modes that are kept, and `from` plus the offset of the given coordinates.
    fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O);
    /// Returns whether the given coordinates lie in the shape.
    fn within(self, shape: S) -> bool;
}
macro_rules! one {
    ($([$($g:tt)*] $t:ty;)*) => {$(
        impl<$($g)* S, D, O> OfRests<S, D, O> for $t
        where
            Self: Slice<S, D, O>,
            S: Copy,
            D: Copy,
        {
            type Kept = <Self as Slice<S, D, O>>::Kept;
            #[inline(always)]
            fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O) {
                (Slice::<S, D, O>::kept(&self, shape, stride), self.accumulate(shape, stride, from))
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                Slice::<S, D, O>::within(&self, shape)
            }
        }
    )*};
}
one! {
    [] RangeFull;
    [C: Whole,] C;
}
impl<C: Copy, CT: Copy, S: Copy, D: Copy, O> OfRests<S, D, O> for HCons<C, CT>
where
    Self: SliceModes<S, D, O>,
{
    type Kept = <Self as SliceModes<S, D, O>>::Kept;
    #[inline(always)]
    fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O) {
        (SliceModes::<S, D, O>::kept(&self, shape, stride), self.accumulate(shape, stride, from))
    }
    #[inline(always)]
    fn within(self, shape: S) -> bool {
        SliceModes::<S, D, O>::within(&self, shape)
    }
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<S: Copy, D: Copy, Sum, $($c: Copy),*> OfRests<S, D, Sum> for ($($c,)*)
        where
            HList![$($c),*]: SliceModes<S, D, Sum>,
        {
            type Kept = <HList![$($c),*] as SliceModes<S, D, Sum>>::Kept;
            #[inline(always)]
            fn kept(self, shape: S, stride: D, from: Sum) -> (Self::Kept, Sum) {
                self.hlist().kept(shape, stride, from)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                OfRests::<S, D, Sum>::within(self.hlist(), shape)
            }
        }
    )*};
}
tuples! {
    A;
    A B;
    A B C;
    A B C E;
    A B C E F;
    A B C E F G;
    A B C E F G H;
    A B C E F G H J;
}

/// Layouts from which the tiler `B` cuts a tile at the coordinate `C`: the bound of [`Tensor::local_tile`]. Offsets are
/// `O`. With [`Ceil`](crate::bound::Ceil) the tiles need not divide the layout evenly. Sealed, because tensors rely on
/// the part that it names.
///
/// ```compile_fail
/// use tilework::{layout, Layout, bound::LocalTileBy};
/// struct Mine;
/// impl LocalTileBy<Mine, Mine> for Layout!(4:1) {}
/// ```
pub trait LocalTileBy<B, C, O = usize, K: Round = Exact>:
    AnyLayout + CutTile<B, C, O, K, Result: ResultOf<ByZip<K>, Layout: AnyLayout>>
{
}
/// The layout of [`Tensor::local_tile`].
pub type LocalTile<L, B, C, O = usize, K = Exact> =
    <<L as CutTile<B, C, O, K>>::Result as ResultOf<ByZip<K>>>::Layout;

impl<L, B, C, O, K: Round> LocalTileBy<B, C, O, K> for L
where
    L: AnyLayout + CutTile<B, C, O, K>,
    L::Result: Verdict<Out: HasResult<K::ZippedDivide>> + ResultOf<ByZip<K>, Layout: AnyLayout>,
{
}

/// [`LocalTileBy`] before the verdict on the divide.
#[diagnostic::on_unimplemented(
    message = "local_tile: not a layout, a tiler, and a coordinate that fits the profile of the tiles, or in generic code without the bound `LocalTileBy<B, C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, or a tuple of as many as the tiler has modes, which is `layout!(<4,8>)`"
)]
pub trait CutTile<B, C, O, K = Exact>: Copy {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the tile. If there is none, it has a verdict.
    type Result;
    /// The tile, and `from` plus the offset where it begins.
    #[doc(hidden)]
    fn cut_tile(self, tiler: B, coordinate: C, from: O) -> Result<(Self::Result, O), Error>;
}
#[diagnostic::do_not_recommend]
impl<L: AnyLayout, B, C, O, K: Round, D, TS, TD, RS, RD, Tile, All, OS, OD> CutTile<B, C, O, K>
    for L
where
    L: ZippedDivideTotal<B, K, Result = D>,
    D: AnyLayout<Shape = HList![TS, RS], Stride = HList![TD, RD]>,
    TS: Nested<TD, Out = Tile>,
    Tile: AndKept<C, RS, RD, O, Out = All>,
    // By its name, so that methods are found before integer types are inferred.
    All: Kept<Layout<Unit> = Layout<OS, OD>>,
{
    const SEAL: Seal = Seal;
    type Result = Layout<OS, OD>;
    #[inline(always)]
    fn cut_tile(self, tiler: B, coordinate: C, from: O) -> Result<(Self::Result, O), Error> {
        let divided =
            <D as AnyResult>::IsKnown::known_or::<Zipping<Logical<K>>, _, _, D>(self, tiler)?;
        let (shapes, strides) = divided.parts();
        let rests = Layout::sound(shapes.tail.head, strides.tail.head);
        let tile = shapes.head.parts(strides.head);
        match tile.and_kept(coordinate, rests, from) {
            Some((modes, at)) => Ok((modes.layout(Unit::sound(Static::new(), Static::new())), at)),
            None => Err(Error::new(Operation::Slice, Rule::CoordinateOutside)),
        }
    }
}

/// The layout of a tile without modes.
type Unit = Layout<Static<U1>, Static<U0>>;
/// The modes `Self` of a tile, and after them the modes of the rests `S:D` that the coordinate `C` keeps. A verdict
/// stays as it is, since it has its own error.
pub trait AndKept<C, S, D, O> {
    /// The list.
    type Out: Kept;
    /// The list, and `from` plus the offset of the given coordinates, or `None` outside of the rests.
    fn and_kept(self, coordinate: C, rests: Layout<S, D>, from: O) -> Option<(Self::Out, O)>;
}
impl<C: OfRests<S, D, O>, S: Copy, D, O> AndKept<C, S, D, O> for HNil {
    type Out = C::Kept;
    #[inline(always)]
    fn and_kept(self, coordinate: C, rests: Layout<S, D>, from: O) -> Option<(C::Kept, O)> {
        let (shape, stride) = rests.into_parts();
        coordinate.within(shape).then(|| coordinate.kept(shape, stride, from))
    }
}
impl<MS, MD, T: AndKept<C, S, D, O>, C, S, D, O> AndKept<C, S, D, O> for HCons<Mode<MS, MD>, T> {
    type Out = HCons<Mode<MS, MD>, T::Out>;
    #[inline(always)]
    fn and_kept(self, coordinate: C, rests: Layout<S, D>, from: O) -> Option<(Self::Out, O)> {
        let (others, at) = self.tail.and_kept(coordinate, rests, from)?;
        Some((cons(self.head, others), at))
    }
}
impl<R, At, X, Y, C, S, D, O> AndKept<C, S, D, O> for Bad<R, At, X, Y> {
    type Out = Self;
    fn and_kept(self, _: C, _: Layout<S, D>, from: O) -> Option<(Self, O)> {
        Some((self, from))
    }
}

/// A step `Self`, a list of integers and `..`. It keeps the modes of the list `T`, except those at `..`, as CuTe's
/// `dice` does.
pub trait Dice<T> {
    /// The list.
    type Out;
    /// The list.
    fn dice(self, list: T) -> Self::Out;
}
impl Dice<HNil> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn dice(self, _: HNil) -> HNil {
        HNil
    }
}
impl<C: Whole, P: Dice<T>, H, T> Dice<HCons<H, T>> for HCons<C, P> {
    type Out = HCons<H, P::Out>;
    #[inline(always)]
    fn dice(self, list: HCons<H, T>) -> Self::Out {
        HCons { head: list.head, tail: self.tail.dice(list.tail) }
    }
}
impl<P: Dice<T>, H, T> Dice<HCons<H, T>> for HCons<RangeFull, P> {
    type Out = P::Out;
    #[inline(always)]
    fn dice(self, list: HCons<H, T>) -> Self::Out {
        self.tail.dice(list.tail)
    }
}

parts! {
    /// The tile at `coordinate` among the rests, as in CuTe's `local_tile`: the modes of the tile, and after them those
    /// that `..` in the coordinate keeps. ([004](crate::guide::papers), section 2.5.2.)
    all;
    ///
    /// It has the elements of [`Tensor::inner_partition`], which has the modes of the tile as one mode.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()), and [`Rule::CoordinateOutside`].
    try;
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data: Vec<u32> = (0..24).collect();
    /// let matrix = Tensor::new(&data[..], layout!((4,6))).unwrap();
    /// let tile = matrix.local_tile(layout!(<2,3>), (1, 1));
    /// assert_eq!(tile.layout().to_string(), "(2,3):(1,4)");
    /// // The row of tiles.
    /// let tiles = matrix.local_tile(layout!(<2,3>), (1, ..));
    /// assert_eq!(tiles.layout().to_string(), "(2,3,2):(1,4,12)");
    /// assert!(tiles.slice((0, .., 1)).iter().eq(&[14, 18, 22]));
    /// ```
    try_local_tile local_tile try_local_tile_mut local_tile_mut where {L: CutTile<B, C, <A as Engine>::Offset, Result = R>, R::Layout: AnyLayout, B: ByMode<L>}
    [Engine checked: R: ResultOf<ByZip>, B, C] (tiler: B, coordinate: C) -> R::Layout;
    |layout, from| layout.cut_tile(tiler, coordinate, from).map(|(tile, at)| (tile.layout(), at));
}

/// A step `Self`, which selects modes of a tiler `B` and a coordinate `C` that several tensors share.
#[diagnostic::on_unimplemented(
    message = "local_tile_step: not a tiler, a coordinate and a step of as many modes: CuTe's `Step<_1,X,_1>` is `(1, .., 1)`",
    label = "does not fit"
)]
pub trait StepOf<B, C> {
    /// The tiler.
    type Tiler;
    /// The coordinate.
    type At;
    /// Both.
    fn diced(self, tiler: B, coordinate: C) -> (Self::Tiler, Self::At);
}
#[diagnostic::do_not_recommend]
impl<P: Tuple, B, C: Tuple, Tiler, At> StepOf<B, C> for P
where
    P::HList: Dice<B, Out = Tiler> + Dice<C::HList, Out = At>,
{
    type Tiler = Tiler;
    type At = At;
    #[inline(always)]
    fn diced(self, tiler: B, coordinate: C) -> (Tiler, At) {
        let step = self.hlist();
        (step.dice(tiler), step.dice(coordinate.hlist()))
    }
}

impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::local_tile`] by a part of a tiler and a coordinate that several tensors share: both without the modes
    /// at which `step` has `..`. CuTe's `Step<_1,X,_1>` is `(1, .., 1)`.
    ///
    /// # Panics
    /// As [`Tensor::local_tile`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [0_u8; 96 * 64];
    /// // A product (m,n,k) in tiles of 32 x 16 x 8, and what the block (2,1) needs of (m,k) and (n,k).
    /// let (tiler, block) = (layout!(<32,16,8>), (2, 1, ..));
    /// let a = Tensor::new(&data[..], layout!((96,64)))?;
    /// let b = Tensor::new(&data[..], layout!((32,64)))?;
    /// let a_tiles = a.local_tile_step(tiler, block, (1, .., 1));
    /// let b_tiles = b.local_tile_step(tiler, block, (.., 1, 1));
    /// assert_eq!(a_tiles.layout().to_string(), "(32,8,8):(1,96,768)");
    /// assert_eq!(b_tiles.layout().to_string(), "(16,8,8):(1,32,256)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn local_tile_step<P: StepOf<B, C>, R: ResultOf<ByZip>, B, C>(
        &self,
        tiler: B,
        coordinate: C,
        step: P,
    ) -> Tensor<A::Part<'_>, R::Layout>
    where
        L: CutTile<P::Tiler, P::At, A::Offset, Result = R>,
        P::Tiler: ByMode<L>,
        R::Layout: AnyLayout,
    {
        let (tiler, coordinate) = step.diced(tiler, coordinate);
        self.local_tile(tiler, coordinate)
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::local_tile_step`] for writing.
    ///
    /// # Panics
    /// As [`Tensor::local_tile_step`].
    #[inline(always)]
    #[track_caller]
    pub fn local_tile_step_mut<P: StepOf<B, C>, R: ResultOf<ByZip>, B, C>(
        &mut self,
        tiler: B,
        coordinate: C,
        step: P,
    ) -> Exclusive<'_, A, R::Layout>
    where
        L: CutTile<P::Tiler, P::At, usize, Result = R>,
        P::Tiler: ByMode<L>,
        R::Layout: AnyLayout,
    {
        let (tiler, coordinate) = step.diced(tiler, coordinate);
        self.local_tile_mut(tiler, coordinate)
    }
}
