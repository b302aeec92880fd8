//! Visiting the elements of tensors, of several in lockstep.

use tilework_algebra::{Error, Operation};

use super::Tensor;
use crate::algorithm::{copy, fill};
use crate::layout::for_each::{ForEach, InLockstep, Zip, Zip2, fold_offsets};
use crate::layout::modes::Modes;
use crate::layout::same_extents::{SameExtents, same_extents_of_same_leaves};
use crate::layout::{AnyLayout, ModesOf};
use crate::plain::{plain, plain_of_two};
use crate::tensor::accessor::{Accessor, AccessorMut, ElementOf, Reader, Writer};
use crate::tensor::iterate::{Iter, IterMut};

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// Calls `f` with every element, leftmost mode fastest, as nested loops over the modes.
    #[inline(always)]
    pub fn for_each<'s, F: FnMut(ElementOf<'s, A>)>(&'s self, mut f: F) {
        let data = self.reader();
        fold_offsets(self.layout.modes(), (), &mut |(), offset| f(data.at(offset)));
    }

    /// `f` of what it was before and an element, for every element, leftmost mode fastest, as
    /// nested loops over the modes.
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

    /// The elements, leftmost mode fastest.
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
    /// [`Tensor::for_each`] for writing.
    #[inline(always)]
    pub fn for_each_mut<F: FnMut(&mut A::Item)>(&mut self, mut f: F) {
        let modes = self.layout.modes();
        let mut data = self.writer();
        fold_offsets(modes, (), &mut |(), offset| f(data.at(offset)));
    }

    /// Writes `value` to every element, in the order of memory: [`fill`](crate::algorithm::fill()).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// Tensor::new(&mut data[..], layout!((2,3))).unwrap().slice_mut((1, ..)).fill(7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
    /// ```
    #[inline(always)]
    pub fn fill(&mut self, value: A::Item)
    where
        A::Item: Copy,
    {
        fill(self, value);
    }

    /// Writes the elements of a tensor of the same extents, mode by mode at the top, in the order that suits memory:
    /// [`copy`](crate::algorithm::copy()).
    ///
    /// # Errors
    /// As there.
    #[inline(always)]
    pub fn try_copy_from<B, M>(&mut self, from: &Tensor<B, M>) -> Result<(), Error>
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item>,
        M: AnyLayout,
    {
        _ = SameExtents::<M, L>::KNOWN;
        copy(from, self)
    }

    /// Writes the elements of a tensor of the same extents, mode by mode at the top, in the order that suits memory:
    /// [`copy`](crate::algorithm::copy()).
    ///
    /// # Panics
    /// Where [`Tensor::try_copy_from`] is an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let from = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new([0; 6], layout!((2,3))).unwrap();
    /// to.copy_from(&from);
    /// assert_eq!(to.data(), [1, 4, 2, 5, 3, 6]);
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn copy_from<B, M>(&mut self, from: &Tensor<B, M>)
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item>,
        M: AnyLayout,
    {
        _ = SameExtents::<M, L>::KNOWN;
        let (left, right) = (from.layout, self.layout);
        plain_of_two(left, right, self.try_copy_from(from));
    }

    /// The elements for writing, leftmost mode fastest.
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
        // SAFETY: the writer borrows for as long as `self` is, and the layout of a tensor that is written is injective.
        unsafe { IterMut::new(self.writer(), layout) }
    }

    /// Calls `f` with the elements of both tensors at every coordinate, as nested loops over the modes. Their
    /// order is not specified: it is that of the tensor that is written, where its type says that a matrix
    /// is by rows.
    ///
    /// The tensors have the same extents, mode by mode, and in each mode the same leaves, nested in any way.
    /// Static extents that differ do not compile.
    ///
    /// # Panics
    /// If extents of run time differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let rows: Vec<u8> = (0..6).collect();
    /// let mut columns = [0; 6];
    /// let from = Tensor::new(&rows[..], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new(&mut columns[..], layout!((2,3))).unwrap();
    /// to.zip_mut_with(&from, |to, from| *to = *from);
    /// assert_eq!(columns, [0, 3, 1, 4, 2, 5]);
    /// ```
    ///
    /// ```compile_fail
    /// # use tilework::{Tensor, layout};
    /// let from = Tensor::new(&[0; 6][..], layout!((2,3)))?;
    /// let mut to = [0; 6];
    /// Tensor::new(&mut to[..], layout!((3,2)))?.zip_mut_with(&from, |to, from| *to = *from);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    #[track_caller]
    pub fn zip_mut_with<'s, A1: Accessor, L1: AnyLayout, K: InLockstep, F>(
        &mut self,
        other: &'s Tensor<A1, L1>,
        mut f: F,
    ) where
        F: FnMut(&mut A::Item, ElementOf<'s, A1>),
        L: Zip<L1, Lockstep = K>,
    {
        _ = SameExtents::<L, L1>::KNOWN;
        let modes = plain(self.layout.zip_with(other.layout));
        plain(same_extents_of_same_leaves(Operation::Zip, self.layout, other.layout));
        let (mut data, others) = (self.writer(), other.reader());
        let f = &mut |(), (to, from)| f(data.at(to), others.at(from));
        if const { ModesOf::<L>::BY_ROWS } {
            modes.fold_by_rows_from((0, 0), (), f);
        } else {
            modes.fold_from((0, 0), (), f);
        }
    }

    /// [`Tensor::zip_mut_with`] for two other tensors.
    ///
    /// # Panics
    /// As there.
    #[inline(always)]
    #[track_caller]
    pub fn zip2_mut_with<'s, A1: Accessor, L1: AnyLayout, A2: Accessor, L2, K: InLockstep, F>(
        &mut self,
        first: &'s Tensor<A1, L1>,
        second: &'s Tensor<A2, L2>,
        mut f: F,
    ) where
        F: FnMut(&mut A::Item, ElementOf<'s, A1>, ElementOf<'s, A2>),
        L2: AnyLayout,
        L: Zip2<L1, L2, Lockstep = K>,
    {
        _ = SameExtents::<L, L1>::KNOWN;
        _ = SameExtents::<L, L2>::KNOWN;
        let modes = plain(self.layout.zip2_with(first.layout, second.layout));
        plain(same_extents_of_same_leaves(Operation::Zip, self.layout, first.layout));
        plain(same_extents_of_same_leaves(Operation::Zip, self.layout, second.layout));
        let mut data = self.writer();
        let (first, second) = (first.reader(), second.reader());
        let f = &mut |(), ((to, a), b)| f(data.at(to), first.at(a), second.at(b));
        if const { ModesOf::<L>::BY_ROWS } {
            modes.fold_by_rows_from(((0, 0), 0), (), f);
        } else {
            modes.fold_from(((0, 0), 0), (), f);
        }
    }
}

/// The elements, leftmost mode fastest: [`Tensor::iter`].
impl<'s, A: Accessor, L: AnyLayout> IntoIterator for &'s Tensor<A, L> {
    type Item = ElementOf<'s, A>;
    type IntoIter = Iter<A::Reader<'s>, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
/// The elements for writing, leftmost mode fastest: [`Tensor::iter_mut`].
impl<'s, A: AccessorMut<Item: 's>, L: AnyLayout> IntoIterator for &'s mut Tensor<A, L> {
    type Item = &'s mut A::Item;
    type IntoIter = IterMut<'s, A::Writer<'s>, L>;
    #[inline(always)]
    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}
