//! Fills a result type from a slice of runtime integers.
//!
//! rustc computes a result again each time the body of a function names its type by a projection. Therefore the
//! functions that make a result have its type as a parameter, and they ask for two traits of it only. These two traits,
//! in this file, give the parts of the result.

use tilework_algebra::Mode;

use crate::layout::{Layout, Shape, Staticness};
use crate::leaf::stride::MOST_LEAVES;

/// A layout whose dynamic leaves are filled from numbers.
pub trait FillFromNumbers: Sized {
    /// The number of leaves.
    const COUNT: usize;
    /// True if it is a verdict.
    const IS_REFUSED: bool = false;
    /// The layout with the dynamic numbers of `from`, where those of its first leaf are at `at`.
    fn fill_from_numbers(from: &[Mode], at: usize, _: Sound) -> Self;
}
/// A layout that can also be assembled from its modes. The modes of a layout that is no tuple have no meaning.
pub trait FillFromModes: FillFromNumbers {
    /// The first mode; of a tile and a rest, the first mode of each.
    type First: FillFromModes;
    /// The other modes.
    type Others: FillFromModes;
    /// The layout with this first mode and these others.
    fn followed(first: Self::First, others: Self::Others, _: Sound) -> Self;
    /// The first of two modes.
    type Tile: FillFromModes;
    /// The second of two modes.
    type Rest: FillFromModes;
    /// The layout of these two modes.
    fn tile_and_rest(tile: Self::Tile, rest: Self::Rest, _: Sound) -> Self;
}
impl<S: Shape, D: Shape> FillFromNumbers for Layout<S, D> {
    const COUNT: usize = S::LEAVES;
    const IS_REFUSED: bool = S::IS_REFUSED;
    #[inline(always)]
    fn fill_from_numbers(from: &[Mode], at: usize, _: Sound) -> Self {
        let (mut shape, mut stride) = const { (S::BLANK, D::BLANK) };
        if const { !S::IsStatic::IS_STATIC } {
            shape.fill::<false>(at, from);
        }
        if const { !D::IsStatic::IS_STATIC } {
            stride.fill::<true>(at, from);
        }
        Layout::sound(shape, stride)
    }
}
impl<S: Shape, D: Shape> FillFromModes for Layout<S, D> {
    type First = Layout<S::Head, D::Head>;
    type Others = Layout<S::Tail, D::Tail>;
    #[inline(always)]
    fn followed(first: Self::First, others: Self::Others, _: Sound) -> Self {
        let ((s, d), (shape, stride)) = (first.into_parts(), others.into_parts());
        Layout::sound(S::cons(s, shape), D::cons(d, stride))
    }
    type Tile = Self::First;
    type Rest = <Self::Others as FillFromModes>::First;
    #[inline(always)]
    fn tile_and_rest(tile: Self::Tile, rest: Self::Rest, _: Sound) -> Self {
        let ((s, d), (shape, stride)) = (tile.into_parts(), rest.into_parts());
        let (no_shape, no_stride) =
            const { (<S::Tail as Shape>::Tail::BLANK, <D::Tail as Shape>::Tail::BLANK) };
        Layout::sound(
            S::cons(s, S::Tail::cons(shape, no_shape)),
            D::cons(d, D::Tail::cons(stride, no_stride)),
        )
    }
}

/// The layout as `R`, which is the same type.
#[inline(always)]
pub fn itself<S: Shape, D: Shape, R: FillFromNumbers>(layout: Layout<S, D>) -> R {
    if const { S::IsStatic::IS_STATIC && D::IsStatic::IS_STATIC } {
        return R::fill_from_numbers(&[], 0, Sound::YES);
    }
    if const { D::TERMS > 1 } {
        through::<{ 8 * MOST_LEAVES }, S, D, R>(layout)
    } else if const { S::LEAVES <= 4 } {
        through::<4, S, D, R>(layout)
    } else {
        through::<MOST_LEAVES, S, D, R>(layout)
    }
}
#[inline(always)]
fn through<const N: usize, S: Shape, D: Shape, R: FillFromNumbers>(layout: Layout<S, D>) -> R {
    const { assert!(S::LEAVES <= MOST_LEAVES, "a layout with dynamic leaves has at most 128 leaves") };
    let mut numbers = [Mode { shape: 0, stride: 0 }; N];
    let (shape, stride) = layout.into_parts();
    shape.put::<false>(0, &mut numbers);
    stride.put::<true>(0, &mut numbers);
    R::fill_from_numbers(&numbers, 0, Sound::YES)
}

/// A token that claims that a value made from numbers is sound. Only this crate can make one.
#[derive(Clone, Copy)]
pub struct Sound(());
impl Sound {
    /// The token for numbers that a function has computed from those of sound layouts.
    pub(crate) const YES: Self = Sound(());
}
