//! Segregation: whether a composition distributes over the leaves of its right side, which must not carry into one
//! another.
//!
//! ```text
//! distributes(m, b) = m has one mode, or segregated(sorted(b)), or all of b stays in the first mode of m
//! segregated(b) = match b { [s:d, s1:d1, ..t] => s d <= d1 and segregated([s1:d1, ..t]), _ => true }
//! ```
//! What leaves of run time hide run time checks. (papers: 004, section 3.3.2; with what it lacks, see `RULES.md`.)

use frunk_core::hlist::HNil;
use typenum::{Equal, Greater, Less};

use super::Undecided;
use super::answer::Unknown;
use super::list::{Last, List, Then};
use super::number::Number;
use super::sorted::{Ascending, Placed, Unsorted};

/// Functions of lists.
pub trait OnList: Sized {
    /// `HNil`, if a composition on these coalesced modes of a left side distributes over the leaves `W` of a right
    /// side; `B` are these sorted.
    type Distributes<B: Ascending, W: List>: List;
    /// `HNil`, if the largest value of `W` stays in the first of these modes of a left side.
    type Holds<W: List>: List;
}
impl OnList for Undecided {
    type Distributes<B: Ascending, W: List> = Undecided;
    type Holds<W: List> = Undecided;
}
impl OnList for HNil {
    type Distributes<B: Ascending, W: List> = HNil;
    type Holds<W: List> = HNil;
}
// A multiple of one stride distributes over everything.
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Distributes<B: Ascending, W: List> = HNil;
    type Holds<W: List> = HNil;
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Distributes<B: Ascending, W: List> = B::Segregated<Self, W>;
    type Holds<W: List> =
        <<W::Spans as Number>::Compared<S::Plus<W::Strides>, Equal> as OnOrder>::IfLess<HNil>;
}
/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// `HNil`, if these modes, the last ones of `W`, are segregated. `A` is the left side.
    type Segregated<A: List, W: List>: List;
    /// The same of the mode `S:D` and these.
    type SegregatedAfter<S: Number, D: Number, A: List, W: List>: List;
}
impl OnAscending for HNil {
    type Segregated<A: List, W: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: List, W: List> = HNil;
}
// Run time sees.
impl OnAscending for Unsorted {
    type Segregated<A: List, W: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, A: List, W: List> = HNil;
}
impl<S: Number, D: Number, T: Ascending> OnAscending for Placed<S, D, T> {
    type Segregated<A: List, W: List> = T::SegregatedAfter<S, D, A, W>;
    type SegregatedAfter<S0: Number, D0: Number, A: List, W: List> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as OnOrder>::IfFits<Self, A, W>;
}
/// Functions of orders.
pub trait OnOrder: Sized {
    /// `HNil`, if the sorted modes of `W` are segregated. `Self`: a span with the stride after it, the first of `B`.
    type IfFits<B: Ascending, A: List, W: List>: List;
    /// `A` for `Less`.
    type IfLess<A: List>: List;
}
impl OnOrder for Less {
    type IfFits<B: Ascending, A: List, W: List> = B::Segregated<A, W>;
    type IfLess<A: List> = A;
}
impl OnOrder for Equal {
    type IfFits<B: Ascending, A: List, W: List> = B::Segregated<A, W>;
    type IfLess<A: List> = Undecided;
}
impl OnOrder for Greater {
    type IfFits<B: Ascending, A: List, W: List> = A::Holds<W>;
    type IfLess<A: List> = Undecided;
}
// Run time sees.
impl OnOrder for Unknown {
    type IfFits<B: Ascending, A: List, W: List> = HNil;
    type IfLess<A: List> = A;
}
