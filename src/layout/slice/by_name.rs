//! Slices and dices by name, of layouts and composed ones.

use super::{DiceBy, Diced, SliceBy, Sliced};
#[cfg(doc)]
use crate::layout::Layout;
use crate::layout::composed::Composed;
use crate::layout::offset_map::OffsetMap;
use crate::leaf::int::{Dyn, Leaf};

/// [`Layout::slice`] of any layout, `(layout, offset)`, and [`Composed::slice`] of a composed one, which adds the
/// offset.
///
/// ```
/// use tilework::{Composed, Swizzle, coord, layout, typenum::{P3, U0, U2}, operation::slice};
/// let (kept, offset) = slice(layout!((4,8):(8,1)), coord!(2, _));
/// assert_eq!((kept.to_string().as_str(), offset), ("8:1", 16));
/// let tile = Composed::of(Swizzle::<U2, U0, P3>::new(), layout!((3,8):(8,1)));
/// assert_eq!(slice(tile, coord!(2, _)).to_string(), "Sw<2,0,3> o 16 o 8:1");
/// ```
///
/// # Panics
/// See [`Layout::slice`] and [`Composed::slice`].
#[inline(always)]
#[track_caller]
pub fn slice<R, L: SlicedBy<C, O, Result = R>, C, O>(layout: L, coordinate: C) -> R {
    layout.sliced_by(coordinate)
}

/// The layout of the modes for which a coordinate has integers, which [`slice`](slice()) drops, arranged in the same
/// way, and their offset as in `slice`: `offset = G(given c)`. If nothing is given the layout is `():()`.
/// ([004](crate::guide::papers), section
/// 2.5.1.)
///
/// ```
/// use tilework::{coord, layout, operation::dice};
/// let lda = 15;
/// let l = layout!(((3,2),((2,3),2)):((4,1),((2,lda),100)));
/// let (given, offset) = dice(l, coord!((1, _), ((_, 0), _)));
/// assert_eq!((given.to_string().as_str(), offset), ("(3,3):(4,15)", 4));
/// ```
///
/// For a composed layout it is [`Composed::dice`], without the offset.
///
/// # Panics
/// See [`Layout::slice`].
#[inline(always)]
pub fn dice<R, L: DicedBy<C, O, Result = R>, C, O>(layout: L, coordinate: C) -> R {
    layout.diced_by(coordinate)
}

/// Layouts and composed layouts that a coordinate slices: the bound of [`slice`](slice()). Layouts with the bound
/// [`SliceBy`] have it.
#[diagnostic::on_unimplemented(
    message = "slice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `SliceBy<C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, a range of a mode that is an integer (`1..4`, `(0..8).step_by(2)`), or a tuple of as many coordinates as the shape has modes; ranges go forwards, as strides are natural numbers, and backwards goes `t.reversed::<0>()`"
)]
pub trait SlicedBy<C, O> {
    /// A layout and an offset, or a composed layout.
    type Result;
    /// The modes that `..` keeps.
    fn sliced_by(self, coordinate: C) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<L: SliceBy<C, O>, C, O> SlicedBy<C, O> for L {
    type Result = (L::Output, O);
    #[inline(always)]
    fn sliced_by(self, coordinate: C) -> (L::Output, O) {
        self.slice_by(coordinate)
    }
}
impl<F: OffsetMap, N: Leaf, L: SliceBy<C>, C> SlicedBy<C, usize> for Composed<F, N, L> {
    type Result = Composed<F, Dyn, Sliced<L, C>>;
    #[inline(always)]
    #[track_caller]
    fn sliced_by(self, coordinate: C) -> Self::Result {
        self.slice(coordinate)
    }
}
/// Layouts and composed layouts that a coordinate dices: the bound of [`dice`](dice()). Layouts with the bound
/// [`DiceBy`] have it.
#[diagnostic::on_unimplemented(
    message = "dice: coordinate profile: the coordinate does not fit the shape's profile, or in generic code a layout without the bound `DiceBy<C>`",
    note = "a coordinate is a `usize`, `u32` or `i32`, `..`, or a tuple of as many coordinates as the shape has modes"
)]
pub trait DicedBy<C, O> {
    /// A layout and an offset, or a composed layout.
    type Result;
    /// The modes for which the coordinate has integers.
    fn diced_by(self, coordinate: C) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<L: DiceBy<C, O>, C, O> DicedBy<C, O> for L {
    type Result = (L::Given, O);
    #[inline(always)]
    fn diced_by(self, coordinate: C) -> (L::Given, O) {
        self.dice_by(coordinate)
    }
}
impl<F: OffsetMap, N: Leaf, L: DiceBy<C>, C> DicedBy<C, usize> for Composed<F, N, L> {
    type Result = Composed<F, N, Diced<L, C>>;
    #[inline(always)]
    fn diced_by(self, coordinate: C) -> Self::Result {
        self.dice(coordinate)
    }
}
