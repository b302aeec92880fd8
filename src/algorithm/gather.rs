//! The elements of a tensor, copied to memory of their own.

use alloc::vec;
use alloc::vec::Vec;

use super::assign::{assign, initialize};
use super::computed::computed;
use super::plan::{Leaves, MOST};
use super::transform::dynamic;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::plain::plain;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader};
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

impl<A: Accessor<Item: Copy>, L: AnyLayout> Tensor<A, L> {
    /// The elements in a vector in column-major order, leftmost mode fastest, which is the order of [`Tensor::iter`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// assert_eq!(matrix.to_vec(), [1, 4, 2, 5, 3, 6]);
    /// assert_eq!(matrix.to_vec_row_major(), [1, 2, 3, 4, 5, 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn to_vec(&self) -> Vec<A::Item> {
        gather(self, false)
    }

    /// The elements in a vector in row-major order, rightmost mode fastest.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let cube = Tensor::new([0, 1, 2, 3, 4, 5, 6, 7], layout!((2,2,2)))?;
    /// assert_eq!(cube.to_vec_row_major(), [0, 4, 2, 6, 1, 5, 3, 7]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn to_vec_row_major(&self) -> Vec<A::Item> {
        gather(self, true)
    }

    /// A copy of the tensor that owns its elements, without gaps: row-major if the type says that the last mode is
    /// contiguous, otherwise column-major. Its type is [`Owned<T, OwnedLayout<L>>`](crate::result::OwnedLayout).
    ///
    /// # Panics
    /// If there are more elements than memory can hold, which strides of 0 make possible.
    ///
    /// ```
    /// use tilework::{Owned, Tensor, layout};
    /// let data: Vec<f32> = (0..24).map(|i| i as f32).collect();
    /// let (m, n) = (4, 6);
    /// let t = Tensor::new(&data[..], layout!((m,n):row_major))?;
    /// let mut corner = t.slice((0..2, 0..3)).to_owned();
    /// corner[(1, 1)] = 0.0;
    /// assert_eq!((corner[(1, 2)], corner.layout().to_string()), (8.0, "(2,3):(3,1)".to_string()));
    /// assert_eq!(t.transposed().to_owned().layout().to_string(), "(6,4):(1,6)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn to_owned(&self) -> Owned<A::Item, OwnedLayout<L>>
    where
        L: HasOwned,
    {
        let layout = plain(self.layout().try_owned());
        // Sound: the layout is compact, and there is an element for each of its coordinates.
        Tensor::sound(gather(self, L::OWNED_BY_ROWS), layout)
    }
}

/// The elements in the order of a compact layout of their shape, with the leftmost leaf fastest, or the rightmost one.
/// They are read and written in the order that suits memory.
#[inline]
fn gather<A: Accessor<Item: Copy>, L: AnyLayout>(
    tensor: &Tensor<A, L>,
    by_rows: bool,
) -> Vec<A::Item> {
    let (modes, size, reader) = (tensor.layout().modes(), tensor.size(), tensor.reader());
    // The loops below treat extents of 0 as 1.
    if modes.is_empty() {
        return Vec::new();
    }
    let from = Leaves::<MOST>::of(modes);
    let to = from.compact(by_rows);
    // Rows that are computed together are read as rows.
    if from.is(&to) && !A::Reader::IN_ROWS {
        return (0..size).map(|offset| reader.value(offset)).collect();
    }
    let leaves = (from, to);
    let Some(read) = reader.memory() else {
        let mut elements = vec![reader.value(0); size];
        // SAFETY: it is used at the offsets of a compact layout with as many elements.
        let written = unsafe { elements.writer() };
        computed(&leaves, size, reader, written, &mut assign);
        return elements;
    };
    // Elements are not initialized first: that takes 1.7 times as long, for a slice of 500 x 700 of a matrix.
    let mut elements: Vec<A::Item> = Vec::with_capacity(size);
    let room = elements.spare_capacity_mut().as_mut_ptr();
    // SAFETY: there are elements at the offsets of the tensor's layout, and room at those of a compact layout of its
    // size. All of that is written.
    unsafe {
        dynamic(&leaves, size, read, room, &mut initialize);
        elements.set_len(size);
    }
    elements
}

/// Returns whether the elements of two tensors lie in the order of a compact layout of their shape, with the rightmost
/// leaf fastest or the leftmost one. Then the integral coordinate in that order is the offset in both. They have the
/// same extents.
#[inline]
pub(super) fn lie_together<L: AnyLayout, M: AnyLayout>(left: L, right: M, by_rows: bool) -> bool {
    let (left, right) = (Leaves::<MOST>::of(left.modes()), Leaves::of(right.modes()));
    left.is(&right) && left.is(&left.compact(by_rows))
}
