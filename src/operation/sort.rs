//! Sort: the modes by stride, and those of equal stride by extent.
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
use tilework_algebra::rules::{Right, order};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, Equal, Greater, Less, UTerm};

use crate::layout::codomain::{Integers, Kind, Points, Several, Zero};
use crate::layout::modes::Modes;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::operation::complement;
use crate::operation::composition::segregation;
use crate::operation::face::operation;
use crate::operation::kind::answer::Unknown;
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, NoOperand, Steps};
use crate::operation::kind::leaves::Leaves;
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Relative};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::{Statically, Undecided};
use crate::verdict::{Bad, First, Next, Of, ResultOf, operation, rule};

operation! {
    /// The flat layout with the modes in the order of their strides, and of their extents if strides are equal. The
    /// offsets are the same, at other coordinates. ([003](crate::guide::papers), construction 2.1.3.31.) Only values
    /// and literals sort XOR strides.
    ///
    /// **Errors.** *Known order*, at compile time, if a comparison needs a dynamic leaf. The value level,
    /// [`algebra::sort`](crate::algebra), sorts the result of `to_value`.
    ///
    /// ```
    /// use tilework::{Layout, layout, operation::sort};
    /// let m = 7;
    /// let sorted: Layout!((5,_,32):(1,4,40)) = sort(layout!((32,(5,m)):(40,(1,4))));
    /// assert_eq!(sorted.to_string(), "(5,7,32):(1,4,40)");
    /// ```
    fn sort[R: ResultOf<operation::sort_of>, L: SortTotal<Result = R>](layout: L) = sort_by_stride;
}

/// Returns whether the flat modes are in the order of [`sort`]. ([003](crate::guide::papers), definition 2.1.3.25.)
///
/// ```
/// use tilework::{layout, operation::is_sorted};
/// let d = 4;
/// assert!(is_sorted(layout!((4,2):(1,d))));
/// assert!(!is_sorted(layout!((2,4):(d,1))));
/// ```
#[inline(always)]
pub fn is_sorted<L: AnyLayout>(layout: L) -> bool {
    let (mut before, mut sorted) = ((i64::MIN, i64::MIN), true);
    layout.modes().for_each_mode(0, &mut |_, mode| {
        sorted &= before <= (mode.stride, mode.shape);
        before = (mode.stride, mode.shape);
    });
    sorted
}

operation! {
    /// Layouts whose modes have a known order: the bound of [`sort`].
    trait CanSort[]: AnyLayout = SortTotal[], operation::sort_of, Layout: AnyLayout;
    /// The type of [`sort`]'s result.
    type Sort[L] = SortTotal[], operation::sort_of;

    /// [`CanSort`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "sort: not a layout, or in generic code one without the bound `CanSort`"
    )]
    trait SortTotal[]: Copy {} fn sort_by_stride() -> Result;
}

#[diagnostic::do_not_recommend]
impl<L, D, K> SortTotal for L
where
    L: AnyLayout<Stride = D>,
    D: Kind<Out = K>,
    K: SortKind<L>,
{
    type Result = ByParts<K::Out>;
    #[inline(always)]
    fn sort_by_stride(self) -> Self::Result {
        K::sort_kind(self).by_parts()
    }
}
/// Sorts the layout `L`, whose strides are of the kind `Self`.
pub trait SortKind<L> {
    /// The layout, or a verdict.
    type Out: Parts;
    /// The layout.
    fn sort_kind(layout: L) -> Self::Out;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<L> SortKind<L> for $kind
        where
            Sorting: Statically<L, ()>,
        {
            type Out = <Sorting as Statically<L, ()>>::Judged<First>;
            #[inline(always)]
            fn sort_kind(layout: L) -> Self::Out {
                match Sorting::judged::<First>(layout, (), 0) {
                    Ok(sorted) => sorted,
                    Err(_) => unreachable!("all layouts can be sorted"),
                }
            }
        }
    )*};
}
integers!(Zero Integers);
macro_rules! without_order {
    ($($kind:ident)*) => {$(
        impl<L> SortKind<L> for $kind {
            type Out = Layout<WithoutOrder<L>, WithoutOrder<L>>;
            fn sort_kind(_: L) -> Self::Out {
                Layout::sound(Bad::new(), Bad::new())
            }
        }
    )*};
}
without_order!(Points Several);
pub(super) type WithoutOrder<L> = Bad<rule::NoOrder, Of<L>, HNil, HNil>;

/// Sort as an operation.
pub struct Sorting;
impl Applied<()> for Sorting {
    const OPERATION: Operation = Operation::Sort;
    // Modes only change places, so dynamic leaves may be of two integer types.
    type Operands<S: Leaves<D>, D> = usize;
    type Of<S: Leaves<D>, D> = <<InOrder<S, D> as Ascending>::IntoList as List>::IntoTuple;
    by_numbers!(Self, |_none: ()| NoOperand);
    #[inline(always)]
    fn stays_within<S: Leaves<D>, D: Copy>(_: &Layout<S, D>, _: &()) -> bool {
        true
    }
}
impl Steps for Sorting {
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        _: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        let order = const { &order(&A::KNOWN) };
        for (out, &place) in out.iter_mut().zip(order) {
            *out = left[place as usize];
        }
        Ok(())
    }
}

/// The mode `S:D`, which was at `K`, then `T`.
pub struct Placed<S, D, K, T>(PhantomData<(S, D, K, T)>);
/// Replaces modes whose order is unknown before run time, because of the stride at `K`.
pub struct Unsorted<K>(PhantomData<K>);

/// The sorted leaves of a layout, without those of extent 1.
pub type Sorted<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::Sorted<First>;
/// All leaves of a layout, sorted.
type InOrder<S, D> = <<S as Leaves<D>>::Flatten<HNil> as OnList>::InOrder<First>;

/// Sorted modes: [`Placed`] up to `HNil` or [`Unsorted`].
pub trait Ascending: segregation::OnAscending + complement::OnAscending {
    /// Inserts `S:D`, which was at `K`, into these modes.
    type Insert<S: Number, D: Number, K: Relative>: Ascending;
    /// Inserts `S:D`, which was at `K`, into these modes, before those of its stride with an extent as large or larger.
    type InsertByExtent<S: Number, D: Number, K: Relative>: Ascending;
    /// These modes as a list.
    type IntoList: List;
}
impl Ascending for HNil {
    type Insert<S: Number, D: Number, K: Relative> = Placed<S, D, K, HNil>;
    type InsertByExtent<S: Number, D: Number, K: Relative> = Placed<S, D, K, HNil>;
    type IntoList = HNil;
}
impl<L: Relative> Ascending for Unsorted<L> {
    type Insert<S: Number, D: Number, K: Relative> = Self;
    type InsertByExtent<S: Number, D: Number, K: Relative> = Self;
    type IntoList = Refused<rule::KnownOrder, UTerm, UTerm, L>;
}
impl<S1: Number, D1: Number, K1: Relative, T: Ascending> Ascending for Placed<S1, D1, K1, T> {
    type Insert<S: Number, D: Number, K: Relative> =
        <D::Compared<D1, Equal> as OnOrder>::Insert<S, D, K, S1, D1, K1, T>;
    type InsertByExtent<S: Number, D: Number, K: Relative> =
        <D::Compared<D1, Equal> as OnOrder>::InsertByExtent<S, D, K, S1, D1, K1, T>;
    type IntoList = Then<S1, D1, T::IntoList>;
}

/// Functions of lists.
pub trait OnList: Sized {
    /// These modes sorted, without those of extent 1. The first one is at `K`.
    type Sorted<K: Relative>: Ascending;
    /// All of these modes, sorted by extent too. The first one is at `K`.
    type InOrder<K: Relative>: Ascending;
}
impl OnList for Undecided {
    type Sorted<K: Relative> = Unsorted<K>;
    type InOrder<K: Relative> = Unsorted<K>;
}
impl OnList for HNil {
    type Sorted<K: Relative> = HNil;
    type InOrder<K: Relative> = HNil;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Sorted<K: Relative> = <S::IsOne as SortIf>::InsertUnless<S, D::Integer, K, HNil>;
    type InOrder<K: Relative> = Placed<S, D::Integer, K, HNil>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Sorted<K: Relative> =
        <S::IsOne as SortIf>::InsertUnless<S, D::Integer, K, T::Sorted<Next<K>>>;
    type InOrder<K: Relative> =
        <T::InOrder<Next<K>> as Ascending>::InsertByExtent<S, D::Integer, K>;
}

/// Functions of truths.
pub trait SortIf: Sized {
    /// Inserts `S:D`, which was at `K`, into the sorted modes `T`, unless its extent is 1. `Self`: `S = 1`.
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending>: Ascending;
}
impl SortIf for B1 {
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending> = T;
}
impl SortIf for B0 {
    type InsertUnless<S: Number, D: Number, K: Relative, T: Ascending> = T::Insert<S, D, K>;
}

macro_rules! order {
    ($($order:ident $insert:ty, $by_extent:ty, $extents:ty;)*) => {
        /// Functions of orders.
        pub trait OnOrder: Sized {
            /// Inserts `S:D`, which was at `K`, into the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
            type Insert<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending>: Ascending;
            /// [`Ascending::InsertByExtent`] for the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
            type InsertByExtent<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending>: Ascending;
            /// Inserts `S:D`, which was at `K`, into the sorted modes `S1:D1` and `T`, if `D` is `D1`. `Self`: `S` with
            /// `S1`.
            type InsertOfEqual<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending>: Ascending;
        }
        $(
            impl OnOrder for $order {
                type Insert<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending> = $insert;
                type InsertByExtent<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending> = $by_extent;
                type InsertOfEqual<S: Number, D: Number, K: Relative, S1: Number, D1: Number, K1: Relative, T: Ascending> = $extents;
            }
        )*
    };
}
order! {
    Less
        Placed<S, D, K, Placed<S1, D1, K1, T>>,
        Placed<S, D, K, Placed<S1, D1, K1, T>>,
        Placed<S, D, K, Placed<S1, D1, K1, T>>;
    Equal
        Placed<S, D, K, Placed<S1, D1, K1, T>>,
        <S::Compared<S1, Equal> as OnOrder>::InsertOfEqual<S, D, K, S1, D1, K1, T>,
        Placed<S, D, K, Placed<S1, D1, K1, T>>;
    Greater
        Placed<S1, D1, K1, T::Insert<S, D, K>>,
        Placed<S1, D1, K1, T::InsertByExtent<S, D, K>>,
        Placed<S1, D1, K1, T::InsertByExtent<S, D, K>>;
    Unknown Unsorted<K>, Unsorted<K>, Unsorted<K>;
}
