//! Sort: the modes in the order of their strides.

use frunk_core::hlist::{HCons, HNil};
use typenum::{Equal, Greater, Less, U0};

use crate::layout::codomain::{Integers, Kind, Points, Several, Zero};
use crate::layout::from_modes::IntoTuple;
use crate::layout::modes::{Mode, Modes, cons};
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::arithmetic::{Unknown, Versus};
use crate::leaf::int::Static;
use crate::verdict::{Bad, First, HasResult, Of, Position, ResultOf, Verdict, operation, rule};

/// The flat layout with the modes in the order of their strides, and where these are equal of
/// their extents: the same offsets at other coordinates. (003, construction 2.1.3.31.) XOR strides are
/// sorted by values and literals.
///
/// **Errors.** *Known order*, while compiling, where a comparison needs a dynamic leaf: the value
/// level, [`algebra::sort`](crate::algebra), sorts what `to_value` gives.
///
/// ```
/// use tilework::{Layout, layout, operation::sort};
/// let m = 7;
/// let sorted: Layout!((5,_,32):(1,4,40)) = sort(layout!((32,(5,m)):(40,(1,4))));
/// assert_eq!(sorted.to_string(), "(5,7,32):(1,4,40)");
/// ```
#[inline(always)]
pub fn sort<R: ResultOf<operation::sort_of>, L: SortByStride<Result = R>>(layout: L) -> R::Layout {
    layout.sort_by_stride().layout()
}

/// Whether the flat modes are in the order of [`sort`]. (003, definition 2.1.3.25.)
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

/// Layouts whose modes have a known order: the bound of [`sort`].
pub trait CanSort:
    AnyLayout + SortByStride<Result: ResultOf<operation::sort_of, Layout: AnyLayout>>
{
}
/// The type of [`sort`]'s result.
pub type Sort<L> = <<L as SortByStride>::Result as ResultOf<operation::sort_of>>::Layout;

impl<L> CanSort for L
where
    L: AnyLayout + SortByStride,
    L::Result: Verdict<Out: HasResult<operation::sort_of>>
        + ResultOf<operation::sort_of, Layout: AnyLayout>,
{
}

/// [`CanSort`] before the verdict.
#[diagnostic::on_unimplemented(
    message = "sort: not a layout, or in generic code one without the bound `CanSort`"
)]
pub trait SortByStride: Copy {
    /// The sorted layout, or a verdict.
    type Result;
    /// The layout.
    fn sort_by_stride(self) -> Self::Result;
}
#[diagnostic::do_not_recommend]
impl<L, D, K> SortByStride for L
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
/// The sorted layout `L`, whose strides are of the kind `Self`.
pub trait SortKind<L> {
    /// The layout, or a verdict.
    type Out: Parts;
    /// The layout.
    fn sort_kind(layout: L) -> Self::Out;
}
macro_rules! sorted {
    ($($kind:ident)*) => {$(
        impl<L, M, Sorted> SortKind<L> for $kind
        where
            L: AnyLayout<Modes = M>,
            M: InOrder<L, First, Out = Sorted>,
            Sorted: IntoTuple,
        {
            type Out = Sorted::Out;
            #[inline(always)]
            fn sort_kind(layout: L) -> Sorted::Out {
                layout.modes().in_order().into_tuple()
            }
        }
    )*};
}
sorted!(Zero Integers);
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

/// Modes of the layout `L` in order; the first stands at `J`.
pub trait InOrder<L, J> {
    /// The modes, or the verdict.
    type Out;
    /// The modes.
    fn in_order(self) -> Self::Out;
}
impl<L, J> InOrder<L, J> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn in_order(self) -> HNil {
        HNil
    }
}
impl<L, J: Position, M, T, Sorted> InOrder<L, J> for HCons<M, T>
where
    T: InOrder<L, J::After, Out = Sorted>,
    Sorted: InsertMode<M, L, J>,
{
    type Out = Sorted::Out;
    #[inline(always)]
    fn in_order(self) -> Sorted::Out {
        self.tail.in_order().insert_mode(self.head)
    }
}

/// Inserts the mode `M`, which stands at `J`, into modes in order.
pub trait InsertMode<M, L, J> {
    /// The modes, or the verdict.
    type Out;
    /// The modes.
    fn insert_mode(self, mode: M) -> Self::Out;
}
impl<M, L, J> InsertMode<M, L, J> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn insert_mode(self, mode: M) -> Self::Out {
        cons(mode, HNil)
    }
}
impl<M, L, J, R, At, X, Y> InsertMode<M, L, J> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn insert_mode(self, _: M) -> Self {
        self
    }
}
impl<S, D, S1, D1, T, L, J, F> InsertMode<Mode<S, D>, L, J> for HCons<Mode<S1, D1>, T>
where
    D: Versus<D1, Out = F>,
    F: InsertByStride<Mode<S, D>, Mode<S1, D1>, T, L, J>,
{
    type Out = F::Out;
    #[inline(always)]
    fn insert_mode(self, mode: Mode<S, D>) -> F::Out {
        F::insert_by_stride(mode, self.head, self.tail)
    }
}

/// Inserts `M` before or behind `M1`. `Self` says how their strides compare.
pub trait InsertByStride<M, M1, T, L, J> {
    /// The modes, or the verdict.
    type Out;
    /// The modes.
    fn insert_by_stride(mode: M, first: M1, tail: T) -> Self::Out;
}
impl<M, M1, T, L, J> InsertByStride<M, M1, T, L, J> for Less {
    type Out = HCons<M, HCons<M1, T>>;
    #[inline(always)]
    fn insert_by_stride(mode: M, first: M1, tail: T) -> Self::Out {
        cons(mode, cons(first, tail))
    }
}
impl<M, M1, T, L, J, Others> InsertByStride<M, M1, T, L, J> for Greater
where
    T: InsertMode<M, L, J, Out = Others>,
    Others: Behind<M1>,
{
    type Out = Others::Out;
    #[inline(always)]
    fn insert_by_stride(mode: M, first: M1, tail: T) -> Others::Out {
        tail.insert_mode(mode).behind(first)
    }
}
// Of equal strides the extents decide.
impl<S, D, S1, D1, T, L, J, F> InsertByStride<Mode<S, D>, Mode<S1, D1>, T, L, J> for Equal
where
    S: Versus<S1, Out = F>,
    F: InsertByExtent<Mode<S, D>, Mode<S1, D1>, T, L, J>,
{
    type Out = F::Out;
    #[inline(always)]
    fn insert_by_stride(mode: Mode<S, D>, first: Mode<S1, D1>, tail: T) -> F::Out {
        F::insert_by_extent(mode, first, tail)
    }
}
impl<M, M1, T, L, J> InsertByStride<M, M1, T, L, J> for Unknown {
    type Out = UnknownOrder<L, J>;
    fn insert_by_stride(_: M, _: M1, _: T) -> Self::Out {
        Bad::new()
    }
}
type UnknownOrder<L, J> = Bad<rule::KnownOrder, Of<L, J>, Static<U0>, Static<U0>>;

/// Inserts `M` before or behind `M1`, which has the same stride. `Self` says how their extents
/// compare.
pub trait InsertByExtent<M, M1, T, L, J> {
    /// The modes, or the verdict.
    type Out;
    /// The modes.
    fn insert_by_extent(mode: M, first: M1, tail: T) -> Self::Out;
}
macro_rules! by_extent {
    ($($answer:ident: $like:ident;)*) => {$(
        impl<M, M1, T, L, J> InsertByExtent<M, M1, T, L, J> for $answer
        where
            $like: InsertByStride<M, M1, T, L, J>,
        {
            type Out = <$like as InsertByStride<M, M1, T, L, J>>::Out;
            #[inline(always)]
            fn insert_by_extent(mode: M, first: M1, tail: T) -> Self::Out {
                $like::insert_by_stride(mode, first, tail)
            }
        }
    )*};
}
by_extent! {
    Less: Less;
    Equal: Less;
    Greater: Greater;
    Unknown: Unknown;
}

/// Modes behind `M`; a verdict stays.
pub trait Behind<M> {
    /// The modes, or the verdict.
    type Out;
    /// The modes.
    fn behind(self, mode: M) -> Self::Out;
}
impl<M, H, T> Behind<M> for HCons<H, T> {
    type Out = HCons<M, Self>;
    #[inline(always)]
    fn behind(self, mode: M) -> Self::Out {
        cons(mode, self)
    }
}
impl<M, R, At, X, Y> Behind<M> for Bad<R, At, X, Y> {
    type Out = Self;
    #[inline(always)]
    fn behind(self, _: M) -> Self {
        self
    }
}
