//! Fragments of a thread in the order of a copy.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::HCons;
use tilework::algebra::Error;
use typenum::U1;

use super::CopyAtom;
use tilework::internal::{
    AnyLayout, CastTotal, Column, Compact, CompositionTotal, Computes, Exact, HasResult, Known,
    Layout, Leaf, ModeSizes, Number, NumberOf, Pair, ProductTotal, Repeated, RightInverseTotal,
    Static, Up, Verdict, ZippedDivideTotal, followed_by, halves, split_first,
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
impl<FS, FST, FD, FDT, A, T, V, N, H, K, B, RT, RV, RD, AV, P, Y, W> Retile<A, T, V>
    for Layout<HCons<FS, FST>, HCons<FD, FDT>>
where
    V: ElementNumbers<T, Elements = H, Out = B>,
    // The repeat of an element follows from its number: `K` elements, those of all threads, make one repeat.
    FS: Compact<Static<U1>, Column, After = N>,
    H: Leaf,
    NumberOf<H>: Number<Times<NumberOf<N>> = K>,
    N: Leaf,
    A: CopyAtom<Reference = Layout<HList![RT, RV], RD>>,
    RV: Compact<Static<U1>, Column, After = AV>,
    B: ValueCoordinates<K, N, AV, Out = P>,
    Self: AtCoordinates<P, Out = Y>,
    HList![
        <V as ElementNumbers<T>>::Verdicts,
        <B as ValueCoordinates<K, N, AV>>::Verdicts,
        <Self as AtCoordinates<P>>::Verdicts
    ]: Verdict<Out = W>,
    Y: AnyLayout,
{
    type Result = Y;
    type Verdict = W;
    #[inline(always)]
    fn try_retile(self) -> Result<Y, Error> {
        self.try_at_coordinates()
    }
}

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
impl<T, TS, TD, VS, VD, H, B, BD, IS, ID, NS, ND> ElementNumbers<T> for Pair<TS, TD, VS, VD>
where
    TS: Compact<Static<U1>, Column, After = H>,
    T: ModeSizes<Out = B>,
    B: Compact<Static<U1>, Column, Stride = BD>,
    Self: RightInverseTotal<Result = Layout<IS, ID>>,
    Layout<IS, ID>: CompositionTotal<Layout<B, BD>, Result = Layout<NS, ND>>,
{
    type Elements = H;
    type Out = Layout<NS, ND>;
    type Verdicts = HList![IS, NS];
}

/// From a value of an atom of `AV` values to its coordinate in the part of a fragment that belongs to one tile. A
/// repeat has `N` elements of a thread and `K` numbers. `Self` is the layout of the numbers.
pub trait ValueCoordinates<K, N, AV> {
    /// The part of the fragment, as a tiler, and the layout of the coordinates.
    type Out;
    /// The parts that may have verdicts.
    type Verdicts;
}
impl<NS, ND, K, N, AV, PS, PD, PB, JS, JD, OS, OD, QS, QD> ValueCoordinates<K, N, AV>
    for Layout<NS, ND>
where
    Self: CastTotal<Up<K>, Result = Layout<PS, PD>>,
    PS: ModeSizes<Out = PB>,
    Layout<PS, PD>: RightInverseTotal<Result = Layout<JS, JD>>,
    Layout<N, Static<U1>>: ProductTotal<Layout<JS, JD>, Repeated, Result = Layout<OS, OD>>,
    Layout<OS, OD>: ZippedDivideTotal<AV, Exact, Result = Layout<QS, QD>>,
{
    type Out = (HCons<N, PB>, Layout<QS, QD>);
    type Verdicts = HList![PS, JS, OS, QS];
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
