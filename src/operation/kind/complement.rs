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

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::partly_known::{End, Right, complement, complement_here, positive};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{U1, UTerm};

pub use self::gap::{OnQuotient, OnTruth};
pub use self::span::{OnNumber, Span};
use super::Undecided;
use super::divide::Rounding;
use super::leaves::{Among, Leaves};
use super::list::{Last, List, Then};
use super::number::{Integral, Number};
use super::numbers::{Done, FactsOf, Flat, Steps, compute};
use super::refusal::{Refused, Relative};
use super::sorted::{Ascending, Placed, Sorted, Unsorted};
use super::stride::Stride;
use super::way::Applied;
use crate::layout::Layout;
use crate::operation::complement::{Ceil, Leaving};
use crate::operation::complement_ext::LeavingExt;
use crate::verdict::{First, Next, rule};

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
        compute::<Self, _, _, _>(layout, Flat(Last(n.as_number(), U1::new())), at)
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
        compute::<Self, _, _, _>(layout, Flat(HNil), at)
    }
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        false
    }
}

/// The end of a complement: the right side, if there is one.
#[inline(always)]
fn end<B: List>(right: Right<'_>) -> End {
    match right.leaves {
        [n, ..] => End::UpTo { n: n.shape, is_known: FactsOf::<B>::SIZE_IS_KNOWN },
        [] => End::Never,
    }
}
impl<R: Rounding> Steps for Leaving<R> {
    const HERE: (usize, usize) = (1, 1);
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        positive(R::ROUNDING.operation(), left)?;
        let tile = FactsOf::<A>::tile(left, right.at, right.limit);
        complement_here(R::ROUNDING, tile, end::<B>(right), out).map(|_| ())
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        positive(R::ROUNDING.operation(), left)?;
        let tile = FactsOf::<A>::tile(left, right.at, right.limit);
        complement(R::ROUNDING, tile, end::<B>(right), out).map(|_| ())
    }
}
impl Steps for LeavingExt {
    const HERE: (usize, usize) = (0, 0);
    #[inline(always)]
    fn here<A: List, B: List>(left: &mut [Mode], right: Right<'_>, out: &mut [Mode]) -> Done {
        Self::shared::<A, B, false>(left, right, out)
    }
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let done = <Leaving<Ceil> as Steps>::shared::<A, B, false>(left, right, out);
        done.map_err(|error| error.during(Operation::ComplementExt))
    }
}

/// The gaps of `S:D` up to `N`.
pub type Gaps<S, D, N> = <Sorted<S, D> as OnAscending>::GapsOf<<S as Leaves<D>>::Flatten<HNil>, N>;
/// The gaps of `S:D`, rounded down, and copies of what they span up to at least `N`.
pub type PaddedGaps<S, D, N> = <Sorted<S, D> as OnAscending>::Padded<U1, UpTo<N>>;
/// The gaps of `S:D`, rounded down, without end.
pub type WithoutEnd<S, D> = <Sorted<S, D> as OnAscending>::Padded<U1, Unbounded>;

/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// The gaps of these, the modes `M`, up to `N`.
    type GapsOf<M: List, N: Number>: List;
    /// The gaps of these modes from `S` on up to `N`, coalesced. No gap goes on in the next one: a mode is between
    /// them.
    type Gaps<S: Span, N: Number>: List;
    /// The gaps of these modes from `S` on, rounded down, and the last mode up to `E`. Modes of stride 0 are ignored.
    type Padded<S: Span, E: Ends>: List;
}
impl OnAscending for HNil {
    type GapsOf<M: List, N: Number> = Self::Gaps<U1, N>;
    type Gaps<S: Span, N: Number> = S::Cover<N>;
    type Padded<S: Span, E: Ends> = E::Cover<S>;
}
// Where the order is not known, but a stride is 0, that decides if it counts.
impl<K: Relative> OnAscending for Unsorted<K> {
    type GapsOf<M: List, N: Number> = M::FirstZero<First, OrderUnknown<K>>;
    type Gaps<S: Span, N: Number> = OrderUnknown<K>;
    type Padded<S: Span, E: Ends> = OrderUnknown<K>;
}
/// The order of the stride at `K` among the others is not known.
type OrderUnknown<K> = Refused<rule::KnownOrder, UTerm, UTerm, K>;
impl<S: Number, D: Number, K: Relative, T: Ascending> OnAscending for Placed<S, D, K, T> {
    type GapsOf<M: List, N: Number> = Self::Gaps<U1, N>;
    type Gaps<B: Span, N: Number> = B::Gap<S, D, K, T, N>;
    type Padded<B: Span, E: Ends> = B::Padded<S, D, K, T, E>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// The mode `S:D`, then these coalesced modes, with which it does not merge.
    type After<S: Number, D: Number>: List;
    /// That the first of these modes broadcasts whose stride is 0, else `V`. The first one stands at `K`.
    type FirstZero<K: Relative, V: List>: List;
}
impl OnList for Undecided {
    type After<S: Number, D: Number> = Undecided;
    type FirstZero<K: Relative, V: List> = Undecided;
}
impl OnList for HNil {
    type After<S: Number, D: Number> = Last<S, D>;
    type FirstZero<K: Relative, V: List> = V;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type FirstZero<K: Relative, V: List> =
        <<D::Integer as Number>::IsZero as OnTruth>::Broadcast<S, K, V>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type After<S0: Number, D0: Number> = Then<S0, D0, Self>;
    type FirstZero<K: Relative, V: List> =
        <<D::Integer as Number>::IsZero as OnTruth>::Broadcast<S, K, T::FirstZero<Next<K>, V>>;
}

/// Where a complement ends.
pub trait Ends {
    /// The last mode, of the stride `S`.
    type Cover<S: Span>: List;
}
/// Up to at least `N`.
pub struct UpTo<N>(PhantomData<N>);
impl<N: Number> Ends for UpTo<N> {
    type Cover<S: Span> = S::CoverUp<N>;
}
/// Without end.
pub struct Unbounded;
impl Ends for Unbounded {
    type Cover<S: Span> = Last<U1, S::Number>;
}
