//! The gap before a mode by its extent, a quotient.

use frunk_core::hlist::HNil;
use typenum::{B0, B1, UInt, UTerm};

use super::{Ends, OnList};
use crate::leaf::int::{Dyn, Index};
use crate::sorts::Undecided;
use crate::sorts::answer::{Any, above_zero};
use crate::sorts::floor::Division;
use crate::sorts::list::{Last, List};
use crate::sorts::number::Number;
use crate::sorts::sorted::Ascending;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent, `D / Span`.
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number>: List;
    /// The last mode of a complement. `Self`: its extent, `N / Span`.
    type Cover<Span: Number>: List;
    /// `L` for a number above 0, and before run time.
    type IfExact<L: List>: List;
    /// The gap above `Span`, rounded down, and those above the mode `S:D`, up to `E`. `Self`:
    /// `D / Span`.
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends>: List;
    /// The same. `Self`: its extent.
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends>: List;
    /// The last mode up to at least `N`. `Self`: `N / Span`.
    type CoverUp<Span: Number, N: Number>: List;
    /// The same. `Self`: `N / Span` rounded down.
    type RoundUp<Span: Number>: List;
}
/// No gap of this extent, exactly.
macro_rules! no_gap {
    () => {
        type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> = Undecided;
        type Cover<Span: Number> = Undecided;
        type IfExact<L: List> = Undecided;
    };
}
impl OnQuotient for Undecided {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> =
        <<D::Over<Span> as Division>::Quotient as OnQuotient>::Floored<Span, S, D, T, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = Undecided;
    type CoverUp<Span: Number, N: Number> =
        <<N::Over<Span> as Division>::Quotient as OnQuotient>::RoundUp<Span>;
    type RoundUp<Span: Number> = Undecided;
}
impl OnQuotient for UTerm {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = HNil;
}
impl OnQuotient for Any {
    no_gap!();
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
}
above_zero! { OnQuotient {
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Gaps<S::Spans<D, D>, N>>;
    type Cover<Span: Number> = <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, HNil>;
    type IfExact<L: List> = L;
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> =
        <<Self as Number>::IsOne as OnTruth>::Gap<Self, Span, T::Padded<S::Spans<D, D>, E>>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> =
        <Self as OnQuotient>::Padded<Span, S, D, T, E>;
    type CoverUp<Span: Number, N: Number> = <Self as OnQuotient>::Cover<Span>;
    type RoundUp<Span: Number> = Last<<Self as Number>::Next, Span>;
} }
impl<I: Index> OnQuotient for Dyn<I> {
    type Gap<Span: Number, S: Number, D: Number, T: Ascending, N: Number> =
        <T::Gaps<D::Reached<S, Span>, N> as OnList>::After<Self, Span>;
    type Cover<Span: Number> = Last<Self, Span>;
    type IfExact<L: List> = L;
    type Padded<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> =
        <T::Padded<D::Reached<S, Span>, E> as OnList>::After<Self, Span>;
    type Floored<Span: Number, S: Number, D: Number, T: Ascending, E: Ends> = Undecided;
    type CoverUp<Span: Number, N: Number> = Last<Self, Span>;
    type RoundUp<Span: Number> = Undecided;
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// The gap `S:D` before the others. `Self`: `S = 1`.
    type Gap<S: Number, D: Number, T: List>: List;
}
impl OnTruth for B1 {
    type Gap<S: Number, D: Number, T: List> = T;
}
impl OnTruth for B0 {
    type Gap<S: Number, D: Number, T: List> = T::After<S, D>;
}
