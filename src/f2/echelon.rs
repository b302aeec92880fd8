//! Echelon forms: at each place, from the highest down, the vector that begins there.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{B0, U1, UInt, UTerm};

use super::runs::{Digit, Digits, Runs};
use super::vector::{Choice, Vector};
use super::word::Word;
use crate::verdict::Bad;

/// A vector that begins at this place, whose other bits are `V`, the value of the coordinate `P`;
/// then the places below.
pub struct Pivot<V, P, E>(PhantomData<(V, P, E)>);
/// No vector begins at this place; then the places below.
pub struct Free<E>(PhantomData<E>);
/// Below the last place. `B1` if there are columns that are sums of others.
pub struct Bottom<B>(PhantomData<B>);

/// [`Pivot`] and [`Free`] places down to [`Bottom`], or a verdict.
pub trait Echelon {
    /// The power of 2 past all values.
    type End: Vector;
    /// Whether some columns are sums of others.
    type Dependent: Choice;
    /// What `P` is, a coordinate of the value `V`, once all bits of `V` at which a vector begins are
    /// 0.
    type Reduce<V: Word, P: Vector>: Vector;
    /// A mode of extent 2 for each place: the coordinate whose value, of the leading bits, has this
    /// one alone. Then `R`.
    type Left<R: Runs>: Runs;
    /// Coordinates with the values 1, 2, 4 and so on, as far as there are, and then `D`.
    type Right<D: Digits>: Digits;
    /// A mode of extent 2 for each place where no vector begins, and then `R`.
    type Gaps<R: Runs>: Runs;
    /// The largest of the sums of `W` and of vectors, after the bits `V`.
    type Largest<W: Word, V: Vector>: Vector;
}
impl<V: Word, P: Vector, E: Echelon> Echelon for Pivot<V, P, E> {
    type End = UInt<E::End, B0>;
    type Dependent = E::Dependent;
    type Reduce<W: Word, Q: Vector> = W::Reduce<V, P, Q, E>;
    type Left<R: Runs> = E::Left<R::Prepend<E::Reduce<V, P>>>;
    type Right<D: Digits> = E::Right<Digit<E::Reduce<V, P>, D>>;
    type Gaps<R: Runs> = E::Gaps<R>;
    type Largest<W: Word, M: Vector> = W::Raised<V, E, M>;
}
impl<E: Echelon> Echelon for Free<E> {
    type End = UInt<E::End, B0>;
    type Dependent = E::Dependent;
    type Reduce<W: Word, Q: Vector> = W::Skip<Q, E>;
    type Left<R: Runs> = E::Left<R::Prepend<UTerm>>;
    type Right<D: Digits> = E::Right<HNil>;
    type Gaps<R: Runs> = E::Gaps<R::Prepend<E::End>>;
    type Largest<W: Word, V: Vector> = W::Kept<E, V>;
}
impl<B: Choice> Echelon for Bottom<B> {
    type End = U1;
    type Dependent = B;
    type Reduce<W: Word, Q: Vector> = Q;
    type Left<R: Runs> = R;
    type Right<D: Digits> = D;
    type Gaps<R: Runs> = R;
    type Largest<W: Word, V: Vector> = V;
}
impl<R, At, X, Y> Echelon for Bad<R, At, X, Y> {
    type End = U1;
    type Dependent = B0;
    type Reduce<W: Word, Q: Vector> = Q;
    type Left<S: Runs> = Self;
    type Right<D: Digits> = Self;
    type Gaps<S: Runs> = Self;
    type Largest<W: Word, V: Vector> = V;
}
