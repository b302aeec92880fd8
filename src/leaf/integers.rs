//! The dynamic integers among the leaves of an operation: they must be of one type.

use core::marker::PhantomData;

use tilework_algebra::Error;

use crate::layout::{Layout, Parts};
use crate::leaf::int::Known;
use crate::operation::kind::{GivenVerdict, Outcome, Position, TwoIntegers};

/// The integer type of dynamic leaves: [`NoInteger`], `u32`, `usize` or [`Mixed`].
#[diagnostic::on_unimplemented(
    message = "dynamic leaves and offsets are `usize` or `u32`, not `{Self}`: `leaf(n)` of an `i32` is a `usize`"
)]
pub trait Integers {
    /// `T`; no result if the leaves are of several integer types, or one of them is no integer.
    type Allow<T: Outcome>: Outcome;
    /// The result, if these leaves allow it.
    fn allow<T: Outcome>(result: T) -> Self::Allow<T>;
    /// `T` as a layout, or the verdict on it or on these leaves. The operands are `A` and `B`, and the first leaf is at
    /// `J`.
    type Judged<T: Outcome, A, B, J: Position>: Parts;
    /// The value of the layout or of the verdict.
    fn judged<T: Outcome, A, B, J: Position>(
        compute: impl FnOnce() -> Result<T, Error>,
    ) -> Result<Self::Judged<T, A, B, J>, Error>;
    /// The integer type of these leaves together with others.
    type With<T: Integers>: Integers;
    /// The integer type of these leaves together with others of `u32`.
    type WithU32: Integers;
    /// The integer type of these leaves together with others of `usize`.
    type WithUsize: Integers;
}
/// Dynamic leaves of one integer type, or none.
#[diagnostic::on_unimplemented(
    message = "one integer type: the dynamic leaves must be all `usize` or all `u32`",
    label = "has no result"
)]
pub trait OneType<F> {
    /// `T`, a result of `F`.
    type Of<T: Parts>: Parts;
    /// `result`.
    fn of<T: Parts>(result: T) -> Self::Of<T>;
}
macro_rules! one_type {
    ($([$($g:tt)*] $integers:ty, $f:path;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: $f, $($g)*> OneType<F> for $integers {
            type Of<T: Parts> = T;
            #[inline(always)]
            fn of<T: Parts>(result: T) -> T {
                result
            }
        }
    )*};
}
one_type! {
    [] NoInteger, Sized;
    [] u32, Sized;
    [] usize, Sized;
    [V] NotIntegers<V>, Sized;
    // The bound of this impl fails, so rustc prints the message of that trait instead of a message that there is no
    // coalesced layout.
    [] Mixed, OfTwoTypes;
}
/// The condition for operations on dynamic leaves of two types; nothing implements it.
pub trait OfTwoTypes {}
/// There are no dynamic leaves.
pub struct NoInteger;
/// There are leaves of `u32` and of `usize`.
pub struct Mixed;
/// There are strides, or other operands, that are no integers; the verdict `V` names them.
pub struct NotIntegers<V>(PhantomData<V>);
macro_rules! integers {
    ($([$($g:tt)*] $integers:ty: $allow:ty = $result:ident => $allowed:expr,
        $judged:ty = $compute:ident => $or:expr, $with:ty, $u32:ty, $usize:ty;)*) => {$(
        impl<$($g)*> Integers for $integers {
            type Allow<T: Outcome> = $allow;
            #[inline(always)]
            fn allow<T: Outcome>($result: T) -> Self::Allow<T> {
                $allowed
            }
            type Judged<T: Outcome, A, B, J: Position> = $judged;
            #[inline(always)]
            fn judged<T: Outcome, A, B, J: Position>(
                $compute: impl FnOnce() -> Result<T, Error>,
            ) -> Result<Self::Judged<T, A, B, J>, Error> {
                $or
            }
            type With<T: Integers> = $with;
            type WithU32 = $u32;
            type WithUsize = $usize;
        }
    )*};
}
integers! {
    [] NoInteger: T = result => result, T::Or<A, B, J> = _compute => known::<T, A, B, J>(),
        T, u32, usize;
    [] u32: T = result => result, T::Or<A, B, J> = compute => or::<T, A, B, J>(compute()),
        T::WithU32, u32, Mixed;
    [] usize: T = result => result, T::Or<A, B, J> = compute => or::<T, A, B, J>(compute()),
        T::WithUsize, Mixed, usize;
    [] Mixed: GivenVerdict<TwoIntegers> = _result => GivenVerdict::new(), Layout<TwoIntegers, TwoIntegers> = _compute => Ok(Layout::sound(Known::VALUE, Known::VALUE)),
        Mixed, Mixed, Mixed;
    [V: Known] NotIntegers<V>: GivenVerdict<V> = _result => GivenVerdict::new(), Layout<V, V> = _compute => Ok(Layout::sound(V::VALUE, V::VALUE)),
        Self, Self, Self;
}
/// The result of operands with dynamic leaves.
#[inline(always)]
fn or<T: Outcome, A, B, J: Position>(result: Result<T, Error>) -> Result<T::Or<A, B, J>, Error> {
    match result {
        Ok(result) => Ok(result.or::<A, B, J>()),
        Err(error) => Err(error),
    }
}
/// The result of static operands.
#[inline(always)]
fn known<T: Outcome, A, B, J: Position>() -> Result<T::Or<A, B, J>, Error> {
    match const { T::KNOWN } {
        Some(known) => Ok(known.or::<A, B, J>()),
        None => unreachable!("what is static is known"),
    }
}
