//! Element access by `tensor[coordinate]`, which panics outside of the layout.

use core::fmt;
use core::ops::{Index, IndexMut};

use crate::layout::AnyLayout;
use crate::layout::coordinate::Coordinate;
use crate::tensor::accessor::{Accessor, MemoryMut, Placed};
use crate::tensor::{Tensor, outside};

/// Indices into tensors of the accessor `A`: every type, if the elements of `A` are in memory. The trait is on the
/// index, whose type rustc infers last. The error then says that places in memory are missing, and not only that there
/// is no index.
#[diagnostic::on_unimplemented(
    message = "index: the elements of `{A}` have no places in memory, or in generic code it is without the bound `Memory<Item = T>`, for writing `MemoryMut<Item = T>`; an element that is computed or packed is `t.at((i, j))`, and `t.set((i, j), x)` writes one",
    label = "is no place in memory"
)]
pub trait IndexInto<A: Accessor> {
    /// The element at an offset.
    ///
    /// # Safety
    /// It is an offset of the layout of the tensor with this accessor.
    unsafe fn element(accessor: &A, offset: usize) -> &A::Item;
}
#[diagnostic::do_not_recommend]
impl<A: Placed, C> IndexInto<A> for C {
    #[inline(always)]
    unsafe fn element(accessor: &A, offset: usize) -> &A::Item {
        // SAFETY: the caller promises that it is an offset of the layout. The borrow is that of the accessor.
        unsafe { &*accessor.place(offset) }
    }
}

impl<A: Accessor, L: AnyLayout, C> Index<C> for Tensor<A, L>
where
    C: Coordinate<usize, L::Shape, L::Stride> + IndexInto<A> + fmt::Debug,
{
    type Output = A::Item;
    #[inline(always)]
    #[track_caller]
    fn index(&self, coordinate: C) -> &A::Item {
        match self.offset_within(coordinate) {
            // SAFETY: an offset of the layout.
            Some(offset) => unsafe { C::element(&self.accessor, offset) },
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
