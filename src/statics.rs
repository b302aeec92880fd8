//! Layouts that are static throughout: the algebra as functions on types.
//!
//! What composition, complement and divide do with dynamic leaves, with values and with rules that
//! do not hold is written as impls with `where` clauses. To rustc each clause is proved and then
//! computed, at every level of the recursion again, so that a step costs as much as all that
//! follows it. Here a function is an associated type with parameters instead, its cases are the
//! impls of the trait, and what it calls is bound by the trait: nothing is left to be proved, and
//! each step is computed once. That is several times cheaper to compile.
//!
//! The functions are total: where a leaf is dynamic or a rule does not hold, the result is
//! [`Undecided`], and the caller goes on with the general way, which has the same recursion and
//! says what is wrong.

mod cases;
mod flat;
mod leaves;
mod number;

use frunk_core::hlist::HNil;
use typenum::U1;

pub use self::flat::Flat;
pub use self::leaves::{Leaves, Tree};
pub use self::number::Number;
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Static};
use crate::operation::complement::{Ceil, Exact};

/// Left to the general way.
pub struct Undecided;

/// The composition of static layouts.
pub trait StaticCompose<B> {
    /// The result, a layout, or [`Undecided`].
    type Out: Tree;
}
impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> StaticCompose<Layout<BS, BD>> for Layout<AS, AD> {
    type Out =
        BS::Onto<<<AS::Flatten<HNil> as Flat>::Coalesced as Flat>::IfDistributes<Sorted<BS, BD>>>;
}

/// The complement of a static layout in `Self`, rounded by `R`.
pub trait StaticComplement<L, R> {
    /// The complement, or [`Undecided`].
    type Out: Tree;
}
impl<S: Leaves<D>, D, N: Number> StaticComplement<Layout<S, D>, Exact> for Static<N> {
    type Out = <Gaps<S, D, N> as Flat>::IntoLayout;
}
impl<N, L> StaticComplement<L, Ceil> for Static<N> {
    type Out = Undecided;
}
impl<L, R, I> StaticComplement<L, R> for Dyn<I> {
    type Out = Undecided;
}
type Gaps<S, D, N> = <<Sorted<S, D> as Flat>::Gaps<U1, N> as Flat>::CoalescedAll;
type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as Flat>::Sorted;

/// A static layout divided by a static tile, rounded by `R`.
pub trait StaticDivide<T, R> {
    /// The pair of the tile and the rest, or [`Undecided`].
    type Out: Tree;
}
impl<AS, AD, T> StaticDivide<T, Ceil> for Layout<AS, AD> {
    type Out = Undecided;
}
impl<AS, AD, BS, BD> StaticDivide<Layout<BS, BD>, Exact> for Layout<AS, AD>
where
    AS: Leaves<AD>,
    BS: Leaves<BD>,
{
    type Out = Divided<BS, BD, AS::Flatten<HNil>, <AS::Flatten<HNil> as Flat>::Coalesced>;
}
type Divided<BS, BD, A, Merged> =
    <<BS as Leaves<BD>>::Onto<Merged> as Tree>::Before<RestOnto<Sorted<BS, BD>, A, Merged>>;
type RestOnto<B, A, Merged> =
    <<<<A as Flat>::Rest<B> as Flat>::CoalescedAll as Flat>::Onto<Merged> as Tree>::Before<
        Layout<HNil, HNil>,
    >;
