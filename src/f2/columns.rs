//! Columns: the values of the bits of coordinates, and the search for pivots among them.

use core::marker::PhantomData;

use frunk_core::hlist::HNil;
use typenum::{B0, B1, UTerm};

use super::echelon::{Bottom, Echelon, Free, Pivot};
use super::vector::{Choice, Vector};
use super::word::Word;
use crate::verdict::Bad;

/// The value `V` of the coordinate `P`, and then `C`.
pub struct Column<V, P, C>(PhantomData<(V, P, C)>);

/// [`Column`]s up to `HNil`, or a verdict.
pub trait Columns {
    /// All bits of the values.
    type Bits: Vector;
    /// The values as words with the places of `P`.
    type Rows<P: Vector>: Rows;
    /// The echelon form.
    type Echelon: Echelon;
    /// `E`, or the verdict.
    type Unless<E: Echelon>: Echelon;
    /// The largest of the sums of `V` and of values.
    type LargestFrom<V: Vector>: Vector;
}
impl Columns for HNil {
    type Bits = UTerm;
    type Rows<P: Vector> = HNil;
    type Echelon = Bottom<B0>;
    type Unless<E: Echelon> = E;
    type LargestFrom<V: Vector> = V;
}
impl<V: Vector, P: Vector, C: Columns> Columns for Column<V, P, C> {
    type Bits = V::Or<C::Bits>;
    type Rows<Q: Vector> = Row<Q::WordOf<V, HNil>, P, C::Rows<Q>>;
    type Echelon = C::Unless<<Places<Self::Bits> as Word>::Echelon<Self::Rows<Self::Bits>>>;
    type Unless<E: Echelon> = C::Unless<E>;
    type LargestFrom<W: Vector> = Largest<Self, W, W::Or<Self::Bits>>;
}
/// A word with the places of `P`.
type Places<P> = <P as Vector>::WordOf<P, HNil>;
/// [`Columns::LargestFrom`], of vectors with the places of `P`.
type Largest<C, V, P> = <<Places<P> as Word>::Echelon<<C as Columns>::Rows<P>> as Echelon>::Largest<
    <P as Vector>::WordOf<V, HNil>,
    UTerm,
>;
impl<R, At, X, Y> Columns for Bad<R, At, X, Y> {
    type Bits = UTerm;
    type Rows<P: Vector> = HNil;
    type Echelon = Self;
    type Unless<E: Echelon> = Self;
    type LargestFrom<V: Vector> = UTerm;
}

/// The word `V` of the coordinate `P`, and then `R`.
pub struct Row<V, P, R>(PhantomData<(V, P, R)>);

/// [`Row`]s up to `HNil`.
pub trait Rows {
    /// Whether there is one.
    type Any: Choice;
    /// The first row that begins with 1.
    type Search: Search;
    /// The rows without their first bits, those that begin with 1 plus the pivot `V` of the
    /// coordinate `Q`.
    type Clear<V: Word, Q: Vector>: Rows;
}
/// [`Rows::Clear`]
pub type Clear<R, V, Q> = <R as Rows>::Clear<V, Q>;
impl Rows for HNil {
    type Any = B0;
    type Search = NotFound<HNil>;
    type Clear<V: Word, Q: Vector> = HNil;
}
impl<V: Word, P: Vector, R: Rows> Rows for Row<V, P, R> {
    type Any = B1;
    type Search = V::Search<P, R>;
    type Clear<W: Word, Q: Vector> = V::Clear<W, Q, P, R>;
}

/// The pivot `V` of the coordinate `P`, and the other rows, without their first bits.
pub struct Found<V, P, R>(PhantomData<(V, P, R)>);
/// The rows without their first bits, of which none is 1.
pub struct NotFound<R>(PhantomData<R>);

/// [`Found`] or [`NotFound`].
pub trait Search {
    /// With the row `V` of the coordinate `P` before the others.
    type After<V: Word, P: Vector>: Search;
    /// The echelon form; `W` has the places that are left.
    type Echelon<W: Word>: Echelon;
}
impl<V: Word, P: Vector, R: Rows> Search for Found<V, P, R> {
    type After<W: Word, Q: Vector> = Found<V, P, Row<W, Q, R>>;
    type Echelon<W: Word> = Pivot<V, P, W::Echelon<R>>;
}
impl<R: Rows> Search for NotFound<R> {
    type After<W: Word, Q: Vector> = NotFound<Row<W, Q, R>>;
    type Echelon<W: Word> = Free<W::Echelon<R>>;
}
