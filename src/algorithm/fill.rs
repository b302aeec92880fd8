//! Fill: one value for all elements.

use super::assign::assign;
use super::computed::computed;
use super::plan::{FEW, Leaves, MOST, Plan, few};
use super::strided::apply;
use super::transform::dynamic;
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{AccessorMut, Counting, Mapped, Writer};

struct One<L>(L);
impl<L: AnyLayout> One<L> {
    const PLAN: Option<Plan> = {
        let leaves = Leaves::of_static(&ModesOf::<L>::LIST);
        Plan::new(&leaves.still(), &leaves)
    };
}

/// `to(c) = value` for all coordinates `c`, in the order of memory.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::fill};
/// let mut data = [0; 6];
/// let mut matrix = Tensor::new(&mut data[..], layout!((2,3)))?;
/// fill(&mut matrix.slice_mut((1, ..)), 7);
/// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[doc(alias = "clear")]
#[inline]
pub fn fill<T: Copy, A: AccessorMut<Item = T>, L: AnyLayout>(to: &mut Tensor<A, L>, value: T) {
    each(to, value, |run| run.fill(value), assign::<T>);
}

/// `set` of every element and `value`, in the order of memory, or `all` of the elements where they lie together.
#[inline(always)]
pub(super) fn each<T: Copy, A: AccessorMut<Item = T>, L: AnyLayout>(
    to: &mut Tensor<A, L>,
    value: T,
    all: impl FnOnce(&mut [T]),
    mut set: impl FnMut(&mut T, T),
) {
    let modes = to.layout().modes();
    let size = to.size();
    // The loops below take extents of 0 for 1.
    if modes.is_empty() {
        return;
    }
    let Some(written) = to.writer().memory() else {
        let leaves = Leaves::<MOST>::of(modes);
        let values = Mapped::new(Counting::ALL, |_| value);
        return computed(&(leaves.still(), leaves), size, values, to.writer(), &mut set);
    };
    if is_run(modes) {
        // SAFETY: so many elements lie together, borrowed exclusively.
        return all(unsafe { core::slice::from_raw_parts_mut(written, size) });
    }
    if const { ModesOf::<L>::STATIC.is_some() }
        && let Some(plan) = const { &One::<L>::PLAN }
    {
        // SAFETY: as above, at the offsets of the layout, and 0 for the value.
        return unsafe { apply(plan, &raw const value, written, &mut set) };
    }
    // SAFETY: as above.
    unsafe {
        if const { few(ModesOf::<L>::COUNT, ModesOf::<L>::COUNT) } {
            let leaves = Leaves::<FEW>::of(modes);
            dynamic(&(leaves.still(), leaves), size, &raw const value, written, &mut set);
        } else {
            let leaves = Leaves::<MOST>::of(modes);
            dynamic(&(leaves.still(), leaves), size, &raw const value, written, &mut set);
        }
    }
}
