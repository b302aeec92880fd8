//! Tiled copies by the offsets that threads access.

use core::marker::PhantomData;

use frunk_core::HList;
use frunk_core::hlist::{HCons, HNil};
use tilework_algebra::{Error, Operation};
use typenum::{U0, U1};

use super::TiledCopy;
use super::tiled_copy::DividedUnless;
use super::tiled_mma::CompactUnless;
use crate::layout::modes::StaticSize;
use crate::layout::{AnyLayout, Layout, injectivity};
use crate::leaf::arithmetic::{Mul, Versus};
use crate::leaf::exact_division::ExactDiv;
use crate::leaf::int::Static;
use crate::operation::coalesce::CoalesceAll;
use crate::operation::composition::Compose;
use crate::operation::filter::FilterModes;
use crate::operation::left_inverse::InvertLeft;
use crate::operation::locate::LocateOffsets;
use crate::operation::max_common::ComposeUnless;
use crate::operation::right_inverse::InvertRight;
use crate::operation::sort::SortByStride;
use crate::operation::thread_value::{ModeSizes, TwoModes};
use crate::plain::plain;
use crate::verdict::operation::tiled_copy_of;
use crate::verdict::{Bad, Permits, Verdict};

// Of one type, as for `ThreadValue`.
impl TiledCopy<(), (), ()> {
    /// The copy in which value `v` of thread `t` is the element of `data` at the offset `tv(t, v)`: for
    /// threads that are to have certain offsets, wherever these are in the data. CuTe's
    /// `make_cotiled_copy`. Both layouts are static.
    ///
    /// With `l` the [`left_inverse`](crate::operation::left_inverse()) of the data, `c = l o tv` are the coordinates
    /// of these elements. The tile has in each mode of the data, at the top, those that `c` has there, in
    /// their order, and `tv(t, v) = data(c(t, v))` for all threads and values. Where strides are 0 several
    /// have the same element.
    ///
    /// **Errors.** While compiling: *profile*, for a thread-value layout that has not two modes;
    /// *coordinate range*, for offsets that are none of the data, or that its left inverse does not find;
    /// *compactness*, where the elements are not all of those that have their coordinates in each mode;
    /// those of [`TiledCopy::of`].
    ///
    /// # Errors
    /// [`Rule::Injectivity`](crate::Rule) where the data has an offset twice.
    ///
    /// ```
    /// use tilework::atom::{TiledCopy, Vector};
    /// use tilework::{Layout, layout, typenum::U4};
    /// // Each of 32 threads takes 4 offsets, and all of them 128 that follow one another: of rows of 64
    /// // elements two, with 16 threads each.
    /// let rows = layout!((8,64):row_major);
    /// let copy = TiledCopy::try_cotiled(Vector::<U4>::new(), layout!((32,4):(4,1)), rows)?;
    /// let parts: Layout!(((16,2),(4,1),(4,1)):((4,64),(1,0),(128,0))) = copy.partition_s(rows);
    /// # let _ = parts;
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn try_cotiled<W: Permits<tiled_copy_of>, A, R, L: AnyLayout, P, V>(
        atom: A,
        tv: R,
        data: L,
    ) -> Result<TiledCopy<A, Tilers<P>, V>, Error>
    where
        R: OffsetsOf<L, A, Tiler = P, Out = V, Verdict = W>,
    {
        let _ = (atom, tv);
        injectivity::check(data.modes()).map_err(|error| error.during(Operation::Partition))?;
        Ok(TiledCopy(PhantomData))
    }

    /// The copy in which value `v` of thread `t` is the element of `data` at the offset `tv(t, v)`: for
    /// threads that are to have certain offsets, wherever these are in the data. CuTe's
    /// `make_cotiled_copy`. Both layouts are static.
    ///
    /// # Panics
    /// Where [`TiledCopy::try_cotiled`] is an error.
    #[doc(alias = "make_cotiled_copy")]
    #[track_caller]
    pub fn cotiled<W: Permits<tiled_copy_of>, A, R, L: AnyLayout, P, V>(
        atom: A,
        tv: R,
        data: L,
    ) -> TiledCopy<A, Tilers<P>, V>
    where
        R: OffsetsOf<L, A, Tiler = P, Out = V, Verdict = W>,
    {
        plain(TiledCopy::try_cotiled(atom, tv, data))
    }
}

/// The tile of a [`TiledCopy`] that is where the layouts `P` say in each mode of the data.
pub struct Tilers<P>(PhantomData<P>);

/// The shape of the tile of a [`TiledCopy`].
pub trait SizesOf {
    /// A shape.
    type Out;
}
impl<N> SizesOf for Static<N> {
    type Out = Self;
}
impl<H, T> SizesOf for HCons<H, T> {
    type Out = Self;
}
impl<P: Extents> SizesOf for Tilers<P> {
    type Out = P::Out;
}
/// The tiler of a [`TiledCopy`].
pub trait TilerOf {
    /// A tiler.
    type Out;
}
impl<N> TilerOf for Static<N> {
    type Out = Self;
}
impl<H, T, B> TilerOf for HCons<H, T>
where
    Self: ModeSizes<Out = B>,
{
    type Out = B;
}
impl<P> TilerOf for Tilers<P> {
    type Out = P;
}
/// The sizes of layouts.
pub trait Extents {
    /// A leaf, or an hlist of leaves.
    type Out;
}
impl<S, D, M, N> Extents for Layout<S, D>
where
    Self: AnyLayout<Modes = M>,
    M: StaticSize<Size = N>,
{
    type Out = N;
}
impl Extents for HNil {
    type Out = HNil;
}
impl<H: Extents<Out = N>, T: Extents<Out = B>, N, B> Extents for HCons<H, T> {
    type Out = HCons<N, B>;
}

/// Threads and values at offsets of the data `L`, which the atom `A` divides: the bound of
/// [`TiledCopy::cotiled`].
pub trait OffsetsOf<L, A>: AnyLayout {
    /// A layout for each mode of the data.
    type Tiler;
    /// The thread-value layout of the tile.
    type Out;
    /// `HNil`, or the verdict.
    type Verdict;
}
impl<R, S, D, A, RS, B, N, M, F, CS, CD, W, P, V, X, Y, Z> OffsetsOf<Layout<S, D>, A> for R
where
    R: AnyLayout<Shape = RS>,
    RS: TwoModes<R, Verdict = F>,
    S: ModeSizes<Out = B>,
    Layout<S, D>: AnyLayout<Modes = M> + LocateOffsets<R, Result = Layout<CS, CD>>,
    M: StaticSize<Size = N>,
    HList![F, CS]: Verdict<Out = W>,
    W: TiledUnless<R, B, N, Layout<CS, CD>, Out = Cotiled<P, V, X>>,
    X: Verdict<Out = Y>,
    Y: DividedUnless<V, A, Out = Z>,
{
    type Tiler = P;
    type Out = V;
    type Verdict = Z;
}
/// The layouts `P` of the tile, its thread-value layout `V`, and the verdict `X`.
pub struct Cotiled<P, V, X>(PhantomData<(P, V, X)>);

/// The tile of the coordinates `C` in modes of the sizes `B`, `N` elements, unless `Self` is a verdict.
pub trait TiledUnless<R, B, N, C> {
    /// [`Cotiled`]
    type Out;
}
impl<R, B, N, C, P, W> TiledUnless<R, B, Static<N>, C> for HNil
where
    B: UsedIn<U1, N, C, Out = P>,
    P: Verdict<Out = W>,
    W: NumberedUnless<R, B, C, P>,
{
    type Out = W::Out;
}
impl<R, B, N, C, Rule, At, X, Y> TiledUnless<R, B, N, C> for Bad<Rule, At, X, Y> {
    type Out = Cotiled<(), (), Self>;
}

/// The coordinates that `C`, of `N`, has in each mode of the sizes `Self`, `W` of them before the first.
pub trait UsedIn<W, N, C> {
    /// A layout, or an hlist of these.
    type Out;
}
impl<W, N, C> UsedIn<W, N, C> for HNil {
    type Out = HNil;
}
impl<K, W, N, C: CoordinateInMode<K, U1, N>> UsedIn<W, N, C> for Static<K> {
    type Out = C::Out;
}
impl<K, T, W, N, C, Q, KW> UsedIn<W, N, C> for HCons<Static<K>, T>
where
    C: CoordinateInMode<K, W, N, Out = Q>,
    Static<K>: Mul<Static<W>, Out = Static<KW>>,
    T: UsedIn<KW, N, C>,
{
    type Out = HCons<Q, T::Out>;
}
/// The coordinates that `Self`, of `N`, has in a mode of the size `K` with `W` before it.
pub trait CoordinateInMode<K, W, N> {
    /// A layout.
    type Out;
}
impl<CS, CD, K, W, N, KW, After, US, UD, F> CoordinateInMode<K, W, N> for Layout<CS, CD>
where
    Static<K>: Mul<Static<W>, Out = Static<KW>>,
    N: ExactDiv<KW, Out = After>,
    Projection<W, K, After>: Compose<Self, Result = Layout<US, UD>>,
    US: Verdict<Out = F>,
    F: InOrderUnless<Layout<US, UD>>,
{
    type Out = F::Out;
}
/// From a coordinate to that in the mode of the size `K`.
type Projection<W, K, After> =
    Layout<HList![Static<W>, Static<K>, Static<After>], HList![Static<U0>, Static<U1>, Static<U0>]>;
/// The values of `U` in order, each once, unless `Self` is a verdict.
pub trait InOrderUnless<U> {
    /// A layout.
    type Out;
}
impl<U, C> InOrderUnless<U> for HNil
where
    U: FilterModes<Output: SortByStride<Result: CoalesceAll<Output = C>>>,
{
    type Out = C;
}
impl<U, R, At, X, Y> InOrderUnless<U> for Bad<R, At, X, Y> {
    type Out = Layout<Self, Self>;
}

/// The coordinates `C` as those in the tile of the layouts `P`, unless `Self` is a verdict.
pub trait NumberedUnless<R, B, C, P> {
    /// [`Cotiled`]
    type Out;
}
impl<R, B, C, P, OS, OD, OM, N, IS, ID, F, VS, VD, W, X> NumberedUnless<R, B, C, P> for HNil
where
    P: PlacedIn<B, U1, Out = Layout<OS, OD>>,
    Layout<OS, OD>: AnyLayout<Modes = OM> + InvertLeft<Result = Layout<IS, ID>>,
    OM: StaticSize<Size = N>,
    IS: Verdict<Out = F>,
    F: ComposeUnless<Layout<IS, ID>, C, Out = Layout<VS, VD>>,
    VS: Verdict<Out = W>,
    W: FilledUnless<R, N, Layout<VS, VD>, Out = X>,
{
    type Out = Cotiled<P, Layout<VS, VD>, X>;
}
impl<R, B, C, P, Rule, At, X, Y> NumberedUnless<R, B, C, P> for Bad<Rule, At, X, Y> {
    type Out = Cotiled<(), (), Self>;
}
/// From the coordinate in the tile of the layouts `Self` to that in data of the sizes `B`, `W` before the
/// first.
pub trait PlacedIn<B, W> {
    /// A layout.
    type Out;
}
impl<W> PlacedIn<HNil, W> for HNil {
    type Out = Layout<HNil, HNil>;
}
impl<S, D, K, W> PlacedIn<Static<K>, W> for Layout<S, D> {
    type Out = Self;
}
impl<Q, T, K, B, W, KW, S, D, TS, TD> PlacedIn<HCons<Static<K>, B>, W> for HCons<Q, T>
where
    Layout<Static<K>, Static<W>>: Compose<Q, Result = Layout<S, D>>,
    Static<K>: Mul<Static<W>, Out = Static<KW>>,
    T: PlacedIn<B, KW, Out = Layout<TS, TD>>,
{
    type Out = Layout<HCons<S, TS>, HCons<D, TD>>;
}
/// Whether the thread-value layout `V` has all of the `N` elements of the tile, unless `Self` is a verdict.
pub trait FilledUnless<R, N, V> {
    /// `HNil`, or the verdict.
    type Out;
}
impl<R, N, V, IS, ID, M, K, W, F> FilledUnless<R, N, V> for HNil
where
    V: InvertRight<Result = Layout<IS, ID>>,
    Layout<IS, ID>: AnyLayout<Modes = M>,
    M: StaticSize<Size = K>,
    IS: Verdict<Out = W>,
    K: Versus<N, Out = F>,
    W: CompactUnless<R, N, F>,
{
    type Out = W::Out;
}
impl<R, N, V, Rule, At, X, Y> FilledUnless<R, N, V> for Bad<Rule, At, X, Y> {
    type Out = Self;
}
