//! Local tiles: the tile of a block, with its modes at the top.

use core::ops::RangeFull;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use super::part::parts;
use super::{Exclusive, Tensor};
use crate::layout::AnyLayout;
use crate::layout::any_result::known_or;
use crate::layout::coordinate::Tuple;
use crate::layout::nested::{Concatenate, Nested};
use crate::layout::sealed::Seal;
use crate::layout::slice::{Slice, SliceModes};
use crate::operation::coalesce::IntoLayout;
use crate::operation::complement::{Exact, Round, Rounded};
use crate::operation::divide::SplitZipped;
use crate::plain::plain_in;
use crate::tensor::accessor::AccessorMut;
use crate::tensor::engine::Engine;
use crate::verdict::{ResultOf, operation};

/// A coordinate of the rests `S:D`, in which `..` keeps a mode; offsets are `O`.
pub trait OfRests<S, D, O>: Copy {
    /// The modes that are kept, as a list.
    type Kept;
    /// The modes that are kept, and `from` plus the offset of the coordinates given.
    fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O);
    /// Whether the coordinates given lie in the shape.
    fn within(self, shape: S) -> bool;
}
macro_rules! one {
    ($($t:ty)*) => {$(
        impl<S, D, O> OfRests<S, D, O> for $t
        where
            Self: Slice<S, D, O>,
        {
            type Kept = <Self as Slice<S, D, O>>::Kept;
            #[inline(always)]
            fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O) {
                self.slice(shape, stride, from)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                Slice::<S, D, O>::within(self, shape)
            }
        }
    )*};
}
one!(usize RangeFull);
impl<C: Copy, CT: Copy, S, D, O> OfRests<S, D, O> for HCons<C, CT>
where
    Self: SliceModes<S, D, O>,
{
    type Kept = <Self as SliceModes<S, D, O>>::Kept;
    #[inline(always)]
    fn kept(self, shape: S, stride: D, from: O) -> (Self::Kept, O) {
        self.slice_modes(shape, stride, from)
    }
    #[inline(always)]
    fn within(self, shape: S) -> bool {
        SliceModes::<S, D, O>::within(self, shape)
    }
}
macro_rules! tuples {
    ($($($c:ident)*;)*) => {$(
        impl<S, D, Sum, $($c: Copy),*> OfRests<S, D, Sum> for ($($c,)*)
        where
            HList![$($c),*]: SliceModes<S, D, Sum>,
        {
            type Kept = <HList![$($c),*] as SliceModes<S, D, Sum>>::Kept;
            #[inline(always)]
            fn kept(self, shape: S, stride: D, from: Sum) -> (Self::Kept, Sum) {
                self.hlist().slice_modes(shape, stride, from)
            }
            #[inline(always)]
            fn within(self, shape: S) -> bool {
                SliceModes::within(self.hlist(), shape)
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

/// Layouts of which the tiler `B` cuts a tile at the coordinate `C`: the bound of
/// [`Tensor::local_tile`]. Offsets are `O`; with [`Ceil`](crate::Ceil) the tiles need not come out even.
/// Sealed: tensors rely on the part that it names.
///
/// ```compile_fail
/// use tilework::{Error, Layout, LocalTileBy, layout};
/// struct Mine;
/// impl LocalTileBy<Mine, Mine> for Layout!(4:1) {
///     type Output = Layout!(4096:1);
///     fn local_tile(self, _: Mine, _: Mine, _: usize) -> Result<(Self::Output, usize), Error> {
///         Ok((layout!(4096:1), 0))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "local_tile: not a layout, a tiler and a coordinate of the tiles, or in generic code without the bound `LocalTileBy<B, C>`"
)]
pub trait LocalTileBy<B, C, O = usize, K = Exact>: AnyLayout {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of the tile.
    type Output: AnyLayout;
    /// The tile, and the offset at which it begins, counted from `from` on.
    #[doc(hidden)]
    fn local_tile(self, tiler: B, coordinate: C, from: O) -> Result<(Self::Output, O), Error>;
}
/// The layout of [`Tensor::local_tile`].
pub type LocalTile<L, B, C, O = usize, K = Exact> = <L as LocalTileBy<B, C, O, K>>::Output;

impl<L: AnyLayout, B, C, O, K: Round, Divided, TS, TD, RS: Copy, RD, Tile, Kept, All, Out>
    LocalTileBy<B, C, O, K> for L
where
    L: SplitZipped<B, K, Result = Divided>,
    // Of the divided layout itself: before the type of a plain integer is inferred `ResultOf` has no parts.
    Divided: ResultOf<Rounded<operation::zipped_divide_by, K>>
        + AnyLayout<Shape = HList![TS, RS], Stride = HList![TD, RD]>,
    TS: Nested<TD, Out = Tile>,
    C: OfRests<RS, RD, O, Kept = Kept>,
    Tile: Concatenate<Kept, Out = All>,
    All: IntoLayout<Out = Out>,
    Out: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Output = Out;
    #[inline(always)]
    fn local_tile(self, tiler: B, coordinate: C, from: O) -> Result<(Out, O), Error> {
        let (shapes, all_strides) = known_or(|| self.try_split_zipped(tiler))?.parts();
        let (rests, strides) = (shapes.tail.head, all_strides.tail.head);
        if !coordinate.within(rests) {
            return Err(Error::new(Operation::Slice, Rule::CoordinateOutside));
        }
        let (kept, offset) = coordinate.kept(rests, strides, from);
        Ok((shapes.head.parts(all_strides.head).concatenate(kept).into_layout(), offset))
    }
}

/// A step `Self`, a list of integers and `..`: what is left of the list `T` without the modes at
/// `..`, CuTe's `dice`.
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
impl<P: Dice<T>, H, T> Dice<HCons<H, T>> for HCons<usize, P> {
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
    /// The tile at `coordinate` among the rests, as CuTe's `local_tile` has it: the modes of the
    /// tile, and behind them those that `..` in the coordinate keeps. (004, section 2.5.2.)
    ///
    /// It has the elements of [`Tensor::inner_partition`], where the modes of the tile are one.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::zipped_divide()); [`Rule::CoordinateOutside`].
    try_local_tile
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
    local_tile try_local_tile_mut local_tile_mut
    [Engine: B, C] (tiler: B, coordinate: C) -> LocalTile<L, B, C, <A as Engine>::Offset> where {
        L: LocalTileBy<B, C, <A as Engine>::Offset>,
    };
    |layout, from| layout.local_tile(tiler, coordinate, from);
}

impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::local_tile`] of what `step` leaves of a tiler and a coordinate that several tensors
    /// share: both without the modes at which the step has `..`. In CuTe `Step<_1,X,_1>` is
    /// `(1, .., 1)`.
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
    pub fn local_tile_step<B, C, P, Tiler, At>(
        &self,
        tiler: B,
        coordinate: C,
        step: P,
    ) -> Tensor<A::Part<'_>, LocalTile<L, Tiler, At, A::Offset>>
    where
        C: Tuple,
        P: Tuple<HList: Dice<B, Out = Tiler> + Dice<C::HList, Out = At>>,
        L: LocalTileBy<Tiler, At, A::Offset>,
    {
        let step = step.hlist();
        self.local_tile(step.dice(tiler), step.dice(coordinate.hlist()))
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::local_tile_step`] for writing.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn local_tile_step_mut<B, C, P, Tiler, At>(
        &mut self,
        tiler: B,
        coordinate: C,
        step: P,
    ) -> Exclusive<'_, A, LocalTile<L, Tiler, At>>
    where
        C: Tuple,
        P: Tuple<HList: Dice<B, Out = Tiler> + Dice<C::HList, Out = At>>,
        L: LocalTileBy<Tiler, At>,
    {
        let step = step.hlist();
        self.local_tile_mut(step.dice(tiler), step.dice(coordinate.hlist()))
    }
}
