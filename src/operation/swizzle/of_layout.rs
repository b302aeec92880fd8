//! Which swizzle a layout with XOR strides is: what each bit of its coordinates brings beside itself.

use core::marker::PhantomData;
use core::ops::Sub;

use frunk_core::hlist::HNil;
use typenum::{
    Cmp, Equal, Greater, IsGreaterOrEqual, Less, Logarithm2, NInt, NonZero, PInt, U0, U1, U2,
    Unsigned, Z0,
};

use super::IsSwizzle;
use crate::f2::{Choice, Column, Columns, Invertible, Matrix, Vector};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::PowerOfTwo;
use crate::leaf::int::{Known, Static};
use crate::verdict::{Bad, First, HasResult, Of, Verdict, operation, rule};

/// What each bit of the coordinates of a layout brings beside itself.
pub trait Brought {
    /// [`Nothing`], [`Moved`] or [`Otherwise`].
    type Out;
}
impl<S, D, M> Brought for Layout<S, D>
where
    Self: AnyLayout<Modes = M>,
    M: Matrix<Invertible<Self>>,
    M::Columns<U1, First>: Field,
{
    type Out = <M::Columns<U1, First> as Field>::Begin;
}
/// No bit moves.
pub struct Nothing;
/// The bits from `From` on are brought to those from `To` on, as many as `Bits` says.
pub struct Moved<Bits, From, To>(PhantomData<(Bits, From, To)>);
/// No swizzle.
pub struct Otherwise;

/// Columns as those of a swizzle.
pub trait Field {
    /// So far no bit moves.
    type Begin;
    /// `Bits` bits have, from `From` to `To`; the next is `Next`.
    type Middle<Bits: Vector, From, To, Next: Vector>;
    /// None may move any more.
    type End<R>;
}
impl Field for HNil {
    type Begin = Nothing;
    type Middle<Bits: Vector, From, To, Next: Vector> = Moved<Bits, From, To>;
    type End<R> = R;
}
impl<V: Vector, P: Vector, C: Columns + Field> Field for Column<V, P, C> {
    type Begin = <<V::Xor<P> as Vector>::IsZero as Choice>::If<
        C::Begin,
        C::Middle<U2, P, V::Xor<P>, <V::Xor<P> as Vector>::Twice>,
    >;
    type Middle<Bits: Vector, From, To, Next: Vector> =
        <<V::Xor<P> as Vector>::IsZero as Choice>::If<
            C::End<Moved<Bits, From, To>>,
            <<<V::Xor<P> as Vector>::Xor<Next> as Vector>::IsZero as Choice>::If<
                C::Middle<Bits::Twice, From, To, Next::Twice>,
                Otherwise,
            >,
        >;
    type End<R> = <<V::Xor<P> as Vector>::IsZero as Choice>::If<C::End<R>, Otherwise>;
}
impl<R, At, X, Y> Field for Bad<R, At, X, Y> {
    type Begin = Otherwise;
    type Middle<Bits: Vector, From, To, Next: Vector> = Otherwise;
    type End<S> = Otherwise;
}

/// The swizzle that moves the bits `Self`, or `L` where there is none.
pub trait SwizzleOr<L> {
    /// A swizzle, or `L`.
    type Out;
}
impl<L> SwizzleOr<L> for Nothing {
    type Out = Swizzle<U0, U0, Z0>;
}
impl<L> SwizzleOr<L> for Otherwise {
    type Out = L;
}
impl<L, B, F, T, C, X, Y, P, O> SwizzleOr<L> for Moved<B, F, T>
where
    Static<T>: PowerOfTwo<Out = P>,
    B: Logarithm2<Output = C>,
    F: Logarithm2<Output = X>,
    T: Logarithm2<Output = Y>,
    X: Cmp<Y, Output = O>,
    O: Shifted<P, C, X, Y, L>,
{
    type Out = O::Out;
}
/// The swizzle of `B` bits from `X` to `Y`, if these are single bits (`P`), or `L`. `Self` says how `X`
/// compares with `Y`.
pub trait Shifted<P, B, X, Y, L> {
    /// A swizzle, or `L`.
    type Out;
}
impl<P, B, X, Y, L> Shifted<P, B, X, Y, L> for Equal {
    type Out = L;
}
impl<P, B, X: Sub<Y, Output = D>, Y, L, D, G> Shifted<P, B, X, Y, L> for Greater
where
    D: Unsigned + NonZero + IsGreaterOrEqual<B, Output = G>,
    P: Choice,
    G: Choice,
{
    type Out = <P::And<G> as Choice>::If<Swizzle<B, Y, PInt<D>>, L>;
}
impl<P, B, X, Y: Sub<X, Output = D>, L, D, G> Shifted<P, B, X, Y, L> for Less
where
    D: Unsigned + NonZero + IsGreaterOrEqual<B, Output = G>,
    P: Choice,
    G: Choice,
{
    type Out = <P::And<G> as Choice>::If<Swizzle<B, X, NInt<D>>, L>;
}

/// [`IsSwizzle`] before the verdict.
pub trait FindSwizzle {
    /// The swizzle, or a verdict.
    type Result;
}
impl<S, D, F> FindSwizzle for Layout<S, D>
where
    Self: Brought<Out = F>,
    F: SwizzleOr<Layout<NoSwizzle<Self>, NoSwizzle<Self>>>,
{
    type Result = F::Out;
}
impl<L: FindSwizzle<Result = R>, R> IsSwizzle for L
where
    R: Known + Verdict<Out: HasResult<operation::to_swizzle_of>>,
{
    type Output = R;
}
type NoSwizzle<L> = Bad<rule::Swizzle, Of<L>, HNil, HNil>;
