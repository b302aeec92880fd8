//! The matrix of a layout: the value of each bit of its coordinates.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U1, UInt, UTerm};

use super::columns::{Column, Columns};
use super::runs::{Digits, Runs};
use super::vector::Vector;
use crate::layout::modes::Mode;
use crate::leaf::int::{Dyn, Static};
use crate::leaf::xor::Xor;
use crate::verdict::{Bad, Of, Place, Position, rule};

/// Flat modes with XOR strides. `F` says what is asked of extents.
pub trait Matrix<F> {
    /// The columns, the first mode standing at `J`. `W` is its weight in the integral coordinate.
    type Columns<W: Vector, J: Position>: Columns;
    /// The columns after an extent that is no power of 2, where the size so far is `N`: none.
    type Ends<N, J: Position>: Columns;
    /// The mode whose extent is no power of 2, if there is one.
    type Odd<W: Vector>: Longest;
}
impl<F> Matrix<F> for HNil {
    type Columns<W: Vector, J: Position> = HNil;
    type Ends<N, J: Position> = HNil;
    type Odd<W: Vector> = HNil;
}
impl<F: Asked, S: Extent, D: Bits, T: Matrix<F>> Matrix<F> for HCons<Mode<S, D>, T> {
    type Columns<W: Vector, J: Position> = D::Columns<F, S, W, J, T>;
    type Ends<N, J: Position> = S::Ends<F, N, J, T>;
    type Odd<W: Vector> = S::Odd<F, W, T>;
}

/// What is asked of extents that are no powers of 2, and of dynamic leaves: nothing that has an
/// answer.
pub trait Asked: Sized {
    /// A dynamic leaf at `J`.
    type Unknown<J: Position>: Columns;
    /// The mode at `J` of extent `S = 2^k N`, `N` odd and above 1, with the values from that of the
    /// last `N` on, before `T`.
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>>: Columns;
    /// An extent above 1 at `J` after that, the size being `N`.
    type AfterOdd<N, J: Position>: Columns;
    /// A right inverse that would have to be searched, of a layout of the size `N`.
    type NotLongest<N>: Runs;
}
/// All of the integral coordinates of `L`: only the last extent above 1 is no power of 2.
pub struct Invertible<L>(PhantomData<L>);
impl<L> Asked for Invertible<L> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Of<L, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        N::Spread<V, W, T::Ends<W::Times<N>, J::After>>;
    type AfterOdd<N, J: Position> = Bad<rule::PowerOfTwo, Of<L, J>, Static<N>, Static<UTerm>>;
    type NotLongest<N> = Bad<rule::PowerOfTwo, Of<L>, Static<N>, Static<UTerm>>;
}
/// Powers of 2, in an operation on `A` and `B`.
pub struct Whole<A, B>(PhantomData<(A, B)>);
impl<A, B> Asked for Whole<A, B> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Place<A, B, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        Bad<rule::PowerOfTwo, Place<A, B, J>, S, Static<UTerm>>;
    type AfterOdd<N, J: Position> = HNil;
    type NotLongest<N> = HNil;
}
/// Nothing: extents are rounded up to powers of 2.
pub struct Padded<A, B>(PhantomData<(A, B)>);
impl<A, B> Asked for Padded<A, B> {
    type Unknown<J: Position> = Bad<rule::KnownBits, Place<A, B, J>, Static<UTerm>, Static<UTerm>>;
    type OddPart<S, N: Vector, V: Vector, W: Vector, J: Position, T: Matrix<Self>> =
        N::Spread<V, W, T::Columns<W, J::After>>;
    type AfterOdd<N, J: Position> = HNil;
    type NotLongest<N> = HNil;
}

/// A stride: bits, 0 or a dynamic leaf.
pub trait Bits {
    /// The columns of the mode `S:Self` at `J`, and of `T`.
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>>: Columns;
}
impl Bits for Static<UTerm> {
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> =
        S::Columns<F, S, UTerm, W, J, T>;
}
impl<N: Vector> Bits for Xor<Static<N>> {
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> =
        S::Columns<F, S, N, W, J, T>;
}
impl<I> Bits for Xor<Dyn<I>> {
    type Columns<F: Asked, S: Extent, W: Vector, J: Position, T: Matrix<F>> = F::Unknown<J>;
}

/// An extent.
pub trait Extent {
    /// The columns of a mode of the extent `S`, from the value `V` on where `Self` are left of it, and
    /// of `T`.
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>>: Columns;
    /// [`Matrix::Ends`]
    type Ends<F: Asked, N, J: Position, T: Matrix<F>>: Columns;
    /// [`Matrix::Odd`]
    type Odd<F: Asked, W: Vector, T: Matrix<F>>: Longest;
}
impl Extent for Static<U1> {
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        T::Columns<W, J::After>;
    type Ends<F: Asked, N, J: Position, T: Matrix<F>> = T::Ends<N, J::After>;
    type Odd<F: Asked, W: Vector, T: Matrix<F>> = T::Odd<W>;
}
impl<U, B> Extent for Static<UInt<UInt<U, B>, B0>>
where
    Static<UInt<U, B>>: Extent,
{
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        Column<V, W, <Static<UInt<U, B>> as Extent>::Columns<F, S, V::Twice, W::Twice, J, T>>;
    type Ends<F: Asked, N, J: Position, T: Matrix<F>> = F::AfterOdd<N, J>;
    type Odd<F: Asked, W: Vector, T: Matrix<F>> =
        <Static<UInt<U, B>> as Extent>::Odd<F, W::Twice, T>;
}
impl<U, B> Extent for Static<UInt<UInt<U, B>, B1>>
where
    UInt<UInt<U, B>, B1>: Vector,
{
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> =
        F::OddPart<S, UInt<UInt<U, B>, B1>, V, W, J, T>;
    type Ends<F: Asked, N, J: Position, T: Matrix<F>> = F::AfterOdd<N, J>;
    type Odd<F: Asked, W: Vector, T: Matrix<F>> =
        OddPart<W, UInt<UInt<U, B>, B1>, F::NotLongest<W::Times<UInt<UInt<U, B>, B1>>>>;
}
impl<I> Extent for Dyn<I> {
    type Columns<F: Asked, S, V: Vector, W: Vector, J: Position, T: Matrix<F>> = F::Unknown<J>;
    type Ends<F: Asked, N, J: Position, T: Matrix<F>> = F::Unknown<J>;
    type Odd<F: Asked, W: Vector, T: Matrix<F>> = HNil;
}

/// The odd number `N` above 1 at the end of a size, of the weight `W`, and the verdict `V`.
pub struct OddPart<W, N, V>(PhantomData<(W, N, V)>);
/// [`OddPart`], or `HNil` for a power of 2.
pub trait Longest {
    /// The longest layout into integral coordinates that begins with the digits `D`, or a verdict
    /// where that is no beginning of them.
    type Of<D: Digits>: Runs;
}
impl Longest for HNil {
    type Of<D: Digits> = D::Runs;
}
impl<W: Vector, N: Vector, V: Runs> Longest for OddPart<W, N, V> {
    type Of<D: Digits> = <D::Reversed<HNil> as Digits>::Below<W, N, V>;
}
