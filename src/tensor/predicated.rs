//! Predicated tensors: tiles that may reach past the end of the tensor that they divide.

mod axes;
mod inside;
mod of_thread;
mod one_mode;
mod tiles;
mod window;

#[cfg(doc)]
use tilework_algebra::Rule;
use tilework_algebra::{Error, Operation};

use axes::PredicatedParts;
pub(crate) use axes::{Axes, Wide};
pub use axes::{Coordinates, PredicatedBy};
use inside::Inside;
pub use inside::Predicate;
pub use tiles::{PredicatedTiles, PredicatedTilesMut};
pub use window::{PredicatedWindowBy, PredicatedWindows};

use super::Tensor;
use super::local_tile::ByZip;
use crate::algorithm::{Loops, copy, transform};
use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::layout::for_each::fold_offsets;
use crate::layout::injectivity;
use crate::layout::modes::Modes;
use crate::layout::rank::SameRank;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::layout::slice::{SliceBy, Sliced};
use crate::operation::divide::ZippedDivideTotal;
use crate::operation::round::Ceil;
use crate::plain::plain_in;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};
use crate::tensor::by_mode::ByMode;
use crate::tensor::iterate::Offsets;
use crate::verdict::ResultOf;

/// A tensor whose layout `L` may reach past the existing elements, with the layout `X` of their coordinates. An element
/// exists if its coordinate lies in the shape of the tensor that was divided. ([004](crate::guide::papers), section
/// 2.6.1; the predicate
/// tensors of CuTe.)
///
/// [`Tensor::predicated_divide`] makes it. It divides the tensor by a tiler that need not divide it evenly, and the
/// identity, whose offsets are coordinates, by the same tiler. A read outside yields nothing or a fill value; a write
/// outside does nothing. Only the coordinate of an element is checked; it follows from the layouts that its offset is
/// in the data. A tile that lies entirely inside is a tensor without predicates: [`Predicated::whole`].
///
/// ```
/// use tilework::{Fragment, Tensor, layout};
/// let mut data: Vec<i32> = (0..15).collect();
/// let mut matrix = Tensor::new(&mut data[..], layout!((5,3)))?;
/// let mut tiles = matrix.predicated_divide_mut(layout!(<4,2>));
/// assert_eq!(tiles.layout().to_string(), "((4,2),(2,2)):((1,5),(4,10))");
///
/// // The tile at the corner has one element.
/// let mut corner = tiles.slice_mut((.., (1, 1)));
/// assert_eq!((corner.get((0, 0)), corner.get((1, 0))), (Some(&14), None));
/// let mut tile = Fragment::filled(layout!((4, 2)), 0)?;
/// corner.load(-1, &mut tile)?;
/// assert_eq!(tile.data()[..], [14, -1, -1, -1, -1, -1, -1, -1]);
/// tile.for_each_mut(|x| *x = 7);
/// corner.store(&tile)?;
/// assert_eq!(data, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 7]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Predicated<A, L, X, I = Inside> {
    accessor: A,
    layout: L,
    coordinates: X,
    inside: I,
}

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tiles of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()), with a predicate for each element:
    /// `((tile), (rest))`. The slice `(.., c)` is a `local_tile`, the slice `(c, ..)` has the elements of a thread.
    ///
    /// **Law.** With the tiler `T` and its complement `T*`, let `x = T(i) + T*(j)` by mode. The element at `(i, j)` is
    /// that of the tensor at `x` if `x` lies in its shape; otherwise it does not exist.
    ///
    /// # Errors
    /// Those of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()), and [`Rule::Overflow`] if the
    /// coordinates of all modes, with a further bit for each mode, do not fit one integer.
    #[inline]
    pub fn try_predicated_divide<R: ResultOf<ByZip<Ceil>>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Result<Predicated<A::Shared<'_>, R::Layout, Coordinates<L, B>>, Error>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let PredicatedParts(layout, coordinates, inside) = self.layout.predicated(tiler)?;
        Ok(Predicated { accessor: self.shared(), layout, coordinates, inside })
    }

    /// The tiles of [`zipped_divide_ceil`](crate::operation::zipped_divide_ceil()), with a predicate for each element:
    /// `((tile), (rest))`. The slice `(.., c)` is a `local_tile`, the slice `(c, ..)` has the elements of a thread.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_divide`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6, 7];
    /// let seven = Tensor::new(&data[..], layout!(7:1))?;
    /// let tiles = seven.predicated_divide(layout!(3:1));
    /// let sums: Vec<i32> = (0..3)
    ///     .map(|tile| {
    ///         let mut sum = 0;
    ///         tiles.slice((.., tile)).for_each(|x| sum += x);
    ///         sum
    ///     })
    ///     .collect();
    /// assert_eq!(sums, [1 + 2 + 3, 4 + 5 + 6, 7]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn predicated_divide<R: ResultOf<ByZip<Ceil>>, B: ByMode<L>>(
        &self,
        tiler: B,
    ) -> Predicated<A::Shared<'_>, R::Layout, Coordinates<L, B>>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        plain_in(self.layout, self.try_predicated_divide(tiler))
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_predicated_divide`] with elements that can be written.
    ///
    /// # Errors
    /// Those of [`Tensor::try_predicated_divide`], and [`Rule::Injectivity`] with two coordinates if the tiles have
    /// elements in common.
    #[inline]
    pub fn try_predicated_divide_mut<R: ResultOf<ByZip<Ceil>>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Result<Predicated<A::Exclusive<'_>, R::Layout, Coordinates<L, B>>, Error>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let PredicatedParts(layout, coordinates, inside) = self.layout.predicated(tiler)?;
        // If no two tiles share a coordinate, they share no element, since this tensor is injective.
        injectivity::check(coordinates.modes())?;
        Ok(Predicated { accessor: self.exclusive(), layout, coordinates, inside })
    }

    /// [`Tensor::predicated_divide`] with elements that can be written.
    ///
    /// # Panics
    /// If [`Tensor::try_predicated_divide_mut`] returns an error.
    #[inline]
    #[track_caller]
    pub fn predicated_divide_mut<R: ResultOf<ByZip<Ceil>>, B: ByMode<L>>(
        &mut self,
        tiler: B,
    ) -> Predicated<A::Exclusive<'_>, R::Layout, Coordinates<L, B>>
    where
        L: ZippedDivideTotal<B, Ceil, Result = R> + PredicatedBy<B>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_predicated_divide_mut(tiler))
    }
}

/// The parts that slices keep: the layout, its coordinates, and where they begin.
type Kept<L, X, C, I> = (Sliced<L, C>, Sliced<X, C>, I, usize);

impl<A, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// The layout, with padding.
    #[inline(always)]
    pub fn layout(&self) -> L {
        self.layout
    }

    /// The number of coordinates, including those outside.
    #[inline(always)]
    pub fn size(&self) -> usize {
        self.layout.modes().size()
    }

    /// Returns whether there is an element at `coordinate`: the predicate.
    #[doc(alias = "elem_less")]
    #[inline(always)]
    pub fn contains<C>(&self, coordinate: C) -> bool
    where
        C: Coordinate<usize, L::Shape, L::Stride> + Coordinate<usize, X::Shape, X::Stride>,
    {
        self.offset_inside(coordinate).is_some()
    }

    /// The offset of `coordinate` if the element exists. By the law of [`Tensor::predicated_divide`] it is an offset of
    /// the divided tensor, and so below the length of the data.
    #[inline(always)]
    fn offset_inside<C>(&self, coordinate: C) -> Option<usize>
    where
        C: Coordinate<usize, L::Shape, L::Stride> + Coordinate<usize, X::Shape, X::Stride>,
    {
        let ((shape, stride), (extents, fields)) = (self.layout.parts(), self.coordinates.parts());
        let inside = Coordinate::<usize, L::Shape, L::Stride>::within(coordinate, shape)
            && self.inside.contains(coordinate.offset(extents, fields));
        inside.then(|| self.inside.base().wrapping_add(coordinate.offset(shape, stride)))
    }

    /// Returns whether there is an element at every coordinate.
    #[inline(always)]
    fn is_whole(&self) -> bool {
        // An empty tensor may begin past all fields of the coordinates.
        let modes = self.coordinates.modes();
        modes.is_empty() || self.inside.holds(modes.reach()) && self.inside.begun(0)
    }

    /// The layouts and the bounds, without elements.
    #[inline(always)]
    fn places(&self) -> Predicated<(), L, X, I> {
        let Predicated { layout, coordinates, inside, .. } = *self;
        Predicated { accessor: (), layout, coordinates, inside }
    }

    #[inline(always)]
    fn kept<C: Clone>(&self, coordinate: C) -> Result<Kept<L, X, C, I>, Error>
    where
        L: SliceBy<C>,
        X: SliceBy<C>,
    {
        self.layout.check(&coordinate)?;
        let (layout, offset) = self.layout.slice_by(coordinate.clone());
        let (coordinates, at) = self.coordinates.slice_by(coordinate);
        Ok((layout, coordinates, self.inside.from(at), self.inside.base().wrapping_add(offset)))
    }
}

impl<L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<(), L, X, I> {
    /// Calls `f` with the offset of every existing element, leftmost mode fastest. It is a separate function, so that
    /// the layouts of whole tiles need not be in memory.
    #[cold]
    #[inline(never)]
    fn each(self, mut f: impl FnMut(usize)) {
        let (layout, coordinates) = (self.layout.modes(), self.coordinates.modes());
        let (begun, holds) = (|at| self.inside.begun(at), |at| self.inside.holds(at));
        let mut f = |offset| f(self.inside.base().wrapping_add(offset));
        let loops = Loops::<2>::of(layout);
        if let Some(loops) = loops.and_then(|loops| loops.and(1, coordinates)) {
            return loops.for_each_row(begun, holds, |row| {
                row.for_each(row.begin..row.end, |[offset, _]| f(offset));
            });
        }
        Offsets::new(layout)
            .zip(Offsets::new(coordinates))
            .filter(|(_, at)| self.inside.contains(*at))
            .for_each(|(offset, _)| f(offset));
    }

    /// Calls `f` with each offset of `other`, which has as many coordinates, and with the offset of the element at the
    /// same coordinate, if it exists. The order is not specified.
    #[inline(always)]
    fn each_beside<M: Modes>(self, other: M, mut f: impl FnMut(usize, Option<usize>)) {
        let (layout, coordinates) = (self.layout.modes(), self.coordinates.modes());
        let (begun, holds) = (|at| self.inside.begun(at), |at| self.inside.holds(at));
        let at = |offset| self.inside.base().wrapping_add(offset);
        let loops = Loops::<3>::of(layout).and_then(|loops| loops.and(1, other));
        if let Some(loops) = loops.and_then(|loops| loops.and(2, coordinates)) {
            return loops.in_any_order().for_each_row(begun, holds, |row| {
                row.for_each(0..row.begin, |[_, other, _]| f(other, None));
                row.for_each(row.begin..row.end, |[offset, other, _]| f(other, Some(at(offset))));
                row.for_each(row.end..row.extent, |[_, other, _]| f(other, None));
            });
        }
        let all = Offsets::new(layout).zip(Offsets::new(coordinates)).zip(Offsets::new(other));
        all.for_each(|((offset, place), other)| {
            f(other, self.inside.contains(place).then(|| at(offset)));
        });
    }
}

impl<A: Accessor, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// The element at `coordinate`, or `None` outside.
    #[inline(always)]
    pub fn get<C>(&self, coordinate: C) -> Option<ElementOf<'_, A>>
    where
        C: Coordinate<usize, L::Shape, L::Stride> + Coordinate<usize, X::Shape, X::Stride>,
    {
        Some(self.reader().at(self.offset_inside(coordinate)?))
    }

    /// A reader of the elements at offsets that are inside.
    #[inline(always)]
    fn reader(&self) -> A::Reader<'_> {
        // SAFETY: these are offsets of the tensor that was divided.
        unsafe { self.accessor.reader() }
    }

    /// The part that [`Tensor::slice`] keeps, for example a tile or the elements of a thread.
    ///
    /// # Errors
    /// Those of [`Tensor::try_slice`] for the padded shape.
    #[inline(always)]
    pub fn try_slice<C: Clone>(
        &self,
        coordinate: C,
    ) -> Result<Predicated<A::Shared<'_>, Sliced<L, C>, Sliced<X, C>, I>, Error>
    where
        L: SliceBy<C>,
        X: SliceBy<C>,
    {
        let (layout, coordinates, inside, offset) = self.kept(coordinate)?;
        let (range, inside) = inside.part(layout, offset, self.accessor.length());
        let accessor = self.accessor.shared(range);
        Ok(Predicated { accessor, layout, coordinates, inside })
    }

    /// The part that [`Tensor::slice`] keeps, for example a tile or the elements of a thread.
    ///
    /// # Panics
    /// If [`Predicated::try_slice`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn slice<C: Clone>(
        &self,
        coordinate: C,
    ) -> Predicated<A::Shared<'_>, Sliced<L, C>, Sliced<X, C>, I>
    where
        L: SliceBy<C>,
        X: SliceBy<C>,
    {
        plain_in(self.layout, self.try_slice(coordinate))
    }

    /// The tensor without predicates, if all its elements exist. Kernels with separate loops for tiles inside and at
    /// the edges use it.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let ten = Tensor::counting(layout!(10:1));
    /// let tiles = ten.predicated_divide(layout!(4:1));
    /// let whole = |tile: usize| tiles.slice((.., tile)).whole().is_some();
    /// assert_eq!([0, 1, 2].map(whole), [true, true, false]);
    /// ```
    #[inline(always)]
    pub fn whole(&self) -> Option<Tensor<A::Shared<'_>, L>> {
        let accessor = || self.accessor.shared(0..self.accessor.length());
        // Sound: each coordinate is inside, so its offset is one of the tensor that was divided, and the first one is
        // not below 0. An empty slice has no elements.
        self.is_whole().then(|| Tensor::sound(accessor(), self.layout))
    }

    /// Calls `f` with every existing element, leftmost mode fastest.
    #[inline]
    pub fn for_each<'s>(&'s self, mut f: impl FnMut(ElementOf<'s, A>)) {
        let data = self.reader();
        if self.is_whole() {
            return fold_offsets(self.layout.modes(), (), &mut |(), offset| f(data.at(offset)));
        }
        self.places().each(|offset| f(data.at(offset)));
    }

    /// Writes the elements to a tensor whose top-level modes have the same extents. It writes `fill` where no
    /// element exists.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode with another extent. Different numbers of modes do not compile, and
    /// different static extents fail to build.
    #[inline]
    pub fn load<B, M: SameRank<L>>(&self, fill: A::Item, to: &mut Tensor<B, M>) -> Result<(), Error>
    where
        A::Item: Copy,
        B: AccessorMut<Item = A::Item>,
    {
        _ = SameExtents::<L, M>::KNOWN;
        if let Some(whole) = self.whole() {
            return copy(&whole, to);
        }
        same_extents(Operation::Copy, self.layout, to.layout())?;
        let read = self.reader();
        let layout = to.layout();
        let mut written = to.writer();
        self.places().each_beside(layout.modes(), |to, from| {
            *written.at(to) = from.map_or(fill, |from| read.value(from));
        });
        Ok(())
    }
}

impl<A: AccessorMut, L: AnyLayout, X: AnyLayout, I: Predicate> Predicated<A, L, X, I> {
    /// The element at `coordinate` for writing, or `None` outside.
    #[inline(always)]
    pub fn get_mut<C>(&mut self, coordinate: C) -> Option<&mut A::Item>
    where
        C: Coordinate<usize, L::Shape, L::Stride> + Coordinate<usize, X::Shape, X::Stride>,
    {
        let offset = self.offset_inside(coordinate)?;
        let element: *mut A::Item = self.writer().at(offset);
        // SAFETY: it is borrowed exclusively together with `self`, for the lifetime of the result.
        Some(unsafe { &mut *element })
    }

    /// A writer of the elements at offsets that are inside.
    #[inline(always)]
    fn writer(&mut self) -> A::Writer<'_> {
        // SAFETY: as in `reader`.
        unsafe { self.accessor.writer() }
    }

    /// The slice of [`Predicated::try_slice`], with elements that can be written.
    ///
    /// # Errors
    /// Those of [`Predicated::try_slice`].
    #[inline(always)]
    pub fn try_slice_mut<C: Clone>(
        &mut self,
        coordinate: C,
    ) -> Result<Predicated<A::Exclusive<'_>, Sliced<L, C>, Sliced<X, C>, I>, Error>
    where
        L: SliceBy<C>,
        X: SliceBy<C>,
    {
        let (layout, coordinates, inside, offset) = self.kept(coordinate)?;
        let (range, inside) = inside.part(layout, offset, self.accessor.length());
        let accessor = self.accessor.exclusive(range);
        Ok(Predicated { accessor, layout, coordinates, inside })
    }

    /// [`Predicated::slice`] for writing.
    ///
    /// # Panics
    /// If [`Predicated::try_slice`] returns an error.
    #[inline(always)]
    #[track_caller]
    pub fn slice_mut<C: Clone>(
        &mut self,
        coordinate: C,
    ) -> Predicated<A::Exclusive<'_>, Sliced<L, C>, Sliced<X, C>, I>
    where
        L: SliceBy<C>,
        X: SliceBy<C>,
    {
        let layout = self.layout;
        plain_in(layout, self.try_slice_mut(coordinate))
    }

    /// [`Predicated::whole`] for writing.
    #[inline(always)]
    pub fn whole_mut(&mut self) -> Option<Tensor<A::Exclusive<'_>, L>> {
        let (layout, length) = (self.layout, self.accessor.length());
        // Sound: as above, and no two coordinates are the same coordinate of the tensor.
        self.is_whole().then(|| Tensor::sound(self.accessor.exclusive(0..length), layout))
    }

    /// [`Predicated::for_each`] for writing.
    #[inline]
    pub fn for_each_mut(&mut self, mut f: impl FnMut(&mut A::Item)) {
        let parts = self.places();
        let mut data = self.writer();
        if parts.is_whole() {
            return fold_offsets(parts.layout.modes(), (), &mut |(), offset| f(data.at(offset)));
        }
        parts.each(|offset| f(data.at(offset)));
    }

    /// Writes the elements of a tensor whose top-level modes have the same extents to the existing elements.
    ///
    /// # Errors
    /// [`Rule::EqualExtents`] at the first mode with another extent. Different numbers of modes do not compile, and
    /// different static extents fail to build.
    #[inline]
    pub fn store<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>) -> Result<(), Error>
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item>,
    {
        self.store_with(from, |to, from| *to = from)
    }

    /// Calls `f` with every existing element and the element of `from` at the same coordinate. The order is not
    /// specified.
    ///
    /// # Errors
    /// Those of [`Predicated::store`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [1; 7];
    /// let mut seven = Tensor::new(&mut data[..], layout!(7:1))?;
    /// let mut tiles = seven.predicated_divide_mut(layout!(4:1));
    /// let ten = Tensor::new(&[10, 20, 30, 40][..], layout!(4:1))?;
    /// tiles.slice_mut((.., 1)).store_with(&ten, |to, from| *to += from)?;
    /// assert_eq!(data, [1, 1, 1, 1, 11, 21, 31]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn store_with<B, M: SameRank<L>>(
        &mut self,
        from: &Tensor<B, M>,
        mut f: impl FnMut(&mut A::Item, B::Item),
    ) -> Result<(), Error>
    where
        B: Accessor<Item: Copy>,
    {
        _ = SameExtents::<M, L>::KNOWN;
        if let Some(mut whole) = self.whole_mut() {
            return transform(from, &mut whole, f);
        }
        same_extents(Operation::Transform, from.layout(), self.layout)?;
        let parts = self.places();
        let (read, mut written) = (from.reader(), self.writer());
        parts.each_beside(from.layout().modes(), |from, to| {
            if let Some(to) = to {
                f(written.at(to), read.value(from));
            }
        });
        Ok(())
    }
}
