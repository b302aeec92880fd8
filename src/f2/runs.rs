//! Coalesced modes with XOR strides, as they come from single bits.

use core::marker::PhantomData;

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, U0, U1, U2, UInt, UTerm};

use super::vector::{Choice, Vector};
use super::word::Word;
use crate::layout::modes::cons;
use crate::layout::{Layout, Parts};
use crate::leaf::int::{Known, Static};
use crate::verdict::Bad;

/// The mode of extent `S` and stride `f_V`, and then `R`.
pub struct Run<S, V, R>(PhantomData<(S, V, R)>);

/// Coalesced modes, [`Run`]s up to `HNil`, or a verdict.
pub trait Runs {
    /// The mode `2:f_V` before these: one with the first of them if that goes on.
    type Prepend<V: Vector>: Runs;
    /// These with the last extent such that they reach the coordinate `L`, which those before it do not.
    type UpTo<L: Vector>: Runs;
    /// The same of the mode `S:f_V` and of these.
    type AfterUpTo<S: Vector, V: Vector, L: Vector>: Runs;
    /// The mode `S:D` before these: alone it is a leaf.
    type After<S, D>: Parts;
    /// The extents.
    type Shape;
    /// The strides.
    type Stride;
    /// No mode is `1:0`, one a leaf, several are a tuple.
    type Layout: Parts;

    /// The extents, and then `S`.
    type ShapeBefore<S>;
    /// The strides, and then `D`.
    type StrideBefore<D>;
    /// These modes, and then `S:D`.
    type Before<S, D>: Parts;
    /// The extents.
    fn shape_before<S>(extent: S) -> Self::ShapeBefore<S>;
    /// The strides.
    fn stride_before<D>(stride: D) -> Self::StrideBefore<D>;
    /// The modes.
    fn before<S, D>(extent: S, stride: D) -> Self::Before<S, D>;
}
impl Runs for HNil {
    type Prepend<V: Vector> = Run<U2, V, HNil>;
    type UpTo<L: Vector> = HNil;
    type AfterUpTo<S: Vector, V: Vector, L: Vector> = Run<L::Next, V, HNil>;
    type After<S, D> = Layout<S, D>;
    type Shape = HNil;
    type Stride = HNil;
    type Layout = Layout<Static<U1>, Static<U0>>;

    type ShapeBefore<S> = HCons<S, HNil>;
    type StrideBefore<D> = HCons<D, HNil>;
    type Before<S, D> = Layout<S, D>;
    fn shape_before<S>(extent: S) -> Self::ShapeBefore<S> {
        cons(extent, HNil)
    }
    fn stride_before<D>(stride: D) -> Self::StrideBefore<D> {
        cons(stride, HNil)
    }
    fn before<S, D>(extent: S, stride: D) -> Layout<S, D> {
        Layout::sound(extent, stride)
    }
}
impl<S: Vector, V: Vector, R: Runs> Runs for Run<S, V, R> {
    type Prepend<W: Vector> = <<<W::Twice as Vector>::Xor<V> as Vector>::IsZero as Choice>::Runs<
        Run<UInt<S, B0>, W, R>,
        Run<U2, W, Self>,
    >;
    type UpTo<L: Vector> = R::AfterUpTo<S, V, L>;
    type AfterUpTo<T: Vector, W: Vector, L: Vector> = Run<T, W, R::AfterUpTo<S, V, T::Divides<L>>>;
    type After<S0, D0> = Layout<HCons<S0, Self::Shape>, HCons<D0, Self::Stride>>;
    type Shape = HCons<Static<S>, R::Shape>;
    type Stride = HCons<V::Stride, R::Stride>;
    type Layout = R::After<Static<S>, V::Stride>;

    type ShapeBefore<S0> = HCons<Static<S>, R::ShapeBefore<S0>>;
    type StrideBefore<D0> = HCons<V::Stride, R::StrideBefore<D0>>;
    type Before<S0, D0> = Layout<Self::ShapeBefore<S0>, Self::StrideBefore<D0>>;
    fn shape_before<S0>(extent: S0) -> Self::ShapeBefore<S0> {
        cons(Static::new(), R::shape_before(extent))
    }
    fn stride_before<D0>(stride: D0) -> Self::StrideBefore<D0> {
        cons(V::Stride::VALUE, R::stride_before(stride))
    }
    fn before<S0, D0>(extent: S0, stride: D0) -> Self::Before<S0, D0> {
        Layout::sound(Self::shape_before(extent), Self::stride_before(stride))
    }
}
impl<B, At, X, Y> Runs for Bad<B, At, X, Y> {
    type Prepend<V: Vector> = Self;
    type UpTo<L: Vector> = Self;
    type AfterUpTo<S: Vector, V: Vector, L: Vector> = Self;
    type After<S, D> = Layout<Self, Self>;
    type Shape = Self;
    type Stride = Self;
    type Layout = Layout<Self, Self>;

    type ShapeBefore<S> = Self;
    type StrideBefore<D> = Self;
    type Before<S, D> = Layout<Self, Self>;
    fn shape_before<S>(_: S) -> Self {
        Bad::new()
    }
    fn stride_before<D>(_: D) -> Self {
        Bad::new()
    }
    fn before<S, D>(_: S, _: D) -> Self::Before<S, D> {
        Layout::sound(Bad::new(), Bad::new())
    }
}

/// The vector `V`, and then `D`.
pub struct Digit<V, D>(PhantomData<(V, D)>);

/// [`Digit`]s up to `HNil`, the values of the bits of an integer, or a verdict.
pub trait Digits {
    /// A mode of extent 2 for each, coalesced.
    type Runs: Runs;
    /// The highest first, and then `D`.
    type Reversed<D: Digits>: Digits;

    /// Of those that have the highest first, a mode of extent 2 for each, and then `R`.
    type Whole<R: Runs>: Runs;
    /// All bits.
    type Bits: Vector;
    /// Of those that have the highest first, a mode of extent 2 for each, if all combinations are below
    /// `Unit N`, for a power of 2 and an odd number above 1; or those that end in the bits of a mode `N`
    /// of stride `Unit`; or `Else`.
    type Below<Unit: Vector, N: Vector, Else: Runs>: Runs;
    /// Those that end in such a mode, whose highest digit is `Top`; if they do not, `Else`.
    type Straight<Top: Vector, Unit: Vector, N: Vector, Else: Runs>: Runs;
}
impl Digits for HNil {
    type Runs = HNil;
    type Reversed<D: Digits> = D;

    type Whole<R: Runs> = R;
    type Bits = UTerm;
    type Below<Unit: Vector, N: Vector, Else: Runs> = HNil;
    type Straight<Top: Vector, Unit: Vector, N: Vector, Else: Runs> = Else;
}
impl<V: Vector, D: Digits> Digits for Digit<V, D> {
    type Runs = <D::Runs as Runs>::Prepend<V>;
    type Reversed<A: Digits> = D::Reversed<Digit<V, A>>;

    type Whole<R: Runs> = D::Whole<R::Prepend<V>>;
    type Bits = V::Or<D::Bits>;
    type Below<Unit: Vector, N: Vector, Else: Runs> =
        <Within<Unit::Divides<Self::Bits>, N> as Choice>::Runs<
            Self::Whole<HNil>,
            Self::Straight<<N::Half as Vector>::Shifts<Unit>, Unit, N, Else>,
        >;
    type Straight<Top: Vector, Unit: Vector, N: Vector, Else: Runs> =
        <Same<V, Top> as Choice>::Runs<
            <Same<Top, Unit> as Choice>::Runs<
                <<Unit::Divides<D::Bits> as Vector>::IsZero as Choice>::Runs<
                    D::Whole<Run<N, Unit, HNil>>,
                    Else,
                >,
                D::Straight<Top::Half, Unit, N, Else>,
            >,
            Else,
        >;
}
impl<B, At, X, Y> Digits for Bad<B, At, X, Y> {
    type Runs = Self;
    type Reversed<D: Digits> = Self;

    type Whole<R: Runs> = Self;
    type Bits = UTerm;
    type Below<Unit: Vector, N: Vector, Else: Runs> = Self;
    type Straight<Top: Vector, Unit: Vector, N: Vector, Else: Runs> = Self;
}
/// Whether two vectors are the same.
type Same<V, W> = <<V as Vector>::Xor<W> as Vector>::IsZero;
/// Whether `V`, of no more bits than `N`, is the smaller integer.
type Within<V, N> = <<N as Vector>::WordOf<V, HNil> as Word>::Below<<N as Vector>::WordOf<N, HNil>>;
