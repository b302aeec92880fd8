//! Windows that may begin before a tensor and end past it, with a predicate for each element.

use core::iter::FusedIterator;
use core::ops::Range;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};

use super::Predicated;
use super::inside::{Between, Predicate as _};
use crate::layout::any_result::AnyResult as _;
use crate::layout::modes::{Modes, cons, positive};
use crate::layout::rank::HasRank;
use crate::layout::sealed::Seal;
use crate::layout::window::WindowShape;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::plain::plain_in;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::clipped::inside;

/// A shape whose modes are integers.
pub trait IntegerModes: Copy {
    /// A dynamic stride for each mode.
    type Fields: Copy;
    /// These strides.
    fn fields(of: &[usize]) -> Self::Fields;
}
macro_rules! integers {
    ($([$($g:tt)*] $leaf:ty;)*) => {$(
        impl<$($g)*> IntegerModes for $leaf {
            type Fields = Dyn;
            #[inline(always)]
            fn fields(of: &[usize]) -> Dyn {
                Dyn(of[0])
            }
        }
    )*};
}
integers! {
    [N] Static<N>;
    [I: Copy] Dyn<I>;
}
impl IntegerModes for HNil {
    type Fields = HNil;
    #[inline(always)]
    fn fields(_: &[usize]) -> HNil {
        HNil
    }
}
impl<H: Leaf, T: IntegerModes> IntegerModes for HCons<H, T> {
    type Fields = HCons<Dyn, T::Fields>;
    #[inline(always)]
    fn fields(of: &[usize]) -> Self::Fields {
        cons(Dyn(of[0]), T::fields(&of[1..]))
    }
}

/// Layouts of `N` modes that have windows of the shape `W`, whose modes are integers: the bound of
/// [`Tensor::predicated_window`]. Unlike those of [`WindowBy`](crate::bound::WindowBy), windows may be larger than the
/// layout. Sealed: tensors rely on it.
#[diagnostic::on_unimplemented(
    message = "predicated_window: the origin has {N} numbers, and the layout and the window have not {N} modes that are integers, or in generic code the layout is without the bound `PredicatedWindowBy<W, {N}>`",
    note = "a window is a layout, of which the shape is taken, or a shape: `layout!((18,18))`"
)]
pub trait PredicatedWindowBy<W, const N: usize>: HasRank<N> {
    #[doc(hidden)]
    const SEAL: Seal;
    /// The layout of a window: the shape of `W`, the strides of this layout.
    type Window: HasRank<N>;
    /// The layout of its coordinates.
    type Coordinates: AnyLayout;
    /// The window.
    #[doc(hidden)]
    fn predicated_window(self, window: W) -> Self::Window;
    /// The layout of the coordinates, with these strides.
    #[doc(hidden)]
    fn coordinates(window: W, fields: [usize; N]) -> Self::Coordinates;
}
#[diagnostic::do_not_recommend]
impl<L, W, V, D: Copy, const N: usize> PredicatedWindowBy<W, N> for L
where
    L: AnyLayout<Stride = D> + HasRank<N>,
    W: WindowShape<Shape = V>,
    V: IntegerModes,
    Layout<V, D>: HasRank<N>,
    Layout<V, V::Fields>: AnyLayout,
{
    const SEAL: Seal = Seal;
    type Window = Layout<V, D>;
    type Coordinates = Layout<V, V::Fields>;
    #[inline(always)]
    fn predicated_window(self, window: W) -> Self::Window {
        Layout::sound(window.window_shape(), self.parts().1)
    }
    #[inline(always)]
    fn coordinates(window: W, fields: [usize; N]) -> Self::Coordinates {
        Layout::sound(window.window_shape(), V::fields(&fields))
    }
}
/// The parts of a window besides the accessor, and the range of its data.
type Parts<L, W, const N: usize> = (
    <L as PredicatedWindowBy<W, N>>::Window,
    <L as PredicatedWindowBy<W, N>>::Coordinates,
    Between,
    Range<usize>,
);
/// A window of a tensor with the layout `L`.
type WindowOf<A, L, W, const N: usize> = Predicated<
    A,
    <L as PredicatedWindowBy<W, N>>::Window,
    <L as PredicatedWindowBy<W, N>>::Coordinates,
    Between,
>;

/// The window of a layout at `origin`.
#[inline(always)]
fn window<L: PredicatedWindowBy<W, N>, W: Copy, const N: usize>(
    layout: L,
    origin: [isize; N],
    window: W,
    length: usize,
) -> Result<Parts<L, W, N>, Error> {
    let tile = layout.predicated_window(window).validated(Operation::Window)?;
    positive(Operation::Window, tile)?;
    let sizes = AnyLayout::sizes(tile);
    let (ranges, at) = inside(AnyLayout::sizes(layout), origin, sizes);
    let mut offset = 0_usize;
    // Where something is inside, the origin is at most a window away from the tensor, so that nothing overflows.
    if ranges.iter().all(|range| !range.is_empty()) {
        tile.modes().for_each_mode(0, &mut |k, mode| {
            offset = offset.wrapping_add((mode.stride as usize).wrapping_mul(origin[k] as usize));
        });
    }
    let (between, fields) = Between::new(sizes, |k| at[k]..at[k] + ranges[k].len(), offset)
        .map_err(|k| Error::new(Operation::Window, Rule::Overflow).at(k))?;
    let (range, between) = between.part(tile, offset, length);
    Ok((tile, L::coordinates(window, fields), between, range))
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The window of the tensor at `origin`, with a predicate for each element: the coordinates from `origin` on, as
    /// many along each mode as `shape` says. Numbers of `origin` may be negative, and the window may be larger than the
    /// tensor. Modes are integers, not nested. If the shape is static, so is that of the window.
    ///
    /// **Law.** The element of the window at `c` is that of the tensor at `origin + c`. If the tensor has no such
    /// coordinate, it does not exist.
    ///
    /// # Errors
    /// [`Rule::Extent`] for an empty window, and [`Rule::Overflow`] if its coordinates, with a further bit for each
    /// mode, do not fit one integer, or its offsets do not fit.
    #[inline]
    pub fn try_predicated_window<W: Copy, const N: usize>(
        &self,
        origin: [isize; N],
        shape: W,
    ) -> Result<WindowOf<A::Shared<'_>, L, W, N>, Error>
    where
        L: PredicatedWindowBy<W, N>,
    {
        of(&self.accessor, self.layout, origin, shape)
    }

    /// The window of the tensor at `origin`, with a predicate for each element: the coordinates from `origin` on, as
    /// many along each mode as `shape` says. Numbers of `origin` may be negative, and the window may be larger than the
    /// tensor. Modes are integers, not nested. If the shape is static, so is that of the window.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_window`] returns an error.
    ///
    /// ```
    /// use tilework::{Fragment, Owned, layout};
    /// let (m, n): (usize, usize) = (4, 5);
    /// let image = Owned::from_fn(layout!((m,n)), |(i, j)| 10 * i as i32 + j as i32);
    /// let corner = image.predicated_window([-1, -1], layout!((3,3)));
    /// assert_eq!((corner.get((0, 1)), corner.get((1, 1)), corner.get((2, 2))), (None, Some(&0), Some(&11)));
    /// let mut tile = Fragment::filled(layout!((3,3)), 0)?;
    /// corner.load(-1, &mut tile)?;
    /// assert_eq!(tile.to_string(), "-1 -1 -1\n-1  0  1\n-1 10 11");
    /// assert!(image.predicated_window([1, 2], layout!((3,3))).whole().is_some());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("pad", "padding", "halo", "same"))]
    #[inline]
    #[track_caller]
    pub fn predicated_window<W: Copy, const N: usize>(
        &self,
        origin: [isize; N],
        shape: W,
    ) -> WindowOf<A::Shared<'_>, L, W, N>
    where
        L: PredicatedWindowBy<W, N>,
    {
        plain_in(self.layout, self.try_predicated_window(origin, shape))
    }

    /// Windows of the tensor, one for each tile of the sizes `step`, with the leftmost mode fastest: the window of the
    /// tile `p` is [`Tensor::predicated_window`] at `start + step p`. A mode of extent `e` has `e / step` of them,
    /// rounded up. With windows larger than the tiles this gives each tile its halo.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_window`], and [`Rule::Extent`] for a step of 0.
    #[inline]
    pub fn try_predicated_windows<W: Copy, const N: usize>(
        &self,
        start: [isize; N],
        step: [usize; N],
        shape: W,
    ) -> Result<PredicatedWindows<'_, A, L, W, N>, Error>
    where
        L: PredicatedWindowBy<W, N>,
    {
        window(self.layout, start, shape, self.accessor.length())?;
        if let Some(mode) = step.iter().position(|&step| step == 0) {
            return Err(Error::new(Operation::Window, Rule::Extent { extent: 0 }).at(mode));
        }
        let extents: [usize; N] = AnyLayout::sizes(self.layout);
        let counts: [usize; N] = core::array::from_fn(|k| extents[k].div_ceil(step[k]));
        // No more than the elements.
        let left = counts.iter().product();
        let (data, layout) = (&self.accessor, self.layout);
        Ok(PredicatedWindows { data, layout, shape, start, step, counts, at: [0; N], left })
    }

    /// Windows of the tensor, one for each tile of the sizes `step`, with the leftmost mode fastest: the window of the
    /// tile `p` is [`Tensor::predicated_window`] at `start + step p`. A mode of extent `e` has `e / step` of them,
    /// rounded up. With windows larger than the tiles this gives each tile its halo.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_windows`] returns an error.
    ///
    /// ```
    /// use tilework::{Fragment, Owned, layout};
    /// let n: usize = 7;
    /// let samples = Owned::from_fn(layout!(n:1), |i| i as i32);
    /// let mut smooth = Owned::zeros(layout!(n:1));
    /// let mut halo = Fragment::filled(layout!(6:1), 0)?;
    /// // Tiles of 4, with one element more on either side.
    /// let windows = samples.predicated_windows([-1], [4], layout!(6:1));
    /// for (window, mut tile) in windows.zip(smooth.predicated_tiles_mut(layout!(4:1))) {
    ///     window.load(0, &mut halo)?;
    ///     let threes = halo.windows(layout!(3:1));
    ///     let mut sums = threes.slices::<1>().map(|three| three.sum());
    ///     tile.for_each_mut(|x| *x = sums.next().unwrap());
    /// }
    /// assert_eq!(smooth.data(), [0 + 1, 0 + 1 + 2, 1 + 2 + 3, 2 + 3 + 4, 3 + 4 + 5, 4 + 5 + 6, 5 + 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("pad", "padding", "halo", "same"))]
    #[inline]
    #[track_caller]
    pub fn predicated_windows<W: Copy, const N: usize>(
        &self,
        start: [isize; N],
        step: [usize; N],
        shape: W,
    ) -> PredicatedWindows<'_, A, L, W, N>
    where
        L: PredicatedWindowBy<W, N>,
    {
        plain_in(self.layout, self.try_predicated_windows(start, step, shape))
    }
}
/// The window of a tensor of this data.
#[inline(always)]
fn of<A: Accessor, L: PredicatedWindowBy<W, N>, W: Copy, const N: usize>(
    data: &A,
    layout: L,
    origin: [isize; N],
    shape: W,
) -> Result<WindowOf<A::Shared<'_>, L, W, N>, Error> {
    let (layout, coordinates, inside, range) = window(layout, origin, shape, data.length())?;
    Ok(Predicated { accessor: data.shared(range), layout, coordinates, inside })
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_predicated_window`] for writing.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_window`].
    #[inline]
    pub fn try_predicated_window_mut<W: Copy, const N: usize>(
        &mut self,
        origin: [isize; N],
        shape: W,
    ) -> Result<WindowOf<A::Exclusive<'_>, L, W, N>, Error>
    where
        L: PredicatedWindowBy<W, N>,
    {
        // No two coordinates of the window are the same coordinate of this tensor, which is injective.
        let length = self.accessor.length();
        let (layout, coordinates, inside, range) = window(self.layout, origin, shape, length)?;
        Ok(Predicated { accessor: self.accessor.exclusive(range), layout, coordinates, inside })
    }

    /// [`Tensor::predicated_window`] for writing.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_window_mut`] returns an error.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let mut t = Owned::zeros(layout!((3,3)));
    /// t.predicated_window_mut([1, -1], layout!((4,2))).for_each_mut(|x| *x = 1);
    /// assert_eq!(t.to_string(), "0 0 0\n1 0 0\n1 0 0");
    /// ```
    #[inline]
    #[track_caller]
    pub fn predicated_window_mut<W: Copy, const N: usize>(
        &mut self,
        origin: [isize; N],
        shape: W,
    ) -> WindowOf<A::Exclusive<'_>, L, W, N>
    where
        L: PredicatedWindowBy<W, N>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_predicated_window_mut(origin, shape))
    }
}

/// Windows with predicates, one for each tile of a tensor: [`Tensor::predicated_windows`].
pub struct PredicatedWindows<'s, A, L, W, const N: usize> {
    /// All elements.
    data: &'s A,
    layout: L,
    shape: W,
    start: [isize; N],
    step: [usize; N],
    counts: [usize; N],
    /// The next tile.
    at: [usize; N],
    left: usize,
}
impl<'s, A: Accessor, L: PredicatedWindowBy<W, N>, W: Copy, const N: usize>
    PredicatedWindows<'s, A, L, W, N>
{
    /// The windows with the coordinates where they begin, which may be negative: `([i, j], window)`.
    ///
    /// ```
    /// use tilework::{Owned, layout};
    /// let image = Owned::from_fn(layout!((4,6)), |(i, j)| (i, j));
    /// for ([i, j], window) in image.predicated_windows([-1, -1], [2, 3], layout!((4,5))).with_coordinates() {
    ///     assert_eq!(window.get((1, 1)), Some(&((i + 1) as usize, (j + 1) as usize)));
    ///     assert_eq!(window.contains((0, 0)), i >= 0 && j >= 0);
    /// }
    /// ```
    #[inline(always)]
    pub fn with_coordinates(
        mut self,
    ) -> impl Iterator<Item = ([isize; N], WindowOf<A::Shared<'s>, L, W, N>)> {
        core::iter::from_fn(move || self.advance())
    }

    #[inline(always)]
    fn advance(&mut self) -> Option<([isize; N], WindowOf<A::Shared<'s>, L, W, N>)> {
        self.left = self.left.checked_sub(1)?;
        // The steps lead no further than the extents.
        let origin = core::array::from_fn(|k| {
            self.start[k].saturating_add((self.at[k] * self.step[k]) as isize)
        });
        for (at, count) in self.at.iter_mut().zip(self.counts) {
            *at += 1;
            if *at < count {
                break;
            }
            *at = 0;
        }
        let window = of(self.data, self.layout, origin, self.shape);
        // The first one has been checked, and the others differ in their origins only.
        Some((origin, plain_in(self.layout, window)))
    }
}
impl<'s, A: Accessor, L: PredicatedWindowBy<W, N>, W: Copy, const N: usize> Iterator
    for PredicatedWindows<'s, A, L, W, N>
{
    type Item = WindowOf<A::Shared<'s>, L, W, N>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        self.advance().map(|(_, window)| window)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<A: Accessor, L: PredicatedWindowBy<W, N>, W: Copy, const N: usize> ExactSizeIterator
    for PredicatedWindows<'_, A, L, W, N>
{
}
impl<A: Accessor, L: PredicatedWindowBy<W, N>, W: Copy, const N: usize> FusedIterator
    for PredicatedWindows<'_, A, L, W, N>
{
}
