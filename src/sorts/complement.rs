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
use super::way::{Computes, Refuses, Statically};
use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index, Static};
use crate::leaf::integers::Integers;
use crate::operation::complement::{Ceil, Exact, Leaving};
use crate::operation::complement_ext::LeavingExt;

#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Ceil> {}
#[diagnostic::do_not_recommend]
impl Refuses for LeavingExt {}

/// The end of a complement, an integer.
pub trait Size: Copy {
    /// The number.
    type Number: Number;
    /// The same.
    fn number(self) -> Self::Number;
    /// The integers of this number and of `I`.
    type Among<I: Integers>: Integers;
}
impl<N: Number> Size for Static<N> {
    type Number = N;
    #[inline(always)]
    fn number(self) -> N {
        N::default()
    }
    type Among<I: Integers> = I;
}
impl<I: Index> Size for Dyn<I> {
    type Number = Self;
    #[inline(always)]
    fn number(self) -> Self {
        self
    }
    type Among<T: Integers> = <I::Itself as Integers>::With<T>;
}
impl<S: Leaves<D>, D, N: Size> Statically<Layout<S, D>, N> for Leaving<Exact> {
    type Operands = N::Among<Among<S, D>>;
    type Out = <Gaps<S, D, N::Number> as List>::IntoLayout;
}
impl<S: Leaves<D>, D, N: Size> Computes<Layout<S, D>, N> for Leaving<Exact> {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, n: N, at: usize) -> Result<Self::Out, Error> {
        Ok(gaps(layout.leaves(), n.number(), at)?.into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &N) -> bool {
        false
    }
}
impl<S: Leaves<D>, D, N: Size> Statically<Layout<S, D>, N> for Leaving<Ceil> {
    type Operands = N::Among<Among<S, D>>;
    type Out = <PaddedGaps<S, D, N::Number> as List>::IntoLayout;
}
impl<S: Leaves<D>, D, N: Size> Computes<Layout<S, D>, N> for Leaving<Ceil> {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, n: N, at: usize) -> Result<Self::Out, Error> {
        Ok(padded(layout.leaves(), UpTo(n.number()), at)?.into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &N) -> bool {
        false
    }
}
impl<S: Leaves<D>, D> Statically<Layout<S, D>, ()> for LeavingExt {
    type Operands = Among<S, D>;
    type Out = <WithoutEnd<S, D> as List>::IntoLayout;
}
impl<S: Leaves<D>, D> Computes<Layout<S, D>, ()> for LeavingExt {
    #[inline(always)]
    fn compute(layout: Layout<S, D>, _: (), at: usize) -> Result<Self::Out, Error> {
        let gaps = padded(layout.leaves(), Unbounded, at);
        Ok(gaps.map_err(|error| error.during(Operation::ComplementExt))?.into_layout())
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &()) -> bool {
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
/// The gaps of `S:D`, rounded down, and copies of what they span up to at least `N`.
pub type PaddedGaps<S, D, N> = <Sorted<S, D> as OnAscending>::Padded<U1, UpTo<N>>;
/// The gaps of `S:D`, rounded down, without end.
pub type WithoutEnd<S, D> = <Sorted<S, D> as OnAscending>::Padded<U1, Unbounded>;
/// The gaps of these leaves, rounded down, up to `end`. The first leaf stands at `at`.
#[inline(always)]
pub fn padded<M: List, E: End>(
    leaves: M,
    end: E,
    at: usize,
) -> Result<<M::Sorted as OnAscending>::Padded<U1, E>, Error> {
    leaves.sorted(at).padded(U1::new(), end)
}

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
    /// As [`Span::Gap`], rounded down.
    type Padded<S: Number, D: Number, T: Ascending, E: End>: List;
    /// The same.
    fn padded<S: Number, D: Number, T: Ascending, E: End>(
        self,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<S, D, T, E>, Error>;
    /// The last mode up to at least `N`.
    type CoverUp<N: Number>: List;
    /// The same.
    fn cover_up<N: Number>(self, n: N) -> Result<Self::CoverUp<N>, Error>;
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
    type Padded<S: Number, D: Number, T: Ascending, E: End> =
        <K::Divides<D> as OnQuotient>::Padded<K, S, D, T, E>;
    #[inline(always)]
    fn padded<S: Number, D: Number, T: Ascending, E: End>(
        self,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<S, D, T, E>, Error> {
        <K::Divides<D>>::padded(self, next, end)
    }
    type CoverUp<N: Number> = <K::Divides<N> as OnQuotient>::CoverUp<K, N>;
    #[inline(always)]
    fn cover_up<N: Number>(self, n: N) -> Result<Self::CoverUp<N>, Error> {
        <K::Divides<N>>::cover_up(self, n)
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
        let (gap, reached) =
            gap_before(Rounding::Exact, s, d, self.0).map_err(|error| error.at(at))?;
        let gaps = others.gaps(reached, n)?.after(gap, self.0);
        Ok(<<S::IfStatic<K> as Number>::Divides<D>>::if_exact(gaps))
    }
    type Cover<N: Number> = <K::Divides<N> as OnQuotient>::IfExact<Last<Dyn<I>, Dyn<I>>>;
    #[inline(always)]
    fn cover<N: Number>(self, n: N) -> Result<Self::Cover<N>, Error> {
        let mode = Last(copies(Rounding::Exact, n, self.0)?, self.0);
        Ok(<K::Divides<N>>::if_exact(mode))
    }
    type Padded<S: Number, D: Number, T: Ascending, E: End> = D::PaddedAbove<Self, K, I, S, T, E>;
    #[inline(always)]
    fn padded<S: Number, D: Number, T: Ascending, E: End>(
        self,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<S, D, T, E>, Error> {
        D::padded_above::<Self, K, I, S, T, E>(self, next, end)
    }
    type CoverUp<N: Number> = Last<Dyn<I>, Dyn<I>>;
    #[inline(always)]
    fn cover_up<N: Number>(self, n: N) -> Result<Self::CoverUp<N>, Error> {
        Ok(Last(copies(Rounding::Ceil, n, self.0)?, self.0))
    }
}
#[inline(always)]
fn in_usize(n: impl Number) -> Result<usize, Rule> {
    n.value().try_into().or(Err(Rule::Overflow))
}
/// The gap between a span and the mode `s:d`, and the span with that.
#[inline(always)]
fn gap_before<I: Index, R: Span>(
    rounding: Rounding,
    s: impl Number,
    d: impl Number,
    span: impl Number,
) -> Result<(Dyn<I>, R), Error> {
    let error = |rule| Error::new(rounding.operation(), rule);
    let exact = matches!(rounding, Rounding::Exact);
    let (gap, reached) = match (s.value(), d.value()) {
        (1, _) => (1, span.value()),
        (_, 0) if !exact => (1, span.value()),
        (s, 0) => return Err(error(Rule::Broadcast { extent: s as i64 })),
        (s, _) => {
            let gap = gap(rounding, in_usize(d).map_err(error)?, in_usize(span).map_err(error)?)?;
            (gap as u64, s.checked_mul(d.value()).ok_or(error(Rule::Overflow))?)
        }
    };
    Ok((Number::of(Some(gap)).map_err(error)?, R::of(reached).map_err(error)?))
}
/// The span of the mode `s:d`.
#[inline(always)]
fn reached<R: Span>(rounding: Rounding, s: impl Number, d: impl Number) -> Result<R, Error> {
    let reached = s.value().checked_mul(d.value()).ok_or(Rule::Overflow);
    reached.and_then(R::of).map_err(|rule| Error::new(rounding.operation(), rule))
}
/// How often the span covers `n`.
#[inline(always)]
fn copies<I: Index>(
    rounding: Rounding,
    n: impl Number,
    span: impl Number,
) -> Result<Dyn<I>, Error> {
    let error = |rule| Error::new(rounding.operation(), rule);
    let (n, span) = (in_usize(n).map_err(error)?, in_usize(span).map_err(error)?);
    Number::of(Some(cover(rounding, n, span)? as u64)).map_err(error)
}
/// That a mode `s:d` whose extent turns out to be 1 leaves the static gap before it as it is. Exact gaps always are.
#[inline(always)]
fn check_skipped<S: Number, E: End>(
    gap: impl Number,
    span: impl Number,
    (s, d): (S, impl Number),
    others: impl Ascending,
    end: E,
) -> Result<(), Error> {
    if const { S::STATIC.is_some() } || s.value() != 1 {
        return Ok(());
    }
    let (gap, span, d) = (gap.value(), span.value(), d.value());
    if skips(gap, span, d, others.next_stride(), end.end()) {
        return Ok(());
    }
    let rule = Rule::StaticGap { gap: gap as i64, stride: d as i64 };
    Err(Error::new(Rounding::Ceil.operation(), rule))
}
/// Whether gaps `gap` above `span` and from the stride `d` on are together the one that is there without the mode of
/// stride `d`, up to the stride `next` or the end.
fn skips(gap: u64, span: u64, d: u64, next: Option<u64>, end: Option<u64>) -> bool {
    let (up_to, by): (u64, fn(u64, u64) -> u64) = match (next, end) {
        (Some(stride), _) => (stride, |n, span| n / span),
        (None, Some(end)) => (end, u64::div_ceil),
        (None, None) => return gap.checked_mul(span) == Some(d),
    };
    let above = by(up_to, d);
    (above == 1 || gap.checked_mul(span) == Some(d))
        && gap.checked_mul(above) == Some(by(up_to, span))
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
    /// The gap between the span `B`, a multiple of `K`, and the mode of the extent `S` and this stride, rounded down,
    /// and those that follow.
    type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End>: List;
    /// The same.
    fn padded_above<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End>(
        span: B,
        next: Placed<S, Self, T>,
        end: E,
    ) -> Result<Self::PaddedAbove<B, K, I, S, T, E>, Error>;
}
/// A number above 0, or one of run time.
macro_rules! padded_above {
    () => {
        type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End> =
            <T::Padded<<Self as OnNumber>::Reached<S, K>, E> as OnList>::After<Dyn<I>, B::Number>;
        #[inline(always)]
        fn padded_above<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End>(
            span: B,
            next: Placed<S, Self, T>,
            end: E,
        ) -> Result<Self::PaddedAbove<B, K, I, S, T, E>, Error> {
            let Placed(s, d, at, others) = next;
            let span = span.number();
            let (gap, reached) =
                gap_before(Rounding::Ceil, s, d, span).map_err(|error| error.at(at))?;
            Ok(others
                .padded::<<Self as OnNumber>::Reached<S, K>, E>(reached, end)?
                .after(gap, span))
        }
    };
}
macro_rules! static_number {
    ($([$($g:tt)*] $n:ty, {$($padded:tt)*};)*) => {$(
        impl<$($g)*> OnNumber for $n {
            type IfStatic<K: Number> = K;
            type MultipleOf<K: Number> = <Self as Number>::Times<K>;
            type Spans<D: Number, K: Number> = <Self as Number>::Times<D>;
            type Reached<S: Number, K: Number> = S::Spans<Self, K>;
            $($padded)*
        }
    )*};
}
static_number! {
    [] UTerm, {
        type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End> =
            T::Padded<B, E>;
        #[inline(always)]
        fn padded_above<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: End>(
            span: B,
            next: Placed<S, Self, T>,
            end: E,
        ) -> Result<T::Padded<B, E>, Error> {
            next.3.padded(span, end)
        }
    };
    [U: Number] UInt<U, B0>, { padded_above!(); };
    [U: Number] UInt<U, B1>, { padded_above!(); };
}
impl<J: Index> OnNumber for Dyn<J> {
    type IfStatic<K: Number> = U1;
    type MultipleOf<K: Number> = K;
    type Spans<D: Number, K: Number> = Multiple<K, J>;
    type Reached<S: Number, K: Number> = Multiple<S::MultipleOf<K>, J>;
    padded_above!();
}

/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// The gaps of these modes from `S` on up to `N`, coalesced. No gap goes on in the next one: a mode is between
    /// them.
    type Gaps<S: Span, N: Number>: List;
    /// The same.
    fn gaps<S: Span, N: Number>(self, span: S, n: N) -> Result<Self::Gaps<S, N>, Error>;
    /// The gaps of these modes from `S` on, rounded down, and the last mode up to `E`. Modes of stride 0 are ignored.
    type Padded<S: Span, E: End>: List;
    /// The same.
    fn padded<S: Span, E: End>(self, span: S, end: E) -> Result<Self::Padded<S, E>, Error>;
    /// The first stride that counts: not 0, and of an extent above 1.
    fn next_stride(self) -> Option<u64>;
}
impl OnAscending for HNil {
    type Gaps<S: Span, N: Number> = S::Cover<N>;
    #[inline(always)]
    fn gaps<S: Span, N: Number>(self, span: S, n: N) -> Result<Self::Gaps<S, N>, Error> {
        span.cover(n)
    }
    type Padded<S: Span, E: End> = E::Cover<S>;
    #[inline(always)]
    fn padded<S: Span, E: End>(self, span: S, end: E) -> Result<Self::Padded<S, E>, Error> {
        end.cover(span)
    }
    #[inline(always)]
    fn next_stride(self) -> Option<u64> {
        None
    }
}
impl OnAscending for Unsorted {
    type Gaps<S: Span, N: Number> = Undecided;
    #[inline(always)]
    fn gaps<S: Span, N: Number>(self, _: S, _: N) -> Result<Undecided, Error> {
        Ok(Undecided)
    }
    type Padded<S: Span, E: End> = Undecided;
    #[inline(always)]
    fn padded<S: Span, E: End>(self, _: S, _: E) -> Result<Undecided, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn next_stride(self) -> Option<u64> {
        None
    }
}
impl<S: Number, D: Number, T: Ascending> OnAscending for Placed<S, D, T> {
    type Gaps<B: Span, N: Number> = B::Gap<S, D, T, N>;
    #[inline(always)]
    fn gaps<B: Span, N: Number>(self, span: B, n: N) -> Result<Self::Gaps<B, N>, Error> {
        span.gap(self, n)
    }
    type Padded<B: Span, E: End> = B::Padded<S, D, T, E>;
    #[inline(always)]
    fn padded<B: Span, E: End>(self, span: B, end: E) -> Result<Self::Padded<B, E>, Error> {
        span.padded(self, end)
    }
    #[inline(always)]
    fn next_stride(self) -> Option<u64> {
        let counts = self.0.value() != 1 && self.1.value() != 0;
        if counts { Some(self.1.value()) } else { self.3.next_stride() }
    }
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
    /// [`OnQuotient::Padded`]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error>;
    /// [`OnQuotient::Floored`]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error>;
    /// [`OnQuotient::CoverUp`]
    fn cover_up<Span: Number, N: Number>(span: Span, n: N)
    -> Result<Self::CoverUp<Span, N>, Error>;
    /// [`OnQuotient::RoundUp`]
    fn round_up<Span: Number>(span: Span) -> Self::RoundUp<Span>;
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
    #[inline(always)]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error> {
        <<D::Over<Span> as Division>::Quotient>::floored(span, next, end)
    }
    #[inline(always)]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        _: Span,
        _: Placed<S, D, T>,
        _: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn cover_up<Span: Number, N: Number>(
        span: Span,
        _: N,
    ) -> Result<Self::CoverUp<Span, N>, Error> {
        Ok(<<N::Over<Span> as Division>::Quotient>::round_up(span))
    }
    #[inline(always)]
    fn round_up<Span: Number>(_: Span) -> Self::RoundUp<Span> {
        Undecided
    }
}
impl OnQuotient for UTerm {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> = T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = HNil;
    #[inline(always)]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error> {
        next.3.padded(span, end)
    }
    #[inline(always)]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        _: Span,
        _: Placed<S, D, T>,
        _: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn cover_up<Span: Number, N: Number>(_: Span, _: N) -> Result<Self::CoverUp<Span, N>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn round_up<Span: Number>(_: Span) -> Self::RoundUp<Span> {
        HNil
    }
}
impl OnQuotient for Any {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
    #[inline(always)]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        _: Span,
        _: Placed<S, D, T>,
        _: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        _: Span,
        _: Placed<S, D, T>,
        _: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn cover_up<Span: Number, N: Number>(_: Span, _: N) -> Result<Self::CoverUp<Span, N>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn round_up<Span: Number>(_: Span) -> Self::RoundUp<Span> {
        Undecided
    }
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
        let reached = reached::<S::Spans<D, D>>(Rounding::Exact, s, d).map_err(|error| error.at(at))?;
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
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Padded<S::Spans<D, D>, E>>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> =
        <Self as OnQuotient>::Padded<Span, S, D, T, E>;
    type CoverUp<Span: Number, N: Number> = <Self as OnQuotient>::Cover<Span>;
    type RoundUp<Span: Number> = Last<<Self as Number>::Next, Span>;
    #[inline(always)]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error> {
        let Placed(s, d, at, others) = next;
        let gap = Self::default();
        check_skipped(gap, span, (s, d), others, end).map_err(|error| error.at(at))?;
        let reached = reached(Rounding::Ceil, s, d).map_err(|error| error.at(at))?;
        let others = others.padded::<S::Spans<D, D>, E>(reached, end)?;
        Ok(<Self as Number>::IsOne::gap(gap, span, others))
    }
    #[inline(always)]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error> {
        <Self as OnQuotient>::padded(span, next, end)
    }
    #[inline(always)]
    fn cover_up<Span: Number, N: Number>(span: Span, n: N) -> Result<Self::CoverUp<Span, N>, Error> {
        <Self as OnQuotient>::cover(span, n)
    }
    #[inline(always)]
    fn round_up<Span: Number>(span: Span) -> Self::RoundUp<Span> {
        Last(Default::default(), span)
    }
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
        let (gap, reached) =
            gap_before(Rounding::Exact, s, d, span).map_err(|error| error.at(at))?;
        Ok(others.gaps(reached, n)?.after(gap, span))
    }
    type Cover<Span: Number> = Last<Self, Span>;
    #[inline(always)]
    fn cover<Span: Number, N: Number>(span: Span, n: N) -> Result<Self::Cover<Span>, Error> {
        Ok(Last(copies(Rounding::Exact, n, span)?, span))
    }
    type IfExact<L: List> = L;
    #[inline(always)]
    fn if_exact<L: List>(modes: L) -> L {
        modes
    }
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: End> =
        <T::Padded<D::Reached<S, Span>, E> as OnList>::After<Self, Span>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Last<Self, Span>;
    type RoundUp<Span: Number> = Undecided;
    #[inline(always)]
    fn padded<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        span: Span,
        next: Placed<S, D, T>,
        end: E,
    ) -> Result<Self::Padded<Span, S, D, T, E>, Error> {
        let Placed(s, d, at, others) = next;
        let (gap, reached) =
            gap_before(Rounding::Ceil, s, d, span).map_err(|error| error.at(at))?;
        Ok(others.padded::<D::Reached<S, Span>, E>(reached, end)?.after(gap, span))
    }
    #[inline(always)]
    fn floored<Span: Number, S: Number, D: Number, T: Ascending, E: End>(
        _: Span,
        _: Placed<S, D, T>,
        _: E,
    ) -> Result<Self::Floored<Span, S, D, T, E>, Error> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn cover_up<Span: Number, N: Number>(
        span: Span,
        n: N,
    ) -> Result<Self::CoverUp<Span, N>, Error> {
        Ok(Last(copies(Rounding::Ceil, n, span)?, span))
    }
    #[inline(always)]
    fn round_up<Span: Number>(_: Span) -> Self::RoundUp<Span> {
        Undecided
    }
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
pub trait End: Copy {
    /// The size, if there is an end.
    fn end(self) -> Option<u64>;
    /// The last mode, of the stride `S`.
    type Cover<S: Span>: List;
    /// The same.
    fn cover<S: Span>(self, span: S) -> Result<Self::Cover<S>, Error>;
}
/// Up to at least `N`.
#[derive(Clone, Copy)]
pub struct UpTo<N>(pub N);
impl<N: Number> End for UpTo<N> {
    #[inline(always)]
    fn end(self) -> Option<u64> {
        Some(self.0.value())
    }
    type Cover<S: Span> = S::CoverUp<N>;
    #[inline(always)]
    fn cover<S: Span>(self, span: S) -> Result<S::CoverUp<N>, Error> {
        span.cover_up(self.0)
    }
}
/// Without end.
#[derive(Clone, Copy)]
pub struct Unbounded;
impl End for Unbounded {
    #[inline(always)]
    fn end(self) -> Option<u64> {
        None
    }
    type Cover<S: Span> = Last<U1, S::Number>;
    #[inline(always)]
    fn cover<S: Span>(self, span: S) -> Result<Self::Cover<S>, Error> {
        Ok(Last(U1::new(), span.number()))
    }
}
