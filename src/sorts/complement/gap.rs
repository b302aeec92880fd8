//! The gap before a mode by its extent, a quotient.

use frunk_core::hlist::HNil;
use tilework_algebra::Error;
use tilework_algebra::steps::Rounding;
use typenum::{B0, B1, UInt, UTerm};

use super::span::{check_skipped, copies, gap_before, reached};
use super::{End, OnList};
use crate::leaf::int::{Dyn, Index};
use crate::sorts::Undecided;
use crate::sorts::answer::{Any, above_zero};
use crate::sorts::floor::Division;
use crate::sorts::list::{Last, List};
use crate::sorts::number::Number;
use crate::sorts::sorted::{Ascending, Placed};

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
