//! Layouts that are static throughout: the algebra as functions on types.
//!
//! What the operations do with dynamic leaves, with values and with rules that do not hold is
//! written as impls with `where` clauses. To rustc each clause is proved and then computed, at
//! every level of the recursion again, so that a step costs as much as all that follows it. Here
//! a function is an associated type with parameters instead, its cases are the impls of the trait,
//! and what it calls is bound by the trait: nothing is left to be proved, and each step is computed
//! once. That is several times cheaper to compile.
//!
//! The functions are total: where a rule does not hold, the result is [`Undecided`], of which
//! [`Way`] makes a verdict. The general way, which is the same function and mostly has the same
//! recursion, says what is wrong, and does what has dynamic leaves.

mod cases;
mod flat;
mod floor;
mod inverse;
mod leaves;
mod number;
mod padded;
mod product;
mod range;
mod segregation;
mod way;

use frunk_core::hlist::HNil;
use tilework_algebra::Error;
use typenum::U1;

pub use self::flat::{Flat, Last, Then};
pub use self::floor::{Division, Floor};
use self::inverse::Inverse;
pub use self::leaves::{Leaves, Tree};
pub use self::number::Number;
use self::padded::{Padded, Unbounded, UpTo};
pub use self::range::InRange;
pub use self::way::{Computes, Generally, Generic, Refuses, Statically, Way};
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::integers::{Integers, NoInteger, Otherwise};
use crate::operation::coalesce::Coalescing;
use crate::operation::complement::{Ceil, Exact, Leaving};
use crate::operation::complement_ext::LeavingExt;
use crate::operation::composition::ComposeMode;
use crate::operation::divide::Logical;
use crate::operation::left_inverse::InvertingLeft;
use crate::operation::product::Repeated;
use crate::operation::product::paired::{Blocked, Raked};
use crate::operation::right_inverse::InvertingRight;

macro_rules! refuses {
    ($($operation:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Refuses for $operation {}
    )*};
}
refuses! {
    ComposeMode LeavingExt InvertingRight InvertingLeft Repeated Blocked Raked
    Leaving<Exact> Leaving<Ceil> Logical<Exact> Logical<Ceil>
}

/// Left to the general way.
#[derive(Clone, Copy)]
pub struct Undecided;

/// The integers of run time among the leaves of a layout with integer strides.
pub type Among<S, D> = <S as Leaves<D>>::Among<NoInteger>;
/// The same of two.
pub type AmongBoth<AS, AD, BS, BD> = <AS as Leaves<AD>>::Among<Among<BS, BD>>;
/// Of an operation that is for static layouts only.
pub type IsStatic<S, D> = <Among<S, D> as Integers>::OrOtherwise;
/// The same of two.
pub type AreStatic<AS, AD, BS, BD> = <AmongBoth<AS, AD, BS, BD> as Integers>::OrOtherwise;

impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for ComposeMode
{
    type Operands = AmongBoth<AS, AD, BS, BD>;
    type Out =
        <Distributes<AS, AD, BS, BD> as Flat>::If<BS::Onto<Merged<AS, AD>, BS::Flatten<HNil>>>;
}
/// The modes of a left side coalesced, but for the last one.
type Merged<S, D> = <<S as Leaves<D>>::Flatten<HNil> as Flat>::Coalesced;
/// Whether these distribute over the right side.
type Distributes<AS, AD, BS, BD> = <Merged<AS, AD> as Flat>::Distributes<Sorted<BS, BD>>;
impl<AS: Leaves<AD>, AD: Copy, BS: Leaves<BD>, BD: Copy> Computes<Layout<AS, AD>, Layout<BS, BD>>
    for ComposeMode
{
    #[inline(always)]
    fn compute(a: Layout<AS, AD>, b: Layout<BS, BD>, at: usize) -> Result<Self::Out, Error> {
        let modes = a.shape().flatten(a.stride(), HNil).coalesced();
        let whole = b.shape().flatten(b.stride(), HNil);
        modes.check_distributes(whole)?;
        let composed = b.shape().onto(b.stride(), modes, whole, at)?;
        Ok(<Distributes<AS, AD, BS, BD>>::allow(composed))
    }
    #[inline(always)]
    fn stays_within(a: &Layout<AS, AD>, b: &Layout<BS, BD>) -> bool {
        let whole = b.shape().flatten(b.stride(), HNil);
        let size = a.shape().flatten(a.stride(), HNil).size();
        whole.reach() < size && whole.size() <= size
    }
}

impl<S: Leaves<D>, D, N: Number> Statically<Layout<S, D>, Static<N>> for Leaving<Exact> {
    type Operands = IsStatic<S, D>;
    type Out = <Gaps<S, D, N> as Flat>::IntoLayout;
}
impl<L, I> Statically<L, Dyn<I>> for Leaving<Exact> {
    type Operands = Otherwise;
    type Out = Undecided;
}
impl<S: Leaves<D>, D, N: Number> Statically<Layout<S, D>, Static<N>> for Leaving<Ceil> {
    type Operands = IsStatic<S, D>;
    type Out = <PaddedGaps<S, D, N> as Flat>::IntoLayout;
}
impl<L, I> Statically<L, Dyn<I>> for Leaving<Ceil> {
    type Operands = Otherwise;
    type Out = Undecided;
}
type Gaps<S, D, N> = <Sorted<S, D> as Flat>::Gaps<U1, N>;
type PaddedGaps<S, D, N> = <Sorted<S, D> as Padded>::Padded<U1, UpTo<N>>;
type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as Flat>::Sorted;

impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Exact>
{
    type Operands = AreStatic<AS, AD, BS, BD>;
    type Out = Divided<BS, BD, AS::Flatten<HNil>, <AS::Flatten<HNil> as Flat>::Coalesced>;
}
impl<AS: Leaves<AD>, AD, BS: Leaves<BD>, BD> Statically<Layout<AS, AD>, Layout<BS, BD>>
    for Logical<Ceil>
{
    type Operands = AreStatic<AS, AD, BS, BD>;
    type Out = OfPair<
        BS,
        BD,
        PaddedGaps<BS, BD, <AS::Flatten<HNil> as Flat>::Size>,
        <AS::Flatten<HNil> as Flat>::Coalesced,
    >;
}
type Divided<BS, BD, A, Merged> = OfPair<BS, BD, Gaps<BS, BD, <A as Flat>::Size>, Merged>;
/// The tile and its complement `Rest` composed on `Merged`.
type OfPair<BS, BD, Rest, Merged> =
    <<BS as Leaves<BD>>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>> as Tree>::Beside<
        <Rest as Flat>::Onto<Merged, <BS as Leaves<BD>>::Flatten<Rest>>,
    >;

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for Coalescing {
    type Operands = Among<S, D>;
    type Out = <<S::Flatten<HNil> as Flat>::CoalescedAll as Flat>::IntoLayout;
}
impl<S: Leaves<D>, D> Computes<Layout<S, D>, ()> for Coalescing {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, _: (), _: usize) -> Result<Self::Out, Error> {
        let (shape, stride) = layout.into_parts();
        Ok(shape.flatten(stride, HNil).coalesced_all().into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for LeavingExt {
    type Operands = IsStatic<S, D>;
    type Out = <WithoutEnd<S, D> as Flat>::IntoLayout;
}
/// The gaps of `S:D` without end.
type WithoutEnd<S, D> = <Sorted<S, D> as Padded>::Padded<U1, Unbounded>;

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for InvertingRight {
    type Operands = IsStatic<S, D>;
    type Out = <<S::Flatten<HNil> as Inverse>::Right as Flat>::IntoLayout;
}

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for InvertingLeft {
    type Operands = IsStatic<S, D>;
    type Out = <<<S::Flatten<HNil> as Flat>::Coalesced as Inverse>::Left as Flat>::IntoLayout;
}
