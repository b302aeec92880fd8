//! Fill: one value for all elements.

use super::assign::assign;
use super::computed::computed;
use super::plan::{FEW, Leaves, MOST, Plan, few};
use super::strided::rows;
use super::transform::{is_small, small};
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

/// `to(c) = value` for all coordinates `c`, in memory order.
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
    each(to, value, |run, _| run.fill(value), assign::<T>);
}

/// Calls `set` with every element and `value`, in memory order, or `all` with the elements if they are contiguous.
#[inline(always)]
pub(super) fn each<V: Copy, A: AccessorMut, L: AnyLayout, F: FnMut(&mut A::Item, V)>(
    to: &mut Tensor<A, L>,
    value: V,
    all: impl FnOnce(&mut [A::Item], &mut F),
    mut set: F,
) {
    let modes = to.layout().modes();
    let size = to.size();
    // The loops below treat extents of 0 as 1.
    if modes.is_empty() {
        return;
    }
    let Some(written) = to.writer().memory() else {
        let leaves = Leaves::<MOST>::of(modes);
        let values = Mapped::new(Counting::ALL, |_| value);
        return computed(&(leaves.still(), leaves), size, values, to.writer(), &mut set);
    };
    if is_run(modes) {
        // SAFETY: so many elements lie together, and they are borrowed exclusively.
        return all(unsafe { core::slice::from_raw_parts_mut(written, size) }, &mut set);
    }
    if const { is_small::<L, L>() } {
        let values = Mapped::new(Counting::ALL, |_| value);
        small((to.layout(), to.layout()), values, to.writer(), &mut set);
        return;
    }
    if const { ModesOf::<L>::STATIC.is_some() }
        && let Some(plan) = const { &One::<L>::PLAN }
    {
        // SAFETY: as above, at the offsets of the layout, and at offset 0 of the value.
        return unsafe { rows(plan, &raw const value, written, &mut set) };
    }
    // SAFETY: as above.
    unsafe {
        if const { few(ModesOf::<L>::COUNT, ModesOf::<L>::COUNT) } {
            in_order(&Leaves::<FEW>::of(modes), &raw const value, written, &mut set);
        } else {
            in_order(&Leaves::<MOST>::of(modes), &raw const value, written, &mut set);
        }
    }
}

/// Calls `set` with every element and the one value, in memory order. A single value is never transposed.
///
/// # Safety
/// As [`rows`] for the leaves.
#[inline(never)]
unsafe fn in_order<V: Copy, D, F: FnMut(&mut D, V), const N: usize>(
    leaves: &Leaves<N>,
    value: *const V,
    written: *mut D,
    set: &mut F,
) {
    // There is a plan, since both have the same extents.
    if let Some(plan) = Plan::new(&leaves.still(), leaves) {
        // SAFETY: the caller promises the same.
        unsafe { rows(&plan, value, written, set) }
    }
}

impl<A: AccessorMut, L: AnyLayout> Tensor<A, L> {
    /// Writes `value` to every element, in memory order: [`fill`](crate::algorithm::fill()).
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// Tensor::new(&mut data[..], layout!((2,3))).unwrap().slice_mut((1, ..)).fill(7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
    /// ```
    #[doc(alias = "clear")]
    #[inline(always)]
    pub fn fill(&mut self, value: A::Item)
    where
        A::Item: Copy,
    {
        fill(self, value);
    }
}
