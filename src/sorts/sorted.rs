//! The sort of sorted modes: by stride, those of one stride in their order.
//!
//! ```text
//! sorted(m) = match m { [] => [], [s:d, ..t] => if s = 1 { sorted(t) } else { insert(s:d, sorted(t)) } }
//! insert(s:d, m) = match m {
//!     [] => [s:d],
//!     [s1:d1, ..t] => if d <= d1 { [s:d, ..m] } else { [s1:d1, ..insert(s:d, t)] },
//! }
//! ```

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{B0, B1, Equal, Greater, Less};

use super::Undecided;
use super::answer::Unknown;
use super::leaves::Leaves;
use super::list::{Last, List, Then};
use super::number::Number;
use super::{complement, segregation};

/// The mode `S:D`, then `T`.
pub struct Placed<S, D, T>(PhantomData<(S, D, T)>);
/// In place of modes whose order is not known before run time.
pub struct Unsorted;

/// The sorted leaves of a layout.
pub type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Sorted;

/// Sorted modes: [`Placed`] up to `HNil` or [`Unsorted`].
pub trait Ascending: segregation::OnAscending + complement::OnAscending {
    /// `S:D` in these modes.
    type Insert<S: Number, D: Number>: Ascending;
}
impl Ascending for HNil {
    type Insert<S: Number, D: Number> = Placed<S, D, HNil>;
}
impl Ascending for Unsorted {
    type Insert<S: Number, D: Number> = Unsorted;
}
impl<S1: Number, D1: Number, T: Ascending> Ascending for Placed<S1, D1, T> {
    type Insert<S: Number, D: Number> =
        <D::Compared<D1, Equal> as OnOrder>::Insert<S, D, S1, D1, T>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// These modes sorted, without those of extent 1.
    type Sorted: Ascending;
}
impl OnList for Undecided {
    type Sorted = Unsorted;
}
impl OnList for HNil {
    type Sorted = HNil;
}
impl<S: Number, D: Number> OnList for Last<S, D> {
    type Sorted = <Then<S, D, HNil> as OnList>::Sorted;
}
impl<S: Number, D: Number, T: List> OnList for Then<S, D, T> {
    type Sorted = <S::IsOne as OnTruth>::InsertUnless<S, D, T::Sorted>;
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D` in the sorted modes `T`. `Self`: `S = 1`.
    type InsertUnless<S: Number, D: Number, T: Ascending>: Ascending;
}
impl OnTruth for B1 {
    type InsertUnless<S: Number, D: Number, T: Ascending> = T;
}
impl OnTruth for B0 {
    type InsertUnless<S: Number, D: Number, T: Ascending> = T::Insert<S, D>;
}

/// Functions of orders.
pub trait OnOrder: Sized {
    /// `S:D` in the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending>: Ascending;
}
macro_rules! order {
    ($($order:ident $out:ty;)*) => {$(
        impl OnOrder for $order {
            type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Ascending> = $out;
        }
    )*};
}
order! {
    Less Placed<S, D, Placed<S1, D1, T>>;
    Equal Placed<S, D, Placed<S1, D1, T>>;
    Greater Placed<S1, D1, T::Insert<S, D>>;
    Unknown Unsorted;
}
