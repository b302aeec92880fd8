//! Iteration: the elements of a tensor one after another.

use core::iter::FusedIterator;

use frunk_core::hlist::{HCons, HNil};

use crate::accessor::Unchecked;
use crate::for_each::ForEach;
use crate::int::Leaf;
use crate::layout::{AnyLayout, ModesOf};
use crate::modes::{Mode, Modes};

/// Flat modes whose coordinates can be counted through, leftmost mode fastest.
pub trait Odometer: Modes {
    /// The coordinate that is reached.
    type Coordinate: Copy;
    /// The first coordinate.
    const START: Self::Coordinate;
    /// Moves on to the next coordinate, after the last to the first, and from the offset of the
    /// one to that of the other.
    fn advance(self, coordinate: &mut Self::Coordinate, offset: usize) -> usize;
}
impl Odometer for HNil {
    type Coordinate = ();
    const START: () = ();
    #[inline(always)]
    fn advance(self, (): &mut (), offset: usize) -> usize {
        offset
    }
}
impl<S: Leaf, D: Leaf, T: Odometer> Odometer for HCons<Mode<S, D>, T> {
    type Coordinate = (usize, T::Coordinate);
    const START: Self::Coordinate = (0, T::START);
    #[inline(always)]
    fn advance(self, coordinate: &mut Self::Coordinate, offset: usize) -> usize {
        let (extent, stride) = (self.head.shape.get(), self.head.stride.get());
        coordinate.0 += 1;
        if coordinate.0 < extent {
            return offset + stride;
        }
        coordinate.0 = 0;
        self.tail.advance(&mut coordinate.1, offset - (extent - 1) * stride)
    }
}

/// The elements of a tensor, leftmost mode fastest: see [`Tensor::iter`](crate::Tensor::iter).
///
/// `fold`, and with it `for_each`, `sum`, `max` and their like, are the nested loops of
/// [`Tensor::fold`](crate::Tensor::fold); `next`, and a `for` loop, count a coordinate.
#[derive(Clone)]
pub struct Iter<'a, T, L: AnyLayout<Modes: Odometer>> {
    data: &'a [T],
    modes: ModesOf<L>,
    coordinate: <ModesOf<L> as Odometer>::Coordinate,
    offset: usize,
    left: usize,
}

impl<'a, T, L: AnyLayout<Modes: Odometer>> Iter<'a, T, L> {
    /// # Safety
    /// `data` has at least as many elements as `layout` has cosize.
    #[inline(always)]
    pub(crate) unsafe fn new(data: &'a [T], layout: L) -> Self {
        let modes = layout.modes();
        Iter {
            data,
            modes,
            coordinate: <ModesOf<L> as Odometer>::START,
            offset: 0,
            left: modes.size(),
        }
    }
}

impl<'a, T, L: AnyLayout<Modes: Odometer + ForEach<usize>>> Iterator for Iter<'a, T, L> {
    type Item = &'a T;

    #[inline(always)]
    fn next(&mut self) -> Option<&'a T> {
        self.left = self.left.checked_sub(1)?;
        let element = &self.data[self.offset];
        self.offset = self.modes.advance(&mut self.coordinate, self.offset);
        Some(element)
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, &'a T) -> B>(self, init: B, mut f: F) -> B {
        if self.left == self.modes.size() {
            // SAFETY: every offset of the layout is at most cosize - 1, and `new` was promised
            // that there are cosize elements.
            let data = unsafe { Unchecked::new(self.data) };
            return self.modes.fold_from(0, init, &mut |folded, offset| f(folded, data.at(offset)));
        }
        let mut folded = init;
        for element in self {
            folded = f(folded, element);
        }
        folded
    }
}
impl<T, L: AnyLayout<Modes: Odometer + ForEach<usize>>> ExactSizeIterator for Iter<'_, T, L> {}
impl<T, L: AnyLayout<Modes: Odometer + ForEach<usize>>> FusedIterator for Iter<'_, T, L> {}
