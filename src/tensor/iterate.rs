//! Iteration over the elements of a tensor.

use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::layout::for_each::fold_offsets;
use crate::layout::modes::Modes;
use crate::layout::natural::Natural;
use crate::layout::plain_tuple::Numbers;
use crate::layout::rank::HasRank;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::accessor::{Reader, Writer};

/// The offsets of a layout, leftmost mode fastest.
#[derive(Clone, Debug)]
pub(crate) struct Offsets<M: Modes> {
    modes: M,
    coordinate: M::Counter,
    offset: usize,
    left: usize,
    /// The end of the integral coordinates.
    end: usize,
}
impl<M: Modes> Offsets<M> {
    #[inline(always)]
    pub(crate) fn new(modes: M) -> Self {
        let size = modes.size();
        Offsets { modes, coordinate: M::START, offset: 0, left: size, end: size }
    }

    /// Returns whether no offset has been taken yet.
    #[inline(always)]
    fn is_whole(&self) -> bool {
        self.left == self.modes.size()
    }

    /// The integral coordinates that are left.
    #[inline(always)]
    pub(super) fn places(&self) -> Range<usize> {
        self.end - self.left..self.end
    }
}
impl<M: Modes> Iterator for Offsets<M> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        let offset = self.offset;
        self.offset = self.modes.advance(&mut self.coordinate, offset);
        Some(offset)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}
impl<M: Modes> DoubleEndedIterator for Offsets<M> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        self.end -= 1;
        Some(self.modes.offset(self.end))
    }
}
impl<M: Modes> ExactSizeIterator for Offsets<M> {}

/// Iterators that threads divide among themselves.
#[cfg(feature = "rayon")]
pub trait SplitAt: ExactSizeIterator + DoubleEndedIterator + Sized {
    /// The iterator over the first `at` items, and that over the others. There are at least `at` items.
    fn split_at(self, at: usize) -> (Self, Self);
}
#[cfg(feature = "rayon")]
impl<M: Modes> SplitAt for Offsets<M> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let Offsets { modes, coordinate, offset, left, end } = self;
        let rest = left.checked_sub(at).expect("as many items");
        let middle = end - rest;
        let first = Offsets { modes, coordinate, offset, left: at, end: middle };
        // An empty layout has no coordinate, and the one at the end need not have an offset.
        let (coordinate, offset) =
            if rest > 0 { (modes.counter(middle), modes.offset(middle)) } else { (M::START, 0) };
        (first, Offsets { modes, coordinate, offset, left: rest, end })
    }
}

/// The elements of a tensor, leftmost mode fastest: see [`Tensor::iter`](crate::Tensor::iter).
///
/// `fold`, and with it `for_each`, `sum`, `max` and similar methods, run the nested loops of
/// [`Tensor::fold`](crate::Tensor::fold). `next`, and so a `for` loop, counts a coordinate. From the end, by `rev()`,
/// each element costs a division for each mode.
#[derive(Clone)]
pub struct Iter<R, L: AnyLayout> {
    data: R,
    layout: L,
    offsets: Offsets<ModesOf<L>>,
}

impl<R, L: AnyLayout> Iter<R, L> {
    #[inline(always)]
    pub(crate) fn new(data: R, layout: L) -> Self {
        Iter { data, layout, offsets: Offsets::new(layout.modes()) }
    }

    /// The elements with their coordinates, which are `((i, j), x)` for a matrix. Coordinates have the form of
    /// [`Tensor::extents`](crate::Tensor::extents).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [3, 1, 4, 1, 5, 9];
    /// let matrix = Tensor::new(&data[..], layout!((2,3):row_major))?;
    /// let largest = matrix.iter().with_coordinates().max_by_key(|(_, x)| **x);
    /// assert_eq!(largest, Some(((1, 2), &9)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn with_coordinates(self) -> WithCoordinates<Self, L::Shape>
    where
        L::Shape: Natural<usize>,
    {
        let (shape, places) = (self.layout.parts().0, self.offsets.places());
        WithCoordinates::new(self, shape, places)
    }
}

impl<R: Reader, L: AnyLayout> Iterator for Iter<R, L> {
    type Item = R::Element;

    #[inline(always)]
    fn next(&mut self) -> Option<R::Element> {
        self.offsets.next().map(|offset| self.data.at(offset))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, R::Element) -> B>(self, init: B, mut f: F) -> B {
        let Iter { data, offsets, .. } = self;
        let mut f = |folded, offset| f(folded, data.at(offset));
        if offsets.is_whole() {
            fold_offsets(offsets.modes, init, &mut f)
        } else {
            offsets.fold(init, f)
        }
    }
}
impl<R: Reader, L: AnyLayout> DoubleEndedIterator for Iter<R, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<R::Element> {
        self.offsets.next_back().map(|offset| self.data.at(offset))
    }
}
impl<R: Reader, L: AnyLayout> ExactSizeIterator for Iter<R, L> {}
impl<R: Reader, L: AnyLayout> FusedIterator for Iter<R, L> {}

/// [`Iter`] for writing: see [`Tensor::iter_mut`](crate::Tensor::iter_mut).
pub struct IterMut<'s, W, L: AnyLayout> {
    data: W,
    layout: L,
    offsets: Offsets<ModesOf<L>>,
    borrow: PhantomData<&'s mut ()>,
}

impl<'s, W: Writer, L: AnyLayout> IterMut<'s, W, L> {
    /// # Safety
    /// `data` borrows the elements for `'s`, at the offsets of an injective layout.
    #[inline(always)]
    pub(crate) unsafe fn new(data: W, layout: L) -> Self {
        let offsets = Offsets::new(layout.modes());
        IterMut { data, layout, offsets, borrow: PhantomData }
    }

    /// [`Iter::with_coordinates`] for writing.
    #[inline(always)]
    pub fn with_coordinates(self) -> WithCoordinates<Self, L::Shape>
    where
        L::Shape: Natural<usize>,
    {
        let (shape, places) = (self.layout.parts().0, self.offsets.places());
        WithCoordinates::new(self, shape, places)
    }
}
/// The element of a writer, for the lifetime of the writer's borrow.
///
/// # Safety
/// Each element is taken once, from a writer that borrows for `'s`.
#[inline(always)]
unsafe fn lent<'s, W: Writer>(data: &mut W, offset: usize) -> &'s mut W::Item
where
    W::Item: 's,
{
    let element: *mut W::Item = data.at(offset);
    // SAFETY: the caller promises the same.
    unsafe { &mut *element }
}
impl<'s, W: Writer<Item: 's>, L: AnyLayout> Iterator for IterMut<'s, W, L> {
    type Item = &'s mut W::Item;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let offset = self.offsets.next()?;
        // SAFETY: each offset comes once, and has an element of its own, since the layout is injective.
        Some(unsafe { lent(&mut self.data, offset) })
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let IterMut { mut data, offsets, .. } = self;
        // SAFETY: as in `next`.
        let mut f = |folded, offset| f(folded, unsafe { lent(&mut data, offset) });
        if offsets.is_whole() {
            fold_offsets(offsets.modes, init, &mut f)
        } else {
            offsets.fold(init, f)
        }
    }
}
impl<'s, W: Writer<Item: 's>, L: AnyLayout> DoubleEndedIterator for IterMut<'s, W, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        let offset = self.offsets.next_back()?;
        // SAFETY: as in `next`.
        Some(unsafe { lent(&mut self.data, offset) })
    }
}
impl<'s, W: Writer<Item: 's>, L: AnyLayout> ExactSizeIterator for IterMut<'s, W, L> {}
impl<'s, W: Writer<Item: 's>, L: AnyLayout> FusedIterator for IterMut<'s, W, L> {}

/// The items of an iterator over the coordinates of a shape `S`, with these coordinates: `((i, j), x)`. The coordinates
/// are tuples of at most eight modes, nested as the shape.
#[derive(Clone)]
pub struct WithCoordinates<I, S: Natural<usize>> {
    items: I,
    shape: S,
    coordinate: S::Coordinate,
    /// The end of the integral coordinates.
    end: usize,
}
impl<I, S: Natural<usize>> WithCoordinates<I, S> {
    /// For an iterator over these integral coordinates.
    #[inline(always)]
    pub(super) fn new(items: I, shape: S, places: Range<usize>) -> Self {
        let coordinate = shape.natural(places.start).0;
        WithCoordinates { items, shape, coordinate, end: places.end }
    }
}
impl<I: Iterator, S: Natural<usize, Coordinate: Numbers>> Iterator for WithCoordinates<I, S> {
    type Item = (<S::Coordinate as Numbers>::Numbers, I::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        let at = self.coordinate.numbers();
        self.shape.advance(&mut self.coordinate);
        Some((at, item))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let WithCoordinates { items, shape, mut coordinate, .. } = self;
        items.fold(init, |folded, item| {
            let at = coordinate.numbers();
            shape.advance(&mut coordinate);
            f(folded, (at, item))
        })
    }
}
impl<I: DoubleEndedIterator, S: Natural<usize, Coordinate: Numbers>> DoubleEndedIterator
    for WithCoordinates<I, S>
{
    #[inline(always)]
    fn next_back(&mut self) -> Option<Self::Item> {
        let item = self.items.next_back()?;
        self.end -= 1;
        Some((self.shape.natural(self.end).0.numbers(), item))
    }
}
impl<I: ExactSizeIterator, S: Natural<usize, Coordinate: Numbers>> ExactSizeIterator
    for WithCoordinates<I, S>
{
}
impl<I: FusedIterator, S: Natural<usize, Coordinate: Numbers>> FusedIterator
    for WithCoordinates<I, S>
{
}
#[cfg(feature = "rayon")]
impl<I: SplitAt, S: Natural<usize, Coordinate: Numbers>> SplitAt for WithCoordinates<I, S> {
    #[inline]
    fn split_at(self, at: usize) -> (Self, Self) {
        let WithCoordinates { items, shape, coordinate, end } = self;
        let (first, second) = items.split_at(at);
        let middle = end - second.len();
        (
            WithCoordinates { items: first, shape, coordinate, end: middle },
            WithCoordinates::new(second, shape, middle..end),
        )
    }
}

/// The items of an iterator over the coordinates of a layout of `N` modes, with the integral coordinate of each mode:
/// `([i, j], x)`.
#[derive(Clone, Debug)]
pub struct WithPositions<I, const N: usize> {
    items: I,
    sizes: [usize; N],
    position: [usize; N],
}
impl<I, const N: usize> WithPositions<I, N> {
    /// For an iterator over `layout` that continues at the integral coordinate `at`.
    #[inline(always)]
    pub(super) fn new<L: HasRank<N>>(items: I, layout: L, at: usize) -> Self {
        let (sizes, mut rest) = (AnyLayout::sizes(layout), at);
        let position = sizes.map(|size| {
            let at = rest.checked_rem(size).unwrap_or(0);
            rest = rest.checked_div(size).unwrap_or(0);
            at
        });
        WithPositions { items, sizes, position }
    }
}
impl<I: Iterator, const N: usize> Iterator for WithPositions<I, N> {
    type Item = ([usize; N], I::Item);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        let at = self.position;
        for (position, size) in self.position.iter_mut().zip(self.sizes) {
            *position += 1;
            if *position < size {
                break;
            }
            *position = 0;
        }
        Some((at, item))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}
impl<I: ExactSizeIterator, const N: usize> ExactSizeIterator for WithPositions<I, N> {}
impl<I: FusedIterator, const N: usize> FusedIterator for WithPositions<I, N> {}
