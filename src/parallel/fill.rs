//! Fill, and map in place, by threads.

use super::split::{Divided, Part, Parts, each, line, tasks};
use crate::algorithm::computed::by_plan;
use crate::algorithm::plan::{Leaves, MOST};
use crate::algorithm::strided::rows;
use crate::layout::AnyLayout;
use crate::tensor::Tensor;
use crate::tensor::accessor::{AccessorMut, Counting, Mapped, Places, Writer};
use crate::tensor::row::along;

/// Calls `f` with every element, in `tasks` parts.
fn each_element<A: AccessorMut + Send, L: AnyLayout>(
    tensor: &mut Tensor<A, L>,
    tasks: usize,
    f: impl Fn(&mut A::Item) + Sync,
) {
    let (size, leaves) = (tensor.size(), Leaves::<MOST>::of(tensor.layout().modes()));
    let leaves = (leaves.still(), leaves);
    let parts = Parts::new(&leaves, size, tasks, (1, line::<A::Item>()));
    let mut written = tensor.writer();
    let memory = written.memory();
    // SAFETY: the tensor is `Send`, and borrowed exclusively. The parts below have no coordinate in common.
    let written = unsafe { Divided::new((memory, written)) };
    each(parts.count(), &|i| {
        let (memory, writer) = written.get();
        // SAFETY: it is an offset of a coordinate of this part.
        let at = |to| f(unsafe { &mut *writer.place(to) });
        match (parts.part(i), memory) {
            (Part::Loops(plan, (_, to)), Some(memory)) => {
                let row = plan.axis(0);
                // SAFETY: these are the offsets of the coordinates of the part. Consecutive ones lie together.
                unsafe {
                    let first = memory.add(to);
                    if plan.count() == 1 && row.to == 1 {
                        let run = core::slice::from_raw_parts_mut(first, row.extent);
                        along(run, |_, x| f(x));
                    } else {
                        rows(&plan, core::ptr::from_ref(&()), first, &mut |x, ()| f(x));
                    }
                }
            }
            (Part::Loops(plan, at_offsets), None) => {
                // SAFETY: as above.
                let written = unsafe { Places::new(None, |to| writer.place(to)) };
                let nothing = Mapped::new(Counting::ALL, |_| ());
                by_plan(&plan, at_offsets, nothing, written, &mut |x, ()| f(x));
            }
            (Part::Coordinates(range, (_, to)), _) => range.for_each(|i| at(to.offset(i))),
        }
    });
}

impl<A: AccessorMut + Send, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::fill`] on the threads of rayon's current pool: `T(c) = value` for all coordinates `c`.
    ///
    /// The threads divide the tensor along its outermost mode. A small tensor is filled by the calling thread, as
    /// [`Tensor::par_copy_from`] says.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut data = [0; 6];
    /// Tensor::new(&mut data[..], layout!((2,3))).unwrap().slice_mut((1, ..)).par_fill(7);
    /// assert_eq!(data, [0, 7, 0, 7, 0, 7]);
    /// ```
    #[inline]
    pub fn par_fill(&mut self, value: A::Item)
    where
        A::Item: Copy + Sync,
    {
        match tasks(self.size().saturating_mul(size_of::<A::Item>())) {
            1 => self.fill(value),
            tasks => each_element(self, tasks, |x| *x = value),
        }
    }

    /// [`Tensor::map_inplace`] on the threads of rayon's current pool: `T(c) = f(T(c))` for all coordinates `c`, where
    /// `f` changes an element in place.
    ///
    /// The threads divide the tensor along its outermost mode. A small tensor is visited by the calling thread, as
    /// [`Tensor::par_copy_from`] says, however long `f` takes.
    ///
    /// # Panics
    /// A panic in `f` goes on in the calling thread; some elements have changed.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// matrix.slice_mut((.., 0)).par_map_inplace(|x| *x *= 10);
    /// assert_eq!(matrix.data(), [10, 2, 3, 40, 5, 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn par_map_inplace(&mut self, f: impl Fn(&mut A::Item) + Sync) {
        match tasks(self.size().saturating_mul(size_of::<A::Item>())) {
            1 => self.map_inplace(f),
            tasks => each_element(self, tasks, f),
        }
    }
}
