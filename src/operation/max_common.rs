//! The largest common layout: where two layouts are contiguous together.
//!
//! The common layout has the modes of the right inverse of one layout, as long as the other has the same offsets there.
//! The value level does the same.
//!
//! ```text
//! common(a, b) = begin(coalesced(a o i)) where i = right_inverse(b)
//! begin(m) = match m { [n:1, ..] => i o n:1, _ => 1:0 }
//! ```

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{U0, U1};

use crate::layout::codomain::{Bits, Integers, Kind, Points, Zero};
use crate::layout::{AnyLayout, ByParts, HasSize, Layout, Parts, Shape};
use crate::leaf::int::{Known, Leaf, Static};
use crate::leaf::integers::Integers as OfOperands;
use crate::operation::coalesce::CoalescedModes;
use crate::operation::composition::{ComposeMode, LeafOnto, Merged};
use crate::operation::inverse::StaticInverse;
use crate::operation::kind::answer::Truth;
use crate::operation::kind::leaves::{Leaves, Running, StridedLeaves};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::{OnLayout, Outcome, Tree};
use crate::operation::kind::{Applied, Undecided};
use crate::operation::take::TakeIf;
use crate::verdict::{Bad, First, HasResult, Of, ResultOf, Verdict, operation, rule};

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
impl<S, D, B, K, Q> MaxCommonTotal<B> for Layout<S, D>
where
    Self: AnyLayout,
    D: Kind<Out = Q>,
    B: AnyLayout<Stride: Kind<Out = K>>,
    K: CommonUnder<Q, Self, B>,
{
    type Result = ByParts<K::Out>;
}

/// The layout that `A`, with strides of the kind `Q`, and `B`, with strides of the kind `Self`, have in common.
pub trait CommonUnder<Q, A, B> {
    /// The layout, with a verdict in it if the types know none.
    type Out: Parts;
}
macro_rules! common {
    ($($kind:ident $under:ident;)*) => {$(
        impl<S, D, B> CommonUnder<$under, Layout<S, D>, B> for $kind
        where
            S: Leaves<D>,
            B: AnyLayout<Shape: Leaves<B::Stride>>,
        {
            type Out = <Running<S, D> as OfOperands>::Judged<
                <<StaticInverse<B::Shape, B::Stride> as Tree>::Named<B, ()> as Tree>::Then<Under<S, D>>,
                Layout<S, D>,
                B,
                First,
            >;
        }
    )*};
}
common! {
    Zero Zero;
    Zero Integers;
    Integers Zero;
    Integers Integers;
}
macro_rules! nowhere {
    ($($kind:ident $under:ident $which:ident;)*) => {$(
        impl<A, B> CommonUnder<$under, A, B> for $kind {
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

/// The layout that `S:D` has in common with the one whose right inverse is given.
pub struct Under<S, D>(PhantomData<(S, D)>);
impl<S: Leaves<D>, D> OnLayout for Under<S, D> {
    type Of<IS: StridedLeaves<ID>, ID: Shape> = <<Composed<S, D, IS, ID> as Tree>::Named<
        Layout<S, D>,
        Layout<IS, ID>,
    > as Tree>::Then<Begin<Merged<IS, ID>>>;
}
type Composed<S, D, IS, ID> =
    <<ComposeMode as Applied<Layout<IS, ID>>>::Of<S, D> as Outcome>::AsTree;
/// The contiguous part of the inverse of the modes `I`, according to the composition that is given.
pub struct Begin<I>(PhantomData<I>);
impl<I: List> OnLayout for Begin<I> {
    type Of<S: StridedLeaves<D>, D: Shape> = <CoalescedModes<S, D> as OnList>::Begin<I>;
}

/// Functions of lists.
pub trait OnList {
    /// The contiguous part of the layout of the modes `I`, according to these coalesced modes.
    type Begin<I: List>: Tree;
}
impl OnList for Undecided {
    type Begin<I: List> = Undecided;
}
impl OnList for HNil {
    type Begin<I: List> = Unit;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Begin<I: List> = Beginning<S, D, I>;
}
impl<S: Number, D: Stride, T> OnList for Then<S, D, T> {
    type Begin<I: List> = Beginning<S, D, I>;
}
type Unit = Layout<Static<U1>, Static<U0>>;
/// `I o S:1`, if `D` is 1 and `S` is static.
type Beginning<S, D, I> = <<<<D as Stride>::Integer as Number>::IsOne as Truth>::And<
    <S as Number>::Equals<S>,
> as TakeIf>::Else<LeafOnto<S, U1, I, Last<S, U1>>, Unit>;
