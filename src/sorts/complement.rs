//! Complements: the gaps between sorted modes, exact, or rounded as CuTe does: gaps down, the last mode up, or without
//! end.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{B0, B1, U1, UInt, UTerm};

use super::Undecided;
use super::answer::{Any, above_zero};
use super::floor::Division;
use super::list::{Last, List, Then};
use super::number::Number;
use super::segregation::Sorted;
use super::tree::Leaves;
use super::way::{IsStatic, Refuses, Statically};
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::integers::Otherwise;
use crate::operation::complement::{Ceil, Exact, Leaving};
use crate::operation::complement_ext::LeavingExt;

#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Ceil> {}
#[diagnostic::do_not_recommend]
impl Refuses for LeavingExt {}

impl<S: Leaves<D>, D, N: Number> Statically<Layout<S, D>, Static<N>> for Leaving<Exact> {
    type Operands = IsStatic<S, D>;
    type Out = <Gaps<S, D, N> as List>::IntoLayout;
}
impl<L, I> Statically<L, Dyn<I>> for Leaving<Exact> {
    type Operands = Otherwise;
    type Out = Undecided;
}
impl<S: Leaves<D>, D, N: Number> Statically<Layout<S, D>, Static<N>> for Leaving<Ceil> {
    type Operands = IsStatic<S, D>;
    type Out = <PaddedGaps<S, D, N> as List>::IntoLayout;
}
impl<L, I> Statically<L, Dyn<I>> for Leaving<Ceil> {
    type Operands = Otherwise;
    type Out = Undecided;
}
pub type Gaps<S, D, N> = <Sorted<S, D> as OnList>::Gaps<U1, N>;
pub type PaddedGaps<S, D, N> = <Sorted<S, D> as OnList>::Padded<U1, UpTo<N>>;

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for LeavingExt {
    type Operands = IsStatic<S, D>;
    type Out = <WithoutEnd<S, D> as List>::IntoLayout;
}
/// The gaps of `S:D` without end.
pub type WithoutEnd<S, D> = <Sorted<S, D> as OnList>::Padded<U1, Unbounded>;

/// Functions of lists.
pub trait OnList: Sized {
    /// The gaps of these sorted modes from `Span` on, rounded down, and the last mode up to `E`. Modes of stride 0
    /// are ignored.
    type Padded<Span: Number, E: End>: List;
    /// The gaps of these sorted modes from `Span` up to `N`, coalesced. No gap goes on in the next
    /// one: a mode is between them.
    type Gaps<Span: Number, N: Number>: List;
    /// The mode `S:D`, then these coalesced modes, with which it does not merge.
    type After<S: Number, D: Number>: List;
}
impl OnList for Undecided {
    type Padded<Span: Number, E: End> = Undecided;
    type Gaps<Span: Number, N: Number> = Undecided;
    type After<S: Number, D: Number> = Undecided;
}
impl OnList for HNil {
    type Padded<Span: Number, E: End> = E::Cover<Span>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<N> as OnQuotient>::Cover<Span>;
    type After<S: Number, D: Number> = Last<S, D>;
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Padded<Span: Number, E: End> = <Then<S, D, HNil> as OnList>::Padded<Span, E>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as OnQuotient>::Gap<Span, S, D, HNil, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Padded<Span: Number, E: End> = <Span::Divides<D> as OnQuotient>::Padded<Span, S, D, T, E>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as OnQuotient>::Gap<Span, S, D, T, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
}
/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent.
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number>: List;
    /// The last mode of a complement. `Self`: its extent.
    type Cover<Span: Number>: List;
    /// The gap above `Span`, rounded down, and those above the mode `S:D`, up to `E`. `Self`:
    /// `D / Span`.
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End>: List;
    /// The same. `Self`: its extent.
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End>: List;
    /// The last mode up to at least `N`. `Self`: `N / Span`.
    type CoverUp<Span: Number, N: Number>: List;
    /// The same. `Self`: `N / Span` rounded down.
    type RoundUp<Span: Number>: List;
}
impl OnQuotient for Undecided {
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End> =
        <<D::Over<Span> as Division>::Quotient as OnQuotient>::Floored<Span, S, D, T, E>;
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> =
        <<N::Over<Span> as Division>::Quotient as OnQuotient>::RoundUp<Span>;
    type RoundUp<Span: Number> = Undecided;
}
impl OnQuotient for UTerm {
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End> = T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = HNil;
}
above_zero! { OnQuotient {
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Gaps<S::Times<D>, N>>;
    type Cover<Span: Number> = <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, HNil>;
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Padded<S::Times<D>, E>>;
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End> =
        <Self as OnQuotient>::Padded<Span, S, D, T, E>;
    type CoverUp<Span: Number, N: Number> = <Self as OnQuotient>::Cover<Span>;
    type RoundUp<Span: Number> = Last<<Self as Number>::Next, Span>;
}
}
impl OnQuotient for Any {
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Gap<Span: Number, S: Number, D: Number, T: List, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: List, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
}
/// Functions of truths.
pub trait OnTruth: Sized {
    /// The gap `S:D` of a complement before the others. `Self`: `S = 1`.
    type Gap<S: Number, D: Number, T: List>: List;
}
impl OnTruth for B1 {
    type Gap<S: Number, D: Number, T: List> = T;
}
impl OnTruth for B0 {
    type Gap<S: Number, D: Number, T: List> = T::After<S, D>;
}

/// Where a complement ends.
pub trait End {
    /// The last mode, of stride `Span`.
    type Cover<Span: Number>: List;
}
/// Up to at least `N`.
pub struct UpTo<N>(PhantomData<N>);
impl<N: Number> End for UpTo<N> {
    type Cover<Span: Number> = <Span::Divides<N> as OnQuotient>::CoverUp<Span, N>;
}
/// Without end.
pub struct Unbounded;
impl End for Unbounded {
    type Cover<Span: Number> = Last<U1, Span>;
}
