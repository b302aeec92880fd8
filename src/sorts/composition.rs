//! Composition of layouts: `A` coalesced but for its last mode, each leaf of `B` walks through its modes.
//!
//! ```text
//! composition(a, b) = onto(b, coalesced(flat(a))) if that distributes over the leaves of b
//! onto(b, m) = match b {
//!     ()       => (),
//!     s:d      => if s = 1 { 1:0 } else { compose(s:d, m) },
//!     (h, ..t) => (onto(h, m), ..onto(t, m)),
//! }
//! compose(s:d, m) = match m {
//!     []          => [s:0],
//!     [n:e]       => [s:d e],                                                  -- the last mode takes everything
//!     [n:e, ..t]  => match d / n {                                             -- Meet
//!         0       => [s:0],
//!         q       => compose(s:q, t),                                          -- it steps over the mode
//!         inexact => match n / d {                                             -- Offer
//!             o       => match s / o {                                         -- Take
//!                 1       => [o:d e],
//!                 q       => [o:d e, ..compose(q:1, t)],
//!                 inexact => [s:d e] if s < o, else shape divisibility,
//!             },
//!             inexact => [s:d e] if b stays in this mode, else stride divisibility,  -- Uneven
//!         },
//!         of run time => [_:_ e, ..compose(_:_, t)],                           -- algebra's `steps::take`
//!     },
//! }
//! ```
//! (papers: 004, section 3.3, equations 20 and 21.)

mod take;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1, UTerm};

pub use self::take::OnQuotient;
use super::answer::Unknown;
use super::coalesce::OnList as _;
use super::list::{Last, List, Then, positive_but_last};
use super::number::Number;
use super::segregation::OnList as _;
use super::sorted::Sorted;

use super::leaves::{AmongBoth, Leaves};
use super::tree::Tree;
use super::way::{Applied, Refuses};
use super::{Undecided, coalesce, segregation};
use crate::layout::Layout;
use crate::leaf::int::Static;
use crate::operation::composition::ComposeMode;

#[diagnostic::do_not_recommend]
impl Refuses for ComposeMode {}

impl<BS: Leaves<BD>, BD: Copy> Applied<Layout<BS, BD>> for ComposeMode {
    const OPERATION: Operation = Operation::Composition;
    type Operands<AS: Leaves<AD>, AD> = AmongBoth<AS, AD, BS, BD>;
    type Of<AS: Leaves<AD>, AD> =
        <Distributes<AS, AD, BS, BD> as List>::If<BS::Onto<Merged<AS, AD>, BS::Flatten<HNil>>>;
    #[inline(always)]
    fn of<AS: Leaves<AD>, AD: Copy>(
        a: Layout<AS, AD>,
        b: Layout<BS, BD>,
        at: usize,
    ) -> Result<Self::Of<AS, AD>, Error> {
        positive_but_last(Operation::Composition, a.leaves())?;
        let modes = a.leaves().coalesced();
        let whole = b.leaves();
        modes.check_distributes(whole)?;
        let composed = b.shape().onto(b.stride(), modes, whole, at)?;
        Ok(<Distributes<AS, AD, BS, BD>>::allow(composed))
    }
    #[inline(always)]
    fn stays_within<AS: Leaves<AD>, AD: Copy>(a: &Layout<AS, AD>, b: &Layout<BS, BD>) -> bool {
        let whole = b.leaves();
        let size = a.leaves().size();
        whole.reach() < size && whole.size() <= size
    }
}
/// The modes of a left side coalesced, but for the last one.
pub type Merged<S, D> = <<S as Leaves<D>>::Flatten<HNil> as coalesce::OnList>::Coalesced;
/// Whether these distribute over the right side.
type Distributes<AS, AD, BS, BD> = <Merged<AS, AD> as segregation::OnList>::Distributes<
    Sorted<BS, BD>,
    <BS as Leaves<BD>>::Flatten<HNil>,
>;
/// The leaf `S:D` of the right side `W` composed on the modes `A`.
pub type LeafOnto<S, D, A, W> = <<S as Number>::IsOne as OnTruth>::LeafOnto<S, D, A, W>;

/// A leaf of the right side on its way through the modes of the left.
pub trait Leg: Copy {
    /// The largest value of the right side, in units of the mode that the leaf meets with the stride `d`.
    fn reach(self, d: u64) -> u64;
    /// How the largest value of the right side compares with the product of the extents up to a
    /// mode of extent `N`, which the leaf meets with the stride `D`.
    type Reaches<N: Number, D: Number>: OnOrder;
}
/// A leaf of the stride `D0` of the right side `W`.
#[derive(Clone, Copy)]
pub struct From<D0, W>(pub D0, pub W);
// The product of the extents before that mode is `D0 / D`.
impl<D0: Number, W: List> Leg for From<D0, W> {
    #[inline(always)]
    fn reach(self, d: u64) -> u64 {
        self.1.reach() / (self.0.value() / d)
    }
    type Reaches<N: Number, D: Number> = <<W::Spans as Number>::Times<D> as Number>::Compared<
        <D0::Times<N> as Number>::Plus<<W::Strides as Number>::Times<D>>,
        Equal,
    >;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The leaf `S:D`, of extent above 1, composed on these coalesced modes.
    type Compose<S: Number, D: Number, L: Leg>: List;
    /// The same.
    fn compose<S: Number, D: Number, L: Leg>(
        self,
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Compose<S, D, L>, Rule>;
    /// These coalesced modes, of the right side `W`, each composed on `A`: as `IntoLayout`.
    type Onto<A: List, W: List>: Tree;
    /// The same.
    fn onto<A: List, W: List>(self, a: A, w: W) -> Result<Self::Onto<A, W>, Error>;
    /// The same as a tuple.
    type OntoTuple<A: List, W: List>: Tree;
    /// The same.
    fn onto_tuple<A: List, W: List>(self, a: A, w: W) -> Result<Self::OntoTuple<A, W>, Error>;
}
impl OnList for Undecided {
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
    type Onto<A: List, W: List> = Undecided;
    #[inline(always)]
    fn onto<A: List, W: List>(self, _: A, _: W) -> Result<Self::Onto<A, W>, Error> {
        Ok(self)
    }
    type OntoTuple<A: List, W: List> = Undecided;
    #[inline(always)]
    fn onto_tuple<A: List, W: List>(self, _: A, _: W) -> Result<Self::OntoTuple<A, W>, Error> {
        Ok(self)
    }
}
impl OnList for HNil {
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
    type Onto<A: List, W: List> = Layout<Static<U1>, Static<U0>>;
    #[inline(always)]
    fn onto<A: List, W: List>(self, _: A, _: W) -> Result<Self::Onto<A, W>, Error> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
    type OntoTuple<A: List, W: List> = Layout<HNil, HNil>;
    #[inline(always)]
    fn onto_tuple<A: List, W: List>(self, _: A, _: W) -> Result<Self::OntoTuple<A, W>, Error> {
        Ok(Layout::sound(HNil, HNil))
    }
}
impl<S: Number, D: Number> OnList for Last<S, D> {
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
    type Onto<A: List, W: List> = LeafOnto<S, D, A, W>;
    #[inline(always)]
    fn onto<A: List, W: List>(self, a: A, w: W) -> Result<Self::Onto<A, W>, Error> {
        S::IsOne::leaf_onto(self.0, self.1, a, w).map_err(error)
    }
    type OntoTuple<A: List, W: List> = <LeafOnto<S, D, A, W> as Tree>::Before<Layout<HNil, HNil>>;
    #[inline(always)]
    fn onto_tuple<A: List, W: List>(self, a: A, w: W) -> Result<Self::OntoTuple<A, W>, Error> {
        Ok(self.onto(a, w)?.before(Layout::sound(HNil, HNil)))
    }
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Compose<BS: Number, BD: Number, L: Leg> =
        <S::Divides<BD> as OnQuotient>::Meet<S, D, T, BS, BD, L>;
    #[inline(always)]
    fn compose<BS: Number, BD: Number, L: Leg>(
        self,
        s: BS,
        d: BD,
        leg: L,
    ) -> Result<Self::Compose<BS, BD, L>, Rule> {
        <S::Divides<BD>>::meet(s, d, self, leg)
    }
    type Onto<A: List, W: List> = Self::OntoTuple<A, W>;
    #[inline(always)]
    fn onto<A: List, W: List>(self, a: A, w: W) -> Result<Self::Onto<A, W>, Error> {
        self.onto_tuple(a, w)
    }
    type OntoTuple<A: List, W: List> = <LeafOnto<S, D, A, W> as Tree>::Before<T::OntoTuple<A, W>>;
    #[inline(always)]
    fn onto_tuple<A: List, W: List>(self, a: A, w: W) -> Result<Self::OntoTuple<A, W>, Error> {
        let first = S::IsOne::leaf_onto(self.0, self.1, a, w).map_err(error)?;
        Ok(first.before(self.2.onto_tuple(a, w)?))
    }
}
#[inline(always)]
fn error(rule: Rule) -> Error {
    Error::new(Operation::Composition, rule)
}

/// Functions of orders.
pub trait OnOrder: Sized {
    /// A leaf `S:D` takes from a mode of stride `AD`. `Self`: `S` with what the mode offers, which
    /// does not divide it.
    type Take<AD: Number, S: Number, D: Number>: List;
    /// [`Order::Take`] of a leaf, all of which the mode takes.
    fn take<AD: Number, S: Number, D: Number>(
        ad: AD,
        s: S,
        d: D,
    ) -> Result<Self::Take<AD, S, D>, Rule>;
    /// A leaf `S:D` at a mode of the stride `AD`, whose extent `AS` and `D` do not divide each other. `Self`: the
    /// largest value of the right side with the extents up to that mode.
    type Uneven<AS: Number, AD: Number, S: Number, D: Number>: List;
    /// The same.
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        mode: (AS, AD),
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule>;
}
impl OnOrder for Less {
    type Take<AD: Number, S: Number, D: Number> = Last<S, D::Times<AD>>;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(
        ad: AD,
        s: S,
        d: D,
    ) -> Result<Self::Take<AD, S, D>, Rule> {
        Ok(Last(s, d.times(ad)?))
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Last<S, D::Times<AD>>;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        (_, ad): (AS, AD),
        s: S,
        d: D,
        _: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule> {
        Ok(Last(s, d.times(ad)?))
    }
}
impl OnOrder for Equal {
    type Take<AD: Number, S: Number, D: Number> = Last<S, D::Times<AD>>;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(
        ad: AD,
        s: S,
        d: D,
    ) -> Result<Self::Take<AD, S, D>, Rule> {
        Ok(Last(s, d.times(ad)?))
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        (_, _): (AS, AD),
        _: S,
        _: D,
        _: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule> {
        Ok(Undecided)
    }
}
impl OnOrder for Greater {
    type Take<AD: Number, S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(_: AD, _: S, _: D) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        _: (AS, AD),
        _: S,
        _: D,
        _: L,
    ) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
}
impl OnOrder for Unknown {
    type Take<AD: Number, S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(_: AD, _: S, _: D) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Last<S, D::Times<AD>>;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        (n, ad): (AS, AD),
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule> {
        if s.value() > 1 && leg.reach(d.value()) >= n.value() {
            let (stride, extent) = (d.value() as i64, n.value() as i64);
            return Err(Rule::StrideDivisibility { stride, extent });
        }
        Ok(Last(s, d.times(ad)?))
    }
}
/// Functions of truths.
pub trait OnTruth: Sized {
    /// The leaf `S:D` of the right side `W` composed on `A`. `Self`: `S = 1`.
    type LeafOnto<S: Number, D: Number, A: List, W: List>: Tree;
    /// A leaf takes `N` elements of a mode, and goes on with the extent `Q`. `Self`: `Q = 1`.
    type GoOn<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg>: List;
    /// [`Truth::LeafOnto`]
    fn leaf_onto<S: Number, D: Number, A: List, W: List>(
        s: S,
        d: D,
        a: A,
        w: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule>;
    /// [`Truth::GoOn`]
    fn go_on<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg>(
        ad: AD,
        tail: T,
        d: D,
        leg: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule>;
}
impl OnTruth for B1 {
    type LeafOnto<S: Number, D: Number, A: List, W: List> = Layout<Static<U1>, Static<U0>>;
    type GoOn<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg> = Last<N, D::Times<AD>>;
    #[inline(always)]
    fn leaf_onto<S: Number, D: Number, A: List, W: List>(
        _: S,
        _: D,
        _: A,
        _: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
    #[inline(always)]
    fn go_on<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg>(
        ad: AD,
        _: T,
        d: D,
        _: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule> {
        Ok(Last(N::of(None)?, d.times(ad)?))
    }
}
impl OnTruth for B0 {
    type LeafOnto<S: Number, D: Number, A: List, W: List> =
        <A::Compose<S, D, From<D, W>> as List>::IntoLayout;
    type GoOn<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg> =
        Then<N, D::Times<AD>, T::Compose<Q, U1, L>>;
    #[inline(always)]
    fn leaf_onto<S: Number, D: Number, A: List, W: List>(
        s: S,
        d: D,
        a: A,
        w: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule> {
        Ok(a.compose(s, d, From(d, w))?.into_layout())
    }
    #[inline(always)]
    fn go_on<Q: Number, N: Number, AD: Number, T: List, D: Number, L: Leg>(
        ad: AD,
        tail: T,
        d: D,
        leg: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule> {
        Ok(Then(N::of(None)?, d.times(ad)?, tail.compose(Q::of(None)?, U1::new(), leg)?))
    }
}
