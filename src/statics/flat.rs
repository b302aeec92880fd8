//! Functions of flat static modes.

use frunk_core::hlist::{HCons, HNil};
use typenum::{Equal, U0, U1};

use super::Undecided;
use super::cases::{Order, Quotient, Truth};
use super::leaves::Tree;
use super::number::Number;
use crate::layout::Layout;
use crate::layout::modes::Mode;
use crate::leaf::int::Static;

/// An hlist of static modes, or [`Undecided`].
pub trait Flat {
    /// The mode `S:D`, then these.
    type Cons<S: Number, D: Number>: Flat;
    /// The product of the extents.
    type Size: Number;
    /// The leaf `S:D`, of extent above 1 and stride above 0, composed on these modes.
    type Compose<S: Number, D: Number>: Flat;
    /// The same on the mode `AS:AD` and these.
    type ComposeAfter<AS: Number, AD: Number, S: Number, D: Number>: Flat;
    /// Coalesced but for the last mode.
    type Coalesced: Flat;
    /// The mode `S:D` and these, coalesced but for the last.
    type CoalescedAfter<S: Number, D: Number>: Flat;
    /// Coalesced.
    type CoalescedAll: Flat;
    /// These modes, coalesced but for the last, without it if its extent is 1.
    type DropLastOne: Flat;
    /// The mode `S:D`, then these, of which the last is dropped if its extent is 1.
    type DropLastOneAfter<S: Number, D: Number>: Flat;
    /// `S:D`, of extent above 1, before these coalesced modes.
    type Push<S: Number, D: Number>: Flat;
    /// Sorted by stride, without extents of 1.
    type Sorted: Flat;
    /// `S:D` in these sorted modes.
    type Insert<S: Number, D: Number>: Flat;
    /// The gaps of these sorted modes from `Span` up to `N`.
    type Gaps<Span: Number, N: Number>: Flat;
    /// The gaps of the sorted modes `B` in the size of these modes.
    type Rest<B: Flat>: Flat;
    /// These modes of a left side, if a composition distributes over the sorted modes `B`.
    type IfDistributes<B: Flat>: Flat;
    /// The mode `S:D` and these, if a composition on them distributes over the sorted modes `B`.
    type IfDistributesAfter<S: Number, D: Number, B: Flat>: Flat;
    /// `A`, if these sorted modes are segregated.
    type IfSegregated<A: Flat>: Flat;
    /// `A`, if the sorted modes `S:D` and these are segregated.
    type IfSegregatedAfter<S: Number, D: Number, A: Flat>: Flat;
    /// None is `1:0`, one a leaf, several are a tuple.
    type IntoLayout: Tree;
    /// `S:D` and these as a leaf or a tuple.
    type IntoLayoutAfter<S: Number, D: Number>: Tree;
    /// A tuple.
    type IntoTuple: Tree;
    /// Each mode composed on `A`: as `IntoLayout`.
    type Onto<A: Flat>: Tree;
    /// `S:D` and these composed on `A`.
    type OntoAfter<S: Number, D: Number, A: Flat>: Tree;
    /// These modes composed on `A`, as a tuple.
    type OntoTuple<A: Flat>: Tree;
}
/// The leaf `S:D` composed on the modes `A`.
pub type LeafOnto<S, D, A> =
    <<<S as Number>::IsOne as Truth>::UnlessOne<S, D, A> as Flat>::IntoLayout;

impl Flat for Undecided {
    type Cons<S: Number, D: Number> = Undecided;
    type Size = U1;
    type Compose<S: Number, D: Number> = Undecided;
    type ComposeAfter<AS: Number, AD: Number, S: Number, D: Number> = Undecided;
    type Coalesced = Undecided;
    type CoalescedAfter<S: Number, D: Number> = Undecided;
    type CoalescedAll = Undecided;
    type DropLastOne = Undecided;
    type DropLastOneAfter<S: Number, D: Number> = Undecided;
    type Push<S: Number, D: Number> = Undecided;
    type Sorted = Undecided;
    type Insert<S: Number, D: Number> = Undecided;
    type Gaps<Span: Number, N: Number> = Undecided;
    type Rest<B: Flat> = Undecided;
    type IfDistributes<B: Flat> = Undecided;
    type IfDistributesAfter<S: Number, D: Number, B: Flat> = Undecided;
    type IfSegregated<A: Flat> = Undecided;
    type IfSegregatedAfter<S: Number, D: Number, A: Flat> = Undecided;
    type IntoLayout = Undecided;
    type IntoLayoutAfter<S: Number, D: Number> = Undecided;
    type IntoTuple = Undecided;
    type Onto<A: Flat> = Undecided;
    type OntoAfter<S: Number, D: Number, A: Flat> = Undecided;
    type OntoTuple<A: Flat> = Undecided;
}

impl Flat for HNil {
    type Cons<S: Number, D: Number> = HCons<Mode<Static<S>, Static<D>>, HNil>;
    type Size = U1;
    // `():()` is 0 everywhere.
    type Compose<S: Number, D: Number> = HCons<Mode<Static<S>, Static<U0>>, HNil>;
    // The last mode takes everything.
    type ComposeAfter<AS: Number, AD: Number, S: Number, D: Number> =
        HCons<Mode<Static<S>, Static<D::Times<AD>>>, HNil>;
    type Coalesced = HNil;
    type CoalescedAfter<S: Number, D: Number> = HCons<Mode<Static<S>, Static<D>>, HNil>;
    type CoalescedAll = HNil;
    type DropLastOne = HNil;
    type DropLastOneAfter<S: Number, D: Number> = <S::IsOne as Truth>::Only<S, D>;
    type Push<S: Number, D: Number> = HCons<Mode<Static<S>, Static<D>>, HNil>;
    type Sorted = HNil;
    type Insert<S: Number, D: Number> = HCons<Mode<Static<S>, Static<D>>, HNil>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<N> as Quotient>::Cover<Span>;
    type Rest<B: Flat> = B::Gaps<U1, U1>;
    type IfDistributes<B: Flat> = HNil;
    type IfDistributesAfter<S: Number, D: Number, B: Flat> =
        HCons<Mode<Static<S>, Static<D>>, HNil>;
    type IfSegregated<A: Flat> = A;
    type IfSegregatedAfter<S: Number, D: Number, A: Flat> = A;
    type IntoLayout = Layout<Static<U1>, Static<U0>>;
    type IntoLayoutAfter<S: Number, D: Number> = Layout<Static<S>, Static<D>>;
    type IntoTuple = Layout<HNil, HNil>;
    type Onto<A: Flat> = Layout<Static<U1>, Static<U0>>;
    type OntoAfter<S: Number, D: Number, A: Flat> = LeafOnto<S, D, A>;
    type OntoTuple<A: Flat> = Layout<HNil, HNil>;
}

impl<S: Number, D: Number, T: Flat> Flat for HCons<Mode<Static<S>, Static<D>>, T> {
    type Cons<S0: Number, D0: Number> = HCons<Mode<Static<S0>, Static<D0>>, Self>;
    type Size = S::Times<T::Size>;
    type Compose<BS: Number, BD: Number> = T::ComposeAfter<S, D, BS, BD>;
    type ComposeAfter<AS: Number, AD: Number, BS: Number, BD: Number> =
        <AS::Divides<BD> as Quotient>::Meet<AS, AD, Self, BS, BD>;
    type Coalesced = T::CoalescedAfter<S, D>;
    type CoalescedAfter<S0: Number, D0: Number> =
        <S0::IsOne as Truth>::Push<S0, D0, Self::Coalesced>;
    type CoalescedAll = <Self::Coalesced as Flat>::DropLastOne;
    type DropLastOne = T::DropLastOneAfter<S, D>;
    type DropLastOneAfter<S0: Number, D0: Number> = <Self::DropLastOne as Flat>::Cons<S0, D0>;
    type Push<S0: Number, D0: Number> = <D0::IsZero as Truth>::PushBefore<S0, D0, S, D, T>;
    type Sorted = <S::IsOne as Truth>::Insert<S, D, T::Sorted>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as Order>::Insert<S0, D0, S, D, T>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as Quotient>::Gap<Span, S, D, T, N>;
    type Rest<B: Flat> = B::Gaps<U1, Self::Size>;
    type IfDistributes<B: Flat> = T::IfDistributesAfter<S, D, B>;
    type IfDistributesAfter<S0: Number, D0: Number, B: Flat> =
        B::IfSegregated<HCons<Mode<Static<S0>, Static<D0>>, Self>>;
    type IfSegregated<A: Flat> = T::IfSegregatedAfter<S, D, A>;
    type IfSegregatedAfter<S0: Number, D0: Number, A: Flat> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as Order>::IfFits<Self, A>;
    type IntoLayout = T::IntoLayoutAfter<S, D>;
    type IntoLayoutAfter<S0: Number, D0: Number> =
        <Self::IntoTuple as Tree>::After<Static<S0>, Static<D0>>;
    type IntoTuple = <T::IntoTuple as Tree>::After<Static<S>, Static<D>>;
    type Onto<A: Flat> = T::OntoAfter<S, D, A>;
    type OntoAfter<S0: Number, D0: Number, A: Flat> =
        <LeafOnto<S0, D0, A> as Tree>::Before<Self::OntoTuple<A>>;
    type OntoTuple<A: Flat> = <LeafOnto<S, D, A> as Tree>::Before<T::OntoTuple<A>>;
}
