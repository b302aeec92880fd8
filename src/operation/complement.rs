//! Complement: the layout of what another leaves out.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::steps::{Rounding, cover, gap};
use tilework_algebra::{Error, Rule};
use typenum::{U0, U1, UInt, UTerm};

use crate::layout::codomain::{Integers, Kind, Zero};
use crate::layout::modes::{Mode, mode};
use crate::layout::{AnyLayout, ByParts, Layout, Parts, known_or};
use crate::leaf::arithmetic::{CeilDiv, FloorDiv, Mul, Product};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout};
use crate::operation::sort::{Placed, PushFront, SortModes, Unsorted};
use crate::statics::{Generally, Statically, Way};
use crate::verdict::{Bad, First, HasResult, Place, ResultOf, Verdict, every, operation, rule};

pub(crate) mod in_shape;

/// The complement of `layout` in `n`: the sorted, coalesced layout `R` such that `(layout, R)`
/// is a bijection onto `0..n` (003, definition 2.1.6.25 and section 2.3.6).
///
/// For a layout into coordinates `n` is a shape, an hlist of leaves and shapes: each of its leaves
/// has the complement of the modes that move its place, and `(layout, R)` is a bijection onto the
/// coordinates of the shape. Otherwise a shape stands for its size.
///
/// Of XOR strides it has a mode for each bit with which no value begins, and the copies of all of these
/// up to `n`. Leaves are static (known bits), extents powers of 2 (power of 2).
///
/// **Errors.** Sorted by stride, each stride must be a multiple of the span `s d` before it, and
/// `n` of the last span; extents above 1 have strides above 0. Two or more modes need static
/// strides: the order of dynamic ones is not known to the types, and then the value level has
/// the answer. Of coordinates each place must be that of a leaf of `n` (profile).
///
/// ```
/// use tilework::{Layout, Static, complement, layout, typenum::U24};
/// let gaps: Layout!((2,3):(1,8)) = complement(layout!(4:2), Static::<U24>::new());
/// assert_eq!(gaps.to_string(), "(2,3):(1,8)");
/// let gaps: Layout!((2,8):(f1,f8)) = layout!(complement((2,2):(f2,f6), 64));
/// let (m, tile) = (32, layout!((4,8):(e0,2*e1)));
/// assert_eq!(layout!(complement(tile, (8,m))).to_string(), "(2,(2,2)):(4e0,(e1,16e1))");
/// ```
///
/// # Panics
/// Where [`try_complement`] is an error.
#[inline(always)]
#[track_caller]
pub fn complement<R: ResultOf<Rounded<operation::complement_in>>, L: Leave<N, Result = R>, N>(
    layout: L,
    n: N,
) -> R::Layout {
    R::known_or_panic_by(layout, n, Leave::try_leave).layout()
}

/// [`complement`] with the errors of run time returned.
///
/// # Errors
/// The rules of [`complement`] that dynamic leaves break, and overflow.
#[inline(always)]
pub fn try_complement<
    R: ResultOf<Rounded<operation::complement_in>>,
    L: Leave<N, Result = R>,
    N,
>(
    layout: L,
    n: N,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_leave(n)).map(R::layout)
}

/// The complement of `layout` up to at least `n`, as CuTe pads it: as [`complement`] with gaps
/// rounded down, the last mode rounded up, and modes of stride 0 ignored.
///
/// # Panics
/// Where [`try_complement_ceil`] is an error.
#[inline(always)]
#[track_caller]
pub fn complement_ceil<
    R: ResultOf<Rounded<operation::complement_in, Ceil>>,
    L: Leave<N, Ceil, Result = R>,
    N,
>(
    layout: L,
    n: N,
) -> R::Layout {
    R::known_or_panic_by(layout, n, Leave::try_leave).layout()
}

/// [`complement_ceil`] with the errors of run time returned.
///
/// # Errors
/// Overlapping modes (complementability) and overflow.
#[inline(always)]
pub fn try_complement_ceil<
    R: ResultOf<Rounded<operation::complement_in, Ceil>>,
    L: Leave<N, Ceil, Result = R>,
    N,
>(
    layout: L,
    n: N,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_leave(n)).map(R::layout)
}

/// Layouts that have a complement in `N`: the bound of [`complement`], and with [`Ceil`] of
/// [`complement_ceil`].
pub trait ComplementIn<N, R: Round = Exact>:
    Leave<N, R, Result: ResultOf<Rounded<operation::complement_in, R>>>
{
}
/// The type of the complement of `L` in `N`.
pub type Complement<L, N> =
    <<L as Leave<N, Exact>>::Result as ResultOf<Rounded<operation::complement_in>>>::Layout;
/// The type of the padded complement of `L` in `N`.
pub type ComplementCeil<L, N> =
    <<L as Leave<N, Ceil>>::Result as ResultOf<Rounded<operation::complement_in, Ceil>>>::Layout;

impl<L, N, R: Round> ComplementIn<N, R> for L
where
    L: Leave<N, R>,
    L::Result: AnyLayout + Verdict<Out: HasResult<R::Complement>>,
{
}

/// [`ComplementIn`] before the verdict: what any layout leaves of `N`.
pub trait Leave<N, R = Exact>: AnyLayout {
    /// The complement, with a verdict in it if there is none.
    type Result;
    /// The complement.
    fn try_leave(self, n: N) -> Result<Self::Result, Error>
    where
        Self::Result: AnyLayout;
}
// `N` is `Self` of the next trait: before its type is inferred there is no verdict.
impl<L: AnyLayout, N: LeftBy<L, R>, R> Leave<N, R> for L {
    type Result = N::Result;
    #[inline(always)]
    fn try_leave(self, n: N) -> Result<N::Result, Error>
    where
        N::Result: AnyLayout,
    {
        n.try_left_by(self)
    }
}
/// What `L` leaves of `Self`.
pub trait LeftBy<L, R>: Sized {
    /// The complement, with a verdict in it if there is none.
    type Result;
    /// The complement.
    fn try_left_by(self, layout: L) -> Result<Self::Result, Error>
    where
        Self::Result: AnyLayout;
}
impl<L, N: Leaf, R: Round> LeftBy<L, R> for N
where
    Leaving<R>: Statically<L, N>,
    LeaveWay<L, N, R>: Way<Leaving<R>, L, N, First>,
{
    type Result = ByParts<<LeaveWay<L, N, R> as Way<Leaving<R>, L, N, First>>::Out>;
    #[inline(always)]
    fn try_left_by(self, layout: L) -> Result<Self::Result, Error>
    where
        Self::Result: AnyLayout,
    {
        let operation = R::ROUNDING.operation();
        if self.get() == 0 {
            return Err(Error::new(operation, Rule::Extent { extent: 0 }));
        }
        LeaveWay::<L, N, R>::apply(layout, self, 0)?.by_parts().validated(operation)
    }
}
type LeaveWay<L, N, R> = <Leaving<R> as Statically<L, N>>::Operands;

/// The complement as an operation.
pub struct Leaving<R>(PhantomData<R>);

impl<L, N, R, J, D, K> Generally<L, N, J> for Leaving<R>
where
    L: AnyLayout<Stride = D>,
    D: Kind<Out = K>,
    K: LeaveOf<L, N, R>,
{
    type Out = K::Out;
    #[inline(always)]
    fn generally(layout: L, n: N, _: usize) -> Result<K::Out, Error> {
        K::leave_of(layout, n)
    }
    #[inline(always)]
    fn stays_within(_: &L, _: &N) -> bool {
        false
    }
}

/// The complement in `N` of a layout whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(
    message = "complement: codomain: the strides are not of one integer-semimodule"
)]
pub trait LeaveOf<L, N, R> {
    /// The complement, a layout, with a verdict in it if there is none.
    type Out: Parts;
    /// The complement.
    fn leave_of(layout: L, n: N) -> Result<Self::Out, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<L, N: Leaf, R> LeaveOf<L, N, R> for $kind
        where
            L: Gaps<N, R, First, (L, Layout<N, Static<U1>>, every)>,
        {
            type Out = L::Out;
            #[inline(always)]
            fn leave_of(layout: L, n: N) -> Result<L::Out, Error> {
                layout.gaps(n, 0)
            }
        }
    )*};
}
integers!(Zero Integers);

/// Rounding as a type.
pub trait Round: Copy {
    /// Its value.
    const ROUNDING: Rounding;
    /// The complement that rounds so.
    type Complement;
    /// The logical divide that rounds so.
    type LogicalDivide: operation::Named;
    /// The zipped divide that rounds so.
    type ZippedDivide: operation::Named;
    /// The tiled divide that rounds so.
    type TiledDivide: operation::Named;
    /// The flat divide that rounds so.
    type FlatDivide: operation::Named;
}
/// What does not come out even is an error.
#[derive(Clone, Copy, Debug)]
pub struct Exact;
/// Gaps are rounded down, the last mode up, as in CuTe.
#[derive(Clone, Copy, Debug)]
pub struct Ceil;
impl Round for Exact {
    const ROUNDING: Rounding = Rounding::Exact;
    type Complement = operation::complement_in;
    type LogicalDivide = operation::logical_divide_by;
    type ZippedDivide = operation::zipped_divide_by;
    type TiledDivide = operation::tiled_divide_by;
    type FlatDivide = operation::flat_divide_by;
}
impl Round for Ceil {
    const ROUNDING: Rounding = Rounding::Ceil;
    type Complement = operation::complement_ceil_in;
    type LogicalDivide = operation::logical_divide_ceil_by;
    type ZippedDivide = operation::zipped_divide_ceil_by;
    type TiledDivide = operation::tiled_divide_ceil_by;
    type FlatDivide = operation::flat_divide_ceil_by;
}
/// The operation `Op`, by its name without rounding, that rounds as `R`.
pub struct Rounded<Op, R = Exact>(PhantomData<(Op, R)>);
macro_rules! rounded {
    ($($operation:ident $name:ident;)*) => {$(
        impl<R: Round> operation::Words for Rounded<operation::$operation, R> {
            type Name = R::$name;
        }
    )*};
}
rounded! {
    complement_in Complement;
    logical_divide_by LogicalDivide;
    zipped_divide_by ZippedDivide;
    tiled_divide_by TiledDivide;
    flat_divide_by FlatDivide;
}

/// The complement of a layout in `N`, a verdict where there is none. Its first leaf stands at
/// `J`; `O` are the operands that errors name.
pub trait Gaps<N, R, J, O>: AnyLayout {
    /// The complement, a layout.
    type Out: Parts;
    /// The complement.
    fn gaps(self, n: N, at: usize) -> Result<Self::Out, Error>;
}
// Each step has a name of its own, so that rustc computes it once.
impl<L, N, R, J, O, M, Sorted, GapModes, Merged, Kept> Gaps<N, R, J, O> for L
where
    L: AnyLayout<Modes = M>,
    M: SortModes<J, Out = Sorted>,
    Sorted: GapsFrom<Static<U1>, N, R, O, Out = GapModes>,
    GapModes: CoalesceModes<Out = Merged>,
    Merged: DropLastOne<Out = Kept>,
    Kept: IntoLayout,
{
    type Out = Kept::Out;
    #[inline(always)]
    fn gaps(self, n: N, at: usize) -> Result<Kept::Out, Error> {
        let gaps = self.modes().sort_modes(at).gaps_from(Static::new(), n)?;
        Ok(gaps.coalesce_modes().drop_last_one().into_layout())
    }
}

/// The gaps between sorted modes, from `Span` up to `N`.
pub trait GapsFrom<Span, N, R, O> {
    /// The flat modes of the complement.
    type Out;
    /// The flat modes of the complement.
    fn gaps_from(self, span: Span, n: N) -> Result<Self::Out, Error>;
}
impl<Span: Copy, N: CoverBy<Span, R, O>, R, O> GapsFrom<Span, N, R, O> for HNil {
    type Out = N::Out;
    #[inline(always)]
    fn gaps_from(self, span: Span, n: N) -> Result<N::Out, Error> {
        n.cover_by(span)
    }
}
impl<S, D, J, T, Span, N, R, O> GapsFrom<Span, N, R, O> for HCons<Placed<S, D, J>, T>
where
    D: GapAfter<Span, S, J, T, N, R, O>,
{
    type Out = D::Out;
    #[inline(always)]
    fn gaps_from(self, span: Span, n: N) -> Result<D::Out, Error> {
        D::gap_after(self.head, self.tail, span, n)
    }
}
impl<J, Span, N, R, A, B, W> GapsFrom<Span, N, R, (A, B, W)> for Unsorted<J> {
    type Out = Bad<rule::KnownOrder, Place<A, B, J>, Static<U0>, Static<U0>>;
    fn gaps_from(self, _: Span, _: N) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

/// The last mode: copies of `Span` up to `Self`.
pub trait CoverBy<Span, R, O>: Sized {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn cover_by(self, span: Span) -> Result<Self::Out, Error>;
}
macro_rules! static_cover {
    ($($rounding:ident $division:ident;)*) => {$(
        impl<N, M, O, Q> CoverBy<Static<M>, $rounding, O> for Static<N>
        where
            N: $division<M, Out = Q>,
            Q: LastMode<Self, Static<M>, O>,
        {
            type Out = Q::Out;
            #[inline(always)]
            fn cover_by(self, span: Static<M>) -> Result<Self::Out, Error> {
                Ok(Q::last_mode(span))
            }
        }
    )*};
}
static_cover! {
    Exact ExactDiv;
    Ceil CeilDiv;
}
impl<N, I: Index, R: Round, O> CoverBy<Dyn<I>, R, O> for Static<N>
where
    Self: LeafIn<I>,
{
    type Out = HCons<Mode<Dyn<I>, Dyn<I>>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Dyn<I>) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(Dyn(cover(R::ROUNDING, self.get_in(), span.0)?), span), tail: HNil })
    }
}
impl<Span: LeafIn<I>, I: Index, R: Round, O> CoverBy<Span, R, O> for Dyn<I> {
    type Out = HCons<Mode<Dyn<I>, Span>, HNil>;
    #[inline(always)]
    fn cover_by(self, span: Span) -> Result<Self::Out, Error> {
        Ok(HCons { head: mode(Dyn(cover(R::ROUNDING, self.0, span.get_in())?), span), tail: HNil })
    }
}

/// `Self` is the extent of the last mode, if there is one.
pub trait LastMode<N, Span, O> {
    /// One mode, or the verdict.
    type Out;
    /// The mode.
    fn last_mode(span: Span) -> Self::Out;
}
impl<U, B, N, Span, O> LastMode<N, Span, O> for UInt<U, B> {
    type Out = HCons<Mode<Static<Self>, Span>, HNil>;
    #[inline(always)]
    fn last_mode(span: Span) -> Self::Out {
        HCons { head: mode(Static::new(), span), tail: HNil }
    }
}
impl<N, Span, A, B, J> LastMode<N, Span, (A, B, J)> for Inexact {
    type Out = Bad<rule::Evenness, Place<A, B, J>, N, Span>;
    fn last_mode(_: Span) -> Self::Out {
        Bad::new()
    }
}

/// The gap between `Span` and the stride `Self` of the next mode, whose extent is `S`, and those
/// that follow.
pub trait GapAfter<Span, S, J, T, N, R, O>: Sized {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn gap_after(next: Placed<S, Self, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error>;
}
// Stride 0: an error, or ignored.
impl<Span, S, J, T, N, A, B, W> GapAfter<Span, S, J, T, N, Exact, (A, B, W)> for Static<UTerm> {
    type Out = Bad<rule::Broadcast, Place<A, B, J>, S, Self>;
    fn gap_after(_: Placed<S, Self, J>, _: T, _: Span, _: N) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
impl<Span, S, J, T: GapsFrom<Span, N, Ceil, O>, N, O> GapAfter<Span, S, J, T, N, Ceil, O>
    for Static<UTerm>
{
    type Out = T::Out;
    #[inline(always)]
    fn gap_after(_: Placed<S, Self, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error> {
        tail.gaps_from(span, n)
    }
}
macro_rules! static_gap {
    ($($rounding:ident $division:ident;)*) => {$(
        impl<U, B, K, S, J, T, N, O> GapAfter<Static<K>, S, J, T, N, $rounding, O> for Static<UInt<U, B>>
        where
            UInt<U, B>: $division<K>,
            <UInt<U, B> as $division<K>>::Out: Gap<Static<K>, S, Self, J, T, N, $rounding, O>,
        {
            type Out = <<UInt<U, B> as $division<K>>::Out as Gap<Static<K>, S, Self, J, T, N, $rounding, O>>::Out;
            #[inline(always)]
            fn gap_after(next: Placed<S, Self, J>, tail: T, span: Static<K>, n: N) -> Result<Self::Out, Error> {
                <UInt<U, B> as $division<K>>::Out::gap(next, tail, span, n)
            }
        }
    )*};
}
static_gap! {
    Exact ExactDiv;
    Ceil FloorDiv;
}

/// `Self` is the extent of the gap, if there is one.
pub trait Gap<Span, S, D, J, T, N, R, O> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn gap(next: Placed<S, D, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error>;
}
impl<U, C, Span, S: Mul<D>, D, J, T, N, R: Round, O> Gap<Span, S, D, J, T, N, R, O> for UInt<U, C>
where
    T: GapsFrom<Product<S, D>, N, R, O>,
    T::Out: PushFront<Mode<Static<Self>, Span>>,
{
    type Out = <T::Out as PushFront<Mode<Static<Self>, Span>>>::Out;
    #[inline(always)]
    fn gap(next: Placed<S, D, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error> {
        let Mode { shape, stride } = next.mode;
        let overflow = Error::new(R::ROUNDING.operation(), Rule::Overflow).at(next.at);
        let reached = shape.checked_mul(stride).ok_or(overflow)?;
        Ok(tail.gaps_from(reached, n)?.push_front(mode(Static::new(), span)))
    }
}
macro_rules! no_gap {
    ($($none:ident)*) => {$(
        impl<Span, S, D, J, T, N, R, A, B, W> Gap<Span, S, D, J, T, N, R, (A, B, W)> for $none {
            type Out = Bad<rule::Complementability, Place<A, B, J>, D, Span>;
            fn gap(_: Placed<S, D, J>, _: T, _: Span, _: N) -> Result<Self::Out, Error> {
                Ok(Bad::new())
            }
        }
    )*};
}
no_gap!(Inexact UTerm);

// A dynamic stride or span. A mode that turns out to be 1, or is ignored, leaves a gap of 1.
impl<U, B, S, I: Index, J, T, N, R: Round, O> GapAfter<Dyn<I>, S, J, T, N, R, O>
    for Static<UInt<U, B>>
where
    Self: LeafIn<I>,
    S: LeafIn<I>,
    T: GapsFrom<Dyn<I>, N, R, O>,
    T::Out: PushFront<Mode<Dyn<I>, Dyn<I>>>,
{
    type Out = <T::Out as PushFront<Mode<Dyn<I>, Dyn<I>>>>::Out;
    #[inline(always)]
    fn gap_after(
        next: Placed<S, Self, J>,
        tail: T,
        span: Dyn<I>,
        n: N,
    ) -> Result<Self::Out, Error> {
        let leaf = (next.mode.shape.get_in(), next.mode.stride.get_in());
        let (gap, reached) = dynamic_gap::<R, I>(leaf, span.0, next.at)?;
        Ok(tail.gaps_from(Dyn(reached), n)?.push_front(mode(Dyn(gap), span)))
    }
}
impl<Span, S, I: Index, J, T, N, R: Round, O> GapAfter<Span, S, J, T, N, R, O> for Dyn<I>
where
    Span: LeafIn<I>,
    S: LeafIn<I>,
    T: GapsFrom<Dyn<I>, N, R, O>,
    T::Out: PushFront<Mode<Dyn<I>, Span>>,
{
    type Out = <T::Out as PushFront<Mode<Dyn<I>, Span>>>::Out;
    #[inline(always)]
    fn gap_after(next: Placed<S, Self, J>, tail: T, span: Span, n: N) -> Result<Self::Out, Error> {
        let leaf = (next.mode.shape.get_in(), next.mode.stride.0);
        let (gap, reached) = dynamic_gap::<R, I>(leaf, span.get_in(), next.at)?;
        Ok(tail.gaps_from(Dyn(reached), n)?.push_front(mode(Dyn(gap), span)))
    }
}

/// The gap before the mode `(s, d)` and the span after it.
#[inline(always)]
fn dynamic_gap<R: Round, I: Index>((s, d): (I, I), span: I, at: usize) -> Result<(I, I), Error> {
    let operation = R::ROUNDING.operation();
    if s == I::ONE || (d == I::ZERO && R::ROUNDING == Rounding::Ceil) {
        return Ok((I::ONE, span));
    }
    if d == I::ZERO {
        return Err(Error::new(operation, Rule::Broadcast { extent: s.number() }).at(at));
    }
    let gap = gap(R::ROUNDING, d, span).map_err(|error| error.at(at))?;
    let reached = s.checked_mul(d).ok_or(Error::new(operation, Rule::Overflow).at(at))?;
    Ok((gap, reached))
}

impl<M> PushFront<M> for HNil {
    type Out = HCons<M, HNil>;
    #[inline(always)]
    fn push_front(self, mode: M) -> Self::Out {
        HCons { head: mode, tail: HNil }
    }
}
