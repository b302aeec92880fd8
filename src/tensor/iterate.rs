//! Iteration: the elements of a tensor one after another.

use core::iter::FusedIterator;

use crate::layout::for_each::fold_offsets;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::accessor::Reader;

/// The offsets of a layout, leftmost mode fastest.
#[derive(Clone, Debug)]
pub(crate) struct Offsets<M: Modes> {
    modes: M,
    coordinate: M::Counter,
    offset: usize,
    left: usize,
}
impl<M: Modes> Offsets<M> {
    #[inline(always)]
    pub(crate) fn new(modes: M) -> Self {
        Offsets { modes, coordinate: M::START, offset: 0, left: modes.size() }
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

/// The elements of a tensor, leftmost mode fastest: see [`Tensor::iter`](crate::Tensor::iter).
///
/// `fold`, and with it `for_each`, `sum`, `max` and their like, are the nested loops of
/// [`Tensor::fold`](crate::Tensor::fold); `next`, and a `for` loop, count a coordinate.
#[derive(Clone)]
pub struct Iter<R, L: AnyLayout> {
    data: R,
    offsets: Offsets<ModesOf<L>>,
}

impl<R, L: AnyLayout> Iter<R, L> {
    #[inline(always)]
    pub(crate) fn new(data: R, layout: L) -> Self {
        Iter { data, offsets: Offsets::new(layout.modes()) }
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
        let Iter { data, offsets } = self;
        let mut f = |folded, offset| f(folded, data.at(offset));
        if offsets.left == offsets.modes.size() {
            fold_offsets(offsets.modes, init, &mut f)
        } else {
            offsets.fold(init, f)
        }
    }
}
impl<R: Reader, L: AnyLayout> ExactSizeIterator for Iter<R, L> {}
impl<R: Reader, L: AnyLayout> FusedIterator for Iter<R, L> {}
