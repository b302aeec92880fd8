//! The matrix of a layout: the value of each bit of its coordinates.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U1, UInt, UTerm};

use super::columns::{Column, Columns};
use super::linear::{Linear, Sums};
use super::runs::{Digits, Run, Runs};
use super::vector::{Choice, Vector};
use crate::layout::modes::Mode;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::verdict::{Bad, Of, Place, Position, Verdict, rule};

/// Flat modes with XOR strides. `F` says what is asked of extents.
pub trait Matrix<F> {
    /// The columns, the first mode standing at `J`. `W` is its weight in the integral coordinate.
    type Columns<W: Vector, J: Position>: Columns;
    /// The columns after an extent that is no power of 2: none, or `E` where an extent is above 1.
    type Ends<E: Columns, J: Position>: Columns;
    /// The odd part of the extent that is no power of 2, if there is one; as [`Matrix::Columns`].
    type Odd<W: Vector, J: Position>: Odd;
}
impl<F> Matrix<F> for HNil {
    type Columns<W: Vector, J: Position> = HNil;
    type Ends<E: Columns, J: Position> = HNil;
    type Odd<W: Vector, J: Position> = HNil;
}
impl<F: Asked, S: Extent, D: Bits, T: Matrix<F>> Matrix<F> for HCons<Mode<S, D>, T> {
    type Columns<W: Vector, J: Position> = D::Columns<F, S, W, J, T>;
    type Ends<E: Columns, J: Position> = S::Ends<F, E, J, T>;
    type Odd<W: Vector, J: Position> = S::Odd<F, S, D::Vector, W, J, T>;
}

/// What is asked of extents that are no powers of 2, and of dynamic leaves: nothing that has an
/// answer.
pub trait Asked: Sized {
    /// A dynamic leaf at `J`.
    type Unknown<J: Position>: Columns;
    /// The mode at `J` of extent `S = 2^k N`, `N` odd and above 1, with the values from that of the
    /// last `N` on, before `T`.
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>>: Columns;
    /// A right inverse that would have to be searched, because of the mode at `J` of extent `S`.
    type NotLongest<S, J: Position>: Runs;
}
/// All of the integral coordinates of `L`: only the last extent above 1 is no power of 2.
pub struct Invertible<L>(PhantomData<L>);
impl<L> Asked for Invertible<L> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Of<L, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        N::Spread<V, W, T::Ends<Bad<rule::PowerOfTwo, Of<L, J>, S, Static<UTerm>>, J::After>>;
    type NotLongest<S, J: Position> = Bad<rule::PowerOfTwo, Of<L, J>, S, Static<UTerm>>;
}
/// The bits of extents below their odd parts, which [`Invertible`] asks about.
pub struct Even;
impl Asked for Even {
    type Unknown<J: Position> = HNil;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> = HNil;
    type NotLongest<S, J: Position> = HNil;
}
/// Powers of 2, in an operation on `A` and `B`.
pub struct Whole<A, B>(PhantomData<(A, B)>);
impl<A, B> Asked for Whole<A, B> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Place<A, B, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        Bad<rule::PowerOfTwo, Place<A, B, J>, S, Static<UTerm>>;
    type NotLongest<S, J: Position> = HNil;
}
/// Nothing: extents are rounded up to powers of 2.
pub struct Padded<A, B>(PhantomData<(A, B)>);
impl<A, B> Asked for Padded<A, B> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Place<A, B, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        N::Spread<V, W, T::Columns<W, J::After>>;
    type NotLongest<S, J: Position> = HNil;
}

/// A stride: bits, 0 or a dynamic leaf.
pub trait Bits {
    /// The bits; none of a dynamic leaf.
    type Vector: Vector;
    /// The verdict on a dynamic leaf, else `HNil`.
    type Verdict<At>: Verdict;
    /// The columns of the mode `S:Self` at `J`, and of `T`.
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>>: Columns;
}
impl Bits for Static<UTerm> {
    type Vector = UTerm;
    type Verdict<At> = HNil;
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> =
        S::Columns<F, S, UTerm, W, J, T>;
}
impl<N: Vector> Bits for Xor<Static<N>> {
    type Vector = N;
    type Verdict<At> = HNil;
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> =
        S::Columns<F, S, N, W, J, T>;
}
impl<I> Bits for Xor<Dyn<I>> {
    type Vector = UTerm;
    type Verdict<At> = Unknown<At>;
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> = F::Unknown<J>;
}

/// Bits that overlap.
pub type Overlap<V, W, At> = Bad<rule::Carries, At, Static<V>, Static<W>>;
/// A dynamic leaf where its bits matter.
type Unknown<At> = Bad<rule::KnownBits, At, Static<UTerm>, Static<UTerm>>;

/// An extent.
pub trait Extent {
    /// The verdict on an extent that is no power of 2, or dynamic, else `HNil`.
    type Verdict<At>: Verdict;
    /// The value of the coordinate `V` in a mode of the stride `N`, and of what is left in `T`.
    type Digit<N: Vector, V: Vector, T: Linear>: Vector;
    /// The modes with the values of `A` at the coordinates from `V` on, for a leaf of this extent; or
    /// `Else`, where there are none.
    type Image<V: Vector, A: Linear, Else: Runs>: Runs;
    /// [`Sums::Carries`], from the value `V` on.
    type Carries<V: Vector, Seen: Vector, T: Sums, At>: Verdict;

    /// The columns of a mode of the extent `S`, from the value `V` on where `Self` are left of it, and
    /// of `T`.
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>>: Columns;
    /// [`Matrix::Ends`]
    type Ends<F: Asked, E: Columns, J: Position, T: Matrix<F>>: Columns;
    /// [`Matrix::Odd`], of a mode of the extent `S` that has the value `V` at the coordinate `W`.
    type Odd<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>>: Odd;
}
impl Extent for Static<U1> {
    type Verdict<At> = HNil;
    type Digit<N: Vector, V: Vector, T: Linear> = T::At<V>;
    type Image<V: Vector, A: Linear, Else: Runs> = HNil;
    type Carries<V: Vector, Seen: Vector, T: Sums, At> = T::Carries<Seen, At>;
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        T::Columns<W, J::After>;
    type Ends<F: Asked, E: Columns, J: Position, T: Matrix<F>> = T::Ends<E, J::After>;
    type Odd<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> = T::Odd<W, J::After>;
}
impl<U, B> Extent for Static<UInt<UInt<U, B>, B0>>
where
    Static<UInt<U, B>>: Extent,
{
    type Verdict<At> = <Static<UInt<U, B>> as Extent>::Verdict<At>;
    type Digit<N: Vector, V: Vector, T: Linear> = <V::LowTimes<N> as Vector>::Xor<
        <Static<UInt<U, B>> as Extent>::Digit<N::Twice, V::Half, T>,
    >;
    type Image<V: Vector, A: Linear, Else: Runs> =
        <<Static<UInt<U, B>> as Extent>::Image<V::Twice, A, Else> as Runs>::Prepend<A::At<V>>;
    type Carries<V: Vector, Seen: Vector, T: Sums, At> = <V::Apart<Seen> as Choice>::Verdict<
        <Static<UInt<U, B>> as Extent>::Carries<V::Twice, Seen::Or<V>, T, At>,
        Overlap<Seen, V, At>,
    >;
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        Column<V, W, <Static<UInt<U, B>> as Extent>::Columns<F, S, V::Twice, W::Twice, J, T>>;
    type Ends<F: Asked, E: Columns, J: Position, T: Matrix<F>> = E;
    type Odd<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        <Static<UInt<U, B>> as Extent>::Odd<F, S, V::Twice, W::Twice, J, T>;
}
impl<U, B> Extent for Static<UInt<UInt<U, B>, B1>>
where
    UInt<UInt<U, B>, B1>: Vector,
{
    type Verdict<At> = Bad<rule::PowerOfTwo, At, Self, Static<UTerm>>;
    type Digit<N: Vector, V: Vector, T: Linear> = UTerm;
    type Image<V: Vector, A: Linear, Else: Runs> =
        <<UInt<UInt<U, B>, B1> as Vector>::Straight<V, A::At<V>, A> as Choice>::Runs<
            Run<UInt<UInt<U, B>, B1>, A::At<V>, HNil>,
            Else,
        >;
    type Carries<V: Vector, Seen: Vector, T: Sums, At> =
        <UInt<UInt<U, B>, B1> as Vector>::Carries<V, Seen, T, At>;
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        F::OddPart<S, UInt<UInt<U, B>, B1>, V, W, J, T>;
    type Ends<F: Asked, E: Columns, J: Position, T: Matrix<F>> = E;
    type Odd<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        OddPart<V, W, UInt<UInt<U, B>, B1>, F::NotLongest<S, J>>;
}
impl<I> Extent for Dyn<I> {
    type Verdict<At> = Unknown<At>;
    type Digit<N: Vector, V: Vector, T: Linear> = UTerm;
    type Image<V: Vector, A: Linear, Else: Runs> = Else;
    type Carries<V: Vector, Seen: Vector, T: Sums, At> = T::Carries<Seen, At>;
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> = F::Unknown<J>;
    type Ends<F: Asked, E: Columns, J: Position, T: Matrix<F>> = F::Unknown<J>;
    type Odd<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> = HNil;
}

/// The odd number `N` above 1 at the end of a size, of the weight `W` and of the value `V` there, and the
/// verdict `R`.
pub struct OddPart<V, W, N, R>(PhantomData<(V, W, N, R)>);
/// [`OddPart`], or `HNil` for a power of 2.
pub trait Odd {
    /// The longest layout into integral coordinates that begins with the digits `D`, or a verdict
    /// where that is no beginning of them.
    type Longest<D: Digits>: Runs;
    /// The modes `R`, which reach up to a power of 2, as far as up to the largest value, where all other
    /// bits of coordinates have the values `C`. For a power of 2 those of the last mode are all values.
    type Reach<R: Runs, C: Columns>: Runs;
}
impl Odd for HNil {
    type Longest<D: Digits> = D::Runs;
    type Reach<R: Runs, C: Columns> = R;
}
impl<V: Vector, W: Vector, N: Vector, B: Runs> Odd for OddPart<V, W, N, B> {
    type Longest<D: Digits> = <D::Reversed<HNil> as Digits>::Below<W, N, B>;
    type Reach<R: Runs, C: Columns> = R::UpTo<N::Largest<V, C>>;
}
