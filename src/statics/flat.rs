//! Functions of flat modes.

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Rule};
use typenum::{Equal, U0, U1, UTerm};

use super::Undecided;
use super::cases::{Order, Quotient, Truth};
use super::inverse::Inverse;
use super::leaves::Tree;
use super::number::Number;
use super::padded::Padded;
use super::segregation::check_segregated;
use crate::layout::Layout;
use crate::leaf::int::Static;

/// The mode `S:D`, then `T`.
#[derive(Clone, Copy)]
pub struct Then<S, D, T>(pub S, pub D, pub T);
/// The mode `S:D`, the last one of coalesced modes.
#[derive(Clone, Copy)]
pub struct Last<S, D>(pub S, pub D);

/// Modes: [`Then`] up to `HNil`, coalesced ones up to [`Last`]; `HNil` alone; or [`Undecided`] in
/// place of the last.
pub trait Flat: Inverse + Padded + Copy {
    /// The number of modes.
    const COUNT: usize;
    /// The mode `S:D`, then these.
    type Cons<S: Number, D: Number>: Flat;
    /// The same.
    fn cons<S: Number, D: Number>(self, s: S, d: D) -> Self::Cons<S, D>;
    /// The product of the extents.
    type Size: Number;
    /// The sum of the spans. Without that of the strides it is the largest value.
    type Spans: Number;
    /// The sum of the strides.
    type Strides: Number;

    /// Coalesced but for the last mode, which stays even if its extent is 1.
    type Coalesced: Flat;
    /// The same.
    fn coalesced(self) -> Self::Coalesced;
    /// Coalesced.
    type CoalescedAll: Flat;
    /// The same.
    fn coalesced_all(self) -> Self::CoalescedAll;
    /// `S:D` before these coalesced modes, of which it is the last if there are none.
    type Push<S: Number, D: Number>: Flat;
    /// The same.
    fn push<S: Number, D: Number>(self, s: S, d: D) -> Self::Push<S, D>;
    /// `S:D`, of extent above 1, before these coalesced modes.
    type PushOn<S: Number, D: Number>: Flat;
    /// The same.
    fn push_on<S: Number, D: Number>(self, s: S, d: D) -> Self::PushOn<S, D>;
    /// `S:D` merged with the first of these coalesced modes.
    type Widen<S: Number, D: Number>: Flat;
    /// The same.
    fn widen<S: Number, D: Number>(self, s: S, d: D) -> Self::Widen<S, D>;

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
    /// The same.
    fn allow<T: Tree>(tree: T) -> Self::If<T>;

    /// `HNil`, if a composition on these coalesced modes of a left side distributes over the sorted modes `B`.
    type Distributes<B: Flat>: Flat;
    /// The check of run time: of all leaves `right` of a right side.
    fn check_distributes<W: Flat>(self, right: W) -> Result<(), Error>;
    /// `HNil`, if these sorted modes, the last ones of `B`, are segregated. `A` is the left side.
    type Segregated<A: Flat, B: Flat>: Flat;
    /// The same of the sorted modes `S:D` and these.
    type SegregatedAfter<S: Number, D: Number, A: Flat, B: Flat>: Flat;
    /// `HNil`, if the largest value of `B` stays in the first of these modes of a left side.
    type Holds<B: Flat>: Flat;

    /// The leaf `S:D`, of extent above 1, composed on these coalesced modes.
    type Compose<S: Number, D: Number, L: Leg>: Flat;
    /// The same.
    fn compose<S: Number, D: Number, L: Leg>(
        self,
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Compose<S, D, L>, Rule>;
    /// These coalesced modes, of the right side `W`, each composed on `A`: as `IntoLayout`.
    type Onto<A: Flat, W: Flat>: Tree;
    /// The same as a tuple.
    type OntoTuple<A: Flat, W: Flat>: Tree;

    /// Coalesced modes as a layout: none is `1:0`, one a leaf, several are a tuple.
    type IntoLayout: Tree;
    /// The same.
    fn into_layout(self) -> Self::IntoLayout;
    /// The same as a tuple.
    type IntoTuple: Tree;
    /// The same.
    fn into_tuple(self) -> Self::IntoTuple;

    /// The product of the extents, of modes of a layout.
    fn size(self) -> u64;
    /// The largest offset, of modes of a layout.
    fn reach(self) -> u64;
    /// Calls `f` with the position and the values of each mode, counting from `at`.
    fn for_each(self, at: usize, f: &mut impl FnMut(usize, u64, u64));
}

/// The leaf `S:D` of the right side `W` composed on the modes `A`.
pub type LeafOnto<S, D, A, W> = <<S as Number>::IsOne as Truth>::LeafOnto<S, D, A, W>;

/// A leaf of the right side on its way through the modes of the left.
pub trait Leg: Copy {
    /// The largest value of the right side, in units of the mode that the leaf meets with the stride `d`.
    fn reach(self, d: u64) -> u64;
    /// How the largest value of the right side compares with the product of the extents up to a
    /// mode of extent `N`, which the leaf meets with the stride `D`.
    type Reaches<N: Number, D: Number>: Order;
}
/// A leaf of the stride `D0` of the right side `W`.
#[derive(Clone, Copy)]
pub struct From<D0, W>(pub D0, pub W);
// The product of the extents before that mode is `D0 / D`.
impl<D0: Number, W: Flat> Leg for From<D0, W> {
    #[inline(always)]
    fn reach(self, d: u64) -> u64 {
        self.1.reach() / (self.0.value() / d)
    }
    type Reaches<N: Number, D: Number> = <<W::Spans as Number>::Times<D> as Number>::Compared<
        <D0::Times<N> as Number>::Plus<<W::Strides as Number>::Times<D>>,
        Equal,
    >;
}

impl Flat for Undecided {
    const COUNT: usize = 0;
    type Cons<S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn cons<S: Number, D: Number>(self, _: S, _: D) -> Self::Cons<S, D> {
        Undecided
    }
    type Size = U1;
    type Spans = UTerm;
    type Strides = UTerm;

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

    type Sorted = Undecided;
    type Insert<S: Number, D: Number> = Undecided;
    type Gaps<Span: Number, N: Number> = Undecided;
    type After<S: Number, D: Number> = Undecided;
    type If<T: Tree> = Undecided;
    #[inline(always)]
    fn allow<T: Tree>(_: T) -> Self::If<T> {
        Undecided
    }

    type Distributes<B: Flat> = Undecided;
    // Of modes that are not sorted before run time.
    #[inline(always)]
    fn check_distributes<W: Flat>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: Flat, B: Flat> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: Flat, B: Flat> = HNil;
    type Holds<B: Flat> = Undecided;

    type Compose<S: Number, D: Number, L: Leg> = Undecided;
    #[inline(always)]
    fn compose<S: Number, D: Number, L: Leg>(
        self,
        _: S,
        _: D,
        _: L,
    ) -> Result<Self::Compose<S, D, L>, Rule> {
        Ok(self)
    }
    type Onto<A: Flat, W: Flat> = Undecided;
    type OntoTuple<A: Flat, W: Flat> = Undecided;

    type IntoLayout = Undecided;
    #[inline(always)]
    fn into_layout(self) -> Self::IntoLayout {
        self
    }
    type IntoTuple = Undecided;
    #[inline(always)]
    fn into_tuple(self) -> Self::IntoTuple {
        self
    }

    #[inline(always)]
    fn size(self) -> u64 {
        1
    }
    #[inline(always)]
    fn reach(self) -> u64 {
        0
    }
    #[inline(always)]
    fn for_each(self, _: usize, _: &mut impl FnMut(usize, u64, u64)) {}
}

impl Flat for HNil {
    const COUNT: usize = 0;
    type Cons<S: Number, D: Number> = Then<S, D, HNil>;
    #[inline(always)]
    fn cons<S: Number, D: Number>(self, s: S, d: D) -> Self::Cons<S, D> {
        Then(s, d, HNil)
    }
    type Size = U1;
    type Spans = UTerm;
    type Strides = UTerm;

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

    type Sorted = HNil;
    type Insert<S: Number, D: Number> = Then<S, D, HNil>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<N> as Quotient>::Cover<Span>;
    type After<S: Number, D: Number> = Last<S, D>;
    type If<T: Tree> = T;
    #[inline(always)]
    fn allow<T: Tree>(tree: T) -> Self::If<T> {
        tree
    }

    type Distributes<B: Flat> = HNil;
    #[inline(always)]
    fn check_distributes<W: Flat>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: Flat, B: Flat> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: Flat, B: Flat> = HNil;
    type Holds<B: Flat> = HNil;

    // `():()` is 0 everywhere.
    type Compose<S: Number, D: Number, L: Leg> = Last<S, UTerm>;
    #[inline(always)]
    fn compose<S: Number, D: Number, L: Leg>(
        self,
        s: S,
        _: D,
        _: L,
    ) -> Result<Self::Compose<S, D, L>, Rule> {
        Ok(Last(s, UTerm))
    }
    type Onto<A: Flat, W: Flat> = Layout<Static<U1>, Static<U0>>;
    type OntoTuple<A: Flat, W: Flat> = Layout<HNil, HNil>;

    type IntoLayout = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn into_layout(self) -> Self::IntoLayout {
        Layout::sound(Static::new(), Static::new())
    }
    type IntoTuple = Layout<HNil, HNil>;
    #[inline(always)]
    fn into_tuple(self) -> Self::IntoTuple {
        Layout::sound(HNil, HNil)
    }

    #[inline(always)]
    fn size(self) -> u64 {
        1
    }
    #[inline(always)]
    fn reach(self) -> u64 {
        0
    }
    #[inline(always)]
    fn for_each(self, _: usize, _: &mut impl FnMut(usize, u64, u64)) {}
}

impl<S: Number, D: Number> Flat for Last<S, D> {
    const COUNT: usize = 1;
    type Cons<S0: Number, D0: Number> = Then<S0, D0, Self>;
    #[inline(always)]
    fn cons<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Cons<S0, D0> {
        Then(s, d, self)
    }
    type Size = S;
    type Spans = S::Times<D>;
    type Strides = D;

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
    type Push<S0: Number, D0: Number> = <S0::IsOne as Truth>::Push<S0, D0, Self>;
    #[inline(always)]
    fn push<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Push<S0, D0> {
        S0::IsOne::push(s, d, self)
    }
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as Quotient>::Merge<S0, D0, Self>;
    #[inline(always)]
    fn push_on<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::PushOn<S0, D0> {
        <D0::Divides<D>>::merge(s, d, self)
    }
    type Widen<S0: Number, D0: Number> = Last<S0::Times<S>, D0>;
    #[inline(always)]
    fn widen<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Widen<S0, D0> {
        Last(product(s, self.0), d)
    }

    type Sorted = Then<S, D, HNil>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as Order>::Insert<S0, D0, S, D, HNil>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as Quotient>::Gap<Span, S, D, HNil, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type If<U: Tree> = U;
    #[inline(always)]
    fn allow<U: Tree>(tree: U) -> Self::If<U> {
        tree
    }

    // A multiple of one stride distributes over everything.
    type Distributes<B: Flat> = HNil;
    #[inline(always)]
    fn check_distributes<W: Flat>(self, _: W) -> Result<(), Error> {
        Ok(())
    }
    type Segregated<A: Flat, B: Flat> = HNil;
    type SegregatedAfter<S0: Number, D0: Number, A: Flat, B: Flat> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as Order>::IfFits<Self, A, B>;
    type Holds<B: Flat> = HNil;

    // The last mode takes everything.
    type Compose<BS: Number, BD: Number, L: Leg> = Last<BS, BD::Times<D>>;
    #[inline(always)]
    fn compose<BS: Number, BD: Number, L: Leg>(
        self,
        s: BS,
        d: BD,
        _: L,
    ) -> Result<Self::Compose<BS, BD, L>, Rule> {
        Ok(Last(s, d.times(self.1)?))
    }
    type Onto<A: Flat, W: Flat> = LeafOnto<S, D, A, W>;
    type OntoTuple<A: Flat, W: Flat> = <LeafOnto<S, D, A, W> as Tree>::Before<Layout<HNil, HNil>>;

    type IntoLayout = Layout<S::Leaf, D::Leaf>;
    #[inline(always)]
    fn into_layout(self) -> Self::IntoLayout {
        Layout::sound(self.0.leaf(), self.1.leaf())
    }
    type IntoTuple = <Then<S, D, HNil> as Flat>::IntoTuple;
    #[inline(always)]
    fn into_tuple(self) -> Self::IntoTuple {
        Then(self.0, self.1, HNil).into_tuple()
    }

    #[inline(always)]
    fn size(self) -> u64 {
        self.0.value()
    }
    #[inline(always)]
    fn reach(self) -> u64 {
        (self.0.value() - 1) * self.1.value()
    }
    #[inline(always)]
    fn for_each(self, at: usize, f: &mut impl FnMut(usize, u64, u64)) {
        f(at, self.0.value(), self.1.value());
    }
}

impl<S: Number, D: Number, T: Flat> Flat for Then<S, D, T> {
    const COUNT: usize = 1 + T::COUNT;
    type Cons<S0: Number, D0: Number> = Then<S0, D0, Self>;
    #[inline(always)]
    fn cons<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Cons<S0, D0> {
        Then(s, d, self)
    }
    type Size = S::Times<T::Size>;
    type Spans = <S::Times<D> as Number>::Plus<T::Spans>;
    type Strides = D::Plus<T::Strides>;

    type Coalesced = <T::Coalesced as Flat>::Push<S, D>;
    #[inline(always)]
    fn coalesced(self) -> Self::Coalesced {
        self.2.coalesced().push(self.0, self.1)
    }
    type CoalescedAll = <S::IsOne as Truth>::Push<S, D, T::CoalescedAll>;
    #[inline(always)]
    fn coalesced_all(self) -> Self::CoalescedAll {
        S::IsOne::push(self.0, self.1, self.2.coalesced_all())
    }
    type Push<S0: Number, D0: Number> = <S0::IsOne as Truth>::Push<S0, D0, Self>;
    #[inline(always)]
    fn push<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Push<S0, D0> {
        S0::IsOne::push(s, d, self)
    }
    type PushOn<S0: Number, D0: Number> = <D0::Divides<D> as Quotient>::Merge<S0, D0, Self>;
    #[inline(always)]
    fn push_on<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::PushOn<S0, D0> {
        <D0::Divides<D>>::merge(s, d, self)
    }
    type Widen<S0: Number, D0: Number> = Then<S0::Times<S>, D0, T>;
    #[inline(always)]
    fn widen<S0: Number, D0: Number>(self, s: S0, d: D0) -> Self::Widen<S0, D0> {
        Then(product(s, self.0), d, self.2)
    }

    type Sorted = <S::IsOne as Truth>::Insert<S, D, T::Sorted>;
    type Insert<S0: Number, D0: Number> =
        <D0::Compared<D, Equal> as Order>::Insert<S0, D0, S, D, T>;
    type Gaps<Span: Number, N: Number> = <Span::Divides<D> as Quotient>::Gap<Span, S, D, T, N>;
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type If<U: Tree> = U;
    #[inline(always)]
    fn allow<U: Tree>(tree: U) -> Self::If<U> {
        tree
    }

    type Distributes<B: Flat> = B::Segregated<Self, B>;
    #[inline(always)]
    fn check_distributes<W: Flat>(self, right: W) -> Result<(), Error> {
        check_segregated(right, self.0.value())
    }
    type Segregated<A: Flat, B: Flat> = T::SegregatedAfter<S, D, A, B>;
    type SegregatedAfter<S0: Number, D0: Number, A: Flat, B: Flat> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as Order>::IfFits<Self, A, B>;
    type Holds<B: Flat> =
        <<B::Spans as Number>::Compared<S::Plus<B::Strides>, Equal> as Order>::IfLess<HNil>;

    type Compose<BS: Number, BD: Number, L: Leg> =
        <S::Divides<BD> as Quotient>::Meet<S, D, T, BS, BD, L>;
    #[inline(always)]
    fn compose<BS: Number, BD: Number, L: Leg>(
        self,
        s: BS,
        d: BD,
        leg: L,
    ) -> Result<Self::Compose<BS, BD, L>, Rule> {
        <S::Divides<BD>>::meet(s, d, self, leg)
    }
    type Onto<A: Flat, W: Flat> = Self::OntoTuple<A, W>;
    type OntoTuple<A: Flat, W: Flat> = <LeafOnto<S, D, A, W> as Tree>::Before<T::OntoTuple<A, W>>;

    type IntoLayout = Self::IntoTuple;
    #[inline(always)]
    fn into_layout(self) -> Self::IntoLayout {
        self.into_tuple()
    }
    type IntoTuple = <T::IntoTuple as Tree>::After<S::Leaf, D::Leaf>;
    #[inline(always)]
    fn into_tuple(self) -> Self::IntoTuple {
        self.2.into_tuple().after(self.0.leaf(), self.1.leaf())
    }

    #[inline(always)]
    fn size(self) -> u64 {
        self.0.value() * self.2.size()
    }
    #[inline(always)]
    fn reach(self) -> u64 {
        (self.0.value() - 1) * self.1.value() + self.2.reach()
    }
    #[inline(always)]
    fn for_each(self, at: usize, f: &mut impl FnMut(usize, u64, u64)) {
        f(at, self.0.value(), self.1.value());
        self.2.for_each(at + 1, f);
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
