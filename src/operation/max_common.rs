//! The largest common layout: where two layouts are contiguous together.
//!
//! The common layout has the modes of the right inverse of one layout, as long as the other has the same offsets there.
//! The value level does the same.

use frunk_core::hlist::{HCons, HNil};
use typenum::{Equal, Greater, Less, U0, U1};

use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::modes::Mode;
use crate::layout::{AnyLayout, HasSize, Layout};
use crate::leaf::arithmetic::{Unknown, Versus};
use crate::leaf::arithmetic_tuple::ArithmeticTuple;
use crate::leaf::basis::Basis;
use crate::leaf::int::{Dyn, Known, Leaf, Static};
use crate::operation::coalesce::CoalesceTotal;
use crate::operation::composition::CompositionTotal;
use crate::operation::inverse::StaticallyInverted;
use crate::verdict::{Bad, HasResult, Of, ResultOf, Verdict, operation, rule};

/// The largest layout `R` that the types know with `a(R(i)) = b(R(i)) = i`: its elements are
/// contiguous in `a` and in `b`, in the same order ([004](crate::guide::papers), section 3.4.2).
///
/// Let `b'` be the [`right_inverse`](crate::operation::right_inverse()) of `b`. If the coalesced composition `a o b'`
/// begins with a mode `n:1`, `R` is `b' o n:1`, else `R` is `1:0`. `R` is static, because dynamic numbers do not count.
/// Only values and literals have common layouts of XOR strides.
///
/// **Errors.** At compile time those of [`right_inverse`](crate::operation::right_inverse()) and of
/// [`composition`](crate::operation::composition()); the value level may have an answer then. Strides of `b` that are
/// coordinates are no places in memory (codomain).
///
/// ```
/// use tilework::{Layout, layout, operation::max_common_layout};
/// let common: Layout!(8:1) = max_common_layout(layout!((8,6):(1,10)), layout!((8,6):(1,12)));
/// let (n, lda) = (30, 40);
/// let columns: Layout!(4:1) = max_common_layout(layout!((4,n):(1,4)), layout!((4,n):(1,lda)));
/// let rows: Layout!(6:8) = max_common_layout(layout!((8,6):(6,1)), layout!((8,6):(7,1)));
/// # let _ = (common, columns, rows);
/// ```
#[inline(always)]
// The first bound has its own line, because the compiler shows only that line.
#[allow(clippy::multiple_bound_locations)]
pub fn max_common_layout<R: ResultOf<operation::max_common_layout_with>, A, B>(
    _: A,
    _: B,
) -> R::Layout
where
    R: Known,
    A: MaxCommonTotal<B, Result = R>,
{
    R::VALUE.layout()
}

/// The number of elements that are contiguous in `a` and in `b`, as a static leaf: the size of [`max_common_layout`].
/// That many elements can be copied at once. It says nothing about where the data begins; see
/// [`Tensor::is_aligned`](crate::Tensor::is_aligned).
///
/// ```
/// use tilework::{Leaf, layout, operation::max_common_vector};
/// let (n, lda): (usize, usize) = (30, 40);
/// assert_eq!(max_common_vector(layout!((4,n):(1,4)), layout!((4,n):(1,lda))).get(), 4);
/// assert_eq!(max_common_vector(layout!((4,8):(1,4)), layout!((4,8):(8,1))).get(), 1);
/// ```
#[inline(always)]
// The first bound has its own line, because the compiler shows only that line.
#[allow(clippy::multiple_bound_locations)]
pub fn max_common_vector<R: ResultOf<operation::max_common_layout_with>, A, B>(
    _: A,
    _: B,
) -> R::Elements
where
    R: SizeOf,
    A: MaxCommonTotal<B, Result = R>,
{
    Known::VALUE
}

/// Layouts for which the types know where they are contiguous together with `B`: the bound of [`max_common_layout`] and
/// [`max_common_vector`].
pub trait MaxCommonWith<B>:
    MaxCommonTotal<
        B,
        Result: ResultOf<operation::max_common_layout_with, Layout: AnyLayout> + Known + SizeOf,
    >
{
}
/// The type of [`max_common_layout`]'s result.
pub type MaxCommonLayout<A, B> =
    <<A as MaxCommonTotal<B>>::Result as ResultOf<operation::max_common_layout_with>>::Layout;
/// The type of [`max_common_vector`]'s result.
pub type MaxCommonVector<A, B> = <<A as MaxCommonTotal<B>>::Result as SizeOf>::Elements;

impl<A, B> MaxCommonWith<B> for A
where
    A: MaxCommonTotal<B>,
    A::Result: Verdict<Out: HasResult<operation::max_common_layout_with>>
        + ResultOf<operation::max_common_layout_with, Layout: AnyLayout>
        + Known
        + SizeOf,
{
}

/// [`MaxCommonWith`] before the verdict is checked.
#[diagnostic::on_unimplemented(
    message = "max_common: not a layout, or in generic code one without the bound `MaxCommonWith<B>`; a composed layout has one in literals: `layout!(max_common_layout(12:1, Sw<1,0,2> o (4,3):(3,1)))`"
)]
pub trait MaxCommonTotal<B>: AnyLayout {
    /// The common layout, with a verdict in it if the types know none.
    type Result;
}
/// The size of a common layout, or of a verdict in its place.
pub trait SizeOf {
    /// The size, a static leaf.
    type Elements: Leaf + Known;
}
impl<S, D, N> SizeOf for Layout<S, D>
where
    Self: AnyLayout + HasSize<Size = N>,
    N: Leaf + Known,
{
    type Elements = N;
}

#[diagnostic::do_not_recommend]
impl<S, AD, B, D, K, Q, IS, ID, V, CS, CD, W, RS, RD> MaxCommonTotal<B> for Layout<S, AD>
where
    Self: AnyLayout,
    AD: Kind<Out = Q>,
    B: AnyLayout<Stride = D>,
    D: Kind<Out = K>,
    K: Inverted<Self, B, Q, Out = Layout<IS, ID>>,
    IS: Verdict<Out = V>,
    V: ComposeUnless<Self, Layout<IS, ID>, Out = Layout<CS, CD>>,
    CS: Verdict<Out = W>,
    W: BeginUnless<Layout<CS, CD>, Layout<IS, ID>, Out = Layout<RS, RD>>,
{
    type Result = Layout<RS, RD>;
}

/// The right inverse of `B`, whose strides are of the kind `Self`, as far as it is static and can be composed under
/// `A`, whose strides are of the kind `Q`.
pub trait Inverted<A, B, Q> {
    /// The layout, with a verdict in it if the types know none.
    type Out;
}
macro_rules! inverted {
    ($($kind:ident $under:ident;)*) => {$(
        impl<A, B: StaticallyInverted> Inverted<A, B, $under> for $kind {
            type Out = B::Out;
        }
    )*};
}
inverted! {
    Zero Zero;
    Zero Integers;
    Integers Zero;
    Integers Integers;
}
macro_rules! nowhere {
    ($($kind:ident $under:ident $which:ident;)*) => {$(
        impl<A, B> Inverted<A, B, $under> for $kind {
            type Out = Layout<Nowhere<$which>, Nowhere<$which>>;
        }
    )*};
}
nowhere! {
    Zero Points A;
    Integers Points A;
    Bits Points A;
    Points Zero B;
    Points Integers B;
    Points Bits B;
    Points Points B;
}
type Nowhere<L> = Bad<rule::NoElements, Of<L>, HNil, HNil>;

/// `A o B` unless `Self` is a verdict.
pub trait ComposeUnless<A, B> {
    /// The composition, or the verdict.
    type Out;
}
impl<A: CompositionTotal<B, Result = R>, B, R> ComposeUnless<A, B> for HNil {
    type Out = R;
}
impl<A, B, R, At, X, Y> ComposeUnless<A, B> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
}

/// The contiguous part of the inverse `I`, according to the composition `C`, unless `Self` is a verdict.
pub trait BeginUnless<C, I> {
    /// The common layout, or the verdict.
    type Out;
}
impl<C, Kept, I> BeginUnless<C, I> for HNil
where
    C: CoalesceTotal<Output: AnyLayout<Modes = Kept>>,
    Kept: Beginning<I>,
{
    type Out = Kept::Out;
}
impl<C, I, R, At, X, Y> BeginUnless<C, I> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
}

/// The contiguous part of the inverse `I`, according to the coalesced modes `Self` of the composition.
pub trait Beginning<I> {
    /// The common layout.
    type Out;
}
type Unit = Layout<Static<U1>, Static<U0>>;
impl<I> Beginning<I> for HNil {
    type Out = Unit;
}
impl<N, D, T, I, F> Beginning<I> for HCons<Mode<Static<N>, D>, T>
where
    D: VersusOne<Out = F>,
    F: Begin<Static<N>, I>,
{
    type Out = F::Out;
}
impl<J, D, T, I> Beginning<I> for HCons<Mode<Dyn<J>, D>, T> {
    type Out = Unit;
}
/// The comparison of a stride with 1.
pub trait VersusOne {
    /// The answer.
    type Out;
}
macro_rules! versus_one {
    ($($leaf:ident)*) => {$(
        impl<N, F> VersusOne for $leaf<N>
        where
            Self: Versus<Static<U1>, Out = F>,
        {
            type Out = F;
        }
    )*};
}
versus_one!(Static Dyn);
// Coordinates are no places in memory.
impl<N, P> VersusOne for Basis<N, P> {
    type Out = Unknown;
}
impl<T> VersusOne for ArithmeticTuple<T> {
    type Out = Unknown;
}
/// The first `N` elements of the inverse `I`. `Self` says how the stride compares with 1.
pub trait Begin<N, I> {
    /// The common layout.
    type Out;
}
impl<N, I: CompositionTotal<Layout<N, Static<U1>>, Result = R>, R> Begin<N, I> for Equal {
    type Out = R;
}
macro_rules! not_contiguous {
    ($($answer:ident)*) => {$(
        impl<N, I> Begin<N, I> for $answer {
            type Out = Unit;
        }
    )*};
}
not_contiguous!(Less Greater Unknown);
