//! Layouts with XOR strides as functions that are linear over F2, and sums that are their XOR.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::UTerm;

use super::matrix::{Bits, Extent};
use super::vector::Vector;
use crate::layout::modes::Mode;
use crate::verdict::Verdict;

/// A function that is linear over F2, the left side of a composition: flat modes with XOR strides, the
/// last one unbounded, or a swizzle.
pub trait Linear {
    /// Verdicts at `At` on what makes the function not linear, or not known to the types.
    type Verdict<At>: Verdict;
    /// The value at the coordinate `V`.
    type At<V: Vector>: Vector;
}
/// Flat modes after others.
pub trait After: Linear {
    /// The value at `V` of a mode of extent `S` and stride `N`, and of these.
    type AtAfter<S: Extent, N: Vector, V: Vector>: Vector;
    /// Verdicts on both.
    type VerdictAfter<S: Extent, At>: Verdict;
}
impl Linear for HNil {
    type Verdict<At> = HNil;
    type At<V: Vector> = UTerm;
}
impl After for HNil {
    type AtAfter<S: Extent, N: Vector, V: Vector> = V::Times<N>;
    type VerdictAfter<S: Extent, At> = HNil;
}
impl<S: Extent, D: Bits, T: After> Linear for HCons<Mode<S, D>, T> {
    type Verdict<At> = HCons<D::Verdict<At>, T::VerdictAfter<S, At>>;
    type At<V: Vector> = T::AtAfter<S, D::Vector, V>;
}
impl<S: Extent, D: Bits, T: After> After for HCons<Mode<S, D>, T> {
    type AtAfter<S0: Extent, N: Vector, V: Vector> = S0::Digit<N, V, Self>;
    type VerdictAfter<S0: Extent, At> = HCons<S0::Verdict<At>, Self::Verdict<At>>;
}

/// The swizzle that XORs bits from `To` on with those from `From` on, as many as `Bits` says, all of
/// them powers of 2.
pub struct Fold<Bits, From, To>(PhantomData<(Bits, From, To)>);
impl<B: Vector, F: Vector, T: Vector> Linear for Fold<B, F, T> {
    type Verdict<At> = HNil;
    type At<V: Vector> = V::Xor<T::Times<B::Rest<F::Divides<V>>>>;
}
/// `A` after `B`.
pub struct Both<A, B>(PhantomData<(A, B)>);
impl<A: Linear, B: Linear> Linear for Both<A, B> {
    type Verdict<At> = HNil;
    type At<V: Vector> = A::At<B::At<V>>;
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
