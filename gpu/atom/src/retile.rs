//! Fragments of a thread in the order of a copy.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::HCons;
use tilework::algebra::Error;
use typenum::U1;

use super::CopyAtom;
use super::halves::{Front, Halves};
use tilework::internal::{
    AnyLayout, CastTotal, Column, Compact, CompositionTotal, Computes, Exact, HasResult, HasSize,
    Known, Layout, Leaf, ModeSizes, Number, NumberOf, Pair, ProductTotal, Repeated,
    RightInverseTotal, Static, Up, Verdict, ZippedDivideTotal, followed_by, halves, split_first,
};
use tilework::verdict::operation;

/// Fragments that a [`TiledCopy`](super::TiledCopy) can reorder: the bound of
/// [`TiledCopy::retile`](super::TiledCopy::retile).
pub trait RetiledBy<A, T, V>: Retile<A, T, V> {}
impl<A, T, V, L, W> RetiledBy<A, T, V> for L
where
    L: Retile<A, T, V, Verdict = W>,
    W: HasResult<operation::retile>,
{
}
/// [`RetiledBy`] before the verdict.
pub trait Retile<A, T, V>: AnyLayout {
    /// The fragment in the order of the copy.
    type Result: AnyLayout;
    /// `HNil`, or the verdict.
    type Verdict;
    /// The fragment in the order of the copy.
    fn try_retile(self) -> Result<Self::Result, Error>;
}
/// [`Retile::try_retile`] as an operation.
pub(super) struct Retiling<A, T, V>(PhantomData<(A, T, V)>);
impl<A, T, V, L: Retile<A, T, V>> Computes<L, (), L::Result> for Retiling<A, T, V> {
    #[inline(always)]
    fn compute(fragment: L, (): ()) -> Result<L::Result, Error> {
        fragment.try_retile()
    }
}
impl<L, A, T, V, N, B, P, Y, W> Retile<A, T, V> for L
where
    L: Front<Front: HasSize<Size = N>> + AtCoordinates<P, Out = Y>,
    N: Leaf,
    A: CopyAtom<Reference: Halves<Second: HasSize>>,
    V: ElementNumbers<T, Elements: Leaf, Out = B>,
    B: ValueCoordinates<OfRepeat<V, T, N>, N, Values<A>, Out = P>,
    HList![V::Verdicts, B::Verdicts, <L as AtCoordinates<P>>::Verdicts]: Verdict<Out = W>,
    Y: AnyLayout,
{
    type Result = Y;
    type Verdict = W;
    #[inline(always)]
    fn try_retile(self) -> Result<Y, Error> {
        self.try_at_coordinates()
    }
}
/// The numbers of one repeat: a repeat of an element follows from its number, and the elements of all threads, each
/// with `N`, make one repeat.
type OfRepeat<V, T, N> =
    <NumberOf<<V as ElementNumbers<T>>::Elements> as Number>::Times<NumberOf<N>>;
/// The number of values of the atom `A`.
type Values<A> = <<<A as CopyAtom>::Reference as Halves>::Second as HasSize>::Size;

/// The number of each element of the tile `T` among threads and values: `right_inverse(Self) o T` of a thread-value
/// layout.
pub trait ElementNumbers<T> {
    /// The number of threads, and so of elements at one value.
    type Elements;
    /// The layout of the numbers.
    type Out;
    /// The parts that may have verdicts.
    type Verdicts;
}
impl<T, TS, TD, VS, VD, B, BD, I, N> ElementNumbers<T> for Pair<TS, TD, VS, VD>
where
    TS: Compact<Static<U1>, Column>,
    T: ModeSizes<Out = B>,
    B: Compact<Static<U1>, Column, Stride = BD>,
    Self: RightInverseTotal<Result = I>,
    I: CompositionTotal<Layout<B, BD>, Result = N>,
{
    type Elements = TS::After;
    type Out = N;
    type Verdicts = HList![I, N];
}

/// From a value of an atom of `AV` values to its coordinate in the part of a fragment that belongs to one tile. A
/// repeat has `N` elements of a thread and `K` numbers. `Self` is the layout of the numbers.
pub trait ValueCoordinates<K, N, AV> {
    /// The part of the fragment, as a tiler, and the layout of the coordinates.
    type Out;
    /// The parts that may have verdicts.
    type Verdicts;
}
impl<L, K, N, AV, S, D, I, B, Q> ValueCoordinates<K, N, AV> for L
where
    L: CastTotal<Up<K>, Result = Layout<S, D>>,
    S: ModeSizes,
    Layout<S, D>: RightInverseTotal<Result = I>,
    Layout<N, Static<U1>>: ProductTotal<I, Repeated, Result = B>,
    B: ZippedDivideTotal<AV, Exact, Result = Q>,
{
    type Out = (HCons<N, S::Out>, Q);
    type Verdicts = HList![S, I, B, Q];
}

/// A fragment that is divided by the part of one tile and composed with the coordinates of its values.
pub trait AtCoordinates<P>: AnyLayout {
    /// The values, and the remaining modes of the fragment.
    type Out;
    /// The parts that may have verdicts.
    type Verdicts;
    /// Computes the values and the remaining modes.
    fn try_at_coordinates(self) -> Result<Self::Out, Error>;
}
impl<L, P, QS, QD, XS, XD, Z, ZS, ZD, ZDT, YS, YD> AtCoordinates<(P, Layout<QS, QD>)> for L
where
    P: Known,
    Layout<QS, QD>: Known,
    // No mode of the values remains.
    L: AnyLayout + ZippedDivideTotal<P, Exact, Result = Pair<XS, XD, HCons<Z, ZS>, HCons<ZD, ZDT>>>,
    Pair<XS, XD, HCons<Z, ZS>, HCons<ZD, ZDT>>: AnyLayout,
    Layout<XS, XD>: CompositionTotal<Layout<QS, QD>, Result = Layout<YS, YD>>,
    Layout<YS, YD>: AnyLayout,
    Layout<HCons<YS, ZS>, HCons<YD, ZDT>>: AnyLayout,
{
    type Out = Layout<HCons<YS, ZS>, HCons<YD, ZDT>>;
    type Verdicts = HList![XS, ZS, YS];
    #[inline(always)]
    fn try_at_coordinates(self) -> Result<Self::Out, Error> {
        let (tile, rest) = halves(self.try_split_zipped(Known::VALUE)?);
        let (_, rest) = split_first(rest);
        let tile = tile.try_compose(Known::VALUE)?;
        // SAFETY: the offsets are among those of the layout that was divided.
        Ok(unsafe { followed_by(tile, rest) })
    }
}
