//! The tiles of a tensor, borrowed for writing at the same time.

use core::iter::FusedIterator;

use frunk_core::HList;
use tilework_algebra::Error;

use super::Tensor;
use super::local_tile::ByZip;
use super::part::reached;
use crate::layout::{AnyLayout, Layout, ModesOf};
use crate::operation::complement::Exact;
use crate::operation::divide::SplitZipped;
use crate::plain::plain_in;
use crate::tensor::accessor::{Divisible, Lends};
use crate::tensor::iterate::Offsets;
use crate::verdict::{Bad, ResultOf};

/// A layout of two modes, each of them of any nesting, as layouts of their own: the bound of
/// [`Tensor::split_mut`], which each [`ZippedDivide`](crate::result::ZippedDivide) has.
#[diagnostic::on_unimplemented(
    message = "transpose, split_mut: not a layout of two modes, as a zipped divide is, or in generic code one without the bound `TwoModes`"
)]
pub trait TwoModes: AnyLayout {
    /// The first mode.
    type First: AnyLayout;
    /// The second mode.
    type Second: AnyLayout;
    /// Both modes.
    fn two_modes(self) -> (Self::First, Self::Second);
}
#[diagnostic::do_not_recommend]
impl<S0: Copy, S1: Copy, D0: Copy, D1: Copy> TwoModes for Layout<HList![S0, S1], HList![D0, D1]>
where
    Self: AnyLayout<Shape = HList![S0, S1], Stride = HList![D0, D1]>,
    Layout<S0, D0>: AnyLayout,
    Layout<S1, D1>: AnyLayout,
{
    type First = Layout<S0, D0>;
    type Second = Layout<S1, D1>;
    #[inline(always)]
    fn two_modes(self) -> (Layout<S0, D0>, Layout<S1, D1>) {
        let (first, others) = self.split_first();
        (first, others.split_first().0)
    }
}

// So that an operation without a result says itself what is wrong.
#[diagnostic::do_not_recommend]
impl<R, At, X, Y> TwoModes for Layout<Bad<R, At, X, Y>, Bad<R, At, X, Y>> {
    type First = Self;
    type Second = Self;
    fn two_modes(self) -> (Self, Self) {
        (self, self)
    }
}

/// The tile of the divided layout `R`.
type First<R> = <<R as ResultOf<ByZip>>::Layout as TwoModes>::First;
/// The rests of the divided layout `R`.
pub(super) type Second<R> = <<R as ResultOf<ByZip>>::Layout as TwoModes>::Second;

/// The tiles of a tensor, all borrowed for writing: [`Tensor::tiles_mut`].
///
/// The layout of the tensor is injective, so that tiles have no element in common; and an element
/// of a tile is reached through the layout of the tile only.
pub struct TilesMut<D, Tile, Rest: AnyLayout> {
    /// All elements.
    data: D,
    tile: Tile,
    offsets: Offsets<ModesOf<Rest>>,
}

impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> Iterator for TilesMut<D, Tile, Rest> {
    type Item = Tensor<D, Tile>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let at = self.offsets.next()?;
        let range = reached(at, self.tile);
        // SAFETY: the layout `(tile,rest)` is injective and its offsets are below the length of
        // the data, as `new` of its tensor has seen, which `self` has an exclusive borrow of. Every
        // offset of the rest is taken once, so that no two of these tiles have an element in common.
        let accessor = unsafe { self.data.lend(range) };
        Some(Tensor { accessor, layout: self.tile })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }
}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> ExactSizeIterator for TilesMut<D, Tile, Rest> {}
impl<D: Lends, Tile: AnyLayout, Rest: AnyLayout> FusedIterator for TilesMut<D, Tile, Rest> {}

impl<A: Divisible, L: AnyLayout> Tensor<A, L> {
    /// The parts `(.., c)` of the tensor for all coordinates `c` of its second mode, all of them
    /// borrowed for writing at the same time, the leftmost leaf fastest. They may go to threads.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3):row_major)).unwrap();
    /// let mut columns: Vec<_> = matrix.split_mut().collect();
    /// columns[2].for_each_mut(|x| *x = 2);
    /// columns[1][0] = 1;
    /// assert_eq!(data, [0, 1, 2, 0, 0, 2]);
    /// ```
    #[inline(always)]
    pub fn split_mut(&mut self) -> TilesMut<A::Tile<'_>, L::First, L::Second>
    where
        L: TwoModes,
    {
        let (tile, rest) = self.layout.two_modes();
        TilesMut { data: self.accessor.disjoint(), tile, offsets: Offsets::new(rest.modes()) }
    }

    /// The tiles of [`zipped_divide`](crate::operation::zipped_divide()), all of them borrowed for writing at
    /// the same time, leftmost mode of the rests fastest. They may go to threads.
    ///
    /// # Errors
    /// Those of [`zipped_divide`](crate::operation::zipped_divide()).
    ///
    /// ```
    /// use std::thread;
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 24];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((4,6))).unwrap();
    /// thread::scope(|scope| {
    ///     for (i, mut tile) in matrix.tiles_mut(layout!(<2,3>)).enumerate() {
    ///         scope.spawn(move || tile.for_each_mut(|x| *x = i));
    ///     }
    /// });
    /// assert_eq!(data[..8], [0, 0, 1, 1, 0, 0, 1, 1]);
    /// assert_eq!(data[12..16], [2, 2, 3, 3]);
    /// ```
    #[inline(always)]
    pub fn try_tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B>(
        &mut self,
        tiler: B,
    ) -> Result<TilesMut<A::Tile<'_>, First<R>, Second<R>>, Error>
    where
        L: SplitZipped<B, Exact, Result = R>,
    {
        let (tile, rest) = self.try_zipped_divide_mut(tiler)?.layout.two_modes();
        let data = self.accessor.disjoint();
        Ok(TilesMut { data, tile, offsets: Offsets::new(rest.modes()) })
    }

    /// [`Tensor::try_tiles_mut`].
    ///
    /// # Panics
    /// Where that is an error.
    #[inline(always)]
    #[track_caller]
    pub fn tiles_mut<R: ResultOf<ByZip, Layout: TwoModes>, B>(
        &mut self,
        tiler: B,
    ) -> TilesMut<A::Tile<'_>, First<R>, Second<R>>
    where
        L: SplitZipped<B, Exact, Result = R>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_tiles_mut(tiler))
    }
}
