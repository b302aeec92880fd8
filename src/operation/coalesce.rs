//! Coalesce: the same function with the fewest modes, merged from the right.
//!
//! ```text
//! coalesced(m) = match m { [] => [], [s:d, ..t] => push(s:d, coalesced(t)) }
//! push(s:d, m) = if s = 1 { m } else { match m {
//!     [] => [s:d],
//!     [s1:d1, ..t] => if d1 / d = s { [s s1:d, ..t] } else { [s:d, ..m] },
//! } }
//! ```
//! The last mode of the left side of a composition stays, even if its extent is 1: it defines the layout beyond its
//! size. Dynamic modes do not merge, because the types do not know whether they could. (papers:
//! [003](crate::guide::papers), definition
//! 2.3.3.1.)

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{self, Right};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, UTerm};

use crate::layout::sealed::Seal;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Index};
use crate::leaf::integers::OneType;
use crate::operation::face::operation;
use crate::operation::kind::answer::{Any, above_zero};
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, NoOperand, Steps};
use crate::operation::kind::leaves::{Leaves, Running};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::stride::Stride;
use crate::operation::kind::{Statically, Undecided};
use crate::verdict::First;

operation! {
    /// The layout of depth at most 1 and fewest modes with `coalesce(L)(i) = L(i)` for `0 <= i < size(L)`.
    ///
    /// Modes of extent 1 are dropped, `(s0,s1):(d0,d1)` with `s0 d0 = d1` becomes `s0 s1 : d0`, and a layout of size 1
    /// becomes `1:0`. Modes with dynamic leaves merge only if the types show that they do. A dynamic extent that might
    /// be 1 stays, and modes merge if `s0 d0 = d1` is known, whatever `s1` is. ([003](crate::guide::papers), definition
    /// 2.3.3.1; [004](crate::guide::papers), section 3.1.)
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::coalesce};
    /// let row: Layout!(24:1) = coalesce(layout!(((2,3),(1,4)):((1,2),(7,6))));
    /// assert_eq!(row.to_string(), "24:1");
    /// ```
    fn coalesce[L: CoalesceTotal<Output = R>, R](layout: L) -> R = coalesce;

    /// Layouts that can be coalesced; all can. The bound of [`coalesce`].
    trait Coalesce[]: AnyLayout = CoalesceTotal[], Output: AnyLayout;
    /// The type of [`coalesce`]'s result.
    type Coalesced[L] = CoalesceTotal[];

    /// [`Coalesce`] for composed layouts too.
    #[diagnostic::on_unimplemented(
        message = "coalesce: not a layout, or in generic code one without the bound `Coalesce`"
    )]
    trait CoalesceTotal[]: Copy { #[doc(hidden)] const SEAL: Seal; } fn coalesce() -> Output;
}

// The result is written as `Layout`, for the reason in [`CompositionTotal`](crate::operation::composition::CompositionTotal).
#[diagnostic::do_not_recommend]
impl<L> CoalesceTotal for L
where
    L: AnyLayout,
    Coalescing: Statically<L, ()>,
    Operands<L>: OneType<Coalescing>,
{
    const SEAL: Seal = Seal;
    type Output = ByParts<
        <Operands<L> as OneType<Coalescing>>::Of<<Coalescing as Statically<L, ()>>::Judged<First>>,
    >;
    #[inline(always)]
    fn coalesce(self) -> Self::Output {
        match Coalescing::judged::<First>(self, (), 0) {
            Ok(coalesced) => <Operands<L> as OneType<_>>::of(coalesced).by_parts(),
            Err(_) => unreachable!("all layouts can be coalesced"),
        }
    }
}
type Operands<L> = <Coalescing as Statically<L, ()>>::Operands;

/// Coalesce as an operation.
pub struct Coalescing;

/// The coalesced modes of a layout.
pub type CoalescedModes<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::CoalescedAll;

impl Applied<()> for Coalescing {
    const OPERATION: Operation = Operation::Coalesce;
    type Operands<S: Leaves<D>, D> = Running<S, D>;
    type Of<S: Leaves<D>, D> = <CoalescedModes<S, D> as List>::IntoLayout;
    by_numbers!(Self, |_none: ()| NoOperand);
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}

impl Steps for Coalescing {
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        _: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let count = rules::coalesce(left, &FactsOf::<A>::COALESCED);
        out[..count].copy_from_slice(&left[..count]);
        Ok(())
    }
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The leaves with which a mode of `Coalesced` begins: one bit for each leaf, from the lowest bit.
    const STARTS: u128 = 0;
    /// The leaves with which a mode of `CoalescedAll` begins.
    const ALL_STARTS: u128 = 0;
    /// These modes coalesced except the last one, which stays even if its extent is 1.
    type Coalesced: List;
    /// All of these modes coalesced.
    type CoalescedAll: List;
    /// `S:D` before these coalesced modes. If there are none, `S:D` is the last one.
    type Push<S: Number, D: Stride>: List;
    /// `S:D`, of extent above 1, before these coalesced modes.
    type PushOn<S: Number, D: Stride>: List;
    /// `S:D` merged with the first of these coalesced modes.
    type Widen<S: Number, D: Stride>: List;
}
impl OnList for Undecided {
    type Coalesced = Undecided;
    type CoalescedAll = Undecided;
    type Push<S: Number, D: Stride> = Undecided;
    type PushOn<S: Number, D: Stride> = Undecided;
    type Widen<S: Number, D: Stride> = Undecided;
}
impl OnList for HNil {
    type Coalesced = HNil;
    type CoalescedAll = HNil;
    type Push<S: Number, D: Stride> = Last<S, D>;
    type PushOn<S: Number, D: Stride> = Last<S, D>;
    type Widen<S: Number, D: Stride> = Last<S, D>;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    const STARTS: u128 = 1;
    const ALL_STARTS: u128 = 1;
    type Coalesced = Self;
    type CoalescedAll = Self;
    type Push<S0: Number, D0: Stride> = <S0::IsOne as CoalesceIf>::Push<S0, D0, Self>;
    type PushOn<S0: Number, D0: Stride> = D0::Merge<S0, D, Self>;
    type Widen<S0: Number, D0: Stride> = Last<S0::Times<S>, D0>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    const STARTS: u128 = starts::<S, Self::Coalesced, T::Coalesced>(T::STARTS);
    const ALL_STARTS: u128 = starts::<S, Self::CoalescedAll, T::CoalescedAll>(T::ALL_STARTS);
    type Coalesced = <T::Coalesced as OnList>::Push<S, D>;
    type CoalescedAll = <S::IsOne as CoalesceIf>::Push<S, D, T::CoalescedAll>;
    type Push<S0: Number, D0: Stride> = <S0::IsOne as CoalesceIf>::Push<S0, D0, Self>;
    type PushOn<S0: Number, D0: Stride> = D0::Merge<S0, D, Self>;
    type Widen<S0: Number, D0: Stride> = Then<S0::Times<S>, D0, T>;
}
/// The leaves with which coalesced modes begin, after a leaf of extent `S` is added in front. The modes were `B`
/// before, and are `A` with it.
const fn starts<S: Number, A: List, B: List>(behind: u128) -> u128 {
    if A::COUNT > B::COUNT {
        behind << 1 | 1
    } else if matches!(S::STATIC, Some(1)) {
        behind << 1
    } else {
        // The leaf replaces the one that was the first of the mode.
        (behind & behind.wrapping_sub(1)) << 1 | 1
    }
}
/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// `S:D` before the coalesced modes `L`. `Self`: the stride of the first of them divided by `D`.
    type Merge<S: Number, D: Number, L: List>: List;
}
impl OnQuotient for Undecided {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
}
impl OnQuotient for UTerm {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
}
above_zero! { OnQuotient {
    type Merge<S: Number, D: Number, L: List> =
        <<Self as Number>::Equals<S> as CoalesceIf>::Merge<S, D, L>;
}
}
impl OnQuotient for Any {
    type Merge<S: Number, D: Number, L: List> = L::Widen<S, D>;
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
}
/// Functions of truths.
pub trait CoalesceIf: Sized {
    /// `S:D` before the coalesced modes `L`. `Self`: `S = 1`.
    type Push<S: Number, D: Stride, L: List>: List;
    /// `S:D` before the coalesced modes `L`. `Self`: whether it merges with the first of these.
    type Merge<S: Number, D: Stride, L: List>: List;
}
impl CoalesceIf for B1 {
    type Push<S: Number, D: Stride, L: List> = L;
    type Merge<S: Number, D: Stride, L: List> = L::Widen<S, D>;
}
impl CoalesceIf for B0 {
    type Push<S: Number, D: Stride, L: List> = L::PushOn<S, D>;
    type Merge<S: Number, D: Stride, L: List> = Then<S, D, L>;
}
