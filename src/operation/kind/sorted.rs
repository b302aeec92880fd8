//! The kind of sorted modes: by stride, those of one stride in their order.
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
use super::refusal::Relative;
use super::stride::Stride;
use super::{complement, segregation};
use crate::verdict::{First, Next};

/// The mode `S:D`, which stood at `K`, then `T`.
pub struct Placed<S, D, K, T>(PhantomData<(S, D, K, T)>);
/// In place of modes whose order is not known before run time: that of the stride at `K`.
pub struct Unsorted<K>(PhantomData<K>);

/// The sorted leaves of a layout.
pub type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Sorted<First>;

/// Sorted modes: [`Placed`] up to `HNil` or [`Unsorted`].
pub trait Ascending: segregation::OnAscending + complement::OnAscending {
    /// `S:D`, which stood at `K`, in these modes.
    type Insert<S: Number, D: Number, K: Relative>: Ascending;
}
impl Ascending for HNil {
    type Insert<S: Number, D: Number, K: Relative> = Placed<S, D, K, HNil>;
}
impl<L: Relative> Ascending for Unsorted<L> {
    type Insert<S: Number, D: Number, K: Relative> = Self;
}
impl<S1: Number, D1: Number, K1: Relative, T: Ascending> Ascending for Placed<S1, D1, K1, T> {
    type Insert<S: Number, D: Number, K: Relative> =
        <D::Compared<D1, Equal> as OnOrder>::Insert<S, D, K, S1, D1, K1, T>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// These modes sorted, without those of extent 1. The first one stands at `K`.
    type Sorted<K: Relative>: Ascending;
}
impl OnList for Undecided {
    type Sorted<K: Relative> = Unsorted<K>;
}
impl OnList for HNil {
    type Sorted<K: Relative> = HNil;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Sorted<K: Relative> = <S::IsOne as OnTruth>::InsertUnless<S, D::Integer, K, HNil>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Sorted<K: Relative> =
        <S::IsOne as OnTruth>::InsertUnless<S, D::Integer, K, T::Sorted<Next<K>>>;
}

/// Functions of truths.
pub trait OnTruth: Sized {
    /// `S:D`, which stood at `K`, in the sorted modes `T`. `Self`: `S = 1`.
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending>: Ascending;
}
impl OnTruth for B1 {
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending> = T;
}
impl OnTruth for B0 {
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending> = T::Insert<S, D, K>;
}

macro_rules! order {
    ($($order:ident $out:ty;)*) => {
        /// Functions of orders.
        pub trait OnOrder: Sized {
            /// `S:D`, which stood at `K`, in the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
            type Insert<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending>: Ascending;
        }
        $(
            impl OnOrder for $order {
                type Insert<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending> = $out;
            }
        )*
    };
}
order! {
    Less Placed<S, D, K, Placed<S1, D1, K1, T>>;
    Equal Placed<S, D, K, Placed<S1, D1, K1, T>>;
    Greater Placed<S1, D1, K1, T::Insert<S, D, K>>;
    Unknown Unsorted<K>;
}
