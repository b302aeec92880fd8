//! Reductions of all elements: their number, sum, minimum and maximum, and the dot product of two vectors.

use core::ops::{Add, Mul};

use tilework_algebra::Error;

use super::dot::dot;
use super::reduce::reduce;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::layout::rank::{IsVector, SameRank};
use crate::layout::same_extents::SameExtents;
use crate::plain::plain_of_two;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, Reader};
use crate::tensor::engine::Engine;
use crate::tensor::extremes::{larger, lesser};

impl<A: Engine, L: AnyLayout> Tensor<A, L> {
    /// The number of elements, [`Tensor::size`].
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.size()
    }

    /// Returns whether there are no elements, because a dynamic extent is 0.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.layout().modes().is_empty()
    }
}

impl<A: Accessor<Item: Copy>, L: AnyLayout> Tensor<A, L> {
    /// The sum of all elements, in their type, in any order and association: [`reduce`](crate::algorithm::reduce()).
    /// For an empty tensor it is the default value, 0.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([100_u8, 50, 75, 25], layout!((2,2):row_major))?;
    /// assert_eq!(t.slice((0, ..)).sum(), 150);
    /// // In a larger type, and for each row.
    /// assert_eq!(t.map(u32::from).sum(), 250);
    /// let rows: Vec<u8> = t.slices::<0>().map(|row| row.sum()).collect();
    /// assert_eq!(rows, [150, 100]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn sum(&self /* along mode 0: `t.along::<0>().sum()` */) -> A::Item
    where
        A::Item: Default + Add<Output = A::Item>,
    {
        reduce(self, A::Item::default(), |sum, x| sum + x)
    }

    /// The least element, or `None` for an empty tensor. If an element is not a number, neither is the result, as in
    /// NumPy.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([3.0, -1.5, 2.0, 0.0], layout!((2,2):row_major))?;
    /// assert_eq!((t.min(), t.max()), (Some(-1.5), Some(3.0)));
    /// assert_eq!(t.map(|x| x / x).min().map(f64::is_nan), Some(true));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn min(&self /* `t.along::<0>().fold(f32::MAX, f32::min)` */) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        self.best(lesser)
    }

    /// The largest element, or `None` for an empty tensor. If an element is not a number, neither is the result, as in
    /// NumPy. Use `t.iter().with_coordinates()` to find its coordinate.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([3, 1, 4, 1, 5, 9], layout!((2,3):row_major))?;
    /// assert_eq!((t.max(), t.slice((0, ..)).max()), (Some(9), Some(4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    pub fn max(&self /* `t.along::<0>().fold(f32::MIN, f32::max)` */) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        self.best(larger)
    }

    /// The element that is better than all others, or one that is not equal to itself.
    #[inline(always)]
    fn best(&self, better: impl Fn(A::Item, A::Item) -> A::Item) -> Option<A::Item>
    where
        A::Item: PartialOrd,
    {
        if self.is_empty() {
            return None;
        }
        Some(reduce(self, self.reader().value(0), better))
    }

    /// The sum `sum_i x(i) y(i)` of the products of two vectors, tensors of one mode, in any order and association:
    /// [`dot`](crate::algorithm::dot()).
    ///
    /// # Errors
    /// [`Rule::EqualExtents`](crate::Rule) for vectors of different lengths.
    #[inline]
    pub fn try_dot<B, M: SameRank<L>>(&self, other: &Tensor<B, M>) -> Result<A::Item, Error>
    where
        A::Item: Default + Add<Output = A::Item> + Mul<Output = A::Item>,
        B: Accessor<Item = A::Item>,
        L: IsVector,
    {
        _ = SameExtents::<L, M>::LENGTHS;
        dot(self, other)
    }

    /// The sum `sum_i x(i) y(i)` of the products of two vectors, tensors of one mode, in any order and association:
    /// [`dot`](crate::algorithm::dot()), which says how it rounds. It does not compile for matrices, whose product is [`Tensor::matmul`].
    ///
    /// # Panics
    /// If [`Tensor::try_dot`] returns an error.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let a = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3):row_major))?;
    /// assert_eq!(a.slice((0, ..)).dot(&a.slice((1, ..))), 1 * 4 + 2 * 5 + 3 * 6);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn dot<B, M: SameRank<L>>(&self, other: &Tensor<B, M>) -> A::Item
    where
        A::Item: Default + Add<Output = A::Item> + Mul<Output = A::Item>,
        B: Accessor<Item = A::Item>,
        L: IsVector,
    {
        _ = SameExtents::<L, M>::LENGTHS;
        plain_of_two(self.layout(), other.layout(), self.try_dot(other))
    }
}
