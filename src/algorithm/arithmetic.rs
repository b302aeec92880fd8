//! `+`, `-`, `*` and `/` by elements, into a tensor in memory of its own; `+=`, `-=`, `*=` and `/=` in place.

use alloc::vec::Vec;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

use tilework_algebra::{Error, Operation};

use super::assign::updated;
use super::gather::lie_together;
use super::transform::visit;
use crate::layout::AnyLayout;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::plain::plain_of_two;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader};
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

/// `f` of the elements of both at each coordinate.
#[inline]
fn of_both<T: Copy, A, L, B, M>(
    left: &Tensor<A, L>,
    right: &Tensor<B, M>,
    f: impl Fn(T, T) -> T,
) -> Result<Owned<T, OwnedLayout<L>>, Error>
where
    A: Accessor<Item = T>,
    B: Accessor<Item = T>,
    L: HasOwned,
    M: AnyLayout,
{
    same_extents(Operation::Arithmetic, left.layout(), right.layout())?;
    if lie_together(left.layout(), right.layout(), L::OWNED_BY_ROWS) {
        let (x, y) = (left.reader(), right.reader());
        let elements: Vec<T> = (0..left.size()).map(|i| f(x.value(i), y.value(i))).collect();
        // Sound: the layout is compact, and there is an element for each of its coordinates.
        return Ok(Tensor::sound(elements, left.layout().try_owned()?));
    }
    let mut result = left.to_owned();
    visit(Operation::Arithmetic, right, &mut result, updated(f))?;
    Ok(result)
}

/// An operator of two tensors, each of them borrowed or not.
macro_rules! operator {
    ($($trait:ident $method:ident $(#[$doc:meta])* $left:ty, $right:ty;)*) => {$(
        $(#[$doc])*
        impl<T, A, L, B, M> $trait<$right> for $left
        where
            T: Copy + $trait<Output = T>,
            A: Accessor<Item = T>,
            B: Accessor<Item = T>,
            L: HasOwned,
            M: AnyLayout,
        {
            type Output = Owned<T, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn $method(self, other: $right) -> Self::Output {
                _ = SameExtents::<L, M>::REPEATED;
                let (left, right): (&Tensor<A, L>, &Tensor<B, M>) = (&self, &other);
                plain_of_two(left.layout(), right.layout(), of_both(left, right, T::$method))
            }
        }
    )*};
}
macro_rules! operators {
    ($($(#[$doc:meta])* $trait:ident $method:ident, $(#[$assign_doc:meta])* $assign:ident $assign_method:ident;)*) => {$(
        operator! {
            $trait $method $(#[$doc])* &Tensor<A, L>, &Tensor<B, M>;
            $trait $method /** As of references. */ &Tensor<A, L>, Tensor<B, M>;
            $trait $method /** As of references. */ Tensor<A, L>, &Tensor<B, M>;
            $trait $method /** As of references. */ Tensor<A, L>, Tensor<B, M>;
        }
        $(#[$assign_doc])*
        impl<T, A, L, B, M> $assign<&Tensor<B, M>> for Tensor<A, L>
        where
            T: Copy + $trait<Output = T>,
            A: AccessorMut<Item = T>,
            B: Accessor<Item = T>,
            L: AnyLayout,
            M: AnyLayout,
        {
            #[inline]
            #[track_caller]
            fn $assign_method(&mut self, other: &Tensor<B, M>) {
                _ = SameExtents::<L, M>::REPEATED;
                let layouts = (self.layout(), other.layout());
                let set = updated(T::$method);
                plain_of_two(layouts.0, layouts.1, visit(Operation::Arithmetic, other, self, set));
            }
        }
    )*};
}
operators! {
    /// `R(c) = T(c) + U(c)`, in memory of its own: of the layout that [`Tensor::to_owned`] gives the left one. Both have the
    /// same extents, mode by mode at the top; of static extents that differ it does not build.
    ///
    /// # Panics
    /// If extents of run time differ.
    ///
    /// ```
    /// use tilework::{Layout, Owned, Tensor, layout};
    /// let t = Tensor::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?;
    /// let u = Tensor::new([10.0, 20.0, 30.0, 40.0, 50.0, 60.0], layout!((2,3)))?;
    /// let sum: Owned<f64, Layout!((2,3):(3,1))> = &t + &u;
    /// assert_eq!(sum.data(), [11.0, 32.0, 53.0, 24.0, 45.0, 66.0]);
    /// assert_eq!((&t + &t - &t) * &t, t.map(|x| x * x));
    /// // A vector in each of the two rows: its stride is 0 there.
    /// let v = Tensor::new([100.0, 200.0, 300.0], layout!(3:1))?;
    /// assert_eq!((&t + v.compose(layout!((2,3):(0,1))))[(1, 2)], 306.0);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    ///
    /// ```compile_fail
    /// use tilework::{Tensor, layout};
    /// let t = Tensor::new([1, 2, 3, 4, 5, 6], layout!((2,3)))?;
    /// let sum = &t + t.transposed();
    /// # Ok::<(), tilework::Error>(())
    /// ```
    Add add,
    /// `T(c) = T(c) + U(c)`, of tensors of the same extents.
    ///
    /// # Panics
    /// If extents of run time differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut t = Tensor::new([1, 2, 3, 4], layout!((2,2)))?;
    /// t += &Tensor::new([10, 20, 30, 40], layout!((2,2):row_major))?;
    /// assert_eq!(t.data(), [11, 32, 23, 44]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    AddAssign add_assign;
    /// `R(c) = T(c) - U(c)`, in memory of its own, as `&t + &u`.
    ///
    /// # Panics
    /// If extents of run time differ.
    Sub sub,
    /// `T(c) = T(c) - U(c)`, as `t += &u`.
    ///
    /// # Panics
    /// If extents of run time differ.
    SubAssign sub_assign;
    /// `R(c) = T(c) U(c)`, element by element, in memory of its own, as `&t + &u`. The product of matrices is
    /// [`Tensor::matmul`].
    ///
    /// # Panics
    /// If extents of run time differ.
    Mul mul,
    /// `T(c) = T(c) U(c)`, as `t += &u`.
    ///
    /// # Panics
    /// If extents of run time differ.
    MulAssign mul_assign;
    /// `R(c) = T(c) / U(c)`, element by element, in memory of its own, as `&t + &u`.
    ///
    /// # Panics
    /// If extents of run time differ.
    Div div,
    /// `T(c) = T(c) / U(c)`, as `t += &u`.
    ///
    /// # Panics
    /// If extents of run time differ.
    DivAssign div_assign;
}
