//! Dot: the sum of the products of two vectors.

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;

use core::ops::{Add, Mul};

use tilework_algebra::{Error, Operation};

#[cfg(feature = "rayon")]
use super::fold::fold_long_run;
use super::fold::{fold, fold_run};
use super::plan::{Axis, FEW, Leaves, MOST, Plan, few};
use super::strided::outer;
use crate::layout::for_each::is_run;
use crate::layout::modes::Modes;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::layout::{AnyLayout, ModesOf};
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, ROW, Reader};
use crate::tensor::iterate::Offsets;

/// `sum_i x(i) y(i)` of two vectors, tensors of one mode, in any order and association. Products may be rounded before
/// they are added, or not. For tensors of several modes it fails to build, and the method [`Tensor::dot`] does not
/// compile; [`matmul`](crate::algorithm::matmul()) is the matrix product.
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) for vectors of different lengths.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::dot};
/// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
/// assert_eq!(dot(&a.slice((0, ..)), &a.slice((1, ..)))?, 1 * 4 + 2 * 5 + 3 * 6);
/// assert_eq!(
///     dot(&a.slice((0, 0..2)), &a.slice((1, ..))).unwrap_err().to_string(),
///     "dot: equal extents, mode 0: the extents 2 and 3 differ",
/// );
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// ```compile_fail
/// use tilework::{Tensor, layout, algorithm::dot};
/// let a = Tensor::new([1, 2, 3, 4], layout!((2,2)))?;
/// dot(&a, &a)?;
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn dot<T, A, L, B, M>(x: &Tensor<A, L>, y: &Tensor<B, M>) -> Result<T, Error>
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    A: Accessor<Item = T>,
    B: Accessor<Item = T>,
    L: AnyLayout,
    M: AnyLayout,
{
    const { assert_vectors::<L, M>() };
    _ = SameExtents::<L, M>::LENGTHS;
    same_extents(Operation::Dot, x.layout(), y.layout())?;
    let (left, right) = (x.layout().modes(), y.layout().modes());
    // The loops below treat extents of 0 as 1.
    if left.is_empty() {
        return Ok(T::default());
    }
    let (x, y) = (x.reader(), y.reader());
    Ok(if const { few(ModesOf::<L>::COUNT, ModesOf::<M>::COUNT) } {
        by_plan::<FEW, _, _, _, _, _>(left, right, x, y)
    } else {
        by_plan::<MOST, _, _, _, _, _>(left, right, x, y)
    })
}

#[inline(always)]
fn by_plan<const N: usize, T, L, M, X, Y>(left: L, right: M, x: X, y: Y) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    L: Modes,
    M: Modes,
    X: Reader<Item = T>,
    Y: Reader<Item = T>,
{
    if const { !X::IN_WORDS && !Y::IN_WORDS } && is_run(left) && is_run(right) {
        return of_run(left.size(), (0, 0), x, y);
    }
    let Some(plan) = Plan::new(&Leaves::<N>::of(left), &Leaves::<N>::of(right)) else {
        let products = Offsets::new(left).zip(Offsets::new(right));
        return products.fold(T::default(), |sum, (i, j)| sum + x.value(i) * y.value(j));
    };
    of_plan(&plan, (0, 0), x, y)
}

/// The sum of the products of consecutive elements, from these offsets on.
#[inline(always)]
pub(crate) fn of_run<T, X, Y>(extent: usize, (from, to): (usize, usize), x: X, y: Y) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    X: Reader<Item = T>,
    Y: Reader<Item = T>,
{
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    if let (Some(x), Some(y)) = (x.memory(), y.memory())
        // SAFETY: these are the offsets of a run, whose elements exist.
        && let Some(sum) = unsafe { neon::dot(extent, x.add(from), y.add(to)) }
    {
        return sum;
    }
    let product = |i| x.value(from + i) * y.value(to + i);
    fold_run(extent, product, T::default(), &mut |sum, x| sum + x)
}

/// [`of_run`] of many elements.
#[cfg(feature = "rayon")]
#[inline(always)]
pub(crate) fn of_long_run<T, X, Y>(extent: usize, (from, to): (usize, usize), x: X, y: Y) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    X: Reader<Item = T>,
    Y: Reader<Item = T>,
{
    if cfg!(all(target_arch = "aarch64", target_feature = "neon")) {
        return of_run(extent, (from, to), x, y);
    }
    let product = |i| x.value(from + i) * y.value(to + i);
    fold_long_run(extent, product, T::default(), &mut |sum, x| sum + x)
}

/// The sum of the products of the elements of a plan, which begins at these offsets.
#[inline(always)]
pub(crate) fn of_plan<const N: usize, T, X, Y>(
    plan: &Plan<N>,
    (from, to): (usize, usize),
    x: X,
    y: Y,
) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    X: Reader<Item = T>,
    Y: Reader<Item = T>,
{
    if const { X::IN_WORDS || Y::IN_WORDS }
        && let Axis { from: 1, to: 1, .. } = plan.axis(0)
    {
        return by_words(plan, (from, to), x, y);
    }
    let product = |i, j| x.value(from + i) * y.value(to + j);
    fold(plan, product, T::default(), &mut |sum, x| sum + x)
}

/// Checks that both are vectors.
const fn assert_vectors<L: AnyLayout, M: AnyLayout>() {
    assert!(
        L::RANK == 1 && M::RANK == 1,
        "dot: of vectors, tensors of one mode; the product of the matrices `a` and `b` is `a.matmul(&b)`, and of all elements \
         of both `a.one_mode().dot(&b.one_mode())`"
    );
}

/// The sum in several chains. Each row is read some words at a time.
#[inline(always)]
fn by_words<const N: usize, T, X, Y>(plan: &Plan<N>, (from, to): (usize, usize), x: X, y: Y) -> T
where
    T: Copy + Default + Add<Output = T> + Mul<Output = T>,
    X: Reader<Item = T>,
    Y: Reader<Item = T>,
{
    const CHAINS: usize = 32;
    let extent = plan.axis(0).extent;
    let mut chains = [T::default(); CHAINS];
    outer(plan, 1, [], |far, away| {
        // Zeros follow the last element in the chains.
        for first in (0..extent).step_by(ROW) {
            let count = ROW.min(extent - first);
            let (mut left, mut right) = ([T::default(); ROW], [T::default(); ROW]);
            x.each_of_row(from + far + first, 1, count, &mut |i, value| left[i] = value);
            y.each_of_row(to + away + first, 1, count, &mut |i, value| right[i] = value);
            for (left, right) in
                left.as_chunks::<CHAINS>().0.iter().zip(right.as_chunks::<CHAINS>().0)
            {
                for (k, chain) in chains.iter_mut().enumerate() {
                    *chain = *chain + left[k] * right[k];
                }
            }
        }
    });
    // The sums are added by halves, so that few additions wait for one another.
    let mut half = CHAINS / 2;
    while half > 0 {
        for k in 0..half {
            chains[k] = chains[k] + chains[k + half];
        }
        half /= 2;
    }
    chains[0]
}
