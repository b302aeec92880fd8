//! Divides: a layout as a tile and the rest, the arrangement of its copies.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::Error;
use typenum::{U0, U1};

use crate::coalesce::{CoalesceModes, CoalescedModes};
use crate::complement::{Ceil, Exact, Gaps, Round};
use crate::composition::{Onto, Operands};
use crate::int::Static;
use crate::layout::{AnyLayout, Layout, ModesOf, Size};
use crate::modes::{Modes, StaticSize, cons};
use crate::tiler::{ByMode, Keep};
use crate::verdict::operation::Named;
use crate::verdict::{Admissible, Bad, First, Position, Verdict};

/// `A` divided by the tiler `T`: for a layout `T` the layout `(A o T, A o T*)`, `T*` the
/// complement of `T` in the size of `A`; for an hlist of tilers that in each mode.
///
/// The first mode of the pair is a tile, the second runs over the tiles. Modes of `A` beyond the
/// tiler stay. (004, section 3.5.2; 003, definition 2.3.8.1.)
///
/// **Law.** `R(x, y) = A(T(x) + T*(y))`.
///
/// **Errors.** Those of [`complement`](crate::complement()), so that a tile that does not come
/// out even is refused, and those of [`composition`](crate::composition()) of `A` and
/// `(T, T*)`; while compiling where static leaves decide, else at run time.
///
/// ```
/// use tilework::{Layout, hlist, layout, logical_divide};
/// let tiled: Layout!(((4,2),(8,2)):((20,80),(2,1))) =
///     logical_divide(layout!((8,16):(20,1)), hlist![layout!(4:1), layout!(8:2)]);
/// assert_eq!(tiled.to_string(), "((4,2),(8,2)):((20,80),(2,1))");
/// ```
///
/// # Panics
/// Where [`try_logical_divide`] is an error.
#[inline(always)]
#[track_caller]
pub fn logical_divide<A: LogicalDivideBy<T>, T>(a: A, tiler: T) -> <A as Split<T, Exact>>::Result {
    match a.try_split(tiler) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`logical_divide`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`logical_divide`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_logical_divide<A: LogicalDivideBy<T>, T>(
    a: A,
    tiler: T,
) -> Result<<A as Split<T, Exact>>::Result, Error> {
    a.try_split(tiler)
}

/// As [`logical_divide`], padded as CuTe does, with
/// [`complement_ceil`](crate::complement_ceil()): the tiles may reach past `A`, whose last mode
/// then goes on. For kernels with a predicate.
///
/// ```
/// use tilework::{layout, logical_divide_ceil};
/// let m = 10;
/// assert_eq!(logical_divide_ceil(layout!(m:1), layout!(4:1)).to_string(), "(4,3):(1,4)");
/// ```
///
/// # Panics
/// Where [`try_logical_divide_ceil`] is an error.
#[inline(always)]
#[track_caller]
pub fn logical_divide_ceil<A: LogicalDivideBy<T, Ceil>, T>(
    a: A,
    tiler: T,
) -> <A as Split<T, Ceil>>::Result {
    match a.try_split(tiler) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`logical_divide_ceil`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`logical_divide_ceil`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_logical_divide_ceil<A: LogicalDivideBy<T, Ceil>, T>(
    a: A,
    tiler: T,
) -> Result<<A as Split<T, Ceil>>::Result, Error> {
    a.try_split(tiler)
}

/// [`logical_divide`] with all tiles in mode 0 and all rests in mode 1:
/// `((tile_0, tile_1, ...), (rest_0, rest_1, ...))`. (004, section 3.5.2.)
///
/// Modes beyond the tiler go to the rests; a mode that the tiler keeps is a tile with the rest
/// `1:0`.
///
/// ```
/// use tilework::{Layout, layout};
/// let (m, k, lda) = (256, 64, 80);
/// // The static tile stays static next to dynamic leaves.
/// let tiled: Layout!(((128,8),(_,_)):((1,_),(128,_))) =
///     layout!(zipped_divide((m,k):(1,lda), (128,8)));
/// assert_eq!(tiled.to_string(), "((128,8),(2,8)):((1,80),(128,640))");
/// ```
///
/// # Panics
/// Where [`try_zipped_divide`] is an error.
#[inline(always)]
#[track_caller]
pub fn zipped_divide<A: ZippedDivideBy<T>, T>(
    a: A,
    tiler: T,
) -> <A as SplitZipped<T, Exact>>::Result {
    match a.try_split_zipped(tiler) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`zipped_divide`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`logical_divide`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_zipped_divide<A: ZippedDivideBy<T>, T>(
    a: A,
    tiler: T,
) -> Result<<A as SplitZipped<T, Exact>>::Result, Error> {
    a.try_split_zipped(tiler)
}

/// As [`zipped_divide`], padded as [`logical_divide_ceil`].
///
/// # Panics
/// Where [`try_zipped_divide_ceil`] is an error.
#[inline(always)]
#[track_caller]
pub fn zipped_divide_ceil<A: ZippedDivideBy<T, Ceil>, T>(
    a: A,
    tiler: T,
) -> <A as SplitZipped<T, Ceil>>::Result {
    match a.try_split_zipped(tiler) {
        Ok(layout) => layout,
        Err(error) => panic!("{error}"),
    }
}

/// [`zipped_divide_ceil`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`zipped_divide_ceil`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_zipped_divide_ceil<A: ZippedDivideBy<T, Ceil>, T>(
    a: A,
    tiler: T,
) -> Result<<A as SplitZipped<T, Ceil>>::Result, Error> {
    a.try_split_zipped(tiler)
}

/// Layouts that the tiler `T` divides: the bound of [`logical_divide`], and with [`Ceil`] of
/// [`logical_divide_ceil`].
pub trait LogicalDivideBy<T, R = Exact>: Split<T, R, Result = Self::Output> {
    /// The divided layout.
    type Output: AnyLayout;
}
/// The type of [`logical_divide`]'s result.
pub type LogicalDivide<A, T> = <A as LogicalDivideBy<T>>::Output;
/// The type of [`logical_divide_ceil`]'s result.
pub type LogicalDivideCeil<A, T> = <A as LogicalDivideBy<T, Ceil>>::Output;

impl<A, T, R: Round> LogicalDivideBy<T, R> for A
where
    A: Split<T, R>,
    A::Verdict: Admissible<R::LogicalDivide>,
    A::Result: AnyLayout,
{
    type Output = A::Result;
}

/// [`LogicalDivideBy`] before the verdict: the divide of any layout by any tiler.
pub trait Split<T, R>: AnyLayout {
    /// The divided layout if the verdict is good.
    type Result;
    /// `HNil` or [`Bad`](crate::verdict::Bad).
    type Verdict;
    /// The divided layout.
    fn try_split(self, tiler: T) -> Result<Self::Result, Error>;
}
impl<S, D, T, R: Round> Split<T, R> for Layout<S, D>
where
    Self: AnyLayout,
    T: ByMode<Logical<R>, S, D, First>,
    T::Shape: Verdict,
    Layout<T::Shape, T::Stride>: AnyLayout<Shape = T::Shape, Stride = T::Stride>,
{
    type Result = Layout<T::Shape, T::Stride>;
    type Verdict = <T::Shape as Verdict>::Out;
    #[inline(always)]
    fn try_split(self, tiler: T) -> Result<Self::Result, Error> {
        let operation = R::LogicalDivide::OPERATION;
        tiler.by_mode(self, 0).map_err(|error| error.during(operation))?.validated(operation)
    }
}

/// Layouts that the tiler `T` divides: the bound of [`zipped_divide`], and with [`Ceil`] of
/// [`zipped_divide_ceil`].
pub trait ZippedDivideBy<T, R = Exact>: SplitZipped<T, R, Result = Self::Output> {
    /// The divided layout.
    type Output: AnyLayout;
}
/// The type of [`zipped_divide`]'s result.
pub type ZippedDivide<A, T> = <A as ZippedDivideBy<T>>::Output;
/// The type of [`zipped_divide_ceil`]'s result.
pub type ZippedDivideCeil<A, T> = <A as ZippedDivideBy<T, Ceil>>::Output;

impl<A, T, R: Round> ZippedDivideBy<T, R> for A
where
    A: SplitZipped<T, R>,
    A::Verdict: Admissible<R::ZippedDivide>,
    A::Result: AnyLayout,
{
    type Output = A::Result;
}

/// [`ZippedDivideBy`] before the verdict: the divide of any layout by any tiler.
pub trait SplitZipped<T, R>: AnyLayout {
    /// The divided layout if the verdict is good.
    type Result;
    /// `HNil` or [`Bad`](crate::verdict::Bad).
    type Verdict;
    /// The divided layout.
    fn try_split_zipped(self, tiler: T) -> Result<Self::Result, Error>;
}
impl<S, D, T, R: Round> SplitZipped<T, R> for Layout<S, D>
where
    Self: AnyLayout,
    T: ByMode<Logical<R>, S, D, First> + Zip<T::Shape, T::Stride>,
    T::Shape: Verdict,
    Zipped<T, T::Shape, T::Stride>: AnyLayout<
            Shape = HList![T::TileShape, T::RestShape],
            Stride = HList![T::TileStride, T::RestStride],
        >,
{
    type Result = Zipped<T, T::Shape, T::Stride>;
    type Verdict = <T::Shape as Verdict>::Out;
    #[inline(always)]
    fn try_split_zipped(self, tiler: T) -> Result<Self::Result, Error> {
        let operation = R::ZippedDivide::OPERATION;
        let divided = tiler.by_mode(self, 0).map_err(|error| error.during(operation))?;
        T::zip(divided).validated(operation)
    }
}

/// The logical divide as an operation by mode.
pub struct Logical<R>(PhantomData<R>);

/// A tile `Self`, as a layout, with its complement in the size of `A`.
pub trait Divides<A, J, R>: AnyLayout {
    /// `(T, T*)`
    type Pair: AnyLayout;
    /// `(T, T*)`
    fn pair(self, a: A, at: usize) -> Result<Self::Pair, Error>;
}
impl<A: AnyLayout, S: Copy, D: Copy, GS: Copy, GD: Copy, J: Position, R: Round> Divides<A, J, R>
    for Layout<S, D>
where
    ModesOf<A>: StaticSize,
    Self: Gaps<Size<A>, R, J, (A, Self, J::Whole), GapShape = GS, GapStride = GD>,
    Layout<HList![S, GS], HList![D, GD]>: AnyLayout,
{
    type Pair = Layout<HList![S, GS], HList![D, GD]>;
    #[inline(always)]
    fn pair(self, a: A, at: usize) -> Result<Self::Pair, Error> {
        let gaps = self.gaps(a.modes().size_leaf(), at)?;
        Ok(Layout::sound(
            cons(self.shape(), cons(gaps.shape(), HNil)),
            cons(self.stride(), cons(gaps.stride(), HNil)),
        ))
    }
}

// A tile and its complement never carry into each other, so there is no segregation to check.
impl<S, D, BS, BD, PS, PD, J, R> ByMode<Logical<R>, S, D, J> for Layout<BS, BD>
where
    Self: AnyLayout,
    Layout<S, D>: AnyLayout,
    ModesOf<Layout<S, D>>: CoalesceModes,
    Self: Divides<Layout<S, D>, J, R, Pair = Layout<PS, PD>>,
    Layout<PS, PD>: AnyLayout,
    PS: Copy
        + Onto<PD, CoalescedModes<Layout<S, D>>, Operands<Layout<S, D>, Self, Layout<PS, PD>>, J>,
    PD: Copy,
{
    type Shape = PS::Shape;
    type Stride = PS::Stride;
    #[inline(always)]
    fn by_mode(
        self,
        layout: Layout<S, D>,
        at: usize,
    ) -> Result<Layout<Self::Shape, Self::Stride>, Error> {
        let pair = self.pair(layout, at)?;
        let modes = layout.modes().coalesce_modes();
        let leaves = at + <ModesOf<Self> as Modes>::COUNT;
        // The modes of the complement are none that the caller knows.
        pair.shape()
            .onto(pair.stride(), modes, Operands::new(pair), at)
            .map_err(|error| Error { mode: error.mode.filter(|&mode| mode < leaves), ..error })
    }
}

/// Gathers the tiles and the rests of a layout `S:D` that the tiler `Self` divided.
pub trait Zip<S, D> {
    /// The shape of the tiles.
    type TileShape;
    /// The stride of the tiles.
    type TileStride;
    /// The shape of the rests.
    type RestShape;
    /// The stride of the rests.
    type RestStride;
    /// `(tiles, rests)`
    fn zip(divided: Layout<S, D>) -> Zipped<Self, S, D>;
}
/// A zipped layout.
pub type Zipped<T, S, D> = Layout<
    HList![<T as Zip<S, D>>::TileShape, <T as Zip<S, D>>::RestShape],
    HList![<T as Zip<S, D>>::TileStride, <T as Zip<S, D>>::RestStride],
>;

impl<TS, TD, RS, RD, BS, BD> Zip<HList![TS, RS], HList![TD, RD]> for Layout<BS, BD> {
    type TileShape = TS;
    type TileStride = TD;
    type RestShape = RS;
    type RestStride = RD;
    #[inline(always)]
    fn zip(
        divided: Layout<HList![TS, RS], HList![TD, RD]>,
    ) -> Zipped<Self, HList![TS, RS], HList![TD, RD]> {
        divided
    }
}
impl<S: Copy, D: Copy> Zip<S, D> for Keep {
    type TileShape = S;
    type TileStride = D;
    type RestShape = Static<U1>;
    type RestStride = Static<U0>;
    #[inline(always)]
    fn zip(kept: Layout<S, D>) -> Zipped<Self, S, D> {
        Layout::sound(
            cons(kept.shape(), cons(Static::new(), HNil)),
            cons(kept.stride(), cons(Static::new(), HNil)),
        )
    }
}
impl<S: Copy, D: Copy> Zip<S, D> for HNil {
    type TileShape = HNil;
    type TileStride = HNil;
    type RestShape = S;
    type RestStride = D;
    #[inline(always)]
    fn zip(beyond: Layout<S, D>) -> Zipped<Self, S, D> {
        Layout::sound(
            cons(HNil, cons(beyond.shape(), HNil)),
            cons(HNil, cons(beyond.stride(), HNil)),
        )
    }
}
impl<B: Zip<S, D>, BT: Zip<ST, DT>, S: Copy, ST: Copy, D: Copy, DT: Copy>
    Zip<HCons<S, ST>, HCons<D, DT>> for HCons<B, BT>
{
    type TileShape = HCons<B::TileShape, BT::TileShape>;
    type TileStride = HCons<B::TileStride, BT::TileStride>;
    type RestShape = HCons<B::RestShape, BT::RestShape>;
    type RestStride = HCons<B::RestStride, BT::RestStride>;
    #[inline(always)]
    fn zip(
        divided: Layout<HCons<S, ST>, HCons<D, DT>>,
    ) -> Zipped<Self, HCons<S, ST>, HCons<D, DT>> {
        let (first, others) = divided.split_first();
        let (head, tail) = (B::zip(first).into_parts(), BT::zip(others).into_parts());
        let tiles = (cons(head.0.head, tail.0.head), cons(head.1.head, tail.1.head));
        let rests =
            (cons(head.0.tail.head, tail.0.tail.head), cons(head.1.tail.head, tail.1.tail.head));
        Layout::sound(cons(tiles.0, cons(rests.0, HNil)), cons(tiles.1, cons(rests.1, HNil)))
    }
}
// A verdict in place of what was divided.
macro_rules! zip_verdict {
    ($([$($g:ident)*] $tiler:ty;)*) => {$(
        impl<$($g,)* Rule, At, X, Y> Zip<Bad<Rule, At, X, Y>, Bad<Rule, At, X, Y>> for $tiler {
            type TileShape = Bad<Rule, At, X, Y>;
            type TileStride = Bad<Rule, At, X, Y>;
            type RestShape = Bad<Rule, At, X, Y>;
            type RestStride = Bad<Rule, At, X, Y>;
            fn zip(bad: Layout<Bad<Rule, At, X, Y>, Bad<Rule, At, X, Y>>) -> Zipped<Self, Bad<Rule, At, X, Y>, Bad<Rule, At, X, Y>> {
                let (bad, _) = bad.into_parts();
                Layout::sound(cons(bad, cons(bad, HNil)), cons(bad, cons(bad, HNil)))
            }
        }
    )*};
}
zip_verdict! {
    [B BT] HCons<B, BT>;
    [BS BD] Layout<BS, BD>;
}
