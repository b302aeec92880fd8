//! The gap before a mode. Its extent is a quotient, which decides what follows.

use frunk_core::hlist::HNil;
use typenum::{B0, B1, UTerm};

use super::{Ends, OnList};
use crate::leaf::int::{Dyn, Index};
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, above_zero};
use crate::operation::kind::floor::Division;
use crate::operation::kind::list::{Last, List};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Relative, Whole};
use crate::operation::sort::Ascending;
use crate::verdict::rule;

/// The stride `D` is no multiple of the span `K`.
pub type NoMultiple<D, K, P> = Refused<rule::Complementability, D, K, P>;
/// The size `N` is no multiple of the span `K`.
pub type Uneven<N, K> = Refused<rule::EvennessOfAll, N, K, Whole>;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent, `D / Span`. The mode was at
    /// `P`.
    type Gap<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, N: Number>: List;
    /// The last mode of a complement. `Self`: its extent, `N / Span`.
    type Cover<Span: Number, N: Number>: List;
    /// `L` for a number above 0 or a dynamic one, else `V`.
    type IfExact<L: List, V: List>: List;
    /// The gap above `Span`, rounded down, and those above the mode `S:D`, up to `E`. `Self`: `D / Span`. The mode was
    /// at `P`.
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends>: List;
    /// The gap above `Span`, and those above the mode `S:D`, up to `E`. `Self`: the extent of the gap, `D / Span` rounded down.
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends>: List;
    /// The last mode up to at least `N`. `Self`: `N / Span`.
    type CoverUp<Span: Number, N: Number>: List;
    /// The last mode up to at least `N`, if `Span` does not divide it. `Self`: `N / Span` rounded down.
    type RoundUp<Span: Number, N: Number>: List;
}
/// There is no gap of exactly this extent.
macro_rules! no_gap {
    ($zero:ty) => {
        type Gap<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, N: Number> = $zero;
        type Cover<Span: Number, N: Number> = Uneven<N, Span>;
        type IfExact<L: List, V: List> = V;
    };
}
impl OnQuotient for Undecided {
    no_gap!(NoMultiple<D, Span, P>);
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        <<D::Over<Span> as Division>::Quotient as OnQuotient>::Floored<Span, S, D, P, T, E>;
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        NoMultiple<D, Span, P>;
    type CoverUp<Span: Number, N: Number> =
        <<N::Over<Span> as Division>::Quotient as OnQuotient>::RoundUp<Span, N>;
    type RoundUp<Span: Number, N: Number> = Uneven<N, Span>;
}
impl OnQuotient for UTerm {
    no_gap!(Refused<rule::Broadcast, S, UTerm, P>);
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        NoMultiple<D, Span, P>;
    type CoverUp<Span: Number, N: Number> = Uneven<N, Span>;
    type RoundUp<Span: Number, N: Number> = HNil;
}
// No span is 0.
impl OnQuotient for Any {
    no_gap!(NoMultiple<D, Span, P>);
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        NoMultiple<D, Span, P>;
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        NoMultiple<D, Span, P>;
    type CoverUp<Span: Number, N: Number> = Uneven<N, Span>;
    type RoundUp<Span: Number, N: Number> = Uneven<N, Span>;
}
above_zero! { OnQuotient {
    type Gap<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, N: Number> =
        <<Self as Number>::IsOne as GapIf>::Gap<Self, Span, T::Gaps<S::Spans<D, D>, N>>;
    type Cover<Span: Number, N: Number> = <<Self as Number>::IsOne as GapIf>::Gap<Self, Span, HNil>;
    type IfExact<L: List, V: List> = L;
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        <<Self as Number>::IsOne as GapIf>::Gap<Self, Span, T::Padded<S::Spans<D, D>, E>>;
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        <Self as OnQuotient>::Padded<Span, S, D, P, T, E>;
    type CoverUp<Span: Number, N: Number> = <Self as OnQuotient>::Cover<Span, N>;
    type RoundUp<Span: Number, N: Number> = Last<<Self as Number>::Next, Span>;
} }
impl<I: Index> OnQuotient for Dyn<I> {
    type Gap<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, N: Number> =
        <T::Gaps<D::Reached<S, Span>, N> as OnList>::After<Self, Span>;
    type Cover<Span: Number, N: Number> = Last<Self, Span>;
    type IfExact<L: List, V: List> = L;
    type Padded<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        <T::Padded<D::Reached<S, Span>, E> as OnList>::After<Self, Span>;
    type Floored<Span: Number, S: Number, D: Number, P: Relative, T: Ascending, E: Ends> =
        NoMultiple<D, Span, P>;
    type CoverUp<Span: Number, N: Number> = Last<Self, Span>;
    type RoundUp<Span: Number, N: Number> = Uneven<N, Span>;
}

/// Functions of truths.
pub trait GapIf: Sized {
    /// The gap `S:D` before the others. `Self`: `S = 1`.
    type Gap<S: Number, D: Number, T: List>: List;
    /// The refusal that the mode of extent `S` at `K` broadcasts, else `V`. `Self`: whether its stride is 0.
    type Broadcast<S: Number, K: Relative, V: List>: List;
    /// `V`, else `W`.
    type Either<V: List, W: List>: List;
}
impl GapIf for B1 {
    type Gap<S: Number, D: Number, T: List> = T;
    type Broadcast<S: Number, K: Relative, V: List> =
        <S::IsOne as GapIf>::Either<V, Refused<rule::Broadcast, S, UTerm, K>>;
    type Either<V: List, W: List> = V;
}
impl GapIf for B0 {
    type Gap<S: Number, D: Number, T: List> = T::After<S, D>;
    type Broadcast<S: Number, K: Relative, V: List> = V;
    type Either<V: List, W: List> = W;
}
