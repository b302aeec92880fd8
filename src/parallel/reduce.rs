//! Reductions by threads.
//!
//! The elements are cut into chunks, and a tree combines their results. Chunks and tree depend on the layout and the
//! type of the elements only, so the result is the same for every number of threads.

use core::ops::Add;

use super::split::{CHUNK, Part, Parts, Source, combined, line, tasks};
use crate::algorithm::computed::folded_from;
use crate::algorithm::fold::{fold, fold_long_run};
use crate::algorithm::plan::{FEW, Leaves, MOST, Plan, few};
use crate::algorithm::reduce;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Reader};
use crate::tensor::extremes::{larger, lesser};

/// [`reduce`](crate::algorithm::reduce()) on the threads of rayon's current pool: `f(.. f(f(init, x_0), x_1) .., x_n)`
/// over all elements, in any order and association. `f` must be associative and commutative with the neutral element
/// `init`, at least up to an acceptable error.
///
/// The order depends on the layout and on the type of the elements only. The result is the same, bit by bit, for every
/// number of threads. It need not be that of `reduce`. A small tensor is reduced by the calling thread, as
/// [`Tensor::par_copy_from`] says.
///
/// # Panics
/// A panic in `f` goes on in the calling thread.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::par_reduce};
/// let matrix = Tensor::new(&[1, 2, 3, 4, 5, 6][..], layout!((2,3):row_major))?;
/// assert_eq!(par_reduce(&matrix, 1, |product, x| product * x), 720);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn par_reduce<T: Copy + Send + Sync, A: Accessor<Item = T> + Sync, L: AnyLayout>(
    tensor: &Tensor<A, L>,
    init: T,
    f: impl Fn(T, T) -> T + Sync,
) -> T {
    let bytes = tensor.size().saturating_mul(size_of::<T>());
    let chunks = bytes / CHUNK;
    if bytes < SMALL {
        return reduce(tensor, init, f);
    }
    match const { few(ModesOf::<L>::COUNT, ModesOf::<L>::COUNT) } {
        true => in_chunks::<FEW, _, _, _>(tensor, init, &f, chunks, tasks(bytes)),
        false => in_chunks::<MOST, _, _, _>(tensor, init, &f, chunks, tasks(bytes)),
    }
}

/// The number of bytes below which a reduction has no chunks.
const SMALL: usize = if cfg!(test) { 1 } else { 8 << 10 };
#[inline(always)]
fn is_small<A: Accessor, L: AnyLayout>(tensor: &Tensor<A, L>) -> bool {
    tensor.size().saturating_mul(size_of::<A::Item>()) < SMALL
}

/// The reduction in `chunks` chunks, by `tasks` tasks.
#[inline(never)]
fn in_chunks<const N: usize, T: Copy + Send + Sync, A, L: AnyLayout>(
    tensor: &Tensor<A, L>,
    init: T,
    f: &(impl Fn(T, T) -> T + Sync),
    chunks: usize,
    tasks: usize,
) -> T
where
    A: Accessor<Item = T> + Sync,
{
    let leaves = Leaves::<N>::of(tensor.layout().modes());
    let leaves = (leaves, leaves);
    let parts = Parts::new(&leaves, tensor.size(), chunks, (line::<T>(), line::<T>()));
    let source = Source::of(tensor);
    let chunk = |i| match parts.part(i) {
        Part::Loops(plan, (from, _)) => of_plan(&plan, from, source.reader(), init, f),
        // Both layouts are the same, so there are loops.
        Part::Coordinates(..) => init,
    };
    combined(0..parts.count(), tasks, &chunk, f)
}

/// The reduction of the elements of a plan that begins at an offset.
pub(super) fn of_plan<const N: usize, T: Copy, R: Reader<Item = T>>(
    plan: &Plan<N>,
    from: usize,
    read: R,
    init: T,
    mut f: impl Fn(T, T) -> T,
) -> T {
    let row = plan.axis(0);
    if const { R::IN_ROWS || R::IN_WORDS } {
        folded_from(plan, from, read, init, &mut f)
    } else if plan.count() == 1 && row.from == 1 {
        fold_long_run(row.extent, move |i| read.value(from + i), init, &mut f)
    } else {
        fold(plan, move |i, _| read.value(from + i), init, &mut f)
    }
}

impl<A: Accessor<Item: Copy + Send + Sync> + Sync, L: AnyLayout> Tensor<A, L> {
    /// The sum of all elements, in their type, on the threads of rayon's current pool. It is the same for every number
    /// of threads: [`par_reduce`](crate::algorithm::par_reduce()). For an empty tensor it is the default value, 0.
    ///
    /// The elements are cut into chunks of about 256 KiB. Each is added as by [`Tensor::sum`], and the sums are added by
    /// halves. This rounds about as often as `sum`.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([100_u8, 50, 75, 25], layout!((2,2):row_major))?;
    /// assert_eq!(t.par_sum(), 250);
    /// // The sum of squares, in a larger type.
    /// assert_eq!(t.map(|x| u32::from(x).pow(2)).par_sum(), 10_000 + 2500 + 5625 + 625);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn par_sum(&self) -> A::Item
    where
        A::Item: Default + Add<Output = A::Item>,
    {
        match is_small(self) {
            true => self.sum(),
            false => par_reduce(self, A::Item::default(), |sum, x| sum + x),
        }
    }

    /// The least element, or `None` for an empty tensor, on the threads of rayon's current pool. If an element is not a
    /// number, neither is the result: [`Tensor::min`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([3.0, -1.5, 2.0, 0.0], layout!((2,2):row_major))?;
    /// assert_eq!((t.par_min(), t.par_max()), (Some(-1.5), Some(3.0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn par_min(&self) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        match is_small(self) {
            true => self.min(),
            false => self.par_best(lesser),
        }
    }

    /// The largest element, or `None` for an empty tensor, on the threads of rayon's current pool. If an element is not
    /// a number, neither is the result: [`Tensor::max`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([3, 1, 4, 1, 5, 9], layout!((2,3):row_major))?;
    /// assert_eq!(t.par_max(), Some(9));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn par_max(&self) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        match is_small(self) {
            true => self.max(),
            false => self.par_best(larger),
        }
    }

    #[inline]
    fn par_best(&self, better: impl Fn(A::Item, A::Item) -> A::Item + Sync) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        let first = (!self.is_empty()).then(|| self.reader().value(0))?;
        Some(par_reduce(self, first, better))
    }
}
