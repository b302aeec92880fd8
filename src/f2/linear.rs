//! Layouts with XOR strides as functions that are linear over F2, and sums that are their XOR.

use frunk_core::hlist::{HCons, HNil};
use typenum::UTerm;

use super::matrix::{Bits, Extent};
use super::vector::Vector;
use crate::layout::modes::Mode;
use crate::verdict::Verdict;

/// Flat modes with XOR strides as the left side of a composition, the last one unbounded.
pub trait Linear {
    /// Verdicts at `At` on what makes the function not linear, or not known to the types.
    type Verdict<At>: Verdict;
    /// The value at the coordinate `V`.
    type At<V: Vector>: Vector;
    /// The same where these are the modes after one of extent `S` and stride `N`.
    type AtAfter<S: Extent, N: Vector, V: Vector>: Vector;
    /// Verdicts where they are.
    type VerdictAfter<S: Extent, At>: Verdict;
}
impl Linear for HNil {
    type Verdict<At> = HNil;
    type At<V: Vector> = UTerm;
    type AtAfter<S: Extent, N: Vector, V: Vector> = V::Times<N>;
    type VerdictAfter<S: Extent, At> = HNil;
}
impl<S: Extent, D: Bits, T: Linear> Linear for HCons<Mode<S, D>, T> {
    type Verdict<At> = HCons<D::Verdict<At>, T::VerdictAfter<S, At>>;
    type At<V: Vector> = T::AtAfter<S, D::Vector, V>;
    type AtAfter<S0: Extent, N: Vector, V: Vector> = S0::Digit<N, V, Self>;
    type VerdictAfter<S0: Extent, At> = HCons<S0::Verdict<At>, Self::Verdict<At>>;
}

/// Flat modes whose XOR strides are added up as integers.
pub trait Sums {
    /// The verdict at `At`, if bits of values overlap with one another or with `Seen`. What has dynamic
    /// leaves is left out.
    type Carries<Seen: Vector, At>: Verdict;
}
impl Sums for HNil {
    type Carries<Seen: Vector, At> = HNil;
}
impl<S: Extent, D: Bits, T: Sums> Sums for HCons<Mode<S, D>, T> {
    type Carries<Seen: Vector, At> = S::Carries<D::Vector, Seen, T, At>;
}
