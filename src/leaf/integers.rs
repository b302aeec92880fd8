//! The integers of run time among the leaves of an operation: they have to be of one type.

use crate::layout::{Layout, Shape};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::sorts::{Outcome, Undecided};

/// The integer type of dynamic leaves: [`NoInteger`], `u32`, `usize` or [`Mixed`].
#[diagnostic::on_unimplemented(
    message = "leaves of run time and offsets are `usize` or `u32`, not `{Self}`"
)]
pub trait Integers {
    /// `T`; no result where the leaves are of several integer types, or something else is to go the general way.
    type Allow<T: Outcome>: Outcome;
    /// The same.
    fn allow<T: Outcome>(result: T) -> Self::Allow<T>;
    /// That of these leaves and of others.
    type With<T: Integers>: Integers;
    /// That of these leaves and of others of `u32`.
    type WithU32: Integers;
    /// That of these leaves and of others of `usize`.
    type WithUsize: Integers;
}
/// There are none.
pub struct NoInteger;
/// There are leaves of `u32` and of `usize`.
pub struct Mixed;
/// There are strides that are no integers, or something else that goes the general way.
pub struct Otherwise;
macro_rules! integers {
    ($($integers:ty: $allow:ty = $result:ident => $allowed:expr, $with:ty, $u32:ty, $usize:ty;)*) => {$(
        impl Integers for $integers {
            type Allow<T: Outcome> = $allow;
            #[inline(always)]
            fn allow<T: Outcome>($result: T) -> Self::Allow<T> {
                $allowed
            }
            type With<T: Integers> = $with;
            type WithU32 = $u32;
            type WithUsize = $usize;
        }
    )*};
}
integers! {
    NoInteger: T = result => result, T, u32, usize;
    u32: T = result => result, T::WithU32, u32, Mixed;
    usize: T = result => result, T::WithUsize, Mixed, usize;
    Mixed: Undecided = _result => Undecided, Mixed, Mixed, Mixed;
    Otherwise: Undecided = _result => Undecided, Otherwise, Otherwise, Otherwise;
}

/// An operand of an operation.
pub trait Operand {
    /// The integers among its leaves.
    type Integers: Integers;
}
impl Operand for () {
    type Integers = NoInteger;
}
impl<N> Operand for Static<N> {
    type Integers = NoInteger;
}
impl<I> Operand for Dyn<I>
where
    Self: Leaf,
{
    type Integers = <Self as Shape>::Integers;
}
impl<S: Shape, D: Shape> Operand for Layout<S, D> {
    type Integers = <S::Integers as Integers>::With<D::Integers>;
}
