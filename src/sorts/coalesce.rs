//! Coalesce: the same function with the fewest modes, merged from the right.
//!
//! ```text
//! coalesced(m) = match m { [] => [], [s:d, ..t] => push(s:d, coalesced(t)) }
//! push(s:d, m) = if s = 1 { m } else { match m {
//!     [] => [s:d],
//!     [s1:d1, ..t] => if d1 / d = s { [s s1:d, ..t] } else { [s:d, ..m] },
//! } }
//! ```
//! As the left side of a composition the last mode stays, even if its extent is 1: it is what the layout does beyond
//! its size. Whether modes of run time merge is not known, so they do not. (papers: 003, definition 2.3.3.1.)

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, UInt, UTerm};

use super::Undecided;
use super::answer::{Any, above_zero};
use super::leaves::{Among, Leaves};
use super::list::{Last, List, Then};
use super::number::Number;
use super::way::Applied;
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index};
use crate::operation::coalesce::Coalescing;

/// The coalesced modes of a layout.
pub type Coalesced<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::CoalescedAll;

impl Applied<()> for Coalescing {
    const OPERATION: Operation = Operation::Coalesce;
    type Operands<S: Leaves<D>, D> = Among<S, D>;
    type Of<S: Leaves<D>, D> = <Coalesced<S, D> as List>::IntoLayout;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        _: (),
        _: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        Ok(layout.leaves().coalesced_all().into_layout())
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}

/// Functions of lists.
pub trait OnList: Sized {
    /// Coalesced but for the last mode, which stays even if its extent is 1.
    type Coalesced: List;
    /// The same.
    fn coalesced(self) -> Self::Coalesced;
    /// Coalesced.
    type CoalescedAll: List;
    /// The same.
    fn coalesced_all(self) -> Self::CoalescedAll;
    /// `S:D` before these coalesced modes, of which it is the last if there are none.
    type Push<S: Number, D: Number>: List;
    /// The same.
    fn push<S: Number, D: Number>(self, s: S, d: D) -> Self::Push<S, D>;
    /// `S:D`, of extent above 1, before these coalesced modes.
    type PushOn<S: Number, D: Number>: List;
    /// The same.
    fn push_on<S: Number, D: Number>(self, s: S, d: D) -> Self::PushOn<S, D>;
    /// `S:D` merged with the first of these coalesced modes.
    type Widen<S: Number, D: Number>: List;
    /// The same.
    fn widen<S: Number, D: Number>(self, s: S, d: D) -> Self::Widen<S, D>;
}
impl OnList for Undecided {
    type Coalesced = Undecided;
    #[inline(always)]
    fn coalesced(self) -> Self::Coalesced {
        self
    }
    type CoalescedAll = Undecided;
    #[inline(always)]
    fn coalesced_all(self) -> Self::CoalescedAll {
        self
    }
    type Push<S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn push<S: Number, D: Number>(self, _: S, _: D) -> Self::Push<S, D> {
        self
    }
    type PushOn<S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn push_on<S: Number, D: Number>(self, _: S, _: D) -> Self::PushOn<S, D> {
        self
    }
    type Widen<S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn widen<S: Number, D: Number>(self, _: S, _: D) -> Self::Widen<S, D> {
        self
    }
}
impl OnList for HNil {
    type Coalesced = HNil;
    #[inline(always)]
    fn coalesced(self) -> Self::Coalesced {
        self
    }
    type CoalescedAll = HNil;
    #[inline(always)]
    fn coalesced_all(self) -> Self::CoalescedAll {
        self
    }
    type Push<S: Number, D: Number> = Last<S, D>;
    #[inline(always)]
    fn push<S: Number, D: Number>(self, s: S, d: D) -> Self::Push<S, D> {
        Last(s, d)
    }
    type PushOn<S: Number, D: Number> = Last<S, D>;
    #[inline(always)]
    fn push_on<S: Number, D: Number>(self, s: S, d: D) -> Self::PushOn<S, D> {
        Last(s, d)
    }
    type Widen<S: Number, D: Number> = Last<S, D>;
    #[inline(always)]
    fn widen<S: Number, D: Number>(self, s: S, d: D) -> Self::Widen<S, D> {
        Last(s, d)
    }
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Coalesced = Self;
    #[inline(always)]
    fn coalesced(self) -> Self::Coalesced {
        self
    }
    type CoalescedAll = Self;
    #[inline(always)]
    fn coalesced_all(self) -> Self::CoalescedAll {
        self
    }
    type Push<S0: Number, D0: Number> = <S0::IsOne as OnTruth>::Push<S0, D0, Self>;
    #[inline(always)]
    fn push<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Push<S0, D0> {
        S0::IsOne::push(s, d, self)
    }
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as OnQuotient>::Merge<S0, D0, Self>;
    #[inline(always)]
    fn push_on<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::PushOn<S0, D0> {
        <D0::Divides<D>>::merge(s, d, self)
    }
    type Widen<S0: Number, D0: Number> = Last<S0::Times<S>, D0>;
    #[inline(always)]
    fn widen<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Widen<S0, D0> {
        Last(product(s, self.0), d)
    }
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Coalesced = <T::Coalesced as OnList>::Push<S, D>;
    #[inline(always)]
    fn coalesced(self) -> Self::Coalesced {
        self.2.coalesced().push(self.0, self.1)
    }
    type CoalescedAll = <S::IsOne as OnTruth>::Push<S, D, T::CoalescedAll>;
    #[inline(always)]
    fn coalesced_all(self) -> Self::CoalescedAll {
        S::IsOne::push(self.0, self.1, self.2.coalesced_all())
    }
    type Push<S0: Number, D0: Number> = <S0::IsOne as OnTruth>::Push<S0, D0, Self>;
    #[inline(always)]
    fn push<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Push<S0, D0> {
        S0::IsOne::push(s, d, self)
    }
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as OnQuotient>::Merge<S0, D0, Self>;
    #[inline(always)]
    fn push_on<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::PushOn<S0, D0> {
        <D0::Divides<D>>::merge(s, d, self)
    }
    type Widen<S0: Number, D0: Number> = Then<S0::Times<S>, D0, T>;
    #[inline(always)]
    fn widen<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Widen<S0, D0> {
        Then(product(s, self.0), d, self.2)
    }
}
/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// `S:D` before the coalesced modes `L`. `Self`: the stride of the first of them divided by `D`.
    type Merge<S: Number, D: Number, L: List>: List;
    /// [`Quotient::Merge`]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L>;
}
impl OnQuotient for Undecided {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        Then(s, d, modes)
    }
}
impl OnQuotient for UTerm {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        Then(s, d, modes)
    }
}
above_zero! { OnQuotient {
    type Merge<S: Number, D: Number, L: List> =
        <<Self as Number>::Equals<S> as OnTruth>::Merge<S, D, L>;
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        <<Self as Number>::Equals<S>>::merge(s, d, modes)
    }
}
}
impl OnQuotient for Any {
    type Merge<S: Number, D: Number, L: List> = L::Widen<S, D>;
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        modes.widen(s, d)
    }
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Then<S, D, L> {
        Then(s, d, modes)
    }
}
/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D` before the coalesced modes `L`. `Self`: `S = 1`.
    type Push<S: Number, D: Number, L: List>: List;
    /// The same. `Self`: whether the first two merge.
    type Merge<S: Number, D: Number, L: List>: List;
    /// [`Truth::Push`]
    fn push<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Push<S, D, L>;
    /// [`Truth::Merge`]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L>;
}
impl OnTruth for B1 {
    type Push<S: Number, D: Number, L: List> = L;
    type Merge<S: Number, D: Number, L: List> = L::Widen<S, D>;
    #[inline(always)]
    fn push<S: Number, D: Number, L: List>(_: S, _: D, modes: L) -> L {
        modes
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        modes.widen(s, d)
    }
}
impl OnTruth for B0 {
    type Push<S: Number, D: Number, L: List> = L::PushOn<S, D>;
    type Merge<S: Number, D: Number, L: List> = Then<S, D, L>;
    #[inline(always)]
    fn push<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Self::Push<S, D, L> {
        modes.push_on(s, d)
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: List>(s: S, d: D, modes: L) -> Then<S, D, L> {
        Then(s, d, modes)
    }
}
/// `a b`, a part of the size of a layout.
#[inline(always)]
fn product<A: Number, B: Number>(a: A, b: B) -> A::Times<B> {
    match a.times(b) {
        Ok(product) => product,
        Err(_) => unreachable!("the size of a layout fits"),
    }
}
