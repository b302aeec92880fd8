//! Left inverse: which coordinate an offset belongs to.
//!
//! The digits of an offset whose radices are the strides, sorted. Other radices, and what else
//! the value level looks for, are left to the value level.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{Equal, Greater, Integer, Less, U0, U1, UInt, Unsigned};

use crate::layout::any_result::AnyResult;
use crate::layout::codomain::{Integers, Kind, Points, Zero};
use crate::layout::modes::positive;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::swizzle::Swizzle;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::arithmetic::{Reach, Unknown, Versus};
use crate::leaf::exact_division::{ExactDiv, Inexact};
use crate::leaf::int::{Dyn, Index, Leaf, Static};
use crate::operation::by_place::{AtOnePlace, ByPlace, OfSum, Project};
use crate::operation::coalesce::{CoalesceModes, DropLastOne, IntoLayout, IntoTuple};
use crate::operation::right_inverse::{Weighted, WeightedModes};
use crate::operation::sort::{Placed, PushFront, Unsorted};
use crate::plain::plain;
use crate::sorts::{Generally, Number, Statically, Way};
use crate::verdict::{
    Bad, First, HasResult, Of, Place, ResultOf, Verdict, failed, operation, rule,
};

/// A left inverse of `layout`: a layout `R` with `layout(R(layout(k))) = layout(k)` for all `k`
/// below the size (004, section 3.4.3, equation 26).
///
/// Of the modes, coalesced and sorted by stride, mode `s:d` becomes `d'/d : w`, `d'` the next
/// stride and `w` the weight of its coordinate in the integral coordinate, and the last one `s:w`:
/// the digits of an offset, of which those below the first stride count for nothing. Modes of
/// extent 1 and of stride 0 are left out.
///
/// **Law.** `R(layout(k)) = k`, apart from modes of stride 0.
///
/// **Errors.** Each stride must be a multiple of the one before it (divisibility) and larger than
/// all offsets of the modes before it (digits). Other layouts may have a left inverse too, which
/// the value level ([`algebra::left_inverse`](tilework_algebra::left_inverse())) finds. Two or more
/// modes need static strides (known order).
///
/// Of layouts into coordinates those of the modes at each place. No stride is a sum there (scaled basis):
/// where it takes back what a mode does at another place, the inverse has negative strides, as that of
/// `(4,8):(e0+e1,e1)`. The value level has it, and literals have those of natural strides.
///
/// Those of XOR strides are of values and literals.
///
/// ```
/// use tilework::{Layout, layout, operation::left_inverse};
/// let coordinate: Layout!((5,8):(1,4)) = left_inverse(layout!((4,8):(1,5)));
/// assert_eq!(coordinate.offset(3 + 5 * 7), 3 + 4 * 7);
/// let (m, n) = (3, 4);
/// assert_eq!(left_inverse(layout!((m,n):(1,8))).to_string(), "(8,4):(1,3)");
/// ```
///
/// # Panics
/// Where [`try_left_inverse`] is an error.
#[inline(always)]
#[track_caller]
pub fn left_inverse<R: ResultOf<operation::left_inverse_of>, L: InvertLeft<Result = R>>(
    layout: L,
) -> R::Layout {
    plain(try_left_inverse(layout))
}

/// [`left_inverse`] with the errors of run time returned.
///
/// # Errors
/// [`Rule::Digits`], where dynamic extents make modes reach a later stride, and overflow.
#[inline(always)]
pub fn try_left_inverse<R: ResultOf<operation::left_inverse_of>, L: InvertLeft<Result = R>>(
    layout: L,
) -> Result<R::Layout, Error> {
    // Not `known_or`: extents of run time may reach a later stride although the result is static.
    layout.try_invert_left().map(R::layout)
}

/// Layouts with a left inverse that the types know: the bound of [`left_inverse`].
pub trait HasLeftInverse:
    AnyLayout + InvertLeft<Result: ResultOf<operation::left_inverse_of, Layout: AnyLayout>>
{
}
/// The type of the left inverse of `L`.
pub type LeftInverse<L> =
    <<L as InvertLeft>::Result as ResultOf<operation::left_inverse_of>>::Layout;

impl<L> HasLeftInverse for L
where
    L: AnyLayout + InvertLeft,
    L::Result: Verdict<Out: HasResult<operation::left_inverse_of>>
        + ResultOf<operation::left_inverse_of, Layout: AnyLayout>,
{
}

/// [`HasLeftInverse`] before the verdict: the left inverse of any layout.
#[diagnostic::on_unimplemented(
    message = "left_inverse: not a layout, or in generic code one without the bound `HasLeftInverse`"
)]
pub trait InvertLeft: Sized {
    /// The left inverse, with a verdict in it if the types know none.
    type Result;
    /// The left inverse.
    fn try_invert_left(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult;
}
#[diagnostic::do_not_recommend]
impl<B: Unsigned, M: Unsigned, S: Integer> InvertLeft for Swizzle<B, M, S> {
    type Result = Self;
    #[inline(always)]
    fn try_invert_left(self) -> Result<Self, Error> {
        Ok(self.inverse())
    }
}
// The result is a `Layout` by name, as in [`Compose`](crate::operation::composition::Compose).
#[diagnostic::do_not_recommend]
impl<L> InvertLeft for L
where
    L: AnyLayout,
    InvertingLeft: Statically<L, ()>,
    InvertWay<L>: Way<InvertingLeft, L, (), First>,
{
    type Result = ByParts<<InvertWay<L> as Way<InvertingLeft, L, (), First>>::Out>;
    #[inline(always)]
    fn try_invert_left(self) -> Result<Self::Result, Error>
    where
        Self::Result: AnyResult,
    {
        positive(Operation::LeftInverse, self)?;
        let inverse = InvertWay::<L>::apply(self, (), 0)?.by_parts();
        inverse.validated(Operation::LeftInverse)
    }
}
type InvertWay<L> = <InvertingLeft as Statically<L, ()>>::Operands;

/// The left inverse as an operation.
pub struct InvertingLeft;

// What it is depends on the kind of the strides.
impl<S, D, J, K> Generally<Layout<S, D>, (), J> for InvertingLeft
where
    D: Kind<Out = K>,
    K: InvertLeftOf<Layout<S, D>>,
{
    type Out = K::Out;
    #[inline(always)]
    fn generally(layout: Layout<S, D>, _: (), _: usize) -> Result<K::Out, Error> {
        K::invert_left_of(layout)
    }
    #[inline(always)]
    fn stays_within(_: &Layout<S, D>, _: &()) -> bool {
        false
    }
}

/// The left inverse of a layout whose strides are of the kind `Self`.
#[diagnostic::on_unimplemented(
    message = "left_inverse: codomain: the strides are not of one integer-semimodule"
)]
pub trait InvertLeftOf<L> {
    /// A layout, with a verdict in it if the types know none.
    type Out: Parts;
    /// The layout.
    fn invert_left_of(layout: L) -> Result<Self::Out, Error>;
}
macro_rules! integers {
    ($($kind:ident)*) => {$(
        impl<L, M, Joined, Sorted, DigitModes, Merged, Kept> InvertLeftOf<L> for $kind
        where
            L: AnyLayout<Modes = M>,
            M: CoalesceModes<Out = Joined>,
            Joined: WeightedModes<Static<U1>, First, Out = Sorted>,
            Sorted: Digits<L, Out = DigitModes>,
            DigitModes: CoalesceModes<Out = Merged>,
            Merged: DropLastOne<Out = Kept>,
            Kept: IntoLayout,
        {
            type Out = Kept::Out;
            #[inline(always)]
            fn invert_left_of(layout: L) -> Result<Kept::Out, Error> {
                let sorted = layout.modes().coalesce_modes().weighted_modes(Static::new(), 0);
                let digits = sorted.digits()?;
                Ok(digits.coalesce_modes().drop_last_one().into_layout())
            }
        }
    )*};
}
integers!(Zero Integers);
// At each place that of the modes that move it, with weights in the whole.
impl<L, R: Parts> InvertLeftOf<L> for Points
where
    LeftInverseMode: ByPlace<L, Out = R>,
{
    type Out = R;
    #[inline(always)]
    fn invert_left_of(layout: L) -> Result<R, Error> {
        LeftInverseMode::by_place(layout)
    }
}
/// The left inverse as an operation by place.
pub struct LeftInverseMode;
impl<T, At> OfSum<T, At> for LeftInverseMode {
    type Out = Bad<rule::SumInverted, At, HNil, HNil>;
}
impl<L, P, M, Projected, R, I> AtOnePlace<L, P> for LeftInverseMode
where
    L: AnyLayout<Modes = M>,
    M: Project<P, Out = Projected>,
    Projected: IntoTuple<Out = R>,
    R: InvertLeft<Result = I>,
    I: AnyLayout,
{
    type Out = I;
    #[inline(always)]
    fn at_one_place(layout: L) -> Result<I, Error> {
        layout.modes().project().into_tuple().try_invert_left()
    }
}

/// The modes of the left inverse of sorted modes. Errors name the layout `L`.
pub trait Digits<L> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn digits(self) -> Result<Self::Out, Error>;
}
impl<L> Digits<L> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn digits(self) -> Result<HNil, Error> {
        Ok(HNil)
    }
}
impl<L, J> Digits<L> for Unsorted<J> {
    type Out = Bad<rule::KnownOrder, Place<L, (), J>, Static<U0>, Static<U0>>;
    fn digits(self) -> Result<Self::Out, Error> {
        Ok(Bad::new())
    }
}
// What is below the first stride.
impl<L, S: Reach<D, Static<U0>>, W, D: FirstRadix, J, T, Rest> Digits<L>
    for HCons<Placed<Weighted<S, W>, D, J>, T>
where
    T: DigitsAfter<Weighted<S, W>, D, S::Out, L, Out = Rest>,
    Rest: PushFront<Mode<D, Static<U0>>>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn digits(self) -> Result<Rest::Out, Error> {
        let Mode { shape, stride } = self.head.mode;
        let below = mode(stride.first_radix(), Static::new());
        let reach = (shape.extent.get() - 1) * stride.get();
        Ok(self.tail.digits_after(shape, reach)?.push_front(below))
    }
}

/// A stride as an extent: a dynamic one may be 0.
pub trait FirstRadix: Leaf {
    /// `Self`, at least 1.
    fn first_radix(self) -> Self;
}
impl<N> FirstRadix for Static<N>
where
    Self: Leaf,
{
    #[inline(always)]
    fn first_radix(self) -> Self {
        self
    }
}
impl<I: Index> FirstRadix for Dyn<I> {
    #[inline(always)]
    fn first_radix(self) -> Self {
        Dyn(self.0.max(I::ONE))
    }
}

/// The digit of the mode `M` of stride `D` and those of the modes `Self` after it; so far the
/// modes reach the offset `R`.
pub trait DigitsAfter<M, D, R, L> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes; `reach` is the largest offset so far.
    fn digits_after(self, weighted: M, reach: usize) -> Result<Self::Out, Error>;
}
impl<S, W, D, R, L> DigitsAfter<Weighted<S, W>, D, R, L> for HNil {
    type Out = HCons<Mode<S, W>, HNil>;
    #[inline(always)]
    fn digits_after(self, last: Weighted<S, W>, _: usize) -> Result<Self::Out, Error> {
        Ok(cons(mode(last.extent, last.weight), HNil))
    }
}
impl<S, W, D, R, L, N, J, T, M, F, Step> DigitsAfter<Weighted<S, W>, D, R, L>
    for HCons<Placed<M, N, J>, T>
where
    N: Versus<R, Out = F>,
    F: IfBelow<Weighted<S, W>, D, R, L, Placed<M, N, J>, Out = Step>,
    Step: Before<T, L>,
{
    type Out = Step::Out;
    #[inline(always)]
    fn digits_after(self, weighted: Weighted<S, W>, reach: usize) -> Result<Step::Out, Error> {
        F::if_below(weighted, reach, self.head)?.before(self.tail)
    }
}

/// A digit before those of the modes `T`, [`Found`] or a verdict. (So a mode is two levels of nesting, whatever
/// is to be computed at it.)
pub trait Before<T, L> {
    /// The flat modes, or the verdict.
    type Out;
    /// The flat modes.
    fn before(self, tail: T) -> Result<Self::Out, Error>;
}
/// The digit `G` of a mode, and the next mode `M`, of stride `D`; with it the modes reach `R`.
pub struct Found<G, M, D, R> {
    digit: G,
    next: M,
    reach: usize,
    known: PhantomData<(D, R)>,
}
impl<G, M, D, R, T, L, Rest> Before<T, L> for Found<G, M, D, R>
where
    T: DigitsAfter<M, D, R, L, Out = Rest>,
    Rest: PushFront<G>,
{
    type Out = Rest::Out;
    #[inline(always)]
    fn before(self, tail: T) -> Result<Rest::Out, Error> {
        Ok(tail.digits_after(self.next, self.reach)?.push_front(self.digit))
    }
}
impl<Q, At, X, Y, T, L> Before<T, L> for Bad<Q, At, X, Y> {
    type Out = Self;
    fn before(self, _: T) -> Result<Self, Error> {
        Ok(self)
    }
}

/// The digit of the mode `M`, if all offsets so far are below the next stride. `Self` says how that
/// compares with them.
pub trait IfBelow<M, D, R, L, Next> {
    /// The digit, or the verdict.
    type Out;
    /// The digit.
    fn if_below(weighted: M, reach: usize, next: Next) -> Result<Self::Out, Error>;
}
macro_rules! not_below {
    ($($answer:ident)*) => {$(
        impl<M, D, R, L, M1, N: Leaf, J> IfBelow<M, D, R, L, Placed<M1, N, J>> for $answer {
            type Out = Bad<rule::Digits, Of<L>, N, R>;
            fn if_below(_: M, reach: usize, next: Placed<M1, N, J>) -> Result<Self::Out, Error> {
                failed(reached(next, reach))
            }
        }
    )*};
}
not_below!(Less Equal);
impl<M, D, R, L, M1, N, J, Q> IfBelow<M, Static<D>, R, L, Placed<M1, Static<N>, J>> for Greater
where
    N: ExactDiv<D, Out = Q>,
    Q: Digit<M, Static<D>, R, L, Placed<M1, Static<N>, J>>,
{
    type Out = Q::Out;
    #[inline(always)]
    fn if_below(
        weighted: M,
        reach: usize,
        next: Placed<M1, Static<N>, J>,
    ) -> Result<Q::Out, Error> {
        Q::digit(weighted, reach, next)
    }
}
// Extents of run time: the strides of several modes are static.
impl<M, D, R, L, M1, N, J, Step> IfBelow<M, D, R, L, Placed<M1, N, J>> for Unknown
where
    Greater: IfBelow<M, D, R, L, Placed<M1, N, J>, Out = Step>,
    N: Leaf,
{
    type Out = Step;
    #[inline(always)]
    fn if_below(weighted: M, reach: usize, next: Placed<M1, N, J>) -> Result<Step, Error> {
        if next.mode.stride.get() <= reach {
            return Err(reached(next, reach));
        }
        Greater::if_below(weighted, reach, next)
    }
}

/// The modes before `next` reach its stride, which says more than its position among coalesced modes.
#[cold]
fn reached<M, N: Leaf, J>(next: Placed<M, N, J>, reach: usize) -> Error {
    // The reach of a layout fits.
    let rule = Rule::Digits { stride: next.mode.stride.number(), reach: reach as i64 };
    Error::new(Operation::LeftInverse, rule)
}

/// The digit of the mode `M`: `Self` is its radix, [`Inexact`] if there is none.
pub trait Digit<M, D, R, L, Next> {
    /// The digit, or the verdict.
    type Out;
    /// The digit.
    fn digit(weighted: M, reach: usize, next: Next) -> Result<Self::Out, Error>;
}
impl<U, B, S, W, D, R, L, S1, W1, N, J>
    Digit<Weighted<S, W>, D, R, L, Placed<Weighted<S1, W1>, N, J>> for UInt<U, B>
where
    S1: Reach<N, R>,
    N: Leaf,
{
    type Out = Found<Mode<Static<Self>, W>, Weighted<S1, W1>, N, S1::Out>;
    #[inline(always)]
    fn digit(
        weighted: Weighted<S, W>,
        reach: usize,
        next: Placed<Weighted<S1, W1>, N, J>,
    ) -> Result<Self::Out, Error> {
        let Mode { shape, stride } = next.mode;
        // No more than the largest offset of the layout.
        let reach = reach + (shape.extent.get() - 1) * stride.get();
        let digit = mode(Static::new(), weighted.weight);
        Ok(Found { digit, next: shape, reach, known: PhantomData })
    }
}
impl<M, K: Number, R, L, M1, N: Leaf, J> Digit<M, Static<K>, R, L, Placed<M1, N, J>> for Inexact {
    type Out = Bad<rule::Divisibility, Of<L>, N, Static<K>>;
    fn digit(_: M, _: usize, next: Placed<M1, N, J>) -> Result<Self::Out, Error> {
        let rule = Rule::Divisibility {
            left: next.mode.stride.number(),
            right: Static::<K>::new().number(),
        };
        failed(Error::new(Operation::LeftInverse, rule))
    }
}
