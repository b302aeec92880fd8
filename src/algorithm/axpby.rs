//! The scaled sum of two tensors.

use core::ops::{Add, Mul};

use tilework_algebra::{Error, Operation};

use super::transform::visit;
use crate::layout::AnyLayout;
use crate::layout::same_extents::SameExtents;
use crate::tensor::Tensor;
use crate::tensor::accessor::{Accessor, AccessorMut};

/// `y(c) = alpha x(c) + beta y(c)` for all coordinates `c`. The rules for extents are those of
/// [`copy`](crate::algorithm::copy()).
///
/// # Errors
/// [`Rule::EqualExtents`](crate::Rule) at the first mode with another extent.
///
/// ```
/// use tilework::{Tensor, layout, algorithm::axpby};
/// let x = Tensor::new(&[1.0, 2.0, 3.0, 4.0][..], layout!((2,2):row_major))?;
/// let mut data = [10.0; 4];
/// axpby(2.0, &x, 0.5, &mut Tensor::new(&mut data[..], layout!((2,2)))?)?;
/// assert_eq!(data, [7.0, 11.0, 9.0, 13.0]);
/// # Ok::<(), tilework::Error>(())
/// ```
#[inline]
pub fn axpby<T, A, L, B, M>(
    alpha: T,
    x: &Tensor<A, L>,
    beta: T,
    y: &mut Tensor<B, M>,
) -> Result<(), Error>
where
    T: Copy + Add<Output = T> + Mul<Output = T>,
    A: Accessor<Item = T>,
    B: AccessorMut<Item = T>,
    L: AnyLayout,
    M: AnyLayout,
{
    _ = SameExtents::<L, M>::KNOWN;
    visit(Operation::Axpby, x, y, scaled(alpha, beta))
}

/// It depends on the type of the elements alone, as [`assign`](super::assign) does.
#[inline(always)]
fn scaled<T: Copy + Add<Output = T> + Mul<Output = T>>(alpha: T, beta: T) -> impl FnMut(&mut T, T) {
    move |y, x| *y = alpha * x + beta * *y
}
