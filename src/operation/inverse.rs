//! The computation of right and left inverses, on flat modes. The public functions are in `right_inverse.rs` and
//! `left_inverse.rs`.
//!
//! ```text
//! moving(m, w) = match m {
//!     [] => [],
//!     [s:d, ..t] => if s = 1 or d = 0 { moving(t, s w) } else { insert(s:d of w, moving(t, s w)) },
//! }
//!
//! right(m) = from(moving(m, 1), 1)
//! from(m, n) = match m {
//!     [] => [],
//!     [s:d of w, ..t] => if d = n { [s:w, ..from(t, s n)] } else if d > n { [] } else { overlap }
//!         dynamic => [_:w, ..from(t, _)],                                            -- in numbers: `rules`
//! }
//!
//! left(m) = match moving(coalesced(m), 1) {
//!     [] => [],
//!     [s:d of w, ..t] => if d = 1 { digits(s:d of w, t) } else { [d:0, ..digits(s:d of w, t)] },
//! }
//! digits(s:d of w, m) = match m {
//!     [] => [s:w],
//!     [s1:d1 of w1, ..t] => if s <= d1 / d { [d1 / d : w, ..digits(s1:d1 of w1, t)] } else { no digits },
//! }
//! ```
//! The weight `w` of a mode is the product of the extents before it: the amount by which one step in the mode changes
//! the integral coordinate. Modes are inserted by stride. (papers: [004](crate::guide::papers), sections 3.4.1 and
//! 3.4.3.)

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use tilework_algebra::rules::{Right, left_inverse, positive, right_inverse};
use tilework_algebra::{Error, Mode, Operation};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1, UTerm};

use crate::layout::Layout;
use crate::leaf::int::{Dyn, Index};
use crate::operation::complement::done;
use crate::operation::kind::Undecided;
use crate::operation::kind::answer::{Any, Unknown, above_zero};
use crate::operation::kind::applied::{Applied, by_numbers};
use crate::operation::kind::dynamic::{Done, FactsOf, NoOperand, Steps};
use crate::operation::kind::leaves::{Among, Leaves};
use crate::operation::kind::list::{Last, List, Then};
use crate::operation::kind::nat::Number;
use crate::operation::kind::refusal::{Refused, Relative, Whole};
use crate::operation::kind::stride::Stride;
use crate::operation::left_inverse::InvertingLeft;
use crate::operation::right_inverse::InvertingRight;
use crate::operation::sort::Unsorted;
use crate::operation::{coalesce, complement};
use crate::verdict::{First, Next, rule};

type AllCoalesced<M> = <M as coalesce::OnList>::CoalescedAll;

macro_rules! inverting {
    ($($inverting:ident $operation:ident, $checks:literal, $within:literal, $out:ident: |$modes:ident: $list:ident| $steps:expr;)*) => {$(
        impl Applied<()> for $inverting {
            const OPERATION: Operation = Operation::$operation;
            const CHECKS: bool = $checks;
            type Operands<S: Leaves<D>, D> = Among<S, D>;
            type Of<S: Leaves<D>, D> =
                <<S::Flatten<HNil> as OnList>::$out as List>::IntoLayout;
            by_numbers!(Self, |_none: ()| NoOperand);
        }
        impl Steps for $inverting {
            #[inline(always)]
            fn stays_within(_: &[Mode], _: &[Mode]) -> bool {
                $within
            }
            #[inline(always)]
            fn shared<$list: List, B: List, const SHIFTS: bool>(
                $modes: &mut [Mode],
                right: Right<'_>,
                out: &mut [Mode],
            ) -> Done {
                positive(Operation::$operation, $modes)?;
                let ($modes, invert, facts) = $steps;
                done(invert(facts($modes, right.at, right.limit), out))
            }
        }
    )*};
}
inverting! {
    // Its values are integral coordinates.
    InvertingRight RightInverse, false, true, Right:
        |modes: A| (&*modes, right_inverse, FactsOf::<A>::tile);
    // The rule *digits* is checked at run time even if the result is static.
    InvertingLeft LeftInverse, true, false, Left: |modes: A| {
        let count = tilework_algebra::rules::coalesce(modes, &FactsOf::<A>::COALESCED);
        (&modes[..count], left_inverse, FactsOf::<AllCoalesced<A>>::tile)
    };
}

/// The right inverse of `S:D`, as far as it is known without dynamic numbers.
pub type StaticInverse<S, D> =
    <<<<S as Leaves<D>>::Flatten<HNil> as OnList>::Static as OnList>::Right as List>::IntoLayout;

/// Functions of lists.
pub trait OnList {
    /// The right inverse of these modes, coalesced.
    type Right: List;
    /// The left inverse of these modes, coalesced.
    type Left: List;
    /// The modes that move the offset. The first mode is at `K` and has the weight `W`.
    type Moving<K: Relative, W: Number>: Moving;
    /// The modes that move the offset, after a mode of extent `S` and weight `W` at `K`.
    type MovingAfter<K: Relative, S: Number, W: Number>: Moving;
    /// These modes without dynamic numbers: up to the first dynamic extent, and with 0 for dynamic strides.
    type Static: List;
    /// The largest value.
    type Reach: Number;
    /// `S:W` before these coalesced modes of extents above 1.
    type Link<S: Number, W: Number>: List;
}
impl OnList for HNil {
    type Right = HNil;
    type Left = HNil;
    type Moving<K: Relative, W: Number> = HNil;
    type MovingAfter<K: Relative, S: Number, W: Number> = HNil;
    type Static = HNil;
    type Reach = UTerm;
    type Link<S: Number, W: Number> = Last<S, W>;
}
impl<S: Number, D: Stride, T: List> OnList for Then<S, D, T> {
    type Right = <Self::Moving<First, U1> as Moving>::From<U1>;
    type Left = <<AllCoalesced<Self> as OnList>::Moving<First, U1> as Moving>::Digits;
    type Moving<K: Relative, W: Number> =
        <S::IsOne as InvertIf>::Insert<S, D::Integer, W, K, T::MovingAfter<K, S, W>>;
    type MovingAfter<K: Relative, S0: Number, W: Number> = Self::Moving<Next<K>, S0::Times<W>>;
    type Static = S::BeforeRunTime<Then<S, <D::Integer as OnNumber>::OrZero, T::Static>>;
    type Reach = <<S::Previous as Number>::Times<D::Integer> as Number>::Plus<T::Reach>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D::Integer> as coalesce::CoalesceIf>::Merge<S0, W, Self>;
}
impl<S: Number, D: Stride> OnList for Last<S, D> {
    type Right = <Then<S, D, HNil> as OnList>::Right;
    type Left = <Then<S, D, HNil> as OnList>::Left;
    type Moving<K: Relative, W: Number> = <Then<S, D, HNil> as OnList>::Moving<K, W>;
    type MovingAfter<K: Relative, S0: Number, W: Number> = Self::Moving<Next<K>, S0::Times<W>>;
    type Static = <Then<S, D, HNil> as OnList>::Static;
    type Reach = <S::Previous as Number>::Times<D::Integer>;
    type Link<S0: Number, W: Number> =
        <<S0::Times<W> as Number>::Equals<D::Integer> as coalesce::CoalesceIf>::Merge<S0, W, Self>;
}
impl OnList for Undecided {
    type Right = Undecided;
    type Left = Undecided;
    type Moving<K: Relative, W: Number> = HNil;
    type MovingAfter<K: Relative, S: Number, W: Number> = HNil;
    type Static = Undecided;
    type Reach = UTerm;
    type Link<S: Number, W: Number> = Undecided;
}

/// The mode `S:D`, whose coordinate has the weight `W` in the integral coordinate and which was at `K`, then `T`.
pub struct Weighted<S, D, W, K, T>(PhantomData<(S, D, W, K, T)>);

/// Modes that move the offset, sorted by stride: [`Weighted`] up to `HNil`, or [`Unsorted`].
pub trait Moving {
    /// Inserts `S:D` with the weight `W`, which was at `K`, into these modes.
    type Insert<S: Number, D: Number, W: Number, K: Relative>: Moving;
    /// The modes of a right inverse from the offset `N` on.
    type From<N: Number>: List;
    /// The modes of a right inverse after a mode of extent `S`, which continues from the offset `N`.
    type FromAfter<S: Number, N: Number>: List;
    /// The digits of these modes, and the digit below their strides.
    type Digits: List;
    /// The digit of the mode `S:D` with the weight `W`, and those of these modes after it. `B` are the modes before
    /// these.
    type DigitsAfter<S: Number, D: Number, W: Number, B: List>: List;
}
impl Moving for HNil {
    type Insert<S: Number, D: Number, W: Number, K: Relative> = Weighted<S, D, W, K, HNil>;
    type From<N: Number> = HNil;
    type FromAfter<S: Number, N: Number> = HNil;
    type Digits = HNil;
    type DigitsAfter<S: Number, D: Number, W: Number, B: List> = Last<S, W>;
}
impl<S: Number, D: Number, W: Number, K: Relative, T: Moving> Moving for Weighted<S, D, W, K, T> {
    type Insert<S0: Number, D0: Number, W0: Number, K0: Relative> =
        <D0::Compared<D, Equal> as OnOrder>::Insert<S0, D0, W0, K0, S, D, W, K, T>;
    type From<N: Number> = <D::Equals<N> as InvertIf>::From<S, D, W, K, T, N>;
    type FromAfter<S0: Number, N: Number> = Self::From<S0::Times<N>>;
    // Offsets below the first stride do not matter.
    type Digits = <D::IsOne as complement::GapIf>::Gap<D, U0, T::DigitsAfter<S, D, W, Last<S, D>>>;
    type DigitsAfter<S0: Number, D0: Number, W0: Number, B: List> =
        <D0::Divides<D> as OnQuotient>::Digit<
            S0,
            D0,
            W0,
            D,
            T::DigitsAfter<S, D, W, Then<S, D, B>>,
            B,
        >;
}
impl<K: Relative> Moving for Unsorted<K> {
    type Insert<S: Number, D: Number, W: Number, L: Relative> = Self;
    type From<N: Number> = OrderUnknown<K>;
    type FromAfter<S: Number, N: Number> = OrderUnknown<K>;
    type Digits = OrderUnknown<K>;
    type DigitsAfter<S: Number, D: Number, W: Number, B: List> = OrderUnknown<K>;
}
type OrderUnknown<K> = Refused<rule::KnownOrder, UTerm, UTerm, K>;

macro_rules! on_order {
    ($($order:ident $insert:ty, $from:ty, $digit:ty, $above:ty;)*) => {
        /// Functions of orders.
        pub trait OnOrder: Sized {
            /// Inserts `S:D` into the sorted modes `S1:D1` and `T`, all with their weights and places. `Self`: `D` with
            /// `D1`.
            type Insert<S: Number, D: Number, W: Number, K: Relative, S1: Number, D1: Number, W1: Number, K1: Relative, T: Moving>: Moving;
            /// The modes of a right inverse from the offset `N` on: `S:D`, whose stride is not `N`, and `T`. `Self`:
            /// `D` with `N`.
            type FromOther<S: Number, D: Number, W: Number, K: Relative, T: Moving, N: Number>: List;
            /// The digit of a mode of extent `S` and weight `W`, with the radix `N`, before the digits `L`. `Self`: `S`
            /// with `N`. The stride `D` is the next one, and `B` are the modes before it.
            type Digit<N: Number, W: Number, D: Number, L: List, B: List>: List;
            /// The case that the stride `D` is no multiple of `D0` before it. `Self`: `D` with all offsets of the modes
            /// `B` before it.
            type NoMultiple<D: Number, D0: Number, B: List>: List;
        }
        $(
            impl OnOrder for $order {
                type Insert<S: Number, D: Number, W: Number, K: Relative, S1: Number, D1: Number, W1: Number, K1: Relative, T: Moving> = $insert;
                type FromOther<S: Number, D: Number, W: Number, K: Relative, T: Moving, N: Number> = $from;
                type Digit<N: Number, W: Number, D: Number, L: List, B: List> = $digit;
                type NoMultiple<D: Number, D0: Number, B: List> = $above;
            }
        )*
    };
}
on_order! {
    Less
        Weighted<S, D, W, K, Weighted<S1, D1, W1, K1, T>>,
        Refused<rule::Overlap, D, N, K>,
        L::Link<N, W>,
        NoDigits<D, B>;
    Equal
        Weighted<S, D, W, K, Weighted<S1, D1, W1, K1, T>>,
        HNil,
        L::Link<N, W>,
        NoDigits<D, B>;
    Greater
        Weighted<S1, D1, W1, K1, T::Insert<S, D, W, K>>,
        HNil,
        NoDigits<D, B>,
        Refused<rule::Divisibility, D, D0, Whole>;
    // Decided at run time: the mode goes on, or stays with extent 1; the digits, if an extent is dynamic.
    Unknown
        Unsorted<K>,
        <T::From<D::Times<N>> as OnList>::Link<D::Times<N>, W>,
        <N::IsOne as InvertIf>::Link<N, W, L>,
        Refused<rule::Divisibility, D, D0, Whole>;
}
/// The modes `B` reach the stride `D`.
type NoDigits<D, B> = Refused<rule::Digits, D, <B as OnList>::Reach, Whole>;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// The digit of the mode `S:D0` of weight `W` before the digits `L`. `Self`: its radix, the next stride `D` divided
    /// by its own. `B` are the modes before that. Given that the offsets before the mode are below its own stride, the
    /// offsets with it are below the next stride if and only if `S` is at most the radix.
    type Digit<S: Number, D0: Number, W: Number, D: Number, L: List, B: List>: List;
}
macro_rules! inexact {
    ($([$($g:tt)*] $quotient:ty;)*) => {$(
        impl<$($g)*> OnQuotient for $quotient {
            type Digit<S: Number, D0: Number, W: Number, D: Number, L: List, B: List> =
                <D::Compared<B::Reach, Equal> as OnOrder>::NoMultiple<D, D0, B>;
        }
    )*};
}
inexact! {
    [] Undecided;
    [] UTerm;
    [] Any;
    // The strides of several modes are static.
    [I: Index] Dyn<I>;
}
above_zero! { OnQuotient {
    type Digit<S: Number, D0: Number, W: Number, D: Number, L: List, B: List> =
        <S::Compared<Self, Equal> as OnOrder>::Digit<Self, W, D, L, B>;
}
}

/// Functions of truths.
pub trait InvertIf: Sized {
    /// Inserts `S:D` with the weight `W`, which was at `K`, into the modes `T`, if it moves the offset. `Self`:
    /// `S = 1`.
    type Insert<S: Number, D: Number, W: Number, K: Relative, T: Moving>: Moving;
    /// Inserts `S:D` with the weight `W`, which was at `K`, into the modes `T`, unless its stride is 0. `Self`:
    /// `D = 0`.
    type Move<S: Number, D: Number, W: Number, K: Relative, T: Moving>: Moving;
    /// The modes of a right inverse from the offset `N` on: `S:D` and `T`. `Self`: `D = N`.
    type From<S: Number, D: Number, W: Number, K: Relative, T: Moving, N: Number>: List;
    /// `N:W` before the coalesced modes `L`. `Self`: `N = 1`.
    type Link<N: Number, W: Number, L: List>: List;
}
impl InvertIf for B1 {
    type Insert<S: Number, D: Number, W: Number, K: Relative, T: Moving> = T;
    type Move<S: Number, D: Number, W: Number, K: Relative, T: Moving> = T;
    type From<S: Number, D: Number, W: Number, K: Relative, T: Moving, N: Number> =
        <T::FromAfter<S, N> as OnList>::Link<S, W>;
    type Link<N: Number, W: Number, L: List> = L;
}
impl InvertIf for B0 {
    type Insert<S: Number, D: Number, W: Number, K: Relative, T: Moving> =
        <D::IsZero as InvertIf>::Move<S, D, W, K, T>;
    type Move<S: Number, D: Number, W: Number, K: Relative, T: Moving> = T::Insert<S, D, W, K>;
    type From<S: Number, D: Number, W: Number, K: Relative, T: Moving, N: Number> =
        <D::Compared<N, Equal> as OnOrder>::FromOther<S, D, W, K, T, N>;
    type Link<N: Number, W: Number, L: List> = L::Link<N, W>;
}

/// Functions of numbers.
pub trait OnNumber {
    /// `L` if the number is static, else no modes.
    type BeforeRunTime<L: List>: List;
    /// A static number; 0 for a dynamic one.
    type OrZero: Number;
}
impl OnNumber for UTerm {
    type BeforeRunTime<L: List> = L;
    type OrZero = Self;
}
above_zero! { OnNumber {
    type BeforeRunTime<L: List> = L;
    type OrZero = Self;
} }
impl<I: Index> OnNumber for Dyn<I> {
    type BeforeRunTime<L: List> = HNil;
    type OrZero = UTerm;
}
