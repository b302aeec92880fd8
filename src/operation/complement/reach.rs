//! Spans: how far modes reach, and the gap between a span and the next mode.

use core::marker::PhantomData;

use typenum::{B0, B1, U1, UInt, UTerm};

use super::gap::{NoMultiple, OnQuotient, Uneven};
use super::{Ends, OnList};
use crate::leaf::int::{Dyn, Index};
use crate::operation::kind::list::{Last, List};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::Relative;
use crate::operation::sort::Ascending;

/// The reach of modes: a number, or [`Multiple`].
pub trait Span {
    /// The span as a number.
    type Number: Number;
    /// The gap between this span and the mode `S:D`, which was at `P`, and those that follow.
    type Gap<S: Number, D: Number, P: Relative, T: Ascending, N: Number>: List;
    /// The last mode: copies of the span up to `N`.
    type Cover<N: Number>: List;
    /// The gap of [`Span::Gap`], rounded down, and the modes that follow.
    type Padded<S: Number, D: Number, P: Relative, T: Ascending, E: Ends>: List;
    /// The last mode up to at least `N`.
    type CoverUp<N: Number>: List;
}
impl<K: Number> Span for K {
    type Number = K;
    type Gap<S: Number, D: Number, P: Relative, T: Ascending, N: Number> =
        <K::Divides<D> as OnQuotient>::Gap<K, S, D, P, T, N>;
    type Cover<N: Number> = <K::Divides<N> as OnQuotient>::Cover<K, N>;
    type Padded<S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        <K::Divides<D> as OnQuotient>::Padded<K, S, D, P, T, E>;
    type CoverUp<N: Number> = <K::Divides<N> as OnQuotient>::CoverUp<K, N>;
}
/// A dynamic span that is a multiple of the static number `K`.
pub struct Multiple<K, I>(PhantomData<(K, I)>);
impl<K: Number, I: Index> Span for Multiple<K, I> {
    type Number = Dyn<I>;
    // A mode whose extent turns out to be 1 leaves a gap of 1. If the extent is static, the stride must be a multiple.
    type Gap<S: Number, D: Number, P: Relative, T: Ascending, N: Number> =
        <<S::IfStatic<K> as Number>::Divides<D> as OnQuotient>::IfExact<
            <T::Gaps<D::Reached<S, K>, N> as OnList>::After<Dyn<I>, Dyn<I>>,
            NoMultiple<D, K, P>,
        >;
    type Cover<N: Number> =
        <K::Divides<N> as OnQuotient>::IfExact<Last<Dyn<I>, Dyn<I>>, Uneven<N, K>>;
    type Padded<S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        D::PaddedAbove<Self, K, I, S, T, E>;
    type CoverUp<N: Number> = Last<Dyn<I>, Dyn<I>>;
}

/// Functions of numbers.
pub trait OnNumber: Sized {
    /// `K` for a static number, else 1.
    type IfStatic<K: Number>: Number;
    /// The number that the span of a mode of this extent is a multiple of, if its stride is a multiple of `K`.
    type MultipleOf<K: Number>: Number;
    /// The span of a mode of this extent and the static stride `D`. If it is dynamic, it is a multiple of `K`.
    type Spans<D: Number, K: Number>: Span;
    /// The span of a mode of extent `S` and this stride, after a span that is a multiple of `K`.
    type Reached<S: Number, K: Number>: Span;
    /// The gap between the span `B`, a multiple of `K`, and the mode of extent `S` and this stride, rounded down, and
    /// those that follow.
    type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: Ends>: List;
}
/// A number above 0, or a dynamic one.
macro_rules! padded_above {
    () => {
        type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: Ends> =
            <T::Padded<<Self as OnNumber>::Reached<S, K>, E> as OnList>::After<Dyn<I>, B::Number>;
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
        type PaddedAbove<B: Span, K: Number, I: Index, S: Number, T: Ascending, E: Ends> =
            T::Padded<B, E>;
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
