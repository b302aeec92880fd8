//! Copies of what is spanned up to a size, exactly: the last mode of a complement.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Rounding, cover};
use tilework_algebra::{Error, Operation};
use typenum::{B0, B1, UInt};

use super::span::{IsExact, Multiple};
use crate::layout::modes::{Mode, mode};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, LeafIn, Static};
use crate::verdict::{Bad, First, Next, Place, Within, every, of_the_complement, rule};

/// The last mode: copies of `Span` up to `Self`.
pub trait CoverBy<Span, O>: Sized {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn cover_by(self, span: Span) -> Result<Self::Out, Error>;
}
impl<N: ExactDiv<M, Out = Q>, M, O, Q> CoverBy<Static<M>, O> for Static<N>
where
    Q: LastMode<Self, Static<M>, O>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn cover_by(self, span: Static<M>) -> Result<Self::Out, Error> {
        Ok(Q::last_mode(span))
    }
}
impl<N, I: Index, O> CoverBy<Dyn<I>, O> for Static<N>
where
    Self: LeafIn<I>,
{
    type Out = HCons<Mode<Dyn<I>, Dyn<I>>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Dyn<I>) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover(self, span)?, span), tail: HNil })
    }
}
impl<Span: LeafIn<I>, I: Index, O> CoverBy<Span, O> for Dyn<I> {
    type Out = HCons<Mode<Dyn<I>, Span>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Span) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover(self, span)?, span), tail: HNil })
    }
}
/// How often `span` covers `n`.
#[inline(always)]
fn dynamic_cover<I: Index>(n: impl LeafIn<I>, span: impl LeafIn<I>) -> Result<Dyn<I>, Error> {
    if let (Ok(n), Ok(span)) = (n.try_get_in(), span.try_get_in()) {
        return cover(Rounding::Exact, n, span).map(Dyn);
    }
    // The quotient may fit the integers although a static number does not.
    let wide = cover(Rounding::Exact, n.get(), span.get())?;
    let narrow = I::try_of(wide as u64).map(Dyn);
    narrow.map_err(|rule| Error::new(Operation::Complement, rule))
}
impl<I: Index, K, O, C> CoverBy<Multiple<K, I>, O> for Dyn<I>
where
    Self: CoverBy<Dyn<I>, O, Out = C>,
{
    type Out = C;
    #[inline(always)]
    fn cover_by(self, span: Multiple<K, I>) -> Result<C, Error> {
        self.cover_by(span.leaf)
    }
}
impl<N, K, I, A, B, J, Q, F> CoverBy<Multiple<Static<K>, I>, (A, B, J)> for Static<N>
where
    N: ExactDiv<K, Out = Q>,
    Q: IsExact<Out = F>,
    J: Uneven,
    F: IfEven<Self, Dyn<I>, (A, B, J), Bad<J::Rule, Place<A, B, J>, Self, Static<K>>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn cover_by(self, span: Multiple<Static<K>, I>) -> Result<F::Out, Error> {
        F::if_even(self, span.leaf)
    }
}
/// `N` covered by `Span` if `Self` is true, else the verdict `V`.
pub trait IfEven<N, Span, O, V> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn if_even(n: N, span: Span) -> Result<Self::Out, Error>;
}
impl<N: CoverBy<Span, O>, Span, O, V> IfEven<N, Span, O, V> for B1 {
    type Out = N::Out;
    #[inline(always)]
    fn if_even(n: N, span: Span) -> Result<N::Out, Error> {
        n.cover_by(span)
    }
}
impl<N, Span, O, Rule, At, X, Y> IfEven<N, Span, O, Bad<Rule, At, X, Y>> for B0 {
    type Out = Bad<Rule, At, X, Y>;
    fn if_even(_: N, _: Span) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

/// `Self` is the extent of the last mode, if there is one.
pub trait LastMode<N, Span, O> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn last_mode(span: Span) -> Self::Out;
}
impl<U, B, N, Span, O> LastMode<N, Span, O> for UInt<U, B> {
    type Out = HCons<Mode<Static<Self>, Span>, HNil>;
    #[inline(always)]
    fn last_mode(span: Span) -> Self::Out {
        HCons { head: mode(Static::new(), span), tail: HNil }
    }
}
impl<N, Span, A, B, J: Uneven> LastMode<N, Span, (A, B, J)> for Inexact {
    type Out = Bad<J::Rule, Place<A, B, J>, N, Span>;
    fn last_mode(_: Span) -> Self::Out {
        Bad::new()
    }
}

/// The rule that a size breaks at `Self`: of all modes together it names none.
pub trait Uneven {
    /// Evenness.
    type Rule;
}
impl Uneven for every {
    type Rule = rule::EvennessOfAll;
}
macro_rules! of_one {
    ($([$($g:ident),*] $position:ty;)*) => {$(
        impl<$($g),*> Uneven for $position {
            type Rule = rule::Evenness;
        }
    )*};
}
of_one! {
    [] First;
    [J] Next<J>;
    [J, K] Within<J, K>;
    [] of_the_complement;
}
