//! Complements: the gaps between sorted modes, exact, or rounded as CuTe does: gaps down, the last mode up, or without
//! end.
//!
//! ```text
//! complement(a, n) = gaps(sorted(a), 1, n)
//! gaps(m, span, n) = match m {
//!     [] => [n / span : span],
//!     [s:d, ..t] => [d / span : span, ..gaps(t, s d, n)],
//! }
//! ```
//! Modes of extent 1 are none, and a quotient that is not exact is no complement. Of a span of run time it is known
//! what it is a multiple of, so that the types refuse what it cannot divide. (papers: 003, definition 2.1.6.25; 000,
//! definition 2.5.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::steps::{Rounding, cover, gap};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, U1, UInt, UTerm};

use super::Undecided;
use super::answer::{Any, above_zero};
use super::floor::Division;
use super::list::{Last, List, Then};
use super::number::Number;
use super::sorted::{Ascending, Placed, Sorted, Unsorted};
use super::tree::{Among, Leaves};
use super::way::{Computes, IsStatic, Refuses, Statically};
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
    type Operands = Among<S, D>;
    type Out = <Gaps<S, D, N> as List>::IntoLayout;
}
impl<S: Leaves<D>, D, N: Number> Computes<Layout<S, D>, Static<N>> for Leaving<Exact> {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, _: Static<N>, at: usize) -> Result<Self::Out, Error> {
        let (shape, stride) = layout.into_parts();
        Ok(gaps(shape.flatten(stride, HNil), N::default(), at)?.into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &Static<N>) -> bool {
        false
    }
}
impl<S: Leaves<D>, D, I: Index> Statically<Layout<S, D>, Dyn<I>> for Leaving<Exact> {
    type Operands = S::Among<I::Itself>;
    type Out = <Gaps<S, D, Dyn<I>> as List>::IntoLayout;
}
impl<S: Leaves<D>, D, I: Index> Computes<Layout<S, D>, Dyn<I>> for Leaving<Exact> {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, n: Dyn<I>, at: usize) -> Result<Self::Out, Error> {
        let (shape, stride) = layout.into_parts();
        Ok(gaps(shape.flatten(stride, HNil), n, at)?.into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &Dyn<I>) -> bool {
        false
    }
}
/// The gaps of `S:D` up to `N`.
pub type Gaps<S, D, N> = <Sorted<S, D> as OnAscending>::Gaps<U1, N>;
/// The gaps of these leaves up to `n`. The first leaf stands at `at`.
#[inline(always)]
pub fn gaps<M: List, N: Number>(
    leaves: M,
    n: N,
    at: usize,
) -> Result<<M::Sorted as OnAscending>::Gaps<U1, N>, Error> {
    leaves.sorted(at).gaps(U1::new(), n)
}

impl<S: Leaves<D>, D, N: Number> Statically<Layout<S, D>, Static<N>> for Leaving<Ceil> {
    type Operands = IsStatic<S, D>;
    type Out = <PaddedGaps<S, D, N> as List>::IntoLayout;
}
impl<L, I> Statically<L, Dyn<I>> for Leaving<Ceil> {
    type Operands = Otherwise;
    type Out = Undecided;
}
/// The gaps of `S:D`, rounded down, and copies of what they span up to at least `N`.
pub type PaddedGaps<S, D, N> = <Sorted<S, D> as OnAscending>::Padded<U1, UpTo<N>>;

impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for LeavingExt {
    type Operands = IsStatic<S, D>;
    type Out = <WithoutEnd<S, D> as List>::IntoLayout;
}
/// The gaps of `S:D` without end.
pub type WithoutEnd<S, D> = <Sorted<S, D> as OnAscending>::Padded<U1, Unbounded>;

/// How far modes reach: a number, or [`Multiple`].
pub trait Span: Copy {
    /// The span as a number.
    type Number: Number;
    /// The same.
    fn number(self) -> Self::Number;
    /// The span of this value, if it is one of run time.
    fn of(value: u64) -> Result<Self, Rule>;
    /// The gap between this span and the mode `S:D`, and those that follow.
    type Gap<S: Number, D: Number, T: Ascending, N: Number>: List;
    /// The same.
    fn gap<S: Number, D: Number, T: Ascending, N: Number>(
        self,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<S, D, T, N>, Error>;
    /// The last mode: copies of the span up to `N`.
    type Cover<N: Number>: List;
    /// The same.
    fn cover<N: Number>(self, n: N) -> Result<Self::Cover<N>, Error>;
}
impl<K: Number> Span for K {
    type Number = K;
    #[inline(always)]
    fn number(self) -> K {
        self
    }
    #[inline(always)]
    fn of(value: u64) -> Result<K, Rule> {
        Number::of(Some(value))
    }
    type Gap<S: Number, D: Number, T: Ascending, N: Number> =
        <K::Divides<D> as OnQuotient>::Gap<K, S, D, T, N>;
    #[inline(always)]
    fn gap<S: Number, D: Number, T: Ascending, N: Number>(
        self,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<S, D, T, N>, Error> {
        <K::Divides<D>>::gap(self, next, n)
    }
    type Cover<N: Number> = <K::Divides<N> as OnQuotient>::Cover<K>;
    #[inline(always)]
    fn cover<N: Number>(self, n: N) -> Result<Self::Cover<N>, Error> {
        <K::Divides<N>>::cover(self, n)
    }
}
/// A span of run time that is a multiple of the static number `K`, whatever it is.
pub struct Multiple<K, I>(Dyn<I>, PhantomData<K>);
impl<K, I: Copy> Clone for Multiple<K, I> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<K, I: Copy> Copy for Multiple<K, I> {}
impl<K: Number, I: Index> Span for Multiple<K, I> {
    type Number = Dyn<I>;
    #[inline(always)]
    fn number(self) -> Dyn<I> {
        self.0
    }
    #[inline(always)]
    fn of(value: u64) -> Result<Self, Rule> {
        Ok(Multiple(Number::of(Some(value))?, PhantomData))
    }
    // A mode that turns out to have the extent 1 leaves a gap of 1. Of a static extent the stride must be a multiple.
    type Gap<S: Number, D: Number, T: Ascending, N: Number> =
        <<S::IfStatic<K> as Number>::Divides<D> as OnQuotient>::IfExact<
            <T::Gaps<D::Reached<S, K>, N> as OnList>::After<Dyn<I>, Dyn<I>>,
        >;
    #[inline(always)]
    fn gap<S: Number, D: Number, T: Ascending, N: Number>(
        self,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<S, D, T, N>, Error> {
        let Placed(s, d, at, others) = next;
        let (gap, reached) = gap_before(s, d, self.0).map_err(|rule| error(rule).at(at))?;
        let gaps = others.gaps(reached, n)?.after(gap, self.0);
        Ok(<<S::IfStatic<K> as Number>::Divides<D>>::if_exact(gaps))
    }
    type Cover<N: Number> = <K::Divides<N> as OnQuotient>::IfExact<Last<Dyn<I>, Dyn<I>>>;
    #[inline(always)]
    fn cover<N: Number>(self, n: N) -> Result<Self::Cover<N>, Error> {
        let mode = Last(copies(n, self.0)?, self.0);
        Ok(<K::Divides<N>>::if_exact(mode))
    }
}
#[inline(always)]
fn error(rule: Rule) -> Error {
    Error::new(Operation::Complement, rule)
}
#[inline(always)]
fn in_usize(n: impl Number) -> Result<usize, Rule> {
    n.value().try_into().or(Err(Rule::Overflow))
}
/// The gap between a span and the mode `s:d`, and the span with that.
#[inline(always)]
fn gap_before<I: Index, R: Span>(
    s: impl Number,
    d: impl Number,
    span: impl Number,
) -> Result<(Dyn<I>, R), Rule> {
    if s.value() == 1 {
        return Ok((Number::of(Some(1))?, R::of(span.value())?));
    }
    if d.value() == 0 {
        return Err(Rule::Broadcast { extent: s.value() as i64 });
    }
    let gap = gap(Rounding::Exact, in_usize(d)?, in_usize(span)?).map_err(|error| error.rule)?;
    let reached = s.value().checked_mul(d.value()).ok_or(Rule::Overflow)?;
    Ok((Number::of(Some(gap as u64))?, R::of(reached)?))
}
/// How often the span covers `n`.
#[inline(always)]
fn copies<I: Index>(n: impl Number, span: impl Number) -> Result<Dyn<I>, Error> {
    let (n, span) = (in_usize(n).map_err(error)?, in_usize(span).map_err(error)?);
    let copies = cover(Rounding::Exact, n, span)?;
    Number::of(Some(copies as u64)).map_err(error)
}

/// Functions of numbers.
pub trait OnNumber: Sized {
    /// `K` for a static number, else 1.
    type IfStatic<K: Number>: Number;
    /// What the span of a mode of this extent is a multiple of, where its stride is one of `K`.
    type MultipleOf<K: Number>: Number;
    /// The span of a mode of this extent and the static stride `D`, a multiple of `K` where it is not static.
    type Spans<D: Number, K: Number>: Span;
    /// The span of a mode of the extent `S` and this stride, after one that is a multiple of `K`.
    type Reached<S: Number, K: Number>: Span;
}
macro_rules! static_number {
    ($([$($g:tt)*] $n:ty;)*) => {$(
        impl<$($g)*> OnNumber for $n {
            type IfStatic<K: Number> = K;
            type MultipleOf<K: Number> = <Self as Number>::Times<K>;
            type Spans<D: Number, K: Number> = <Self as Number>::Times<D>;
            type Reached<S: Number, K: Number> = S::Spans<Self, K>;
        }
    )*};
}
static_number! {
    [] UTerm;
    [U: Number] UInt<U, B0>;
    [U: Number] UInt<U, B1>;
}
impl<I: Index> OnNumber for Dyn<I> {
    type IfStatic<K: Number> = U1;
    type MultipleOf<K: Number> = K;
    type Spans<D: Number, K: Number> = Multiple<K, I>;
    type Reached<S: Number, K: Number> = Multiple<S::MultipleOf<K>, I>;
}

/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// The gaps of these modes from `S` on up to `N`, coalesced. No gap goes on in the next one: a mode is between
    /// them.
    type Gaps<S: Span, N: Number>: List;
    /// The same.
    fn gaps<S: Span, N: Number>(self, span: S, n: N) -> Result<Self::Gaps<S, N>, Error>;
    /// The gaps of these modes from `S` on, rounded down, and the last mode up to `E`. Modes of stride 0 are ignored.
    type Padded<S: Number, E: End>: List;
}
impl OnAscending for HNil {
    type Gaps<S: Span, N: Number> = S::Cover<N>;
    #[inline(always)]
    fn gaps<S: Span, N: Number>(self, span: S, n: N) -> Result<Self::Gaps<S, N>, Error> {
        span.cover(n)
    }
    type Padded<S: Number, E: End> = E::Cover<S>;
}
impl OnAscending for Unsorted {
    type Gaps<S: Span, N: Number> = Undecided;
    #[inline(always)]
    fn gaps<S: Span, N: Number>(self, _: S, _: N) -> Result<Undecided, Error> {
        Ok(Undecided)
    }
    type Padded<S: Number, E: End> = Undecided;
}
impl<S: Number, D: Number, T: Ascending> OnAscending for Placed<S, D, T> {
    type Gaps<B: Span, N: Number> = B::Gap<S, D, T, N>;
    #[inline(always)]
    fn gaps<B: Span, N: Number>(self, span: B, n: N) -> Result<Self::Gaps<B, N>, Error> {
        span.gap(self, n)
    }
    type Padded<B: Number, E: End> = <B::Divides<D> as OnQuotient>::Padded<B, S, D, T, E>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The mode `S:D`, then these coalesced modes, with which it does not merge.
    type After<S: Number, D: Number>: List;
    /// The same.
    fn after<S: Number, D: Number>(self, s: S, d: D) -> Self::After<S, D>;
}
impl OnList for Undecided {
    type After<S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn after<S: Number, D: Number>(self, _: S, _: D) -> Undecided {
        self
    }
}
impl OnList for HNil {
    type After<S: Number, D: Number> = Last<S, D>;
    #[inline(always)]
    fn after<S: Number, D: Number>(self, s: S, d: D) -> Last<S, D> {
        Last(s, d)
    }
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    #[inline(always)]
    fn after<S0: Number, D0: Number>(self, s: S0, d: D0) -> Then<S0, D0, Self> {
        Then(s, d, self)
    }
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    #[inline(always)]
    fn after<S0: Number, D0: Number>(self, s: S0, d: D0) -> Then<S0, D0, Self> {
        Then(s, d, self)
    }
}

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent, `D / Span`.
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>: List;
    /// The same.
    fn gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>(
        span: Span,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<Span, S, D, T, N>, Error>;
    /// The last mode of a complement. `Self`: its extent, `N / Span`.
    type Cover<Span: Number>: List;
    /// The same.
    fn cover<Span: Number, N: Number>(span: Span, n: N) -> Result<Self::Cover<Span>, Error>;
    /// `L` for a number above 0, and before run time.
    type IfExact<L: List>: List;
    /// The same.
    fn if_exact<L: List>(modes: L) -> Self::IfExact<L>;
    /// The gap above `Span`, rounded down, and those above the mode `S:D`, up to `E`. `Self`:
    /// `D / Span`.
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>: List;
    /// The same. `Self`: its extent.
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>: List;
    /// The last mode up to at least `N`. `Self`: `N / Span`.
    type CoverUp<Span: Number, N: Number>: List;
    /// The same. `Self`: `N / Span` rounded down.
    type RoundUp<Span: Number>: List;
}
/// No gap of this extent, exactly.
macro_rules! no_gap {
    () => {
        type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> = Undecided;
        #[inline(always)]
        fn gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>(
            _: Span,
            _: Placed<S, D, T>,
            _: N,
        ) -> Result<Undecided, Error> {
            Ok(Undecided)
        }
        type Cover<Span: Number> = Undecided;
        #[inline(always)]
        fn cover<Span: Number, N: Number>(_: Span, _: N) -> Result<Undecided, Error> {
            Ok(Undecided)
        }
        type IfExact<L: List> = Undecided;
        #[inline(always)]
        fn if_exact<L: List>(_: L) -> Undecided {
            Undecided
        }
    };
}
impl OnQuotient for Undecided {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> =
        <<D::Over<Span> as Division>::Quotient as OnQuotient>::Floored<Span, S, D, T, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> =
        <<N::Over<Span> as Division>::Quotient as OnQuotient>::RoundUp<Span>;
    type RoundUp<Span: Number> = Undecided;
}
impl OnQuotient for UTerm {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> = T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = HNil;
}
impl OnQuotient for Any {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
}
above_zero! { OnQuotient {
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Gaps<S::Spans<D, D>, N>>;
    #[inline(always)]
    fn gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>(
        span: Span,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<Span, S, D, T, N>, Error> {
        let Placed(s, d, at, others) = next;
        let reached = s.value().checked_mul(d.value()).ok_or(Rule::Overflow);
        let reached = reached.and_then(super::complement::Span::of).map_err(|rule| error(rule).at(at))?;
        Ok(<Self as Number>::IsOne::gap(Self::default(), span, others.gaps(reached, n)?))
    }
    type Cover<Span: Number> = <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, HNil>;
    #[inline(always)]
    fn cover<Span: Number, N: Number>(span: Span, _: N) -> Result<Self::Cover<Span>, Error> {
        Ok(<Self as Number>::IsOne::gap(Self::default(), span, HNil))
    }
    type IfExact<L: List> = L;
    #[inline(always)]
    fn if_exact<L: List>(modes: L) -> L {
        modes
    }
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Padded<S::Times<D>, E>>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> =
        <Self as OnQuotient>::Padded<Span, S, D, T, E>;
    type CoverUp<Span: Number, N: Number> = <Self as OnQuotient>::Cover<Span>;
    type RoundUp<Span: Number> = Last<<Self as Number>::Next, Span>;
} }
impl<I: Index> OnQuotient for Dyn<I> {
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> =
        <T::Gaps<D::Reached<S, Span>, N> as OnList>::After<Self, Span>;
    #[inline(always)]
    fn gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>(
        span: Span,
        next: Placed<S, D, T>,
        n: N,
    ) -> Result<Self::Gap<Span, S, D, T, N>, Error> {
        let Placed(s, d, at, others) = next;
        let (gap, reached) = gap_before(s, d, span).map_err(|rule| error(rule).at(at))?;
        Ok(others.gaps(reached, n)?.after(gap, span))
    }
    type Cover<Span: Number> = Last<Self, Span>;
    #[inline(always)]
    fn cover<Span: Number, N: Number>(span: Span, n: N) -> Result<Self::Cover<Span>, Error> {
        Ok(Last(copies(n, span)?, span))
    }
    type IfExact<L: List> = L;
    #[inline(always)]
    fn if_exact<L: List>(modes: L) -> L {
        modes
    }
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// The gap `S:D` before the others. `Self`: `S = 1`.
    type Gap<S: Number, D: Number, T: List>: List;
    /// The same.
    fn gap<S: Number, D: Number, T: List>(s: S, d: D, others: T) -> Self::Gap<S, D, T>;
}
impl OnTruth for B1 {
    type Gap<S: Number, D: Number, T: List> = T;
    #[inline(always)]
    fn gap<S: Number, D: Number, T: List>(_: S, _: D, others: T) -> T {
        others
    }
}
impl OnTruth for B0 {
    type Gap<S: Number, D: Number, T: List> = T::After<S, D>;
    #[inline(always)]
    fn gap<S: Number, D: Number, T: List>(s: S, d: D, others: T) -> T::After<S, D> {
        others.after(s, d)
    }
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
