//! The last mode of a complement: copies of what is spanned, up to its size.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;
use tilework_algebra::steps::cover;
use typenum::{B0, B1, UInt};

use super::span::{Divides, Multiple};
use super::{Ceil, Exact, Round};
use crate::layout::modes::{Mode, mode};
use crate::leaf::arithmetic::CeilDiv;
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, LeafIn, Static};
use crate::verdict::{Bad, First, Next, Place, Within, every, of_the_complement, rule};

/// The last mode: copies of `Span` up to `Self`.
pub trait CoverBy<Span, R, O>: Sized {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn cover_by(self, span: Span) -> Result<Self::Out, Error>;
}
macro_rules! static_cover {
    ($($rounding:ident $division:ident;)*) => {$(
        impl<N, M, O, Q> CoverBy<Static<M>, $rounding, O> for Static<N>
        where
            N: $division<M, Out = Q>,
            Q: LastMode<Self, Static<M>, O>,
        {
            type Out = Q::Out;
            #[inline(always)]
            fn cover_by(self, span: Static<M>) -> Result<Self::Out, Error> {
                Ok(Q::last_mode(span))
            }
        }
    )*};
}
static_cover! {
    Exact ExactDiv;
    Ceil CeilDiv;
}
impl<N, I: Index, R: Round, O> CoverBy<Dyn<I>, R, O> for Static<N>
where
    Self: LeafIn<I>,
{
    type Out = HCons<Mode<Dyn<I>, Dyn<I>>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Dyn<I>) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover::<R, I>(self, span)?, span), tail: HNil })
    }
}
impl<Span: LeafIn<I>, I: Index, R: Round, O> CoverBy<Span, R, O> for Dyn<I> {
    type Out = HCons<Mode<Dyn<I>, Span>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Span) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(dynamic_cover::<R, I>(self, span)?, span), tail: HNil })
    }
}
/// How often `span` covers `n`.
#[inline(always)]
fn dynamic_cover<R: Round, I: Index>(
    n: impl LeafIn<I>,
    span: impl LeafIn<I>,
) -> Result<Dyn<I>, Error> {
    if let (Ok(n), Ok(span)) = (n.try_get_in(), span.try_get_in()) {
        return cover(R::ROUNDING, n, span).map(Dyn);
    }
    // The quotient may fit the integers although a static number does not.
    let wide = cover(R::ROUNDING, n.get(), span.get())?;
    let narrow = I::try_of(wide as u64).map(Dyn);
    narrow.map_err(|rule| Error::new(R::ROUNDING.operation(), rule))
}
impl<I: Index, K, R, O, C> CoverBy<Multiple<K, I>, R, O> for Dyn<I>
where
    Self: CoverBy<Dyn<I>, R, O, Out = C>,
{
    type Out = C;
    #[inline(always)]
    fn cover_by(self, span: Multiple<K, I>) -> Result<C, Error> {
        self.cover_by(span.leaf)
    }
}
impl<N, K, I, R, A, B, J, F> CoverBy<Multiple<K, I>, R, (A, B, J)> for Static<N>
where
    R: Divides<K, Self, Out = F>,
    J: Uneven,
    F: IfEven<Self, Dyn<I>, R, (A, B, J), Bad<J::Rule, Place<A, B, J>, Self, K>>,
{
    type Out = F::Out;
    #[inline(always)]
    fn cover_by(self, span: Multiple<K, I>) -> Result<F::Out, Error> {
        F::if_even(self, span.leaf)
    }
}
/// `N` covered by `Span` if `Self` is true, else the verdict `V`.
pub trait IfEven<N, Span, R, O, V> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn if_even(n: N, span: Span) -> Result<Self::Out, Error>;
}
impl<N: CoverBy<Span, R, O>, Span, R, O, V> IfEven<N, Span, R, O, V> for B1 {
    type Out = N::Out;
    #[inline(always)]
    fn if_even(n: N, span: Span) -> Result<N::Out, Error> {
        n.cover_by(span)
    }
}
impl<N, Span, R, O, Rule, At, X, Y> IfEven<N, Span, R, O, Bad<Rule, At, X, Y>> for B0 {
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
