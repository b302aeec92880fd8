//! `+`, `-`, `*` and `/` by elements, which make an [`Owned`], and `+=`, `-=`, `*=` and `/=` in place. The operands are
//! two tensors, or a tensor and a number on its right.

use alloc::vec::Vec;
use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Sub, SubAssign};

use tilework_algebra::{Error, Operation};

use super::assign::updated;
use super::fill::each;
use super::gather::lie_together;
use super::scalar_operand::Number;
use super::transform::visit;
use crate::layout::AnyLayout;
use crate::layout::rank::SameRank;
use crate::layout::same_extents::{SameExtents, same_extents};
use crate::plain::plain_of_two;
use crate::tensor::accessor::{Accessor, AccessorMut, Reader};
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

/// Applies `f` to the elements of both at each coordinate.
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

/// The right operand of an operator on a tensor of elements `T` with the layout `L`: a tensor with as many modes,
/// borrowed or not, or a number.
#[diagnostic::on_unimplemented(
    message = "beside a tensor of `{T}` stands a tensor of the same elements, or a number of this type, not `{Self}`",
    label = "neither a tensor nor a number of `{T}`"
)]
pub trait Operand<T, L: AnyLayout> {
    /// True if the types show that the extents are the same. If they show that they differ, the build fails.
    const KNOWN: bool = true;
    /// Applies `f` to each element of a tensor and the operand, and returns an [`Owned`].
    fn combined<A, F>(self, left: &Tensor<A, L>, f: F) -> Owned<T, OwnedLayout<L>>
    where
        A: Accessor<Item = T>,
        F: Fn(T, T) -> T + Copy,
        L: HasOwned;
    /// The same, in place.
    fn combined_into<A, F>(self, left: &mut Tensor<A, L>, f: F)
    where
        A: AccessorMut<Item = T>,
        F: Fn(T, T) -> T + Copy;
}
macro_rules! tensors {
    ($([$($borrow:tt)?] $tensor:ty;)*) => {$(
        impl<T: Copy, L: SameRank<M>, B: Accessor<Item = T>, M: AnyLayout> Operand<T, L> for $tensor {
            const KNOWN: bool = SameExtents::<L, M>::OPERANDS;
            #[inline]
            #[track_caller]
            fn combined<A, F>(self, left: &Tensor<A, L>, f: F) -> Owned<T, OwnedLayout<L>>
            where
                A: Accessor<Item = T>,
                F: Fn(T, T) -> T + Copy,
                L: HasOwned,
            {
                let right: &Tensor<B, M> = $($borrow)? self;
                plain_of_two(left.layout(), right.layout(), of_both(left, right, f))
            }
            #[inline]
            #[track_caller]
            fn combined_into<A, F>(self, left: &mut Tensor<A, L>, f: F)
            where
                A: AccessorMut<Item = T>,
                F: Fn(T, T) -> T + Copy,
            {
                let right: &Tensor<B, M> = $($borrow)? self;
                let layouts = (left.layout(), right.layout());
                let done = visit(Operation::Arithmetic, right, left, updated(f));
                plain_of_two(layouts.0, layouts.1, done);
            }
        }
    )*};
}
tensors! {
    [] &Tensor<B, M>;
    [&] Tensor<B, M>;
}
impl<T: Number, L: AnyLayout> Operand<T, L> for T {
    #[inline]
    #[track_caller]
    fn combined<A, F>(self, left: &Tensor<A, L>, f: F) -> Owned<T, OwnedLayout<L>>
    where
        A: Accessor<Item = T>,
        F: Fn(T, T) -> T + Copy,
        L: HasOwned,
    {
        left.map(|x| f(x, self)).to_owned()
    }
    #[inline]
    #[track_caller]
    fn combined_into<A, F>(self, left: &mut Tensor<A, L>, f: F)
    where
        A: AccessorMut<Item = T>,
        F: Fn(T, T) -> T + Copy,
    {
        let all = |run: &mut [T], _: &mut _| run.iter_mut().for_each(|x| *x = f(*x, self));
        each(left, self, all, |x, number| *x = f(*x, number));
    }
}

// One impl for each tensor type, so that the error about the other operand is on that operand.
macro_rules! operator {
    ($($trait:ident $method:ident $(#[$doc:meta])* $left:ty;)*) => {$(
        $(#[$doc])*
        impl<T, A, L, R> $trait<R> for $left
        where
            T: Copy + $trait<Output = T>,
            A: Accessor<Item = T>,
            L: HasOwned,
            R: Operand<T, L>,
        {
            type Output = Owned<T, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn $method(self, other: R) -> Self::Output {
                _ = R::KNOWN;
                let left: &Tensor<A, L> = &self;
                other.combined(left, T::$method)
            }
        }
    )*};
}
macro_rules! operators {
    ($($(#[$doc:meta])* $trait:ident $method:ident, $(#[$assign_doc:meta])* $assign:ident $assign_method:ident;)*) => {$(
        operator! {
            $trait $method $(#[$doc])* &Tensor<A, L>;
            $trait $method /** As of a reference. */ Tensor<A, L>;
        }
        $(#[$assign_doc])*
        impl<T, A, L, R> $assign<R> for Tensor<A, L>
        where
            T: Copy + $trait<Output = T>,
            A: AccessorMut<Item = T>,
            L: AnyLayout,
            R: Operand<T, L>,
        {
            #[inline]
            #[track_caller]
            fn $assign_method(&mut self, other: R) {
                _ = R::KNOWN;
                other.combined_into(self, T::$method);
            }
        }
    )*};
}
operators! {
    /// `R(c) = T(c) + U(c)`, or `T(c) + x` with a number, as an [`Owned`] with the layout that [`Tensor::to_owned`]
    /// gives the left operand. The top-level modes of both tensors have the same extents. Different numbers of modes do
    /// not compile, and different static extents fail to build.
    ///
    /// # Panics
    /// If dynamic extents differ.
    ///
    /// ```
    /// use tilework::{Layout, Owned, Tensor, layout};
    /// let t = Tensor::new([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], layout!((2,3):row_major))?;
    /// let u = Tensor::new([10.0, 20.0, 30.0, 40.0, 50.0, 60.0], layout!((2,3)))?;
    /// let sum: Owned<f64, Layout!((2,3):(3,1))> = &t + &u;
    /// assert_eq!(sum.data(), [11.0, 32.0, 53.0, 24.0, 45.0, 66.0]);
    /// assert_eq!((&t + &t - &t) * &t, t.map(|x| x * x));
    /// // Adds a vector to each of the two rows: its stride is 0 along that mode.
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
    /// `T(c) = T(c) + U(c)` for tensors of the same extents, or `T(c) + x` with a number.
    ///
    /// # Panics
    /// If dynamic extents differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut t = Tensor::new([1, 2, 3, 4], layout!((2,2)))?;
    /// t += &Tensor::new([10, 20, 30, 40], layout!((2,2):row_major))?;
    /// assert_eq!(t.data(), [11, 32, 23, 44]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    AddAssign add_assign;
    /// `R(c) = T(c) - U(c)`, as an [`Owned`], like `&t + &u`.
    ///
    /// # Panics
    /// If dynamic extents differ.
    Sub sub,
    /// `T(c) = T(c) - U(c)`, like `t += &u`.
    ///
    /// # Panics
    /// If dynamic extents differ.
    SubAssign sub_assign;
    /// `R(c) = T(c) U(c)`, element by element, or `T(c) x` with a number of the elements' type, as an [`Owned`], like
    /// `&t + &u`. The matrix product is [`Tensor::matmul`].
    ///
    /// # Panics
    /// If dynamic extents differ.
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    /// let mut t = Tensor::new([1.0_f32, 2.0, 3.0, 4.0], layout!((2,2):row_major))?;
    /// assert_eq!((&t * 2.0).data(), [2.0, 4.0, 6.0, 8.0]);
    /// assert_eq!((2.0_f32 * &t - 1.0).data(), [1.0, 3.0, 5.0, 7.0]);
    /// assert_eq!((1.0_f32 / &t)[(0, 1)], 0.5);
    /// t *= 10.0;
    /// assert_eq!((-&t).data(), [-10.0, -20.0, -30.0, -40.0]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    Mul mul,
    /// `T(c) = T(c) U(c)`, like `t += &u`.
    ///
    /// # Panics
    /// If dynamic extents differ.
    MulAssign mul_assign;
    /// `R(c) = T(c) / U(c)`, element by element, as an [`Owned`], like `&t + &u`.
    ///
    /// # Panics
    /// If dynamic extents differ.
    Div div,
    /// `T(c) = T(c) / U(c)`, like `t += &u`.
    ///
    /// # Panics
    /// If dynamic extents differ.
    DivAssign div_assign;
}
