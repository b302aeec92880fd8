//! `+`, `-`, `*` and `/` of a number and a tensor on its right, which make an [`Owned`](crate::Owned), and `-&t`.

use core::ops::{Add, Div, Mul, Neg, Sub};

use crate::tensor::accessor::Accessor;
use crate::tensor::{HasOwned, Owned, OwnedLayout, Tensor};

/// The number types of Rust that may be an operand next to a tensor. Sealed.
pub trait Number: Copy + sealed::Sealed {}
mod sealed {
    pub trait Sealed {}
}

macro_rules! numbers {
    ($($t:ty)*) => {$(
        impl sealed::Sealed for $t {}
        impl Number for $t {}
        from_left! { $t; Add add; Sub sub; Mul mul; Div div; }
    )*};
}
/// The number on the left, for each type: Rust does not allow a type parameter there.
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
    /// `R(c) = -T(c)`, as an owned tensor with the layout that [`Tensor::to_owned`] gives.
    &Tensor<A, L>;
    /// The same for a tensor by value.
    Tensor<A, L>;
}
