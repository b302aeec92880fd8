//! Functions of flat static modes.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, Equal, U0, U1, UTerm};

use super::Undecided;
use super::cases::{Order, Quotient, Truth};
use super::inverse::Inverse;
use super::leaves::Tree;
use super::number::Number;
use super::padded::Padded;
use crate::layout::{self, Layout};
use crate::leaf::int::Static;

/// The mode `S:D`, then `T`.
pub struct Then<S, D, T>(PhantomData<(S, D, T)>);
/// The mode `S:D`, the last one of coalesced modes.
pub struct Last<S, D>(PhantomData<(S, D)>);

/// Modes: [`Then`] up to `HNil`, coalesced ones up to [`Last`]; `HNil` alone; or [`Undecided`] in
/// place of the last.
pub trait Flat: Inverse + Padded {
    /// Whether the modes are static.
    type IsStatic: layout::Truth;
    /// The mode `S:D`, then these.
    type Cons<S: Number, D: Number>: Flat;
    /// The product of the extents.
    type Size: Number;
    /// The sum of the spans. Without that of the strides it is the largest value.
    type Spans: Number;
    /// The sum of the strides.
    type Strides: Number;

    /// Coalesced but for the last mode, which stays even if its extent is 1.
    type Coalesced: Flat;
    /// Coalesced.
    type CoalescedAll: Flat;
    /// `S:D` before these coalesced modes, of which it is the last if there are none.
    type Push<S: Number, D: Number>: Flat;
    /// `S:D`, of extent above 1, before these coalesced modes.
    type PushOn<S: Number, D: Number>: Flat;
    /// `S:D` merged with the first of these coalesced modes.
    type Widen<S: Number, D: Number>: Flat;

    /// Sorted by stride, without extents of 1.
    type Sorted: Flat;
    /// `S:D` in these sorted modes.
    type Insert<S: Number, D: Number>: Flat;
    /// The gaps of these sorted modes from `Span` up to `N`, coalesced. No gap goes on in the next
    /// one: a mode is between them.
    type Gaps<Span: Number, N: Number>: Flat;
    /// The mode `S:D`, then these coalesced modes, with which it does not merge.
    type After<S: Number, D: Number>: Flat;
    /// `T`, unless these coalesced modes are [`Undecided`].
    type If<T: Tree>: Tree;

    /// These coalesced modes of a left side, if a composition on them distributes over the sorted
    /// modes `B`.
    type IfDistributes<B: Flat>: Flat;
    /// `A`, if these sorted modes, the last ones of `B`, are segregated.
    type IfSegregated<A: Flat, B: Flat>: Flat;
    /// `A`, if the sorted modes `S:D` and these are segregated.
    type IfSegregatedAfter<S: Number, D: Number, A: Flat, B: Flat>: Flat;
    /// These modes of a left side, if the largest value of `B` stays in the first of them.
    type IfHolds<B: Flat>: Flat;

    /// The leaf `S:D`, of extent above 1, composed on these coalesced modes.
    type Compose<S: Number, D: Number, L: Leg>: Flat;
    /// These coalesced modes, of the right side `W`, each composed on `A`: as `IntoLayout`.
    type Onto<A: Flat, W: Flat>: Tree;
    /// The same as a tuple.
    type OntoTuple<A: Flat, W: Flat>: Tree;

    /// Coalesced modes as a layout: none is `1:0`, one a leaf, several are a tuple.
    type IntoLayout: Tree;
    /// The same as a tuple.
    type IntoTuple: Tree;
}

/// The leaf `S:D` of the right side `W` composed on the modes `A`.
pub type LeafOnto<S, D, A, W> = <<S as Number>::IsOne as Truth>::LeafOnto<S, D, A, W>;

/// A leaf of the right side on its way through the modes of the left.
pub trait Leg {
    /// How the largest value of the right side compares with the product of the extents up to a
    /// mode of extent `N`, which the leaf meets with the stride `D`.
    type Reaches<N: Number, D: Number>: Order;
}
/// A leaf of the stride `D0` of the right side `W`.
pub struct From<D0, W>(PhantomData<(D0, W)>);
// The product of the extents before that mode is `D0 / D`.
impl<D0: Number, W: Flat> Leg for From<D0, W> {
    type Reaches<N: Number, D: Number> = <<W::Spans as Number>::Times<D> as Number>::Compared<
        <D0::Times<N> as Number>::Plus<<W::Strides as Number>::Times<D>>,
        Equal,
    >;
}

impl Flat for Undecided {
    type IsStatic = B0;
    type Cons<S: Number, D: Number> = Undecided;
    type Size = U1;
    type Spans = UTerm;
    type Strides = UTerm;

    type Coalesced = Undecided;
    type CoalescedAll = Undecided;
    type Push<S: Number, D: Number> = Undecided;
    type PushOn<S: Number, D: Number> = Undecided;
    type Widen<S: Number, D: Number> = Undecided;

    type Sorted = Undecided;
    type Insert<S: Number, D: Number> = Undecided;
    type Gaps<Span: Number, N: Number> = Undecided;
    type After<S: Number, D: Number> = Undecided;
    type If<T: Tree> = Undecided;

    type IfDistributes<B: Flat> = Undecided;
    type IfSegregated<A: Flat, B: Flat> = Undecided;
    type IfSegregatedAfter<S: Number, D: Number, A: Flat, B: Flat> = Undecided;
    type IfHolds<B: Flat> = Undecided;

    type Compose<S: Number, D: Number, L: Leg> = Undecided;
    type Onto<A: Flat, W: Flat> = Undecided;
    type OntoTuple<A: Flat, W: Flat> = Undecided;

    type IntoLayout = Undecided;
    type IntoTuple = Undecided;
}

impl Flat for HNil {
    type IsStatic = B1;
    type Cons<S: Number, D: Number> = Then<S, D, HNil>;
    type Size = U1;
    type Spans = UTerm;
    type Strides = UTerm;

    type Coalesced = HNil;
    type CoalescedAll = HNil;
    type Push<S: Number, D: Number> = Last<S, D>;
    type PushOn<S: Number, D: Number> = Last<S, D>;
    type Widen<S: Number, D: Number> = Last<S, D>;

    type Sorted = HNil;
    type Insert<S: Number, D: Number> = Then<S, D, HNil>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<N> as Quotient>::Cover<Span>;
    type After<S: Number, D: Number> = Last<S, D>;
    type If<T: Tree> = T;

    type IfDistributes<B: Flat> = HNil;
    type IfSegregated<A: Flat, B: Flat> = A;
    type IfSegregatedAfter<S: Number, D: Number, A: Flat, B: Flat> = A;
    type IfHolds<B: Flat> = HNil;

    // `():()` is 0 everywhere.
    type Compose<S: Number, D: Number, L: Leg> = Last<S, U0>;
    type Onto<A: Flat, W: Flat> = Layout<Static<U1>, Static<U0>>;
    type OntoTuple<A: Flat, W: Flat> = Layout<HNil, HNil>;

    type IntoLayout = Layout<Static<U1>, Static<U0>>;
    type IntoTuple = Layout<HNil, HNil>;
}

impl<S: Number, D: Number> Flat for Last<S, D> {
    type IsStatic = B1;
    type Cons<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type Size = S;
    type Spans = S::Times<D>;
    type Strides = D;

    type Coalesced = Self;
    type CoalescedAll = Self;
    type Push<S0: Number, D0: Number> = <S0::IsOne as Truth>::Push<S0, D0, Self>;
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as Quotient>::Merge<S0, D0, Self>;
    type Widen<S0: Number, D0: Number> = Last<S0::Times<S>, D0>;

    type Sorted = Then<S, D, HNil>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as Order>::Insert<S0, D0, S, D, HNil>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as Quotient>::Gap<Span, S, D, HNil, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type If<U: Tree> = U;

    // A multiple of one stride distributes over everything.
    type IfDistributes<B: Flat> = Self;
    type IfSegregated<A: Flat, B: Flat> = A;
    type IfSegregatedAfter<S0: Number, D0: Number, A: Flat, B: Flat> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as Order>::IfFits<Self, A, B>;
    type IfHolds<B: Flat> = Self;

    // The last mode takes everything.
    type Compose<BS: Number, BD: Number, L: Leg> = Last<BS, BD::Times<D>>;
    type Onto<A: Flat, W: Flat> = LeafOnto<S, D, A, W>;
    type OntoTuple<A: Flat, W: Flat> = <LeafOnto<S, D, A, W> as Tree>::Before<Layout<HNil, HNil>>;

    type IntoLayout = Layout<Static<S>, Static<D>>;
    type IntoTuple = Layout<HCons<Static<S>, HNil>, HCons<Static<D>, HNil>>;
}

impl<S: Number, D: Number, T: Flat> Flat for Then<S, D, T> {
    type IsStatic = B1;
    type Cons<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type Size = S::Times<T::Size>;
    type Spans = <S::Times<D> as Number>::Plus<T::Spans>;
    type Strides = D::Plus<T::Strides>;

    type Coalesced = <T::Coalesced as Flat>::Push<S, D>;
    type CoalescedAll = <S::IsOne as Truth>::Push<S, D, T::CoalescedAll>;
    type Push<S0: Number, D0: Number> = <S0::IsOne as Truth>::Push<S0, D0, Self>;
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as Quotient>::Merge<S0, D0, Self>;
    type Widen<S0: Number, D0: Number> = Then<S0::Times<S>, D0, T>;

    type Sorted = <S::IsOne as Truth>::Insert<S, D, T::Sorted>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as Order>::Insert<S0, D0, S, D, T>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as Quotient>::Gap<Span, S, D, T, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type If<U: Tree> = U;

    type IfDistributes<B: Flat> = B::IfSegregated<Self, B>;
    type IfSegregated<A: Flat, B: Flat> = T::IfSegregatedAfter<S, D, A, B>;
    type IfSegregatedAfter<S0: Number, D0: Number, A: Flat, B: Flat> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as Order>::IfFits<Self, A, B>;
    type IfHolds<B: Flat> =
        <<B::Spans as Number>::Compared<S::Plus<B::Strides>, Equal> as Order>::IfLess<Self>;

    type Compose<BS: Number, BD: Number, L: Leg> =
        <S::Divides<BD> as Quotient>::Meet<S, D, T, BS, BD, L>;
    type Onto<A: Flat, W: Flat> = Self::OntoTuple<A, W>;
    type OntoTuple<A: Flat, W: Flat> = <LeafOnto<S, D, A, W> as Tree>::Before<T::OntoTuple<A, W>>;

    type IntoLayout = Self::IntoTuple;
    type IntoTuple = <T::IntoTuple as Tree>::After<Static<S>, Static<D>>;
}
