//! Right inverse: where the offsets `0, 1, 2, ...` are.
//!
//! The recursion is the value level's: of the modes sorted by stride each one whose stride is the
//! span of those before it goes on with the offsets, and the first whose stride is larger leaves a
//! gap, with which it ends. Modes that overlap are searched at the value level only.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Equal, Greater, Integer, Less, U0, U1, Unsigned};

use crate::layout::any_result::{AnyResult, known_or};
use crate::layout::codomain::{Integers, Kind, Points, Zero};
use crate::layout::modes::positive;
use crate::layout::modes::{Mode, mode};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::arithmetic::{Mul, Product, Versus};
use crate::leaf::arithmetic_tuple::Terms;
use crate::leaf::int::{Dyn, Index, Leaf, LeafIn, Static};
use crate::operation::by_place::{AtOnePlace, ByPlace, OfSum, Project, StillSums, Sum, UnlessOne};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout, IntoTuple};
use crate::operation::sort::{InsertUnless, Placed, PushFront, Unsorted};
use crate::sorts::{Generally, Statically, Way};
use crate::verdict::{
    Bad, First, HasResult, Place, Position, ResultOf, Verdict, failed, operation, rule,
};

/// The right inverse of `layout`: the coalesced layout `R` into its integral coordinates with
/// `layout(R(i)) = i`, of the largest size that there is (004, section 3.4.1).
///
/// Sorted by stride, a mode `s:d` whose stride is the span of the modes before it becomes `s:w`,
/// `w` the weight of its coordinate in the integral coordinate; the first mode whose stride is
/// larger ends it. Modes of extent 1 and of stride 0 count for nothing. With dynamic extents it is
/// run time that finds the end: the modes from there on have extent 1.
///
/// **Law.** `layout(R(i)) = i` for `i < size(R)`, and no layout into the coordinates is larger.
///
/// **Errors.** Overlap: a stride below the span of the modes before it; there the value level
/// ([`algebra::right_inverse`](tilework_algebra::right_inverse())) searches. Two or more modes
/// need static strides (known order).
///
/// Of coordinates it takes each place to the coordinates of its own modes. Static strides that are sums are no
/// place's own, and stay at 0; with multiples of run time, of which all but one may be 0, they are an
/// error (scaled basis).
///
/// Those of XOR strides are of values and literals.
///
/// ```
/// use tilework::{Layout, layout, operation::right_inverse};
/// let order: Layout!((5,21):(21,1)) = right_inverse(layout!((3,7,5):(5,15,1)));
/// assert_eq!(order.to_string(), "(5,21):(21,1)");
/// // 4 is no offset.
/// let beginning: Layout!(4:1) = right_inverse(layout!((4,8):(1,5)));
/// assert_eq!(beginning.to_string(), "4:1");
/// let m = 4;
/// assert_eq!(right_inverse(layout!((m,8):(1,4))).to_string(), "(4,8):(1,4)");
/// // The first mode would move both places.
/// let places: Layout!((2,4):(12,3)) = right_inverse(layout!((3,4,2):(e0+e1,e1,e0)));
/// assert_eq!(places.to_string(), "(2,4):(12,3)");
/// ```
///
/// # Panics
/// Where [`try_right_inverse`] is an error.
#[inline(always)]
#[track_caller]
pub fn right_inverse<R: ResultOf<operation::right_inverse_of>, L: InvertRight<Result = R>>(
    layout: L,
) -> R::Layout {
    R::known_or_panic(layout, InvertRight::try_invert_right).layout()
}

/// [`right_inverse`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Overlap`], where dynamic extents make modes overlap.
#[inline(always)]
pub fn try_right_inverse<R: ResultOf<operation::right_inverse_of>, L: InvertRight<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    known_or(|| layout.try_invert_right()).map(R::layout)
}

/// Layouts whose right inverse the types know: the bound of [`right_inverse`].
pub trait HasRightInverse:
    AnyLayout + InvertRight<Result: ResultOf<operation::right_inverse_of, Layout: AnyLayout>>
{
}
/// The type of the right inverse of `L`.
pub type RightInverse<L> =
    <<L as InvertRight>::Result as ResultOf<operation::right_inverse_of>>::Layout;

impl<L> HasRightInverse for L
where
    L: AnyLayout + InvertRight,
    L::Result: Verdict<Out: HasResult<operation::right_inverse_of>>
        + ResultOf<operation::right_inverse_of, Layout: AnyLayout>,
{
}

/// [`HasRightInverse`] before the verdict: the right inverse of any layout.
#[diagnostic::on_unimplemented(
    message = "right_inverse: not a layout, or in generic code one without the bound `HasRightInverse`"
)]
pub trait InvertRight: Sized {
    /// The right inverse, with a verdict in it if the types know none.
    type Result;
    /// The right inverse.
    fn try_invert_right(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> InvertRight for Swizzle<B, M, S> {
    type Result = Self;
    #[inline(always)]
    fn try_invert_right(self) -> Result<Self, Error> {
        Ok(self.inverse())
    }
}
// The result is a `Layout` by name, as in [`Compose`](crate::operation::composition::Compose).
#[diagnostic::do_not_recommend]
impl<L> InvertRight for L
where
    L: AnyLayout,
    InvertingRight: Statically<L, ()>,
    InvertWay<L>: Way<InvertingRight, L, (), First>,
{
    type Result = ByParts<<InvertWay<L> as Way<InvertingRight, L, (), First>>::Out>;
    #[inline(always)]
    fn try_invert_right(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        positive(Operation::RightInverse, self)?;
        let inverse = InvertWay::<L>::apply(self, (), 0)?.by_parts();
        inverse.validated(Operation::RightInverse)
    }
}
type InvertWay<L> = <InvertingRight as Statically<L, ()>>::Operands;

/// The right inverse as an operation.
pub struct InvertingRight;

// What it is depends on the kind of the strides.
impl<S, D, J, K> Generally<Layout<S, D>, (), J> for InvertingRight
where
    D: Kind<Out = K>,
    K: InvertRightOf<Layout<S, D>>,
{
    type Out = K::Out;
    #[inline(always)]
    fn generally(layout: Layout<S, D>, _: (), _: usize) -> Result<K::Out, Error> {
        K::invert_right_of(layout)
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &()) -> bool {
        false
    }
}

/// The right inverse of a layout whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(
    message = "right_inverse: codomain: the strides are not of one integer-semimodule"
)]
pub trait InvertRightOf<L> {
    /// A layout, with a verdict in it if the types know none.
    type Out: Parts;
    /// The layout.
    fn invert_right_of(layout: L) -> Result<Self::Out, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<L, M, Sorted, Linked, Merged, Kept> InvertRightOf<L> for $kind
        where
            L: AnyLayout<Modes = M>,
            M: WeightedModes<Static<U1>, First, Out = Sorted>,
            Sorted: Chain<Static<U1>, L, Out = Linked>,
            Linked: CoalesceModes<Out = Merged>,
            Merged: DropLastOne<Out = Kept>,
            Kept: IntoLayout,
        {
            type Out = Kept::Out;
            #[inline(always)]
            fn invert_right_of(layout: L) -> Result<Kept::Out, Error> {
                let linked = layout.modes().weighted_modes(Static::new(), 0).chain(Static::new())?;
                Ok(linked.coalesce_modes().drop_last_one().into_layout())
            }
        }
    )*};
}
integers!(Zero Integers);
// At each place that of the modes that move it, with weights in the whole.
impl<L, R: Parts> InvertRightOf<L> for Points
where
    RightInverseMode: ByPlace<L, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn invert_right_of(layout: L) -> Result<R, Error> {
        RightInverseMode::by_place(layout)
    }
}
/// The right inverse as an operation by place.
pub struct RightInverseMode;
// What a static sum does elsewhere no other mode takes back, so that it stays at 0. With multiples of run
// time, which may be 0, it may be no sum.
impl<T: Terms<IsStatic = F>, F: UnlessOne<Sum<At>>, At> OfSum<T, At> for RightInverseMode {
    type Out = F::Out;
}
impl<L, P, M, Still, Projected, R, I> AtOnePlace<L, P> for RightInverseMode
where
    L: AnyLayout<Modes = M>,
    M: StillSums<Out = Still>,
    Still: Project<P, Out = Projected>,
    Projected: IntoTuple<Out = R>,
    R: InvertRight<Result = I>,
    I: AnyLayout,
{
    type Out = I;
    #[inline(always)]
    fn at_one_place(layout: L) -> Result<I, Error> {
        layout.modes().still_sums().project().into_tuple().try_invert_right()
    }
}

/// The extent of a mode and the weight of its coordinate in the integral coordinate.
#[derive(Clone, Copy)]
pub struct Weighted<S, W> {
    pub(crate) extent: S,
    pub(crate) weight: W,
}

/// The modes that move the offset, sorted by stride, each with its weight; `W` is that of the
/// first one, which stands at `J`.
pub trait WeightedModes<W, J> {
    /// An hlist of [`Placed`], or [`Unsorted`].
    type Out;
    /// The sorted modes, the first of them from position `at`.
    fn weighted_modes(self, weight: W, at: usize) -> Self::Out;
}
impl<W, J> WeightedModes<W, J> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn weighted_modes(self, _: W, _: usize) -> HNil {
        HNil
    }
}
impl<S, D, T, W: Copy, J: Position, One, Zero, After, Sorted> WeightedModes<W, J>
    for HCons<Mode<S, D>, T>
where
    S: Leaf<IsOne = One> + Mul<W, Out = After>,
    D: Leaf<IsZero = Zero>,
    T: WeightedModes<After, J::After, Out = Sorted>,
    One: InsertMoving<Zero, Placed<Weighted<S, W>, D, J>, Sorted>,
{
    type Out = One::Out;
    #[inline(always)]
    fn weighted_modes(self, weight: W, at: usize) -> Self::Out {
        let Mode { shape, stride } = self.head;
        let Some(after) = shape.checked_mul(weight) else {
            unreachable!("the size of a layout fits")
        };
        let placed = Placed::new(mode(Weighted { extent: shape, weight }, stride), at);
        One::insert_moving(placed, self.tail.weighted_modes(after, at + 1))
    }
}

/// Inserts a mode, unless its extent is 1 (`Self`) or its stride 0 (`Zero`).
pub trait InsertMoving<Zero, M, L> {
    /// The list.
    type Out;
    /// The list.
    fn insert_moving(mode: M, list: L) -> Self::Out;
}
impl<Zero, M, L> InsertMoving<Zero, M, L> for B1 {
    type Out = L;
    #[inline(always)]
    fn insert_moving(_: M, list: L) -> L {
        list
    }
}
impl<Zero: InsertUnless<M, L>, M, L> InsertMoving<Zero, M, L> for B0 {
    type Out = Zero::Out;
    #[inline(always)]
    fn insert_moving(mode: M, list: L) -> Self::Out {
        Zero::insert_unless(mode, list)
    }
}

/// The modes of the right inverse from those that are sorted; `Span` offsets have been reached.
/// Errors name the layout `L`.
pub trait Chain<Span, L> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn chain(self, span: Span) -> Result<Self::Out, Error>;
}
impl<Span, L> Chain<Span, L> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn chain(self, _: Span) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<S, W, D, J, T, Span, L> Chain<Span, L> for HCons<Placed<Weighted<S, W>, D, J>, T>
where
    D: Link<Span, S, W, J, T, L>,
{
    type Out = D::Out;
    #[inline(always)]
    fn chain(self, span: Span) -> Result<D::Out, Error> {
        D::link(self.head, self.tail, span)
    }
}
impl<J, Span, L> Chain<Span, L> for Unsorted<J> {
    type Out = Bad<rule::KnownOrder, Place<L, (), J>, Static<U0>, Static<U0>>;
    fn chain(self, _: Span) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}

/// The mode of stride `Self`, and those that follow.
pub trait Link<Span, S, W, J, T, L>: Sized {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn link(next: Placed<Weighted<S, W>, Self, J>, tail: T, span: Span)
    -> Result<Self::Out, Error>;
}
impl<N, K, S, W, J, T, L, F> Link<Static<K>, S, W, J, T, L> for Static<N>
where
    Self: Versus<Static<K>, Out = F>,
    F: LinkIf<Static<K>, S, W, Self, J, T, L>,
{
    type Out = F::Out;
    #[inline(always)]
    fn link(
        next: Placed<Weighted<S, W>, Self, J>,
        tail: T,
        span: Static<K>,
    ) -> Result<F::Out, Error> {
        F::link_if(next, tail, span)
    }
}
macro_rules! dynamic_link {
    ($([$($g:tt)*] $stride:ty, $span:ty;)*) => {$(
        impl<$($g)*, I: Index, S, W, J, T, L, Rest> Link<$span, S, W, J, T, L> for $stride
        where
            Self: LeafIn<I>,
            $span: LeafIn<I>,
            S: LeafIn<I>,
            T: Chain<Dyn<I>, L, Out = Rest>,
            Rest: PushFront<Mode<Dyn<I>, W>>,
        {
            type Out = Rest::Out;
            #[inline(always)]
            fn link(
                next: Placed<Weighted<S, W>, Self, J>,
                tail: T,
                span: $span,
            ) -> Result<Rest::Out, Error> {
                let Mode { shape: Weighted { extent, weight }, stride } = next.mode;
                let of = |rule| Error::new(Operation::RightInverse, rule).at(next.at);
                let leaf =
                    (extent.try_get_in().map_err(of)?, stride.try_get_in().map_err(of)?);
                let span = span.try_get_in().map_err(of)?;
                let (extent, reached) = taken(leaf, span, next.at)?;
                Ok(tail.chain(Dyn(reached))?.push_front(mode(Dyn(extent), weight)))
            }
        }
    )*};
}
dynamic_link! {
    [N] Static<N>, Dyn<I>;
    [Span] Dyn<I>, Span;
}

/// What the mode `(s, d)` takes part with after `span` offsets, and the offsets then.
///
/// From a gap on all strides are larger than the span, which stays.
#[inline(always)]
fn taken<I: Index>((s, d): (I, I), span: I, at: usize) -> Result<(I, I), Error> {
    if s == I::ONE || d == I::ZERO || d > span {
        return Ok((I::ONE, span));
    }
    let error = |rule| Error::new(Operation::RightInverse, rule).at(at);
    if d < span {
        let (stride, span) = (d.number(), span.number());
        return Err(error(Rule::Overlap { stride, span }));
    }
    Ok((s, span.checked_mul(s).ok_or(error(Rule::Overflow))?))
}

/// The mode, if it goes on. `Self` says how its stride compares with the span.
pub trait LinkIf<Span, S, W, D, J, T, L> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn link_if(next: Placed<Weighted<S, W>, D, J>, tail: T, span: Span)
    -> Result<Self::Out, Error>;
}
impl<Span, S, W, D, J, T, L, Rest> LinkIf<Span, S, W, D, J, T, L> for Equal
where
    S: Mul<Span>,
    T: Chain<Product<S, Span>, L, Out = Rest>,
    Rest: PushFront<Mode<S, W>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn link_if(
        next: Placed<Weighted<S, W>, D, J>,
        tail: T,
        span: Span,
    ) -> Result<Self::Out, Error> {
        let Weighted { extent, weight } = next.mode.shape;
        let overflow = Error::new(Operation::RightInverse, Rule::Overflow).at(next.at);
        let reached = extent.checked_mul(span).ok_or(overflow)?;
        Ok(tail.chain(reached)?.push_front(mode(extent, weight)))
    }
}
impl<Span, S, W, D, J, T, L> LinkIf<Span, S, W, D, J, T, L> for Greater {
    type Out = HNil;
    #[inline(always)]
    fn link_if(_: Placed<Weighted<S, W>, D, J>, _: T, _: Span) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<Span: Leaf, S, W, D: Leaf, J, T, L> LinkIf<Span, S, W, D, J, T, L> for Less {
    type Out = Bad<rule::Overlap, Place<L, (), J>, D, Span>;
    fn link_if(next: Placed<Weighted<S, W>, D, J>, _: T, span: Span) -> Result<Self::Out, Error> {
        let (stride, span) = (next.mode.stride.number(), span.number());
        failed(Error::new(Operation::RightInverse, Rule::Overlap { stride, span }).at(next.at))
    }
}
