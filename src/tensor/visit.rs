//! Loops over the elements of tensors.

use super::Tensor;
use crate::layout::AnyLayout;
use crate::layout::for_each::fold_offsets;
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};
use crate::tensor::iterate::{Iter, IterMut};

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// Calls `f` with every element, leftmost mode fastest, in nested loops over the modes.
    ///
    /// This order is slow if the leftmost mode is not contiguous: in a row-major matrix consecutive elements are in
    /// different cache lines. [`reduce`](crate::algorithm::reduce()), [`Tensor::sum`] and [`Tensor::copy_from`] promise
    /// no order, and use memory order. For a row-major matrix, this method of [`Tensor::transposed`] is in memory order
    /// too.
    #[inline(always)]
    pub fn for_each<'s, F: FnMut(ElementOf<'s, A>)>(&'s self, mut f: F) {
        let data = self.reader();
        fold_offsets(self.layout.modes(), (), &mut |(), offset| f(data.at(offset)));
    }

    /// Folds every element with `f`, leftmost mode fastest, in nested loops over the modes.
    /// [`reduce`](crate::algorithm::reduce()) promises no order and is faster: see [`Tensor::for_each`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let corner = Tensor::new(&data[..], layout!((2,2):(1,3))).unwrap();
    /// assert_eq!(corner.fold(0, |sum, x| sum + x), 1 + 2 + 4 + 5);
    /// ```
    #[inline(always)]
    pub fn fold<'s, B, F: FnMut(B, ElementOf<'s, A>) -> B>(&'s self, init: B, mut f: F) -> B {
        let data = self.reader();
        fold_offsets(self.layout.modes(), init, &mut |folded, offset| f(folded, data.at(offset)))
    }

    /// The elements, leftmost mode fastest. For memory order, iterate over [`Tensor::to_owned`], or over
    /// `t.transposed()` for a row-major matrix: see [`Tensor::for_each`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let data = [1, 2, 3, 4, 5, 6];
    /// let rows = Tensor::new(&data[..], layout!((3,2):row_major)).unwrap();
    /// assert!(rows.iter().eq(&[1, 3, 5, 2, 4, 6]));
    /// ```
    #[inline(always)]
    pub fn iter(&self) -> Iter<A::Reader<'_>, L> {
        Iter::new(self.reader(), self.layout)
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::for_each`] for writing, leftmost mode fastest. [`Tensor::map_inplace`] promises no order, and is
    /// several times as fast on a row-major matrix.
    #[inline(always)]
    pub fn for_each_mut<F: FnMut(&mut A::Item)>(&mut self, mut f: F) {
        let modes = self.layout.modes();
        let mut data = self.writer();
        fold_offsets(modes, (), &mut |(), offset| f(data.at(offset)));
    }

    /// The elements for writing, leftmost mode fastest. [`Tensor::map_inplace`] is the loop without an order.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// let mut matrix = Tensor::new(&mut data[..], layout!((2,3):row_major)).unwrap();
    /// for ((i, j), x) in matrix.iter_mut().with_coordinates() {
    ///     *x = 10 * i + j;
    /// }
    /// assert_eq!(data, [0, 1, 2, 10, 11, 12]);
    /// ```
    #[inline(always)]
    pub fn iter_mut(&mut self) -> IterMut<'_, A::Writer<'_>, L> {
        let layout = self.layout;
        // SAFETY: the writer borrows for the lifetime of the borrow of `self`, and a tensor for writing has an
        // injective layout.
        unsafe { IterMut::new(self.writer(), layout) }
    }
}

/// The elements, leftmost mode fastest: [`Tensor::iter`]. The rows are `t.slices::<0>()`, [`Tensor::slices`].
impl<'s, A: Accessor, L: AnyLayout> IntoIterator for &'s Tensor<A, L> {
    type Item = ElementOf<'s, A>;
    type IntoIter = Iter<A::Reader<'s>, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
/// The elements for writing, leftmost mode fastest: [`Tensor::iter_mut`]. The rows are [`Tensor::slices_mut`].
impl<'s, A: AccessorMut<Item: 's>, L: AnyLayout> IntoIterator for &'s mut Tensor<A, L> {
    type Item = &'s mut A::Item;
    type IntoIter = IterMut<'s, A::Writer<'s>, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
