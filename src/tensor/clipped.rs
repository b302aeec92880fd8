//! Windows that may reach past any edge of a tensor, clipped to it.

use core::ops::Range;

use super::{Exclusive, Tensor};
use crate::layout::AnyLayout;
use crate::layout::rank::HasRank;
use crate::layout::slice::{SliceBy, Sliced};
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::engine::Engine;

/// Layouts of `N` modes, 1 to 6, that are integers, which ranges slice: the bound of [`Tensor::clipped`].
#[diagnostic::on_unimplemented(
    message = "clipped: the origin and the sizes have {N} numbers, and the layout has not {N} modes that are integers, or in generic code it is without the bound `ClipBy<{N}>`"
)]
pub trait ClipBy<const N: usize>: SliceBy<Self::Ranges> + HasRank<N> {
    /// A range for each mode.
    type Ranges: Clone;
    /// These ranges.
    fn ranges(ranges: [Range<usize>; N]) -> Self::Ranges;
}
/// The part of the layout `L` in a window of `N` modes.
pub type Clipped<L, const N: usize> = Sliced<L, <L as ClipBy<N>>::Ranges>;

macro_rules! clip_by {
    ($($n:literal: $ranges:ty, $pattern:pat => $value:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<L: SliceBy<$ranges> + HasRank<$n>> ClipBy<$n> for L {
            type Ranges = $ranges;
            #[inline(always)]
            fn ranges(ranges: [Range<usize>; $n]) -> $ranges {
                let $pattern = ranges;
                $value
            }
        }
    )*};
}
type R = Range<usize>;
clip_by! {
    1: R, [a] => a;
    2: (R, R), [a, b] => (a, b);
    3: (R, R, R), [a, b, c] => (a, b, c);
    4: (R, R, R, R), [a, b, c, d] => (a, b, c, d);
    5: (R, R, R, R, R), [a, b, c, d, e] => (a, b, c, d, e);
    6: (R, R, R, R, R, R), [a, b, c, d, e, f] => (a, b, c, d, e, f);
}

/// The coordinates of modes of the sizes `extents` that lie in the window of `sizes` at `origin`, and the coordinate of
/// the window where they begin.
#[inline(always)]
pub(super) fn inside<const N: usize>(
    extents: [usize; N],
    origin: [isize; N],
    sizes: [usize; N],
) -> ([Range<usize>; N], [usize; N]) {
    let begin = |k: usize| usize::try_from(origin[k]).unwrap_or(0).min(extents[k]);
    // The part of the window before coordinate 0.
    let before = |k: usize| if origin[k] < 0 { origin[k].unsigned_abs().min(sizes[k]) } else { 0 };
    let end = |k: usize| begin(k).saturating_add(sizes[k] - before(k)).min(extents[k]);
    (core::array::from_fn(|k| begin(k)..end(k)), core::array::from_fn(before))
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The part of a window that lies in the tensor, and the coordinate of the window where it begins. The window has
    /// `sizes` coordinates from `origin` on, which may be negative and past the end. Modes are integers, not nested.
    ///
    /// **Law.** With `(part, at) = t.clipped(origin, sizes)` and `c` below `sizes`: `t` has the coordinate `origin + c`
    /// if and only if `part` has `c - at`, and the elements are the same.
    ///
    /// A convolution with padding needs no copy: each element of the kernel is a shift of the image, and what is shifted
    /// in from outside is 0.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let image = Owned::from_fn(layout!((4,5)), |(i, j)| (10 * i + j) as i32);
    /// // The window of 3 x 3 around the corner has four elements.
    /// let (part, at) = image.clipped([-1, -1], [3, 3]);
    /// assert_eq!((part.to_string().as_str(), at), (" 0  1\n10 11", [1, 1]));
    /// let (part, at) = image.clipped([3, 1], [3, 3]);
    /// assert_eq!((part.to_string().as_str(), at), ("31 32 33", [0, 0]));
    /// let (part, _) = image.clipped([9, -7], [3, 3]);
    /// assert_eq!(part.size(), 0);
    /// ```
    #[doc(alias("pad", "padding", "same", "halo"))]
    #[inline(always)]
    pub fn clipped<const N: usize>(
        &self,
        origin: [isize; N],
        sizes: [usize; N],
    ) -> (Tensor<<A as Engine>::Part<'_>, Clipped<L, N>>, [usize; N])
    where
        L: ClipBy<N>,
    {
        let (ranges, at) = inside(AnyLayout::sizes(self.layout), origin, sizes);
        (self.slice(L::ranges(ranges)), at)
    }
}
impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::clipped`] for writing.
    #[inline(always)]
    pub fn clipped_mut<const N: usize>(
        &mut self,
        origin: [isize; N],
        sizes: [usize; N],
    ) -> (Exclusive<'_, A, Clipped<L, N>>, [usize; N])
    where
        L: ClipBy<N>,
    {
        let (ranges, at) = inside(AnyLayout::sizes(self.layout), origin, sizes);
        (self.slice_mut(L::ranges(ranges)), at)
    }
}
