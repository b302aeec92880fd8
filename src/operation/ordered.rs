//! Compact layouts whose leaves are in a given order.

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation, Rule};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::compact::StrideOf;
use crate::layout::modes::{Mode, cons, mode};
use crate::layout::nested::Concatenate;
use crate::layout::shape_div::AsShape;
use crate::layout::{AnyLayout, Layout};
use crate::leaf::arithmetic::{Mul, Product, Unknown, Versus};
use crate::leaf::int::{Dyn, Leaf, Static};
use crate::operation::face::operation;
use crate::verdict::{Advance, Bad, First, Of, ResultOf, Unless, Verdict, operation, rule};

// The names are short, so that a function and its bound fit on one line in errors.
type Make = operation::make_ordered_layout_of;

operation! {
    /// The compact layout of `shape` whose leaves are ordered by the numbers in `order`: a smaller number is faster.
    /// The stride of a leaf is the product of the extents with smaller numbers, or 0 if its extent is 1. The first of
    /// equal numbers is faster. A number in place of a tuple is the number of all its leaves.
    ///
    /// **Errors.** At compile time *profile*, unless `order` is weakly congruent with the shape, and *known order*, if
    /// a number is dynamic. At run time extents of 0 and overflow.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// let m = 5;
    /// let l: Layout!((2,(3,3),_):(_,(1,3),9)) = layout!(make_ordered_layout((2,(3,3),m), (2,0,1)));
    /// assert_eq!(l.to_string(), "(2,(3,3),5):(45,(1,3),9)");
    /// ```
    ///
    /// # Panics
    /// If [`try_make_ordered_layout`] returns an error.
    fn make_ordered_layout[R: ResultOf<Make>, S: OrderedTotal<K, Result = R>, K]
        (shape: S, order: K) = OrderingLeaves;
    /// Like [`make_ordered_layout`], but returns errors at run time instead of panicking.
    ///
    /// # Errors
    /// [`Rule::Extent`] for a dynamic extent of 0, [`Rule::Overflow`].
    or try_make_ordered_layout;

    /// Shapes that have a compact layout in the order `K`, a tuple of static numbers: the bound of
    /// [`make_ordered_layout`].
    trait OrderedBy[K] = OrderedTotal[K], Make, Layout: AnyLayout;
    /// The compact layout of the shape `S` in the order `K`.
    type MakeOrderedLayout[S, K] = OrderedTotal[K], Make;

    /// [`OrderedBy`] before the verdict is checked.
    #[diagnostic::on_unimplemented(
        message = "compact layout: not a shape and an order: of a layout it is `shape()`, of a tuple `hlist![..]`, or in generic code without the bound `OrderedBy<K>`"
    )]
    trait OrderedTotal[K]: Copy {} fn try_in_key_order(order: K) for OrderingLeaves;
}
/// The compact layout in an order as an operation.
pub struct OrderingLeaves;

macro_rules! shapes {
    ($([$($g:ident $(: $bound:ident)?),*] $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g $(: $bound)?,)* K, O, Keys, Stride, Before, After, V, RS, RD> OrderedTotal<K> for $shape
        where
            K: AsShape<Shape = O>,
            Self: Keyed<O, (Self, O), Out = Keys>,
            Keys: OrderedStride<Self, HNil, Layout<Self, O>, First, Out = (Stride, Before, After)>,
            // Or at one after the last leaf, where only extents of 1 look ahead.
            HCons<Stride, After>: Verdict<Out = V>,
            V: Unless<Self, Stride, Out = Layout<RS, RD>>,
            Layout<RS, RD>: AnyLayout<Shape = RS, Stride = RD>,
        {
            type Result = Layout<RS, RD>;
            #[inline(always)]
            fn try_in_key_order<R: AnyResult>(self, order: K) -> Result<R, Error>
            where
                Self::Result: Is<R>,
            {
                let operation = Operation::MakeOrderedLayout;
                let overflow = Error::new(operation, Rule::Overflow);
                let keys = self.keyed(order.as_shape());
                let (stride, ..) = keys.ordered_stride(self, HNil).ok_or(overflow)?;
                V::unless(Layout::sound(self, stride)).itself().validated(operation)
            }
        }
    )*};
}
shapes! {
    [N] Static<N>;
    [I: Copy] Dyn<I>;
    [] HNil;
    [H: Copy, T: Copy] HCons<H, T>;
}

/// The leaves of a shape with their numbers in the order `K`. `O` is what errors name.
pub trait Keyed<K, O> {
    /// An hlist of [`Mode`] with the numbers in place of strides.
    type Out;
    /// The list.
    fn keyed(self, order: K) -> Self::Out;
}
impl<S: Leaf, K: Leaf, O> Keyed<K, O> for S {
    type Out = HCons<Mode<S, K>, HNil>;
    #[inline(always)]
    fn keyed(self, order: K) -> Self::Out {
        cons(mode(self, order), HNil)
    }
}
impl<O> Keyed<HNil, O> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn keyed(self, _: HNil) -> HNil {
        HNil
    }
}
impl<S, ST, K, KT, O, These, Others> Keyed<HCons<K, KT>, O> for HCons<S, ST>
where
    S: Keyed<K, O, Out = These>,
    ST: Keyed<KT, O, Out = Others>,
    These: Concatenate<Others>,
{
    type Out = These::Out;
    #[inline(always)]
    fn keyed(self, order: HCons<K, KT>) -> These::Out {
        self.head.keyed(order.head).concatenate(self.tail.keyed(order.tail))
    }
}
// A number for all leaves of a tuple.
impl<K: Leaf, O> Keyed<K, O> for HNil {
    type Out = HNil;
    #[inline(always)]
    fn keyed(self, _: K) -> HNil {
        HNil
    }
}
impl<S, ST, K: Leaf, O, These, Others> Keyed<K, O> for HCons<S, ST>
where
    S: Keyed<K, O, Out = These>,
    ST: Keyed<K, O, Out = Others>,
    These: Concatenate<Others>,
{
    type Out = These::Out;
    #[inline(always)]
    fn keyed(self, order: K) -> These::Out {
        self.head.keyed(order).concatenate(self.tail.keyed(order))
    }
}
// A tuple in place of a leaf, or of another length.
macro_rules! does_not_fit {
    ($([$($g:tt)*] $shape:ty, $order:ty;)*) => {$(
        impl<$($g)* W, O> Keyed<$order, (W, O)> for $shape {
            type Out = DoesNotFit<W, O>;
            fn keyed(self, _: $order) -> Self::Out {
                Bad::new()
            }
        }
    )*};
}
does_not_fit! {
    [S: Leaf,] S, HNil;
    [S: Leaf, K, KT,] S, HCons<K, KT>;
    [S, ST,] HCons<S, ST>, HNil;
    [K, KT,] HNil, HCons<K, KT>;
}
type DoesNotFit<S, K> = Bad<rule::OrderProfile, Of<Layout<S, K>>, HNil, HNil>;
impl<L, R, At, X, Y> Concatenate<L> for Bad<R, At, X, Y> {
    type Out = Self;
    fn concatenate(self, _: L) -> Self {
        self
    }
}

/// The compact stride of the shape `A`, whose leaves are the first of `Self`, a list of extents with their numbers.
/// `Before` has those that have been passed. The first leaf is at `J`. (`Self` is what is inferred last. With a shape
/// as `Self`, rustc would try each leaf twice as often as the one before, while the list is unknown.)
pub trait OrderedStride<A, Before, L, J>: Sized {
    /// The stride, then what is before and after the shape.
    type Out;
    /// The stride, if it fits.
    fn ordered_stride(self, shape: A, before: Before) -> Option<Self::Out>;
}
impl<After, Before, L, J> OrderedStride<HNil, Before, L, J> for After {
    type Out = (HNil, Before, After);
    #[inline(always)]
    fn ordered_stride(self, _: HNil, before: Before) -> Option<Self::Out> {
        Some((HNil, before, self))
    }
}
impl<S, ST, Before, After, L, J, J1, D, DT, B1, A1, B2, A2>
    OrderedStride<HCons<S, ST>, Before, L, J> for After
where
    S: Advance<J, Out = J1>,
    After: OrderedStride<S, Before, L, J, Out = (D, B1, A1)>,
    A1: OrderedStride<ST, B1, L, J1, Out = (DT, B2, A2)>,
{
    type Out = (HCons<D, DT>, B2, A2);
    #[inline(always)]
    fn ordered_stride(self, shape: HCons<S, ST>, before: Before) -> Option<Self::Out> {
        let (head, before, after) = self.ordered_stride(shape.head, before)?;
        let (tail, before, after) = after.ordered_stride(shape.tail, before)?;
        Some((cons(head, tail), before, after))
    }
}
impl<S: Leaf<IsOne = F>, K, Before: Copy, T: Copy, L, J, F, N> OrderedStride<S, Before, L, J>
    for HCons<Mode<S, K>, T>
where
    F: FasterIf<K, Before, T, Of<L, J>, Out = N> + StrideOf<N>,
{
    type Out = (F::Stride, HCons<Mode<S, K>, Before>, T);
    #[inline(always)]
    fn ordered_stride(self, _: S, before: Before) -> Option<Self::Out> {
        let stride = F::stride_of(F::faster_if(before, self.tail)?);
        Some((stride, cons(self.head, before), self.tail))
    }
}
// These are verdicts: the one on the order, or one that has reported an error already.
impl<S: Leaf, Before, L, J, R, At, X, Y> OrderedStride<S, Before, L, J> for Bad<R, At, X, Y> {
    type Out = (Self, Before, Self);
    fn ordered_stride(self, _: S, before: Before) -> Option<Self::Out> {
        Some((self, before, self))
    }
}
impl<Before, After, L, J, R, At, X, Y> OrderedStride<Bad<R, At, X, Y>, Before, L, J> for After {
    type Out = (Bad<R, At, X, Y>, Before, After);
    fn ordered_stride(self, bad: Bad<R, At, X, Y>, before: Before) -> Option<Self::Out> {
        Some((bad, before, self))
    }
}

/// The product of the extents that are faster than `K`. `Self` says whether the extent with this number is 1; it then
/// has no stride.
pub trait FasterIf<K, Before, After, At> {
    /// A leaf, or the verdict.
    type Out: Copy;
    /// The product, if it fits.
    fn faster_if(before: Before, after: After) -> Option<Self::Out>;
}
impl<K, Before, After, At> FasterIf<K, Before, After, At> for B1 {
    type Out = Static<U1>;
    #[inline(always)]
    fn faster_if(_: Before, _: After) -> Option<Static<U1>> {
        Some(Static::new())
    }
}
impl<K, Before, After, At> FasterIf<K, Before, After, At> for B0
where
    Before: FasterBefore<K, Static<U1>, After, At>,
{
    type Out = Before::Out;
    #[inline(always)]
    fn faster_if(before: Before, after: After) -> Option<Before::Out> {
        before.faster_before(Static::new(), after)
    }
}

/// `N` times the extents that are faster than `K`. `Self` has the leaves before it, of which those with numbers up to
/// `K` count. `After` has the leaves after it, of which those with smaller numbers count.
pub trait FasterBefore<K, N, After, At> {
    /// A leaf, or the verdict.
    type Out: Copy;
    /// The product, if it fits.
    fn faster_before(self, product: N, after: After) -> Option<Self::Out>;
}
impl<K, N, After: FasterAfter<K, N, At>, At> FasterBefore<K, N, After, At> for HNil {
    type Out = After::Out;
    #[inline(always)]
    fn faster_before(self, product: N, after: After) -> Option<After::Out> {
        after.faster_after(product)
    }
}
impl<S, KS, T, K, N, After, At, F, C> FasterBefore<K, N, After, At> for HCons<Mode<S, KS>, T>
where
    S: Leaf<IsOne = F>,
    F: ComparedIf<KS, K, Out = C>,
    C: StepBefore<S, T, K, N, After, At>,
{
    type Out = C::Out;
    #[inline(always)]
    fn faster_before(self, product: N, after: After) -> Option<C::Out> {
        C::step_before(self.head.shape, self.tail, product, after)
    }
}
/// [`FasterBefore`] without the leaves before.
pub trait FasterAfter<K, N, At> {
    /// A leaf, or the verdict.
    type Out: Copy;
    /// The product, if it fits.
    fn faster_after(self, product: N) -> Option<Self::Out>;
}
impl<K, N: Copy, At> FasterAfter<K, N, At> for HNil {
    type Out = N;
    #[inline(always)]
    fn faster_after(self, product: N) -> Option<N> {
        Some(product)
    }
}
impl<S, KS, T, K, N, At, F, C> FasterAfter<K, N, At> for HCons<Mode<S, KS>, T>
where
    S: Leaf<IsOne = F>,
    F: ComparedIf<KS, K, Out = C>,
    C: StepAfter<S, T, K, N, At>,
{
    type Out = C::Out;
    #[inline(always)]
    fn faster_after(self, product: N) -> Option<C::Out> {
        C::step_after(self.head.shape, self.tail, product)
    }
}
// A verdict in place of the leaves that follow.
impl<K, N, Place, R, At, X, Y> FasterAfter<K, N, Place> for Bad<R, At, X, Y> {
    type Out = Self;
    fn faster_after(self, _: N) -> Option<Self> {
        Some(self)
    }
}
/// The comparison of the number `KS` with `K`. `Self` says whether the extent is 1, which does not count.
pub trait ComparedIf<KS, K> {
    /// The answer.
    type Out;
}
impl<KS, K> ComparedIf<KS, K> for B1 {
    type Out = Greater;
}
impl<KS: Versus<K>, K> ComparedIf<KS, K> for B0 {
    type Out = KS::Out;
}

/// A step over an extent before. `Self` says how its number compares.
pub trait StepBefore<S, T, K, N, After, At> {
    /// A leaf, or the verdict.
    type Out: Copy;
    /// The product, if it fits.
    fn step_before(extent: S, others: T, product: N, after: After) -> Option<Self::Out>;
}
/// A step over an extent after. `Self` says how its number compares.
pub trait StepAfter<S, T, K, N, At> {
    /// A leaf, or the verdict.
    type Out: Copy;
    /// The product, if it fits.
    fn step_after(extent: S, others: T, product: N) -> Option<Self::Out>;
}
macro_rules! counts_before {
    ($($answer:ident)*) => {$(
        impl<S, T, K, N: Mul<S>, After, At> StepBefore<S, T, K, N, After, At> for $answer
        where
            T: FasterBefore<K, Product<N, S>, After, At>,
        {
            type Out = T::Out;
            #[inline(always)]
            fn step_before(extent: S, others: T, product: N, after: After) -> Option<T::Out> {
                others.faster_before(product.checked_mul(extent)?, after)
            }
        }
    )*};
}
counts_before!(Less Equal);
impl<S, T: FasterBefore<K, N, After, At>, K, N, After, At> StepBefore<S, T, K, N, After, At>
    for Greater
{
    type Out = T::Out;
    #[inline(always)]
    fn step_before(_: S, others: T, product: N, after: After) -> Option<T::Out> {
        others.faster_before(product, after)
    }
}
impl<S, T, K, N, After, At> StepBefore<S, T, K, N, After, At> for Unknown {
    type Out = UnknownOrder<At>;
    fn step_before(_: S, _: T, _: N, _: After) -> Option<Self::Out> {
        Some(Bad::new())
    }
}
type UnknownOrder<At> = Bad<rule::KnownOrder, At, Static<U0>, Static<U0>>;
impl<S, T, K, N: Mul<S>, At> StepAfter<S, T, K, N, At> for Less
where
    T: FasterAfter<K, Product<N, S>, At>,
{
    type Out = T::Out;
    #[inline(always)]
    fn step_after(extent: S, others: T, product: N) -> Option<T::Out> {
        others.faster_after(product.checked_mul(extent)?)
    }
}
macro_rules! passed_after {
    ($($answer:ident)*) => {$(
        impl<S, T: FasterAfter<K, N, At>, K, N, At> StepAfter<S, T, K, N, At> for $answer {
            type Out = T::Out;
            #[inline(always)]
            fn step_after(_: S, others: T, product: N) -> Option<T::Out> {
                others.faster_after(product)
            }
        }
    )*};
}
passed_after!(Equal Greater);
impl<S, T, K, N, At> StepAfter<S, T, K, N, At> for Unknown {
    type Out = UnknownOrder<At>;
    fn step_after(_: S, _: T, _: N) -> Option<Self::Out> {
        Some(Bad::new())
    }
}
