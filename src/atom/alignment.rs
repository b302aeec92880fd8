//! Alignment of copies: how many values of a thread follow one another in memory.

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, Greater, Less, Min, Or, U1, UInt, UTerm};

use crate::layout::modes::Mode;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::{Unknown, Versus};
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::operation::coalesce::{CoalesceModes, DropLastOne};
use crate::verdict::{Bad, Of, rule};

/// Whether the values of an atom in `P`, a part of the data `L`, are `N` consecutive elements, unless
/// `Self` is a verdict.
pub trait TogetherUnless<P, L, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<T, V, X, R, TD, VD, XD, RD, L, N, M, Merged, Kept, K, F>
    TogetherUnless<Layout<HList![T, HList![V, X], R], HList![TD, HList![VD, XD], RD]>, L, N>
    for HNil
where
    Layout<V, VD>: AnyLayout<Modes = M>,
    M: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: Run<Layout<HList![T, X, R], HList![TD, XD, RD]>, N, Out = K>,
    K: Versus<N, Out = F>,
    F: Together<L, K, N>,
{
    type Out = F::Out;
}
impl<P, L, N, R, At, X, Y> TogetherUnless<P, L, N> for Bad<R, At, X, Y> {
    type Out = Self;
}
/// Whether `K` elements together are the `N` that there must be. `Self` is how these compare.
pub trait Together<L, K, N> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<L, K, N> Together<L, K, N> for Equal {
    type Out = HNil;
}
impl<L, K, N> Together<L, K, N> for Less {
    type Out = Bad<rule::Alignment, Of<L>, K, N>;
}
impl<L, K, N> Together<L, K, N> for Greater {
    type Out = HNil;
}

/// How many values follow one another, of the coalesced modes `Self`, whatever the modes of the layout
/// `O` add to them. `N` is how many must.
pub trait Run<O, N> {
    /// A leaf.
    type Out;
}
impl<O, N> Run<O, N> for HNil {
    type Out = Static<U1>;
}
impl<S, D: RunOf<S, O, N, Out = K>, T, O, N, K> Run<O, N> for HCons<Mode<Static<S>, D>, T> {
    type Out = K;
}
impl<I, D, T, O, N> Run<O, N> for HCons<Mode<Dyn<I>, D>, T> {
    type Out = Static<U1>;
}
/// [`Run`] of the first mode, `S` values with the stride `Self`.
pub trait RunOf<S, O, N> {
    /// A leaf.
    type Out;
}
impl<M, S, O, N, F, K> RunOf<S, O, N> for Static<M>
where
    Self: Versus<Static<U1>, Out = F>,
    F: IfOne<S, Out = K>,
{
    type Out = Static<K>;
}
impl<I, S, O, N> RunOf<S, O, N> for Dyn<I> {
    type Out = Static<U1>;
}
// Coordinates are no places in memory.
impl<M, P, S, O, N> RunOf<S, O, N> for Basis<M, P> {
    type Out = N;
}
// What is added must not move the bits of the values.
impl<M, S, O, N, F, K, OM, B, L> RunOf<S, O, N> for Xor<Static<M>>
where
    Static<M>: Versus<Static<U1>, Out = F>,
    F: IfOne<S, Out = K>,
    O: AnyLayout<Modes = OM>,
    OM: Bits<Out = B>,
    B: Limit<K, Out = L>,
{
    type Out = Static<L>;
}
impl<I, S, O, N> RunOf<S, O, N> for Xor<Dyn<I>> {
    type Out = Static<U1>;
}
/// `S`, where a stride compares with 1 as `Self`, else 1.
pub trait IfOne<S> {
    /// An integer.
    type Out;
}
impl<S> IfOne<S> for Equal {
    type Out = S;
}
macro_rules! other_strides {
    ($($answer:ident)*) => {$(
        impl<S> IfOne<S> for $answer {
            type Out = U1;
        }
    )*};
}
other_strides!(Less Greater Unknown);

/// The bits of all strides of the modes `Self`; all of what only run time knows.
pub trait Bits {
    /// An integer.
    type Out;
}
impl Bits for HNil {
    type Out = UTerm;
}
impl<S, D: BitsWith<B, Out = A>, T: Bits<Out = B>, B, A> Bits for HCons<Mode<S, D>, T> {
    type Out = A;
}
/// The bits of the stride `Self`, and `B`.
pub trait BitsWith<B> {
    /// An integer.
    type Out;
}
// 0 is 0 in any codomain.
impl<M, B> BitsWith<B> for Static<M> {
    type Out = B;
}
impl<M: core::ops::BitOr<B>, B> BitsWith<B> for Xor<Static<M>> {
    type Out = Or<M, B>;
}
impl<I, B> BitsWith<B> for Xor<Dyn<I>> {
    type Out = U1;
}
/// The lesser of `K` and the lowest bit of `Self`, `K` if it has none.
pub trait Limit<K> {
    /// An integer.
    type Out;
}
impl<K> Limit<K> for UTerm {
    type Out = K;
}
impl<U, B, K, L> Limit<K> for UInt<U, B>
where
    Self: LowestBit<Out = L>,
    K: Min<L>,
{
    type Out = K::Output;
}
/// The lowest bit.
pub trait LowestBit {
    /// A power of 2.
    type Out;
}
impl<U> LowestBit for UInt<U, B1> {
    type Out = U1;
}
impl<U: LowestBit<Out = L>, L> LowestBit for UInt<U, B0> {
    type Out = UInt<L, B0>;
}
