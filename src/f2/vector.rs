//! Vectors of bits: typenum integers.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, U1, UInt, UTerm};

use super::columns::{Column, Columns};
use super::linear::{Linear, Sums};
use super::matrix::Overlap;
use super::runs::Runs;
use super::word::Word;
use crate::leaf::int::{Known, Static};
use crate::leaf::xor::Xor;
use crate::verdict::Verdict;

/// A vector of bits, the typenum integer that has them.
///
/// `M::Xor0<U>` and the like are the cases of a function of two vectors by their lowest bits: one is
/// `2 U` or `2 U + 1`, the other `Self`.
pub trait Vector {
    /// As a stride: 0, or `f` of it.
    type Stride: Known;
    /// Whether it has no bits.
    type IsZero: Choice;
    /// Whether it is a power of 2.
    type IsPower: Choice;
    /// `2 Self`
    type Twice: Vector;
    /// `Self / 2`, rounded down.
    type Half: Vector;

    /// `Self XOR M`
    type Xor<M: Vector>: Vector;
    /// `2 U XOR Self`
    type Xor0<U: Vector>: Vector;
    /// `2 U + 1 XOR Self`
    type Xor1<U: Vector>: Vector;
    /// The bits of `Self` and those of `M`.
    type Or<M: Vector>: Vector;
    /// Those of `2 U` and of `Self`.
    type Or0<U: Vector>: Vector;
    /// Those of `2 U + 1` and of `Self`.
    type Or1<U: Vector>: Vector;
    /// Whether `Self` and `M` have no bit in common.
    type Apart<M: Vector>: Choice;
    /// Whether `2 U` and `Self` have none.
    type Apart0<U: Vector>: Choice;
    /// Whether `2 U + 1` and `Self` have none.
    type Apart1<U: Vector>: Choice;
    /// The product of `Self` and `M` without carries.
    type Times<M: Vector>: Vector;

    /// `M`, if `Self` is odd, else 0.
    type LowTimes<M: Vector>: Vector;
    /// Whether `A` takes `V` times each power of 2 up to `Self` to as many times `W`.
    type Straight<V: Vector, W: Vector, A: Linear>: Choice;
    /// The verdict, if the vectors `V` times each power of 2 up to `Self` overlap with one another or
    /// with `Seen`; or that of the modes `T`.
    type Carries<V: Vector, Seen: Vector, T: Sums, At>: Verdict;

    /// A mode of extent 2 for each bit of `Self`, with the values of `A` from that at `V` on, coalesced.
    type Values<V: Vector, A: Linear>: Runs;

    /// `M / Self`, rounded down, for a power of 2.
    type Divides<M: Vector>: Vector;
    /// `M` modulo `Self`, a power of 2.
    type Rest<M: Vector>: Vector;
    /// `M` times 2 to the number of bits of `Self`.
    type Shifts<M: Vector>: Vector;
    /// As many of the lowest bits of `M` as `Self` has, the highest first, and then `W`.
    type WordOf<M: Vector, W: Word>: Word;
    /// As many of the lowest bits of `Self` as `P` has and one more, the highest first, and then `W`.
    type Lowest<P: Vector, W: Word>: Word;
    /// As many columns as `Self` has bits, from the value `V` of the coordinate `P` on, and then
    /// `C`.
    type Spread<V: Vector, P: Vector, C: Columns>: Columns;
    /// The largest sum of a value of a mode of the extent `Self` and the stride `V` and of values of
    /// columns; 0 for the extent 0.
    type Largest<V: Vector, C: Columns>: Vector;
    /// `Self + 1`, as an integer.
    type Next: Vector;
}

impl Vector for UTerm {
    type Stride = Static<UTerm>;
    type IsZero = B1;
    type IsPower = B0;
    type Twice = UTerm;
    type Half = UTerm;

    type Xor<M: Vector> = M;
    type Xor0<U: Vector> = UInt<U, B0>;
    type Xor1<U: Vector> = UInt<U, B1>;
    type Or<M: Vector> = M;
    type Or0<U: Vector> = UInt<U, B0>;
    type Or1<U: Vector> = UInt<U, B1>;
    type Apart<M: Vector> = B1;
    type Apart0<U: Vector> = B1;
    type Apart1<U: Vector> = B1;
    type Times<M: Vector> = UTerm;

    type LowTimes<M: Vector> = UTerm;
    type Values<V: Vector, A: Linear> = HNil;
    type Straight<V: Vector, W: Vector, A: Linear> = B1;
    type Carries<V: Vector, Seen: Vector, T: Sums, At> = T::Carries<Seen, At>;

    type Divides<M: Vector> = UTerm;
    type Rest<M: Vector> = UTerm;
    type Shifts<M: Vector> = M;
    type WordOf<M: Vector, W: Word> = W;
    type Lowest<P: Vector, W: Word> = P::WordOf<UTerm, HCons<B0, W>>;
    type Spread<V: Vector, P: Vector, C: Columns> = C;
    type Largest<V: Vector, C: Columns> = UTerm;
    type Next = U1;
}
impl<T: Vector> Vector for UInt<T, B0> {
    type Stride = Xor<Static<Self>>;
    type IsZero = B0;
    type IsPower = T::IsPower;
    type Twice = UInt<Self, B0>;
    type Half = T;

    type Xor<M: Vector> = M::Xor0<T>;
    type Xor0<U: Vector> = <U::Xor<T> as Vector>::Twice;
    type Xor1<U: Vector> = UInt<U::Xor<T>, B1>;
    type Or<M: Vector> = M::Or0<T>;
    type Or0<U: Vector> = UInt<U::Or<T>, B0>;
    type Or1<U: Vector> = UInt<U::Or<T>, B1>;
    type Apart<M: Vector> = M::Apart0<T>;
    type Apart0<U: Vector> = U::Apart<T>;
    type Apart1<U: Vector> = U::Apart<T>;
    type Times<M: Vector> = <T::Times<M> as Vector>::Twice;

    type LowTimes<M: Vector> = UTerm;
    type Values<V: Vector, A: Linear> = <T::Values<V::Twice, A> as Runs>::Prepend<A::At<V>>;
    type Straight<V: Vector, W: Vector, A: Linear> =
        <<<A::At<V> as Vector>::Xor<W> as Vector>::IsZero as Choice>::And<
            T::Straight<V::Twice, W::Twice, A>,
        >;
    type Carries<V: Vector, Seen: Vector, T0: Sums, At> = <V::Apart<Seen> as Choice>::Verdict<
        T::Carries<V::Twice, Seen::Or<V>, T0, At>,
        Overlap<Seen, V, At>,
    >;

    type Divides<M: Vector> = T::Divides<M::Half>;
    type Rest<M: Vector> = <<T::Rest<M::Half> as Vector>::Twice as Vector>::Xor<M::LowTimes<U1>>;
    type Shifts<M: Vector> = T::Shifts<M::Twice>;
    type WordOf<M: Vector, W: Word> = M::Lowest<T, W>;
    type Lowest<P: Vector, W: Word> = P::WordOf<T, HCons<B0, W>>;
    type Spread<V: Vector, P: Vector, C: Columns> = Column<V, P, T::Spread<V::Twice, P::Twice, C>>;
    type Largest<V: Vector, C: Columns> = T::Largest<V::Twice, Column<V, UTerm, C>>;
    type Next = UInt<T, B1>;
}
impl<T: Vector> Vector for UInt<T, B1> {
    type Stride = Xor<Static<Self>>;
    type IsZero = B0;
    type IsPower = T::IsZero;
    type Twice = UInt<Self, B0>;
    type Half = T;

    type Xor<M: Vector> = M::Xor1<T>;
    type Xor0<U: Vector> = UInt<U::Xor<T>, B1>;
    type Xor1<U: Vector> = <U::Xor<T> as Vector>::Twice;
    type Or<M: Vector> = M::Or1<T>;
    type Or0<U: Vector> = UInt<U::Or<T>, B1>;
    type Or1<U: Vector> = UInt<U::Or<T>, B1>;
    type Apart<M: Vector> = M::Apart1<T>;
    type Apart0<U: Vector> = U::Apart<T>;
    type Apart1<U: Vector> = B0;
    type Times<M: Vector> = M::Xor<<T::Times<M> as Vector>::Twice>;

    type LowTimes<M: Vector> = M;
    type Values<V: Vector, A: Linear> = <T::Values<V::Twice, A> as Runs>::Prepend<A::At<V>>;
    type Straight<V: Vector, W: Vector, A: Linear> =
        <<<A::At<V> as Vector>::Xor<W> as Vector>::IsZero as Choice>::And<
            T::Straight<V::Twice, W::Twice, A>,
        >;
    type Carries<V: Vector, Seen: Vector, T0: Sums, At> = <V::Apart<Seen> as Choice>::Verdict<
        T::Carries<V::Twice, Seen::Or<V>, T0, At>,
        Overlap<Seen, V, At>,
    >;

    type Divides<M: Vector> = M;
    type Rest<M: Vector> = UTerm;
    type Shifts<M: Vector> = T::Shifts<M::Twice>;
    type WordOf<M: Vector, W: Word> = M::Lowest<T, W>;
    type Lowest<P: Vector, W: Word> = P::WordOf<T, HCons<B1, W>>;
    type Spread<V: Vector, P: Vector, C: Columns> = Column<V, P, T::Spread<V::Twice, P::Twice, C>>;
    // The last coordinate, and those below it.
    type Largest<V: Vector, C: Columns> = Larger<
        C::LargestFrom<<T::Times<V> as Vector>::Twice>,
        T::Largest<V::Twice, Column<V, UTerm, C>>,
    >;
    type Next = UInt<T::Next, B0>;
}
/// The larger one of two vectors, as integers.
type Larger<V, W> = LargerOf<V, W, <V as Vector>::Or<W>>;
/// The same, of vectors with the places of `P`.
type LargerOf<V, W, P> = <<<P as Vector>::WordOf<V, HNil> as Word>::Below<
    <P as Vector>::WordOf<W, HNil>,
> as Choice>::Vector<W, V>;

/// True or false, `B1` or `B0`.
pub trait Choice {
    /// `A` or `B`
    type Runs<A: Runs, B: Runs>: Runs;
    /// `A` or `B`
    type Verdict<A: Verdict, B: Verdict>: Verdict;
    /// `A` or `B`
    type Vector<A: Vector, B: Vector>: Vector;
    /// `A` or `B`
    type If<A, B>;
    /// `Self` and `C`.
    type And<C: Choice>: Choice;
    /// `Self` or `C`.
    type Or<C: Choice>: Choice;
}
impl Choice for B1 {
    type Runs<A: Runs, B: Runs> = A;
    type Verdict<A: Verdict, B: Verdict> = A;
    type Vector<A: Vector, B: Vector> = A;
    type If<A, B> = A;
    type And<C: Choice> = C;
    type Or<C: Choice> = B1;
}
impl Choice for B0 {
    type Runs<A: Runs, B: Runs> = B;
    type Verdict<A: Verdict, B: Verdict> = B;
    type Vector<A: Vector, B: Vector> = B;
    type If<A, B> = B;
    type And<C: Choice> = B0;
    type Or<C: Choice> = C;
}
