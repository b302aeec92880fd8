//! Compact layouts whose leaves are in a given order.
//!
//! ```text
//! ordered(s, k) = for each leaf i of s { if s_i = 1 { s_i:0 } else { s_i:faster(i) } }
//! faster(i) = the product of all s_j with k_j < k_i, or k_j = k_i and j < i                    if s_j = 1, k_j does not matter
//! ```

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::rules::{self, Right};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, Equal, Greater, Less, U1, UTerm};

use crate::layout::any_result::{AnyResult, Is};
use crate::layout::shape_div::AsShape;
use crate::layout::{AnyLayout, ByParts, Layout, Parts};
use crate::leaf::int::{Dyn, Static};
use crate::leaf::integers::Integers;
use crate::operation::face::operation;
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Order, Truth, Unknown};
use crate::operation::kind::dynamic::{Done, DynamicOperand, FactsOf, NoOperand, Steps, compute};
use crate::operation::kind::leaves::{Leaves, OnLeaf, Running};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::{Integral, Number};
use crate::operation::kind::refusal::{GivenVerdict, Refused};
use crate::operation::kind::stride::Stride;
use crate::operation::kind::tree::Tree;
use crate::operation::take::TakeIf;
use crate::verdict::{Bad, First, Of, ResultOf, operation, rule};

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
    /// [`Rule::Extent`](tilework_algebra::Rule) for a dynamic extent of 0, [`Rule::Overflow`](tilework_algebra::Rule).
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

// An impl for all shapes would add an error in generic code.
macro_rules! shapes {
    ($([$($g:ident $(: $bound:ident)?),*] $shape:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g $(: $bound)?,)* K: AsShape> OrderedTotal<K> for $shape
        where
            Self: Keyed<K::Shape>,
        {
            type Result = ByParts<Judged<Self, K::Shape>>;
            #[inline(always)]
            fn try_in_key_order<O: AnyResult>(self, _: K) -> Result<O, Error>
            where
                Self::Result: Is<O>,
            {
                let extents = Extents::<_, Keys<Self, K::Shape>>::of(Layout::sound(self, self));
                let ordered =
                    Running::<Self, Self>::judged::<Ordered<Self, K::Shape>, Layout<Self, K::Shape>, (), First>(
                        || compute::<OrderingLeaves, _, _, _>(extents, NoOperand, 0, None),
                    );
                match ordered {
                    Ok(ordered) => ordered.by_parts().itself().validated(Operation::MakeOrderedLayout),
                    Err(error) => Err(error),
                }
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
/// The compact layout of the shape `S` in the order `K`, or the verdict.
type Judged<S, K> = <Running<S, S> as Integers>::Judged<Ordered<S, K>, Layout<S, K>, (), First>;
impl Steps for OrderingLeaves {
    #[inline(always)]
    fn shared<A: List, B: List, const SHIFTS: bool>(
        left: &mut [Mode],
        right: Right<'_>,
        out: &mut [Mode],
    ) -> Done {
        rules::ordered(FactsOf::<A>::tile(left, 0, right.limit), out)
    }
}

/// The leaves of a shape with their numbers in an order, as modes.
type Keys<S, K> = <S as Keyed<K>>::Keys<HNil>;
/// The compact layout of the shape `S` in the order `K`, or a refusal.
type Ordered<S, K> = <<S as Keyed<K>>::Fits as TakeIf>::Else<
    <S as Leaves<S>>::Each<Ordering<HNil, Keys<S, K>>>,
    GivenVerdict<Bad<rule::OrderProfile, Of<Layout<S, K>>, HNil, HNil>>,
>;

/// A layout whose extents are those of the modes `M`. Its strides are not used.
pub struct Extents<L, M>(L, PhantomData<M>);
impl<L, M> Extents<L, M> {
    /// The extents of `layout`.
    #[inline(always)]
    pub fn of(layout: L) -> Self {
        Extents(layout, PhantomData)
    }
}
impl<L: Copy, M> Clone for Extents<L, M> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<L: Copy, M> Copy for Extents<L, M> {}
impl<L: DynamicOperand, M: List> DynamicOperand for Extents<L, M> {
    type Modes = M;
    const IS_STATIC: bool = L::IS_STATIC;
    #[inline(always)]
    fn put(self, to: &mut [Mode]) {
        self.0.put(to);
    }
    fn put_term(self, _: usize, to: &mut [Mode]) {
        self.put(to);
    }
}

/// A shape whose leaves have numbers in the order `K`. A number in place of a tuple is the number of all its leaves.
pub trait Keyed<K>: Leaves<Self> {
    /// True unless the order has a tuple in place of a leaf, or one of another length.
    type Fits: Truth;
    /// The extents with their numbers as strides, before `T`.
    type Keys<T: List>: List;
}
impl<S: Integral + Leaves<S>, K: Integral> Keyed<K> for S {
    type Fits = B1;
    type Keys<T: List> = T::Cons<S::Number, K::Number>;
}
impl<S: Keyed<K>, ST: Keyed<KT>, K, KT> Keyed<HCons<K, KT>> for HCons<S, ST> {
    type Fits = <S::Fits as Truth>::And<ST::Fits>;
    type Keys<T: List> = S::Keys<ST::Keys<T>>;
}
impl<S: Keyed<K>, ST: Keyed<K>, K: Integral> Keyed<K> for HCons<S, ST> {
    type Fits = B1;
    type Keys<T: List> = S::Keys<ST::Keys<T>>;
}
macro_rules! no_leaves {
    ($([$($g:tt)*] $shape:ty, $order:ty: $fits:ident;)*) => {$(
        impl<$($g)*> Keyed<$order> for $shape {
            type Fits = $fits;
            type Keys<T: List> = T;
        }
    )*};
}
no_leaves! {
    [] HNil, HNil: B1;
    [K: Integral] HNil, K: B1;
    [K, KT] HNil, HCons<K, KT>: B0;
    [S: Integral + Leaves<S>] S, HNil: B0;
    [S: Integral + Leaves<S>, K, KT] S, HCons<K, KT>: B0;
    [S: Leaves<S>, ST: Leaves<ST>] HCons<S, ST>, HNil: B0;
}

/// The strides of a compact layout in the order of the modes `B`, which have been passed, and `A`: those of the leaf
/// and of the leaves after it.
pub struct Ordering<B, A>(PhantomData<(B, A)>);
impl<B: List, A: List> OnLeaf for Ordering<B, A> {
    type Of<S: Number, D: Stride> = A::Ordered<S, B>;
    type Next<S: Number, D: Stride> = A::Next<B>;
}

/// Functions of lists of extents, whose strides are numbers in an order.
pub trait OnList: Sized {
    /// The leaf of extent `S` with the compact stride of the first of these modes, after the modes `B`.
    type Ordered<S: Number, B: List>: Tree;
    /// The strides of the modes after the first of these, which are after the modes `B`.
    type Next<B: List>: OnLeaf;
    /// The leaf of extent `S`. Its stride is `P` times the extents that are before it and have numbers up to `K`, and
    /// those of [`OnList::After`] among `A`. The modes before it are these.
    type TimesBefore<S: Number, K: Number, P: Number, A: List>: Tree;
    /// The leaf of extent `S`. Its stride is `P` times the extents that have numbers below `K`.
    type TimesAfter<S: Number, K: Number, P: Number>: Tree;
}
impl OnList for HNil {
    type Ordered<S: Number, B: List> = Undecided;
    type Next<B: List> = Ordering<B, HNil>;
    type TimesBefore<S: Number, K: Number, P: Number, A: List> = A::TimesAfter<S, K, P>;
    type TimesAfter<S: Number, K: Number, P: Number> = S::WithStride<P>;
}
impl<S1: Number, D: Stride, T: List> OnList for Then<S1, D, T> {
    type Ordered<S: Number, B: List> = <S1::IsOne as OrderIf>::Ordered<S, D::Integer, B, T>;
    type Next<B: List> = Ordering<Then<S1, D, B>, T>;
    type TimesBefore<S: Number, K: Number, P: Number, A: List> =
        <Compared<S1, D, K, Less> as OnOrder>::TimesBefore<S1, T, S, K, P, A>;
    type TimesAfter<S: Number, K: Number, P: Number> =
        <Compared<S1, D, K, Greater> as OnOrder>::TimesAfter<S1, T, S, K, P>;
}
/// The comparison of the number of the mode `S:D` with `K`, `E` if they are equal, and `Greater` if `S` is 1.
type Compared<S, D, K, E> =
    <<S as Number>::IsOne as OrderIf>::Compared<<D as Stride>::Integer, K, E>;
macro_rules! no_order {
    () => {
        type Ordered<S: Number, B: List> = $crate::operation::kind::Undecided;
        type Next<B: List> = $crate::operation::ordered::Ordering<B, frunk_core::hlist::HNil>;
        type TimesBefore<S: Number, K: Number, Q: Number, A: List> =
            $crate::operation::kind::Undecided;
        type TimesAfter<S: Number, K: Number, Q: Number> = $crate::operation::kind::Undecided;
    };
}
pub(super) use no_order;
impl OnList for Undecided {
    no_order!();
}
// The modes are no leaves, but coalesced.
impl<S1: Number, D: Stride> OnList for Last<S1, D> {
    no_order!();
}

/// Functions of truths.
pub trait OrderIf: Sized {
    /// The leaf of extent `S` with the number `K`, between the modes `B` and `A`. `Self`: its extent counts as 1.
    type Ordered<S: Number, K: Number, B: List, A: List>: Tree;
    /// The comparison of the numbers `K1` and `K`, `E` if they are equal. `Self`: the extent with `K1` is 1, which does
    /// not count.
    type Compared<K1: Number, K: Number, E: Order>: OnOrder;
}
impl OrderIf for B1 {
    type Ordered<S: Number, K: Number, B: List, A: List> = S::WithStride<UTerm>;
    type Compared<K1: Number, K: Number, E: Order> = Greater;
}
impl OrderIf for B0 {
    type Ordered<S: Number, K: Number, B: List, A: List> = B::TimesBefore<S, K, U1, A>;
    type Compared<K1: Number, K: Number, E: Order> = K1::Compared<K, E>;
}

macro_rules! on_order {
    ($($order:ident $before:ty, $after:ty;)*) => {
        /// Functions of orders.
        pub trait OnOrder: Sized {
            /// [`OnList::Before`] for the mode of extent `S1` before `T`. `Self`: its number with `K`.
            type TimesBefore<S1: Number, T: List, S: Number, K: Number, P: Number, A: List>: Tree;
            /// [`OnList::After`] for the mode of extent `S1` before `T`. `Self`: its number with `K`.
            type TimesAfter<S1: Number, T: List, S: Number, K: Number, P: Number>: Tree;
        }
        $(
            impl OnOrder for $order {
                type TimesBefore<S1: Number, T: List, S: Number, K: Number, P: Number, A: List> = $before;
                type TimesAfter<S1: Number, T: List, S: Number, K: Number, P: Number> = $after;
            }
        )*
    };
}
on_order! {
    Less T::TimesBefore<S, K, P::Times<S1>, A>, T::TimesAfter<S, K, P::Times<S1>>;
    Equal T::TimesBefore<S, K, P, A>, T::TimesAfter<S, K, P>;
    Greater T::TimesBefore<S, K, P, A>, T::TimesAfter<S, K, P>;
    Unknown Refused<rule::KnownOrder, UTerm, UTerm>, Refused<rule::KnownOrder, UTerm, UTerm>;
}
