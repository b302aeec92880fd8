//! Words: vectors of a fixed number of bits, the highest first.

use frunk_core::hlist::{HCons, HNil};
use typenum::{B0, B1, UInt};

use super::columns::{Clear, Found, NotFound, Row, Rows, Search};
use super::echelon::{Bottom, Echelon};
use super::vector::{Choice, Vector};

/// An hlist of bits, the highest first. Two that are put together are of one length.
pub trait Word {
    /// `Self XOR W`
    type Xor<W: Word>: Word;
    /// `0 T XOR Self`
    type Xor0<T: Word>: Word;
    /// `1 T XOR Self`
    type Xor1<T: Word>: Word;
    /// Whether `Self < W`.
    type Below<W: Word>: Choice;
    /// Whether `0 T < Self`.
    type Below0<T: Word>: Choice;
    /// Whether `1 T < Self`.
    type Below1<T: Word>: Choice;

    /// The echelon form of rows of this length.
    type Echelon<R: Rows>: Echelon;
    /// The search for a pivot in a row of these bits and of the coordinate `P`, and then in `R`.
    type Search<P: Vector, R: Rows>: Search;
    /// The row of these bits without its first one, to which the pivot `V` of the coordinate `Q` is
    /// added if that is 1; and then `R`.
    type Clear<V: Word, Q: Vector, P: Vector, R: Rows>: Rows;
    /// The coordinate `P` of these bits reduced by the pivot `V` of the coordinate `Q`, and then by
    /// `E`.
    type Reduce<V: Word, Q: Vector, P: Vector, E: Echelon>: Vector;
    /// The same where there is no pivot.
    type Skip<P: Vector, E: Echelon>: Vector;
    /// [`Echelon::Largest`] after the bits `M`, where the pivot `V` can make the first bit 1.
    type Raised<V: Word, E: Echelon, M: Vector>: Vector;
    /// The same where there is no pivot.
    type Kept<E: Echelon, M: Vector>: Vector;
}

impl Word for HNil {
    type Xor<W: Word> = HNil;
    type Xor0<T: Word> = HNil;
    type Xor1<T: Word> = HNil;
    type Below<W: Word> = B0;
    type Below0<T: Word> = B0;
    type Below1<T: Word> = B0;

    type Echelon<R: Rows> = Bottom<R::Any>;
    type Search<P: Vector, R: Rows> = NotFound<HNil>;
    type Clear<V: Word, Q: Vector, P: Vector, R: Rows> = HNil;
    type Reduce<V: Word, Q: Vector, P: Vector, E: Echelon> = P;
    type Skip<P: Vector, E: Echelon> = P;
    type Raised<V: Word, E: Echelon, M: Vector> = M;
    type Kept<E: Echelon, M: Vector> = M;
}
impl<W: Word> Word for HCons<B0, W> {
    type Xor<V: Word> = V::Xor0<W>;
    type Xor0<T: Word> = HCons<B0, T::Xor<W>>;
    type Xor1<T: Word> = HCons<B1, T::Xor<W>>;
    type Below<V: Word> = V::Below0<W>;
    type Below0<T: Word> = T::Below<W>;
    type Below1<T: Word> = B0;

    type Echelon<R: Rows> = <R::Search as Search>::Echelon<W>;
    type Search<P: Vector, R: Rows> = <R::Search as Search>::After<W, P>;
    type Clear<V: Word, Q: Vector, P: Vector, R: Rows> = Row<W, P, Clear<R, V, Q>>;
    type Reduce<V: Word, Q: Vector, P: Vector, E: Echelon> = E::Reduce<W, P>;
    type Skip<P: Vector, E: Echelon> = E::Reduce<W, P>;
    type Raised<V: Word, E: Echelon, M: Vector> = E::Largest<W::Xor<V>, UInt<M, B1>>;
    type Kept<E: Echelon, M: Vector> = E::Largest<W, M::Twice>;
}
impl<W: Word> Word for HCons<B1, W> {
    type Xor<V: Word> = V::Xor1<W>;
    type Xor0<T: Word> = HCons<B1, T::Xor<W>>;
    type Xor1<T: Word> = HCons<B0, T::Xor<W>>;
    type Below<V: Word> = V::Below1<W>;
    type Below0<T: Word> = B1;
    type Below1<T: Word> = T::Below<W>;

    type Echelon<R: Rows> = <R::Search as Search>::Echelon<W>;
    type Search<P: Vector, R: Rows> = Found<W, P, Clear<R, W, P>>;
    type Clear<V: Word, Q: Vector, P: Vector, R: Rows> = Row<W::Xor<V>, P::Xor<Q>, Clear<R, V, Q>>;
    type Reduce<V: Word, Q: Vector, P: Vector, E: Echelon> = E::Reduce<W::Xor<V>, P::Xor<Q>>;
    type Skip<P: Vector, E: Echelon> = E::Reduce<W, P>;
    type Raised<V: Word, E: Echelon, M: Vector> = E::Largest<W, UInt<M, B1>>;
    type Kept<E: Echelon, M: Vector> = E::Largest<W, UInt<M, B1>>;
}
