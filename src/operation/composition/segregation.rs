//! Segregation: whether a composition distributes over the leaves of its right side, so that these do not carry into
//! one another.
//!
//! ```text
//! distributes(m, b) = m has one mode, or segregated(sorted(b)), or all of b stays in the first mode of m
//! segregated(b) = match b { [s:d, s1:d1, ..t] => s d <= d1 and segregated([s1:d1, ..t]), _ => true }
//! ```
//! The parts that depend on dynamic leaves are checked at run time. (papers: [004](crate::guide::papers),
//! section 3.3.2; `docs/rules/composition.md` says what the paper lacks.)

use frunk_core::hlist::HNil;
use typenum::{Equal, Greater, Less};

use crate::operation::kind::Undecided;
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Relative};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::Tree;
use crate::operation::sort::{Ascending, Placed, Unsorted};
use crate::verdict::rule;

/// Decides whether there is a result: `HNil`, or a refusal.
pub trait Gate {
    /// `T`, or the refusal.
    type If<T: Tree>: Tree;
}
impl Gate for HNil {
    type If<T: Tree> = T;
}
impl Gate for Undecided {
    type If<T: Tree> = Undecided;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// `HNil` if a composition on these coalesced modes of a left side distributes over the leaves `W` of a right side.
    /// `B` are these leaves sorted.
    type Distributes<B: Ascending, W: List>: Gate;
    /// `HNil` if the largest value of `W` stays in the first of these modes of a left side, else `V`.
    type Holds<W: List, V: Gate>: Gate;
}
impl OnList for Undecided {
    type Distributes<B: Ascending, W: List> = Undecided;
    type Holds<W: List, V: Gate> = Undecided;
}
impl OnList for HNil {
    type Distributes<B: Ascending, W: List> = HNil;
    type Holds<W: List, V: Gate> = HNil;
}
// A multiple of one stride distributes over everything, unless the stride is bits.
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Distributes<B: Ascending, W: List> = D::Alone<Self, B, W>;
    type Holds<W: List, V: Gate> = D::Excused<HNil, V>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Distributes<B: Ascending, W: List> = B::Segregated<Self, W>;
    type Holds<W: List, V: Gate> =
        D::Excused<<<W::Largest as Number>::Compared<S, Equal> as OnOrder>::UnlessLess<V>, V>;
}
/// Functions of sorted modes.
pub trait OnAscending: Sized {
    /// `HNil` if these modes, the last ones of `W`, are segregated. `A` is the left side.
    type Segregated<A: List, W: List>: Gate;
    /// `HNil` if the mode `S:D`, which was at `K`, and these modes after it are segregated.
    type SegregatedAfter<S: Number, D: Number, K: Relative, A: List, W: List>: Gate;
}
impl OnAscending for HNil {
    type Segregated<A: List, W: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, K: Relative, A: List, W: List> = HNil;
}
// This is decided at run time.
impl<K: Relative> OnAscending for Unsorted<K> {
    type Segregated<A: List, W: List> = HNil;
    type SegregatedAfter<S: Number, D: Number, K0: Relative, A: List, W: List> = HNil;
}
impl<S: Number, D: Number, K: Relative, T: Ascending> OnAscending for Placed<S, D, K, T> {
    type Segregated<A: List, W: List> = T::SegregatedAfter<S, D, K, A, W>;
    type SegregatedAfter<S0: Number, D0: Number, K0: Relative, A: List, W: List> =
        <<S0::Times<D0> as Number>::Compared<D, Equal> as OnOrder>::IfFits<
            Self,
            A,
            W,
            Refused<rule::Segregation, S0::Times<D0>, D, K0>,
        >;
}
/// Functions of orders.
pub trait OnOrder: Sized {
    /// `HNil` if the sorted modes of `W` are segregated. `Self`: a span with the stride after it, the first of `B`. `V`
    /// is the refusal for a span past that stride.
    type IfFits<B: Ascending, A: List, W: List, V: Gate>: Gate;
    /// `HNil` for `Less`, else `V`.
    type UnlessLess<V: Gate>: Gate;
}
impl OnOrder for Less {
    type IfFits<B: Ascending, A: List, W: List, V: Gate> = B::Segregated<A, W>;
    type UnlessLess<V: Gate> = HNil;
}
impl OnOrder for Equal {
    type IfFits<B: Ascending, A: List, W: List, V: Gate> = B::Segregated<A, W>;
    type UnlessLess<V: Gate> = V;
}
impl OnOrder for Greater {
    type IfFits<B: Ascending, A: List, W: List, V: Gate> = A::Holds<W, V>;
    type UnlessLess<V: Gate> = V;
}
// This is decided at run time.
impl OnOrder for Unknown {
    type IfFits<B: Ascending, A: List, W: List, V: Gate> = HNil;
    type UnlessLess<V: Gate> = HNil;
}
