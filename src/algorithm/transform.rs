//! Transform: elements from elements.

use tilework_algebra::{Error, Operation};

use super::computed::{by_plan, computed};
use super::plan::{FEW, Leaves, MOST, Plan, few};
use super::strided::{apply, one_by_one, run};
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};

/// `f` of every element of `to`, and the element of `from` at the same coordinate; in which order is not
/// specified. The extents are the same as for [`copy`](crate::algorithm::copy()).
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) at the first mode of another extent.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::transform};
/// let from = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3)))?;
/// let mut data = [0.0; 6];
/// let mut to = Tensor::new(&mut data[..], layout!((2,3):row_major))?;
/// transform(&from, &mut to, |to, from| *to = f64::from(from) / 2.0)?;
/// assert_eq!(data, [0.5, 1.5, 2.5, 1.0, 2.0, 3.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn transform<A, L, B, M, F>(
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
    f: F,
) -> Result<(), Error>
where
    A: Accessor<Item: Copy>,
    B: AccessorMut,
    L: AnyLayout,
    M: AnyLayout,
    F: FnMut(&mut B::Item, A::Item),
{
    _ = SameExtents::<L, M>::KNOWN;
    visit(Operation::Transform, from, to, f)
}

/// The loops for two layouts, of static ones found while compiling.
struct Both<L, M>(L, M);
impl<L: AnyLayout, M: AnyLayout> Both<L, M> {
    const STATIC: bool = ModesOf::<L>::STATIC.is_some() && ModesOf::<M>::STATIC.is_some();
    const PLAN: Option<Plan> = match (ModesOf::<L>::STATIC, ModesOf::<M>::STATIC) {
        (Some((left, _)), Some((right, _))) if left == right => Plan::new(
            &Leaves::of_static(&ModesOf::<L>::LIST),
            &Leaves::of_static(&ModesOf::<M>::LIST),
        ),
        _ => None,
    };
}

/// [`transform`], as what `operation` does.
#[inline(always)]
pub(super) fn visit<A, L, B, M, F>(
    operation: Operation,
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
    mut f: F,
) -> Result<(), Error>
where
    A: Accessor<Item: Copy>,
    B: AccessorMut,
    L: AnyLayout,
    M: AnyLayout,
    F: FnMut(&mut B::Item, A::Item),
{
    same_extents(operation, from.layout(), to.layout())?;
    let layouts = (from.layout().modes(), to.layout().modes());
    // The loops below take extents of 0 for 1.
    if layouts.1.is_empty() {
        return Ok(());
    }
    let (Some(read), Some(written)) = (from.reader().memory(), to.writer().memory()) else {
        if const { Both::<L, M>::STATIC }
            && let Some(plan) = const { &Both::<L, M>::PLAN }
        {
            by_plan(plan, from.reader(), to.writer(), &mut f);
            return Ok(());
        }
        let size = from.size();
        if const { few(ModesOf::<L>::COUNT, ModesOf::<M>::COUNT) } {
            let leaves = (Leaves::<FEW>::of(layouts.0), Leaves::<FEW>::of(layouts.1));
            computed(&leaves, size, from.reader(), to.writer(), &mut f);
        } else {
            let leaves = (Leaves::<MOST>::of(layouts.0), Leaves::<MOST>::of(layouts.1));
            computed(&leaves, size, from.reader(), to.writer(), &mut f);
        }
        return Ok(());
    };
    if is_run(layouts.0) && is_run(layouts.1) {
        // SAFETY: the elements are there; `to` is borrowed exclusively, so that `from` has none of
        // them.
        unsafe { run(from.size(), read, written, &mut f) };
        return Ok(());
    }
    if const { Both::<L, M>::STATIC }
        && let Some(plan) = const { &Both::<L, M>::PLAN }
    {
        // SAFETY: as above, at the offsets of the layouts.
        unsafe { apply(plan, read, written, &mut f) };
        return Ok(());
    }
    let size = from.size();
    // SAFETY: as above.
    unsafe {
        if const { few(ModesOf::<L>::COUNT, ModesOf::<M>::COUNT) } {
            let leaves = (Leaves::<FEW>::of(layouts.0), Leaves::<FEW>::of(layouts.1));
            dynamic(&leaves, size, read, written, &mut f);
        } else {
            let leaves = (Leaves::<MOST>::of(layouts.0), Leaves::<MOST>::of(layouts.1));
            dynamic(&leaves, size, read, written, &mut f);
        }
    }
    Ok(())
}

/// [`apply`] with loops that are found at run time.
///
/// # Safety
/// As [`apply`] of the leaves.
#[inline(never)]
pub(super) unsafe fn dynamic<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    (from, to): &(Leaves<N>, Leaves<N>),
    size: usize,
    read: *const S,
    written: *mut D,
    f: &mut F,
) {
    // SAFETY: as promised.
    unsafe {
        match Plan::new(from, to) {
            Some(plan) => apply(&plan, read, written, f),
            None => one_by_one((from, to), size, read, written, f),
        }
    }
}
