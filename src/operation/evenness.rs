//! Evenness: how many copies of a span cover a size, if they cover it exactly.

use tilework_algebra::steps::{Rounding, cover};
use tilework_algebra::{Error, Mode, Operation, Rule};
use typenum::U1;

use crate::layout::Parts;
use crate::layout::fill_from_modes::Sound;
use crate::leaf::int::{Dyn, Index, Static};
use crate::operation::complement::{OnNumber, Span};
use crate::operation::kind::dynamic::FillFromNumbers;
use crate::operation::kind::list::List;
use crate::operation::kind::nat::{Integral, Number};
use crate::operation::kind::tree::Outcome;
use crate::verdict::{Bad, First, Place, every, rule};

/// The leaf `Self` divided exactly by the leaf `S`, a multiple of the static leaf `F`. `O` are the two operands and the
/// mode, for errors.
pub trait QuotientBy<S, F, O>: Sized {
    /// The quotient, a leaf, or the verdict.
    type Out;
    /// The quotient.
    fn quotient_by(self, span: S) -> Result<Self::Out, Error>;
}
/// The span of the leaf `S`, a multiple of `F`.
type SpanOf<S, F> = <<S as Integral>::Number as OnNumber>::Spans<U1, <F as Integral>::Number>;
/// The mode that covers `N` with copies of that span.
type Covered<N, S, F> =
    <<SpanOf<S, F> as Span>::Cover<<N as Integral>::Number> as List>::IntoLayout;
impl<N: Integral, S: Integral, F: Integral, A, B, J, Quotient> QuotientBy<S, F, (A, B, J)> for N
where
    Covered<N, S, F>: Outcome<Or<A, B, First>: Parts<Shape = Quotient>>,
    Quotient: NamesMode<J>,
{
    type Out = Quotient::Out;
    #[inline(always)]
    fn quotient_by(self, span: S) -> Result<Self::Out, Error> {
        let count = cover(Rounding::Exact, self.number(), span.number())?;
        if count > const { <Quotient as NamesMode<J>>::LIMIT } {
            return Err(Error::new(Operation::Complement, Rule::Overflow));
        }
        let mode = Mode { shape: count, stride: span.number() };
        let covered =
            Covered::<N, S, F>::fill_from_numbers(&[mode], 0, Sound::YES).or::<A, B, First>();
        Ok(covered.by_parts().into_parts().0.names_mode())
    }
}

/// A quotient in the mode at `J`; the verdict names that mode.
pub trait NamesMode<J> {
    /// The largest quotient.
    const LIMIT: i64 = i64::MAX;
    /// The leaf, or the verdict.
    type Out;
    /// The leaf.
    fn names_mode(self) -> Self::Out;
}
impl<N, J> NamesMode<J> for Static<N> {
    type Out = Self;
    #[inline(always)]
    fn names_mode(self) -> Self {
        self
    }
}
impl<I: Index, J> NamesMode<J> for Dyn<I> {
    const LIMIT: i64 = <Self as Number>::LIMIT;
    type Out = Self;
    #[inline(always)]
    fn names_mode(self) -> Self {
        self
    }
}
impl<A, B, X, Y, J> NamesMode<J> for Bad<rule::EvennessOfAll, Place<A, B, every>, X, Y> {
    type Out = Bad<rule::Evenness, Place<A, B, J>, X, Y>;
    fn names_mode(self) -> Self::Out {
        Bad::new()
    }
}
