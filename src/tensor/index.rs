//! Elements by `tensor[coordinate]`, with a panic outside of the layout.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::tensor::accessor::{Memory, MemoryMut};
use crate::tensor::{Tensor, outside};

impl<A: Memory, L: AnyLayout, C> Index<C> for Tensor<A, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
{
    type Output = A::Item;
    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &A::Item {
        match self.offset_within(coordinate) {
            // SAFETY: an offset of the layout, as in `reader`; the borrow is that of `self`.
            Some(offset) => unsafe { &*self.accessor.as_ptr().add(offset) },
            None => outside(coordinate, self.layout),
        }
    }
}
impl<A: MemoryMut, L: AnyLayout, C> IndexMut<C> for Tensor<A, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + fmt::Debug,
{
    #[inline(always)]
    #[track_caller]
    fn index_mut(&mut self, coordinate: C) -> &mut A::Item {
        let layout = self.layout;
        match self.get_mut(coordinate) {
            Some(element) => element,
            None => outside(coordinate, layout),
        }
    }
}
