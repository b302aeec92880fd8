//! Reduce: all elements to one.

use super::plan::{Leaves, Plan};
use super::strided::read_rows;
use crate::accessor::Accessor;
use crate::layout::AnyLayout;
use crate::tensor::Tensor;

/// `f(.. f(f(init, x_0), x_1) .., x_n)` of all elements, taken in any order and association: `f` is
/// associative and commutative, and `init` its neutral element, or as good as that.
///
/// Elements are folded into several partial results at the same time, which take `init` as often;
/// [`Tensor::fold`] goes one by one, leftmost mode fastest.
///
/// ```
/// use tilework::{Tensor, layout, reduce};
/// let matrix = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3):row_major))?;
/// assert_eq!(reduce(&matrix, 0, |sum, x| sum + x), 21);
/// assert_eq!(reduce(&matrix.slice((.., 1)), i32::MIN, Ord::max), 5);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn reduce<T: Copy, A: Accessor<Item = T>, L: AnyLayout>(
    tensor: &Tensor<A, L>,
    init: T,
    mut f: impl FnMut(T, T) -> T,
) -> T {
    let leaves = Leaves::of(tensor.layout().modes());
    match Plan::new(&leaves, &leaves) {
        // SAFETY: the offsets are those of the layout of the tensor.
        Some(plan) => unsafe { read_rows(&plan, tensor.as_ptr(), init, &mut f) },
        None => init,
    }
}
