//! The sort of sorted modes: by stride, those of one stride in their order.
//!
//! ```text
//! sorted(m) = match m { [] => [], [s:d, ..t] => if s = 1 { sorted(t) } else { insert(s:d, sorted(t)) } }
//! insert(s:d, m) = match m {
//!     [] => [s:d],
//!     [s1:d1, ..t] => if d <= d1 { [s:d, ..m] } else { [s1:d1, ..insert(s:d, t)] },
//! }
//! ```

use frunk_core::hlist::HNil;
use typenum::{B0, B1, Equal, Greater, Less};

use super::Undecided;
use super::answer::Unknown;
use super::leaves::Leaves;
use super::list::{Last, List, Then};
use super::number::Number;
use super::{complement, segregation};

/// The mode `S:D`, which stood at a position, then `T`.
#[derive(Clone, Copy)]
pub struct Placed<S, D, T>(pub S, pub D, pub usize, pub T);
/// In place of modes whose order is not known before run time.
#[derive(Clone, Copy)]
pub struct Unsorted;

/// The sorted leaves of a layout.
pub type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Sorted;

/// Sorted modes: [`Placed`] up to `HNil` or [`Unsorted`].
pub trait Ascending: Copy + segregation::OnAscending + complement::OnAscending {
    /// `S:D` in these modes.
    type Insert<S: Number, D: Number>: Ascending;
    /// The same.
    fn insert<S: Number, D: Number>(self, s: S, d: D, at: usize) -> Self::Insert<S, D>;
}
impl Ascending for HNil {
    type Insert<S: Number, D: Number> = Placed<S, D, HNil>;
    #[inline(always)]
    fn insert<S: Number, D: Number>(self, s: S, d: D, at: usize) -> Self::Insert<S, D> {
        Placed(s, d, at, HNil)
    }
}
impl Ascending for Unsorted {
    type Insert<S: Number, D: Number> = Unsorted;
    #[inline(always)]
    fn insert<S: Number, D: Number>(self, _: S, _: D, _: usize) -> Unsorted {
        self
    }
}
impl<S1: Number, D1: Number, T: Ascending> Ascending for Placed<S1, D1, T> {
    type Insert<S: Number, D: Number> =
        <D::Compared<D1, Equal> as OnOrder>::Insert<S, D, S1, D1, T>;
    #[inline(always)]
    fn insert<S: Number, D: Number>(self, s: S, d: D, at: usize) -> Self::Insert<S, D> {
        <D::Compared<D1, Equal>>::insert(s, d, at, self)
    }
}

/// Functions of lists.
pub trait OnList: Sized {
    /// These modes sorted, without those of extent 1.
    type Sorted: Ascending;
    /// The same. The first mode stands at `at`.
    fn sorted(self, at: usize) -> Self::Sorted;
}
impl OnList for Undecided {
    type Sorted = Unsorted;
    #[inline(always)]
    fn sorted(self, _: usize) -> Unsorted {
        Unsorted
    }
}
impl OnList for HNil {
    type Sorted = HNil;
    #[inline(always)]
    fn sorted(self, _: usize) -> HNil {
        self
    }
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Sorted = <Then<S, D, HNil> as OnList>::Sorted;
    #[inline(always)]
    fn sorted(self, at: usize) -> Self::Sorted {
        Then(self.0, self.1, HNil).sorted(at)
    }
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Sorted = <S::IsOne as OnTruth>::InsertUnless<S, D, T::Sorted>;
    #[inline(always)]
    fn sorted(self, at: usize) -> Self::Sorted {
        S::IsOne::insert_unless(self.0, self.1, at, self.2.sorted(at + 1))
    }
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D` in the sorted modes `T`. `Self`: `S = 1`.
    type InsertUnless<S: Number, D: Number, T: Ascending>: Ascending;
    /// The same.
    fn insert_unless<S: Number, D: Number, T: Ascending>(
        s: S,
        d: D,
        at: usize,
        modes: T,
    ) -> Self::InsertUnless<S, D, T>;
}
impl OnTruth for B1 {
    type InsertUnless<S: Number, D: Number, T: Ascending> = T;
    #[inline(always)]
    fn insert_unless<S: Number, D: Number, T: Ascending>(_: S, _: D, _: usize, modes: T) -> T {
        modes
    }
}
impl OnTruth for B0 {
    type InsertUnless<S: Number, D: Number, T: Ascending> = T::Insert<S, D>;
    #[inline(always)]
    fn insert_unless<S: Number, D: Number, T: Ascending>(
        s: S,
        d: D,
        at: usize,
        modes: T,
    ) -> T::Insert<S, D> {
        modes.insert(s, d, at)
    }
}

/// Functions of orders.
pub trait OnOrder: Sized {
    /// `S:D` in the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending>: Ascending;
    /// The same.
    fn insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending>(
        s: S,
        d: D,
        at: usize,
        modes: Placed<S1, D1, T>,
    ) -> Self::Insert<S, D, S1, D1, T>;
}
macro_rules! order {
    ($($order:ident $out:ty, |$mode:ident, $modes:ident| $value:expr;)*) => {$(
        impl OnOrder for $order {
            type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending> = $out;
            #[inline(always)]
            fn insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending>(
                s: S,
                d: D,
                at: usize,
                $modes: Placed<S1, D1, T>,
            ) -> $out {
                let $mode = (s, d, at);
                $value
            }
        }
    )*};
}
order! {
    Less Placed<S, D, Placed<S1, D1, T>>, |mode, modes| Placed(mode.0, mode.1, mode.2, modes);
    Equal Placed<S, D, Placed<S1, D1, T>>, |mode, modes| Placed(mode.0, mode.1, mode.2, modes);
    Greater Placed<S1, D1, T::Insert<S, D>>, |mode, modes| {
        Placed(modes.0, modes.1, modes.2, modes.3.insert(mode.0, mode.1, mode.2))
    };
    Unknown Unsorted, |_mode, _modes| Unsorted;
}
