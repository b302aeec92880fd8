//! What a leaf and a mode do, by the quotient of its stride and the extent of the mode.

use tilework_algebra::Rule;
use tilework_algebra::steps::{Taken, take};
use typenum::{B0, B1, Equal, U1, UInt, UTerm};

use super::{Leg, OnOrder, OnTruth};
use crate::leaf::int::{Dyn, Index};
use crate::sorts::Undecided;
use crate::sorts::answer::{Any, above_zero};
use crate::sorts::list::{Last, List, Then};
use crate::sorts::number::Number;

/// Functions of quotients.
pub trait OnQuotient: Sized {
    /// A leaf `S:D` at a mode `AS:AD`, `T` behind it. `Self`: `D / AS`.
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>: List;
    /// A leaf `S:D` takes from the mode `AS:AD`, `T` behind it. `Self`: `AS / D`, what it offers.
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>: List;
    /// The same, with the offer `N`. `Self`: `S / N`.
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>: List;
    /// [`Quotient::Meet`]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule>;
    /// [`Quotient::Offer`]
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule>;
    /// [`Quotient::Take`]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule>;
}
impl OnQuotient for Undecided {
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        <D::Divides<AS> as OnQuotient>::Offer<AS, AD, T, S, D, L>;
    // Right only if nothing on the right side leaves the mode.
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        <L::Reaches<AS, D> as OnOrder>::Uneven<AS, AD, S, D>;
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        <S::Compared<N, Equal> as OnOrder>::Take<AD, S, D>;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        <D::Divides<AS>>::offer(s, d, modes, leg)
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        leg: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        <L::Reaches<AS, D>>::uneven((modes.0, modes.1), s, d, leg)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        d: D,
        modes: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        <S::Compared<N, Equal>>::take(modes.1, s, d)
    }
}
impl OnQuotient for UTerm {
    // A stride of 0 stays, whatever the left side.
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Last<S, UTerm>;
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        s: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        Ok(Last(s, UTerm))
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
}
above_zero! { OnQuotient {
    // The stride covers the mode: step over it.
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        T::Compose<S, Self, L>;
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        <<Self as Number>::Divides<S> as OnQuotient>::Take<Self, AD, T, S, D, L>;
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        <<Self as Number>::IsOne as OnTruth>::GoOn<Self, N, AD, T, D, L>;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(s: S, _: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        modes.2.compose(s, Self::default(), leg)
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(s: S, d: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        <<Self as Number>::Divides<S>>::take::<Self, AS, AD, T, S, D, L>(s, d, modes, leg)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(_: S, d: D, modes: Then<AS, AD, T>, leg: L) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        <<Self as Number>::IsOne>::go_on::<Self, N, AD, T, D, L>(modes.1, modes.2, d, leg)
    }
}
}
impl OnQuotient for Any {
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Meet<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Offer<AS, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Self::Take<N, AD, T, S, D, L>, Rule> {
        Ok(Undecided)
    }
}
impl<I: Index> OnQuotient for Dyn<I> {
    type Meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        Then<Self, AD::TimesDyn<I>, T::Compose<Self, Self, L>>;
    type Offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> = Undecided;
    // What is left may be 1.
    type Take<N: Number, AD: Number, T: List, S: Number, D: Number, L: Leg> =
        Then<Self, D::Times<AD>, T::Compose<Self, U1, L>>;
    #[inline(always)]
    fn meet<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
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
    fn offer<AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
        _: S,
        _: D,
        _: Then<AS, AD, T>,
        _: L,
    ) -> Result<Undecided, Rule> {
        Ok(Undecided)
    }
    #[inline(always)]
    fn take<N: Number, AS: Number, AD: Number, T: List, S: Number, D: Number, L: Leg>(
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
    let of = |n: u64| usize::try_from(n).or(Err(Rule::Overflow));
    let reach = || reach().try_into().unwrap_or(usize::MAX);
    let wide = take(of(n)?, (of(s)?, of(d)?), reach).map_err(|error| error.rule)?;
    let narrow = |n: usize| I::try_of(n as u64);
    let (s, d) = wide.rest;
    Ok(Taken {
        extent: narrow(wide.extent)?,
        stride: narrow(wide.stride)?,
        rest: (narrow(s)?, narrow(d)?),
    })
}
