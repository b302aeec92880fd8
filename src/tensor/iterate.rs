//! Iteration: the elements of a tensor one after another.

use core::fmt;
use core::iter::FusedIterator;

use frunk_core::hlist::{HCons, HNil};

use crate::layout::for_each::{ForEach, fold_offsets};
use crate::layout::modes::{Mode, Modes};
use crate::layout::{AnyLayout, ModesOf};
use crate::leaf::int::Leaf;
use crate::tensor::accessor::Reader;

/// Flat modes whose coordinates can be counted through, leftmost mode fastest.
pub trait Odometer: Modes {
    /// The coordinate that is reached.
    type Coordinate: Copy + fmt::Debug;
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

/// The offsets of a layout, leftmost mode fastest.
#[derive(Clone, Debug)]
pub(crate) struct Offsets<M: Odometer> {
    modes: M,
    coordinate: M::Coordinate,
    offset: usize,
    left: usize,
}
impl<M: Odometer> Offsets<M> {
    #[inline(always)]
    pub(crate) fn new(modes: M) -> Self {
        Offsets { modes, coordinate: M::START, offset: 0, left: modes.size() }
    }
}
impl<M: Odometer> Iterator for Offsets<M> {
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

/// The elements of a tensor, leftmost mode fastest: see [`Tensor::iter`](crate::Tensor::iter).
///
/// `fold`, and with it `for_each`, `sum`, `max` and their like, are the nested loops of
/// [`Tensor::fold`](crate::Tensor::fold); `next`, and a `for` loop, count a coordinate.
#[derive(Clone)]
pub struct Iter<R, L: AnyLayout<Modes: Odometer>> {
    data: R,
    offsets: Offsets<ModesOf<L>>,
}

impl<R, L: AnyLayout<Modes: Odometer>> Iter<R, L> {
    #[inline(always)]
    pub(crate) fn new(data: R, layout: L) -> Self {
        Iter { data, offsets: Offsets::new(layout.modes()) }
    }
}

impl<R: Reader, L: AnyLayout<Modes: Odometer + ForEach<usize>>> Iterator for Iter<R, L> {
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
        let Iter { data, offsets } = self;
        let mut f = |folded, offset| f(folded, data.at(offset));
        if offsets.left == offsets.modes.size() {
            fold_offsets(offsets.modes, init, &mut f)
        } else {
            offsets.fold(init, f)
        }
    }
}
impl<R: Reader, L: AnyLayout<Modes: Odometer + ForEach<usize>>> ExactSizeIterator for Iter<R, L> {}
impl<R: Reader, L: AnyLayout<Modes: Odometer + ForEach<usize>>> FusedIterator for Iter<R, L> {}
