//! Reductions along a mode, by threads.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Add;

use typenum::{Const, ToUInt, U};

use super::copy::owned;
use super::reduce::of_plan;
use super::split::{CHUNK, Cuts, Source, combined, tasks};
use crate::algorithm::computed::by_plan;
use crate::algorithm::plan::{Axis, Leaves, MOST, Plan};
use crate::algorithm::strided::outer;
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ModesOf};
use crate::plain::plain;
use crate::tensor::accessor::{Accessor, Counting, Places, Reader};
use crate::tensor::extremes::{Extremes, larger, lesser};
use crate::tensor::row::along;
use crate::tensor::{Along, AlongMode, HasOwned, Others, Owned, OwnedLayout, Tensor};

impl<A: Accessor, L: AnyLayout> Tensor<A, L> {
    /// The tensor along mode `K`, to be reduced on the threads of rayon's current pool: [`Tensor::along`], whose results
    /// own their elements. They are the same for every number of threads.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// assert_eq!(matrix.par_along::<1>().sum().data(), [1 + 2 + 3, 4 + 5 + 6]);
    /// assert_eq!(matrix.par_along::<0>().reduce(i32::MIN, i32::max).data(), [4, 5, 6]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn par_along<const K: usize /* each row: `t.par_along::<1>()` */>(
        &self,
    ) -> ParAlong<A::Shared<'_>, ModesOf<<L as AlongMode<U<K>>>::Mode>, Others<L, U<K>>>
    where
        Const<K>: ToUInt,
        L: AlongMode<U<K>>,
    {
        ParAlong(self.along())
    }
}

/// A tensor along one of its modes, for threads: [`Tensor::par_along`].
#[derive(Clone, Copy, Debug)]
pub struct ParAlong<A, M, L>(Along<A, M, L>);

/// The least number of steps along the mode of a chunk, so that the results of chunks take few bytes beside elements.
const LONG: usize = if cfg!(test) { 2 } else { 32 };
/// The number of bytes below which the folds in order are the fastest.
const SMALL: usize = if cfg!(test) { 1 } else { 16 << 10 };
/// The number of results from which each thread has enough of them: of those that are computed one by one, and the
/// bytes of those that are computed in rows.
const MANY: usize = 256;
const MANY_BYTES: usize = 64 << 10;

/// Reduces all elements along `steps` into the results, from an offset on. `places` are the loops over the results, of
/// which the innermost one goes through results that lie together.
fn in_rows<R: Reader<Item: Copy>>(
    places: &Plan,
    first: usize,
    steps: Axis,
    read: R,
    results: &mut [R::Item],
    f: impl Fn(R::Item, R::Item) -> R::Item,
) {
    let Axis { extent, from: step, .. } = places.axis(0);
    outer(places, 1, [], |far, to| {
        let row = &mut results[to..][..extent];
        let (far, f) = (first + far, &f);
        // Four rows at a time, so that results are read and written a quarter as often.
        let fours = steps.extent - steps.extent % 4;
        for k in (0..fours).step_by(4) {
            let [a, b, c, d] = [k, k + 1, k + 2, k + 3].map(|k| far + k * steps.from);
            let of = move |result, i| {
                let result = f(f(result, read.value(a + i)), read.value(b + i));
                f(f(result, read.value(c + i)), read.value(d + i))
            };
            match step {
                1 => along(row, move |i, result| *result = of(*result, i)),
                _ => along(row, move |i, result| *result = of(*result, i * step)),
            }
        }
        for k in fours..steps.extent {
            let a = far + k * steps.from;
            along(row, move |i, result| *result = f(*result, read.value(a + i * step)));
        }
    });
}

impl<A: Accessor<Item: Copy> + Sync, M: Modes, L: HasOwned> ParAlong<A, M, L> {
    /// The folds along this mode: `R(d) = f(.. f(f(init, T(0, d)), T(1, d)) .., T(s - 1, d))`, in the layout
    /// [`OwnedLayout`](crate::result::OwnedLayout) of the other modes. Each is computed in this order, as by
    /// [`Along::fold`].
    ///
    /// The threads divide the other modes. If these have few elements and the order does not matter, use
    /// [`ParAlong::reduce`]. A small tensor is
    /// folded by the calling thread, as [`Tensor::par_copy_from`] says.
    ///
    /// # Panics
    /// A panic in `f` goes on in the calling thread.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1_u8, 2, 3, 4], layout!((2,2)))?;
    /// assert_eq!(t.par_along::<0>().fold(0_u32, |n, x| 10 * n + u32::from(x)).data(), [12, 34]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn fold<B, F>(self, init: B, f: F) -> Owned<B, OwnedLayout<L>>
    where
        B: Copy + Send + Sync,
        F: Fn(B, A::Item) -> B + Copy + Sync,
    {
        let tasks = tasks(self.bytes());
        owned(&self.0.fold(init, f), tasks)
    }

    /// The reductions along this mode, each by `f` in any order and association: `f` must be associative and commutative
    /// with the neutral element `init`, at least up to an acceptable error. `R(d) = f(.. f(init, T(0, d)) .., T(s - 1, d))`
    /// in the layout [`OwnedLayout`](crate::result::OwnedLayout) of the other modes.
    ///
    /// The threads divide the other modes, or this one if the others have few elements. The order depends on the layout
    /// and the type of the elements only. A small tensor is reduced by the
    /// calling thread, as [`Tensor::par_copy_from`] says.
    ///
    /// # Panics
    /// A panic in `f` goes on in the calling thread.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1.0, 5.0, 3.0, 4.0], layout!((2,2)))?;
    /// assert_eq!(t.par_along::<1>().reduce(f64::MIN, f64::max).data(), [3.0, 5.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn reduce<F>(self, init: A::Item, f: F) -> Owned<A::Item, OwnedLayout<L>>
    where
        A::Item: Send + Sync,
        F: Fn(A::Item, A::Item) -> A::Item + Copy + Sync,
    {
        let bytes = self.bytes();
        let (elements, mode, others) = self.0.parts();
        let (size, is_run) = (others.modes().size(), is_run(mode));
        let chunks = (bytes / CHUNK).min(mode.size() / LONG);
        // A sum in any order is computed in vectors along a run.
        if bytes < SMALL || !is_run && chunks < 2 {
            return self.fold(init, f);
        }
        let leaves = Leaves::<MOST>::of(mode);
        let source = Source::new(elements);
        let Some(plan) = Plan::new(&leaves, &leaves) else { return self.fold(init, f) };
        let is_many = match is_run {
            true => size >= MANY,
            false => size.saturating_mul(size_of::<A::Item>()) >= MANY_BYTES,
        };
        if plan.count() != 1 || is_many || chunks < 2 {
            let tasks = tasks(bytes);
            if !is_run {
                return self.fold(init, f);
            }
            let reduced = |at| of_plan(&plan, at, source.reader(), init, f);
            // Sound: there is a number at each offset.
            return owned(&Tensor::sound(Counting::ALL, others).map(reduced), tasks);
        }
        // The results of each chunk of the mode, in the order of the result.
        let leaves = Leaves::<MOST>::of(others.modes());
        let places = Plan::new(&leaves, &leaves.compact(L::OWNED_BY_ROWS));
        let Some(places) = places else { return self.fold(init, f) };
        let axis = plan.axis(0);
        let cuts = Cuts::<1>::new([(axis.extent, 4)].into_iter(), chunks);
        let chunk = |i| {
            let range = cuts.range(i, 0);
            let (part, first, _) = plan.part(|_| range.clone());
            let mut results = vec![init; size];
            if is_run {
                let room = results.as_mut_ptr();
                // SAFETY: the plan has each place of the results once, from 0 on.
                let written = unsafe { Places::new(None, |to| room.wrapping_add(to)) };
                by_plan(&places, (first, 0), Counting::ALL, written, &mut |result, at| {
                    *result = of_plan(&part, at, source.reader(), init, f);
                });
            } else {
                let steps = Axis { extent: range.len(), ..axis };
                in_rows(&places, first, steps, source.reader(), &mut results, f);
            }
            results
        };
        let results =
            combined(0..cuts.parts(), tasks(bytes), &chunk, &|mut left: Vec<_>, right| {
                left.iter_mut().zip(right).for_each(|(left, right)| *left = f(*left, right));
                left
            });
        // Sound: the layout is compact, and there is a result for each of its coordinates.
        Tensor::sound(results, plain(others.try_owned()))
    }

    /// The sums along this mode, in any order and association: [`ParAlong::reduce`] by `+`. Along a mode of extent 0 each
    /// sum is the default value, 0.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?;
    /// let means = matrix.par_along::<1>().sum().map(|sum| sum / 3.0).to_owned();
    /// assert_eq!(means.data(), [2.0, 5.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn sum(self) -> Owned<A::Item, OwnedLayout<L>>
    where
        A::Item: Default + Add<Output = A::Item> + Send + Sync,
    {
        self.reduce(A::Item::default(), |sum, x| sum + x)
    }

    /// The largest elements along this mode, as [`Along::max`]. Along a mode of extent 0 each is the least value.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 5, 3, 4, 2, 6], layout!((2,3):row_major))?;
    /// assert_eq!(matrix.par_along::<0>().max().data(), [4, 5, 6]);
    /// assert_eq!(matrix.par_along::<1>().min().data(), [1, 2]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn max(self) -> Owned<A::Item, OwnedLayout<L>>
    where
        A::Item: Extremes + Send + Sync,
    {
        self.reduce(A::Item::LEAST, larger)
    }

    /// The least elements along this mode, as [`Along::min`]. Along a mode of extent 0 each is the greatest value.
    #[inline]
    #[track_caller]
    pub fn min(self) -> Owned<A::Item, OwnedLayout<L>>
    where
        A::Item: Extremes + Send + Sync,
    {
        self.reduce(A::Item::GREATEST, lesser)
    }

    /// The number of bytes of the elements.
    fn bytes(&self) -> usize {
        let (_, mode, others) = self.0.parts();
        let size = mode.size().saturating_mul(others.modes().size());
        size.saturating_mul(size_of::<A::Item>())
    }
}
