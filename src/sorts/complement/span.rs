//! How far modes reach, and the gap between that and the next mode.

use core::marker::PhantomData;

use tilework_algebra::steps::{Rounding, cover, gap};
use tilework_algebra::{Error, Rule};
use typenum::{B0, B1, U1, UInt, UTerm};

use super::gap::OnQuotient;
use super::{End, OnList};
use crate::leaf::int::{Dyn, Index};
use crate::sorts::list::{Last, List};
use crate::sorts::number::Number;
use crate::sorts::sorted::{Ascending, Placed};

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
        Number::within(value)
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
        Ok(Multiple(Number::within(value)?, PhantomData))
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
pub(super) fn gap_before<I: Index, R: Span>(
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
    Ok((Number::within(gap).map_err(error)?, R::of(reached).map_err(error)?))
}
/// The span of the mode `s:d`.
#[inline(always)]
pub(super) fn reached<R: Span>(
    rounding: Rounding,
    s: impl Number,
    d: impl Number,
) -> Result<R, Error> {
    let reached = s.value().checked_mul(d.value()).ok_or(Rule::Overflow);
    reached.and_then(R::of).map_err(|rule| Error::new(rounding.operation(), rule))
}
/// How often the span covers `n`.
#[inline(always)]
pub(super) fn copies<I: Index>(
    rounding: Rounding,
    n: impl Number,
    span: impl Number,
) -> Result<Dyn<I>, Error> {
    let error = |rule| Error::new(rounding.operation(), rule);
    let (n, span) = (in_usize(n).map_err(error)?, in_usize(span).map_err(error)?);
    Number::within(cover(rounding, n, span)? as u64).map_err(error)
}
/// That a mode `s:d` whose extent turns out to be 1 leaves the static gap before it as it is. Exact gaps always are.
#[inline(always)]
pub(super) fn check_skipped<S: Number, E: End>(
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
