//! Equality of tensors.

use super::Tensor;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::tensor::accessor::{Accessor, Reader};
use crate::tensor::iterate::Offsets;

/// Tensors are equal if their shapes have the same leaves, however nested, and the elements at every coordinate are
/// equal. Strides and gaps between the elements do not matter.
///
/// ```
/// use tilework::{Tensor, layout};
/// let rows = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap();
/// let columns = Tensor::new(vec![1, 4, 2, 5, 3, 6], layout!((2,3))).unwrap();
/// assert_eq!(rows, columns);
/// assert_ne!(rows, columns.transposed());
/// ```
impl<A, L, B, M> PartialEq<Tensor<B, M>> for Tensor<A, L>
where
    A: Accessor<Item: Copy + PartialEq<B::Item>>,
    B: Accessor<Item: Copy>,
    L: AnyLayout,
    M: AnyLayout,
{
    fn eq(&self, other: &Tensor<B, M>) -> bool {
        let (modes, others) = (self.layout.modes(), other.layout.modes());
        if !have_equal_extents(modes, others) {
            return false;
        }
        let (x, y) = (self.reader(), other.reader());
        let mut offsets = Offsets::new(modes).zip(Offsets::new(others));
        offsets.all(|(at, other)| x.value(at) == y.value(other))
    }
}
impl<A: Accessor<Item: Copy + Eq>, L: AnyLayout> Eq for Tensor<A, L> {}

fn have_equal_extents<L: Modes, M: Modes>(modes: L, others: M) -> bool {
    let mut equal = L::COUNT == M::COUNT;
    modes.for_each_mode(0, &mut |at, mode| {
        others.for_each_mode(0, &mut |k, other| equal &= k != at || mode.shape == other.shape);
    });
    equal
}
