//! What follows a comparison, a division and a question.

use frunk_core::hlist::HNil;
use tilework_algebra::Rule;
use tilework_algebra::steps::{Taken, take};
use typenum::{B0, B1, Equal, Greater, Less, U0, U1, UInt, UTerm};

use super::Undecided;
use super::flat::{Flat, From, Last, Leg, Then};
use super::floor::{Division, Remainder};
use super::inverse::{Find, Found, Moving, Weighted};
use super::leaves::Tree;
use super::number::Number;
use super::padded::End;
use crate::layout::Layout;
pub use crate::leaf::arithmetic::Unknown;
use crate::leaf::int::{Dyn, Index, Static};

/// How two numbers compare: `Less`, `Equal`, `Greater`, or [`Unknown`] before run time.
pub trait Order {
    /// A leaf `S:D` takes from a mode of stride `AD`. `Self`: `S` with what the mode offers, which
    /// does not divide it.
    type Take<AD: Number, S: Number, D: Number>: Flat;
    /// `S:D` into the sorted modes `S1:D1` and `T`. `Self`: `D` with `D1`.
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat>: Flat;
    /// The same of modes with the weights `W` and `W1`.
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    >: Moving;
    /// `S:W` before the digits `L`. `Self`: `S` with the radix `N`.
    type Digit<N: Number, W: Number, L: Flat>: Flat;
    /// `HNil`, if the sorted modes `B` are segregated. `Self`: a span with the stride after it, the
    /// first of `L`.
    type IfFits<L: Flat, A: Flat, B: Flat>: Flat;
    /// `A` for `Less`.
    type IfLess<A: Flat>: Flat;
    /// The search `A` for `Less`.
    type IfAbove<A: Find>: Find;
    /// [`Order::Take`] of a leaf, all of which the mode takes.
    fn take<AD: Number, S: Number, D: Number>(
        ad: AD,
        s: S,
        d: D,
    ) -> Result<Self::Take<AD, S, D>, Rule>;
    /// A leaf `S:D` at a mode of the stride `AD`, whose extent `AS` and `D` do not divide each other. `Self`: the
    /// largest value of the right side with the extents up to that mode.
    type Uneven<AS: Number, AD: Number, S: Number, D: Number>: Flat;
    /// The same.
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        mode: (AS, AD),
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule>;
}
macro_rules! at_most {
    ($($order:ident $if_less:ident, $uneven:ty, |$ad:ident, $s:ident, $d:ident| $value:expr;)*) => {$(
        impl Order for $order {
            type Take<AD: Number, S: Number, D: Number> =
                Last<S, D::Times<AD>>;
            type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
                Then<S, D, Then<S1, D1, T>>;
            type InsertMoving<
                S: Number,
                D: Number,
                W: Number,
                S1: Number,
                D1: Number,
                W1: Number,
                T: Moving,
            > = Weighted<S, D, W, Weighted<S1, D1, W1, T>>;
            type Digit<N: Number, W: Number, L: Flat> = L::Link<N, W>;
            type IfFits<L: Flat, A: Flat, B: Flat> = L::Segregated<A, B>;
            type IfLess<A: Flat> = $if_less;
            type IfAbove<A: Find> = $if_less;
            #[inline(always)]
            fn take<AD: Number, S: Number, D: Number>(ad: AD, s: S, d: D) -> Result<Self::Take<AD, S, D>, Rule> {
                Ok(Last(s, d.times(ad)?))
            }
            type Uneven<AS: Number, AD: Number, S: Number, D: Number> = $uneven;
            #[inline(always)]
            fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>((_, $ad): (AS, AD), $s: S, $d: D, _: L) -> Result<Self::Uneven<AS, AD, S, D>, Rule> {
                Ok($value)
            }
        }
    )*};
}
at_most! {
    Less A, Last<S, D::Times<AD>>, |ad, s, d| Last(s, d.times(ad)?);
    Equal Undecided, Undecided, |_ad, _s, _d| Undecided;
}
impl Order for Greater {
    type Take<AD: Number, S: Number, D: Number> = Undecided;
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat> =
        Then<S1, D1, T::Insert<S, D>>;
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Weighted<S1, D1, W1, T::Insert<S, D, W>>;
    type Digit<N: Number, W: Number, L: Flat> = Undecided;
    type IfFits<L: Flat, A: Flat, B: Flat> = A::Holds<B>;
    type IfLess<A: Flat> = Undecided;
    type IfAbove<A: Find> = Undecided;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(_: AD, _: S, _: D) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Undecided;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        _: (AS, AD),
        _: S,
        _: D,
        _: L,
    ) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
}
impl Order for Unknown {
    type Take<AD: Number, S: Number, D: Number> = Undecided;
    type Insert<S: Number, D: Number, S1: Number, D1: Number, T: Flat> = Undecided;
    type InsertMoving<
        S: Number,
        D: Number,
        W: Number,
        S1: Number,
        D1: Number,
        W1: Number,
        T: Moving,
    > = Undecided;
    type Digit<N: Number, W: Number, L: Flat> = Undecided;
    // Run time sees.
    type IfFits<L: Flat, A: Flat, B: Flat> = HNil;
    type IfLess<A: Flat> = A;
    type IfAbove<A: Find> = Undecided;
    #[inline(always)]
    fn take<AD: Number, S: Number, D: Number>(_: AD, _: S, _: D) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    type Uneven<AS: Number, AD: Number, S: Number, D: Number> = Last<S, D::Times<AD>>;
    #[inline(always)]
    fn uneven<AS: Number, AD: Number, S: Number, D: Number, L: Leg>(
        (n, ad): (AS, AD),
        s: S,
        d: D,
        leg: L,
    ) -> Result<Self::Uneven<AS, AD, S, D>, Rule> {
        if s.value() > 1 && leg.reach(d.value()) >= n.value() {
            let (stride, extent) = (d.value() as i64, n.value() as i64);
            return Err(Rule::StrideDivisibility { stride, extent });
        }
        Ok(Last(s, d.times(ad)?))
    }
}

/// What a division gives: a number, or [`Undecided`] where it is not exact.
pub trait Quotient: Remainder {
    /// A leaf `S:D` at a mode `AS:AD`, `T` behind it. `Self`: `D / AS`.
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>: Flat;
    /// A leaf `S:D` takes from the mode `AS:AD`, `T` behind it. `Self`: `AS / D`, what it offers.
    type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>: Flat;
    /// The same, with the offer `N`. `Self`: `S / N`.
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>: Flat;
    /// `S:D` before the coalesced modes `L`. `Self`: the stride of the first of them divided by `D`.
    type Merge<S: Number, D: Number, L: Flat>: Flat;
    /// [`Quotient::Meet`]
    fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule>;
    /// [`Quotient::Offer`]
    fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule>;
    /// [`Quotient::Take`]
    fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule>;
    /// [`Quotient::Merge`]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L>;
    /// The gap above `Span`, and those above the mode `S:D`, up to `N`. `Self`: its extent.
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number>: Flat;
    /// The last mode of a complement. `Self`: its extent.
    type Cover<Span: Number>: Flat;
    /// The gap above `Span`, rounded down, and those above the mode `S:D`, up to `E`. `Self`:
    /// `D / Span`.
    type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End>: Flat;
    /// The same. `Self`: its extent.
    type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End>: Flat;
    /// The last mode up to at least `N`. `Self`: `N / Span`.
    type CoverUp<Span: Number, N: Number>: Flat;
    /// The same. `Self`: `N / Span` rounded down.
    type RoundUp<Span: Number>: Flat;
    /// The digit of a mode of extent `S` and weight `W` before the digits `L`. `Self`: its radix,
    /// the next stride divided by its own. Offsets below its own stride are below the next one if and
    /// only if `S` is at most the radix.
    type Digit<S: Number, W: Number, L: Flat>: Flat;

    /// `2 Self`
    type Push0: Quotient;
    /// `2 Self + 1`
    type Push1: Quotient;
    /// `2 Self` with leading zeros
    type Low0: Quotient;
    /// `2 Self + 1` with leading zeros
    type Low1: Quotient;
    /// `Self / (2 M + 1)`
    type OverOdd<M: Number>: Quotient;
}
impl Quotient for Undecided {
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
        <D::Divides<AS> as Quotient>::Offer<AS, AD, T, S, D, L>;
    // Right only if nothing on the right side leaves the mode.
    type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
        <L::Reaches<AS, D> as Order>::Uneven<AS, AD, S, D>;
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
        <S::Compared<N, Equal> as Order>::Take<AD, S, D>;
    type Merge<S: Number, D: Number, L: Flat> = Then<S, D, L>;
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End> =
        <<D::Over<Span> as Division>::Quotient as Quotient>::Floored<Span, S, D, T, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> =
        <<N::Over<Span> as Division>::Quotient as Quotient>::RoundUp<Span>;
    type RoundUp<Span: Number> = Undecided;
    type Digit<S: Number, W: Number, L: Flat> = Undecided;

    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        <D::Divides<AS>>::offer(s, d, modes, leg)
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        <L::Reaches<AS, D>>::uneven((modes.0, modes.1), s, d, leg)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        <S::Compared<N, Equal>>::take(modes.1, s, d)
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        Then(s, d, modes)
    }

    type Push0 = Undecided;
    type Push1 = Undecided;
    type Low0 = Undecided;
    type Low1 = Undecided;
    type OverOdd<M: Number> = Undecided;
}
impl Quotient for UTerm {
    // A stride of 0 stays, whatever the left side.
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Last<S, UTerm>;
    type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    type Merge<S: Number, D: Number, L: Flat> = Then<S, D, L>;
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End> = T::Padded<Span, E>;
    type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = HNil;
    type Digit<S: Number, W: Number, L: Flat> = Undecided;

    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        Ok(Last(s, UTerm))
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        Then(s, d, modes)
    }

    type Push0 = UTerm;
    type Push1 = U1;
    type Low0 = UInt<UTerm, B0>;
    type Low1 = U1;
    type OverOdd<M: Number> = UTerm;
}
macro_rules! quotient {
    ($($bit:ident $over_odd:ty;)*) => {$(
        impl<U: Number> Quotient for UInt<U, $bit> {
            // The stride covers the mode: step over it.
            type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
                T::Compose<S, Self, L>;
            type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
                <<Self as Number>::Divides<S> as Quotient>::Take<Self, AD, T, S, D, L>;
            type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
                <<Self as Number>::IsOne as Truth>::GoOn<Self, N, AD, T, D, L>;
            type Merge<S: Number, D: Number, L: Flat> =
                <<Self as Number>::Equals<S> as Truth>::Merge<S, D, L>;
            type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> =
                <<Self as Number>::IsOne as Truth>::Gap<Self, Span, T::Gaps<S::Times<D>, N>>;
            type Cover<Span: Number> = <<Self as Number>::IsOne as Truth>::Gap<Self, Span, HNil>;
            type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End> =
                <<Self as Number>::IsOne as Truth>::Gap<Self, Span, T::Padded<S::Times<D>, E>>;
            type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End> =
                <Self as Quotient>::Padded<Span, S, D, T, E>;
            type CoverUp<Span: Number, N: Number> = <Self as Quotient>::Cover<Span>;
            type RoundUp<Span: Number> = Last<<Self as Number>::Next, Span>;
            type Digit<S: Number, W: Number, L: Flat> =
                <S::Compared<Self, Equal> as Order>::Digit<Self, W, L>;

            #[inline(always)]
            fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(s: S, _: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
                modes.2.compose(s, Self::default(), leg)
            }
            #[inline(always)]
            fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(s: S, d: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
                <<Self as Number>::Divides<S>>::take::<Self, AS, AD, T, S, D, L>(s, d, modes, leg)
            }
            #[inline(always)]
            fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(_: S, d: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
                <<Self as Number>::IsOne>::go_on::<Self, N, AD, T, D, L>(modes.1, modes.2, d, leg)
            }
            #[inline(always)]
            fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
                <<Self as Number>::Equals<S>>::merge(s, d, modes)
            }

            type Push0 = UInt<Self, B0>;
            type Push1 = UInt<Self, B1>;
            type Low0 = UInt<Self, B0>;
            type Low1 = UInt<Self, B1>;
            type OverOdd<M: Number> = $over_odd;
        }
    )*};
}
quotient! {
    B0 <U::OverOdd<M> as Quotient>::Push0;
    // 2 U + 1 is 2 M + 1 times an odd number, so U - M is a multiple of it.
    B1 <<U::Minus<M> as Quotient>::OverOdd<M> as Quotient>::Push1;
}

/// `0 / 0`, which a mode of stride 0 merges with.
pub struct Any;
impl Quotient for Any {
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    type Merge<S: Number, D: Number, L: Flat> = L::Widen<S, D>;
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
    type Digit<S: Number, W: Number, L: Flat> = Undecided;

    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        modes.widen(s, d)
    }

    type Push0 = Undecided;
    type Push1 = Undecided;
    type Low0 = Undecided;
    type Low1 = Undecided;
    type OverOdd<M: Number> = Undecided;
}

// Run time decides whether the leaf steps over the mode or takes from it: a mode is there either way.
impl<I: Index> Quotient for Dyn<I> {
    type Meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
        Then<Self, AD::TimesDyn<I>, T::Compose<Self, Self, L>>;
    type Offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> = Undecided;
    // What is left may be 1.
    type Take<N: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg> =
        Then<Self, D::Times<AD>, T::Compose<Self, U1, L>>;
    type Merge<S: Number, D: Number, L: Flat> = Then<S, D, L>;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        let d = d.value();
        let taken = taken::<I>(modes.0.value(), (s.value(), d), || leg.reach(d))?;
        let stride =
            <AD::TimesDyn<I>>::of(modes.1.value().checked_mul(taken.stride.to_usize() as u64))?;
        let rest = modes.2.compose(Dyn(taken.rest.0), Dyn(taken.rest.1), leg)?;
        Ok(Then(Dyn(taken.extent), stride, rest))
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: Flat, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        // The stride divides the extent of the mode, so that the reach does not matter.
        let taken = taken::<I>(modes.0.value(), (s.value(), d.value()), || 0)?;
        let rest = modes.2.compose(Dyn(taken.rest.0), U1::new(), leg)?;
        Ok(Then(Dyn(taken.extent), d.times(modes.1)?, rest))
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Then<S, D, L> {
        Then(s, d, modes)
    }
    type Gap<Span: Number, S: Number, D: Number, T: Flat, N: Number> = Undecided;
    type Cover<Span: Number> = Undecided;
    type Padded<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type Floored<Span: Number, S: Number, D: Number, T: Flat, E: End> = Undecided;
    type CoverUp<Span: Number, N: Number> = Undecided;
    type RoundUp<Span: Number> = Undecided;
    type Digit<S: Number, W: Number, L: Flat> = Undecided;

    type Push0 = Self;
    type Push1 = Self;
    type Low0 = Self;
    type Low1 = Self;
    type OverOdd<M: Number> = Self;
}
/// What a mode of extent `n` takes of the leaf `s:d`.
#[inline(always)]
fn taken<I: Index>(
    n: u64,
    (s, d): (u64, u64),
    reach: impl FnOnce() -> u64,
) -> Result<Taken<I>, Rule> {
    if let (Ok(n), Ok(s), Ok(d)) = (I::try_of(n), I::try_of(s), I::try_of(d)) {
        return take(n, (s, d), || I::of(reach().min(I::MAX))).map_err(|error| error.rule);
    }
    // What is taken may fit the integers although a static leaf does not.
    let wide = take(n as usize, (s as usize, d as usize), || reach() as usize)
        .map_err(|error| error.rule)?;
    let narrow = |n: usize| I::try_of(n as u64);
    let (s, d) = wide.rest;
    Ok(Taken {
        extent: narrow(wide.extent)?,
        stride: narrow(wide.stride)?,
        rest: (narrow(s)?, narrow(d)?),
    })
}

/// Whether a number is 0 or 1.
pub trait Truth {
    /// The leaf `S:D` of the right side `W` composed on `A`. `Self`: `S = 1`.
    type LeafOnto<S: Number, D: Number, A: Flat, W: Flat>: Tree;
    /// A leaf takes `N` elements of a mode, and goes on with the extent `Q`. `Self`: `Q = 1`.
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg>: Flat;
    /// `S:D` before the coalesced modes `L`. `Self`: `S = 1`.
    type Push<S: Number, D: Number, L: Flat>: Flat;
    /// The same. `Self`: whether the first two merge.
    type Merge<S: Number, D: Number, L: Flat>: Flat;
    /// `S:D` into sorted modes `T`. `Self`: `S = 1`.
    type Insert<S: Number, D: Number, T: Flat>: Flat;
    /// [`Truth::LeafOnto`]
    fn leaf_onto<S: Number, D: Number, A: Flat, W: Flat>(
        s: S,
        d: D,
        a: A,
        w: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule>;
    /// [`Truth::GoOn`]
    fn go_on<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg>(
        ad: AD,
        tail: T,
        d: D,
        leg: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule>;
    /// [`Truth::Push`]
    fn push<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Push<S, D, L>;
    /// [`Truth::Merge`]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L>;
    /// The gap `S:D` of a complement before the others. `Self`: `S = 1`.
    type Gap<S: Number, D: Number, T: Flat>: Flat;
    /// A number divided by 0. `Self`: whether it is 0.
    type OverZero: Quotient;
    /// `S:D` of the weight `W` before the modes `T`, which are weighed next. `Self`: `S = 1`.
    type Weigh<S: Number, D: Number, T: Flat, W: Number>: Moving;
    /// The same. `Self`: `D = 0`.
    type Move<S: Number, D: Number, T: Moving, W: Number>: Moving;
    /// The mode of the stride `D`. `Self`: whether it is `S:E` of the weight `W`, between the modes
    /// `R`, where it is not, and `T`.
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving>: Find;
}
impl Truth for B1 {
    type LeafOnto<S: Number, D: Number, A: Flat, W: Flat> = Layout<Static<U1>, Static<U0>>;
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg> = Last<N, D::Times<AD>>;
    type Push<S: Number, D: Number, L: Flat> = L;
    type Merge<S: Number, D: Number, L: Flat> = L::Widen<S, D>;
    type Insert<S: Number, D: Number, T: Flat> = T;
    #[inline(always)]
    fn leaf_onto<S: Number, D: Number, A: Flat, W: Flat>(
        _: S,
        _: D,
        _: A,
        _: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule> {
        Ok(Layout::sound(Static::new(), Static::new()))
    }
    #[inline(always)]
    fn go_on<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg>(
        ad: AD,
        _: T,
        d: D,
        _: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule> {
        Ok(Last(N::of(None)?, d.times(ad)?))
    }
    #[inline(always)]
    fn push<S: Number, D: Number, L: Flat>(_: S, _: D, modes: L) -> L {
        modes
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Merge<S, D, L> {
        modes.widen(s, d)
    }
    type Gap<S: Number, D: Number, T: Flat> = T;
    type OverZero = Any;
    type Weigh<S: Number, D: Number, T: Flat, W: Number> = T::Weighed<W>;
    type Move<S: Number, D: Number, T: Moving, W: Number> = T;
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving> =
        Found<S, W, R::Onto<T>>;
}
impl Truth for B0 {
    type LeafOnto<S: Number, D: Number, A: Flat, W: Flat> =
        <A::Compose<S, D, From<D, W>> as Flat>::IntoLayout;
    type GoOn<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg> =
        Then<N, D::Times<AD>, T::Compose<Q, U1, L>>;
    type Push<S: Number, D: Number, L: Flat> = L::PushOn<S, D>;
    type Merge<S: Number, D: Number, L: Flat> = Then<S, D, L>;
    type Insert<S: Number, D: Number, T: Flat> = T::Insert<S, D>;
    #[inline(always)]
    fn leaf_onto<S: Number, D: Number, A: Flat, W: Flat>(
        s: S,
        d: D,
        a: A,
        w: W,
    ) -> Result<Self::LeafOnto<S, D, A, W>, Rule> {
        Ok(a.compose(s, d, From(d, w))?.into_layout())
    }
    #[inline(always)]
    fn go_on<Q: Number, N: Number, AD: Number, T: Flat, D: Number, L: Leg>(
        ad: AD,
        tail: T,
        d: D,
        leg: L,
    ) -> Result<Self::GoOn<Q, N, AD, T, D, L>, Rule> {
        Ok(Then(N::of(None)?, d.times(ad)?, tail.compose(Q::of(None)?, U1::new(), leg)?))
    }
    #[inline(always)]
    fn push<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Self::Push<S, D, L> {
        modes.push_on(s, d)
    }
    #[inline(always)]
    fn merge<S: Number, D: Number, L: Flat>(s: S, d: D, modes: L) -> Then<S, D, L> {
        Then(s, d, modes)
    }
    type Gap<S: Number, D: Number, T: Flat> = T::After<S, D>;
    type OverZero = Undecided;
    type Weigh<S: Number, D: Number, T: Flat, W: Number> =
        <D::IsZero as Truth>::Move<S, D, T::WeighedAfter<S, W>, W>;
    type Move<S: Number, D: Number, T: Moving, W: Number> = Weighted<S, D, W, T>;
    type Find<D: Number, S: Number, E: Number, W: Number, T: Moving, R: Moving> =
        T::Find<D, Weighted<S, E, W, R>>;
}
