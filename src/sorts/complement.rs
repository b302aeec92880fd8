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

mod gap;
mod span;

use frunk_core::hlist::HNil;
use tilework_algebra::{Error, Operation};
use typenum::U1;

pub use self::gap::{OnQuotient, OnTruth};
pub use self::span::{OnNumber, Span};
use super::Undecided;
use super::divide::Rounding;
use super::leaves::{Among, Leaves};
use super::list::{Last, List, Then, positive};
use super::number::{Integral, Number};
use super::sorted::{Ascending, Placed, Sorted, Unsorted};
use super::way::{Applied, Refuses};
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Exact, Leaving};
use crate::operation::complement_ext::LeavingExt;

#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Exact> {}
#[diagnostic::do_not_recommend]
impl Refuses for Leaving<Ceil> {}
#[diagnostic::do_not_recommend]
impl Refuses for LeavingExt {}

impl<N: Integral, R: Rounding> Applied<N> for Leaving<R> {
    const OPERATION: Operation = R::ROUNDING.operation();
    type Operands<S: Leaves<D>, D> = N::Among<Among<S, D>>;
    type Of<S: Leaves<D>, D> = <R::Gaps<S, D, N::Number> as List>::IntoLayout;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        n: N,
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        positive(R::ROUNDING.operation(), layout.leaves())?;
        Ok(R::gaps(layout, n.as_number(), at)?.into_layout())
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &N) -> bool {
        false
    }
}
impl Applied<()> for LeavingExt {
    const OPERATION: Operation = Operation::ComplementExt;
    type Operands<S: Leaves<D>, D> = Among<S, D>;
    type Of<S: Leaves<D>, D> = <WithoutEnd<S, D> as List>::IntoLayout;
    #[inline(always)]
    fn of<S: Leaves<D>, D: Copy>(
        layout: Layout<S, D>,
        _: (),
        at: usize,
    ) -> Result<Self::Of<S, D>, Error> {
        positive(Operation::ComplementExt, layout.leaves())?;
        let gaps = padded(layout.leaves(), Unbounded, at);
        Ok(gaps.map_err(|error| error.during(Operation::ComplementExt))?.into_layout())
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
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
