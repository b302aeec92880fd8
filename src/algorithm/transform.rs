//! Transform: changes elements by the elements of another tensor.

use tilework_algebra::{Error, Operation};

use super::computed::{by_plan, computed};
use super::plan::{Axis, FEW, Leaves, MOST, Plan, few, matrix};
use super::strided::{apply, one_by_one, run, small_matrix};
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::row::{EachRow, Row};
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::layout::small_shape::Within;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader, Writer};

/// Calls `f` with every element of `to` and the element of `from` at the same coordinate. The order is not specified.
/// The rules for extents are those of [`copy`](crate::algorithm::copy()).
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) at the first mode with another extent.
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

/// The loops for two layouts, which are found at compile time if both are static.
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

/// Loops over two small static shapes, one of which refines the other: which one does, and how its extents lie within
/// those of the other.
enum Small {
    Read(Within),
    Written(Within),
    No,
}
impl<L: AnyLayout, M: AnyLayout> Both<L, M> {
    /// The shape that the loops follow, or `No` if the shapes are not small or neither refines the other.
    const SMALL: Small = match (&ModesOf::<L>::SMALL, &ModesOf::<M>::SMALL) {
        (Some(read), Some(written)) if ModesOf::<M>::FEW || Self::SHORT => {
            match (written.within(read), read.within(written)) {
                (Some(within), _) => Small::Written(within),
                (_, Some(within)) => Small::Read(within),
                _ => Small::No,
            }
        }
        _ => Small::No,
    };
    /// True if there are so many static loops that each of them is short.
    const SHORT: bool = match &Self::PLAN {
        Some(plan) => plan.count() > 4,
        None => false,
    };
}

/// Returns whether loops over tensors of these layouts are found at compile time, for [`small`].
pub(super) const fn is_small<L: AnyLayout, M: AnyLayout>() -> bool {
    !matches!(Both::<L, M>::SMALL, Small::No)
}

/// Writes a small tensor, in loops found at compile time.
#[inline(always)]
pub(super) fn small<L: AnyLayout, M: AnyLayout, R: Reader<Item: Copy>, W: Writer>(
    (from, to): (L, M),
    read: R,
    written: W,
    f: &mut impl FnMut(&mut W::Item, R::Item),
) {
    let (from, to) = (from.modes(), to.modes());
    match const { &Both::<L, M>::SMALL } {
        Small::Written(within) => {
            let inner = const { Row::by_type_or_leftmost::<ModesOf<M>>() };
            let steps = |at: usize| from.stride_at(within[at].0).wrapping_mul(within[at].1);
            let rows = &mut Rows::<_, _, _, false> { read, written, f };
            to.rows_beside(&steps, 0, (0, 0), inner, rows);
        }
        Small::Read(within) => {
            let inner = const { Row::by_type_or_leftmost::<ModesOf<L>>() };
            let steps = |at: usize| to.stride_at(within[at].0).wrapping_mul(within[at].1);
            let rows = &mut Rows::<_, _, _, true> { read, written, f };
            from.rows_beside(&steps, 0, (0, 0), inner, rows);
        }
        Small::No => {}
    }
}

/// The rows of two tensors. The first of each pair of steps belongs to what is read if `READ_FIRST`, else to what is
/// written.
struct Rows<'f, R, W, F, const READ_FIRST: bool> {
    read: R,
    written: W,
    f: &'f mut F,
}
impl<R, W, F, const READ_FIRST: bool> EachRow for Rows<'_, R, W, F, READ_FIRST>
where
    R: Reader<Item: Copy>,
    W: Writer,
    F: FnMut(&mut W::Item, R::Item),
{
    #[inline(always)]
    fn row(&mut self, extent: usize, at: (usize, usize), step: (usize, usize)) {
        let ((from, to), (step, stride)) = match READ_FIRST {
            true => (at, step),
            false => ((at.1, at.0), (step.1, step.0)),
        };
        row(extent, (from, step), (to, stride), &self.read, &mut self.written, self.f);
    }
}

/// A row, whose extent is a constant. Groups of elements are read before any of them is written, since the compiler
/// does not know that source and destination are different.
#[inline(always)]
fn row<R: Reader<Item: Copy>, W: Writer>(
    extent: usize,
    (from, step): (usize, usize),
    (to, stride): (usize, usize),
    read: &R,
    written: &mut W,
    f: &mut impl FnMut(&mut W::Item, R::Item),
) {
    let mut i = 0;
    while i + 8 <= extent {
        group::<8, _, _>((from + i * step, step), (to + i * stride, stride), read, written, f);
        i += 8;
    }
    while i + 4 <= extent {
        group::<4, _, _>((from + i * step, step), (to + i * stride, stride), read, written, f);
        i += 4;
    }
    while i < extent {
        f(written.at(to + i * stride), read.value(from + i * step));
        i += 1;
    }
}

/// `N` elements.
#[inline(always)]
fn group<const N: usize, R: Reader<Item: Copy>, W: Writer>(
    (from, step): (usize, usize),
    (to, stride): (usize, usize),
    read: &R,
    written: &mut W,
    f: &mut impl FnMut(&mut W::Item, R::Item),
) {
    let elements: [R::Item; N] = core::array::from_fn(|i| read.value(from + i * step));
    for (i, x) in elements.into_iter().enumerate() {
        f(written.at(to + i * stride), x);
    }
}

/// [`transform`] on behalf of `operation`.
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
    // The loops below treat extents of 0 as 1.
    if layouts.1.is_empty() {
        return Ok(());
    }
    if const { is_small::<L, M>() && !A::Reader::IN_ROWS && !A::Reader::IN_WORDS } {
        small((from.layout(), to.layout()), from.reader(), to.writer(), &mut f);
        return Ok(());
    }
    let (Some(read), Some(written)) = (from.reader().memory(), to.writer().memory()) else {
        if const { Both::<L, M>::STATIC }
            && let Some(plan) = const { &Both::<L, M>::PLAN }
        {
            by_plan(plan, (0, 0), from.reader(), to.writer(), &mut f);
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
        // SAFETY: the elements exist. `to` is borrowed exclusively, so `from` has none of its elements.
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
    if const { ModesOf::<L>::COUNT == 2 && ModesOf::<M>::COUNT == 2 }
        && let Some(axes) = matrix(layouts.0, layouts.1)
    {
        // SAFETY: as above.
        unsafe { of_matrix(axes, read, written, &mut f) };
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

/// [`apply`] for two loops. Over few elements they run in their given order, since a search for a better one would take
/// longer.
///
/// # Safety
/// As [`apply`].
#[inline(never)]
pub(super) unsafe fn of_matrix<S: Copy, D, F: FnMut(&mut D, S)>(
    axes: [Axis; 2],
    read: *const S,
    written: *mut D,
    f: &mut F,
) {
    const FEW_ELEMENTS: usize = 64;
    // SAFETY: the caller promises the same.
    unsafe {
        match axes[0].extent <= FEW_ELEMENTS / axes[1].extent {
            true => small_matrix(axes, read, written, f),
            false => apply(&Plan::<FEW>::of(axes), read, written, f),
        }
    }
}

/// [`apply`] with loops that are found at run time.
///
/// # Safety
/// As [`apply`] for the leaves.
#[inline(never)]
pub(super) unsafe fn dynamic<S: Copy, D, F: FnMut(&mut D, S), const N: usize>(
    (from, to): &(Leaves<N>, Leaves<N>),
    size: usize,
    read: *const S,
    written: *mut D,
    f: &mut F,
) {
    // SAFETY: the caller promises the same.
    unsafe {
        match Plan::new(from, to) {
            Some(plan) => apply(&plan, read, written, f),
            None => one_by_one((from, to), size, read, written, f),
        }
    }
}
