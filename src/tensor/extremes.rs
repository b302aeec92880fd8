//! The largest and the least elements along a mode.

use super::Tensor;
use super::along::Along;
use crate::layout::AnyLayout;
use crate::layout::modes::Modes;
use crate::tensor::accessor::{Accessor, Folded};

/// Numbers with a least and a greatest one: the bound of [`Along::max`] and [`Along::min`]. For floats these are the
/// infinities.
#[diagnostic::on_unimplemented(
    message = "max, min: `{Self}` has no least and no greatest value; `t.along::<0>().fold(init, f)` folds elements of any type",
    label = "is no number with extremes"
)]
pub trait Extremes: Copy + PartialOrd {
    /// The least value, the largest element of none.
    const LEAST: Self;
    /// The greatest value, the least element of none.
    const GREATEST: Self;
}
macro_rules! extremes {
    ($($t:ty: $least:expr, $greatest:expr;)*) => {$(
        impl Extremes for $t {
            const LEAST: Self = $least;
            const GREATEST: Self = $greatest;
        }
    )*};
}
extremes! {
    f32: f32::NEG_INFINITY, f32::INFINITY;
    f64: f64::NEG_INFINITY, f64::INFINITY;
    i8: i8::MIN, i8::MAX;
    i16: i16::MIN, i16::MAX;
    i32: i32::MIN, i32::MAX;
    i64: i64::MIN, i64::MAX;
    i128: i128::MIN, i128::MAX;
    isize: isize::MIN, isize::MAX;
    u8: u8::MIN, u8::MAX;
    u16: u16::MIN, u16::MAX;
    u32: u32::MIN, u32::MAX;
    u64: u64::MIN, u64::MAX;
    u128: u128::MIN, u128::MAX;
    usize: usize::MIN, usize::MAX;
}
/// The larger one of two elements. An element that is not a number is not equal to itself. No element is better, so it
/// stays.
#[expect(clippy::eq_op, reason = "as said above")]
#[inline(always)]
pub(crate) fn larger<T: PartialOrd>(best: T, x: T) -> T {
    if x > best || x != x { x } else { best }
}
/// The lesser one of two elements, as [`larger`].
#[expect(clippy::eq_op, reason = "as said above")]
#[inline(always)]
pub(crate) fn lesser<T: PartialOrd>(best: T, x: T) -> T {
    if x < best || x != x { x } else { best }
}

impl<A: Accessor<Item: Extremes>, M: Modes, L: AnyLayout> Along<A, M, L> {
    /// The largest elements along this mode, as [`Along::fold`]: `R(d) = max(T(0, d), .., T(s - 1, d))`. Along a mode of
    /// extent 0 each is the least value. If an element is not a number, neither is the result, as in NumPy.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1.0, 5.0, 3.0, 4.0, 2.0, f32::NAN], layout!((2,3):row_major))?;
    /// let largest = matrix.along::<0>().max().to_owned();
    /// assert_eq!(largest.data()[..2], [4.0, 5.0]);
    /// assert!(largest[2].is_nan());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn max(
        self,
    ) -> Tensor<Folded<A, M, A::Item, impl Fn(A::Item, A::Item) -> A::Item + Copy>, L> {
        self.fold(A::Item::LEAST, larger)
    }

    /// The least elements along this mode, as [`Along::max`]: `R(d) = min(T(0, d), .., T(s - 1, d))`. Along a mode of
    /// extent 0 each is the greatest value.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let matrix = Tensor::new([1, 5, 3, 4, 2, 6], layout!((2,3):row_major))?;
    /// assert!(matrix.along::<1>().min().iter().eq([1, 2]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[inline(always)]
    pub fn min(
        self,
    ) -> Tensor<Folded<A, M, A::Item, impl Fn(A::Item, A::Item) -> A::Item + Copy>, L> {
        self.fold(A::Item::GREATEST, lesser)
    }
}
