//! `+`, `-`, `*` and `/` of a tensor and a number, into a tensor in memory of its own; `+=`, `-=`, `*=` and `/=` in place; `-&t`.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

use super::fill::each;
use crate::layout::AnyLayout;
use crate::tensor::accessor::{Accessor, AccessorMut};
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

/// The numbers of Rust: what stands beside a tensor of such. Sealed.
pub trait Number: Copy + sealed::Sealed {}
mod sealed {
    pub trait Sealed {}
}

/// An operator of a tensor, borrowed or not, and a number.
macro_rules! operator {
    ($trait:ident $method:ident; $($(#[$doc:meta])* $tensor:ty;)*) => {$(
        $(#[$doc])*
        impl<T, A, L> $trait<T> for $tensor
        where
            T: Number + $trait<Output = T>,
            A: Accessor<Item = T>,
            L: HasOwned,
        {
            type Output = Owned<T, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn $method(self, number: T) -> Self::Output {
                self.map(|x| x.$method(number)).to_owned()
            }
        }
    )*};
}
macro_rules! operators {
    ($($(#[$doc:meta])* $trait:ident $method:ident, $(#[$assign_doc:meta])* $assign:ident $assign_method:ident;)*) => {$(
        operator! { $trait $method;
            $(#[$doc])* &Tensor<A, L>;
            /// As of a reference.
            Tensor<A, L>;
        }
        $(#[$assign_doc])*
        impl<T: Number + $assign, A: AccessorMut<Item = T>, L: AnyLayout> $assign<T> for Tensor<A, L> {
            #[inline]
            #[track_caller]
            fn $assign_method(&mut self, number: T) {
                let all = |run: &mut [T]| run.iter_mut().for_each(|x| x.$assign_method(number));
                each(self, number, all, |x, number| x.$assign_method(number));
            }
        }
    )*};
}
operators! {
    /// `R(c) = T(c) + x`, in memory of its own, of the layout that [`Tensor::to_owned`] gives.
    Add add,
    /// `T(c) = T(c) + x`.
    AddAssign add_assign;
    /// `R(c) = T(c) - x`, in memory of its own, of the layout that [`Tensor::to_owned`] gives.
    Sub sub,
    /// `T(c) = T(c) - x`.
    SubAssign sub_assign;
    /// `R(c) = T(c) x`, in memory of its own, of the layout that [`Tensor::to_owned`] gives. The number is of the type of
    /// the elements.
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
    /// `T(c) = T(c) x`.
    MulAssign mul_assign;
    /// `R(c) = T(c) / x`, in memory of its own, of the layout that [`Tensor::to_owned`] gives.
    Div div,
    /// `T(c) = T(c) / x`.
    DivAssign div_assign;
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl sealed::Sealed for $t {}
        impl Number for $t {}
        from_left! { $t; Add add; Sub sub; Mul mul; Div div; }
    )*};
}
/// The number on the left: of each type, as Rust allows it of no type parameter.
macro_rules! from_left {
    ($t:ty; $($trait:ident $method:ident;)*) => {$(
        impl<A: Accessor<Item = $t>, L: HasOwned> $trait<&Tensor<A, L>> for $t {
            type Output = Owned<$t, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn $method(self, tensor: &Tensor<A, L>) -> Self::Output {
                tensor.map(|x| self.$method(x)).to_owned()
            }
        }
        impl<A: Accessor<Item = $t>, L: HasOwned> $trait<Tensor<A, L>> for $t {
            type Output = Owned<$t, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn $method(self, tensor: Tensor<A, L>) -> Self::Output {
                self.$method(&tensor)
            }
        }
    )*};
}
numbers!(f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! negative {
    ($($(#[$doc:meta])* $tensor:ty;)*) => {$(
        $(#[$doc])*
        impl<T: Number + Neg<Output = T>, A: Accessor<Item = T>, L: HasOwned> Neg for $tensor {
            type Output = Owned<T, OwnedLayout<L>>;
            #[inline]
            #[track_caller]
            fn neg(self) -> Self::Output {
                self.map(T::neg).to_owned()
            }
        }
    )*};
}
negative! {
    /// `R(c) = -T(c)`, in memory of its own, of the layout that [`Tensor::to_owned`] gives.
    &Tensor<A, L>;
    /// As of a reference.
    Tensor<A, L>;
}
