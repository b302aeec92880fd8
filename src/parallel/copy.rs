//! Copies by threads.

use alloc::vec::Vec;
use core::mem::MaybeUninit;

use tilework_algebra::{Error, Operation};

use super::split::{Divided, Part, Parts, Source, each, line, tasks};
use crate::algorithm::assign::{assign, initialize};
use crate::algorithm::computed::by_plan;
use crate::algorithm::plan::{Leaves, MOST, Plan};
use crate::algorithm::strided::{apply, outer};
use crate::algorithm::transpose::{transpose, turned};
use crate::layout::AnyLayout;
use crate::layout::rank::SameRank;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::operation::two_modes::TwoModes;
use crate::plain::{plain, plain_of_two};
use crate::tensor::accessor::{Accessor, AccessorMut, Places, Reader, Writer};
use crate::tensor::row::along;
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

/// The leaves of the source and the destination.
type Both = (Leaves<MOST>, Leaves<MOST>);

/// Calls `f` with each written place and the element that is read at the same coordinate, part by part. `memory` is
/// the address of offset 0 if the places lie in memory at their offsets, and `place` is the place at an offset.
///
/// # Safety
/// The source has elements at the offsets of the first leaves of the parts. The places at those of the second leaves
/// can be written, under the conditions of [`Divided::new`].
pub(super) unsafe fn by_parts<A, D, F>(
    parts: &Parts<'_, MOST>,
    source: Source<'_, A>,
    memory: Option<*mut D>,
    place: impl Fn(usize) -> *mut D,
    f: F,
) where
    A: Accessor<Item: Copy> + Sync,
    F: Fn(&mut D, A::Item) + Copy + Sync,
{
    // SAFETY: the caller promises the same, and the parts below have no coordinate in common.
    let written = unsafe { Divided::new((memory, place)) };
    each(parts.count(), &|i| {
        let (reader, (memory, place)) = (source.reader(), written.get());
        match (parts.part(i), reader.memory(), memory) {
            (Part::Loops(plan, (from, to)), Some(read), Some(written)) => {
                // SAFETY: these are the offsets of the coordinates of the part, as promised.
                unsafe { apply(&plan, read.add(from), written.add(to), &mut { f }) }
            }
            (Part::Loops(plan, (from, to)), None, Some(written))
                if is_row::<A::Reader<'_>, _>(&plan) =>
            {
                outer(&plan, 1, [], |far, away| {
                    // SAFETY: as above. The elements of a row lie together.
                    let row = unsafe {
                        let first = written.add(to + away);
                        core::slice::from_raw_parts_mut(first, plan.axis(0).extent)
                    };
                    along(row, |i, to| f(to, reader.value(from + far + i)));
                });
            }
            (Part::Loops(plan, at), ..) => {
                // SAFETY: as above.
                let written = unsafe { Places::new(None, place) };
                by_plan(&plan, at, reader, written, &mut { f });
            }
            (Part::Coordinates(range, (from, to)), ..) => range.for_each(|i| {
                // SAFETY: as above.
                f(unsafe { &mut *place(to.offset(i)) }, reader.value(from.offset(i)));
            }),
        }
    });
}

/// Returns whether the innermost loop steps by 1 in source and destination, and the reader has no rows of its own.
fn is_row<R: Reader, const N: usize>(plan: &Plan<N>) -> bool {
    !R::IN_ROWS && !R::IN_WORDS && (plan.axis(0).from, plan.axis(0).to) == (1, 1)
}

/// `to = from` at the same coordinates, by `tasks` parts.
fn copied<T: Copy, A, L: AnyLayout, B, M: AnyLayout>(
    leaves: &Both,
    tasks: usize,
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
) where
    A: Accessor<Item = T> + Sync,
    B: AccessorMut<Item = T> + Send,
{
    let mut written = to.writer();
    let memory = written.memory();
    let parts = Parts::new(leaves, from.size(), tasks, (line::<T>(), line::<T>()));
    // SAFETY: the leaves are those of the layouts. `to` is `Send`, and borrowed exclusively.
    unsafe {
        by_parts(&parts, Source::of(from), memory, |at| written.place(at), assign);
    }
}

/// [`transpose`](crate::algorithm::transpose()) on the threads of rayon's current pool: `to(j, i) = from(i, j)` for all
/// integral coordinates `i` and `j` of the two modes, which may be nested.
///
/// The threads divide the destination along its outermost mode. A small tensor is transposed by the calling thread, as
/// [`Tensor::par_copy_from`] says. To copy to an owned tensor there is `from.transposed().par_to_owned()`.
///
/// # Errors
/// Those of [`transpose`](crate::algorithm::transpose()).
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_transpose};
/// let from = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3)))?;
/// let mut data = [0; 6];
/// par_transpose(&from, &mut Tensor::new(&mut data[..], layout!((3,2)))?)?;
/// assert_eq!(data, [1, 3, 5, 2, 4, 6]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn par_transpose<L: TwoModes, M: TwoModes, T: Copy, A, B>(
    from: &Tensor<A, L>,
    to: &mut Tensor<B, M>,
) -> Result<(), Error>
where
    A: Accessor<Item = T> + Sync,
    B: AccessorMut<Item = T> + Send,
{
    let tasks = tasks(from.size().saturating_mul(size_of::<T>()));
    if tasks == 1 {
        return transpose(from, to);
    }
    let ((rows, columns), (first, second)) = turned(from.layout(), to.layout())?;
    let leaves = (
        Leaves::of(columns.modes()).and(rows.modes()),
        Leaves::of(first.modes()).and(second.modes()),
    );
    copied(&leaves, tasks, from, to);
    Ok(())
}

impl<A: AccessorMut + Send, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_copy_from`] on the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_copy_from`].
    #[inline]
    pub fn try_par_copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>) -> Result<(), Error>
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item> + Sync,
    {
        _ = SameExtents::<M, L>::KNOWN;
        let tasks = tasks(self.size().saturating_mul(size_of::<A::Item>()));
        if tasks == 1 {
            return self.try_copy_from(from);
        }
        same_extents(Operation::Copy, from.layout(), self.layout())?;
        let leaves = (Leaves::of(from.layout().modes()), Leaves::of(self.layout().modes()));
        copied(&leaves, tasks, from, self);
        Ok(())
    }

    /// [`Tensor::copy_from`] on the threads of rayon's current pool: writes the elements of a tensor whose top-level
    /// modes have the same extents, `T(c) = from(c)`.
    ///
    /// The threads divide this tensor along its outermost mode. The calling thread alone copies what is too small to wake
    /// another one: less than 512 KiB, or 4 MiB if it is no thread of the pool.
    ///
    /// # Panics
    /// If [`Tensor::try_par_copy_from`] returns an error. A panic in a function that computes elements of `from` goes on
    /// in the calling thread; some elements have been written.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let from = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major)).unwrap();
    /// let mut to = Tensor::new([0; 6], layout!((2,3))).unwrap();
    /// to.par_copy_from(&from);
    /// assert_eq!(to.data(), [1, 4, 2, 5, 3, 6]);
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_copy_from<B, M: SameRank<L>>(&mut self, from: &Tensor<B, M>)
    where
        A::Item: Copy,
        B: Accessor<Item = A::Item> + Sync,
    {
        _ = SameExtents::<M, L>::KNOWN;
        let (left, right) = (from.layout(), self.layout());
        plain_of_two(left, right, self.try_par_copy_from(from));
    }
}

impl<A: Accessor<Item: Copy + Send> + Sync, L: HasOwned> Tensor<A, L> {
    /// [`Tensor::to_owned`] on the threads of rayon's current pool: a copy of the tensor that owns its elements,
    /// `R(c) = T(c)`, in the layout [`OwnedLayout<L>`](crate::result::OwnedLayout). Each thread is the first to write to
    /// its part of the memory.
    ///
    /// The threads divide the copy along its outermost mode. A small copy is made by the calling thread, as
    /// [`Tensor::par_copy_from`] says.
    ///
    /// # Panics
    /// As [`Tensor::to_owned`]. A panic in a function that computes elements goes on in the calling thread.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let (m, n) = (3, 4);
    /// let t = Tensor::counting(layout!((m,n):row_major));
    /// let squares = t.map(|i| i * i).par_to_owned();
    /// assert_eq!(squares[(2, 3)], 11 * 11);
    /// assert_eq!(squares.layout().to_string(), "(3,4):(4,1)");
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_to_owned(&self) -> Owned<A::Item, OwnedLayout<L>> {
        owned(self, tasks(self.size().saturating_mul(size_of::<A::Item>())))
    }
}

/// [`Tensor::to_owned`] by `tasks` parts.
#[track_caller]
pub(super) fn owned<A, L: HasOwned>(
    tensor: &Tensor<A, L>,
    tasks: usize,
) -> Owned<A::Item, OwnedLayout<L>>
where
    A: Accessor<Item: Copy + Send> + Sync,
{
    let size = tensor.size();
    if tasks == 1 || size == 0 {
        return tensor.to_owned();
    }
    let layout = plain(tensor.layout().try_owned());
    let from = Leaves::of(tensor.layout().modes());
    let leaves = (from, from.compact(L::OWNED_BY_ROWS));
    let mut elements: Vec<A::Item> = Vec::with_capacity(size);
    let room: *mut MaybeUninit<A::Item> = elements.spare_capacity_mut().as_mut_ptr();
    // Few elements are worth a task only if each takes long to compute, and then it does not matter that threads share
    // lines.
    let unit = line::<A::Item>();
    let unit = if size / unit < tasks { 1 } else { unit };
    let parts = Parts::new(&leaves, size, tasks, (unit, unit));
    // SAFETY: the tensor has elements at the offsets of its layout, and there is room at those of a compact layout of
    // its size. All of that is written. Elements are `Send`. If a function panics, the vector is empty.
    unsafe {
        by_parts(&parts, Source::of(tensor), Some(room), |at| room.wrapping_add(at), initialize);
        elements.set_len(size);
    }
    // Sound: the layout is compact, and there is an element for each of its coordinates.
    Tensor::sound(elements, layout)
}
