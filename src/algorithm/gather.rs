//! The elements of a tensor in memory of their own, one after another.

use alloc::vec;
use alloc::vec::Vec;
use core::mem::MaybeUninit;

use super::computed::computed;
use super::plan::{Leaves, MOST};
use super::transform::dynamic;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader};

/// The elements in the order of a compact layout of their shape: the leftmost leaf fastest, or the rightmost one. They are read
/// and written in the order that suits memory.
#[inline]
pub(crate) fn gather<A: Accessor<Item: Copy>, L: AnyLayout>(
    tensor: &Tensor<A, L>,
    by_rows: bool,
) -> Vec<A::Item> {
    let (modes, size, reader) = (tensor.layout().modes(), tensor.size(), tensor.reader());
    // The loops below take extents of 0 for 1.
    if modes.is_empty() {
        return Vec::new();
    }
    let from = Leaves::<MOST>::of(modes);
    let to = from.compact(by_rows);
    if from.is(&to) {
        return (0..size).map(|offset| reader.value(offset)).collect();
    }
    let leaves = (from, to);
    let Some(read) = reader.memory() else {
        let mut elements = vec![reader.value(0); size];
        // SAFETY: it is asked for the offsets of a compact layout of as many elements.
        let written = unsafe { elements.writer() };
        computed(&leaves, size, reader, written, &mut |to, from| *to = from);
        return elements;
    };
    // Not written twice: that takes 1.7 times as long, for a slice of 500 x 700 of a matrix.
    let mut elements: Vec<A::Item> = Vec::with_capacity(size);
    let room = elements.spare_capacity_mut().as_mut_ptr();
    let set = &mut |to: &mut MaybeUninit<A::Item>, from| *to = MaybeUninit::new(from);
    // SAFETY: elements at the offsets of the layout of the tensor, and room at those of a compact layout of its size, all of
    // which is written.
    unsafe {
        dynamic(&leaves, size, read, room, set);
        elements.set_len(size);
    }
    elements
}

/// Whether the elements of two tensors lie in the order of a compact layout of their shape, the rightmost leaf fastest or the
/// leftmost one, so that the integral coordinate in that order is the offset in both. They have the same extents.
#[inline]
pub(crate) fn lie_together<L: AnyLayout, M: AnyLayout>(left: L, right: M, by_rows: bool) -> bool {
    let (left, right) = (Leaves::<MOST>::of(left.modes()), Leaves::of(right.modes()));
    left.is(&right) && left.is(&left.compact(by_rows))
}
