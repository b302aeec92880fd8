//! Locations where layouts have XOR strides.

use core::ops::Add;

use frunk_core::hlist::{HCons, HNil};
use typenum::{Add1, B0, B1, U0, U1, UInt, UTerm, Z0};

use super::{NotThere, ThereIf};
use crate::f2::Vector;
use crate::layout::Layout;
use crate::layout::modes::Mode;
use crate::layout::same::Compare;
use crate::layout::swizzle::Swizzle;
use crate::leaf::arithmetic::ReachBy;
use crate::leaf::int::Static;
use crate::leaf::xor::Xor;
use crate::operation::coalesce::CoalesceAll;
use crate::operation::composition::Compose;
use crate::verdict::{Bad, Or, Verdict};

/// The coordinates `R`, if `X`, the offsets of the layout `L` there, are those of `T`, both as bits, unless `Self`
/// is a verdict.
pub trait ThereInBits<L, T, R, X> {
    /// A layout.
    type Out;
}
impl<L, T, R, X, XS, XD, TS, TD, V, W, F> ThereInBits<L, T, R, X> for HNil
where
    // Sums that carry are no XOR.
    Still: Compose<X, Result = Layout<XS, XD>> + Compose<T, Result = Layout<TS, TD>>,
    XS: Verdict<Out = V>,
    V: Or<Or<TS> = W>,
    TS: Verdict,
    W: SameUnless<Layout<XS, XD>, Layout<TS, TD>, Out = F>,
    F: ThereIf<L, T, R>,
{
    type Out = F::Out;
}
impl<L, T, R, X, Rule, At, A, B> ThereInBits<L, T, R, X> for Bad<Rule, At, A, B> {
    type Out = Layout<NotThere<L, T>, NotThere<L, T>>;
}
/// The swizzle that moves nothing.
type Still = Swizzle<U0, U0, Z0>;

/// Whether two layouts have one function, as `B1` or `B0`; `B0` if `Self` is a verdict.
pub trait SameUnless<X, T> {
    /// The answer.
    type Out;
}
impl<X, T, CX, CT, F> SameUnless<X, T> for HNil
where
    X: CoalesceAll<Output = CX>,
    T: CoalesceAll<Output = CT>,
    // There is one coalesced layout of a function.
    CX: Compare<CT, Out = F>,
{
    type Out = F;
}
impl<X, T, Rule, At, A, B> SameUnless<X, T> for Bad<Rule, At, A, B> {
    type Out = B0;
}

/// What no coordinate that the modes `Self` have exceeds: the largest one, of XOR strides all bits that there may be.
pub trait Bound {
    /// The leaf.
    type Out;
}
impl Bound for HNil {
    type Out = Static<U0>;
}
impl<N, D, T, R> Bound for HCons<Mode<Static<N>, D>, T>
where
    T: Bound<Out = R>,
    D: BoundOf<N, R>,
{
    type Out = D::Out;
}
/// [`Bound`] of the extent `N` with the stride `Self`, and of modes with the bound `R`.
pub trait BoundOf<N, R> {
    /// The leaf.
    type Out;
}
impl<N, D, R> BoundOf<N, R> for Static<D>
where
    Self: ReachBy<Static<N>, R>,
{
    type Out = <Self as ReachBy<Static<N>, R>>::Out;
}
impl<N, D, R, B> BoundOf<N, Static<R>> for Xor<Static<D>>
where
    N: BitsBelow<D, Out = B>,
    B: Vector,
    R: Vector,
{
    type Out = Static<R::Or<B>>;
}
/// All bits of `D` times the integers below the extent `Self`.
pub trait BitsBelow<D> {
    /// The bits.
    type Out;
}
impl<D> BitsBelow<D> for U1 {
    type Out = UTerm;
}
impl<U, A, D, B> BitsBelow<D> for UInt<UInt<U, A>, B0>
where
    D: Vector,
    UInt<U, A>: BitsBelow<D::Twice, Out = B>,
    B: Vector,
{
    type Out = D::Or<B>;
}
impl<U, A, D, B> BitsBelow<D> for UInt<UInt<U, A>, B1>
where
    D: Vector,
    UInt<U, A>: Add<B1>,
    Add1<UInt<U, A>>: BitsBelow<D::Twice, Out = B>,
    B: Vector,
{
    type Out = D::Or<B>;
}
