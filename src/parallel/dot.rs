//! Dot products by threads.

use core::ops::{Add, Mul};

use tilework_algebra::{Error, Operation};

use super::split::{CHUNK, Part, Parts, Source, combined, line, tasks};
use crate::algorithm::dot::{of_long_run, of_plan};
use crate::algorithm::plan::{Leaves, MOST};
use crate::layout::AnyLayout;
use crate::layout::rank::{IsVector, SameRank};
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::plain::plain_of_two;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Reader};

impl<A: Accessor<Item: Copy + Send> + Sync, L: AnyLayout> Tensor<A, L> {
    /// [`Tensor::try_dot`] on the threads of rayon's current pool.
    ///
    /// # Errors
    /// Those of [`Tensor::try_dot`].
    #[inline]
    pub fn try_par_dot<B, M: SameRank<L>>(&self, other: &Tensor<B, M>) -> Result<A::Item, Error>
    where
        A::Item: Default + Add<Output = A::Item> + Mul<Output = A::Item>,
        B: Accessor<Item = A::Item> + Sync,
        L: IsVector,
    {
        _ = SameExtents::<L, M>::LENGTHS;
        let bytes = self.size().saturating_mul(2 * size_of::<A::Item>());
        let chunks = bytes / CHUNK;
        if chunks < 2 {
            return self.try_dot(other);
        }
        same_extents(Operation::Dot, self.layout(), other.layout())?;
        let leaves =
            (Leaves::<MOST>::of(self.layout().modes()), Leaves::of(other.layout().modes()));
        let parts =
            Parts::new(&leaves, self.size(), chunks, (line::<A::Item>(), line::<A::Item>()));
        let (x, y) = (Source::of(self), Source::of(other));
        let chunk = |i| {
            let (x, y) = (x.reader(), y.reader());
            match parts.part(i) {
                Part::Loops(plan, at) => {
                    let row = plan.axis(0);
                    let is_run = plan.count() == 1 && (row.from, row.to) == (1, 1);
                    match const { !A::Reader::IN_WORDS && !B::Reader::IN_WORDS } && is_run {
                        true => of_long_run(row.extent, at, x, y),
                        false => of_plan(&plan, at, x, y),
                    }
                }
                Part::Coordinates(range, (left, right)) => range
                    .fold(A::Item::default(), |sum, i| {
                        sum + x.value(left.offset(i)) * y.value(right.offset(i))
                    }),
            }
        };
        Ok(combined(0..parts.count(), tasks(bytes), &chunk, &|left, right| left + right))
    }

    /// [`Tensor::dot`] on the threads of rayon's current pool: the sum `sum_i x(i) y(i)` of the products of two vectors,
    /// tensors of one mode. It is the same for every number of threads.
    ///
    /// The vectors are cut into chunks. Each is multiplied as by [`Tensor::dot`], and the sums are added by halves.
    ///
    /// # Panics
    /// If [`Tensor::try_par_dot`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// assert_eq!(a.slice((0, ..)).par_dot(&a.slice((1, ..))), 1 * 4 + 2 * 5 + 3 * 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn par_dot<B, M: SameRank<L>>(&self, other: &Tensor<B, M>) -> A::Item
    where
        A::Item: Default + Add<Output = A::Item> + Mul<Output = A::Item>,
        B: Accessor<Item = A::Item> + Sync,
        L: IsVector,
    {
        _ = SameExtents::<L, M>::LENGTHS;
        plain_of_two(self.layout(), other.layout(), self.try_par_dot(other))
    }
}
