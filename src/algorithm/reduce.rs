//! Reduce: all elements to one value.

use super::computed::folded;
use super::fold::{fold, fold_run};
use super::plan::{FEW, Leaves, MOST, Plan, few};
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Reader};

/// `f(.. f(f(init, x_0), x_1) .., x_n)` over all elements, in any order and association: `f` must be associative and
/// commutative with the neutral element `init`, at least up to an acceptable error.
///
/// Elements are folded into several partial results at the same time, each of which begins with `init`.
/// [`Tensor::fold`] goes one by one, leftmost mode fastest.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::reduce};
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
    let modes = tensor.layout().modes();
    // The loops below treat extents of 0 as 1.
    if modes.is_empty() {
        return init;
    }
    let read = tensor.reader();
    if const { A::Reader::IN_ROWS || A::Reader::IN_WORDS } {
        return folded(&Leaves::of(modes), read, init, &mut f);
    }
    if is_run(modes) {
        return fold_run(tensor.size(), move |at| read.value(at), init, &mut f);
    }
    if const { few(ModesOf::<L>::COUNT, ModesOf::<L>::COUNT) } {
        dynamic(&Leaves::<FEW>::of(modes), read, init, &mut f)
    } else {
        dynamic(&Leaves::<MOST>::of(modes), read, init, &mut f)
    }
}

#[inline(never)]
fn dynamic<T: Copy, const N: usize>(
    leaves: &Leaves<N>,
    read: impl Reader<Item = T>,
    init: T,
    f: &mut impl FnMut(T, T) -> T,
) -> T {
    match Plan::new(leaves, leaves) {
        Some(plan) => fold(&plan, move |at, _| read.value(at), init, f),
        None => init,
    }
}
